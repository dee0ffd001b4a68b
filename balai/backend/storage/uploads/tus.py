"""Resumable uploads by TUS 1.0.0 (storage contract, section 12).

Errors are plain text with their real status. Only authentication errors are JSON, as on the other endpoints.
"""

import base64
import binascii
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import wraps
from uuid import UUID, uuid4

import asyncpg
import msgspec

from balai.backend.storage.authentication import StorageCaller
from balai.backend.storage.blobs.interface import BlobMissing
from balai.backend.storage.context import StorageRequest, StorageResponse
from balai.backend.storage.errors import StorageError, from_database_error, invalid_signature, no_bytes, too_large
from balai.backend.storage.images.upload_cleaning import must_decode, stored_type
from balai.backend.storage.media_types import check_allowed, check_header
from balai.backend.storage.rows import find_bucket
from balai.backend.storage.uploads.body import NO_CACHE, metadata_of_text
from balai.backend.storage.uploads.policy_check import probe
from balai.backend.storage.uploads.store import Content, Target, limit_of, new_object
from balai.backend.storage.uploads.tus_parts import receive_part, receiving, take_over
from balai.backend.storage.uploads.tus_rows import Upload, add_upload, assemble, delete_upload, find_upload, set_length
from balai.backend.storage.url_tokens import read_token
from balai.backend.storage.validation import check_key
from balai.http.asgi import Header

VERSION = (b"tus-resumable", b"1.0.0")
EXTENSIONS = b"creation,creation-with-upload,creation-defer-length,termination,expiration"
BODY_TYPE = "application/offset+octet-stream"
Handler = Callable[[StorageRequest], Awaitable[StorageResponse]]


class TusError(Exception):
    """A plain-text error with its status."""

    def __init__(self, status: int, text: str, headers: Sequence[Header] = ()) -> None:
        super().__init__(text)
        self.status = status
        self.text = text
        self.headers: list[Header] = [(b"content-type", b"text/plain; charset=utf-8"), *headers]


def _plain_text_errors(handler: Handler) -> Handler:
    """Turns errors into plain-text responses."""

    @wraps(handler)
    async def handle(request: StorageRequest) -> StorageResponse:
        try:
            if request.headers.get("tus-resumable") != "1.0.0":
                raise TusError(412, "Tus-Resumable Required")
            _identify(request)
            response = await _with_tus_errors(handler, request)
        except TusError as error:
            response = StorageResponse(error.status, error.headers, error.text.encode())
        response.headers.append(VERSION)
        return response

    return handle


async def _with_tus_errors(handler: Handler, request: StorageRequest) -> StorageResponse:
    try:
        return await handler(request)
    except StorageError as error:
        if error.code in ("InvalidJWT", "InvalidSignature"):
            raise
        text = "Maximum size exceeded" if error.code == "EntityTooLarge" else error.message
        status = error.http_status if error.http_status >= 500 else error.status
        raise TusError(status, text, error.headers) from error
    except (asyncpg.PostgresError, TimeoutError) as error:
        found = from_database_error(error)
        raise TusError(found.status, found.message, found.headers) from error


def _is_signed(request: StorageRequest) -> bool:
    return request.operation.endswith("_signed")


def _identify(request: StorageRequest) -> StorageCaller | None:
    """Returns the caller; None for a signed address. Raises StorageError."""
    if not _is_signed(request):
        return request.caller()
    if "x-signature" not in request.headers:
        raise invalid_signature("Missing x-signature header")
    return None


async def options(request: StorageRequest) -> StorageResponse:
    """`OPTIONS /upload/resumable`: lists the supported version and extensions."""
    maximum = request.storage.limits.max_object_bytes
    sizes: list[Header] = [(b"tus-max-size", str(maximum).encode())] if maximum else []
    return StorageResponse(204, [VERSION, (b"tus-version", b"1.0.0"), (b"tus-extension", EXTENSIONS), *sizes])


