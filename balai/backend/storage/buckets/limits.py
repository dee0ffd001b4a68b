"""Checks the properties of a bucket: size limit and media types (storage contract, section 3)."""

import re
from decimal import Decimal
from typing import Any

from balai.backend.storage.errors import invalid_request, invalid_schema, too_large
from balai.backend.storage.media_types import check_rule
from balai.backend.storage.validation import Field, array, boolean, one_of, string

_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,15})?)\s*(gb|mb|kb|b)", re.IGNORECASE)
_UNITS = {"gb": 10**9, "mb": 10**6, "kb": 10**3, "b": 1}
MAX_SIZE = 2**63 - 1


def size_limit(value: Any, where: str) -> int:
    """Checks a number of bytes, or a text such as 20GB. Raises StorageError."""
    if isinstance(value, str):
        return _size_of_text(value.strip())
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise invalid_schema(f"{where} must be integer")
    if not 0 <= value <= MAX_SIZE:
        raise invalid_schema(f"{where} must be >= 0")
    return value


def _size_of_text(value: str) -> int:
    if value.isdecimal() and value.isascii() and len(value) < 19:
        return int(value)
    found = _SIZE.fullmatch(value)
    if found is None:
        raise invalid_request("Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B")
    number = Decimal(f"{Decimal(found[1]):.3g}")
    return int(number * _UNITS[found[2].lower()])


LIMITS: dict[str, Field] = {
    "public": Field(boolean),
    "file_size_limit": Field(size_limit, is_nullable=True),
    "allowed_mime_types": Field(array(string()), is_nullable=True),
}
NEW_BUCKET: dict[str, Field] = {
    "name": Field(string(), is_required=True),
    "id": Field(string()),
    "type": Field(one_of("STANDARD", "ANALYTICS"), default="STANDARD"),
    **LIMITS,
}


def check_limits(fields: dict[str, Any], maximum: int | None) -> None:
    """Raises StorageError for a limit above the operator's, or an invalid media type. Removes empty types."""
    limit = fields["file_size_limit"]
    if limit is not None and maximum is not None and limit > maximum:
        raise too_large()
    if fields["allowed_mime_types"] is not None:
        fields["allowed_mime_types"] = [rule.strip() for rule in fields["allowed_mime_types"] if rule.strip()]
        for rule in fields["allowed_mime_types"]:
            check_rule(rule)
