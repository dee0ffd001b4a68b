"""Each role finds exactly what its pages show, at the same moment."""

import asyncio
import random
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec

from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.forum import Community, make_post, make_reply, rich
from tests.factories.library import files_of
from tests.factories.members import Member, make_member
from tests.factories.pages import make_page, page_text, save_page

WORDS = [
    *["klinik", "dewan", "kelas", "tempahan", "hall", "clinic", "class", "room", "booking"],
    *["诊所", "预约", "中文", "大厅", "khám", "bệnh", "lớp", "học", "phòng"],
]
FOUND = """
select kind, id, language::text from public.search($1, reader => 'ms', page_size => 50) where ring > 0
"""
PEOPLE = "select id from public.search($1, kinds => '{person}', page_size => 50)"
DIRECTORY = "select id from public.list_people($1, '', '00000000-0000-0000-0000-000000000000', 50)"
# Bypassing every policy: the rows that contain the words, with their language.
MATCHING = """
select kind, item_id as id, language::text from search.entries
where terms @@ (select coalesce(c[4], c[3]) from search.conditions(array(select w from search.query_words($1) w)) c)
"""
VISIBLE = """
select 'article' as kind, article_id as id, language::text from public.article_texts
union all select 'post', id, language::text from public.posts where title is not null
union all select 'reply', r.id, r.language::text from public.replies r join public.posts p on p.id = r.post_id
  where r.body is not null and p.title is not null
union all select 'resource', resource_id, language::text from public.resource_texts
union all select case when exists (
    select from public.services s join public.service_exceptions e on e.service_id = s.id
    where s.id = t.service_id and s.series is not null and e.day > current_date) then 'event' else 'service' end,
  service_id, language::text from public.service_texts t
union all select 'page', p.id, t.language::text
  from public.pages p join public.page_versions v on v.page_id = p.id and v.number = p.published_version
  join public.page_version_texts t on t.version_id = v.id where p.deleted_at is null
"""
SAVE_ARTICLE = "select public.save_article($1::jsonb, $2::jsonb, 0)"
SAVE_RESOURCE = "select public.save_resource($1::jsonb, $2::jsonb)"
ADD_SERVICE = """
insert into public.services (id, slug, kind, duration_minutes, time_zone, is_active, host_id, series)
values ($1, $2, 'session', 60, 'Asia/Kuala_Lumpur', $3, $4, $5)
"""
ADD_DATE = """
insert into public.service_exceptions (service_id, day, opens, closes, note)
values ($1, current_date + $2::integer, '10:00', '11:00', '')
"""
ADD_SERVICE_TEXT = "insert into public.service_texts (service_id, language, name) values ($1, $2, $3)"


def json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def text(words: str) -> dict[str, Any]:
    return {"title": words, "body": msgspec.json.decode(rich(words)), "status": "published"}


async def save_article(community: Community, texts: dict[str, Any], **facts: Any) -> UUID:
    article = {"id": str(uuid4()), "source_language": next(iter(texts)), "status": "published", **facts}
    await community.act(community.ana, SAVE_ARTICLE, json(article), json(texts))
    return UUID(article["id"])


async def add_resource(community: Community, words: str, *, is_published: bool) -> UUID:
    category = await community.act(
        community.ana,
        "select public.save_resource_category($1::jsonb, $2::jsonb) as id",
        json({"slug": f"c{uuid4().hex[:8]}"}),
        json({"en": "Papers"}),
    )
    resource = {
        "id": str(uuid4()),
        "category_id": str(category[0]["id"]),
        "kind": "link",
        "files": files_of("https://example.org/", "en"),
        "is_published": is_published,
    }
    await community.act(
        community.ana, SAVE_RESOURCE, json(resource), json({"ms": {"title": words}, "vi": {"title": words}})
    )
    return UUID(resource["id"])


