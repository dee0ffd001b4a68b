"""The setup guide in the database: each step can be saved, skipped and undone, by administrators only."""

import asyncio
from typing import Any

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.site.setup.kinds import KINDS, Kind, read_kinds
from tests.factories.forum import make_post
from tests.factories.members import Member, make_member

COUNTS = """
select (select count(*) from public.forums) as forums, (select count(*) from public.services) as services,
  (select count(*) from public.pages) as pages
"""


@pytest.fixture
async def ada(pool: Pool) -> Member:
    return await make_member(pool, is_admin=True)


async def save(pool: Pool, who: Member, step: str, given: Any = None) -> None:
    async with as_role(pool, who.caller, read_only=False) as conn:
        await conn.execute("select public.save_setup_step($1, $2)", step, msgspec.json.encode(given or {}).decode())


async def undo(pool: Pool, who: Member, step: str) -> None:
    async with as_role(pool, who.caller, read_only=False) as conn:
        await conn.execute("select public.undo_setup_step($1)", step)


async def bring(pool: Pool, who: Member, kind: Kind = "clinic") -> None:
    await save(pool, who, "kind", {"kind": kind, **msgspec.to_builtins(read_kinds()[kind])})


async def ask(pool: Pool, who: Member | None, query: str) -> Any:
    async with as_owner(pool) if who is None else as_role(pool, who.caller) as conn:
        return await conn.fetchval(query)


async def test_new_site_needs_setup_until_a_step_is_decided(pool: Pool, ada: Member) -> None:
    mai = await make_member(pool)
    assert await ask(pool, ada, "select public.needs_setup()") is True
    assert await ask(pool, mai, "select public.needs_setup()") is False
    async with as_role(pool, ada.caller, read_only=False) as conn:
        await conn.execute("select public.skip_setup_step('logo')")
    assert await ask(pool, ada, "select public.needs_setup()") is False
    await undo(pool, ada, "logo")
    assert await ask(pool, ada, "select public.needs_setup()") is True
    async with as_role(pool, ada.caller, read_only=False) as conn:
        await conn.execute("select public.finish_setup(true)")
    assert await ask(pool, ada, "select public.needs_setup()") is False
    async with as_role(pool, ada.caller, read_only=False) as conn:
        await conn.execute("select public.finish_setup(false), public.postpone_setup()")
    assert await ask(pool, ada, "select public.needs_setup()") is False


@pytest.mark.parametrize(
    "call", ["save_setup_step('name', '{}')", "skip_setup_step('name')", "finish_setup(true)", "postpone_setup()"]
)
async def test_members_decide_nothing(pool: Pool, call: str) -> None:
    mai = await make_member(pool)
    async with as_role(pool, mai.caller, read_only=False) as conn:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await conn.execute(f"select public.{call}")
    async with as_role(pool, mai.caller) as conn:
        assert await conn.fetchval("select count(*) from public.site_setup") == 0


async def test_names_are_restored(pool: Pool, ada: Member) -> None:
    await save(pool, ada, "name", {"vi": {"name": "Phòng khám An", "tagline": "Gần nhà"}})
    await save(pool, ada, "name", {"vi": {"name": "Phòng khám Bình", "tagline": ""}})
    assert await ask(pool, None, "select name from public.site_names where language = 'en'") == "Phòng khám Bình"
    await undo(pool, ada, "name")
    assert await ask(pool, None, "select name from public.site_texts where language = 'vi'") == ""


async def test_a_site_needs_one_name(pool: Pool, ada: Member) -> None:
    with pytest.raises(asyncpg.PostgresError, match="needs a name"):
        await save(pool, ada, "name", {"vi": {"name": " ", "tagline": "Gần nhà"}})


async def test_settings_are_restored(pool: Pool, ada: Member) -> None:
    await save(pool, ada, "look", {"preset": "senja", "accent": "#7a3b12", "time_zone": "UTC"})
    assert await ask(pool, None, "select array[preset, accent, time_zone] from public.site_settings") == [
        "senja",
        "#7a3b12",
        "Asia/Singapore",
    ]
    await undo(pool, ada, "look")
    assert await ask(pool, None, "select array[preset, accent] from public.site_settings") == ["teduh", None]


HOURS = """
select jsonb_build_object('phone', s.phone, 'vi', t.address, 'monday', lower(h.hours), 'days',
  (select count(*) from public.opening_exceptions))
from public.site_settings as s, public.site_texts as t, public.opening_hours as h
where t.language = 'vi' and h.weekday = 1
"""


