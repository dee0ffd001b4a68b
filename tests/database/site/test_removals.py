"""Deleted resources, categories and forums come back whole, for administrators, once."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool, open_pool
from balai.database.transaction import as_owner, as_role
from balai.jobs.cleanup import clean_up
from tests.factories.booking import days_ahead, make_service
from tests.factories.forum import FORBIDDEN, make_forum, make_post, refused
from tests.factories.library import files_of
from tests.factories.members import Member, make_member

RESTORE = "select public.restore_removed($1, $2)"
WHOLE = """
select jsonb_build_object('row', to_jsonb(main), 'texts', (
  select jsonb_agg(to_jsonb(t) order by t.language) from public.{texts} as t where t.{key} = main.id))::text
from public.{main} as main where main.id = $1
"""
OF_KIND = {
    "resource": """
select jsonb_build_object('row', to_jsonb(main), 'texts', (
    select jsonb_agg(to_jsonb(t) order by t.language) from public.resource_texts as t where t.resource_id = main.id),
  'files', (
    select jsonb_agg(to_jsonb(f) order by f.language) from public.resource_files as f
    where f.resource_id = main.id))::text
from public.resources as main where main.id = $1
""",
    "resource_category": WHOLE.format(main="resource_categories", texts="resource_category_texts", key="category_id"),
    "forum": WHOLE.format(main="forums", texts="forum_texts", key="forum_id"),
}


@pytest.fixture
async def ada(pool: Pool) -> Member:
    return await make_member(pool, display_name="Ada", is_admin=True)


@pytest.fixture
async def many(database: str) -> AsyncIterator[Pool]:
    opened = await open_pool(database, size=12)
    yield opened
    await opened.close()


async def act(pool: Pool, who: Member, sql: str, *values: Any) -> Any:
    async with as_role(pool, who.caller, read_only=False) as connection:
        return await connection.fetchval(sql, *values)


async def read(pool: Pool, sql: str, *values: Any) -> Any:
    async with as_owner(pool) as connection:
        return await connection.fetchval(sql, *values)


def json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


async def make_category(pool: Pool, ada: Member, slug: str = "health") -> UUID:
    names = json({"en": "Health", "vi": "Sức khoẻ"})
    category: UUID = await act(
        pool, ada, "select public.save_resource_category($1::jsonb, $2::jsonb)", json({"slug": slug}), names
    )
    return category


async def make_resource(pool: Pool, ada: Member, category: UUID, url: str = "https://example.org/a.pdf") -> UUID:
    thing = uuid4()
    resource = {
        "id": str(thing), "category_id": str(category), "kind": "document",
        "files": files_of(url, "en", "zh"), "is_published": True,
    }  # fmt: skip
    texts = {"en": {"title": "Calendar", "description": "When."}, "zh": {"title": "日历"}}
    await act(pool, ada, "select public.save_resource($1::jsonb, $2::jsonb, 0)", json(resource), json(texts))
    return thing


async def make_thing(pool: Pool, ada: Member, kind: str) -> UUID:
    if kind == "forum":
        return await make_forum(pool)
    category = await make_category(pool, ada)
    return category if kind == "resource_category" else await make_resource(pool, ada, category)


@pytest.mark.parametrize("kind", OF_KIND)
async def test_what_was_deleted_comes_back_whole(pool: Pool, ada: Member, kind: str) -> None:
    thing = await make_thing(pool, ada, kind)
    before = await read(pool, OF_KIND[kind], thing)
    await act(pool, ada, f"select public.delete_{kind}($1)", thing)
    assert await read(pool, OF_KIND[kind], thing) is None
    await act(pool, ada, RESTORE, kind, thing)
    assert await read(pool, OF_KIND[kind], thing) == before
    # Once more changes nothing, and nothing is left over.
    await act(pool, ada, RESTORE, kind, thing)
    assert await read(pool, OF_KIND[kind], thing) == before
    assert await read(pool, "select count(*) from public.removals") == 0


GROUP = """
select jsonb_build_object('row', to_jsonb(g), 'texts', (
    select jsonb_agg(to_jsonb(t) order by t.language) from public.group_texts as t where t.group_id = g.id),
  'members', (
    select jsonb_agg(to_jsonb(m) order by m.member_id) from public.group_members as m where m.group_id = g.id),
  'roles', (select jsonb_agg(to_jsonb(r)) from public.role_grants as r where r.group_id = g.id),
  'areas', (select jsonb_agg(to_jsonb(a)) from public.area_rights as a where a.group_id = g.id))::text
