"""Every setting of Balai: name, type, default, meaning and range. Nothing else reads the environment.

`balai config` prints this list; a test compares docs/operations/configuration.md with it.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balai.settings.setting import setting, settings_of

NO_LIMIT = 10**9
TEN_YEARS_MIN = 5_256_000

# Sign-in providers with settings of their own: name in the protocol → name for users.
OAUTH = {
    "apple": "Apple",
    "azure": "Microsoft",
    "facebook": "Facebook",
    "github": "GitHub",
    "google": "Google",
    "line": "LINE",
}


def _client_id(label: str) -> Any:
    return setting("", f"Client id of the sign-in with {label}; off if empty")


def _client_secret(label: str) -> Any:
    return setting("", f"Client secret of the sign-in with {label}", secret=True)


def _hook(effect: str) -> Any:
    text = f"Hook that {effect}: https://… or pg-functions://postgres/SCHEMA/FUNCTION; none if empty"
    return setting("", text, schemes=("https", "http", "pg-functions"))


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings, typed and validated."""

    # Server
    host: str = setting("127.0.0.1", "Address to listen on; 0.0.0.0 for all interfaces")
    port: int = setting("8000", "Port to listen on", minimum=1, maximum=65535)
    data_dir: Path = setting("data", "Folder of the built-in database, keys and objects")
    database_url: str = setting(
        "", "PostgreSQL 15 or newer; the built-in one if empty", secret=True, schemes=("postgres", "postgresql")
    )
    jwt_secret: str = setting(
        "",
        "Secret that signs API keys and encrypts private keys; generated and stored in the data folder if empty",
        secret=True,
    )
    site_url: str = setting(
        "", "Public address of the site, for links in emails; http://HOST:PORT if empty", schemes=("https", "http")
    )
    backend_url: str = setting(
        "", "Address of the backend as browsers reach it; the site's if empty", schemes=("https", "http")
    )
    anon_key: str = setting("", "Public key of another backend; derived from the secret if empty")
    workers: int = setting("1", "Worker processes", minimum=1, maximum=64)
    render_threads: int = setting("1", "V8 renderers in each worker", minimum=1, maximum=32)
    database_pool_size: int = setting("8", "Maximum database connections of each worker", minimum=2, maximum=500)
    trusted_proxies: str = setting("127.0.0.1", "Addresses whose X-Forwarded-For and -Proto are trusted")
    admin_email: str = setting("admin@example.org", "Email of the first administrator")
    admin_password: str = setting(
        "",
        "Password of the first administrator, at least 15 characters; generated and printed once if empty",
        secret=True,
    )
    log_level: str = setting("info", "debug, info, warning or error", choices=("debug", "info", "warning", "error"))
    log_format: str = setting("text", "text or json", choices=("text", "json"))

    # Email and SMS
    email_from: str = setting("Balai <noreply@localhost>", "Sender of every email")
    smtp_url: str = setting(
        "",
        "smtp://user:password@host:port or smtps://…; the built-in mailbox if empty",
        secret=True,
        schemes=("smtps", "smtp"),
    )
    mailbox: bool = setting("", "Show the built-in mailbox at /mailbox to this machine; on with --demo")
    sms_url: str = setting(
        "",
        "SMS provider: twilio://account:token@api.twilio.com?from=%2B… or the https:// address of a "
        "webhook; if empty, SMS go to the mailbox if it is shown, else phone sign-in is off",
        secret=True,
        schemes=("twilio", "https", "http", "twilio+http"),
    )
    sms_webhook_secret: str = setting("", "Secret that signs deliveries to the SMS webhook", secret=True)
    phone_regions: str = setting("MY,SG,VN", "Countries whose phone numbers may omit the country code, in order")

    # Accounts
    email_sign_in: bool = setting("true", "Allow sign-up and sign-in by email")
    email_otp: bool = setting("true", "Allow sign-in by an emailed link or code")
    email_allowed_recipients: str = setting(
        "", "The only addresses that receive account emails, separated by commas; all if empty"
    )
    email_autoconfirm: bool = setting("false", "Accept new accounts without a confirmation email")
    anonymous_users: bool = setting("false", "Allow anonymous sign-in, as a temporary member")
    redirect_urls: str = setting(
        "", "Other applications that sign-in links may redirect to, separated by commas; * and ** are wildcards"
    )
    password_min_length: str = setting(
        "", "Minimum length of a password, from 6; 10 if empty, 6 for `balai backend`", minimum=6, maximum=72
    )
    password_required_characters: str = setting(
        "", "Sets of characters, separated by colons; a password needs one of each set"
    )
    password_breach_url: str = setting(
        "",
        "Service that lists breached passwords by SHA-1 prefix, such as "
        "https://api.pwnedpasswords.com/range; not checked if empty",
        schemes=("https", "http"),
    )
    password_require_reauthentication: bool = setting(
        "false", "Require an emailed code to change a password in sessions older than a day"
    )
    password_require_current: bool = setting("false", "Require the current password to change it")

    # Sessions
    session_timebox_minutes: int = setting(
        "0", "Maximum lifetime of a session; 0 for no limit", minimum=0, maximum=TEN_YEARS_MIN
    )
    session_inactivity_minutes: int = setting(
        "0", "Maximum time without use of a session; 0 for no limit", minimum=0, maximum=TEN_YEARS_MIN
    )
    session_low_aal_minutes: int = setting(
        "0",
        "Maximum lifetime of a session that has not verified its account's second factor; 0 for no limit",
        minimum=0,
        maximum=TEN_YEARS_MIN,
    )
    session_single: bool = setting("false", "A new sign-in ends the account's other sessions")
    refresh_token_version: str = setting(
        "1", "Version of the refresh tokens of new sessions: 1 a row for each, 2 a signed counter", choices=("1", "2")
    )
    refresh_token_reuse: bool = setting(
        "false", "Accept older refresh tokens of version 2 as the current one, at any time"
    )
    geoip_file: str = setting(
        "", "MaxMind DB file (.mmdb) for approximate session locations; locations are not shown if empty"
    )

    # Sign-in providers
    oauth_apple_client_id: str = _client_id("Apple")
    oauth_apple_client_secret: str = _client_secret("Apple")
    oauth_azure_client_id: str = _client_id("Microsoft")
    oauth_azure_client_secret: str = _client_secret("Microsoft")
    oauth_facebook_client_id: str = _client_id("Facebook")
    oauth_facebook_client_secret: str = _client_secret("Facebook")
    oauth_github_client_id: str = _client_id("GitHub")
    oauth_github_client_secret: str = _client_secret("GitHub")
    oauth_google_client_id: str = _client_id("Google")
    oauth_google_client_secret: str = _client_secret("Google")
    oauth_line_client_id: str = _client_id("LINE")
    oauth_line_client_secret: str = _client_secret("LINE")
    oauth_providers_file: str = setting("", "TOML file of further sign-in providers: docs/guides/sign-in-providers.md")
    oauth_unverified_emails: bool = setting(
        "false", "Accept sign-ins whose email the provider has not verified, in a new account"
    )
    manual_linking: str = setting(
        "", "Allow members to link and unlink identities; on with `balai serve`", choices=("", "true", "false")
    )
    saml: bool = setting(
        "false", "Sign-in through companies' identity providers (SAML 2.0): docs/guides/sign-in-providers.md"
    )

    # CAPTCHA and rate limits
    captcha: str = setting(
        "",
        "CAPTCHA required by account calls: altcha (built in), turnstile, hcaptcha; none if empty",
        choices=("", "altcha", "turnstile", "hcaptcha"),
    )
    captcha_site_key: str = setting("", "Site key of Turnstile or hCaptcha")
    captcha_secret: str = setting("", "Secret key of Turnstile or hCaptcha", secret=True)
    captcha_verify_url: str = setting(
        "",
        "Address that verifies tokens of Turnstile or hCaptcha; the service's own if empty",
        schemes=("https", "http"),
    )
    rate_limits: str = setting(
        "",
        "Limit the account requests of each client, by address; on with `balai serve`",
        choices=("", "true", "false"),
    )
    rate_limit_otp: int = setting(
        "30",
        "Sign-ups, codes and account emails that one client may request in 5 minutes, for each of them",
        minimum=1,
        maximum=NO_LIMIT,
    )
    rate_limit_token_refresh: int = setting(
        "150", "Sign-ins of one client and refreshes of one session in 5 minutes", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_verify: int = setting(
        "30", "Codes and links that one client may redeem in 5 minutes", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_anonymous_users: int = setting(
        "30", "Anonymous accounts that one client may create in an hour", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_factors: int = setting(
        "15", "Challenges and verifications of second factors of one client in a minute", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_sso: int = setting(
        "30", "Sign-ins through an organisation that one client may begin in 5 minutes", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_passkey: int = setting(
        "30", "Sign-ins with a passkey that one client may begin in 5 minutes", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_email_sent: str = setting(
        "",
        "Account emails in an hour, all together; 0 for none. 300 if empty, 30 for `balai backend`",
        minimum=0,
        maximum=NO_LIMIT,
    )
    rate_limit_sms_sent: int = setting("30", "SMS in an hour, all together; 0 for none", minimum=0, maximum=NO_LIMIT)

    # Hooks
    hook_send_email: str = _hook("sends account emails instead of Balai")
    hook_send_sms: str = _hook("sends codes by SMS instead of Balai")
    hook_custom_access_token: str = _hook("edits the claims of access tokens")
    hook_before_user_created: str = _hook("checks sign-ups")
    hook_password_verification_attempt: str = _hook("is notified of password attempts and may reject them")
    hook_mfa_verification_attempt: str = _hook("is notified of second-factor attempts and may reject them")
    hook_secret: str = setting(
        "", "Secret that signs requests to hooks (Standard Webhooks): whsec_ and base64", secret=True
    )
    hooks_required: str = setting(
        "", "Hooks whose failure fails the request, such as `before_user_created`, separated by commas"
    )

    # REST
    rest_only: bool = setting("false", "`balai backend` serves data only and does not change the database")
    rest_schemas: str = setting(
        "public", "Schemas that the data service serves, separated by commas; the first is the default"
    )
    rest_extra_search_path: str = setting("extensions", "Additional schemas of the search path, separated by commas")
    rest_anon_role: str = setting("anon", "Role of callers without a token; `none` rejects them")
    rest_max_rows: int = setting(
        "1000", "Maximum rows of a read, and of each embed in it; 0 for no limit", minimum=0, maximum=NO_LIMIT
    )
    rest_max_bytes: int = setting(
        "16777216",
        "Maximum bytes of the rows of a read, and of all its embeds together; 0 for no limit",
        minimum=0,
        maximum=2**40,
    )
    rest_max_embeds: int = setting(
        "100", "Maximum embeds of a request, of all levels together; 0 for no limit", minimum=0, maximum=NO_LIMIT
    )
    rest_require_policies: str = setting(
        "", "Hide tables without row security or policies; on with `balai serve`", choices=("", "true", "false")
    )
    rest_default_grants: str = setting(
        "",
        "Whether `anon` and `authenticated` may use tables, functions and sequences that are created in `public` "
        "later: open, as on the hosted platform, or closed; left as it is if empty, closed in a new database",
        choices=("", "open", "closed"),
    )
    rest_pre_request: str = setting("", "Function, `schema.name`, that runs before each statement of the data service")
    rest_root_spec: str = setting(
        "", "Function, `schema.name`, that responds at the root instead of the OpenAPI description"
    )
    rest_openapi: str = setting(
        "follow-privileges",
        "OpenAPI description at the root: follow-privileges, ignore-privileges, disabled",
        choices=("follow-privileges", "ignore-privileges", "disabled"),
    )
    rest_aggregates: bool = setting("false", "Allow aggregate functions in `select`")
    rest_plans: bool = setting("false", "Return query plans to clients that request them")
    rest_tx_end: str = setting(
        "commit",
        "How transactions end: commit, rollback, and each with -allow-override, where clients may choose",
        choices=("commit", "commit-allow-override", "rollback", "rollback-allow-override"),
    )
    rest_jwt_audience: str = setting("", "Required audience of tokens; any if empty")
    rest_role_claim: str = setting(".role", "Path of the role in a token, such as .app_metadata.role")
    rest_jwks: str = setting("", "JSON Web Key Set of further accepted tokens, or the path of its file")
    rest_cors_origins: str = setting(
        "", "Origins that may call with credentials, separated by commas; if empty, any origin without credentials"
    )
    rest_server_timing: bool = setting(
        "false", "Send the duration of each stage of a request in the Server-Timing header"
    )
    rest_trace_header: str = setting("", "Request header that is repeated in responses")

    # Storage
    storage_url: str = setting(
        "", "s3://bucket/prefix for the objects; the folder `objects` of the data folder if empty", schemes=("s3",)
    )
    storage_endpoint: str = setting(
        "", "https:// address of an object store other than Amazon S3", schemes=("https", "http")
    )
    storage_region: str = setting("us-east-1", "Region of the bucket")
    storage_access_key_id: str = setting("", "Access key of the bucket; the machine's own credentials if empty")
    storage_secret_access_key: str = setting("", "Secret of that key", secret=True)
    storage_max_file_size: int = setting(
        "524288000", "Maximum size of a file, in bytes; 0 for no limit", minimum=0, maximum=2**53
    )
    storage_max_request_size: int = setting(
        "0",
        "Maximum size of a file uploaded in one request, in bytes; 0 for no further limit",
        minimum=0,
        maximum=2**53,
    )
    storage_image_cache_mb: int = setting(
        "500", "Maximum disk space of resized images, in megabytes", minimum=1, maximum=NO_LIMIT
    )

    # Realtime
    nats_url: str = setting(
        "",
        "NATS server for messages between nodes; PostgreSQL notifications if empty",
        secret=True,
        schemes=("nats", "tls", "ws", "wss"),
    )
    realtime_connections: int = setting(
        "10000", "Maximum realtime connections of each worker; 0 for no limit", minimum=0, maximum=NO_LIMIT
    )
    realtime_client_connections: int = setting(
        "1000",
        "Maximum realtime connections to each worker from one network address; 0 for no limit",
        minimum=0,
        maximum=NO_LIMIT,
    )
    realtime_channels: int = setting(
        "100", "Maximum channels of one realtime connection; 0 for no limit", minimum=0, maximum=NO_LIMIT
    )
    realtime_joins_per_second: int = setting(
        "1000",
        "Maximum channel joins per second, for each worker, averaged over a minute; 0 for no limit",
        minimum=0,
        maximum=NO_LIMIT,
    )
    realtime_events_per_second: int = setting(
        "100",
        "Maximum broadcasts per second of one client, averaged over a minute; 0 for no limit",
        minimum=0,
        maximum=NO_LIMIT,
    )
    realtime_presence_events: int = setting(
        "1000", "Maximum presence messages per second, for each worker; 0 for no limit", minimum=0, maximum=NO_LIMIT
    )
    realtime_presence_calls: int = setting(
        "5", "Maximum presence messages of one channel in 30 seconds; 0 for no limit", minimum=0, maximum=NO_LIMIT
    )
    realtime_payload_kb: int = setting("3000", "Maximum size of a broadcast, in kB", minimum=1, maximum=4900)
    realtime_private_only: bool = setting("false", "Reject realtime channels that no policy protects")

    # Functions
    functions_dir: str = setting(
        "", "Folder of the functions under /functions/v1: docs/guides/functions.md; none if empty"
    )
    functions_processes: int = setting("4", "Maximum processes for functions in each worker", minimum=1, maximum=100)

    @property
    def sms_provider(self) -> str:
        """`hook`, `twilio`, `webhook` or `mailbox`; empty if no SMS can be sent."""
        if self.hook_send_sms:
            return "hook"
        if self.sms_url:
            return "twilio" if self.sms_url.startswith("twilio") else "webhook"
        return "mailbox" if self.mailbox else ""


SETTINGS = settings_of(Settings)