async def test_hours_and_address_are_restored_and_days_that_differ_stay(pool: Pool, ada: Member) -> None:
    week = [[[480, 720], [840, 1260]], *([[]] * 6)]
    async with as_owner(pool) as conn:
        await conn.execute("insert into public.opening_exceptions (day) values ('2027-01-01')")
    await save(pool, ada, "hours", {"week": week, "phone": " +84 28 3822 1234 ", "addresses": {"vi": " 12 Lê Lợi "}})
    assert msgspec.json.decode(await ask(pool, None, HOURS)) == {
        "phone": "+84 28 3822 1234",
        "vi": "12 Lê Lợi",
        "monday": 480,
        "days": 1,
    }
    await save(pool, ada, "hours", {"week": [[[540, 600]]] * 7, "addresses": {"en": "12 Le Loi"}})
    assert msgspec.json.decode(await ask(pool, None, HOURS))["monday"] == 540
    await undo(pool, ada, "hours")
    async with as_role(pool, ada.caller, read_only=False) as conn:
        await conn.execute("select public.skip_setup_step('hours'), public.undo_setup_step('hours')")
    assert msgspec.json.decode(await ask(pool, None, HOURS)) == {"phone": "", "vi": "", "monday": None, "days": 1}
    assert await ask(pool, None, "select address from public.site_texts where language = 'en'") == ""


@pytest.mark.parametrize("week", [None, [[]], [[[600, 540]], *([[]] * 6)]])
async def test_hours_that_make_no_week_change_nothing(pool: Pool, ada: Member, week: Any) -> None:
    with pytest.raises(asyncpg.PostgresError, match=r"seven days|pairs of minutes"):
        await save(pool, ada, "hours", {"week": week, "phone": "12345"})
    assert await ask(pool, None, "select phone from public.site_settings") == ""


@pytest.mark.parametrize("kind", KINDS)
async def test_a_kind_brings_drafts_that_members_do_not_see(pool: Pool, ada: Member, kind: Kind) -> None:
    mai = await make_member(pool)
    await bring(pool, ada, kind)
    async with as_role(pool, ada.caller) as conn:
        assert dict(await conn.fetchrow(COUNTS) or {}) == {"forums": 3, "services": 2, "pages": 3}
    async with as_role(pool, mai.caller) as conn:
        assert dict(await conn.fetchrow(COUNTS) or {}) == {"forums": 0, "services": 0, "pages": 0}
        assert await conn.fetchval("select count(*) from public.forum_texts") == 0


async def test_another_kind_replaces_the_first_and_undo_removes_both(pool: Pool, ada: Member) -> None:
    await bring(pool, ada, "clinic")
    await bring(pool, ada, "club")
    assert await ask(pool, None, "select array_agg(slug order by slug) from public.forums") == [
        "events",
        "gear",
        "introductions",
    ]
    await undo(pool, ada, "kind")
    async with as_owner(pool) as conn:
        assert dict(await conn.fetchrow(COUNTS) or {}) == {"forums": 0, "services": 0, "pages": 0}


async def test_undo_keeps_what_was_changed_or_opened(pool: Pool, ada: Member) -> None:
    await bring(pool, ada)
    forums = await ask(pool, None, "select array_agg(id::text order by slug) from public.forums")
    services = await ask(pool, None, "select array_agg(id::text order by slug) from public.services")
    await save(pool, ada, "forum", {"open": [forums[0]]})
    await save(pool, ada, "service", {"open": [services[0]]})
    async with as_owner(pool) as conn:
        await conn.execute("update public.forum_texts set name = 'Ours' where forum_id = $1", forums[1])
    await undo(pool, ada, "kind")
    assert await ask(pool, None, "select count(*) from public.forums") == 2
    assert await ask(pool, None, "select count(*) from public.services") == 1


async def test_drafts_take_no_posts_and_open_forums_with_posts_stay_open(pool: Pool, ada: Member) -> None:
    mai = await make_member(pool)
    await bring(pool, ada)
    forum = await ask(pool, None, "select id from public.forums order by slug limit 1")
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await make_post(pool, forum, mai)
    await save(pool, ada, "forum", {"open": [str(forum)]})
    await make_post(pool, forum, mai)
    await undo(pool, ada, "forum")
    assert await ask(pool, mai, "select count(*) from public.forums") == 1


async def test_own_forum_and_service_are_made_and_removed(pool: Pool, ada: Member) -> None:
    clinic = msgspec.to_builtins(read_kinds()["clinic"])
    await save(pool, ada, "forum", {"open": [], "made": clinic["forums"][0]})
    await save(pool, ada, "service", {"open": [], "made": clinic["services"][0]})
    assert await ask(pool, None, "select count(*) from public.services where is_active") == 1
    await undo(pool, ada, "forum")
    await undo(pool, ada, "service")
    async with as_owner(pool) as conn:
        assert dict(await conn.fetchrow(COUNTS) or {}) == {"forums": 0, "services": 0, "pages": 0}


async def test_unused_invitations_are_revoked(pool: Pool, ada: Member) -> None:
    await save(pool, ada, "people", {"invitations": [{"note": "Hoa", "language": "vi", "makes_administrator": True}]})
    assert await ask(pool, ada, "select count(*) from public.invitations where revoked_at is null") == 1
    await undo(pool, ada, "people")
    assert await ask(pool, ada, "select count(*) from public.invitations where revoked_at is null") == 0


async def test_steps_of_two_administrators_wait_for_each_other(pool: Pool, ada: Member) -> None:
    ben = await make_member(pool, is_admin=True)
    await asyncio.gather(bring(pool, ada), bring(pool, ben, "school"))
    async with as_owner(pool) as conn:
        assert dict(await conn.fetchrow(COUNTS) or {}) == {"forums": 3, "services": 2, "pages": 3}
