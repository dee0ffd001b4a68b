"""Every setting of Balai, once: name, type, default and meaning. Nothing else reads the environment.

`balai config` prints this list, and `docs/settings.md` is checked against it.
"""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from balai.errors import StartError

SAMPLE_SECRETS = ("super-secret-jwt-token-with-at-least-32-characters-long", "your-super-secret-jwt-token", "changeme")
SHORTEST_SECRET = 32
SWITCHES = (
    "mail_autoconfirm",
    "mailbox",
    "saml",
    "mail_unverified_sign_ins",
    "session_single",
    "anonymous_users",
    "password_reauthentication",
    "password_current",
    "rest_only",
    "rest_aggregates",
    "rest_plans",
    "rest_server_timing",
)
SCHEMES = {
    "site_url": ("https", "http"),
    "backend_url": ("https", "http"),
    "password_breach_url": ("https", "http"),
    "smtp_url": ("smtps", "smtp"),
    "sms_url": ("twilio", "https", "http", "twilio+http"),
    "database_url": ("postgres", "postgresql"),
}
CHOICES = {
    "captcha": ("", "altcha", "turnstile", "hcaptcha"),
    "log_level": ("debug", "info", "warning", "error"),
    "log_format": ("text", "json"),
    "rest_openapi": ("follow-privileges", "ignore-privileges", "disabled"),
    "rest_tx_end": ("commit", "commit-allow-override", "rollback", "rollback-allow-override"),
    "rest_require_policies": ("", "true", "false"),
    "manual_linking": ("", "true", "false"),
}
MOST_REQUESTS = 10**9
RATES = (
    *((f"rate_limit_{name}", 1, MOST_REQUESTS) for name in ("otp", "token_refresh", "verify", "anonymous_users")),
    *((f"rate_limit_{name}", 1, MOST_REQUESTS) for name in ("factors", "sso", "passkey")),
    *((f"rate_limit_{name}", 0, MOST_REQUESTS) for name in ("email_sent", "sms_sent")),
)
YES = {"1", "true", "yes", "on"}
NO = {"", "0", "false", "no", "off"}


# Sign-in providers with ready-made settings: their names on the wire and those that people know.
OAUTH = {
    "apple": "Apple",
    "azure": "Microsoft",
    "facebook": "Facebook",
    "github": "GitHub",
    "google": "Google",
    "line": "LINE",
}


class Setting(msgspec.Struct, frozen=True):
    """One line of the list. `default` is the text that would be set; `example` stands in where it is computed."""

    field: str
    default: str
    meaning: str
    secret: bool = False

    @property
    def name(self) -> str:
        return f"BALAI_{self.field.upper()}"


