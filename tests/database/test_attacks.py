"""Attacks on the database by members: private data stays private, counters stay correct."""

import time
from uuid import uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.blog import save_article, words
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.forum import FORBIDDEN, Community, rich
from tests.factories.members import make_member

SLUGS = "select array_agg(slug order by slug) from public.article_slugs"
COUNT = "select public.count_view($1, 'en')"


async def test_slug_of_a_draft_translation_does_not_reveal_its_title(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    saved = await save_article(pool, ada, {"en": words("Moving house"), "vi": words("Bí mật", status="draft")})
    async with as_role(pool, Caller.anonymous()) as connection:
        assert await connection.fetchval(SLUGS) == ["moving-house"]
    async with as_role(pool, ada.caller) as connection:
        assert await connection.fetchval(SLUGS) == ["bi-mat", "moving-house"]
    await save_article(
        pool, ada, {"en": words("Moving house"), "vi": words("Bí mật")}, base=saved["version"], id=saved["id"]
    )
    async with as_role(pool, Caller.anonymous()) as connection:
        assert await connection.fetchval(SLUGS) == ["bi-mat", "moving-house"]


async def test_unknown_booking_has_no_position_in_the_waiting_list(pool: Pool) -> None:
    admin, mei, hoa = [await make_member(pool, is_admin=n == 0) for n in range(3)]
    service = await make_service(pool, admin, capacity=1, per_person=1)
    await book(pool, mei, service, days_ahead(3))
    waiting = await book(pool, hoa, service, days_ahead(3), or_wait=True)
    slot = "select slot_id from public.bookings limit 1"
    made_up = """
      select public.waiting_position(jsonb_populate_record(null::public.bookings, $1::jsonb))
    """
    async with as_role(pool, mei.caller) as connection:
        facts = {
            "id": str(uuid4()),
            "slot_id": str(await connection.fetchval(slot)),
            "status": "waiting",
            "waiting_since": "2126-01-01T00:00:00Z",
        }
        assert await connection.fetchval(made_up, msgspec.json.encode(facts).decode()) is None
    async with as_role(pool, hoa.caller) as connection:
        place = "select public.waiting_position(b) from public.bookings b where b.id = $1"
        assert await connection.fetchval(place, waiting.id) == 1


async def test_invented_paths_are_limited_in_page_views(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        await connection.execute(
            "insert into public.page_views (path, language) select '/blog/' || n, 'en' from generate_series(1, 20000) n"
        )
        await connection.execute(COUNT, "/blog/one-too-many")
        await connection.execute(COUNT, "/blog/7")
        seen = "select coalesce(sum(views), 0) from public.page_views where path = $1"
        assert await connection.fetchval(seen, "/blog/one-too-many") == 0
        assert await connection.fetchval(seen, "/blog/7") == 2


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("author_id", "'{hoa}'"),
        ("created_at", "'2000-01-01'"),
        ("is_pinned", "true"),
        ("reply_count", "99"),
        ("hidden_at", "now()"),
        ("last_activity_at", "'2126-01-01'"),
        ("edited_by", "'{hoa}'"),
    ],
)
async def test_author_cannot_set_computed_columns(community: Community, column: str, value: str) -> None:
    facts = value.format(hoa=community.hoa.id)
    with FORBIDDEN:
        await community.act(
            community.mei,
            f"insert into public.posts (forum_id, language, title, body, {column}) values ($1, 'en', $2, $3, {facts})",
            community.forum,
            "A title like any",
            rich("A body that is long enough to stand."),
        )
    with FORBIDDEN:
        await community.act(community.mei, f"update public.posts set {column} = {facts}")


@pytest.mark.parametrize(
    "statement",
    [
        "insert into public.administrators (user_id) values ('{mei}')",
        "select public.set_administrator('{mei}', true)",
        "update public.profiles set id = '{hoa}' where id = '{mei}'",
        "update public.profiles set calendar_token = gen_random_uuid()",
        "select calendar_token from public.profiles",
        "select id from public.profiles order by time_zone",
        "insert into public.drafts (user_id, place, content) values ('{hoa}', 'article:new', '{{}}')",
        "insert into public.reports (post_id, reporter_id, reason) values ('{post}', '{hoa}', 'spam')",
        "insert into public.content_versions (post_id, reason, language, body, text_since) "
        "values ('{post}', 'edit', 'en', '{{}}', now())",
        "select * from public.outbox",
        "select * from search.entries",
        "select * from auth.users",
        "select public.save_article('{{}}', '{{}}', 0)",
        "select public.handle_report('{post}', 'upheld')",
        "select public.queue_booking_email('booking_confirmed', null)",
        "select search.refresh('post', '{post}')",
    ],
)
async def test_forbidden_statements_of_a_member_fail(community: Community, statement: str) -> None:
    text = statement.format(mei=community.mei.id, hoa=community.hoa.id, post=community.post)
    with FORBIDDEN:
        await community.act(community.mei, text)


