"""Every setting of Balai, once: name, type, default, meaning and bounds. Nothing else reads the environment.

`balai config` prints this list, and docs/operations/configuration.md is checked against it.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balai.settings.setting import setting, settings_of

NO_LIMIT = 10**9
TEN_YEARS_MIN = 5_256_000

# Sign-in providers with ready-made settings: their names on the wire and those that people know.
OAUTH = {
    "apple": "Apple",
    "azure": "Microsoft",
    "facebook": "Facebook",
    "github": "GitHub",
    "google": "Google",
    "line": "LINE",
}


def _client_id(label: str) -> Any:
    return setting("", f"Client id of the sign-in with {label}; off where empty")


def _client_secret(label: str) -> Any:
    return setting("", f"Client secret of the sign-in with {label}", secret=True)


def _hook(meaning: str) -> Any:
    text = f"Address that is {meaning}: https://… or pg-functions://postgres/SCHEMA/FUNCTION; none where empty"
    return setting("", text, schemes=("https", "http", "pg-functions"))


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings as the program uses them: typed, complete, checked."""

    host: str = setting("127.0.0.1", "Address to listen on; 0.0.0.0 for every one")
    port: int = setting("8000", "Port to listen on", minimum=1, maximum=65535)
    data_dir: Path = setting("data", "Folder of the built-in database, of keys and of objects")
    database_url: str = setting(
        "",
        "PostgreSQL 15 or newer to use instead of the built-in one",
        secret=True,
        schemes=("postgres", "postgresql"),
    )
    jwt_secret: str = setting(
        "",
        "Secret that API keys are signed and private keys sealed with; made and kept in the data folder",
        secret=True,
    )
    site_url: str = setting(
        "",
        "Public address of the site, for links in mails; http://HOST:PORT where empty",
        schemes=("https", "http"),
    )
    backend_url: str = setting(
        "", "Address of the backend as browsers reach it; the site's own where empty", schemes=("https", "http")
    )
    anon_key: str = setting("", "Public key of another backend; derived from the secret where empty")
    workers: int = setting("1", "Worker processes", minimum=1, maximum=64)
    render_threads: int = setting("1", "V8 renderers in each worker", minimum=1, maximum=32)
    database_pool_size: int = setting("8", "Connections that each worker opens at most", minimum=2, maximum=500)
    admin_email: str = setting("admin@example.org", "Address of the first administrator")
    admin_password: str = setting(
        "",
        "Password of the first administrator, of at least 15 characters; made and printed once where empty",
        secret=True,
    )
    email_from: str = setting("Balai <noreply@localhost>", "Sender of every mail")
    smtp_url: str = setting(
        "",
        "smtp://user:password@host:port or smtps://…; the built-in mailbox where empty",
        secret=True,
        schemes=("smtps", "smtp"),
    )
    sms_url: str = setting(
        "",
        "twilio://account:token@api.twilio.com?from=%2B… or the https:// address of a webhook, for text messages; "
        "where empty the mailbox has them if it is shown, else there are no phone sign-ins",
        secret=True,
        schemes=("twilio", "https", "http", "twilio+http"),
    )
    sms_webhook_secret: str = setting(
        "", "Secret that deliveries to the webhook for text messages are signed with", secret=True
    )
    phone_regions: str = setting(
        "MY,SG,VN", "Countries whose phone numbers may be written without the country's code, in order"
    )
    email_sign_in: bool = setting("true", "Let people sign up and in by e-mail")
    email_otp: bool = setting("true", "Let people sign in by a mailed link or code")
    email_allowed_recipients: str = setting(
        "", "The only addresses that account mails go to; all where empty; commas between"
    )
    email_autoconfirm: bool = setting("false", "Accept new accounts without a confirmation mail")
    anonymous_users: bool = setting("false", "Let visitors sign in without an address, as members for the time being")
    password_require_reauthentication: bool = setting(
        "false", "Ask for a mailed code to change a password after a day's session"
    )
    password_require_current: bool = setting("false", "Ask for the present password to change it")
    session_timebox_minutes: int = setting(
        "0", "Longest life of a session; 0 for no limit", minimum=0, maximum=TEN_YEARS_MIN
    )
    session_inactivity_minutes: int = setting(
        "0", "Longest time that a session may lie unused; 0 for no limit", minimum=0, maximum=TEN_YEARS_MIN
    )
    session_low_aal_minutes: int = setting(
        "0",
        "Longest time that a session may go on without the second factor of its account; 0 for no limit",
        minimum=0,
        maximum=TEN_YEARS_MIN,
    )
    session_single: bool = setting("false", "A new sign-in takes the place of the account's other sessions")
    mailbox: bool = setting("", "Show the built-in mailbox at /mailbox to this machine; on with --demo")
    redirect_urls: str = setting(
        "", "Other applications that sign-in links may lead to; commas between, * and ** as wildcards"
    )
    rest_only: bool = setting("false", "Let `balai backend` serve data alone, and lay nothing in the database")
    rest_schemas: str = setting("public", "Schemas that the data service serves, the first by default; commas between")
    rest_extra_search_path: str = setting("extensions", "Further schemas to look names up in; commas between")
    rest_anon_role: str = setting("anon", "Role of callers without a token; `none` refuses them")
    rest_max_rows: int = setting(
        "1000", "Rows that a read gives at most, and each embed in it; 0 for no limit", minimum=0, maximum=NO_LIMIT
    )
    rest_require_policies: str = setting(
        "", "Hide tables without row security or policies; on with `balai serve`", choices=("", "true", "false")
    )
    rest_pre_request: str = setting("", "Function, `schema.name`, that runs before each statement of the data service")
    rest_root_spec: str = setting("", "Function, `schema.name`, that answers at the root in place of the description")
    rest_openapi: str = setting(
        "follow-privileges",
        "Description at the root: follow-privileges, ignore-privileges, disabled",
        choices=("follow-privileges", "ignore-privileges", "disabled"),
    )
    rest_aggregates: bool = setting("false", "Allow sums, counts and the like in `select`")
    rest_plans: bool = setting("false", "Show query plans to who asks for them")
    rest_tx_end: str = setting(
        "commit",
        "How transactions end: commit, rollback, and each with -allow-override, where clients may choose",
        choices=("commit", "commit-allow-override", "rollback", "rollback-allow-override"),
    )
    rest_jwt_audience: str = setting("", "Whom tokens have to be for; anybody where empty")
    rest_role_claim: str = setting(".role", "Path of the role in a token, such as .app_metadata.role")
    rest_jwks: str = setting("", "JSON Web Key Set whose tokens are accepted too, or the path of its file")
    rest_cors_origins: str = setting(
        "", "Pages that may call with credentials; any page without where empty; commas between"
    )
    rest_server_timing: bool = setting("false", "Say in a header how long each stage of a request took")
    rest_trace_header: str = setting("", "Header of requests that answers repeat")
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
    manual_linking: str = setting(
        "", "Let members link and unlink identities; on with `balai serve`", choices=("", "true", "false")
    )
    oauth_unverified_emails: bool = setting(
        "false", "Let people of providers sign in with an address that nobody has checked, in a new account"
    )
    saml: bool = setting(
        "false", "Sign-in by companies' identity providers (SAML 2.0): docs/guides/sign-in-providers.md"
    )
    oauth_providers_file: str = setting("", "TOML file of further sign-in providers: docs/guides/sign-in-providers.md")
    password_min_length: str = setting(
        "",
        "Characters that a password has at least, from 6 on; 10 where empty, 6 for `balai backend`",
        minimum=6,
        maximum=72,
    )
    password_required_characters: str = setting(
        "", "Sets of characters of each of which a password has one; colons between"
    )
    password_breach_url: str = setting(
        "",
        "Service that lists breached passwords by the beginning of their SHA-1, such as "
        "https://api.pwnedpasswords.com/range; nobody is asked where empty",
        schemes=("https", "http"),
    )
    geoip_file: str = setting(
        "",
        "File in MaxMind DB format (.mmdb) that tells about where an address is, for the list of one's devices; no "
        "places are shown where empty",
    )
    captcha: str = setting(
        "",
        "Proof that account calls need: altcha (by ourselves), turnstile, hcaptcha; none where empty",
        choices=("", "altcha", "turnstile", "hcaptcha"),
    )
    captcha_site_key: str = setting("", "Public key of the account with Turnstile or hCaptcha")
    captcha_secret: str = setting("", "Secret key of the account with Turnstile or hCaptcha", secret=True)
    captcha_verify_url: str = setting(
        "",
        "Where tokens of Turnstile or hCaptcha are checked, in place of the service's own address",
        schemes=("https", "http"),
    )
    trusted_proxies: str = setting("127.0.0.1", "Addresses whose X-Forwarded-For and -Proto are believed")
    rate_limits: str = setting(
        "",
        "Limit what one client, by its address, may ask of accounts; on with `balai serve`",
        choices=("", "true", "false"),
    )
    rate_limit_otp: int = setting(
        "30",
        "Requests for sign-ups, codes and account mails that one client may make in 5 minutes, for each of them",
        minimum=1,
        maximum=NO_LIMIT,
    )
    rate_limit_token_refresh: int = setting(
        "150", "Sign-ins and refreshes that one client may make in 5 minutes", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_verify: int = setting(
        "30", "Codes and links that one client may redeem in 5 minutes", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_anonymous_users: int = setting(
        "30", "Anonymous accounts that one client may make in an hour", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_factors: int = setting(
        "15",
        "Challenges and answers of second factors that one client may make in a minute",
        minimum=1,
        maximum=NO_LIMIT,
    )
    rate_limit_sso: int = setting(
        "30", "Sign-ins through an organisation that one client may begin in 5 minutes", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_passkey: int = setting(
        "30", "Sign-ins with a passkey that one client may begin in 5 minutes", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_email_sent: str = setting(
        "",
        "Account mails in an hour, all together; 0 for none. 300 where empty, 30 for `balai backend`",
        minimum=0,
        maximum=NO_LIMIT,
    )
    rate_limit_sms_sent: int = setting(
        "30", "Text messages in an hour, all together; 0 for none", minimum=0, maximum=NO_LIMIT
    )
    refresh_token_version: str = setting(
        "1", "Form of the refresh tokens of new sessions: 1 a row for each, 2 a signed count", choices=("1", "2")
    )
    refresh_token_reuse: bool = setting("false", "Take older refresh tokens of form 2 for the present one, at any time")
    hook_send_email: str = _hook("told of each account mail, to send it in our place")
    hook_send_sms: str = _hook("told of each code for a phone, to send it in our place")
    hook_custom_access_token: str = _hook("asked for what access tokens say")
    hook_before_user_created: str = _hook("asked before somebody gets an account by herself")
    hook_password_verification_attempt: str = _hook("told of each try at a password, which it may reject")
    hook_mfa_verification_attempt: str = _hook("told of each try at a second factor, which it may reject")
    hook_secret: str = setting(
        "", "Secret that requests to hooks are signed with (Standard Webhooks): whsec_ and base64", secret=True
    )
    hooks_required: str = setting(
        "", "Hooks whose failure ends what they are asked about, as `before_user_created`; commas between"
    )
    storage_image_cache_mb: int = setting(
        "500", "Megabytes of disk that pictures drawn in other sizes may take", minimum=1, maximum=NO_LIMIT
    )
    functions_dir: str = setting(
        "", "Folder of the functions under /functions/v1: docs/guides/functions.md; none where empty"
    )
    functions_processes: int = setting(
        "4", "Processes that each worker runs functions in at most", minimum=1, maximum=100
    )
    nats_url: str = setting(
        "",
        "NATS server that nodes tell each other live messages by; by the database's own notices where empty",
        secret=True,
        schemes=("nats", "tls", "ws", "wss"),
    )
    realtime_connections: int = setting(
        "10000", "Live connections that each worker holds at most; 0 for no limit", minimum=0, maximum=NO_LIMIT
    )
    realtime_client_connections: int = setting(
        "1000", "Live connections to each worker from one network address; 0 for no limit", minimum=0, maximum=NO_LIMIT
    )
    realtime_channels: int = setting(
        "100", "Channels of one live connection; 0 for no limit", minimum=0, maximum=NO_LIMIT
    )
    realtime_joins_per_second: int = setting(
        "1000",
        "Channels joined in a second, for each worker, averaged over a minute; 0 for no limit",
        minimum=0,
        maximum=NO_LIMIT,
    )
    realtime_events_per_second: int = setting(
        "100",
        "Broadcasts that one client may send in a second, averaged over a minute; 0 for no limit",
        minimum=0,
        maximum=NO_LIMIT,
    )
    realtime_presence_events: int = setting(
        "1000", "Presence messages in a second, for each worker; 0 for no limit", minimum=0, maximum=NO_LIMIT
    )
    realtime_presence_calls: int = setting(
        "5", "Presence messages of one channel in 30 seconds; 0 for no limit", minimum=0, maximum=NO_LIMIT
    )
    realtime_payload_kb: int = setting("3000", "Largest broadcast, in kB", minimum=1, maximum=4900)
    realtime_private_only: bool = setting("false", "Refuse live channels that no policy guards")
    storage_url: str = setting(
        "", "s3://bucket/prefix for the objects; the folder `objects` of the data folder where empty", schemes=("s3",)
    )
    storage_endpoint: str = setting(
        "", "https:// address of an object store that is not Amazon's", schemes=("https", "http")
    )
    storage_region: str = setting("us-east-1", "Region of the bucket")
    storage_access_key_id: str = setting("", "Access key of the bucket; what the machine has by itself where empty")
    storage_secret_access_key: str = setting("", "Secret of that key", secret=True)
    storage_max_file_size: int = setting(
        "524288000", "Bytes that a file may have at most; 0 for no limit", minimum=0, maximum=2**53
    )
    storage_max_request_size: int = setting(
        "0",
        "Bytes that a file may have at most that comes in one request; 0 for no further limit",
        minimum=0,
        maximum=2**53,
    )
    log_level: str = setting("info", "debug, info, warning or error", choices=("debug", "info", "warning", "error"))
    log_format: str = setting("text", "text or json", choices=("text", "json"))

    @property
    def sms_provider(self) -> str:
        """`hook`, `twilio`, `webhook` or `mailbox`; empty where no text message can be sent."""
        if self.hook_send_sms:
            return "hook"
        if self.sms_url:
            return "twilio" if self.sms_url.startswith("twilio") else "webhook"
        return "mailbox" if self.mailbox else ""


SETTINGS = settings_of(Settings)
