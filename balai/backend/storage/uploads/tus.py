"""Uploads that can be cut off and gone on with: TUS 1.0.0, storage contract, section 12.

Refusals are plain text with their real status; only who cannot say who she is gets the JSON of the other addresses.
"""

import base64
import binascii
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import wraps
from uuid import UUID, uuid4

import asyncpg

from balai.backend.storage.authentication import Visitor
from balai.backend.storage.blobs.interface import BlobMissing
from balai.backend.storage.context import Answer, Call
from balai.backend.storage.errors import StorageError, invalid_signature, no_bytes, of_database, too_large
from balai.backend.storage.images.upload_cleaning import becomes
from balai.backend.storage.media_types import check_allowed, check_header
from balai.backend.storage.rows import find_bucket
from balai.backend.storage.uploads.body import NO_CACHE, metadata_of_text
from balai.backend.storage.uploads.policy_check import probe
from balai.backend.storage.uploads.store import Content, Target, limit_of, place_of
from balai.backend.storage.uploads.tus_parts import busy_with, receive_part, take_over
from balai.backend.storage.uploads.tus_rows import Upload, add_upload, drop, find_upload, finish, set_length
from balai.backend.storage.url_tokens import read_token
from balai.backend.storage.validation import check_key
from balai.http.asgi import Header

VERSION = (b"tus-resumable", b"1.0.0")
EXTENSIONS = b"creation,creation-with-upload,creation-defer-length,termination,expiration"
BODY_TYPE = "application/offset+octet-stream"
Handler = Callable[[Call], Awaitable[Answer]]


class Refusal(Exception):
    """A plain text with its status."""

    def __init__(self, status: int, text: str, headers: Sequence[Header] = ()) -> None:
        super().__init__(text)
        self.status = status
        self.text = text
        self.headers: list[Header] = [(b"content-type", b"text/plain; charset=utf-8"), *headers]


def _plainly(handler: Handler) -> Handler:
    """Say what is wrong in plain text."""

    @wraps(handler)
    async def handle(call: Call) -> Answer:
        try:
            if call.headers.get("tus-resumable") != "1.0.0":
                raise Refusal(412, "Tus-Resumable Required")
            _identify(call)
            answer = await _refusing(handler, call)
        except Refusal as refusal:
            answer = Answer(refusal.status, refusal.headers, refusal.text.encode())
        answer.headers.append(VERSION)
        return answer

    return handle


async def _refusing(handler: Handler, call: Call) -> Answer:
    try:
        return await handler(call)
    except StorageError as error:
        if error.code in ("InvalidJWT", "InvalidSignature"):
            raise
        text = "Maximum size exceeded" if error.code == "EntityTooLarge" else error.message
        status = error.http_status if error.http_status >= 500 else error.status
        raise Refusal(status, text, error.headers) from error
    except (asyncpg.PostgresError, TimeoutError) as error:
        raise Refusal(of_database(error).status, of_database(error).message) from error


def _is_signed(call: Call) -> bool:
    return call.operation.endswith("_signed")


def _identify(call: Call) -> Visitor | None:
    """Who sent it; None for who comes with a signed address instead. Raises StorageError."""
    if not _is_signed(call):
        return call.visitor()
    if "x-signature" not in call.headers:
        raise invalid_signature("Missing x-signature header")
    return None


async def options(call: Call) -> Answer:
    """`OPTIONS /upload/resumable`: what is spoken here."""
    most = call.storage.limits.largest_object
    sizes: list[Header] = [(b"tus-max-size", str(most).encode())] if most else []
    return Answer(204, [VERSION, (b"tus-version", b"1.0.0"), (b"tus-extension", EXTENSIONS), *sizes])


@_plainly
async def create(call: Call) -> Answer:
    """`POST /upload/resumable`."""
    upload, most = await _new_upload(call)
    expires = await add_upload(call, upload)
    headers: list[Header] = [(b"location", _location(call, upload).encode()), (b"upload-expires", _http_date(expires))]
    if call.headers.get("content-type") == BODY_TYPE or upload.length == 0:
        received = await receive_part(call, upload, most) if call.body.length != 0 else 0
        headers.append((b"upload-offset", str(received).encode()))
        headers += await _finish_if_whole(call, upload, received)
    return Answer(201, headers)


async def _new_upload(call: Call) -> tuple[Upload, int | None]:
    """The upload that a request asks for, allowed and within its limits; and the bytes that it may have at most."""
    given = call.headers.get("upload-metadata", "")
    if not given:
        raise Refusal(400, "Metadata header is required")
    named = _metadata(given)
    call.bucket, call.key = named.get("bucketName", ""), named.get("objectName", "")
    check_key(call.key)
    length = _length(call)
    visitor = _identify(call)
    if visitor is None:
        claims = read_token(call, "upload", call.headers["x-signature"])
        target = Target(call.bucket, call.key, claims.get("owner"), claims.get("upsert") is True)
    else:
        target = Target(call.bucket, call.key, visitor.subject, call.is_upsert)
    bucket = await find_bucket(call, call.bucket)
    seconds = named.get("cacheControl", "")
    content = Content(
        mimetype=becomes(
            check_header(named.get("contentType") or "application/octet-stream"), bucket.types, call.storage.images
        ),
        cache_control=f"max-age={seconds}" if seconds.isdecimal() and len(seconds) < 12 else NO_CACHE,
        length=length,
        user_metadata=metadata_of_text(named.get("metadata")) or None,
    )
    check_allowed(content.mimetype, bucket.types)
    most = limit_of(call, bucket, is_plain=False)
    if most is not None and (length or 0) > most:
        raise too_large()
    upload = Upload(uuid4(), target, length, 0, given, content, datetime.now(UTC))
    if visitor is not None:
        await probe(call, visitor, place_of(target, content, str(upload.id)), is_upsert=target.is_upsert)
    return upload, most