SETTINGS: tuple[Setting, ...] = (
    Setting("host", "127.0.0.1", "Address to listen on; 0.0.0.0 for every one"),
    Setting("port", "8000", "Port to listen on"),
    Setting("data", "data", "Folder of the built-in database, of keys and of objects"),
    Setting("database_url", "", "PostgreSQL 15 or newer to use instead of the built-in one", secret=True),
    Setting(
        "jwt_secret",
        "",
        "Secret that API keys are signed and private keys sealed with; made and kept in the data folder",
        True,
    ),
    Setting("site_url", "", "Public address of the site, for links in mails; http://HOST:PORT where empty"),
    Setting("backend_url", "", "Address of the backend as browsers reach it; the site's own where empty"),
    Setting("anon_key", "", "Public key of another backend; derived from the secret where empty"),
    Setting("workers", "1", "Worker processes"),
    Setting("render_threads", "1", "V8 renderers in each worker"),
    Setting("database_connections", "8", "Connections that each worker opens at most"),
    Setting("admin_email", "admin@example.org", "Address of the first administrator"),
    Setting(
        "admin_password", "", "Password of the first administrator; made and printed once where empty", secret=True
    ),
    Setting("mail_from", "Balai <noreply@localhost>", "Sender of every mail"),
    Setting("smtp_url", "", "smtp://user:password@host:port or smtps://…; the built-in mailbox where empty", True),
    Setting(
        "sms_url",
        "",
        "twilio://account:token@api.twilio.com?from=%2B… or the https:// address of a webhook, for text messages; "
        "where empty the mailbox has them if it is shown, else there are no phone sign-ins",
        True,
    ),
    Setting("sms_secret", "", "Secret that deliveries to the webhook for text messages are signed with", True),
    Setting(
        "phone_regions",
        "MY,SG,VN",
        "Countries whose phone numbers may be written without the country's code, in order",
    ),
    Setting("mail_autoconfirm", "false", "Accept new accounts without a confirmation mail"),
    Setting("anonymous_users", "false", "Let visitors sign in without an address, as members for the time being"),
    Setting("password_reauthentication", "false", "Ask for a mailed code to change a password after a day's session"),
    Setting("password_current", "false", "Ask for the present password to change it"),
    Setting("session_timebox_minutes", "0", "Longest life of a session; 0 for no limit"),
    Setting("session_inactivity_minutes", "0", "Longest time that a session may lie unused; 0 for no limit"),
    Setting(
        "session_low_aal_minutes",
        "0",
        "Longest time that a session may go on without the second factor of its account; 0 for no limit",
    ),
    Setting("session_single", "false", "A new sign-in takes the place of the account's other sessions"),
    Setting("mailbox", "", "Show the built-in mailbox at /mailbox to this machine; on with --demo"),
    Setting(
        "redirect_urls", "", "Other applications that sign-in links may lead to; commas between, * and ** as wildcards"
    ),
    Setting("rest_only", "false", "Let `balai backend` serve data alone, and lay nothing in the database"),
    Setting("rest_schemas", "public", "Schemas that the data service serves, the first by default; commas between"),
    Setting("rest_extra_search_path", "extensions", "Further schemas to look names up in; commas between"),
    Setting("rest_anon_role", "anon", "Role of callers without a token; `none` refuses them"),
    Setting("rest_max_rows", "1000", "Rows that a read gives at most, and each embed in it; 0 for no limit"),
    Setting("rest_require_policies", "", "Hide tables without row security or policies; on with `balai serve`"),
    Setting("rest_pre_request", "", "Function, `schema.name`, that runs before each statement of the data service"),
    Setting("rest_root_spec", "", "Function, `schema.name`, that answers at the root in place of the description"),
    Setting(
        "rest_openapi", "follow-privileges", "Description at the root: follow-privileges, ignore-privileges, disabled"
    ),
    Setting("rest_aggregates", "false", "Allow sums, counts and the like in `select`"),
    Setting("rest_plans", "false", "Show query plans to who asks for them"),
    Setting(
        "rest_tx_end",
        "commit",
        "How transactions end: commit, rollback, and each with -allow-override, where clients may choose",
    ),
    Setting("rest_jwt_audience", "", "Whom tokens have to be for; anybody where empty"),
    Setting("rest_role_claim", ".role", "Path of the role in a token, such as .app_metadata.role"),
    Setting("rest_jwks", "", "JSON Web Key Set whose tokens are accepted too, or the path of its file"),
    Setting("rest_origins", "", "Pages that may call with credentials; any page without where empty; commas between"),
    Setting("rest_server_timing", "false", "Say in a header how long each stage of a request took"),
    Setting("rest_trace_header", "", "Header of requests that answers repeat"),
    *(
        setting
        for name, label in OAUTH.items()
        for setting in (
            Setting(f"oauth_{name}_client_id", "", f"Client id of the sign-in with {label}; off where empty"),
            Setting(f"oauth_{name}_secret", "", f"Client secret of the sign-in with {label}", True),
        )
    ),
    Setting("manual_linking", "", "Let members link and unlink identities; on with `balai serve`"),
    Setting(
        "mail_unverified_sign_ins",
        "false",
        "Let people of providers sign in with an address that nobody has checked, in a new account",
    ),
    Setting("saml", "false", "Sign-in by companies' identity providers (SAML 2.0): docs/sign-in-providers.md"),
    Setting("oauth_providers", "", "TOML file of further sign-in providers: docs/sign-in-providers.md"),
    Setting(
        "password_min_length",
        "",
        "Characters that a password has at least, from 6 on; 10 where empty, 6 for `balai backend`",
    ),
    Setting(
        "password_required_characters", "", "Sets of characters of each of which a password has one; colons between"
    ),
    Setting(
        "password_breach_url",
        "",
        "Service that lists breached passwords by the beginning of their SHA-1, such as "
        "https://api.pwnedpasswords.com/range; nobody is asked where empty",
    ),
    Setting(
        "captcha", "", "Proof that account calls need: altcha (by ourselves), turnstile, hcaptcha; none where empty"
    ),
    Setting("captcha_site_key", "", "Public key of the account with Turnstile or hCaptcha"),
    Setting("captcha_secret", "", "Secret key of the account with Turnstile or hCaptcha", True),
    Setting("trusted_proxies", "127.0.0.1", "Addresses whose X-Forwarded-For and -Proto are believed"),
    Setting(
        "rate_limit_otp",
        "30",
        "Requests for sign-ups, codes and account mails that one client may make in 5 minutes, for each of them",
    ),
    Setting("rate_limit_token_refresh", "150", "Sign-ins and refreshes that one client may make in 5 minutes"),
    Setting("rate_limit_verify", "30", "Codes and links that one client may redeem in 5 minutes"),
    Setting("rate_limit_anonymous_users", "30", "Anonymous accounts that one client may make in an hour"),
    Setting(
        "rate_limit_factors", "15", "Challenges and answers of second factors that one client may make in a minute"
    ),
    Setting("rate_limit_sso", "30", "Sign-ins through an organisation that one client may begin in 5 minutes"),
    Setting("rate_limit_passkey", "30", "Sign-ins with a passkey that one client may begin in 5 minutes"),
    Setting(
        "rate_limit_email_sent",
        "",
        "Account mails in an hour, all together; 0 for none. 300 where empty, 30 for `balai backend`",
    ),
    Setting("rate_limit_sms_sent", "30", "Text messages in an hour, all together; 0 for none"),
    Setting("log_level", "info", "debug, info, warning or error"),
    Setting("log_format", "text", "text or json"),
)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings as the program uses them: typed, complete, checked."""

    host: str
    port: int
    data: Path
    database_url: str
    jwt_secret: str
    site_url: str
    backend_url: str
    anon_key: str
    workers: int
    render_threads: int
    database_connections: int
    admin_email: str
    admin_password: str
    mail_from: str
    smtp_url: str
    sms_url: str
    sms_secret: str
    phone_regions: str
    mail_autoconfirm: bool
    anonymous_users: bool
    password_reauthentication: bool
    password_current: bool
    session_timebox_minutes: int
    session_inactivity_minutes: int
    session_low_aal_minutes: int
    session_single: bool
    mailbox: bool
    redirect_urls: str
    rest_only: bool
    rest_schemas: str
    rest_extra_search_path: str
    rest_anon_role: str
    rest_max_rows: int
    rest_require_policies: str
    rest_pre_request: str
    rest_root_spec: str
    rest_openapi: str
    rest_aggregates: bool
    rest_plans: bool
    rest_tx_end: str
    rest_jwt_audience: str
    rest_role_claim: str
    rest_jwks: str
    rest_origins: str
    rest_server_timing: bool
    rest_trace_header: str
    oauth_apple_client_id: str
    oauth_apple_secret: str
    oauth_azure_client_id: str
    oauth_azure_secret: str
    oauth_facebook_client_id: str
    oauth_facebook_secret: str
    oauth_github_client_id: str
    oauth_github_secret: str
    oauth_google_client_id: str
    oauth_google_secret: str
    oauth_line_client_id: str
    oauth_line_secret: str
    oauth_providers: str
    password_min_length: str
    password_required_characters: str
    password_breach_url: str
    manual_linking: str
    mail_unverified_sign_ins: bool
    saml: bool
    captcha: str
    captcha_site_key: str
    captcha_secret: str
    trusted_proxies: str
    rate_limit_otp: int
    rate_limit_token_refresh: int
    rate_limit_verify: int
    rate_limit_anonymous_users: int
    rate_limit_factors: int
    rate_limit_sso: int
    rate_limit_passkey: int
    rate_limit_email_sent: str
    rate_limit_sms_sent: int
    log_level: str
    log_format: str

    @property
    def sms_provider(self) -> str:
        """`twilio`, `webhook` or `mailbox`; empty where no text message can be sent."""
        if self.sms_url:
            return "twilio" if self.sms_url.startswith("twilio") else "webhook"
        return "mailbox" if self.mailbox else ""


def load_settings(environment: Mapping[str, str] = os.environ, **given: Any) -> Settings:
    """Read the settings from the environment; values `given` on the command line win.

    Raises:
        StartError: one line for each value that cannot be used.
    """
    texts = {setting.field: environment.get(setting.name, "") or setting.default for setting in SETTINGS}
    texts |= {field: str(value) for field, value in given.items() if value is not None}
    wrong = list(_complaints(texts, environment))
    if wrong:
        raise StartError(
            "Some settings cannot be used:\n  " + "\n  ".join(wrong), hint="Run `balai config` for the list."
        )
    texts["data"] = str(Path(texts["data"]).absolute())
    texts["site_url"] = texts["site_url"].rstrip("/") or f"http://{_reachable(texts['host'])}:{texts['port']}"
    texts["backend_url"] = texts["backend_url"].rstrip("/") or texts["site_url"]
    for field in SWITCHES:
        texts[field] = "true" if texts[field].lower() in YES else "false"
    return msgspec.convert(texts, Settings, strict=False, dec_hook=lambda kind, value: kind(value))


def with_kept_secret(settings: Settings) -> Settings:
    """The settings with a signing secret: the given one, else the one kept in the data folder, made on first use.

    Raises:
        StartError: the data folder cannot be written.
    """
    if settings.jwt_secret:
        return settings
    file = settings.data / "jwt_secret"
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as opened:
                opened.write(secrets.token_urlsafe(48))
        return msgspec.structs.replace(settings, jwt_secret=file.read_text().strip())
    except FileExistsError:
        return with_kept_secret(settings)
    except OSError as error:
        raise StartError(
            f"The data folder cannot be written: {settings.data} ({error.strerror})",
            hint="Set BALAI_DATA to a folder of your own, or mend its permissions.",
        ) from error


def _complaints(texts: Mapping[str, str], environment: Mapping[str, str]) -> list[str]:
    wrong: list[str] = []
    for field, least, most in (
        ("port", 1, 65535),
        ("workers", 1, 64),
        ("render_threads", 1, 32),
        ("database_connections", 2, 500),
        ("session_timebox_minutes", 0, 5_256_000),
        ("session_inactivity_minutes", 0, 5_256_000),
        ("session_low_aal_minutes", 0, 5_256_000),
        ("rest_max_rows", 0, 10**9),
        ("password_min_length", 6, 72),
        *RATES,
    ):
        if texts[field] == "" and field in {"rate_limit_email_sent", "password_min_length"}:
            continue
        if not texts[field].isdecimal() or not least <= int(texts[field]) <= most:
            wrong.append(f"BALAI_{field.upper()}={texts[field]!r}: give a whole number from {least} to {most}")
    for field in SWITCHES:
        if texts[field].lower() not in YES | NO:
            wrong.append(f"BALAI_{field.upper()}={texts[field]!r}: give true or false")
    for field, allowed in CHOICES.items():
        if texts[field] not in allowed:
            wrong.append(f"BALAI_{field.upper()}={texts[field]!r}: give one of {', '.join(allowed)}")
    for field, schemes in SCHEMES.items():
        if texts[field] and texts[field].partition("://")[0] not in schemes:
            starts = " or ".join(f"{scheme}://" for scheme in schemes)
            wrong.append(f"BALAI_{field.upper()}: give an address that starts with {starts}")
    if texts["sms_url"].startswith("http") and not texts["sms_secret"]:
        wrong.append("BALAI_SMS_SECRET is empty: the webhook could not tell our texts from a stranger's")
    if texts["captcha"] in {"turnstile", "hcaptcha"} and not texts["captcha_secret"]:
        wrong.append("BALAI_CAPTCHA_SECRET is empty: the provider checks tokens for who has its secret alone")
    secret = texts["jwt_secret"]
    if secret and len(secret) < SHORTEST_SECRET:
        wrong.append(f"BALAI_JWT_SECRET is too short: give at least {SHORTEST_SECRET} random characters")
    if secret in SAMPLE_SECRETS or any(secret.startswith(sample) for sample in SAMPLE_SECRETS):
        wrong.append("BALAI_JWT_SECRET is a published sample: anyone could sign in as anyone. Make a random one")
    known = {setting.name for setting in SETTINGS}
    wrong += [f"{name} is not a setting" for name in environment if name.startswith("BALAI_") and name not in known]
    return wrong


def _reachable(host: str) -> str:
    return "127.0.0.1" if host in {"0.0.0.0", "::"} else host  # noqa: S104 - compared, not bound
