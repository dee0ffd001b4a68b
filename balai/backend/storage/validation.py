"""Validates JSON bodies and queries with the coercions and messages that clients expect (storage contract, 2)."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from balai.backend.storage.errors import invalid_body, invalid_bucket_name, invalid_key, invalid_schema

MAX_JSON = 2 * 1024 * 1024
_BUCKET = re.compile(r"[A-Za-z0-9_!.*'()&$@=;:+,? -]{1,100}")
_KEY = re.compile(r"[A-Za-z0-9_/!.*'()&$@=;:+,? -]{1,1024}")
EMPTY_FOLDER = ".emptyFolderPlaceholder"
# Takes a value and its location; returns the value in its type.
Check = Callable[[Any, str], Any]


class Field(msgspec.Struct, frozen=True):
    """One property: its check, whether it is required, whether it may be null, and its default."""

    check: Check
    is_required: bool = False
    is_nullable: bool = False
    default: Any = None


def check_bucket_name(name: str) -> None:
    """Raises StorageError unless this is an allowed bucket name."""
    if not _BUCKET.fullmatch(name) or name != name.strip() or name.endswith("--table-s3"):
        raise invalid_bucket_name()


def check_key(key: str) -> None:
    """Raises StorageError unless this is an allowed object name."""
    if not _KEY.fullmatch(key) or any(segment in (".", "..") for segment in key.split("/")):
        raise invalid_key(key[:1100])


def read_json(body: bytes, *, may_be_empty: bool = False, is_json: bool = True) -> Any:
    """Decodes a JSON body; `{}` for an empty body where that is allowed."""
    if not body.strip():
        if may_be_empty or not is_json:
            return {}
        raise invalid_body("Body cannot be empty when content-type is set to 'application/json'")
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        message = "Body is not valid JSON but content-type is set to 'application/json'"
        raise invalid_body(message) from error


def check_fields(given: Any, fields: Mapping[str, Field], where: str = "body") -> dict[str, Any]:
    """Returns the checked properties of an object; unknown ones are ignored."""
    if not isinstance(given, dict):
        raise invalid_schema(f"{where} must be object")
    checked: dict[str, Any] = {}
    for name, field in fields.items():
        if name not in given:
            if field.is_required:
                raise invalid_schema(f"{where} must have required property '{name}'")
            checked[name] = field.default
        elif given[name] is None and field.is_nullable:
            checked[name] = None
        else:
            checked[name] = field.check(given[name], f"{where}/{name}")
    return checked


def string(*, minimum: int = 0) -> Check:
    """Checks a string."""

    def check(value: Any, where: str) -> str:
        if isinstance(value, bool | int | float):
            value = msgspec.json.encode(value).decode()
        if value is None:
            value = ""
        if not isinstance(value, str) or "\0" in value:
            raise invalid_schema(f"{where} must be string")
        if len(value) < minimum:
            raise invalid_schema(f"{where} must NOT have fewer than {minimum} characters")
        return value

    return check


def integer(*, minimum: int, maximum: int = 2**53) -> Check:
    """Checks an integer."""

    def check(value: Any, where: str) -> int:
        if isinstance(value, str):
            value = int(value) if value.removeprefix("-").isdecimal() and len(value) < 17 else value
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool):
            value = int(value)
        if not isinstance(value, int):
            raise invalid_schema(f"{where} must be integer")
        if value < minimum:
            raise invalid_schema(f"{where} must be >= {minimum}")
        if value > maximum:
            raise invalid_schema(f"{where} must be <= {maximum}")
        return value

    return check


def boolean(value: Any, where: str) -> bool:
    """Checks a boolean."""
    known = {"true": True, "false": False}
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value in known:
        return known[value]
    if value in (0, 1):
        return bool(value)
    if value is None:
        return False
    raise invalid_schema(f"{where} must be boolean")


def one_of(*choices: str) -> Check:
    """Checks one of several words."""

    def check(value: Any, where: str) -> str:
        if value not in choices:
            raise invalid_schema(f"{where} must be equal to one of the allowed values")
        return str(value)

    return check


def array(check: Check, *, minimum: int = 0, maximum: int | None = None) -> Check:
    """Checks an array; a single value counts as an array of one."""

    def check_all(value: Any, where: str) -> list[Any]:
        items = value if isinstance(value, list) else [value]
        if len(items) < minimum:
            raise invalid_schema(f"{where} must NOT have fewer than {minimum} items")
        if maximum is not None and len(items) > maximum:
            raise invalid_schema(f"{where} must NOT have more than {maximum} items")
        return [check(item, f"{where}/{place}") for place, item in enumerate(items)]

    return check_all


def fields_of(fields: Mapping[str, Field]) -> Check:
    """Checks an object within an object."""
    return lambda value, where: check_fields(value, fields, where)
