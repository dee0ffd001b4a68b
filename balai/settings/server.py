"""Settings of the server itself, and of the emails and SMS that it sends."""

from dataclasses import dataclass
from pathlib import Path

from balai.settings.forms import parse_dns_server, parse_limits, parse_plus_address, parse_recipient, parse_sms_text
from balai.settings.setting import setting


@dataclass(frozen=True, kw_only=True)
class ServerSettings:
    """A part of `Settings`."""

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
    offline: bool = setting("on", "Let browsers store opened pages for reading offline; `off` deletes them")
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

    # Backups
    backups: bool = setting("on", "Make a backup of the whole site every day")
    backup_hour: int = setting("3", "Hour of the site's time zone at which it is made", minimum=0, maximum=23)
    backup_dir: str = setting("", "Folder of these backups; the folder `backups` of the data folder if empty")
    backup_url: str = setting(
        "", "s3://bucket/prefix for an encrypted copy of each of these backups; none if empty", schemes=("s3",)
    )
    backup_recipient: str = setting(
        "",
        "Public key for which the copies are encrypted; `balai backup-key` generates one",
        parse=parse_recipient,
        form="a public key that begins with age1",
    )
    backup_endpoint: str = setting(
        "", "https:// address of an object store other than Amazon S3", schemes=("https", "http")
    )
    backup_region: str = setting("us-east-1", "Region of that bucket")
    backup_access_key_id: str = setting("", "Access key of that bucket; the machine's own credentials if empty")
    backup_secret_access_key: str = setting("", "Secret of that key", secret=True)

    # Email and SMS
    email_from: str = setting("Balai <noreply@localhost>", "Sender of every email")
    smtp_url: str = setting(
        "",
        "smtp://user:password@host:port or smtps://…; the built-in mailbox if empty",
        secret=True,
        schemes=("smtps", "smtp"),
    )
    inbound_imap_url: str = setting(
        "",
        "imaps://user:password@host/FOLDER of the mailbox for replies by email; none if empty",
        secret=True,
        schemes=("imaps", "imap"),
    )
    inbound_address: str = setting(
        "",
        "Address of that mailbox, whose variants with a plus (reply+…@example.org) arrive in it",
        parse=parse_plus_address,
        form="an email address without a plus",
    )
    dns_server: str = setting(
        "",
        "Resolver for the checks of the site's emails, as IP address or IP:port; the system's if empty",
        parse=parse_dns_server,
        form="an IP address, with a port or without",
    )
    notice_delay_seconds: int = setting(
        "600", "Time from a member's first notice to the email with all until then", minimum=0, maximum=86400
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
    whatsapp_url: str = setting(
        "",
        "WhatsApp Business Cloud API: https://graph.facebook.com/VERSION/PHONE_NUMBER_ID; off if empty",
        schemes=("https", "http"),
    )
    whatsapp_token: str = setting("", "Access token of the WhatsApp Business account", secret=True)
    whatsapp_app_secret: str = setting("", "Secret of the app, which proves the token of each request", secret=True)
    whatsapp_template: str = setting(
        "", "Approved template with one text in its body, for messages that open a conversation; plain text if empty"
    )
    zalo_url: str = setting(
        "",
        "Zalo notification service: https://business.openapi.zalo.me/message/template; off if empty",
        schemes=("https", "http"),
    )
    zalo_token_url: str = setting(
        "https://oauth.zaloapp.com/v4/oa/access_token",
        "Where access tokens of Zalo are renewed",
        schemes=("https", "http"),
    )
    zalo_app_id: str = setting("", "Id of the Zalo app")
    zalo_app_secret: str = setting("", "Secret of the Zalo app", secret=True)
    zalo_refresh_token: str = setting("", "Refresh token of the Zalo account; its successors are stored", secret=True)
    zalo_template: str = setting("", "Id of a Zalo template with one parameter, `text`")
    messages_per_day: str = setting(
        "",
        "Messages of a channel in 24 hours, such as `sms=200,whatsapp=500`, with email and zalo as well; codes do not "
        "count. No limit if empty",
        parse=parse_limits,
        form="channels and numbers such as sms=200,whatsapp=500",
    )
    newsletter_per_minute: int = setting(
        "300", "Emails of an article to its subscribers that are queued in a minute", minimum=6, maximum=100_000
    )
    sms_text: str = setting(
        "",
        "Text of an SMS with a code, such as `Your code is {code}`; a text in the user's language if empty",
        parse=parse_sms_text,
        form="a text that contains {code}",
    )
    phone_regions: str = setting("MY,SG,VN", "Countries whose phone numbers may omit the country code, in order")
