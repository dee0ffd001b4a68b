"""Settings of the auth service, with the protocol's defaults."""

import re
from datetime import datetime, timedelta
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

import msgspec

from balai.backend.auth.geoip import check_file
from balai.backend.auth.oidc.provider_catalog import Provider, load_providers
from balai.backend.auth.rate_limits import RateLimitSettings
from balai.errors import StartError
from balai.settings import Settings, forms, split_list

# Pages of the site that use an emailed token, by email type. A GET has no effect: the page posts the token.
EMAIL_LINK_PAGES = {
    "signup": "signin",
    "magiclink": "signin",
    "email_change": "signin",
    "invite": "reset-password",
    "recovery": "reset-password",
}


FactorType = Literal["totp", "phone", "webauthn"]
ALL_FACTOR_TYPES: frozenset[FactorType] = frozenset(get_args(FactorType))
SITE_PASSWORD_MIN_LENGTH = 10
SITE_ADMINISTRATOR_MIN_LENGTH = 15
SITE_TYPED_CODE_TTL = timedelta(minutes=10)
IS_ADMINISTRATOR = "select exists (select from public.administrators where user_id = $1)"
# Allows for a whole community signing up in one evening.
SITE_EMAILS_PER_HOUR = 300
# Some SMS arrive late: the protocol's default of one minute is too short for them.
SITE_SMS_CODE_TTL = timedelta(minutes=5)


