"""Uploads in one request: `POST` creates, `PUT` creates or overwrites (storage contract, section 5)."""

from uuid import uuid4

from balai.backend.storage.authentication import Visitor
from balai.backend.storage.blobs.versions import Versions
from balai.backend.storage.context import Answer, Call, json_answer
from balai.backend.storage.rows import find_bucket
from balai.backend.storage.uploads.body import metadata_of_header, read_upload
from balai.backend.storage.uploads.idempotency import OnceOnly
from balai.backend.storage.uploads.policy_check import Place, probe
from balai.backend.storage.uploads.store import Target, admit, give, metadata_of, place_of, write
from balai.backend.storage.url_tokens import make_token, read_token
from balai.backend.storage.validation import check_key
from balai.database.pool import Connection, Pool


async def upload(call: Call) -> Answer:
    """`POST /object/{bucket}/{key}`."""
    return await _store(call, call.visitor(), is_upsert=call.is_upsert)


async def update(call: Call) -> Answer:
    """`PUT /object/{bucket}/{key}`."""
    return await _store(call, call.visitor(), is_upsert=True)


async def _store(call: Call, visitor: Visitor, *, is_upsert: bool) -> Answer:
    target = Target(call.bucket, call.key, visitor.subject, is_upsert)
    content, pieces = await read_upload(call.body, call.headers)
    content, most = await admit(call, target, content)
    once = await OnceOnly.of(call, visitor)
    storage = call.storage
    async with Versions(storage.pool, storage.blobs).new() as version:
        if not once.is_known:
            await probe(call, visitor, place_of(target, content, version.name), is_upsert=is_upsert)
        written = await write(call, version, once.noted(pieces), content, most)
        metadata = metadata_of(content, written)

        async def act(connection: Connection | Pool) -> bytes:
            found = await give(connection, target, version, metadata, content.user_metadata)
            return json_answer({"Id": str(found), "Key": f"{call.bucket}/{call.key}"}).body

        body = await once.run(act)
    return Answer(200, [(b"content-type", b"application/json; charset=utf-8"), *once.headers], body)


async def sign_upload(call: Call) -> Answer:
    """`POST /object/upload/sign/{bucket}/{key}`: the policies are asked now, for who comes with the token."""
    visitor = call.visitor()
    check_key(call.key)
    await find_bucket(call, call.bucket)
    place = Place(call.bucket, call.key, str(uuid4()), {}, metadata_of_header(call.headers.get("x-metadata")))
    await probe(call, visitor, place, is_upsert=call.is_upsert)
    owner = {"owner": visitor.subject} if visitor.subject else {}
    life = call.storage.limits.signed_upload_life
    token = make_token(call, "upload", life, **owner, upsert=call.is_upsert)
    return json_answer({"url": f"/object/upload/sign/{call.bucket}/{call.key}?token={token}", "token": token})


async def upload_signed(call: Call) -> Answer:
    """`PUT /object/upload/sign/{bucket}/{key}`."""
    check_key(call.key)
    claims = read_token(call, "upload")
    owner = claims.get("owner")
    target = Target(call.bucket, call.key, str(owner) if owner else None, claims.get("upsert") is True)
    content, pieces = await read_upload(call.body, call.headers)
    content, most = await admit(call, target, content)
    storage = call.storage
    async with Versions(storage.pool, storage.blobs).new() as version:
        written = await write(call, version, pieces, content, most)
        await give(storage.pool, target, version, metadata_of(content, written), content.user_metadata)
    return json_answer({"Key": f"{call.bucket}/{call.key}"})
