"""Media types: which ones a bucket takes, and how each is given out so that it cannot act on this origin."""

import re
from collections.abc import Sequence

from balai.backend.storage.errors import bad_type, bad_type_header

_TOKEN = r"[A-Za-z0-9!#$&^_.+'*-]+"  # noqa: S105 - a pattern
# A comma would let a browser read a second type behind the first one.
_TYPE = re.compile(rf"{_TOKEN}/{_TOKEN}(?: *;[\x20-\x2b\x2d-\x7e]*)?")
_ALLOWED = re.compile(rf"(?:{_TOKEN}/{_TOKEN}(?:\s*;\s*charset={_TOKEN})?|[^\x00-\x1f\x7f]*\*)")
MAX_LENGTH = 1000
# What a browser runs when it is opened by itself. A picture of this kind still shows in a page, where it cannot act.
_ACTIVE = re.compile(r"html|xml|svg|javascript|ecmascript|mathml|x-shockwave|wasm|multipart", re.IGNORECASE)
_HARMLESS = re.compile(r"(?:image|audio|video)/|application/pdf|text/plain|application/json", re.IGNORECASE)
SANDBOX = (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
# A viewer in the browser is not this page's doing, and a sandbox would only keep it from showing anything.
INLINE_POLICY = (b"content-security-policy", b"script-src 'none'; base-uri 'none'; form-action 'none'")


def check_header(given: str) -> str:
    """A declared media type, trimmed. Raises StorageError for what is none."""
    declared = given.strip()
    if len(declared) > MAX_LENGTH or not _TYPE.fullmatch(declared):
        raise bad_type_header()
    return declared


def check_rule(rule: str) -> None:
    """Raise StorageError unless this can stand in a bucket's list of types."""
    if len(rule) > MAX_LENGTH or not _ALLOWED.fullmatch(rule):
        raise bad_type(rule[:MAX_LENGTH])


def check_allowed(declared: str, rules: Sequence[str]) -> None:
    """Raise StorageError unless one of a bucket's rules takes this type; no rules take everything."""
    if rules and not any(_is_allowed(declared, rule) for rule in rules):
        raise bad_type(declared)


def _is_allowed(declared: str, rule: str) -> bool:
    kind, slash, subtype = rule.partition("/")
    given_kind, _, given_subtype = declared.partition("/")
    return bool(slash) and kind == given_kind and subtype in ("*", given_subtype)


def served_as(declared: str) -> tuple[str, list[tuple[bytes, bytes]], bool]:
    """The type that is sent, the headers that go with it, and whether it is to be saved rather than opened."""
    if "text/html" in declared.lower():
        return "text/plain", [SANDBOX], False
    if _ACTIVE.search(declared):
        return declared, [SANDBOX], True
    return declared, [INLINE_POLICY if _HARMLESS.match(declared) else SANDBOX], False
