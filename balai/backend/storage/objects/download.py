"""Serves objects and their metadata (storage contract, section 6)."""

import re
from collections.abc import AsyncIterator
from datetime import UTC
from email.utils import format_datetime, formatdate, parsedate_to_datetime
from urllib.parse import quote, unquote

from balai.backend.storage.blobs.interface import OpenBlob
from balai.backend.storage.context import StorageRequest, StorageResponse, json_response
from balai.backend.storage.errors import invalid_range
from balai.backend.storage.media_types import serving_policy
from balai.backend.storage.objects.find import AccessMode, ReadableObject, find_object, open_bytes
from balai.backend.storage.rows import StoredObject, stamp
from balai.http.asgi import Header

_ENCODED = re.compile(r"%[0-9A-F]{2}")
# The last second that an HTTP date can express.
MAX_DATE = 253_402_300_799.0
_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


async def download(request: StorageRequest) -> StorageResponse:
    """`GET|HEAD /object/{bucket}/{key}`."""
    return await send_object(request, await find_object(request, AccessMode.EITHER))


async def download_authenticated(request: StorageRequest) -> StorageResponse:
    """`GET|HEAD /object/authenticated/{bucket}/{key}`."""
    return await send_object(request, await find_object(request, AccessMode.AUTHENTICATED))


async def download_public(request: StorageRequest) -> StorageResponse:
    """`GET|HEAD /object/public/{bucket}/{key}`."""
    return await send_object(request, await find_object(request, AccessMode.PUBLIC))


async def download_signed(request: StorageRequest) -> StorageResponse:
    """`GET|HEAD /object/sign/{bucket}/{key}`."""
    return await send_object(request, await find_object(request, AccessMode.SIGNED))


async def info(request: StorageRequest) -> StorageResponse:
    """`GET /object/info/{bucket}/{key}`."""
    return _info((await find_object(request, AccessMode.EITHER)).object)


async def info_authenticated(request: StorageRequest) -> StorageResponse:
    """`GET /object/info/authenticated/{bucket}/{key}`."""
    return _info((await find_object(request, AccessMode.AUTHENTICATED)).object)


async def info_public(request: StorageRequest) -> StorageResponse:
    """`GET /object/info/public/{bucket}/{key}`."""
    return _info((await find_object(request, AccessMode.PUBLIC)).object)


def _info(found: StoredObject) -> StorageResponse:
    return json_response(
        {
            "id": found.id,
            "name": found.name,
            "version": found.version,
            "bucket_id": found.bucket,
            "size": found.size,
            "content_type": found.mimetype,
            "cache_control": str(found.metadata.get("cacheControl") or "no-cache"),
            "etag": found.etag,
            "metadata": found.user_metadata,
            "last_modified": stamp(found.updated_at),
            "created_at": stamp(found.created_at),
        }
    )


async def send_object(request: StorageRequest, found: ReadableObject) -> StorageResponse:
    """Serves an object or the requested range of it. Raises StorageError."""
    stored = found.object
    headers = [(b"accept-ranges", b"bytes"), (b"last-modified", _last_modified(found)), *cache_headers(request, found)]
    if is_unchanged(request, stored):
        return StorageResponse(304, headers)
    byte_range = _range_of(request, stored)
    start, end = byte_range or (0, stored.size)
    if byte_range is not None:
        headers.append((b"content-range", f"bytes {start}-{end - 1}/{stored.size}".encode()))
    mimetype, guards, is_attachment = serving_policy(stored.mimetype)
    headers += [(b"content-type", _latin(mimetype)), *guards]
    headers += disposition_of(request, is_attachment=is_attachment)
    headers.append((b"content-length", str(end - start).encode()))
    status = 200 if byte_range is None else 206
    if request.method == "HEAD":
        return StorageResponse(status, headers)
    return StorageResponse(status, headers, parts=_ByteRange(await open_bytes(request, found), start, end - start))


class _ByteRange:
    """A range of a blob, as a response body."""

    def __init__(self, blob: OpenBlob, start: int, length: int) -> None:
        self._blob = blob
        self._start = start
        self._length = length

    def __aiter__(self) -> AsyncIterator[bytes | bytearray]:
        return self._blob.parts(self._start, self._length)

    def close(self) -> None:
        self._blob.close()


def _last_modified(found: ReadableObject) -> bytes:
    return format_datetime(found.object.modified.astimezone(UTC), usegmt=True).encode()


def cache_headers(request: StorageRequest, found: ReadableObject) -> list[Header]:
    """Returns the headers that control caching and revalidation of a response made from this object."""
    stored = found.object
    headers: list[Header] = [
        (b"etag", _latin(stored.etag)),
        (b"x-robots-tag", _latin(str(stored.metadata.get("xRobotsTag") or "none"))),
    ]
    expiry = found.claims.get("exp")
    if expiry is not None:
        headers.append((b"expires", formatdate(min(float(expiry), MAX_DATE), usegmt=True).encode()))
        return headers
    return [*headers, (b"cache-control", _latin(cache_control_of(request, stored)))]


def cache_control_of(request: StorageRequest, stored: StoredObject) -> str:
    """Returns the cache-control value. A stale copy that is being revalidated may be shown for 30 s meanwhile."""
    value = str(stored.metadata.get("cacheControl") or "no-cache")
    options = request.headers.get("if-none-match")
    return value if options is None or options == stored.etag else f"{value}, stale-while-revalidate=30"


def is_unchanged(request: StorageRequest, stored: StoredObject) -> bool:
    """Whether the client has the current bytes already."""
    if "if-none-match" in request.headers:
        return request.headers["if-none-match"] == stored.etag
    since = request.headers.get("if-modified-since")
    if since is None:
        return False
    try:
        moment = parsedate_to_datetime(since)
    except (ValueError, OverflowError):
        return False
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment >= stored.modified.astimezone(UTC).replace(microsecond=0)


def _range_of(request: StorageRequest, stored: StoredObject) -> tuple[int, int] | None:
    """Returns the start and end of the requested range; None for the whole object. Raises StorageError if it cannot be
    met.
    """
    size, given = stored.size, request.headers.get("range")
    # A client that resumes a file which has changed since gets the new file from its beginning (RFC 9110, 13.1.5).
    if given is None or request.headers.get("if-range", stored.etag) != stored.etag:
        return None
    options = _RANGE.fullmatch(given.strip())
    if options is None or options[1] == options[2] == "":
        raise invalid_range()
    if options[1] == "":
        start, end = max(0, size - int(options[2])), size
    else:
        start, end = int(options[1]), min(size, int(options[2]) + 1 if options[2] else size)
    if start >= end:
        raise invalid_range()
    return start, end


def disposition_of(request: StorageRequest, *, is_attachment: bool) -> list[Header]:
    """Returns the header that makes the browser download the file, and under what name."""
    name = request.query.get("download")
    if name is None:
        return [(b"content-disposition", b"attachment")] if is_attachment else []
    if not name:
        return [(b"content-disposition", b"attachment;")]
    encoded = quote(_decode_name(name)[:1000], safe="!'()*")
    return [(b"content-disposition", f"attachment; filename={encoded}; filename*=UTF-8''{encoded}".encode())]


def _decode_name(name: str) -> str:
    """Decodes a file name. The official JavaScript client encodes names in signed addresses twice."""
    try:
        return unquote(name, errors="strict") if _ENCODED.search(name) else name
    except UnicodeDecodeError:
        return name


def _latin(value: str) -> bytes:
    """Encodes a header value. Rows that were not written by this service cannot break the response."""
    return "".join(character for character in value if character.isprintable()).encode("latin-1", "replace")