@_plain_text_errors
async def create(request: StorageRequest) -> StorageResponse:
    """`POST /upload/resumable`."""
    upload, maximum = await _new_upload(request)
    expires = await add_upload(request, upload)
    headers: list[Header] = [
        (b"location", _location(request, upload).encode()),
        (b"upload-expires", _http_date(expires)),
    ]
    if request.headers.get("content-type") == BODY_TYPE or upload.length == 0:
        received = await receive_part(request, upload, maximum) if request.body.length != 0 else 0
        headers.append((b"upload-offset", str(received).encode()))
        headers += await _assemble_if_complete(request, upload, received)
    return StorageResponse(201, headers)


async def _new_upload(request: StorageRequest) -> tuple[Upload, int | None]:
    """Returns the requested upload, permitted and within its limits, and its maximum number of bytes."""
    given = request.headers.get("upload-metadata", "")
    if not given:
        raise TusError(400, "Metadata header is required")
    named = _metadata(given)
    request.bucket, request.key = named.get("bucketName", ""), named.get("objectName", "")
    check_key(request.key)
    length = _length(request)
    caller = _identify(request)
    if caller is None:
        claims = read_token(request, "upload", request.headers["x-signature"])
        target = Target(request.bucket, request.key, claims.get("owner"), claims.get("upsert") is True)
    else:
        target = Target(request.bucket, request.key, caller.subject, request.is_upsert)
    bucket = await find_bucket(request, request.bucket)
    seconds = named.get("cacheControl", "")
    content = Content(
        mimetype=stored_type(
            check_header(named.get("contentType") or "application/octet-stream"), bucket.types, request.storage.images
        ),
        cache_control=f"max-age={seconds}" if seconds.isdecimal() and len(seconds) < 12 else NO_CACHE,
        length=length,
        user_metadata=metadata_of_text(named.get("metadata")) or None,
    )
    check_allowed(content.mimetype, bucket.types)
    maximum = limit_of(request, bucket, is_plain=False)
    if maximum is not None and (length or 0) > maximum:
        raise too_large()
    upload = Upload(uuid4(), target, length, 0, given, content, datetime.now(UTC))
    if caller is not None:
        await probe(request, caller, new_object(target, content, str(upload.id)), is_upsert=target.is_upsert)
    return upload, maximum


def _length(request: StorageRequest) -> int | None:
    """Returns the total length in bytes; None if the client declares it later."""
    given = request.headers.get("upload-length", "")
    if given.isdecimal() and given.isascii() and len(given) < 19:
        return int(given)
    if request.headers.get("upload-defer-length") == "1" and not given:
        return None
    raise TusError(400, "Upload-Length or Upload-Defer-Length header required")


@_plain_text_errors
async def head(request: StorageRequest) -> StorageResponse:
    """`HEAD /upload/resumable/{id}`: returns the offset."""
    await take_over(request, _identifier(request))
    upload = await _find(request, is_probed=False)
    headers: list[Header] = [
        (b"cache-control", b"no-store"),
        (b"upload-offset", str(upload.received).encode()),
        (b"upload-metadata", upload.metadata_header.encode("latin-1", "replace")),
        (b"upload-expires", _http_date(upload.expires_at)),
    ]
    if upload.length is None:
        return StorageResponse(200, [*headers, (b"upload-defer-length", b"1")])
    # A crash happened between the last part and the object: the client would take the upload for complete.
    await _assemble_if_complete(request, upload, upload.received)
    return StorageResponse(200, [*headers, (b"upload-length", str(upload.length).encode())])


@_plain_text_errors
async def patch(request: StorageRequest) -> StorageResponse:
    """`PATCH /upload/resumable/{id}`: receives more bytes."""
    given = request.headers.get("upload-offset", "")
    if not given.isdecimal():
        raise TusError(403, "Upload-Offset header required")
    if "content-type" not in request.headers:
        raise TusError(403, "Content-Type header required")
    if request.headers["content-type"] != BODY_TYPE:
        raise TusError(415, f"Content-Type has to be {BODY_TYPE}")
    await take_over(request, _identifier(request))
    upload = await _find(request)
    maximum = limit_of(request, await find_bucket(request, request.bucket), is_plain=False)
    if upload.length is None and "upload-length" in request.headers:
        length = _length(request)
        if length is None or (maximum is not None and length > maximum):
            raise too_large()
        await set_length(request, upload, length)
        upload = await _find(request)
    if upload.is_finished or int(given) != upload.received:
        raise TusError(409, "Upload-Offset conflict")
    if upload.length is not None and (request.body.length or 0) > upload.length - upload.received:
        raise TusError(413, "upload's size exceeded")
    room = None if maximum is None else maximum - upload.received
    received = await receive_part(request, upload, room)
    headers: list[Header] = [
        (b"upload-offset", str(received).encode()),
        (b"upload-expires", _http_date(upload.expires_at)),
    ]
    return StorageResponse(204, headers + await _assemble_if_complete(request, upload, received))


