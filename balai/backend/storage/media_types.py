"""Media types: which a bucket accepts, and how each is served so that it cannot run scripts on this origin."""

import re
from collections.abc import Sequence

from balai.backend.storage.errors import bad_type, bad_type_header

_TOKEN = r"[A-Za-z0-9!#$&^_.+'*-]+"  # noqa: S105 - a pattern
# A comma would let a browser read a second type after the first.
_TYPE = re.compile(rf"{_TOKEN}/{_TOKEN}(?: *;[\x20-\x2b\x2d-\x7e]*)?")
_ALLOWED = re.compile(rf"(?:{_TOKEN}/{_TOKEN}(?:\s*;\s*charset={_TOKEN})?|[^\x00-\x1f\x7f]*\*)")
MAX_LENGTH = 1000
# Types that a browser executes when it opens them directly. Embedded as an image in a page they cannot run scripts.
_ACTIVE = re.compile(r"html|xml|svg|javascript|ecmascript|mathml|x-shockwave|wasm|multipart", re.IGNORECASE)
_HARMLESS = re.compile(r"(?:image|audio|video)/|application/pdf|text/plain|application/json", re.IGNORECASE)
SANDBOX = (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
# The browser's own viewer shows these; a sandbox would only prevent it from showing them.
INLINE_POLICY = (b"content-security-policy", b"script-src 'none'; base-uri 'none'; form-action 'none'")


def check_header(value: str) -> str:
    """Returns a declared media type, trimmed. Raises StorageError if it is not a media type."""
    declared = value.strip()
    if len(declared) > MAX_LENGTH or not _TYPE.fullmatch(declared):
        raise bad_type_header()
    return declared


def check_rule(rule: str) -> None:
    """Raises StorageError unless a bucket may list this type."""
    if len(rule) > MAX_LENGTH or not _ALLOWED.fullmatch(rule):
        raise bad_type(rule[:MAX_LENGTH])


def check_allowed(declared: str, rules: Sequence[str]) -> None:
    """Raises StorageError unless one of the bucket's rules allows this type. Without rules every type is allowed."""
    if rules and not any(_is_allowed(declared, rule) for rule in rules):
        raise bad_type(declared)


def _is_allowed(declared: str, rule: str) -> bool:
    kind, slash, subtype = rule.partition("/")
    declared_kind, _, declared_subtype = declared.partition("/")
    return bool(slash) and kind == declared_kind and subtype in ("*", declared_subtype)


def serving_policy(declared: str) -> tuple[str, list[tuple[bytes, bytes]], bool]:
    """Returns the type to send, the headers that go with it, and whether the browser should download it."""
    if "text/html" in declared.lower():
        return "text/plain", [SANDBOX], False
    if _ACTIVE.search(declared):
        return declared, [SANDBOX], True
    return declared, [INLINE_POLICY if _HARMLESS.match(declared) else SANDBOX], False
