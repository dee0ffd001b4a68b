"""What an operator may choose about accounts, with the protocol's defaults."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import msgspec

from balai.backend.auth.geoip import check_file
from balai.backend.auth.oidc.provider_catalog import Provider, load_providers
from balai.backend.auth.rate_limits import RateLimitSettings
from balai.security.tokens import ACCESS_TOKEN_LIFE
from balai.settings import Settings

# The site's screens that act on a mailed token, by the kind of mail. A GET of them changes nothing: the screen posts.
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
# An evening on which a whole village signs up.
SITE_EMAILS_PER_HOUR = 300
# A text may be long on its way; a minute, the protocol's default, is over before some arrive.
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
    access_token_ttl: timedelta = ACCESS_TOKEN_LIFE
    email_autoconfirm: bool = False
    # Whether accounts go by mail at all, whether a mailed link or code signs in, and who may be mailed (empty: all).
    email_sign_in: bool = True
    email_otp: bool = True
    email_allowed_recipients: frozenset[str] = frozenset()
    sms_autoconfirm: bool = False
    # Which way text messages leave; empty: nobody signs up or in by phone.
    sms_provider: str = ""
    signup_disabled: bool = False
    secure_email_change: bool = True
    code_ttl: timedelta = timedelta(days=1)
    # The same code typed by hand: six digits are soon guessed.
    typed_code_ttl: timedelta = timedelta(days=1)
    # Whether members are told of changes of their accounts.
    sends_security_notices: bool = False
    # Whether a code for an address without an account is refused, as the protocol has it, or silently not sent.
    reveals_unknown_addresses: bool = True
    email_min_interval: timedelta = timedelta(seconds=60)
    sms_code_ttl: timedelta = timedelta(seconds=60)
    sms_min_interval: timedelta = timedelta(seconds=60)
    # Numbers that get this code always and no text, for who tests an application.
    sms_test_codes: dict[str, str] = {}
    # Countries whose numbers are understood without their code; none: the wire's rule alone.
    phone_regions: tuple[str, ...] = ()
    # No answer about an address comes sooner: longer than any path takes, so that the time tells nothing.
    min_response_time: timedelta = timedelta(milliseconds=250)
    anonymous_users: bool = False
    # A new password needs a mailed code when the session is older than a day; or the password that holds now.
    reauthentication_required: bool = False
    current_password_required: bool = False
    # Limits of a session, looked at when it is refreshed: its whole life, the time it may lie idle, the time that it
    # may stay below the level its user can reach; and whether a newer sign-in takes the place of the others.
    session_timebox: timedelta | None = None
    session_inactivity: timedelta | None = None
    session_low_aal: timedelta | None = None
    session_single: bool = False
    # Which second factors are taken.
    factor_types: frozenset[str] = frozenset({"totp"})
    passkeys: bool = False
    max_factors: int = 10
    challenge_ttl: timedelta = timedelta(minutes=5)
    unverified_factor_ttl: timedelta = timedelta(minutes=5)
    rates: RateLimitSettings = RateLimitSettings()
    # Whether what one client asks is counted. The protocol does so only by a header that a gateway sets.
    limits_clients: bool = True
    # Whether a 429 says when to come back; the protocol has no such header, the site does.
    sends_retry_after: bool = False
    flow_ttl: timedelta = timedelta(minutes=5)
    refresh_token_reuse_interval: timedelta = timedelta(seconds=10)
    # Whether new sessions count their refreshes instead of keeping a row for each, and any older count will do.
    uses_refresh_tokens_v2: bool = False
    refresh_token_reuse: bool = False
    password_min_length: int = 6
    # Sets of characters of each of which one is wanted.
    password_character_sets: tuple[str, ...] = ()
    # Refuse what is easy to guess, and count characters; the protocol does neither.
    estimates_password_strength: bool = False
    administrator_min_length: int = SITE_ADMINISTRATOR_MIN_LENGTH
    # Whether the user $1 administrates; empty where nobody does.
    administrators_query: str = ""
    # `altcha`, `turnstile` or `hcaptcha`; empty: calls need no proof.
    captcha_provider: str = ""
    captcha_site_key: str = ""
    captcha_secret: str = ""
    # Where tokens are checked, in place of the provider's own address.
    captcha_verify_url: str = ""
    # Where to ask for breached passwords by the beginning of their hashes; empty: nowhere.
    breach_url: str = ""
    # Accounts elsewhere that one may sign in with, by their names on the wire.
    providers: dict[str, Provider] = {}
    # File that tells about where an address is; empty: nobody is told.
    geoip_file: str = ""
    manual_linking: bool = False
    saml: bool = False
    # Let people of providers in whose address nobody has checked; accounts that are there stay closed to them.
    allows_unverified_email: bool = False
    # None: links in mails go to this service's own GET /verify, for a backend that serves no site.
    screens: dict[str, str] | None = None

    @property
    def external_url(self) -> str:
        """Where this service is reached from outside; also the issuer of its tokens."""
        return f"{self.backend_url}/auth/v1"

    @property
    def callback_url(self) -> str:
        """Where providers send browsers back to."""
        return f"{self.external_url}/callback"


def auth_config(settings: Settings, *, has_site: bool) -> AuthConfig:
    """The service's configuration out of the program's settings."""
    return AuthConfig(
        site_url=settings.site_url,
        backend_url=settings.backend_url,
        jwt_secret=settings.jwt_secret,
        redirect_urls=tuple(glob.strip() for glob in settings.redirect_urls.split(",") if glob.strip()),
        email_autoconfirm=settings.email_autoconfirm,
        email_sign_in=settings.email_sign_in,
        email_otp=settings.email_otp,
        email_allowed_recipients=frozenset(settings.email_allowed_recipients.lower().replace(",", " ").split()),
        sms_provider=settings.sms_provider,
        sms_code_ttl=SITE_SMS_CODE_TTL if has_site else timedelta(seconds=60),
        phone_regions=tuple(settings.phone_regions.replace(",", " ").upper().split()) if has_site else (),
        providers=load_providers(settings),
        geoip_file=check_file(settings.geoip_file),
        # The protocol has it off; the site has a page for it.
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
        rates=_rate_limits(settings, has_site=has_site),
        limits_clients=settings.rate_limits == "true" if settings.rate_limits else has_site,
        saml=settings.saml,
        allows_unverified_email=settings.oauth_unverified_emails,
        screens=EMAIL_LINK_PAGES if has_site else None,
    )


def _minutes(number: int) -> timedelta | None:
    return timedelta(minutes=number) if number else None


def _factor_types(settings: Settings, *, has_site: bool) -> frozenset[str]:
    """The protocol's default is codes of an app alone; the site takes whatever can work where it stands."""
    if not has_site:
        return frozenset({"totp"})
    keys = ["webauthn"] if supports_webauthn(settings.site_url) else []
    return frozenset({"totp", *keys, *(["phone"] if settings.sms_provider else [])})


