"""The sample content: complete, in all four languages, around the current time, never loaded into a site in use."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from balai.backend.auth.passwords.hashing import Hasher
from balai.database.pool import Pool, open_pool
from balai.database.transaction import as_owner
from balai.demo.bookings import add_bookings
from balai.demo.load import DEMO_MEMBERS, load_demo
from balai.demo.people import add_people
from balai.demo.services import add_services
from balai.demo.site_settings import add_site_settings
from tests.factories.library import files_of

LANGUAGES = ["en", "zh", "ms", "vi"]


@pytest.fixture
async def loaded(demo_database: str) -> AsyncIterator[Pool]:
    async with await open_pool(demo_database, size=2) as pool:
        yield pool


async def value(pool: Pool, sql: str, *arguments: Any) -> Any:
    async with as_owner(pool) as connection:
        return await connection.fetchval(sql, *arguments)


async def test_lists_have_several_pages(loaded: Pool) -> None:
    counts = {
        "articles": 12,
        "article_texts": 48,
        # Two of them are threads of sessions.
        "forums": 8,
        "posts": 64,
        "replies": 308,
        "translations": 11,
        "translation_requests": 7,
        "services": 8,
        "resources": 20,
        "resource_categories": 5,
        "profiles": 14,
    }
    for table, count in counts.items():
        assert await value(loaded, f"select count(*) from public.{table}") == count, table
    assert await value(loaded, "select count(*) from public.bookings where starts_at < now() + interval '8 days'") > 15


@pytest.mark.parametrize(
    "table", ["article_texts", "series_texts", "forum_texts", "service_texts", "resource_texts", "site_texts"]
)
async def test_every_text_is_in_four_languages(loaded: Pool, table: str) -> None:
    owner = "()" if table == "site_texts" else table.removesuffix("_texts") + "_id"
    spoken = f"select array_agg(language::text order by language) as languages from public.{table} group by {owner}"
    sql = f"select array_agg(distinct languages) from ({spoken}) grouped"
    assert await value(loaded, sql) == [LANGUAGES]


async def test_forum_posts_are_in_all_languages(loaded: Pool) -> None:
    for table in ("posts", "replies"):
        sql = f"select min(count) from (select count(*) from public.{table} group by language) counted"
        assert await value(loaded, sql) >= 12


async def test_every_document_is_valid_rich_text(loaded: Pool) -> None:
    for table, column in (("posts", "body"), ("replies", "body"), ("article_texts", "body"), ("site_texts", "about")):
        assert await value(loaded, f"select bool_and(public.is_rich_text({column})) from public.{table}"), table
    assert await value(loaded, "select min(char_length(public.rich_text_plain(body))) from public.article_texts") > 250


async def test_articles_have_every_editorial_state(loaded: Pool) -> None:
    outdated = """
      select array_agg(t.language::text) from public.article_texts t join public.articles a on a.id = t.article_id
      join public.article_texts source on source.article_id = a.id and source.language = a.source_language
      where t.source_version < source.version
    """
    assert await value(loaded, outdated) == ["vi"]
    assert await value(loaded, "select count(*) from public.articles where publish_at > now()") == 1
    assert await value(loaded, "select count(*) from public.articles where publish_at > now() - interval '7 days'") >= 3


async def test_one_session_has_one_place_left_and_one_a_waiting_list(loaded: Pool) -> None:
    left = """
      select s.capacity - s.taken from public.slots s join public.services v on v.id = s.service_id
      where v.slug = $1 order by s.starts_at limit 1
    """
    assert await value(loaded, left, "sewing-workshop") == 1
    assert await value(loaded, left, "malay-conversation-class") == 0
    state = "select count(*) from public.bookings where status = 'waiting' and {}"
    assert await value(loaded, state.format("not takes_place")) == 2
    assert await value(loaded, state.format("offer_until is not null")) == 2
    assert await value(loaded, state.format("request_until is not null")) == 2


@pytest.mark.parametrize("hours", [3, 9, 27, 45])
async def test_no_hour_of_the_week_makes_bookings_overlap(pool: Pool, hours: int) -> None:
    """Which sessions come next depends on the hour; a member has one booking at a time."""
    now = datetime.now(UTC) + timedelta(hours=hours)
    async with as_owner(pool) as connection:
        people = await add_people(connection, now)
        await add_site_settings(connection, now)
        await add_services(connection, people, now)
        await add_bookings(connection, people, now)
    assert await value(pool, "select count(*) from public.bookings where status = 'booked'") >= 30


async def test_content_is_around_the_current_time(loaded: Pool) -> None:
    latest: datetime = await value(loaded, "select max(created_at) from public.replies")
    assert datetime.now(UTC) - timedelta(hours=12) < latest < datetime.now(UTC)
    early = """
      select count(*) from public.replies r join public.posts p on p.id = r.post_id where r.created_at < p.created_at
    """
    assert await value(loaded, early) == 0


async def test_loading_sends_no_email(loaded: Pool) -> None:
    assert await value(loaded, "select count(*) from public.outbox") == 0


async def test_only_the_named_members_can_sign_in(loaded: Pool) -> None:
    assert DEMO_MEMBERS[0].email == "member@example.org"
    hasher = Hasher(threads=1)
    for member in DEMO_MEMBERS:
        stored = await value(loaded, "select encrypted_password from auth.users where email = $1", member.email)
        assert member.password and await hasher.matches(member.password, stored)
    hasher.close()
    without = "select count(*) from auth.users where coalesce(encrypted_password, '') = ''"
    assert await value(loaded, without) == 14 - len(DEMO_MEMBERS)


async def test_content_is_loaded_once(loaded: Pool) -> None:
    assert not await load_demo(loaded)
    assert await value(loaded, "select count(*) from public.posts") == 64


async def test_site_in_use_is_not_changed(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        sql = "select public.save_resource_category($1::jsonb, $2::jsonb)"
        await connection.execute("insert into auth.users (id, email) values (gen_random_uuid(), 'own@example.org')")
        await connection.execute("insert into public.administrators (user_id) select id from auth.users")
        me = await connection.fetchval("select id from auth.users")
        claims = msgspec.json.encode({"sub": str(me), "role": "authenticated"}).decode()
        await connection.execute("select set_config('request.jwt.claims', $1, true)", claims)
        category = await connection.fetchval(sql, '{"slug": "mine"}', '{"en": "Mine"}')
        resource = {"category_id": str(category), "kind": "link", "files": files_of()}
        save = "select public.save_resource($1::jsonb, $2::jsonb)"
        await connection.execute(save, msgspec.json.encode(resource).decode(), '{"en": {"title": "Our own"}}')
    assert not await load_demo(pool)
    assert await value(pool, "select count(*) from public.posts") == 0


async def test_a_group_has_an_area_that_only_its_members_see(loaded: Pool) -> None:
    group = await value(loaded, "select id from public.groups where not is_everybody")
    assert await value(loaded, "select member_count from public.groups where id = $1", group) == 5
    assert await value(loaded, "select count(*) from public.group_members where status = 'asked'") == 1
    area = await value(loaded, "select id from public.forums where group_id = $1", group)
    sees = "select public.may_as((select id from auth.users where email = $1), 'see', $2)"
    assert await value(loaded, sees, "member@example.org", area)
    assert not await value(loaded, sees, "ha@example.org", area)
    assert await value(loaded, "select reply_count from public.posts where forum_id = $1", area) == 2


async def test_roles_are_held_by_members_without_all_rights(loaded: Pool) -> None:
    roles = """select array_agg(r.preset order by r.preset) from public.role_grants as g
      join public.roles as r on r.id = g.role_id"""
    assert await value(loaded, roles) == ["leader", "moderator", "translator"]
