"""Decides what a local path is: an address that leads to a page of this site, however a browser resolves it.

`web/lib/address.ts` has the same rules for the browser. `tests/support/local_paths.json` holds both to one table.
"""

import re
import unicodedata

# `/%25252f…` hides its slash behind several layers; a program on the way may remove any number of them.
MAX_LAYERS = 5

_ESCAPES = re.compile(r"(?:%[0-9a-fA-F]{2})+")
_ASCII_ESCAPE = re.compile(r"%([0-7][0-9a-fA-F])")
# URL parsers treat a backslash as a slash and drop tabs and line breaks: "/\t/host" and "/\\host" lead to `host`.
_NEVER = re.compile(r"[\\\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def is_local_path(text: str) -> bool:
    """Whether a path with query and fragment stays on this site.

    `//host` names another host. `/../..//host` and `/%2e%2e//host` become `//host` when their dots are resolved, and
    `/%2f/host` when a server or a script decodes it. Dot segments, and separators that only appear after decoding or
    Unicode normalization, are therefore rejected too. Queries and fragments may contain any escape.
    """
    if not text.startswith("/") or _NEVER.search(text):
        return False
    path = re.split(r"[?#]", text, maxsplit=1)[0]
    for _ in range(MAX_LAYERS):
        folded = unicodedata.normalize("NFKC", path).replace("。", ".")
        if folded.startswith("//") or _NEVER.search(folded) or not {".", ".."}.isdisjoint(folded.split("/")):
            return False
        decoded = _ESCAPES.sub(_decode, path)
        if decoded == path:
            return True
        path = decoded
    return False


def _decode(run: re.Match[str]) -> str:
    try:
        return bytes.fromhex(run[0].replace("%", "")).decode()
    except UnicodeDecodeError:
        return _ASCII_ESCAPE.sub(lambda escape: chr(int(escape[1], 16)), run[0])
