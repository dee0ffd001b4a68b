"""Files of a resource by language: which one a reader gets, which are left behind, and who may read the stored ones."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool, open_pool
from balai.database.schema_files import FOLDER
from balai.database.transaction import as_owner, as_role
from tests.factories.forum import FORBIDDEN, refused
from tests.factories.library import Files, files_of
from tests.factories.members import Member, make_member

SAVE = "select public.save_resource($1::jsonb, $2::jsonb, $3)"
SAVE_CATEGORY = 'select public.save_resource_category($1::jsonb, \'{"en": "Papers"}\')'
MARK = "select public.mark_resource_file($1, $2::text::public.language, $3, $4)"
STATES = """
select language::text, older_than::text, confirmed_at is not null as is_confirmed
from public.resource_files where resource_id = $1 order by language
"""
SINCE = "select older_since from public.resource_files where resource_id = $1 and language = $2::text::public.language"
TASK = "select state from public.translation_tasks where item_id = $1 and language = $2::text::public.language"
STORE = "insert into storage.objects (bucket_id, name, last_accessed_at) values ($1, $2, now() - interval '40 days')"
AGE = """
update storage.objects set created_at = now() - interval '50 days', last_accessed_at = now() - interval '40 days'
"""
MEMBERS_FILE = "/storage/v1/object/authenticated/member-files/{}?download=a.pdf"


class Library:
    """An administrator's library with one category."""

    def __init__(self, pool: Pool, ada: Member, category: UUID) -> None:
        self.pool, self.ada, self.category = pool, ada, category

    async def act(self, who: Member | None, sql: str, *values: Any, pool: Pool | None = None) -> Any:
        caller = (who or self.ada).caller
        async with as_role(pool or self.pool, caller, read_only=False) as connection:
            return await connection.fetchval(sql, *values)

    async def put(self, files: Files, thing: UUID | None = None, version: int = 0, **changes: Any) -> UUID:
        pool = changes.pop("pool", None)
        wanted = thing or uuid4()
        fields = {
            "id": str(wanted), "category_id": str(self.category), "kind": "document", "files": files,
            "is_published": True, **changes,
        }  # fmt: skip
        texts = '{"en": {"title": "Guide"}, "zh": {"title": "指南"}}'
        await self.act(None, SAVE, msgspec.json.encode(fields).decode(), texts, version, pool=pool)
        return wanted

    async def states(self, thing: UUID) -> dict[str | None, tuple[str | None, bool]]:
        async with as_owner(self.pool) as connection:
            rows = await connection.fetch(STATES, thing)
        return {row["language"]: (row["older_than"], row["is_confirmed"]) for row in rows}

    async def read(self, sql: str, *values: Any) -> Any:
        async with as_owner(self.pool) as connection:
            return await connection.fetchval(sql, *values)


@pytest.fixture
async def library(pool: Pool) -> Library:
    ada = await make_member(pool, display_name="Ada", is_admin=True)
    async with as_role(pool, ada.caller, read_only=False) as connection:
        return Library(pool, ada, await connection.fetchval(SAVE_CATEGORY, '{"slug": "papers"}'))


def papers(**files: str) -> Files:
    return [{"language": language, "url": f"/{name}.pdf"} for language, name in files.items()]


CURRENT = (None, False)


async def test_replaced_file_leaves_the_others_behind_until_they_catch_up(library: Library) -> None:
    thing = await library.put(papers(en="a", zh="a-zh", ms="a-ms"))
    assert set((await library.states(thing)).values()) == {CURRENT}
    await library.put(papers(en="b", zh="a-zh", ms="a-ms"), thing, 1)
    assert await library.states(thing) == {"en": CURRENT, "zh": ("en", False), "ms": ("en", False)}
    assert await library.read(TASK, thing, "zh") == "outdated"
    # The one that catches up leaves none behind; a language that is added is not behind.
    await library.put(papers(en="b", zh="b-zh", ms="a-ms", vi="b-vi"), thing, 2)
    assert await library.states(thing) == {"en": CURRENT, "zh": CURRENT, "ms": ("en", False), "vi": CURRENT}
    assert await library.read(TASK, thing, "zh") == "done"
    # Two that are replaced together do not leave each other behind.
    await library.put(papers(en="c", zh="c-zh", ms="a-ms", vi="b-vi"), thing, 3)
    assert await library.states(thing) == {"en": CURRENT, "zh": CURRENT, "ms": ("en", False), "vi": ("en", False)}
    # Nothing is older than a file that is gone.
    await library.put(papers(zh="c-zh", ms="a-ms", vi="b-vi"), thing, 4)
    assert set((await library.states(thing)).values()) == {CURRENT}