def _length(call: Call) -> int | None:
    """How long it will be, in bytes; None where the client says it later."""
    given = call.headers.get("upload-length", "")
    if given.isdecimal() and given.isascii() and len(given) < 19:
        return int(given)
    if call.headers.get("upload-defer-length") == "1" and not given:
        return None
    raise Refusal(400, "Upload-Length or Upload-Defer-Length header required")


@_plainly
async def head(call: Call) -> Answer:
    """`HEAD /upload/resumable/{id}`: how far it has come."""
    await take_over(call, _identifier(call))
    upload = await _find(call, is_probed=False)
    headers: list[Header] = [
        (b"cache-control", b"no-store"),
        (b"upload-offset", str(upload.received).encode()),
        (b"upload-metadata", upload.given.encode("latin-1", "replace")),
        (b"upload-expires", _http_date(upload.expires_at)),
    ]
    if upload.length is None:
        return Answer(200, [*headers, (b"upload-defer-length", b"1")])
    # A crash between the last part and the object: whoever asks would take it for done.
    await _finish_if_whole(call, upload, upload.received)
    return Answer(200, [*headers, (b"upload-length", str(upload.length).encode())])


@_plainly
async def patch(call: Call) -> Answer:
    """`PATCH /upload/resumable/{id}`: more of it."""
    given = call.headers.get("upload-offset", "")
    if not given.isdecimal():
        raise Refusal(403, "Upload-Offset header required")
    if "content-type" not in call.headers:
        raise Refusal(403, "Content-Type header required")
    if call.headers["content-type"] != BODY_TYPE:
        raise Refusal(415, f"Content-Type has to be {BODY_TYPE}")
    await take_over(call, _identifier(call))
    upload = await _find(call)
    most = limit_of(call, await find_bucket(call, call.bucket), is_plain=False)
    if upload.length is None and "upload-length" in call.headers:
        length = _length(call)
        if length is None or (most is not None and length > most):
            raise too_large()
        await set_length(call, upload, length)
        upload = await _find(call)
    if upload.is_finished or int(given) != upload.received:
        raise Refusal(409, "Upload-Offset conflict")
    if upload.length is not None and (call.body.length or 0) > upload.length - upload.received:
        raise Refusal(413, "upload's size exceeded")
    room = None if most is None else most - upload.received
    received = await receive_part(call, upload, room)
    headers: list[Header] = [
        (b"upload-offset", str(received).encode()),
        (b"upload-expires", _http_date(upload.expires_at)),
    ]
    return Answer(204, headers + await _finish_if_whole(call, upload, received))


@_plainly
async def remove(call: Call) -> Answer:
    """`DELETE /upload/resumable/{id}`."""
    await take_over(call, _identifier(call))
    upload = await _find(call)
    if upload.is_finished or not await drop(call, upload):
        raise Refusal(400, "Cannot terminate an already completed upload")
    return Answer(204)


async def _find(call: Call, *, is_probed: bool = True) -> Upload:
    """The upload that the address names, if the caller may still make it."""
    upload = await find_upload(call, UUID(_identifier(call)))
    if upload is None:
        raise Refusal(404, "The file for this url was not found")
    if upload.is_over:
        raise Refusal(410, "The file for this url no longer exists")
    visitor = _identify(call)
    if visitor is None:
        read_token(call, "upload", call.headers["x-signature"])
    elif is_probed and not upload.is_finished:
        place = place_of(upload.target, upload.content, str(upload.id))
        await probe(call, visitor, place, is_upsert=upload.target.is_upsert)
    return upload


async def _finish_if_whole(call: Call, upload: Upload, received: int) -> list[Header]:
    if upload.is_finished or upload.length is None or received != upload.length:
        return []
    # To put a large one together takes long, and each request that does so writes all of it.
    await take_over(call, str(upload.id))
    try:
        async with busy_with(call, upload):
            await finish(call, upload)
    except BlobMissing as error:
        raise no_bytes() from error
    return [(b"tus-complete", b"1")]


def _metadata(given: str) -> dict[str, str]:
    named: dict[str, str] = {}
    for pair in given.split(","):
        name, _, value = pair.strip().partition(" ")
        try:
            named[name] = base64.b64decode(value.strip(), validate=True).decode()
        except (binascii.Error, ValueError) as error:
            raise Refusal(400, f"Invalid metadata: {name[:100]}") from error
        if "\0" in named[name]:
            raise Refusal(400, f"Invalid metadata: {name[:100]}")
    return named


def _identifier(call: Call) -> str:
    """The upload's identifier; from then on the call's object is the one that the address names."""
    if call.upload:
        return call.upload
    try:
        name = base64.urlsafe_b64decode(call.key + "=" * (-len(call.key) % 4)).decode()
        bucket, _, rest = name.partition("/")
        key, _, identifier = rest.rpartition("/")
        call.bucket, call.key, call.upload = bucket, key, str(UUID(identifier))
    except (binascii.Error, ValueError) as error:
        raise Refusal(404, "The file for this url was not found") from error
    if "\0" in name:
        raise Refusal(404, "The file for this url was not found")
    return call.upload


def _location(call: Call, upload: Upload) -> str:
    name = f"{upload.target.bucket}/{upload.target.name}/{upload.id}".encode()
    where = "upload/resumable/sign" if _is_signed(call) else "upload/resumable"
    return f"{call.origin}/{where}/{base64.urlsafe_b64encode(name).decode().rstrip('=')}"


def _http_date(moment: datetime) -> bytes:
    return format_datetime(moment.astimezone(UTC), usegmt=True).encode()
