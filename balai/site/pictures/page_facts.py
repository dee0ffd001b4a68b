"""Reads title, description and picture from the head of a page of another site, for a preview of a link.

The first bytes of the page are enough, since these elements come first. The text is untrusted: it is shown as text.
A hostile page must not cost more than a moment: encodings are those of real pages (Python has some that take minutes
or fail), and a page of more elements than any head has is given up.
"""

import re
from contextlib import suppress
from html.parser import HTMLParser
from urllib.parse import urljoin

import msgspec

MAX_TITLE = 200
MAX_DESCRIPTION = 300
MAX_URL = 2048
CHARSET = re.compile(rb"""<meta[^>]{0,200}charset=["']?\s*([\w-]{2,20})""", re.IGNORECASE)
# By the first part of their names, without punctuation.
ENCODINGS = (
    "utf8",
    "gb",
    "big5",
    "windows",
    "cp125",
    "iso8859",
    "latin",
    "shiftjis",
    "sjis",
    "eucjp",
    "euckr",
    "tis620",
    "koi8",
    "ascii",
    "usascii",
)
MAX_ELEMENTS = 10_000
# Control and format characters, which could hide text or turn it around.
HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
# In the order in which they are believed.
TITLES = ("og:title", "twitter:title", "title")
DESCRIPTIONS = ("og:description", "twitter:description", "description")
PICTURES = ("og:image:secure_url", "og:image", "og:image:url", "twitter:image")


class PageFacts(msgspec.Struct, frozen=True):
    """`picture`: its address, absolute and https, or None."""

    title: str
    description: str
    picture: str | None


def read_page(body: bytes, url: str) -> PageFacts | None:
    """Read the head of a page. None: it is no page, or has no title."""
    charset = match[1].decode("ascii") if (match := CHARSET.search(body[:4096])) else "utf-8"
    is_known = re.sub("[^a-z0-9]", "", charset.lower()).startswith(ENCODINGS)
    try:
        text = body.decode(charset if is_known else "utf-8", errors="replace")
    except (LookupError, ValueError):
        text = body.decode("utf-8", errors="replace")
    if "<" not in text[:2000] or "\0" in text[:2000]:
        return None
    head = _Head()
    with suppress(_HeadEnd):
        head.feed(text)
    found = head.found
    title = _clean(_first(found, TITLES), MAX_TITLE)
    if not title:
        return None
    try:
        picture = urljoin(url, _first(found, PICTURES)) if _first(found, PICTURES) else ""
    except ValueError:
        picture = ""
    is_picture = picture.startswith("https://") and len(picture) <= MAX_URL
    return PageFacts(title, _clean(_first(found, DESCRIPTIONS), MAX_DESCRIPTION), picture if is_picture else None)


class _HeadEnd(Exception):
    """Nothing more is read."""


class _Head(HTMLParser):
    """Collects the first value of each property; whatever follows the head is ignored."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: dict[str, str] = {}
        self._is_title = False
        self._elements = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._count()
        self._is_title = tag == "title"
        if tag == "body":
            raise _HeadEnd
        if tag != "meta":
            return
        values = {name: value or "" for name, value in attrs}
        name = (values.get("property") or values.get("name") or "").lower()
        if name and values.get("content", "").strip():
            self.found.setdefault(name, values["content"].strip())

    def handle_endtag(self, _tag: str) -> None:
        self._count()
        self._is_title = False

    def handle_data(self, data: str) -> None:
        self._count()
        if self._is_title and data.strip():
            self.found.setdefault("title", data)

    def _count(self) -> None:
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise _HeadEnd


def _first(found: dict[str, str], names: tuple[str, ...]) -> str:
    return next((found[name] for name in names if name in found), "")


def _clean(text: str, longest: int) -> str:
    line = " ".join(HIDDEN.sub(" ", text).split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