async def test_small_correction_leaves_no_file_behind(library: Library) -> None:
    thing = await library.put(papers(en="a", zh="a-zh"))
    await library.put(papers(en="a2", zh="a-zh"), thing, 1, marks_others=False)
    assert set((await library.states(thing)).values()) == {CURRENT}


async def test_still_correct_is_undone_and_ends_with_the_next_replaced_file(library: Library) -> None:
    thing = await library.put(papers(en="a", zh="a-zh"))
    await library.put(papers(en="b", zh="a-zh"), thing, 1)
    since = await library.read(SINCE, thing, "zh")
    await library.act(None, MARK, thing, "zh", since, True)
    assert await library.states(thing) == {"en": CURRENT, "zh": ("en", True)}
    assert await library.read(TASK, thing, "zh") == "done"
    await library.act(None, MARK, thing, "zh", since, False)
    assert await library.states(thing) == {"en": CURRENT, "zh": ("en", False)}
    await library.act(None, MARK, thing, "zh", since, True)
    # The version that was opened is still the current one.
    await library.put(papers(en="c", zh="a-zh"), thing, 2)
    assert await library.states(thing) == {"en": CURRENT, "zh": ("en", False)}
    with refused("changed_meanwhile"):
        await library.act(None, MARK, thing, "zh", since, True)
    with refused("not_found"):
        await library.act(None, MARK, uuid4(), "zh", since, True)
    with FORBIDDEN:
        await library.act(await make_member(library.pool), MARK, thing, "zh", since, True)


async def test_one_file_for_each_language_or_one_for_all(library: Library) -> None:
    for wrong in ([], None):
        with refused("no_file"):
            await library.put(wrong)  # type: ignore[arg-type]
    for mixed in ([*files_of("/a"), *files_of("/b", "en")], [*files_of("/a", "en"), *files_of("/b", "en")]):
        with refused("mixed_files"):
            await library.put(mixed)
    thing = await library.put(files_of("tel:999"))
    await library.put(files_of("/a", "en", "zh"), thing, 1)
    assert await library.states(thing) == {"en": CURRENT, "zh": CURRENT}
    await library.put(files_of("tel:999"), thing, 2)
    assert await library.states(thing) == {None: CURRENT}


async def test_two_editors_who_replace_one_file_lose_nothing(library: Library, database: str) -> None:
    thing = await library.put(papers(en="a", zh="a-zh"))
    many = await open_pool(database, size=8)
    saves = [library.put(papers(en=f"b{n}", zh="a-zh"), thing, 1, pool=many) for n in range(6)]
    outcomes = await asyncio.gather(*saves, return_exceptions=True)
    await many.close()
    refusals = [one for one in outcomes if isinstance(one, asyncpg.PostgresError)]
    assert [one.sqlstate for one in refusals] == ["PT409"] * 5
    assert await library.states(thing) == {"en": CURRENT, "zh": ("en", False)}


