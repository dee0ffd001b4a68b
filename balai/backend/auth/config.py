"""Settings of the auth service, with the protocol's defaults."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import msgspec

from balai.backend.auth.geoip import check_file
from balai.backend.auth.oidc.provider_catalog import Provider, load_providers
from balai.backend.auth.rate_limits import RateLimitSettings
from balai.security.tokens import ACCESS_TOKEN_TTL
from balai.settings import Settings, split_list

# Pages of the site that use an emailed token, by email type. A GET has no effect: the page posts the token.
EMAIL_LINK_PAGES = {
    "signup": "signin",
    "magiclink": "signin",
    "email_change": "signin",
    "invite": "reset-password",
    "recovery": "reset-password",
}


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
    access_token_ttl: timedelta = ACCESS_TOKEN_TTL
    email_autoconfirm: bool = False
    # Whether email sign-up and sign-in are enabled, whether an emailed link or code signs in, and the allowed
    # recipients (empty: all).
    email_sign_in: bool = True
    email_otp: bool = True
    email_allowed_recipients: frozenset[str] = frozenset()
    sms_autoconfirm: bool = False
    # Name of the SMS provider. Empty: sign-up and sign-in by phone are disabled.
    sms_provider: str = ""
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
    email_min_interval: timedelta = timedelta(seconds=60)
    sms_code_ttl: timedelta = timedelta(seconds=60)
    sms_min_interval: timedelta = timedelta(seconds=60)
    # Test numbers and their fixed codes. No SMS is sent to them.
    sms_test_codes: dict[str, str] = {}
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
    # Enabled second factors.
    factor_types: frozenset[str] = frozenset({"totp"})
    passkeys: bool = False
    max_factors: int = 10
    challenge_ttl: timedelta = timedelta(minutes=5)
    unverified_factor_ttl: timedelta = timedelta(minutes=5)
    rate_limits: RateLimitSettings = RateLimitSettings()
    # Whether requests are rate limited per client. The protocol does so only by a header that a gateway sets.
    limits_clients: bool = True
    # Whether 429 responses have a Retry-After header. The protocol has none; the site uses it.
    sends_retry_after: bool = False
    flow_ttl: timedelta = timedelta(minutes=5)
    refresh_token_reuse_interval: timedelta = timedelta(seconds=10)
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
    captcha_site_key: str = ""
    captcha_secret: str = ""
    # Verification URL that replaces the provider's own.
    captcha_verify_url: str = ""
    # URL of the service that lists breached passwords by hash prefix. Empty: no check.
    breach_url: str = ""
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

    @property
    def external_url(self) -> str:
        """Public URL of this service, and the issuer of its tokens."""
        return f"{self.backend_url}/auth/v1"

    @property
    def callback_url(self) -> str:
        """URL that OAuth providers redirect browsers to."""
        return f"{self.external_url}/callback"


def auth_config(settings: Settings, *, has_site: bool) -> AuthConfig:
    """Builds the service's configuration from the program's settings."""
    return AuthConfig(
        site_url=settings.site_url,
        backend_url=settings.backend_url,
        jwt_secret=settings.jwt_secret,
        redirect_urls=split_list(settings.redirect_urls),
        email_autoconfirm=settings.email_autoconfirm,
        email_sign_in=settings.email_sign_in,
        email_otp=settings.email_otp,
        email_allowed_recipients=frozenset(settings.email_allowed_recipients.lower().replace(",", " ").split()),
        sms_provider=settings.sms_provider,
        sms_code_ttl=SITE_SMS_CODE_TTL if has_site else timedelta(seconds=60),
        phone_regions=tuple(settings.phone_regions.replace(",", " ").upper().split()) if has_site else (),
        providers=load_providers(settings),
        geoip_file=check_file(settings.geoip_file),
        # Off by default in the protocol. On with the site, which has a page for it.
        manual_linking=settings.manual_linking == "true" if settings.manual_linking else has_site,
        anonymous_users=settings.anonymous_users,
        reauthentication_required=settings.password_require_reauthentication,
        current_password_required=settings.password_require_current,
        session_timebox=_minutes(settings.session_timebox_minutes),
        session_inactivity=_minutes(settings.session_inactivity_minutes),
        session_low_aal=_minutes(settings.session_low_aal_minutes),
        session_single=settings.session_single,
        uses_refresh_tokens_v2=settings.refresh_token_version == "2",  # noqa: S105 - a version
        refresh_token_reuse=settings.refresh_token_reuse,
        passkeys=has_site and supports_webauthn(settings.site_url),
        factor_types=_factor_types(settings, has_site=has_site),
        password_min_length=int(settings.password_min_length or (SITE_PASSWORD_MIN_LENGTH if has_site else 6)),
        password_character_sets=split_character_sets(settings.password_required_characters),
        estimates_password_strength=has_site,
        administrators_query=IS_ADMINISTRATOR if has_site else "",
        breach_url=settings.password_breach_url,
        captcha_provider=settings.captcha,
        captcha_site_key=settings.captcha_site_key,
        captcha_secret=settings.captcha_secret,
        captcha_verify_url=settings.captcha_verify_url,
        sends_retry_after=has_site,
        typed_code_ttl=SITE_TYPED_CODE_TTL if has_site else timedelta(days=1),
        sends_security_notices=has_site,
        reveals_unknown_addresses=not has_site,
        rate_limits=_rate_limits(settings, has_site=has_site),
        limits_clients=settings.rate_limits == "true" if settings.rate_limits else has_site,
        saml=settings.saml,
        allows_unverified_email=settings.oauth_unverified_emails,
        email_link_pages=EMAIL_LINK_PAGES if has_site else None,
    )


def _minutes(number: int) -> timedelta | None:
    return timedelta(minutes=number) if number else None


def _factor_types(settings: Settings, *, has_site: bool) -> frozenset[str]:
    """Returns the enabled factor types. The protocol's default is TOTP only; the site enables all that work in its
    environment.
    """
    if not has_site:
        return frozenset({"totp"})
    keys = ["webauthn"] if supports_webauthn(settings.site_url) else []
    return frozenset({"totp", *keys, *(["phone"] if settings.sms_provider else [])})


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
        passkey=settings.rate_limit_passkey,
        email_sent=int(emails_per_hour),
        sms_sent=settings.rate_limit_sms_sent,
    )