async def fill(community: Community, dice: random.Random) -> None:
    """Create rows in every state."""
    now = datetime.now(UTC)

    def phrase() -> str:
        return " ".join(dice.choices(WORDS, k=6))

    for publish, expire, status in (
        (now - timedelta(days=2), None, "published"),
        (now + timedelta(days=2), None, "published"),
        (now - timedelta(days=2), now - timedelta(days=1), "published"),
        (now, None, "draft"),
    ):
        for _ in range(2):
            texts = {"en": text(phrase()), "ms": {**text(phrase()), "status": "draft"}, "zh": text(phrase())}
            times = {"publish_at": publish.isoformat(), "expire_at": expire.isoformat() if expire else None}
            await save_article(community, texts, status=status, **times)
    for number in range(12):
        post = await make_post(community.pool, community.forum, community.mei, title=phrase(), body=rich(phrase()))
        reply = await make_reply(community.pool, post, community.hoa, body=rich(phrase()))
        if number % 3 == 0:
            await community.act(community.ana, "select public.set_hidden(true, post => $1)", post)
        if number % 4 == 0:
            await community.act(community.hoa, "select public.delete_reply($1)", reply)
    for number in range(6):
        await add_resource(community, phrase(), is_published=number % 2 == 0)
        async with as_owner(community.pool) as connection:
            service = uuid4()
            host = community.hoa.id if number % 3 == 0 else None
            series = "single" if number > 1 else None
            await connection.execute(ADD_SERVICE, service, f"s{number}", number % 2 == 0, host, series)
            await connection.execute(ADD_SERVICE_TEXT, service, "ms", phrase())
            # Two of them are over, with a date of a service without a series beside them.
            await connection.execute(ADD_DATE, service, 5 if number < 4 else -5)
        saved = await make_page(
            community.pool, community.ana, {"ms": page_text(phrase(), phrase()), "zh": page_text(phrase())},
            source_language="ms",
        )  # fmt: skip
        changed = {"ms": page_text(phrase(), phrase())}
        await save_page(
            community.pool, community.ana, changed, base=saved["version"], id=saved["id"], source_language="ms"
        )
        if number % 3:
            act = "delete_page" if number % 3 == 1 else "unpublish_page"
            await community.act(community.ana, f"select public.{act}($1)", UUID(saved["id"]))


async def fill_directory(community: Community, dice: random.Random) -> None:
    """Create members named by words of the texts, in every state. The first has blocked Mei."""
    members = [await make_member(community.pool, display_name=" ".join(dice.choices(WORDS, k=2))) for _ in range(12)]
    await community.act(members[0], "select public.set_blocked($1, true)", community.mei.id)
    await community.act(members[1], "update public.profiles set is_listed = false")
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.site_settings set has_directory = true")
        await connection.execute(
            "update auth.users set banned_until = now() + interval '1 day' where id = $1", members[2].id
        )
        await connection.execute("update auth.users set email_confirmed_at = null where id = $1", members[3].id)


def once_each(rows: set[tuple[str, UUID, str]]) -> set[tuple[str, UUID, str]]:
    """Choose the reader's language of each row, else the first in the order of the four."""
    order = ["ms", "en", "zh", "vi"]
    best: dict[tuple[str, UUID], str] = {}
    for kind, thing, language in sorted(rows, key=lambda row: order.index(row[2])):
        best.setdefault((kind, thing), language)
    return {(kind, thing, language) for (kind, thing), language in best.items()}


async def test_each_role_finds_exactly_what_its_pages_show(community: Community) -> None:
    dice = random.Random(7)
    await fill(community, dice)
    await fill_directory(community, dice)
    queries = {" ".join(dice.choices(WORDS, k=dice.choice([1, 1, 2, 2, 3]))) for _ in range(520)}
    queries |= {word[: dice.randint(2, 5)] for word in WORDS}
    matching = {}
    async with as_owner(community.pool) as connection:
        for query in queries:
            matching[query] = {tuple(row) for row in await connection.fetch(MATCHING, query)}
            matching[query] |= {("event", *row[1:]) for row in matching[query] if row[0] == "service"}
    people: list[Member | None] = [None, community.mei, community.hoa, community.ana]
    asked = 0
    sizes = []
    sizes_of_people = []
    for who in people:
        visible = {tuple(row) for row in await community.act(who, VISIBLE)}
        sizes.append(len(visible))
        sizes_of_people.append(0)
        assert {"event", "service", "page"} <= {row[0] for row in visible}
        async with as_role(community.pool, who.caller if who else Caller.anonymous()) as connection:
            for query in sorted(queries):
                found = [tuple(row) for row in await connection.fetch(FOUND, query)]
                assert len(found) < 50
                assert len(found) == len(set(found))
                people_before = [row[1] for row in found if row[0] == "person"]
                assert set(found[len(people_before) :]) == once_each(matching[query] & visible), (query, who)
                asked += 1
                if " " in query:
                    continue
                ids = [row["id"] for row in await connection.fetch(PEOPLE, query)]
                listed = await connection.fetch(DIRECTORY, query) if who else []
                assert sorted(ids) == sorted(row["id"] for row in listed), (query, who)
                assert people_before == ids[:5]
                sizes_of_people[-1] += len(ids)
    assert asked >= 1000
    assert sizes_of_people[0] == 0 < sizes_of_people[1] < sizes_of_people[2] == sizes_of_people[3]
    assert sizes[0] == sizes[1] < sizes[2] < sizes[3]


