"""Reads an uploaded file, which is either the request body itself or one part of a form (storage contract, 5)."""

import base64
import binascii
import re
from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec
from multipart import MultipartError, MultipartSegment, PushMultipartParser

from balai.backend.storage.errors import StorageError, invalid_body, invalid_request, too_large
from balai.backend.storage.uploads.store import Content
from balai.http.request_body import RequestBody

MAX_USER_METADATA = 1024 * 1024
MAX_FIELDS = 10
# Bytes that may follow the file in a form: its last line, and fields that come too late to count.
MAX_TRAILING_BYTES = 64 * 1024
NO_CACHE = "no-cache"
_BOUNDARY = re.compile(r'boundary=(?:"([^"]{1,200})"|([^;,\s]{1,200}))', re.IGNORECASE)
_CACHE = re.compile(r"[\x20-\x7e]{0,1000}")
_ROBOTS = re.compile(
    r"(?:all|noindex|nofollow|none|noarchive|nocache|nosnippet|noai|noimageai|indexifembedded|notranslate|noimageindex"
    r"|max-snippet: ?-?\d+|max-video-preview: ?-?\d+|max-image-preview: ?(?:none|standard|large)"
    r"|unavailable_after: ?[\w :+.-]+)",
    re.IGNORECASE,
)
_ROBOT = re.compile(r"[A-Za-z0-9_-]+\s*:\s*(?=[a-z])", re.IGNORECASE)


async def read_upload(body: RequestBody, headers: Mapping[str, str]) -> tuple[Content, AsyncIterator[bytes]]:
    """Returns the declared properties of an upload, and its bytes, which are still arriving.

    Raises:
        StorageError: not a valid upload.
        ClientGone: the client disconnected.
    """
    declared = headers.get("content-type", "")
    robots = check_robots(headers.get("x-robots-tag"))
    if not declared.lower().startswith("multipart/form-data"):
        content = Content(
            mimetype=declared or "application/octet-stream",
            cache_control=checked_cache(headers.get("cache-control", NO_CACHE)),
            length=body.length,
            user_metadata=metadata_of_header(headers.get("x-metadata")),
            robots=robots,
        )
        return content, body.chunks()
    form = _Form(body, declared)
    await form.read_head()
    fields = form.fields
    seconds = fields.get("cacheControl", "")
    content = Content(
        # The default of a part of a form (RFC 7578, section 4.4).
        mimetype=fields.get("contentType") or form.mimetype or "text/plain",
        cache_control=f"max-age={seconds}" if seconds.isdecimal() and len(seconds) < 12 else NO_CACHE,
        length=None,
        user_metadata=metadata_of_text(fields.get("metadata") or fields.get("userMetadata")),
        robots=robots,
    )
    return content, form.file()


def metadata_of_header(value: str | None) -> Any:
    """Decodes the base64 JSON of `x-metadata`; `{}` if it is not readable."""
    try:
        return metadata_of_text(base64.b64decode(value or "", validate=False).decode())
    except (binascii.Error, ValueError):
        return {}


def metadata_of_text(text: str | None) -> Any:
    """Decodes a user's metadata of an object; `{}` if it is not readable. Raises StorageError if it is too large."""
    if not text:
        return {}
    if len(text.encode()) > MAX_USER_METADATA:
        raise too_large("user_metadata exceeded the maximum allowed size")
    try:
        value = msgspec.json.decode(text)
        # The database stores every character except NUL.
        return value if isinstance(value, dict) and b"\\u0000" not in msgspec.json.encode(value) else {}
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}


def check_robots(value: str | None) -> str | None:
    """Checks the rules for search engines. Raises StorageError if they are not valid."""
    if not value:
        return None
    for rule in value.split(","):
        words = rule.strip()
        robot = None if _ROBOTS.fullmatch(words) else _ROBOT.match(words)
        if not _ROBOTS.fullmatch(words[robot.end() :] if robot else words):
            message = f"Invalid X-Robots-Tag header: {words[:100]}"
            raise invalid_request(message, label="invalid_x_robots_tag")
    return value[:1000]


def checked_cache(value: str) -> str:
    """Checks a Cache-Control value. Raises StorageError if a header cannot hold it."""
    if not _CACHE.fullmatch(value):
        raise invalid_request("Invalid Cache-Control header")
    return value


class _Form:
    """A multipart form whose fields come before its one file."""

    def __init__(self, body: RequestBody, declared: str) -> None:
        found = _BOUNDARY.search(declared)
        if found is None:
            raise invalid_body("Multipart: Boundary not found")
        length = -1 if body.length is None else body.length
        self._parser = PushMultipartParser(found[1] or found[2], length, max_segment_count=MAX_FIELDS + 1)
        self._pieces = body.chunks()
        self._events: list[MultipartSegment | bytearray | bytes | None] = []
        self.fields: dict[str, str] = {}
        self.mimetype = ""

    async def read_head(self) -> None:
        """Reads up to the start of the file. Raises StorageError if there is none."""
        name, value = "", b""
        while True:
            event = await self._next()
            if isinstance(event, MultipartSegment):
                if event.filename is not None:
                    self.mimetype = event.content_type or ""
                    return
                name, value = event.name, b""
            elif event is None:
                self.fields[name] = value.decode("utf-8", "replace")
            else:
                value += event
                if len(value) > MAX_USER_METADATA:
                    raise too_large("user_metadata exceeded the maximum allowed size")

    async def file(self) -> AsyncIterator[bytes]:
        """Yields the bytes of the file."""
        while (event := await self._next()) is not None:
            if not isinstance(event, MultipartSegment):
                yield bytes(event)
        rest = 0
        async for piece in self._pieces:
            rest += len(piece)
            if rest > MAX_TRAILING_BYTES:
                raise invalid_body("Multipart: only one file, and fields before it")

    async def _next(self) -> MultipartSegment | bytearray | bytes | None:
        while not self._events:
            piece = await anext(self._pieces, b"")
            try:
                self._events = list(self._parser.parse(piece))[::-1]
            except MultipartError as error:
                raise _form_error(error) from error
            if not piece and not self._events:
                raise invalid_request("No content provided")
        return self._events.pop()


def _form_error(error: MultipartError) -> StorageError:
    return invalid_body(f"Multipart: {error}")
