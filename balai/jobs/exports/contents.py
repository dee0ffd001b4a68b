"""Reads the rows of a copy from the database, and its files from the blob store, in pieces."""

import asyncio
from uuid import UUID

import asyncpg
import msgspec
import structlog

from balai.backend.storage.blobs.interface import BlobMissing, Blobs, BlobShort
from balai.database.pool import Connection, Pool
from balai.database.transaction import as_owner
from balai.jobs.exports.archive import Archive, TooLarge
from balai.jobs.exports.page import StoredFile
from balai.jobs.exports.sections import Rows
from balai.security.answer_keys import AnswerKeys
from balai.site.intake.answer_texts import write_value
from balai.site.payloads import Lang

# One object or list of the export is one value; its rows are read one by one.
ROWS = """
select s.key, jsonb_typeof(s.value) = 'array' as is_list, x.element::text as element
from jsonb_each(public.data_of($1)) as s
left join lateral jsonb_array_elements(
  case jsonb_typeof(s.value) when 'array' then s.value else jsonb_build_array(s.value) end
) with ordinality as x (element, number) on true
"""
PREFETCH = 200
ANSWER = """
select a.id, a.value::text as value, a.sealed, a.key_id, a.object_name, q.kind, q.options::text as options
from public.booking_answers as a join public.service_questions as q on q.id = a.question_id where a.id = $1
"""
FILES = """
select o.bucket_id, o.name, o.version, (o.metadata ->> 'size')::bigint as bytes
from storage.objects as o
where o.bucket_id in ('pictures', 'text-pictures', 'text-files') and o.name like $1::text || '/%'
  or o.bucket_id = 'member-files' and o.owner_id = $1::text and o.name like 'areas/%'
order by o.bucket_id, o.name
"""
FILE_ANSWERS = """
select a.id, a.value::text as value, a.sealed, a.key_id, o.bucket_id, o.name, o.version,
  (o.metadata ->> 'size')::bigint as bytes
from public.booking_answers as a join public.bookings as b on b.id = a.booking_id
join storage.objects as o on o.bucket_id = 'booking-answers' and o.name = a.object_name
where b.member_id = $1 order by a.created_at, a.id
"""
KEY_BYTES = 8
EXTENSIONS = {"application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp"}
log = structlog.get_logger("balai.jobs.exports")


class KeyMissing(Exception):
    """A sensitive answer cannot be decrypted. A copy without it would look complete."""


async def read_rows(conn: Connection, member: UUID, keys: AnswerKeys, lang: Lang, rows: Rows, max_bytes: int) -> None:
    """Spool all rows. Raises KeyMissing, TooLarge."""
    key = ""
    async for record in conn.cursor(ROWS, member, prefetch=PREFETCH):
        if record["key"] != key:
            key = record["key"]
            rows.begin(key, is_list=record["is_list"])
        if record["element"] is None:
            continue
        row = msgspec.json.decode(record["element"])
        if key == "bookingAnswers" and row.get("isSensitive"):
            row["answer"] = await _open_answer(conn, UUID(row["id"]), keys, lang)
        rows.add(row)
        if rows.bytes > max_bytes:
            raise TooLarge


async def _open_answer(conn: Connection, answer: UUID, keys: AnswerKeys, lang: Lang) -> str:
    row = await conn.fetchrow(ANSWER, answer)
    if row is None:
        return ""
    return write_value(row["kind"], msgspec.json.decode(row["options"]), _value(row, keys), lang)


def _value(row: asyncpg.Record, keys: AnswerKeys) -> object:
    if row["sealed"] is None:
        return msgspec.json.decode(row["value"] or "null")
    plain = keys.open(row["sealed"], row["key_id"], row["id"])
    if plain is None:
        raise KeyMissing
    return msgspec.json.decode(plain)


async def add_files(pool: Pool, blobs: Blobs, member: UUID, keys: AnswerKeys, archive: Archive) -> list[StoredFile]:
    """Add the member's files. Raises KeyMissing, TooLarge, OSError."""
    async with as_owner(pool) as conn:
        uploads = await conn.fetch(FILES, str(member))
        answers = await conn.fetch(FILE_ANSWERS, member)
    stored: list[StoredFile] = []
    for row in uploads:
        name = row["name"].rpartition("/")[2]
        path = f"files/{row['bucket_id']}/{name}"
        found = await _add_upload(blobs, row, path, archive)
        stored.append(StoredFile(name, path if found else "", row["bytes"] or 0))
    for row in answers:
        stored.append(await _add_answer(blobs, row, keys, archive))
    return stored


async def _add_upload(blobs: Blobs, row: asyncpg.Record, path: str, archive: Archive) -> bool:
    """False: the bytes are missing. One missing file must not prevent the copy of all others."""
    try:
        blob = await blobs.open(row["version"] or "")
    except BlobMissing:
        return _is_missing(row)
    member = await asyncio.to_thread(archive.begin, path)
    try:
        async for part in blob.parts(0, row["bytes"] or 0):
            await asyncio.to_thread(archive.write, member, part)
    except (BlobMissing, BlobShort):
        return _is_missing(row)
    finally:
        blob.close()
        await asyncio.to_thread(member.close)
    return True


async def _add_answer(blobs: Blobs, row: asyncpg.Record, keys: AnswerKeys, archive: Archive) -> StoredFile:
    """A file that is an answer: ten megabytes at most, and encrypted as a whole."""
    facts = _value(row, keys)
    name = str(facts.get("name", "file")) if isinstance(facts, dict) else "file"
    mimetype = str(facts.get("type", "")) if isinstance(facts, dict) else ""
    body: bytes | None = await _read_all(blobs, row)
    if body is None:
        return StoredFile(name, "", 0)
    if row["sealed"] is not None:
        body = keys.open(body[KEY_BYTES:], body[:KEY_BYTES].hex(), row["id"])
        if body is None:
            raise KeyMissing
    # Names of members may be no names of files.
    path = f"files/booking-answers/{row['id']}.{EXTENSIONS.get(mimetype, 'bin')}"
    await asyncio.to_thread(archive.add, path, (body,))
    return StoredFile(name, path, len(body))


async def _read_all(blobs: Blobs, row: asyncpg.Record) -> bytes | None:
    try:
        blob = await blobs.open(row["version"] or "")
    except BlobMissing:
        _is_missing(row)
        return None
    try:
        return b"".join([bytes(part) async for part in blob.parts(0, row["bytes"] or 0)])
    except (BlobMissing, BlobShort):
        _is_missing(row)
        return None
    finally:
        blob.close()


def _is_missing(row: asyncpg.Record) -> bool:
    log.warning("export_file_missing", object=f"{row['bucket_id']}/{row['name']}")
    return False