def supports_webauthn(site_url: str) -> bool:
    """Whether browsers use keys there: WebAuthn wants the name of a host, not its number, and a safe way to it."""
    parts = urlsplit(site_url)
    host = parts.hostname or ""
    is_here = host == "localhost" or host.endswith(".localhost")
    if not host or ":" in host or host.replace(".", "").isdigit():
        return False
    return parts.scheme == "https" or is_here


def split_character_sets(text: str) -> tuple[str, ...]:
    """The sets of required characters: a colon parts them, `\\:` is a colon."""
    parts = (part.replace(r"\:", ":") for part in re.split(r"(?<!\\):", text))
    return tuple(part for part in parts if part)


def _rate_limits(settings: Settings, *, has_site: bool) -> RateLimitSettings:
    mails = settings.rate_limit_email_sent or (SITE_EMAILS_PER_HOUR if has_site else RateLimitSettings().email_sent)
    return RateLimitSettings(
        otp=settings.rate_limit_otp,
        token_refresh=settings.rate_limit_token_refresh,
        verify=settings.rate_limit_verify,
        anonymous_users=settings.rate_limit_anonymous_users,
        factors=settings.rate_limit_factors,
        sso=settings.rate_limit_sso,
        passkey=settings.rate_limit_passkey,
        email_sent=int(mails),
        sms_sent=settings.rate_limit_sms_sent,
    )
