"""Validation of email addresses and phone numbers, and the choice of a message's language."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import phonenumbers

from balai.backend.auth.errors import invalid
from balai.messaging.templates import LANGUAGES

MAX_EMAIL_BYTES = 255
LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
EMAIL = re.compile(rf"[a-zA-Z0-9.!#$%&'*+/=?^_`{{|}}~-]+@{LABEL}(?:\.{LABEL})*")
PHONE = re.compile(r"[1-9][0-9]{1,14}")
MAX_PHONE_CHARACTERS = 40
# Number types that can receive SMS. In some countries fixed and mobile numbers look alike.
MOBILE = frozenset({phonenumbers.PhoneNumberType.MOBILE, phonenumbers.PhoneNumberType.FIXED_LINE_OR_MOBILE})


def check_email(text: str) -> str:
    """Returns the address in lower case. Raises AuthError 400 if it is empty, too long or malformed."""
    if not text:
        raise invalid("An email address is required")
    if len(text.encode()) > MAX_EMAIL_BYTES:
        raise invalid("An email address is too long")
    if not EMAIL.fullmatch(text):
        raise invalid("Unable to validate email address: invalid format")
    return text.lower()


def check_phone(text: str, regions: Sequence[str] = ()) -> str:
    """Returns the number as E.164 without the plus. Raises AuthError 400.

    Without regions only the protocol's form is accepted: digits that begin with the country code, with spaces. With
    regions, national notations such as `012-345 6789` are accepted too, if the number exists in one of the regions.
    """
    regional = _parse_regional_number(text, regions) if regions else None
    digits = regional or text.removeprefix("+").replace(" ", "")
    if not PHONE.fullmatch(digits):
        raise invalid("Invalid phone number format (E.164 required)")
    return digits


def _parse_regional_number(text: str, regions: Sequence[str]) -> str | None:
    if len(text) > MAX_PHONE_CHARACTERS:
        return None
    # Digits without a plus may begin with the country code. As in the protocol, that reading comes first.
    attempts = [(text, None)] if text.startswith("+") else [("+" + text, None), *((text, region) for region in regions)]
    for candidate, region in attempts:
        try:
            number = phonenumbers.parse(candidate, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.number_type(number) in MOBILE:
            return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164).removeprefix("+")
    return None


def choose_language(metadata: Mapping[str, Any], redirect_to: str, accept_language: str) -> str:
    """Returns the language of a message: set in the account, else that of the requesting page, else the browser's."""
    chosen = metadata.get("language")
    if isinstance(chosen, str) and chosen in LANGUAGES:
        return chosen
    prefix = urlsplit(redirect_to).path.split("/")[1:2]
    if prefix and prefix[0] in LANGUAGES:
        return prefix[0]
    wanted = (part.split(";")[0].strip().lower().split("-")[0] for part in accept_language.split(","))
    return next((language for language in wanted if language in LANGUAGES), "en")
