"""The staff log: newest first, narrowed to a kind of thing, to a member of staff, or to whom it concerns."""

from typing import cast, get_args

import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.site.loaders.rights.staff_log import PAGE_SIZE, StaffLogPayload, Thing
from balai.site.screens import NotFound
from tests.factories.forum import Community, make_forum, make_post
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

AUDIT = "insert into auth.audit_log_entries (payload) values ($1)"
GIVE = "insert into public.role_grants (member_id, role_id) select $1, id from public.roles where preset = $2"
SAVE = 'select public.save_group(gen_random_uuid(), $1, \'open\', true, \'{"en": {"name": "Cooks"}}\')'


async def load(pool: Pool, who: Member, **query: str) -> StaffLogPayload:
    return cast(StaffLogPayload, (await load_page(pool, "/admin/log", who=who, query=query)).data)


async def call(pool: Pool, who: Member, statement: str, *values: object) -> None:
    async with as_role(pool, who.caller, read_only=False) as conn:
        await conn.execute(statement, *values)


async def test_filters(pool: Pool) -> None:
    ada, bo = await make_member(pool, is_admin=True, display_name="Ada"), await make_member(pool, is_admin=True)
    mai = await make_member(pool, display_name="Mai")
    await call(pool, ada, GIVE, mai.id, "editor")
    await call(pool, bo, SAVE, "cooks")
    newest, oldest = (await load(pool, ada)).entries
    assert (newest.thing, newest.act, newest.actor_id, newest.member_name) == ("groups", "insert", bo.id, None)
    assert (oldest.thing, oldest.actor_name, oldest.member_id, oldest.member_name) == (
        "role_grants",
        "Ada",
        mai.id,
        "Mai",
    )
    assert [(one.name, one.before, one.after) for one in newest.changes] == [("slug", None, "cooks")]
    narrowed = {"thing": "groups"}, {"actor": str(bo.id)}, {"member": str(mai.id)}
    found = [[entry.id for entry in (await load(pool, ada, **query)).entries] for query in narrowed]
    assert found == [[newest.id], [newest.id], [oldest.id]]
    assert (await load(pool, ada, actor=str(bo.id), member=str(mai.id))).entries == ()


@pytest.mark.parametrize(
    ("action", "traits", "act", "changes"),
    [
        ("user_signedup", {"provider": "email"}, "insert", []),
        ("user_invited", {}, "insert", [("invited", None, "true")]),
        ("user_modified", {"changed": ["email", "phone"]}, "update", [("fields", None, '["email","phone"]')]),
        ("user_deleted", {}, "delete", []),
    ],
)
async def test_acts_on_accounts(
    pool: Pool, action: str, traits: dict[str, object], act: str, changes: list[tuple[str, str | None, str]]
) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    entry = {"action": action, "actor_id": str(mai.id), "actor_username": "mai@example.org"}
    by_key, by_ada = ({**entry, "traits": {**traits, **by}} for by in ({}, {"by": str(ada.id)}))
    with pytest.raises(ZeroDivisionError):
        async with as_owner(pool) as conn:
            await conn.execute(AUDIT, msgspec.json.encode(by_ada).decode())
            raise ZeroDivisionError
    async with as_owner(pool) as conn:
        await conn.execute(AUDIT, msgspec.json.encode(by_key).decode())
    assert (await load(pool, ada, thing="users")).entries == ()
    async with as_owner(pool) as conn:
        await conn.execute(AUDIT, msgspec.json.encode(by_ada).decode())
        if act == "delete":
            await conn.execute("delete from auth.users where id = $1", mai.id)
    [found] = (await load(pool, ada, thing="users")).entries
    assert (found.act, found.actor_id, found.thing_id) == (act, ada.id, mai.id)
    assert found.member_id == (None if act == "delete" else mai.id)
    assert [(one.name, one.before, one.after) for one in found.changes] == changes
    assert (await load(pool, mai)).entries == ()


async def test_pages_by_key(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    for number in range(PAGE_SIZE + 1):
        await call(pool, ada, SAVE, f"cooks-{number}")
    first = await load(pool, ada)
    second = await load(pool, ada, after=str(first.next))
    assert (len(first.entries), len(second.entries), second.next) == (PAGE_SIZE, 1, None)


@pytest.mark.parametrize("query", [{"thing": "sessions"}, {"actor": "nobody"}, {"member": "1"}])
async def test_unknown_filter_is_not_found(pool: Pool, query: dict[str, str]) -> None:
    with pytest.raises(NotFound):
        await load(pool, await make_member(pool, is_admin=True), **query)


async def test_others_read_nothing(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    await call(pool, ada, GIVE, mai.id, "moderator")
    assert (await load(pool, mai)).entries == ()


async def test_everything_that_is_logged_is_named(pool: Pool) -> None:
    logged = await pool.fetch(
        """select distinct t.tgrelid::regclass::text as name from pg_trigger as t join pg_proc as p on p.oid = t.tgfoid
        where p.proname in ('log_staff_act', 'log_edited_text')"""
    )
    assert {row["name"] for row in logged} <= set(get_args(Thing))


async def test_titles_of_what_the_reader_sees(community: Community) -> None:
    pool, ana = community.pool, community.ana
    forum = await make_forum(pool, slug="garden")
    hidden = await make_post(pool, forum, community.hoa)
    for post in (community.post, hidden):
        await call(pool, ana, "select public.set_topic_state($1, $2)", post, '{"slowSeconds": 600}')
    async with as_owner(pool) as conn:
        await conn.execute("update public.forums set is_confidential = true, is_restricted = true where id = $1", forum)
    closed, seen = [entry for entry in (await load(pool, ana)).entries if entry.thing == "posts"]
    assert (closed.title, closed.path) == (None, None)
    assert (seen.language, seen.path) == ("en", f"/forum/life/post/{community.post}")