@_plain_text_errors
async def remove(request: StorageRequest) -> StorageResponse:
    """`DELETE /upload/resumable/{id}`."""
    await take_over(request, _identifier(request))
    upload = await _find(request)
    if upload.is_finished or not await delete_upload(request, upload):
        raise TusError(400, "Cannot terminate an already completed upload")
    return StorageResponse(204)


async def _find(request: StorageRequest, *, is_probed: bool = True) -> Upload:
    """Returns the upload that the address names, if the caller may still store it."""
    upload = await find_upload(request, UUID(_identifier(request)))
    if upload is None:
        raise TusError(404, "The file for this url was not found")
    if upload.is_expired:
        raise TusError(410, "The file for this url no longer exists")
    caller = _identify(request)
    if caller is None:
        read_token(request, "upload", request.headers["x-signature"])
    elif is_probed and not upload.is_finished:
        row = new_object(upload.target, upload.content, str(upload.id))
        await probe(request, caller, row, is_upsert=upload.target.is_upsert)
    return upload


async def _assemble_if_complete(request: StorageRequest, upload: Upload, received: int) -> list[Header]:
    if upload.is_finished or upload.length is None or received != upload.length:
        return []
    # Assembling a large object takes long, and each request that does so writes all of it.
    await take_over(request, str(upload.id))
    try:
        async with receiving(request, upload):
            await assemble(request, await _with_rules(request, upload))
    except BlobMissing as error:
        raise no_bytes() from error
    return [(b"tus-complete", b"1")]


async def _with_rules(request: StorageRequest, upload: Upload) -> Upload:
    """Returns the upload with what its bucket requires of the content."""
    bucket = await find_bucket(request, upload.target.bucket)
    declared = _metadata(upload.metadata_header).get("contentType", "")
    is_decoded = must_decode(declared, bucket.types, request.storage.images)
    return msgspec.structs.replace(upload, content=msgspec.structs.replace(upload.content, is_decoded=is_decoded))


def _metadata(given: str) -> dict[str, str]:
    named: dict[str, str] = {}
    for pair in given.split(","):
        name, _, value = pair.strip().partition(" ")
        try:
            named[name] = base64.b64decode(value.strip(), validate=True).decode()
        except (binascii.Error, ValueError) as error:
            raise TusError(400, f"Invalid metadata: {name[:100]}") from error
        if "\0" in named[name]:
            raise TusError(400, f"Invalid metadata: {name[:100]}")
    return named


def _identifier(request: StorageRequest) -> str:
    """Returns the upload's identifier, and sets the request's object to the one that the address names."""
    if request.upload:
        return request.upload
    try:
        name = base64.urlsafe_b64decode(request.key + "=" * (-len(request.key) % 4)).decode()
        bucket, _, rest = name.partition("/")
        key, _, identifier = rest.rpartition("/")
        request.bucket, request.key, request.upload = bucket, key, str(UUID(identifier))
    except (binascii.Error, ValueError) as error:
        raise TusError(404, "The file for this url was not found") from error
    if "\0" in name:
        raise TusError(404, "The file for this url was not found")
    return request.upload


def _location(request: StorageRequest, upload: Upload) -> str:
    name = f"{upload.target.bucket}/{upload.target.name}/{upload.id}".encode()
    where = "upload/resumable/sign" if _is_signed(request) else "upload/resumable"
    return f"{request.origin}/{where}/{base64.urlsafe_b64encode(name).decode().rstrip('=')}"


def _http_date(moment: datetime) -> bytes:
    return format_datetime(moment.astimezone(UTC), usegmt=True).encode()
