"""The copy of a member's data: its contents, its bounds, whom it is for, and that no byte of it stays behind."""

import asyncio
import csv
import dataclasses
import io
import json
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import UUID

import asyncpg
import pytest

from balai.backend.storage.blobs.interface import Blobs
from balai.backend.storage.blobs.versions import clean
from balai.backend.storage.config import open_blobs
from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.jobs.cleanup import clean_up
from balai.jobs.exports.run import BEGIN, Exporter
from balai.messaging.email_sender import open_mailer
from balai.settings import Settings, load_settings
from balai.site.render.front_end import STATIC
from balai.site.texts import Texts
from tests.factories.forum import make_forum, make_post, rich
from tests.factories.members import Member, make_member

ASK = "select public.request_account_export()"
STATE = "select * from public.my_account_export()"
FALL_SILENT = "update public.account_exports set alive_at = now() - interval '4 minutes' where ended_at is null"
FILE = "select * from public.my_export_file()"
ADD_OBJECT = """
insert into storage.objects (bucket_id, name, owner_id, version, metadata)
values ('pictures', $1, $2, $3, jsonb_build_object('size', $4::bigint, 'mimetype', 'image/png'))
"""
PICTURE = bytes(range(256)) * 4000


class Desk:
    """A member's requests, the job, and the blob store."""

    def __init__(self, pool: Pool, blobs: Blobs, settings: Settings, exporter: Exporter) -> None:
        self.pool, self.blobs, self.settings, self.exporter = pool, blobs, settings, exporter

    async def ask(self, who: Member) -> None:
        async with as_role(self.pool, who.caller, read_only=False) as conn:
            await conn.execute(ASK)

    async def read(self, who: Member, query: str = STATE) -> asyncpg.Record | None:
        async with as_role(self.pool, who.caller) as conn:
            return await conn.fetchrow(query)

    async def open(self, who: Member) -> zipfile.ZipFile:
        row = await self.read(who, FILE)
        assert row is not None
        blob = await self.blobs.open(row["version"])
        body = b"".join([bytes(part) async for part in blob.parts(0, row["bytes"])])
        blob.close()
        return zipfile.ZipFile(io.BytesIO(body))

    async def run(self, query: str, *values: object) -> str:
        async with as_owner(self.pool) as conn:
            return str(await conn.execute(query, *values))

    async def upload(self, who: Member, name: str, body: bytes) -> None:
        version = f"a{UUID(int=len(name))}"
        writer = await self.blobs.create(version, lambda _: None)
        await writer.write(body)
        await writer.finish()
        await self.run(ADD_OBJECT, f"{who.id}/{name}", str(who.id), version, len(body))

    def stored(self) -> list[Path]:
        return [path for path in (self.settings.data_dir / "objects").rglob("*") if path.is_file()]


@asynccontextmanager
async def open_desk(pool: Pool, settings: Settings, **options: int) -> AsyncIterator[Desk]:
    async with open_blobs(settings) as blobs, open_mailer(pool, settings) as mailer:
        texts = Texts.read(STATIC / "locales")
        yield Desk(pool, blobs, settings, Exporter(pool, blobs, mailer, settings, texts, **options))


@pytest.fixture
def settings(database: str, tmp_path: Path) -> Settings:
    loaded = load_settings({"BALAI_DATABASE_URL": database, "BALAI_DATA_DIR": str(tmp_path)})
    return dataclasses.replace(loaded, mailbox=True)


@pytest.fixture
async def desk(pool: Pool, settings: Settings) -> AsyncIterator[Desk]:
    async with open_desk(pool, settings) as opened:
        yield opened


async def test_copy_has_page_tables_data_and_files(desk: Desk, pool: Pool) -> None:
    mai = await make_member(pool, display_name="Mai <b>", language="vi")
    siti = await make_member(pool, display_name="Siti")
    forum = await make_forum(pool)
    await make_post(
        pool, forum, mai, title="=HYPERLINK(1) Câu hỏi 问题", body=rich("<script>alert(1)</script> xin chào")
    )
    await make_post(pool, forum, siti, title="Of another")
    await desk.upload(mai, "photo.png", PICTURE)
    await desk.ask(mai)
    assert await desk.exporter.make_next()
    assert not await desk.exporter.make_next()

    copy = await desk.open(mai)
    assert copy.testzip() is None
    data = json.loads(copy.read("data.json"))
    async with as_role(pool, mai.caller) as conn:
        assert data == json.loads(await conn.fetchval("select public.my_data()"))
    table = copy.read("tables/posts.csv")
    assert table.startswith(b"\xef\xbb\xbf")
    (row,) = csv.DictReader(io.StringIO(table.decode("utf-8-sig")))
    assert (row["title"], "xin chào" in row["text"]) == ("'=HYPERLINK(1) Câu hỏi 问题", True)
    page = copy.read("index.html").decode()
    assert '<html lang="vi">' in page and "Bài đăng" in page and "Mai &lt;b&gt;" in page
    assert "<script" not in page and "http://" not in page and "https://" not in page and "Of another" not in page
    assert 'href="files/pictures/photo.png"' in page
    assert copy.read("files/pictures/photo.png") == PICTURE

    async with as_owner(pool) as conn:
        (mail,) = await conn.fetch(
            "select recipient, language, content::text from mailbox.queue where kind = 'data_ready'"
        )
    assert mail["recipient"] == mai.email and "/vi/profile/security#data" in mail["content"]