async def test_scheduled_article_appears_on_time(community: Community) -> None:
    later = datetime.now(UTC) + timedelta(hours=1)
    article = await save_article(community, {"en": text("Lantern walk")}, publish_at=later.isoformat())
    ask = "select id from public.search('lantern')"
    assert not await community.act(None, ask)
    assert [row["id"] for row in await community.act(community.ana, ask)] == [article]
    # The index entry is not rewritten: an hour passes over it.
    async with as_owner(community.pool) as connection:
        await connection.execute("set local session_replication_role = replica")
        await connection.execute("update public.articles set publish_at = now() - interval '1 minute'")
        await connection.execute("update search.entries set public_from = public_from - interval '61 minutes'")
    assert [row["id"] for row in await community.act(None, ask)] == [article]


async def test_article_is_found_once_in_the_readers_language(community: Community) -> None:
    await save_article(community, {language: text(f"Wi-Fi {language}") for language in ("en", "zh", "ms", "vi")})
    ask = "select language::text from public.search('wi-fi', reader => $1::text::public.language)"
    for language in ("en", "zh", "ms", "vi"):
        assert [row["language"] for row in await community.act(None, ask, language)] == [language]
    only = "select language::text from public.search('wi-fi', reader => 'en', content_language => 'vi')"
    assert [row["language"] for row in await community.act(None, only)] == ["vi"]


async def test_rebuilt_index_equals_the_maintained_one(community: Community) -> None:
    await fill(community, random.Random(3))
    everything = (
        "select kind, item_id, language, title, body, terms, public_from, public_until, reader_id, at "
        "from search.entries order by kind, item_id, language"
    )
    async with as_owner(community.pool) as connection:
        kept = await connection.fetch(everything)
        await connection.execute("update search.entries set terms = ''::tsvector where kind = 'reply'")
        await connection.execute("delete from search.entries where kind = 'post'")
        await connection.execute("update search.entries set item_id = gen_random_uuid() where kind = 'resource'")
    async with community.pool.acquire() as connection:
        await connection.execute("call search.rebuild(7)")
        anew = await connection.fetch(everything)
    assert [pair for pair in zip(kept, anew, strict=True) if pair[0] != pair[1]] == []
    assert len(kept) > 40


async def test_search_and_writes_continue_during_a_rebuild(community: Community) -> None:
    await fill(community, random.Random(4))
    async with community.pool.acquire() as connection, community.pool.acquire() as blocker:
        transaction = blocker.transaction()
        await transaction.start()
        # The rebuild waits for this writer; nothing may wait for the rebuild.
        await blocker.execute("lock table search.entries in row exclusive mode")
        rebuilding = asyncio.create_task(connection.execute("call search.rebuild(1)"))
        await asyncio.sleep(0.2)
        assert not rebuilding.done()
        await asyncio.wait_for(community.act(None, "select from public.search('klinik')"), 5)
        await transaction.rollback()
        words = uuid4().hex
        article = await asyncio.wait_for(save_article(community, {"en": text(words)}), 5)
        await rebuilding
    assert [row["id"] for row in await community.act(None, "select id from public.search($1)", words)] == [article]