class AuthConfig(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of the auth service."""

    site_url: str
    backend_url: str
    jwt_secret: str
    redirect_urls: tuple[str, ...] = ()
    audience: str = "authenticated"
    default_role: str = "authenticated"
    admin_roles: frozenset[str] = frozenset({"service_role", "supabase_admin"})
    # Issuer of access tokens. Empty: the service's URL.
    issuer: str = ""
    access_token_ttl: timedelta = timedelta(hours=1)
    email_autoconfirm: bool = False
    # Whether email sign-up and sign-in are enabled, whether an emailed link or code signs in, and the allowed
    # recipients (empty: all).
    email_sign_in: bool = True
    email_otp: bool = True
    email_allowed_recipients: frozenset[str] = frozenset()
    sms_autoconfirm: bool = False
    # Name of the SMS provider. Empty: SMS are sent to no number, and only test numbers sign in by phone.
    sms_provider: str = ""
    phone_sign_in: bool = True
    signup_disabled: bool = False
    secure_email_change: bool = True
    code_ttl: timedelta = timedelta(days=1)
    # Lifetime of a code that is typed by hand. Shorter, because six digits can be guessed.
    typed_code_ttl: timedelta = timedelta(days=1)
    # Whether users are emailed about changes of their account.
    sends_security_notices: bool = False
    # Whether a code request for an unknown address is rejected (the protocol's behavior) or answered without sending
    # anything.
    reveals_unknown_addresses: bool = True
    email_code_length: int = 6
    sms_code_length: int = 6
    email_min_interval: timedelta = timedelta(seconds=60)
    sms_code_ttl: timedelta = timedelta(seconds=60)
    sms_min_interval: timedelta = timedelta(seconds=60)
    # Test numbers and their fixed codes. No SMS is sent to them.
    sms_test_codes: dict[str, str] = {}
    # Time from which they are ordinary numbers. None: never.
    sms_test_codes_until: datetime | None = None
    # Countries whose numbers are accepted without country code. Empty: only the protocol's E.164 rule.
    phone_regions: tuple[str, ...] = ()
    # Minimum time of responses about an address. Longer than every code path, so that timing reveals nothing.
    min_response_time: timedelta = timedelta(milliseconds=250)
    anonymous_users: bool = False
    # Whether a new password needs an emailed code (in sessions older than a day), or the current password.
    reauthentication_required: bool = False
    current_password_required: bool = False
    # Session limits, checked on refresh: total lifetime, idle time, time below the assurance level that the user can
    # reach, and whether a newer sign-in ends older sessions.
    session_timebox: timedelta | None = None
    session_inactivity: timedelta | None = None
    session_low_aal: timedelta | None = None
    session_single: bool = False
    # Second factors that users may enroll, and those that sign in.
    factor_types: frozenset[str] = frozenset({"totp"})
    verified_factor_types: frozenset[str] = ALL_FACTOR_TYPES
    max_factors: int = 10
    max_verified_factors: int = 10
    passkeys: bool = False
    max_passkeys: int = 10
    # Relying party of passkeys and security keys. Empty: the host and the origin of the site.
    webauthn_rp_id: str = ""
    webauthn_rp_name: str = ""
    webauthn_rp_origins: tuple[str, ...] = ()
    challenge_ttl: timedelta = timedelta(minutes=5)
    unverified_factor_ttl: timedelta = timedelta(minutes=5)
    rate_limits: RateLimitSettings = RateLimitSettings()
    # Whether requests are rate limited per client. The protocol does so only by a header that a gateway sets.
    limits_clients: bool = True
    # Whether 429 responses have a Retry-After header. The protocol has none; the site uses it.
    sends_retry_after: bool = False
    flow_ttl: timedelta = timedelta(minutes=5)
    refresh_token_reuse_interval: timedelta = timedelta(seconds=10)
    # Whether the reuse of a refresh token ends its session's refresh tokens. It is rejected in both cases.
    refresh_token_rotation: bool = True
    # Whether new sessions use version 2 refresh tokens (a counter in place of a row each), and whether any older
    # counter is accepted.
    uses_refresh_tokens_v2: bool = False
    refresh_token_reuse: bool = False
    password_min_length: int = 6
    # A new password needs one character of each of these sets.
    password_character_sets: tuple[str, ...] = ()
    # Whether easily guessed passwords are rejected and length is counted in characters. The protocol does neither.
    estimates_password_strength: bool = False
    administrator_min_length: int = SITE_ADMINISTRATOR_MIN_LENGTH
    # Query that returns whether user $1 is an administrator. Empty: there are no administrators.
    administrators_query: str = ""
    # `altcha`, `turnstile` or `hcaptcha`. Empty: no CAPTCHA is required.
    captcha_provider: str = ""
    # From how many sign-ups and codes of a network in an hour on it is required. 0: of each request.
    captcha_after: int = 0
    captcha_site_key: str = ""
    captcha_secret: str = ""
    # Verification URL that replaces the provider's own.
    captcha_verify_url: str = ""
    # URL of the service that lists breached passwords by hash prefix. Empty: no check.
    breach_url: str = ""
    # Whether a password is rejected while that service does not respond.
    breach_check_required: bool = False
    # Enabled OAuth providers, by their names in the protocol.
    providers: dict[str, Provider] = {}
    # MaxMind DB file of IP locations. Empty: no locations are shown.
    geoip_file: str = ""
    manual_linking: bool = False
    saml: bool = False
    # Whether users with an unverified email at their provider may sign in. Existing accounts with that email stay
    # inaccessible to them.
    allows_unverified_email: bool = False
    # Pages that email links open, by email type. None: links open this service's own GET /verify, for a backend without
    # a site.
    email_link_pages: dict[str, str] | None = None
    request_timeout: timedelta = timedelta(seconds=10)
    # Further request headers that pages of other origins may send.
    cors_headers: tuple[str, ...] = ()

    @property
    def external_url(self) -> str:
        """Public URL of this service."""
        return f"{self.backend_url}/auth/v1"

    @property
    def token_issuer(self) -> str:
        """The issuer of access tokens."""
        return self.issuer or self.external_url

    @property
    def phone_enabled(self) -> bool:
        """Whether users may sign up and sign in by phone."""
        return self.phone_sign_in and bool(self.sms_provider or self.sms_test_codes)

    @property
    def callback_url(self) -> str:
        """URL that OAuth providers redirect browsers to."""
        return f"{self.external_url}/callback"


def auth_config(settings: Settings, *, has_site: bool) -> AuthConfig:
    """Builds the service's configuration from the program's settings. Raises StartError if they do not fit together."""
    captcha = settings.captcha or ("adaptive" if has_site else "none")
    is_adaptive = captcha == "adaptive"
    return AuthConfig(
        site_url=settings.site_url,
        backend_url=settings.backend_url,
        jwt_secret=settings.jwt_secret,
        redirect_urls=split_list(settings.redirect_urls),
        signup_disabled=not settings.sign_up,
        anonymous_users=settings.anonymous_users,
        providers=load_providers(settings),
        geoip_file=check_file(settings.geoip_file),
        # Off by default in the protocol. On with the site, which has a page for it.
        manual_linking=_is_on(settings.manual_linking, has_site),
        flow_ttl=timedelta(seconds=settings.oauth_flow_seconds),
        saml=settings.saml,
        allows_unverified_email=settings.oauth_unverified_emails,
        captcha_provider="altcha" if is_adaptive else captcha.replace("none", ""),
        captcha_after=settings.captcha_after if is_adaptive else 0,
        captcha_site_key=settings.captcha_site_key,
        captcha_secret=settings.captcha_secret,
        captcha_verify_url=settings.captcha_verify_url,
        administrators_query=IS_ADMINISTRATOR if has_site else "",
        sends_retry_after=has_site,
        reveals_unknown_addresses=not has_site,
        rate_limits=_rate_limits(settings, has_site=has_site),
        limits_clients=_is_on(settings.rate_limits, has_site),
        request_timeout=timedelta(seconds=settings.auth_request_seconds),
        cors_headers=forms.parse_headers(settings.auth_cors_headers) if settings.auth_cors_headers else (),
        **_email_options(settings, has_site=has_site),
        **_phone_options(settings, has_site=has_site),
        **_password_options(settings, has_site=has_site),
        **_session_options(settings, has_site=has_site),
        **_factor_options(settings, has_site=has_site),
    )


def _email_options(settings: Settings, *, has_site: bool) -> dict[str, Any]:
    if settings.email_autoconfirm and settings.oauth_unverified_emails:
        # With autoconfirm an unverified email would be confirmed: a provider's user would get any account.
        raise _conflict("BALAI_OAUTH_UNVERIFIED_EMAILS cannot be on together with BALAI_EMAIL_AUTOCONFIRM")
    link_ttl = timedelta(seconds=settings.email_link_seconds)
    code_ttl = SITE_TYPED_CODE_TTL if has_site else link_ttl
    if settings.email_code_seconds:
        code_ttl = timedelta(seconds=int(settings.email_code_seconds))
    return {
        "email_autoconfirm": settings.email_autoconfirm,
        "email_sign_in": settings.email_sign_in,
        "email_otp": settings.email_otp,
        "email_allowed_recipients": frozenset(settings.email_allowed_recipients.lower().replace(",", " ").split()),
        "secure_email_change": settings.email_secure_change,
        "code_ttl": link_ttl,
        "typed_code_ttl": code_ttl,
        "email_code_length": settings.email_code_length,
        "email_min_interval": timedelta(seconds=settings.email_interval_seconds),
        "sends_security_notices": _is_on(settings.security_notices, has_site),
        "email_link_pages": EMAIL_LINK_PAGES if has_site else None,
    }


def _phone_options(settings: Settings, *, has_site: bool) -> dict[str, Any]:
    code_ttl = SITE_SMS_CODE_TTL if has_site else timedelta(seconds=60)
    if settings.sms_code_seconds:
        code_ttl = timedelta(seconds=int(settings.sms_code_seconds))
    until = settings.sms_test_codes_until
    return {
        "sms_provider": settings.sms_provider,
        "phone_sign_in": settings.phone_sign_in,
        "sms_autoconfirm": settings.phone_autoconfirm,
        "sms_code_ttl": code_ttl,
        "sms_code_length": settings.sms_code_length,
        "sms_min_interval": timedelta(seconds=settings.sms_interval_seconds),
        "sms_test_codes": forms.parse_test_codes(settings.sms_test_codes),
        "sms_test_codes_until": forms.parse_time(until) if until else None,
        "phone_regions": tuple(settings.phone_regions.replace(",", " ").upper().split()) if has_site else (),
    }


def _password_options(settings: Settings, *, has_site: bool) -> dict[str, Any]:
    return {
        "password_min_length": int(settings.password_min_length or (SITE_PASSWORD_MIN_LENGTH if has_site else 6)),
        "password_character_sets": split_character_sets(settings.password_required_characters),
        "estimates_password_strength": has_site,
        "breach_url": settings.password_breach_url,
        "breach_check_required": settings.password_breach_required,
        "reauthentication_required": settings.password_require_reauthentication,
        "current_password_required": settings.password_require_current,
    }


def _session_options(settings: Settings, *, has_site: bool) -> dict[str, Any]:
    if has_site and settings.jwt_default_role != "authenticated":
        raise _conflict("BALAI_JWT_DEFAULT_ROLE: the tables of `balai serve` are granted to `authenticated`")
    return {
        "issuer": settings.jwt_issuer,
        "audience": settings.jwt_audience,
        "default_role": settings.jwt_default_role,
        "admin_roles": frozenset(forms.parse_roles(settings.jwt_admin_roles)),
        "access_token_ttl": timedelta(seconds=settings.access_token_seconds),
        "session_timebox": _minutes(settings.session_timebox_minutes),
        "session_inactivity": _minutes(settings.session_inactivity_minutes),
        "session_low_aal": _minutes(settings.session_low_aal_minutes),
        "session_single": settings.session_single,
        "uses_refresh_tokens_v2": settings.refresh_token_version == "2",  # noqa: S105 - a version
        "refresh_token_rotation": settings.refresh_token_rotation,
        "refresh_token_reuse_interval": timedelta(seconds=settings.refresh_token_reuse_seconds),
        "refresh_token_reuse": settings.refresh_token_reuse,
    }


def _factor_options(settings: Settings, *, has_site: bool) -> dict[str, Any]:
    """The protocol's default is TOTP only; the site enables all that works in its environment."""
    rp_id = settings.webauthn_rp_id
    has_webauthn = bool(rp_id) or supports_webauthn(settings.site_url)
    if "true" in {settings.passkeys, settings.mfa_webauthn_enroll} and not has_webauthn:
        raise _conflict(
            "BALAI_PASSKEYS and BALAI_MFA_WEBAUTHN_ENROLL need a BALAI_SITE_URL with a host name, and https:// unless "
            "it is localhost; or BALAI_WEBAUTHN_RP_ID"
        )
    has_phone = has_site and bool(settings.sms_provider)
    enroll = {
        "totp": settings.mfa_totp_enroll,
        "phone": _is_on(settings.mfa_phone_enroll, has_phone),
        "webauthn": _is_on(settings.mfa_webauthn_enroll, has_site and has_webauthn),
    }
    verify = {
        "totp": settings.mfa_totp_verify,
        "phone": _is_on(settings.mfa_phone_verify, has_phone),
        "webauthn": _is_on(settings.mfa_webauthn_verify, has_site and has_webauthn),
    }
    origins = settings.webauthn_rp_origins
    return {
        "factor_types": frozenset(kind for kind, is_on in enroll.items() if is_on),
        "verified_factor_types": frozenset(kind for kind, is_on in verify.items() if is_on),
        "max_factors": settings.mfa_max_factors,
        "max_verified_factors": settings.mfa_max_verified_factors,
        "challenge_ttl": timedelta(seconds=settings.mfa_challenge_seconds),
        "unverified_factor_ttl": timedelta(seconds=settings.mfa_factor_seconds),
        "passkeys": _is_on(settings.passkeys, has_site and has_webauthn),
        "max_passkeys": settings.passkeys_max,
        "webauthn_rp_id": rp_id.lower(),
        "webauthn_rp_name": settings.webauthn_rp_name,
        "webauthn_rp_origins": forms.parse_origins(origins) if origins else (),
    }


def _is_on(choice: str, default: bool) -> bool:
    return choice == "true" if choice else default


def _conflict(text: str) -> StartError:
    return StartError(f"Some settings are invalid:\n  {text}", hint="Run `balai config` for the list.")


def _minutes(number: int) -> timedelta | None:
    return timedelta(minutes=number) if number else None


def supports_webauthn(site_url: str) -> bool:
    """Whether browsers support WebAuthn at this URL: it needs a host name rather than an IP address, and HTTPS or
    localhost.
    """
    parts = urlsplit(site_url)
    host = parts.hostname or ""
    is_here = host == "localhost" or host.endswith(".localhost")
    if not host or ":" in host or host.replace(".", "").isdigit():
        return False
    return parts.scheme == "https" or is_here


def split_character_sets(text: str) -> tuple[str, ...]:
    """Splits the sets of required characters at colons; `\\:` is a literal colon."""
    parts = (part.replace(r"\:", ":") for part in re.split(r"(?<!\\):", text))
    return tuple(part for part in parts if part)


def _rate_limits(settings: Settings, *, has_site: bool) -> RateLimitSettings:
    emails_per_hour = settings.rate_limit_email_sent or (
        SITE_EMAILS_PER_HOUR if has_site else RateLimitSettings().email_sent
    )
    return RateLimitSettings(
        otp=settings.rate_limit_otp,
        token_refresh=settings.rate_limit_token_refresh,
        verify=settings.rate_limit_verify,
        anonymous_users=settings.rate_limit_anonymous_users,
        factors=settings.rate_limit_factors,
        sso=settings.rate_limit_sso,
        saml=settings.rate_limit_saml,
        passkey=settings.rate_limit_passkey,
        email_sent=int(emails_per_hour),
        sms_sent=settings.rate_limit_sms_sent,
    )