from public.groups as g where g.id = $1
"""


async def test_an_invitation_to_a_group_gives_its_role_in_that_group_alone(pool: Pool, ada: Member) -> None:
    group = uuid4()
    await act(
        pool, ada, "select public.save_group($1, 'cooks', 'request', true, $2)", group, json({"en": {"name": "C"}})
    )
    invite = """
    insert into public.invitations (language, max_uses, role_id, group_id, address)
    select 'en', 1, r.id, $1, $2 from public.roles as r where r.preset = 'leader' returning token
    """
    link, sent = [await act(pool, ada, invite, group, address) for address in (None, "mai@example.org")]
    await act(pool, ada, "select public.delete_group($1)", group)
    assert await act(pool, ada, "select public.check_invitation($1)", link) == "unknown"
    late = await make_member(pool, invitation=link)
    assert await read(pool, "select count(*) from public.role_grants where member_id = $1", late.id) == 0
    # Restored as it was, even if the invited person has joined on their own.
    async with as_owner(pool) as connection:
        await connection.execute("update auth.users set email = 'mai@example.org' where id = $1", late.id)
    await act(pool, ada, RESTORE, "group", group)
    assert [await act(pool, ada, "select public.check_invitation($1)", token) for token in (link, sent)] == ["open"] * 2
    mei = await make_member(pool, invitation=link)
    assert await read(pool, "select scope_id from public.role_grants where member_id = $1", mei.id) == group


async def test_group_comes_back_with_its_members_roles_and_areas_without_notices(pool: Pool, ada: Member) -> None:
    group, forum = uuid4(), await make_forum(pool)
    mei, lan, gone = await make_member(pool), await make_member(pool), await make_member(pool)
    names = json({"en": {"name": "Cooks"}, "vi": {"name": "Nấu ăn"}})
    await act(pool, ada, "select public.save_group($1, 'cooks', 'request', true, $2)", group, names)
    for member, status in ((mei, "member"), (lan, "invited"), (gone, "member")):
        await act(pool, ada, "select public.set_group_member($1, $2, $3)", group, member.id, status)
    give = "insert into public.role_grants (member_id, role_id, group_id) select $1, id, $2 from public.roles"
    await act(pool, ada, f"{give} where preset = 'leader'", mei.id, group)
    async with as_owner(pool) as connection:
        await connection.execute("update public.forums set is_restricted = true where id = $1", forum)
        area = "insert into public.area_rights (forum_id, group_id, rights) values ($1, $2, '{see}')"
        await connection.execute(area, forum, group)
    notices = "select count(*) from public.notifications"
    before, told = await read(pool, GROUP, group), await read(pool, notices)
    await act(pool, ada, "select public.delete_group($1)", group)
    assert await act(pool, mei, "select count(*) from public.forums where id = $1", forum) == 0
    with FORBIDDEN:
        await act(pool, mei, RESTORE, "group", group)
    await act(pool, ada, RESTORE, "group", group)
    assert await read(pool, GROUP, group) == before
    assert await act(pool, mei, "select count(*) from public.forums where id = $1", forum) == 1
    assert await read(pool, notices) == told
    # A member whose account was deleted meanwhile is not restored and not counted.
    await act(pool, ada, "select public.delete_group($1)", group)
    async with as_owner(pool) as connection:
        await connection.execute("delete from auth.users where id = $1", gone.id)
    await act(pool, ada, RESTORE, "group", group)
    assert await read(pool, "select member_count from public.groups where id = $1", group) == 1


async def test_restored_resource_is_found_again(pool: Pool, ada: Member) -> None:
    count = "select count(*) from public.search('Calendar', 'en')"
    thing = await make_thing(pool, ada, "resource")
    assert await act(pool, ada, count) == 1
    await act(pool, ada, "select public.delete_resource($1)", thing)
    assert await act(pool, ada, count) == 0
    await act(pool, ada, RESTORE, "resource", thing)
    assert await act(pool, ada, count) == 1


async def test_members_and_visitors_restore_and_read_nothing(pool: Pool, ada: Member) -> None:
    mei, thing = await make_member(pool), await make_thing(pool, ada, "forum")
    await act(pool, ada, "select public.delete_forum($1)", thing)
    with FORBIDDEN:
        await act(pool, mei, RESTORE, "forum", thing)
    for who in (mei, ada):
        with FORBIDDEN:
            await act(pool, who, "select count(*) from public.removals")
        with FORBIDDEN:
            await act(pool, who, "select public.remove_with_texts('forum', $1)", thing)
    assert await read(pool, OF_KIND["forum"], thing) is None
    assert await read(pool, "select removed_by from public.removals") == ada.id


async def test_what_cannot_come_back_says_why_and_stays_restorable(pool: Pool, ada: Member) -> None:
    category = await make_category(pool, ada)
    thing = await make_resource(pool, ada, category)
    await act(pool, ada, "select public.delete_resource($1)", thing)
    await act(pool, ada, "select public.delete_resource_category($1)", category)
    with refused("category_gone"):
        await act(pool, ada, RESTORE, "resource", thing)
    other = await make_category(pool, ada)
    with refused("address_taken"):
        await act(pool, ada, RESTORE, "resource_category", category)
    await act(pool, ada, "select public.delete_resource_category($1)", other)
    await act(pool, ada, RESTORE, "resource_category", category)
    await act(pool, ada, RESTORE, "resource", thing)
    assert await read(pool, OF_KIND["resource"], thing)
    for kind, unknown in (("forum", uuid4()), ("planet", uuid4())):
        with refused("not_found"):
            await act(pool, ada, RESTORE, kind, unknown)


async def test_a_forum_with_posts_is_not_deleted(pool: Pool, ada: Member) -> None:
    forum = await make_forum(pool)
    await make_post(pool, forum, await make_member(pool))
    with refused("not_empty"):
        await act(pool, ada, "select public.delete_forum($1)", forum)
    assert await read(pool, OF_KIND["forum"], forum)
    assert await read(pool, "select count(*) from public.removals") == 0


async def test_simultaneous_deletions_and_restorations(pool: Pool, many: Pool, ada: Member) -> None:
    thing = await make_thing(pool, ada, "resource")
    before = await read(pool, OF_KIND["resource"], thing)
    await asyncio.gather(*(act(many, ada, "select public.delete_resource($1)", thing) for _ in range(10)))
    assert await read(pool, "select count(*) from public.removals") == 1
    await asyncio.gather(*(act(many, ada, RESTORE, "resource", thing) for _ in range(10)))
    assert await read(pool, OF_KIND["resource"], thing) == before


async def test_a_save_during_the_deletion_finds_nothing_to_change(pool: Pool, many: Pool, ada: Member) -> None:
    category = await make_category(pool, ada)
    thing = await make_resource(pool, ada, category)
    resource = {
        "id": str(thing), "category_id": str(category), "kind": "link", "files": files_of(),
    }  # fmt: skip
    texts = {"en": {"title": "Changed"}}
    async with as_role(pool, ada.caller, read_only=False) as connection:
        await connection.execute("select public.delete_resource($1)", thing)
        saving = asyncio.create_task(
            act(many, ada, "select public.save_resource($1::jsonb, $2::jsonb, 1)", json(resource), json(texts))
        )
        await asyncio.sleep(0.2)
    with pytest.raises(asyncpg.PostgresError) as caught:
        await saving
    assert caught.value.sqlstate == "PT404"
    await act(pool, ada, RESTORE, "resource", thing)
    assert '"Calendar"' in await read(pool, OF_KIND["resource"], thing)


async def test_after_30_days_the_deletion_is_final_and_its_file_unused(pool: Pool, ada: Member) -> None:
    file = f"{ada.id}/form.pdf"
    category = await make_category(pool, ada)
    thing = await make_resource(pool, ada, category, f"/storage/v1/object/public/files/{file}")
    await act(pool, ada, "select public.delete_resource($1)", thing)
    assert await read(pool, "select public.is_upload_used($1)", file)
    await clean_up(pool, has_site=True)
    assert await read(pool, "select count(*) from public.removals") == 1
    await read(pool, "update public.removals set removed_at = now() - interval '31 days'")
    await clean_up(pool, has_site=True)
    assert not await read(pool, "select public.is_upload_used($1)", file)
    with refused("not_found"):
        await act(pool, ada, RESTORE, "resource", thing)


async def test_deleting_an_account_leaves_its_removals(pool: Pool, ada: Member) -> None:
    thing = await make_thing(pool, ada, "forum")
    await act(pool, ada, "select public.delete_forum($1)", thing)
    await read(pool, "delete from auth.users where id = $1", ada.id)
    assert await read(pool, "select thing_id from public.removals where removed_by is null") == thing


CALENDAR = """
select jsonb_build_object('calendar', to_jsonb(c) - array['due_at', 'etag', 'last_modified'], 'busy', (
  select jsonb_agg(to_jsonb(a) order by a.starts_at) from public.absences as a where a.calendar_id = c.id))::text