async def test_one_copy_a_day_for_its_member_alone(desk: Desk, pool: Pool) -> None:
    mai, boss = await make_member(pool), await make_member(pool, is_admin=True)
    with pytest.raises(asyncpg.PostgresError):
        async with as_role(pool, Caller.anonymous(), read_only=False) as conn:
            await conn.execute(ASK)
    await asyncio.gather(*(desk.ask(mai) for _ in range(5)))
    async with as_owner(pool) as conn:
        assert await conn.fetchval("select count(*) from public.account_exports") == 1
    assert (await desk.read(mai))["is_open"]  # type: ignore[index]
    await desk.exporter.make_next()
    state = await desk.read(mai)
    assert state is not None and not state["is_open"] and state["bytes"] > 0
    with pytest.raises(asyncpg.PostgresError) as refused:
        await desk.ask(mai)
    assert refused.value.detail == "export_too_soon"
    assert await desk.read(boss, FILE) is None
    for forbidden in ("select version from public.account_exports", BEGIN):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await desk.read(boss, forbidden)
    await desk.run("update public.account_exports set requested_at = now() - interval '25 hours'")
    await desk.ask(mai)
    await desk.exporter.make_next()
    # The new copy takes the place of the old one.
    await clean(pool, desk.blobs)
    assert len(desk.stored()) == 1


async def test_bytes_go_after_a_week_and_with_the_account(desk: Desk, pool: Pool) -> None:
    mai, siti = await make_member(pool), await make_member(pool)
    for who in (mai, siti):
        await desk.ask(who)
        await desk.exporter.make_next()
    await clean(pool, desk.blobs)
    assert len(desk.stored()) == 2
    await desk.run("update public.account_exports set expires_at = now() where member_id = $1", mai.id)
    assert await desk.read(mai, FILE) is None
    await clean_up(pool, has_site=True)
    await clean(pool, desk.blobs)
    assert len(desk.stored()) == 1
    await desk.run("delete from auth.users where id = $1", siti.id)
    await clean(pool, desk.blobs)
    assert desk.stored() == []


async def test_copy_of_an_ended_worker_is_made_by_another(desk: Desk, pool: Pool) -> None:
    mai = await make_member(pool)
    await desk.ask(mai)
    assert (await _begin(pool)) is not None
    assert not await desk.exporter.make_next()
    await desk.run(FALL_SILENT)
    assert await desk.exporter.make_next()
    assert await desk.read(mai, FILE) is not None
    # The first worker, which was only slow, is refused and leaves no bytes.
    async with as_owner(pool) as conn:
        export = await conn.fetchval("select id from public.account_exports")
        assert not await conn.fetchval("select public.finish_account_export($1, 1::smallint, 'none', 1)", export)
    await desk.run("update public.account_exports set requested_at = now() - interval '25 hours'")
    await desk.ask(mai)
    for _ in range(3):
        assert await _begin(pool) is not None
        await desk.run(FALL_SILENT)
    assert not await desk.exporter.make_next()
    state = await desk.read(mai)
    assert state is not None and (state["error"], state["is_open"]) == ("failed", False)


# The job waits for the lock.
WAITS = """
select count(*) from pg_locks as l where not l.granted and l.relation = 'storage.unreferenced_blobs'::regclass
  and l.database = (select oid from pg_database where datname = current_database())
"""


async def _begin(pool: Pool) -> asyncpg.Record | None:
    async with as_owner(pool) as conn:
        return await conn.fetchrow(BEGIN)


async def test_stopped_worker_leaves_the_copy_to_the_next(desk: Desk, pool: Pool) -> None:
    mai = await make_member(pool)
    await desk.ask(mai)
    async with as_owner(pool) as conn:
        # Holds the job up while it records the version.
        await conn.execute("lock table storage.unreferenced_blobs")
        making = asyncio.create_task(desk.exporter.make_next())
        async with asyncio.timeout(30):
            while not await pool.fetchval(WAITS):  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.02)
        making.cancel()
        with pytest.raises(asyncio.CancelledError):
            await making
    assert await desk.exporter.make_next()
    assert await desk.read(mai, FILE) is not None


async def test_too_large_copy_says_so_and_leaves_nothing(pool: Pool, settings: Settings) -> None:
    async with open_desk(pool, settings, max_bytes=100_000) as desk:
        mai = await make_member(pool)
        await desk.upload(mai, "photo.png", PICTURE)
        await desk.ask(mai)
        assert await desk.exporter.make_next()
        state = await desk.read(mai)
        assert state is not None and (state["error"], state["bytes"]) == ("too_large", None)
        assert len(desk.stored()) == 1
        # Three attempts a day.
        for _ in range(2):
            await desk.ask(mai)
            await desk.exporter.make_next()
        with pytest.raises(asyncpg.PostgresError) as refused:
            await desk.ask(mai)
        assert refused.value.detail == "export_too_soon"
