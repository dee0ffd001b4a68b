"""Removes from log lines what identifies a person or opens something: addresses, numbers, links that are credentials.

An error of a mail server names the recipient, one of the database the row that failed, and a path may be the signed
link of a booking. Lines are masked at one place, so that no call of a logger has to think of it.
"""

import re
from typing import cast

import structlog

MASKED = ("path", "error", "exception", "event", "url")
# Segments after these are secrets: a signed ticket, a calendar address.
SECRET_SEGMENT = re.compile(r"(/(?:book/ticket|calendar/staff|calendar)/)[^/?\s\"']+")
EMAIL = re.compile(r"[^\s@<>()\[\]'\",;:=]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")
PHONE = re.compile(r"(?<![\w-])\+?\d{9,15}(?![\w-])")
# Access tokens.
TOKEN = re.compile(r"eyJ[\w-]{10,}(?:\.[\w-]+)*")
# The values of a row, as PostgreSQL adds them.
ROW = re.compile(r"(DETAIL:).*")


def mask_line(_logger: object, _method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Mask the texts of a log line, for structlog."""
    for name in MASKED:
        if isinstance(event.get(name), str):
            event[name] = mask(cast("str", event[name]))
    return event


def mask(text: str) -> str:
    """The text without personal data and secrets."""
    text = ROW.sub(r"\1 …", text)
    text = SECRET_SEGMENT.sub(r"\1…", text)
    return PHONE.sub("…", EMAIL.sub("…@…", TOKEN.sub("…", text)))
