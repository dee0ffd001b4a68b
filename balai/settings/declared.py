"""Every setting of Balai: name, type, default, meaning and range. Nothing else reads the environment.

Those of the server and of accounts are in modules of their own. `balai config` prints the list; a test compares
docs/operations/configuration.md with it.
"""

from dataclasses import dataclass
from typing import Any

from balai.settings.accounts import AccountSettings
from balai.settings.server import ServerSettings
from balai.settings.setting import NO_LIMIT, setting, settings_of


def _hook(effect: str) -> Any:
    text = f"Hook that {effect}: https://… or pg-functions://postgres/SCHEMA/FUNCTION; none if empty"
    return setting("", text, schemes=("https", "http", "pg-functions"))


@dataclass(frozen=True, kw_only=True)
class Settings(AccountSettings, ServerSettings):
    """The settings, typed and validated."""

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
        "Maximum bytes of the rows of a response, and of all its embeds together; 0 for no limit",
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

    # Bookings
    answer_keys: str = setting(
        "",
        "Keys that encrypt sensitive answers of bookings, separated by commas: 32 bytes each, as base64; "
        "the first encrypts",
        secret=True,
    )
    answer_keys_file: str = setting("", "File with such keys, one a line, after those above")

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
    def phone_channels(self) -> tuple[str, ...]:
        """By which channels a message reaches a phone number: of `sms`, `whatsapp` and `zalo`."""
        has = {"sms": self.sms_provider, "whatsapp": self.whatsapp_url, "zalo": self.zalo_url}
        return tuple(channel for channel, is_on in has.items() if is_on)

    @property
    def sms_provider(self) -> str:
        """`hook`, `twilio`, `webhook` or `mailbox`; empty if no SMS can be sent."""
        if self.hook_send_sms:
            return "hook"
        if self.sms_url:
            return "twilio" if self.sms_url.startswith("twilio") else "webhook"
        return "mailbox" if self.mailbox else ""


SETTINGS = settings_of(Settings)
