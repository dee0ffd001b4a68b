"""Makes the copies of their data that members have asked for, one at a time in each process.

The rows and the ZIP are files without a name on the disk of the node, so they disappear with the process. The finished
ZIP goes to the blob store in pieces, where every node finds it, as a version that no object names: the ledger of such
versions (`backend/storage/blobs/versions.py`) leads to it after a crash and removes it after seven days. A worker that
ends leaves its row, which another takes over (decision 0297).
"""

import asyncio
import contextlib
from datetime import UTC, datetime
from uuid import UUID

import asyncpg
import msgspec
import structlog

from balai.backend.storage.blobs.interface import Blobs
from balai.backend.storage.blobs.versions import NewVersion, Versions
from balai.database.pool import UNAVAILABLE, Pool
from balai.database.transaction import as_owner
from balai.jobs.exports.archive import MAX_BYTES, Archive, TooLarge
from balai.jobs.exports.contents import KeyMissing, add_files, read_rows
from balai.jobs.exports.page import Facts, write_page
from balai.jobs.exports.sections import Rows, cells_of, write_json
from balai.messaging.email_rendering import format_day
from balai.messaging.email_sender import Mailer
from balai.messaging.queue import OutgoingMessage
from balai.security.answer_keys import AnswerKeys, read_answer_keys
from balai.settings import Settings
from balai.site.exports.tables import write_csv
from balai.site.payloads import Lang
from balai.site.texts import Texts

CONFIRM_S = 30.0
BEGIN = "select id, member_id, attempt from public.begin_account_export()"
CONFIRM = "update public.account_exports set alive_at = now() where id = $1 and attempts = $2 and ended_at is null"
# Another worker begins at once.
RELEASE = "update public.account_exports set started_at = null where id = $1 and attempts = $2 and ended_at is null"
FAIL = """
update public.account_exports set ended_at = now(), error = $3 where id = $1 and attempts = $2 and ended_at is null
"""
FINISH = "select public.finish_account_export($1, $2, $3, $4)"
PERSON = """
select public.offered_language(p.language)::text as language, p.time_zone, u.email,
  u.email_confirmed_at is not null as has_email, now() + interval '7 days' as until, coalesce((
    select t.name from public.site_texts as t
    order by t.language <> public.offered_language(p.language) limit 1), '') as site
from public.profiles as p join auth.users as u on u.id = p.id where p.id = $1
"""

log = structlog.get_logger("balai.jobs.exports")


class Order(msgspec.Struct, frozen=True):
    """A copy that is being made."""

    id: UUID
    member: UUID
    attempt: int


class Exporter:
    """One per process."""

    def __init__(
        self, pool: Pool, blobs: Blobs, mailer: Mailer, settings: Settings, texts: Texts, max_bytes: int = MAX_BYTES
    ) -> None:
        self._pool, self._blobs, self._mailer, self._settings, self._texts = pool, blobs, mailer, settings, texts
        self._keys: AnswerKeys = read_answer_keys(settings)
        self._max_bytes = max_bytes

    async def make_next(self) -> bool:
        """Make the copy that has waited longest. True if there was one."""
        async with as_owner(self._pool) as conn:
            row = await conn.fetchrow(BEGIN)
        if row is None:
            return False
        order = Order(row["id"], row["member_id"], row["attempt"])
        confirming = asyncio.create_task(self._confirm(order))
        try:
            await self._make(order)
        except asyncio.CancelledError:
            await asyncio.shield(self._release(order))
            raise
        except TooLarge:
            await self._fail(order, "too_large")
        except KeyMissing:
            await self._fail(order, "answer_key_missing")
        except asyncpg.ProgramLimitExceededError:
            # One value of the database has a maximum size too.
            await self._fail(order, "too_large")
        except Exception:
            # The member sees it and may ask again. Where the database is away, the row stays for the next worker.
            log.exception("export_failed", member=str(order.member))
            await self._fail(order, "failed")
        finally:
            confirming.cancel()
        return True

    async def _confirm(self, order: Order) -> None:
        while True:
            await asyncio.sleep(CONFIRM_S)
            with contextlib.suppress(*UNAVAILABLE):
                await self._pool.execute(CONFIRM, order.id, order.attempt)

    async def _release(self, order: Order) -> None:
        with contextlib.suppress(*UNAVAILABLE):
            await self._pool.execute(RELEASE, order.id, order.attempt)

    async def _fail(self, order: Order, error: str) -> None:
        log.error("export_not_made", member=str(order.member), error=error)
        async with as_owner(self._pool) as conn:
            await conn.execute(FAIL, order.id, order.attempt, error)

    async def _make(self, order: Order) -> None:
        folder = self._settings.data_dir
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        rows, archive = Rows(folder), Archive(folder, self._max_bytes)
        try:
            async with as_owner(self._pool) as conn:
                person = await conn.fetchrow(PERSON, order.member)
                if person is None:
                    return
                lang: Lang = person["language"]
                await read_rows(conn, order.member, self._keys, lang, rows, self._max_bytes)
            await asyncio.to_thread(_add_tables, rows, archive)
            files = await add_files(self._pool, self._blobs, order.member, self._keys, archive)
            facts = Facts(lang, person["site"], format_day(datetime.now(UTC), person["time_zone"], lang))
            text = lambda key, **values: self._texts.text(lang, key, **values)  # noqa: E731
            await asyncio.to_thread(archive.add, "index.html", write_page(rows, files, facts, text))
            size = await asyncio.to_thread(archive.finish)
            await self._store(order, archive, size, person)
        finally:
            rows.close()
            archive.close()

    async def _store(self, order: Order, archive: Archive, size: int, person: asyncpg.Record) -> None:
        async with Versions(self._pool, self._blobs).new() as version:
            await _upload(self._blobs, version, archive)
            async with as_owner(self._pool) as conn:
                if not await conn.fetchval(FINISH, order.id, order.attempt, version.name, size):
                    return
                if person["has_email"]:
                    await self._mailer.queue(conn, self._message(order, person))
            version.is_published = True
        log.info("export_made", member=str(order.member), bytes=size)

    def _message(self, order: Order, person: asyncpg.Record) -> OutgoingMessage:
        lang = person["language"]
        variables = {
            "until": format_day(person["until"], person["time_zone"], lang),
            "url": f"{self._settings.site_url}/{lang}/profile/security#data",
        }
        return OutgoingMessage("data_ready", person["email"], lang, variables, user_id=order.member)


def _add_tables(rows: Rows, archive: Archive) -> None:
    archive.add("data.json", write_json(rows))
    for section in rows.sections:
        if section.count:
            columns = tuple(section.columns)
            cells = (cells_of(row, columns) for row in rows.read(section))
            archive.add(f"tables/{section.key}.csv", write_csv(columns, cells))


async def _upload(blobs: Blobs, version: NewVersion, archive: Archive) -> None:
    writer = await blobs.create(version.name, lambda _: None)
    try:
        while part := await asyncio.to_thread(archive.read):
            await version.heartbeat()
            await writer.write(part)
        await writer.finish()
    except BaseException:
        await writer.abort()
        raise
