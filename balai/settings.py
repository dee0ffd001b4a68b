"""Every setting of Balai, once: name, type, default and meaning. Nothing else reads the environment.

`balai config` prints this list, and `docs/settings.md` is checked against it.
"""

import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from balai.errors import StartError

SAMPLE_SECRETS = ("super-secret-jwt-token-with-at-least-32-characters-long", "your-super-secret-jwt-token", "changeme")
SHORTEST_SECRET = 32
SWITCHES = ("mail_autoconfirm", "mailbox")
YES = {"1", "true", "yes", "on"}
NO = {"", "0", "false", "no", "off"}


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
        "jwt_secret", "", "Secret that sessions and API keys are signed with; made and kept in the data folder", True
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
    Setting("mail_autoconfirm", "false", "Accept new accounts without a confirmation mail"),
    Setting("mailbox", "", "Show the built-in mailbox at /mailbox to this machine; on with --demo"),
    Setting(
        "redirect_urls", "", "Other applications that sign-in links may lead to; commas between, * and ** as wildcards"
    ),
    Setting("trusted_proxies", "127.0.0.1", "Addresses whose X-Forwarded-For and -Proto are believed"),
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
    mail_autoconfirm: bool
    mailbox: bool
    redirect_urls: str
    trusted_proxies: str
    log_level: str
    log_format: str


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
    ):
        if not texts[field].isdecimal() or not least <= int(texts[field]) <= most:
            wrong.append(f"BALAI_{field.upper()}={texts[field]!r}: give a whole number from {least} to {most}")
    for field in SWITCHES:
        if texts[field].lower() not in YES | NO:
            wrong.append(f"BALAI_{field.upper()}={texts[field]!r}: give true or false")
    for field, allowed in (("log_level", ("debug", "info", "warning", "error")), ("log_format", ("text", "json"))):
        if texts[field] not in allowed:
            wrong.append(f"BALAI_{field.upper()}={texts[field]!r}: give one of {', '.join(allowed)}")
    for field, schemes in (
        ("site_url", "https?"),
        ("backend_url", "https?"),
        ("smtp_url", "smtps?"),
        ("database_url", "postgres(ql)?"),
    ):
        if texts[field] and not re.match(rf"{schemes}://", texts[field]):
            wrong.append(f"BALAI_{field.upper()}: give an address that starts with {schemes.replace('?', '(s)')}://")
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
