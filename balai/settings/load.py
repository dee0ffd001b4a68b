"""Reads the settings from environment variables, with one error line for each invalid value."""

import dataclasses
import fcntl
import os
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from balai.errors import StartError
from balai.settings.declared import SETTINGS, Settings
from balai.settings.setting import YES

SAMPLE_SECRETS = ("super-secret-jwt-token-with-at-least-32-characters-long", "your-super-secret-jwt-token", "changeme")
MIN_SECRET_LENGTH = 32


def split_list(text: str) -> tuple[str, ...]:
    """Split a comma-separated setting; blanks and empty values are dropped."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def load_settings(environment: Mapping[str, str] = os.environ, **given: Any) -> Settings:
    """Read the settings from the environment; values `given` on the command line override it.

    Raises:
        StartError: a setting is invalid; the message has one line for each.
        TypeError: a given name is not that of a setting.
    """
    if unknown := given.keys() - {setting.field for setting in SETTINGS}:
        raise TypeError(f"unknown settings: {', '.join(sorted(unknown))}")
    texts = {setting.field: environment.get(setting.name, "") or setting.default for setting in SETTINGS}
    texts |= {field: str(value) for field, value in given.items() if value is not None}
    errors = list(_find_errors(texts, environment))
    if errors:
        raise StartError(
            "Some settings are invalid:\n  " + "\n  ".join(errors), hint="Run `balai config` for the list."
        )
    texts["data_dir"] = str(Path(texts["data_dir"]).absolute())
    texts["site_url"] = texts["site_url"].rstrip("/") or f"http://{_connectable_host(texts['host'])}:{texts['port']}"
    texts["backend_url"] = texts["backend_url"].rstrip("/") or texts["site_url"]
    for switch in (setting.field for setting in SETTINGS if setting.is_switch):
        texts[switch] = "true" if texts[switch].lower() in YES else "false"
    return msgspec.convert(texts, Settings, strict=False, dec_hook=lambda kind, value: kind(value))


def environment_of(settings: Settings, **changed: str) -> dict[str, str]:
    """The environment of another process of this program with the same settings, except those that are `changed`."""
    values = {setting.field: str(getattr(settings, setting.field)) for setting in SETTINGS} | changed
    return os.environ | {setting.name: values[setting.field] for setting in SETTINGS}


def data_folder() -> Path:
    """The data folder, also where another setting is invalid for this version of the program."""
    default = next(setting.default for setting in SETTINGS if setting.field == "data_dir")
    return Path(os.environ.get("BALAI_DATA_DIR", "") or default).absolute()


def environment_with(given: Mapping[str, str]) -> dict[str, str]:
    """The environment of another version of this program, with the given BALAI_ variables and no others.

    Modules of the working folder are not imported: it may be a checkout, which has another version.
    """
    others = {name: value for name, value in os.environ.items() if not name.startswith("BALAI_")}
    return others | dict(given) | {"PYTHONSAFEPATH": "1"}


def given_variables(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The BALAI_ variables of an environment."""
    return {name: value for name, value in environment.items() if name.startswith("BALAI_")}


def with_stored_secret(settings: Settings) -> Settings:
    """Add the signing secret: the configured one, or the one in the data folder, generated on first use.

    Raises:
        StartError: the data folder cannot be written.
    """
    if settings.jwt_secret:
        return settings
    try:
        secret = store_secret(settings.data_dir / "jwt_secret", secrets.token_urlsafe(48))
        return dataclasses.replace(settings, jwt_secret=secret)
    except OSError as error:
        raise StartError(
            f"The data folder cannot be written: {settings.data_dir} ({error.strerror})",
            hint="Set BALAI_DATA_DIR to another folder, or fix its permissions.",
        ) from error


def store_secret(file: Path, generated: str) -> str:
    """Return the file's secret; if it has none yet, write the generated one. Raises OSError."""
    if stored := read_secret(file):
        return stored
    file.parent.mkdir(parents=True, exist_ok=True)
    # Two processes may start at once. A full disk, a kill or a power cut leaves an empty file; the next start fills it.
    with os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT, 0o600), "r+") as opened:
        fcntl.flock(opened, fcntl.LOCK_EX)
        if stored := opened.read().strip():
            return stored
        opened.write(generated)
        opened.flush()
        os.fsync(opened.fileno())
    return generated


def read_secret(file: Path) -> str:
    """Return the file's secret; empty if there is no file, or nothing in it yet. Raises OSError."""
    return file.read_text().strip() if file.exists() else ""


def _find_errors(texts: Mapping[str, str], environment: Mapping[str, str]) -> Iterator[str]:
    yield from filter(None, (setting.find_error(texts[setting.field]) for setting in SETTINGS))
    if texts["sms_url"].startswith("http") and not texts["sms_webhook_secret"]:
        yield "BALAI_SMS_WEBHOOK_SECRET is empty: the webhook could not verify that a delivery comes from this instance"
    if texts["inbound_imap_url"] and not texts["inbound_address"]:
        yield "BALAI_INBOUND_ADDRESS is empty: replies by email have no address to be sent to"
    if texts["backup_url"] and not texts["backup_recipient"]:
        yield "BALAI_BACKUP_RECIPIENT is empty: copies of backups leave this machine only encrypted"
    if texts["captcha"] in {"turnstile", "hcaptcha"} and not texts["captcha_secret"]:
        yield "BALAI_CAPTCHA_SECRET is empty: the provider verifies tokens only with its secret"
    secret = texts["jwt_secret"]
    if secret and len(secret) < MIN_SECRET_LENGTH:
        yield f"BALAI_JWT_SECRET is too short: give at least {MIN_SECRET_LENGTH} random characters"
    if secret.startswith(SAMPLE_SECRETS):
        yield "BALAI_JWT_SECRET is a published sample: anyone could sign in as any user. Generate a random one"
    known = {setting.name for setting in SETTINGS}
    yield from (f"{name} is not a setting" for name in environment if name.startswith("BALAI_") and name not in known)


def _connectable_host(host: str) -> str:
    return "127.0.0.1" if host in {"0.0.0.0", "::"} else host  # noqa: S104 - compared, not bound
