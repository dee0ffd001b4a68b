"""Which names /rest/v1/profiles gives: what pages show to a visitor, a member and staff."""

import json
from uuid import UUID, uuid4

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role, begin_as
from balai.site.loaders.forum.threads import LIST_REPLIES
from tests.factories.blog import save_article, words
from tests.factories.booking import make_service
from tests.factories.forum import make_forum, make_post, make_reply
from tests.factories.members import Member, make_member

EVERYBODY = UUID(int=1)
SELECT = "select display_name from public.profiles"
CALLS = """select coalesce(sum(calls), 0) from pg_stat_xact_user_functions
where schemaname = 'public' and funcname = 'is_acquainted'"""
REFRESH = "select public.refresh_public_authors(array(select id from public.profiles))"


async def names(pool: Pool, caller: Caller) -> set[str]:
    async with as_role(pool, caller) as conn:
        return {row["display_name"] for row in await conn.fetch(SELECT)}


async def set_rights(pool: Pool, admin: Member, area: UUID, group: UUID | None) -> None:
    rows = [{"group": str(group), "rights": ["see", "reply", "create"]}] if group else None
    async with as_role(pool, admin.caller, read_only=False) as conn:
        await conn.execute("select public.set_area_rights($1, $2)", area, json.dumps(rows) if rows else None)


async def assert_stored_facts_are_those_of_the_rows(pool: Pool) -> None:
    read = "select display_name from public.profiles where is_public_author order by 1"
    async with as_owner(pool) as conn:
        kept = await conn.fetch(read)
        await conn.execute(REFRESH)
        assert kept == await conn.fetch(read)


async def test_visitors_see_authors_of_what_is_open_to_them(pool: Pool) -> None:
    guest = Caller.anonymous()
    people = {
        name: await make_member(pool, display_name=name, is_admin=name == "admin")
        for name in ("admin", "poster", "replier", "closed", "writer", "host", "silent")
    }
    area, members_only = await make_forum(pool), await make_forum(pool, slug="other")
    await set_rights(pool, people["admin"], members_only, EVERYBODY)
    assert await names(pool, guest) == set()
    post = await make_post(pool, area, people["poster"])
    await make_reply(pool, post, people["replier"])
    inside = await make_post(pool, members_only, people["closed"])
    draft = await save_article(pool, people["admin"], {"en": words("A draft")}, status="draft")
    async with as_owner(pool) as conn:
        change = "update public.articles set author_id = $2 where id = $1"
        await conn.execute(change, UUID(draft["id"]), people["writer"].id)
    service = await make_service(pool, people["admin"])
    async with as_owner(pool) as conn:
        await conn.execute("update public.services set host_id = $2 where id = $1", service, people["host"].id)
    assert await names(pool, guest) == {"poster", "replier", "host"}
    await assert_stored_facts_are_those_of_the_rows(pool)

    async with as_owner(pool) as conn:
        await conn.execute(
            "update public.articles set status = 'published', publish_at = now() where id = $1", UUID(draft["id"])
        )
        await conn.execute("update public.posts set forum_id = $2 where id = $1", inside, area)
        await conn.execute("update public.posts set forum_id = $2 where id = $1", post, members_only)
    assert await names(pool, guest) == {"closed", "writer", "host"}
    await set_rights(pool, people["admin"], members_only, None)
    assert await names(pool, guest) == {"poster", "replier", "closed", "writer", "host"}
    await set_rights(pool, people["admin"], area, EVERYBODY)
    assert await names(pool, guest) == {"poster", "replier", "writer", "host"}
    async with as_owner(pool) as conn:
        await conn.execute("update public.services set is_active = false")
        await conn.execute("delete from public.posts where id = $1", post)
    assert await names(pool, guest) == {"writer"}
    await assert_stored_facts_are_those_of_the_rows(pool)


async def test_members_see_also_whom_they_meet_and_staff_all(pool: Pool) -> None:
    admin = await make_member(pool, display_name="admin", is_admin=True)
    desk = await make_member(pool, display_name="desk")
    mai, ben = await make_member(pool, display_name="mai"), await make_member(pool, display_name="ben")
    await make_member(pool, display_name="silent")
    cook = await make_member(pool, display_name="cook")
    everyone = {"admin", "desk", "mai", "ben", "silent", "cook"}
    async with as_owner(pool) as conn:
        await conn.execute("update public.site_settings set has_directory = false")
        await conn.execute(
            """insert into public.role_grants (member_id, role_id)
            select $1, id from public.roles where preset = 'receptionist'""",
            desk.id,
        )
    assert await names(pool, mai.caller) == {"mai", "admin", "desk"}
    assert await names(pool, admin.caller) == await names(pool, desk.caller) == everyone
    closed = await make_forum(pool)
    await set_rights(pool, admin, closed, EVERYBODY)
    await make_post(pool, closed, ben)
    assert await names(pool, mai.caller) == {"mai", "admin", "desk", "ben"}
    assert await names(pool, Caller.anonymous()) == set()
    async with as_role(pool, admin.caller, read_only=False) as conn:
        group = uuid4()
        texts = json.dumps({"en": {"name": "Cooks"}})
        await conn.execute("select public.save_group($1, 'cooks', 'invitation', true, $2)", group, texts)
        for member in (mai, cook):
            await conn.execute("select public.set_group_member($1, $2, 'member')", group, member.id)
    assert await names(pool, mai.caller) == {"mai", "admin", "desk", "ben", "cook"}
    # The directory has those who have not left it.
    async with as_owner(pool) as conn:
        await conn.execute("update public.site_settings set has_directory = true")
        await conn.execute("update public.profiles set is_listed = false where display_name = 'silent'")
    assert await names(pool, mai.caller) == everyone - {"silent"}
    assert await names(pool, Caller.anonymous()) == set()


async def test_thread_asks_about_its_authors_alone(pool: Pool) -> None:
    """Each question is a dozen queries: a plan that asks about all members grows with the site."""
    # With the least id: a merge join seems to end early.
    mai = Member(UUID(int=1), "mai@example.org", "mai")
    accounts = """insert into auth.users (id, email)
    select $1::uuid, $2 union all select gen_random_uuid(), n || '@example.org' from generate_series(1, 500) n"""
    async with as_owner(pool) as conn:
        await conn.execute(accounts, mai.id, mai.email)
    post = await make_post(pool, await make_forum(pool), mai)
    for _ in range(20):
        await make_reply(pool, post, mai)
    async with as_owner(pool) as conn:
        await conn.execute("analyze")
        await conn.execute("set local track_functions = 'all'")
        await conn.execute("set local plan_cache_mode = 'force_generic_plan'")
        await conn.execute(begin_as(mai.caller, read_only=True).partition("; ")[2])
        assert len(await conn.fetch(LIST_REPLIES, post, 0, 20, "en")) == 20
        assert await conn.fetchval(CALLS) == 0
