"""Parses settings that are written in a form of their own. Each function raises ValueError for any other text."""

import ipaddress
import re
from datetime import UTC, datetime

TEST_CODE = re.compile(r"\+?([1-9][0-9]{1,14})\s*[:=]\s*([0-9]{4,10})")
HOST_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")
ORIGIN = re.compile(r"https?://[^\s/?#@,]+|[a-z][a-z0-9+.-]*:[a-z0-9:+/=_-]+", re.IGNORECASE)
ROLE = re.compile(r"[^\s,\"]{1,63}")
# With a plus and the 32 characters of a secret the part before the @ has at most 64.
PLUS_ADDRESS = re.compile(r"[a-z0-9._-]{1,31}@[a-z0-9.-]+", re.IGNORECASE)
# A public key of the `age` file format.
AGE_RECIPIENT = re.compile(r"age1[02-9ac-hj-np-z]{58}")
HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")


def parse_test_codes(text: str) -> dict[str, str]:
    """Parses phone numbers and their fixed codes: `+60120000001=123456, 60120000002:654321`."""
    found = [TEST_CODE.fullmatch(part) for part in split(text)]
    if not all(found):
        raise ValueError(text)
    return {match[1]: match[2] for match in found if match}


def parse_time(text: str) -> datetime:
    """Parses a date or a time of ISO 8601; UTC unless it names an offset."""
    time = datetime.fromisoformat(text)
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def parse_host(text: str) -> str:
    """Parses a host name."""
    return _matching(HOST_NAME, [text.lower()])[0]


def parse_origins(text: str) -> tuple[str, ...]:
    """Parses origins of web pages and apps: `https://app.example, android:apk-key-hash:…`."""
    return _matching(ORIGIN, [origin.removesuffix("/") for origin in split(text)])


def parse_roles(text: str) -> tuple[str, ...]:
    """Parses names of database roles, separated by commas."""
    return _matching(ROLE, split(text))


def parse_role(text: str) -> str:
    """Parses the name of one database role."""
    return _matching(ROLE, [text])[0]


def parse_headers(text: str) -> tuple[str, ...]:
    """Parses names of request headers, separated by commas."""
    return _matching(HEADER_NAME, split(text))


def parse_plus_address(text: str) -> str:
    """Parses an email address to which a plus and a secret can be added."""
    return _matching(PLUS_ADDRESS, [text])[0]


def parse_dns_server(text: str) -> str:
    """Parses the IP address of a resolver, with a port or without."""
    split_server(text)
    return text


def split_server(server: str) -> tuple[str, int]:
    """IP address and port of `192.0.2.1`, `192.0.2.1:53`, `2001:db8::1` or `[2001:db8::1]:53`. Raises ValueError."""
    host, colon, port = server.rpartition(":")
    if not colon or (":" in host and not host.startswith("[")):
        host, port = server, "53"
    return str(ipaddress.ip_address(host.strip("[]"))), int(port)


def parse_recipient(text: str) -> str:
    """Parses a public key of `age`."""
    return _matching(AGE_RECIPIENT, [text])[0]


def parse_sms_text(text: str) -> str:
    """Parses the text of an SMS, which holds the code: `{code}`, or GoTrue's `{{ .Code }}`."""
    text = re.sub(r"\{\{\s*\.Code\s*\}\}", "{code}", text)
    if "{code}" not in text:
        raise ValueError(text)
    return text


def split(text: str) -> list[str]:
    """Splits a list at commas; blanks and empty values are dropped."""
    return [part.strip() for part in text.split(",") if part.strip()]


def _matching(pattern: re.Pattern[str], parts: list[str]) -> tuple[str, ...]:
    if not parts or not all(pattern.fullmatch(part) for part in parts):
        raise ValueError(parts)
    return tuple(parts)


def parse_limits(text: str) -> dict[str, int]:
    """The daily limits of channels. Raises ValueError for another channel or number."""
    limits: dict[str, int] = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        channel, _, number = part.partition("=")
        if channel not in {"email", "sms", "whatsapp", "zalo"} or not number.isdecimal():
            raise ValueError(f"not a limit: {part}")
        limits["mail" if channel == "email" else channel] = int(number)
    return limits
