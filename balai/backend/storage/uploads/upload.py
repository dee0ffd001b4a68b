"""Uploads in one request: `POST` creates, `PUT` creates or overwrites (storage contract, section 5)."""

from uuid import uuid4

from balai.backend.storage.authentication import StorageCaller
from balai.backend.storage.blobs.versions import Versions
from balai.backend.storage.context import StorageRequest, StorageResponse, json_response
from balai.backend.storage.rows import find_bucket
from balai.backend.storage.uploads.body import metadata_of_header, read_upload
from balai.backend.storage.uploads.idempotency import IdempotentUpload
from balai.backend.storage.uploads.policy_check import NewObject, probe
from balai.backend.storage.uploads.store import (
    Target,
    check_upload,
    metadata_of,
    new_object,
    publish_version,
    write_version,
)
from balai.backend.storage.url_tokens import make_token, read_token
from balai.backend.storage.validation import check_key
from balai.database.pool import Connection, Pool


async def upload(request: StorageRequest) -> StorageResponse:
    """`POST /object/{bucket}/{key}`."""
    return await _store(request, request.caller(), is_upsert=request.is_upsert)


async def update(request: StorageRequest) -> StorageResponse:
    """`PUT /object/{bucket}/{key}`."""
    return await _store(request, request.caller(), is_upsert=True)


async def _store(request: StorageRequest, caller: StorageCaller, *, is_upsert: bool) -> StorageResponse:
    target = Target(request.bucket, request.key, caller.subject, is_upsert)
    content, pieces = await read_upload(request.body, request.headers)
    content, maximum = await check_upload(request, target, content)
    once = await IdempotentUpload.of(request, caller)
    storage = request.storage
    async with Versions(storage.pool, storage.blobs).new() as version:
        if not once.is_known:
            await probe(request, caller, new_object(target, content, version.name), is_upsert=is_upsert)
        written = await write_version(request, version, once.hashed(pieces), content, maximum)
        metadata = metadata_of(content, written)

        async def action(connection: Connection | Pool) -> bytes:
            found = await publish_version(connection, target, version, metadata, content.user_metadata)
            return json_response({"Id": str(found), "Key": f"{request.bucket}/{request.key}"}).body

        body = await once.run(action)
    return StorageResponse(200, [(b"content-type", b"application/json; charset=utf-8"), *once.headers], body)


async def sign_upload(request: StorageRequest) -> StorageResponse:
    """`POST /object/upload/sign/{bucket}/{key}`: the policies are checked now, on behalf of the later upload."""
    caller = request.caller()
    check_key(request.key)
    await find_bucket(request, request.bucket)
    row = NewObject(
        request.bucket, request.key, str(uuid4()), {}, metadata_of_header(request.headers.get("x-metadata"))
    )
    await probe(request, caller, row, is_upsert=request.is_upsert)
    owner = {"owner": caller.subject} if caller.subject else {}
    ttl_s = request.storage.limits.signed_upload_ttl_s
    token = make_token(request, "upload", ttl_s, **owner, upsert=request.is_upsert)
    return json_response({"url": f"/object/upload/sign/{request.bucket}/{request.key}?token={token}", "token": token})


async def upload_signed(request: StorageRequest) -> StorageResponse:
    """`PUT /object/upload/sign/{bucket}/{key}`."""
    check_key(request.key)
    claims = read_token(request, "upload")
    owner = claims.get("owner")
    target = Target(request.bucket, request.key, str(owner) if owner else None, claims.get("upsert") is True)
    content, pieces = await read_upload(request.body, request.headers)
    content, maximum = await check_upload(request, target, content)
    storage = request.storage
    async with Versions(storage.pool, storage.blobs).new() as version:
        written = await write_version(request, version, pieces, content, maximum)
        await publish_version(storage.pool, target, version, metadata_of(content, written), content.user_metadata)
    return json_response({"Key": f"{request.bucket}/{request.key}"})
