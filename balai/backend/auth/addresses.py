"""E-mail addresses and languages of the people who write to the service."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from balai.backend.auth.errors import invalid
from balai.mail.texts import LANGUAGES

MAX_EMAIL_BYTES = 255
LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
EMAIL = re.compile(rf"[a-zA-Z0-9.!#$%&'*+/=?^_`{{|}}~-]+@{LABEL}(?:\.{LABEL})*")
PHONE = re.compile(r"[1-9][0-9]{1,14}")


def check_email(text: str) -> str:
    """The address in lower case. Raises AuthError 400 when it is empty, too long or no address."""
    if not text:
        raise invalid("An email address is required")
    if len(text.encode()) > MAX_EMAIL_BYTES:
        raise invalid("An email address is too long")
    if not EMAIL.fullmatch(text):
        raise invalid("Unable to validate email address: invalid format")
    return text.lower()


def check_phone(text: str) -> str:
    """The number without plus and spaces. Raises AuthError 400."""
    digits = text.removeprefix("+").replace(" ", "")
    if not PHONE.fullmatch(digits):
        raise invalid("Invalid phone number format (E.164 required)")
    return digits


def choose_language(metadata: Mapping[str, Any], redirect_to: str, accept_language: str) -> str:
    """The language of a mail: what the account says, else the page it was asked from, else the browser's."""
    chosen = metadata.get("language")
    if isinstance(chosen, str) and chosen in LANGUAGES:
        return chosen
    prefix = urlsplit(redirect_to).path.split("/")[1:2]
    if prefix and prefix[0] in LANGUAGES:
        return prefix[0]
    wanted = (part.split(";")[0].strip().lower().split("-")[0] for part in accept_language.split(","))
    return next((language for language in wanted if language in LANGUAGES), "en")