async def test_members_cannot_list_members(community: Community) -> None:
    rows = await community.act(
        community.mei, "select * from public.list_members('', 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 100)"
    )
    assert rows == []


def _nested(depth: int, inside: str) -> str:
    return '{"type":"blockquote","content":[' * depth + inside + "]}" * depth


RULE = '{"type":"horizontalRule"}'
LETTER = '{"type":"text","text":"a"}'
LONG = f'{{"type":"paragraph","content":[{{"type":"text","text":"{"x" * 199_000}"}}]}}'
WIDE = f'{{"type":"paragraph","content":[{",".join([LETTER] * 5500)}]}}'


@pytest.mark.parametrize(
    "content",
    [",".join([RULE] * 7000), _nested(18, WIDE), LONG, _nested(3000, RULE), _nested(18, RULE)],
    ids=["many", "deep and wide", "long", "deeper than allowed", "deep"],
)
async def test_hostile_document_is_checked_quickly(pool: Pool, content: str) -> None:
    member = await make_member(pool)
    started = time.perf_counter()
    async with as_role(pool, member.caller) as connection:
        await connection.fetchval("select public.is_rich_text($1::jsonb)", f'{{"type":"doc","content":[{content}]}}')
    assert time.perf_counter() - started < 3


async def test_invalid_document_takes_no_memory(pool: Pool) -> None:
    """Each level would hold its part of the document again: a deep and large one takes many times its size."""
    member = await make_member(pool)
    words = f'{{"type":"paragraph","content":[{{"type":"text","text":"{"x" * 10_000}"}}]}}'
    wide = ",".join([words] * 110)
    plain = "select length(public.rich_text_plain($1::jsonb))"
    node = "select public.is_rich_text_node($1::jsonb, 'doc', $2)"
    async with as_role(pool, member.caller) as connection:
        assert await connection.fetchval(plain, _nested(18, words)) == 10_000
        assert [await connection.fetchval(plain, what) for what in (_nested(60, words), _nested(1, wide))] == [0, 0]
        assert await connection.fetchval(node, _nested(18, words), 1)
        assert not await connection.fetchval(node, _nested(1, wide), 1)
        for depth in (-1000, 0, None):
            assert not await connection.fetchval(node, _nested(60, words), depth)


async def test_very_long_text_is_measured_quickly(pool: Pool) -> None:
    member = await make_member(pool)
    started = time.perf_counter()
    async with as_role(pool, member.caller) as connection:
        assert await connection.fetchval("select public.is_long_enough($1, 1, 1)", "a " * 2_500_000)
    assert time.perf_counter() - started < 3


@pytest.mark.parametrize(
    "query",
    [
        "mempermenperkannyaannya " * 20,
        "中" * 200,
        r"'\&|!()<->:*" * 20,
        "a " * 100,
        "\u200d" * 200,
        "%_" * 100,
        "ﷺ" * 200,
    ],
)
async def test_hostile_search_ends_quickly(community: Community, query: str) -> None:
    started = time.perf_counter()
    await community.act(None, "select * from public.search($1)", query)
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize("cursor", ["0_1_" + "-" * 36, "0_-999999999999999999_" + "0" * 36, "'; drop table x --"])
async def test_invalid_cursor_is_a_client_error(community: Community, cursor: str) -> None:
    with pytest.raises((asyncpg.DataError, asyncpg.PostgresError)) as refused:
        await community.act(None, "select * from public.search('a', 'en', null, null, $1)", cursor)
    assert refused.value.sqlstate[:2] in {"22", "PT"}


async def test_policy_of_bookings_is_evaluated_once_per_statement(pool: Pool) -> None:
    member = await make_member(pool)
    async with as_role(pool, member.caller) as connection:
        plan = [row[0] for row in await connection.fetch("explain (verbose) select * from public.bookings")]
    # A condition evaluated once per statement appears as an InitPlan, not in the filter.
    assert [line for line in plan if "Filter:" in line]
    assert [line for line in plan if "Filter:" in line and "_of(" in line] == []