from public.read_calendars as c where c.id = $1
"""
REMOVE_CALENDAR = "select public.remove_calendar($1)"


async def make_calendar(pool: Pool, host: Member, name: str = "a") -> UUID:
    calendar = uuid4()
    address = f"https://calendar.example/private-{name}"
    await act(pool, host, "select public.add_calendar($1, $2, $3)", calendar, host.id, address)
    return calendar


async def test_calendar_comes_back_with_its_busy_times(pool: Pool, ada: Member) -> None:
    mai, tan = await make_member(pool), await make_member(pool)
    service = await make_service(pool, ada, hosts=[str(mai.id), str(tan.id)], capacity=1, per_person=1)
    calendar, at = await make_calendar(pool, mai), days_ahead(3)
    await read(
        pool, "select public.take_busy_times($1, $2, $3, 'etag', null)", calendar, [at], [at + timedelta(hours=1)]
    )
    before = await read(pool, CALENDAR, calendar)
    # Neither another host nor a stranger removes it.
    for other in (tan, await make_member(pool)):
        assert await act(pool, other, REMOVE_CALENDAR, calendar) is False
    for remover in (mai, ada):
        assert await act(pool, remover, REMOVE_CALENDAR, calendar) is True
        assert await read(pool, CALENDAR, calendar) is None
        # The address is readable to none, and comes back for those who could remove it.
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await act(pool, remover, "select content::text from public.removals")
        for other in (tan, await make_member(pool)):
            with refused("not_found"):
                await act(pool, other, RESTORE, "calendar", calendar)
        for _ in range(2):
            await act(pool, mai, RESTORE, "calendar", calendar)
            assert await read(pool, CALENDAR, calendar) == before
        # The host is busy at once; the job reads the file again.
        etag = await read(pool, "select etag from public.read_calendars where due_at <= now()")
        assert etag is None
        with pytest.raises(asyncpg.PostgresError, match="not enough free places"):
            await act(pool, tan, "select public.book($1, $2, $3, host => $4)", uuid4(), service, at, mai.id)
    with refused("not_found"):
        await act(pool, mai, RESTORE, "calendar", uuid4())
    # The private times of the calendar are in no log.
    assert await read(pool, "select count(*) from public.staff_log where thing = 'absences'") == 0
    # The row of another kind is no way in.
    with refused("not_found"):
        await act(pool, ada, RESTORE, "email_account", UUID(int=0))


async def test_calendar_that_was_added_again_stays_and_five_are_the_limit(pool: Pool, ada: Member) -> None:
    mai = await make_member(pool)
    await make_service(pool, ada, hosts=[str(mai.id)], capacity=1, per_person=1)
    first = await make_calendar(pool, mai)
    await act(pool, mai, REMOVE_CALENDAR, first)
    again = await make_calendar(pool, mai)
    with refused("calendar_known"):
        await act(pool, mai, RESTORE, "calendar", first)
    await act(pool, mai, REMOVE_CALENDAR, again)
    for number in range(5):
        await make_calendar(pool, mai, str(number))
    with refused("too_many_calendars"):
        await act(pool, mai, RESTORE, "calendar", first)
    # With the account its secret addresses go, too.
    assert await read(pool, "select count(*) from public.removals") == 2
    await read(pool, "delete from auth.users where id = $1", mai.id)
    assert await read(pool, "select count(*) from public.removals") == 0