async def test_file_of_any_language_is_kept_and_a_replaced_one_is_removed(library: Library) -> None:
    names = ["1/en.pdf", "2/zh.pdf", "3/old.pdf", "4/lost.pdf"]
    async with as_owner(library.pool) as connection:
        for name in names:
            await connection.execute(STORE, "member-files", name)
        await connection.execute(AGE)
    english, chinese, old = (MEMBERS_FILE.format(name) for name in names[:3])
    thing = await library.put([*files_of(old, "en"), *files_of(chinese, "zh")])
    await library.put([*files_of(english, "en"), *files_of(chinese, "zh")], thing, 1)

    async def clean() -> set[str]:
        async with as_owner(library.pool) as connection:
            await connection.execute(AGE)
            await connection.fetchval("select public.remove_unused_uploads(100)")
            return {row["name"] for row in await connection.fetch("select name from storage.objects")}

    assert await clean() == {"1/en.pdf", "2/zh.pdf"}
    # A deleted resource can come back for 30 days, with all its files.
    await library.act(None, "select public.delete_resource($1)", thing)
    assert await clean() == {"1/en.pdf", "2/zh.pdf"}
    await library.act(None, "select public.restore_removed('resource', $1)", thing)
    assert set(await library.states(thing)) == {"en", "zh"}


async def test_who_does_not_see_the_resource_gets_none_of_its_files(library: Library) -> None:
    mai = await make_member(library.pool)
    names = ["1/en.pdf", "2/zh%20.pdf", "3/other.pdf"]
    async with as_owner(library.pool) as connection:
        for name in ("1/en.pdf", "2/zh .pdf", "3/other.pdf"):
            await connection.execute(STORE, "member-files", name)
    files = [*files_of(MEMBERS_FILE.format(names[0]), "en"), *files_of(MEMBERS_FILE.format(names[1]), "zh")]
    thing = await library.put(files, is_published=False)
    seen = "select array_agg(name order by name) from storage.objects where bucket_id = 'member-files'"
    rows = "select count(*) from public.resource_files where resource_id = $1"
    assert (await library.act(mai, seen), await library.act(mai, rows, thing)) == (["3/other.pdf"], 0)
    assert len(await library.act(None, seen)) == 3
    await library.put(files, thing, 1)
    assert (len(await library.act(mai, seen)), await library.act(mai, rows, thing)) == (3, 2)
    for sql in (
        "update public.resource_files set url = '/' where resource_id = $1",
        "delete from public.resource_files where resource_id = $1",
        "select public.save_resource_files($1, '[]', true)",
    ):
        with FORBIDDEN:
            await library.act(mai, sql, thing)


async def test_staff_log_names_replaced_files(library: Library) -> None:
    thing = await library.put(papers(en="a", zh="a-zh"))
    await library.put(papers(en="b", zh="a-zh"), thing, 1)
    await library.act(None, "select public.delete_resource($1)", thing)
    entries = "select array_agg(act order by id) from public.staff_log where thing = 'resource_files' and thing_id = $1"
    assert await library.read(entries, thing) == ["insert", "insert", "update"]


AS_BEFORE = """
alter table public.resources add column url text, add column content_languages public.language[];
update public.resources set url = $url$/storage/v1/object/public/files/1/a.pdf$url$,
  content_languages = case when is_published then '{en,zh}' else '{}' end::public.language[];
update public.removals set content = jsonb_build_object('texts', content -> 'texts', 'row', (content -> 'row')
  || '{"url": "/removed.pdf", "content_languages": ["ms"]}');
drop table public.resource_files;
"""


async def test_files_from_before_are_those_of_their_languages(library: Library) -> None:
    thing, open_one = await library.put(files_of("/x", "en")), await library.put(files_of("/y"), is_published=False)
    removed = await library.put(files_of("/z"))
    await library.act(None, "select public.delete_resource($1)", removed)
    script = (FOLDER / "site/versions/0932_resource_files.sql").read_text()
    async with as_owner(library.pool) as connection:
        await connection.execute("set constraints all immediate")
        await connection.execute(AS_BEFORE + script)
    assert await library.states(thing) == {"en": CURRENT, "zh": CURRENT}
    assert await library.states(open_one) == {None: CURRENT}
    await library.act(None, "select public.restore_removed('resource', $1)", removed)
    assert await library.states(removed) == {"ms": CURRENT}
    assert await library.read("select url from public.resource_files where resource_id = $1", removed) == "/removed.pdf"
