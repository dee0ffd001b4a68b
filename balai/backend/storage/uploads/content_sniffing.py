"""Detects the family of a file from its first bytes, to compare it with the declared type.

Within a family browsers detect the format themselves, which is harmless. Across families the declaration is wrong: an
HTML page or a program declared as an image is rejected.
"""

import re

# Bytes: enough for every mark below, and for an HTML page behind white space and comments.
SNIFF_BYTES = 1024
_MARKS = (
    (b"\x89PNG\r\n\x1a\n", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF87a", "picture"),
    (b"GIF89a", "picture"),
    (b"BM", "picture"),
    (b"II*\x00", "picture"),
    (b"MM\x00*", "picture"),
    (b"%PDF-", "document"),
    (b"PK\x03\x04", "archive"),
    (b"\x1f\x8b\x08", "archive"),
    (b"7z\xbc\xaf\x27\x1c", "archive"),
    (b"Rar!\x1a\x07", "archive"),
    (b"\x7fELF", "program"),
    (b"MZ", "program"),
    (b"\xfe\xed\xfa", "program"),
    (b"\xcf\xfa\xed\xfe", "program"),
    (b"#!", "program"),
    (b"OggS", "recording"),
    (b"ID3", "recording"),
    (b"fLaC", "recording"),
    (b"\x1aE\xdf\xa3", "recording"),
)
_BRANDS = {b"avif": "picture", b"avis": "picture", b"heic": "picture", b"heix": "picture", b"mif1": "picture"}
_RIFF = {b"WEBP": "picture", b"WAVE": "recording", b"AVI ": "recording"}
# The quantifier is possessive: a comment ends at its first end. With backtracking, a row of empty comments would take
# practically for ever.
_PAGE = re.compile(
    rb"(?:\s|<!--.*?-->|<\?xml[^>]*>)*+<(?:!doctype|html|head|body|script|iframe|svg|style|title|meta|link|form|\?php)"
    rb"[\s>/]",
    re.IGNORECASE | re.DOTALL,
)
_DECLARED = (
    (re.compile(r"image/svg\+xml"), {"page"}),
    (re.compile(r"image/"), {"picture"}),
    (re.compile(r"(?:audio|video)/"), {"recording"}),
    (re.compile(r"application/pdf"), {"document"}),
    (re.compile(r"font/"), set[str]()),
)


def contradicts_declared_type(declared: str, head: bytes) -> bool:
    """Whether the first bytes of a file contradict its declared type."""
    for pattern, families in _DECLARED:
        if pattern.match(declared.lower()):
            found = family_of(head)
            return found is not None and found not in families
    return False


def family_of(head: bytes) -> str | None:
    """Returns `picture`, `recording`, `document`, `archive`, `program` or `page`; None if unknown."""
    if head[4:8] == b"ftyp":
        return _BRANDS.get(head[8:12], "recording")
    if head[:4] == b"RIFF":
        return _RIFF.get(head[8:12])
    for mark, family in _MARKS:
        # Marks of two characters begin too many texts to mean anything in a short one.
        if head.startswith(mark) and (len(mark) > 2 or b"\0" in head[:64] or mark == b"#!"):
            return family
    return "page" if _PAGE.match(head.removeprefix(b"\xef\xbb\xbf")[:SNIFF_BYTES]) else None
