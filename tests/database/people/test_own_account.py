"""A member's account: data export, and account deletion with thirty days to cancel."""

from datetime import timedelta

import asyncpg
import msgspec
import pytest

from balai.database.pool import PlainConnection, Pool
from balai.database.transaction import as_owner, as_role
from balai.jobs.people.account_deletions import delete_due_accounts
from balai.messaging.email_rendering import render
from balai.messaging.queue import OutgoingMessage
from balai.messaging.templates import LANGUAGES
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.forum import make_forum, make_post
from tests.factories.members import Member, make_member

DAYS = timedelta(days=30)
LETTERS = """
  select kind, content -> 'variables' ->> 'deleted_on' as day from mailbox.queue where user_id = $1 order by created_at
"""

# Columns that reference a member, in growing tables, and that no index begins with. Null values need no index entry.
WITHOUT_INDEX = """
  select c.conrelid::regclass || '.' || a.attname from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.confrelid = 'public.profiles'::regclass
    and c.conrelid not in ('public.administrators'::regclass, 'public.invitations'::regclass)
    and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = a.attnum
      and coalesce(pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname), true))
"""

# Tables that reference a member, and that the export does not read. The rows of most are acts of staff, which are in
# the staff log, or live for minutes.
NOT_EXPORTED = {
    "account_deletions": "in my_account()",
    "account_exports": "the copies themselves",
    "administrators": "a role",
    "appearances": "a setting",
    "article_acts": "an act of staff",
    "article_editions": "an act of staff",
    "article_versions": "versions of an exported text",
    "barriers": "a setting",
    "booking_holds": "lives for five minutes",
    "booking_moves": "an act of staff",
    "closings": "an act of staff",
    "confidential_reads": "an act of staff",
    "content_versions": "versions of an exported text",
    "desk_cases": "an act of staff",
    "desk_presence": "lives for minutes",
    "forum_acts": "an act of staff",
    "incident_people": "in incident_notices_of()",
    "incidents": "an act of staff",
    "invitations": "an act of staff",
    "link_hosts": "the addresses of exported texts",
    "newsletter_links": "a secret",
    "notice_deliveries": "sent notifications",
    "notice_links": "a secret",
    "outbox": "sent within minutes",
    "picture_fetches": "a rate limit",
    "removals": "an act of staff",
    "service_messages": "an act of staff",
    "services": "an act of staff",
    "setting_changes": "an act of staff",
    "setup_steps": "an act of staff",
    "slots": "an act of staff",
    "translation_tasks": "an act of staff",
    "wordings": "an act of staff",
}
TABLES_OF_MEMBERS = """
  select distinct conrelid::regclass::text from pg_constraint
  where contype = 'f' and confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
    and connamespace = 'public'::regnamespace
"""


async def ask(pool: Pool, who: Member | None, query: str) -> object:
    """Read one value as a member."""
    assert who is not None
    async with as_role(pool, who.caller, read_only=False) as conn:
        return await conn.fetchval(query)


async def come_due(pool: Pool, who: Member) -> None:
    async with as_owner(pool) as conn:
        await conn.execute("update public.account_deletions set due_at = now() where user_id = $1", who.id)


async def exists(pool: Pool, who: Member) -> bool:
    async with as_owner(pool) as conn:
        return bool(await conn.fetchval("select exists (select from auth.users where id = $1)", who.id))


async def test_export_contains_only_own_data(pool: Pool) -> None:
    mai, siti = await make_member(pool, display_name="Mai"), await make_member(pool, display_name="Siti")
    forum = await make_forum(pool)
    await make_post(pool, forum, mai, title="A question of Mai")
    await make_post(pool, forum, siti, title="A question of Siti")
    data = msgspec.json.decode(str(await ask(pool, mai, "select public.my_data()")))
    assert data["account"]["email"] == mai.email
    assert [post["title"] for post in data["posts"]] == ["A question of Mai"]
    text = msgspec.json.encode(data).decode()
    assert "Siti" not in text
    assert siti.email not in text
    assert "encrypted" not in text
    assert "calendar_token" not in text
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, msgspec.structs.replace(mai.caller, role="anon", claims="{}")) as conn:
            await conn.fetchval("select public.my_data()")


async def test_export_reads_every_table_of_members(pool: Pool) -> None:
    async with as_owner(pool) as conn:
        export = await conn.fetchval("select pg_get_functiondef('public.data_of(uuid, uuid[])'::regprocedure)")
        tables = {row[0] for row in await conn.fetch(TABLES_OF_MEMBERS)}
    assert {table for table in tables if f" public.{table} as" not in export} == set(NOT_EXPORTED)


async def test_deletion_takes_effect_after_thirty_days(pool: Pool) -> None:
    mai, siti = await make_member(pool), await make_member(pool)
    post = await make_post(pool, await make_forum(pool), mai)
    due = await ask(pool, mai, "select public.request_account_deletion()")
    assert await ask(pool, mai, "select public.request_account_deletion()") == due
    assert await ask(pool, mai, "select due_at - requested_at from public.account_deletions") == DAYS
    assert await ask(pool, siti, "select count(*) from public.account_deletions") == 0
    await delete_due_accounts(pool)
    assert await exists(pool, mai)
    await come_due(pool, mai)
    await delete_due_accounts(pool)
    assert not await exists(pool, mai)
    async with as_owner(pool) as conn:
        row = await conn.fetchrow("select author_id, title from public.posts where id = $1", post)
    assert row is not None
    assert (row["author_id"], row["title"] is not None) == (None, True)


async def test_request_and_deletion_are_emailed(pool: Pool) -> None:
    mai = await make_member(pool)
    await ask(pool, mai, "select public.request_account_deletion()")
    await ask(pool, mai, "select public.cancel_account_deletion()")
    async with as_owner(pool) as conn:
        rows = await conn.fetch(LETTERS, mai.id)
        due = await conn.fetchval("select to_char(now() + interval '30 days', 'YYYY-MM')")
    assert [row["kind"] for row in rows] == ["notice_leaving", "notice_staying"]
    for row in rows:
        for language in LANGUAGES:
            letter = OutgoingMessage(row["kind"], mai.email, language, {"site": "Hall", "deleted_on": row["day"]})
            message = render(letter, site="Site")
            assert ("{" in message.plain, "Hall" in message.plain) == (False, True)
    assert due in str(rows[0]["day"])


async def test_deletion_can_be_cancelled_until_the_end(pool: Pool) -> None:
    mai = await make_member(pool)
    await ask(pool, mai, "select public.request_account_deletion()")
    await come_due(pool, mai)
    await ask(pool, mai, "select public.cancel_account_deletion()")
    await delete_due_accounts(pool)
    assert await exists(pool, mai)


async def test_deletion_moves_the_waiting_list_up(pool: Pool) -> None:
    mai, siti = await make_member(pool), await make_member(pool)
    service = await make_service(pool, await make_member(pool, is_admin=True), capacity=1, per_person=1)
    await book(pool, mai, service, days_ahead(3))
    assert (await book(pool, siti, service, days_ahead(3), or_wait=True)).status == "waiting"
    await ask(pool, mai, "select public.request_account_deletion()")
    await come_due(pool, mai)
    await delete_due_accounts(pool)
    assert await ask(pool, siti, "select status::text from public.bookings") == "booked"


async def test_last_administrator_is_not_deleted(pool: Pool) -> None:
    ada, ben = await make_member(pool, is_admin=True), await make_member(pool, is_admin=True)
    async with as_owner(pool) as conn:
        await conn.execute("delete from public.administrators where user_id <> all ($1)", [ada.id, ben.id])
    await ask(pool, ada, "select public.request_account_deletion()")
    with pytest.raises(asyncpg.PostgresError) as refused:
        await ask(pool, ben, "select public.request_account_deletion()")
    assert refused.value.detail == "last_administrator"
    # Meanwhile the other one lost the rights: the due deletion is postponed and checked again the next day.
    async with as_owner(pool) as conn:
        await conn.execute("delete from public.administrators where user_id = $1", ben.id)
    await come_due(pool, ada)
    await delete_due_accounts(pool)
    assert await exists(pool, ada)


async def test_references_to_a_member_have_an_index(pool: Pool) -> None:
    async with as_owner(pool) as conn:
        assert [row[0] for row in await conn.fetch(WITHOUT_INDEX)] == []


async def test_slow_deletion_blocks_no_other(database: str, pool: Pool) -> None:
    mai, siti = await make_member(pool), await make_member(pool)
    post = await make_post(pool, await make_forum(pool), mai)
    for who in (mai, siti):
        await ask(pool, who, "select public.request_account_deletion()")
        await come_due(pool, who)
    hasty = await asyncpg.create_pool(database, min_size=1, command_timeout=0.5, connection_class=PlainConnection)
    async with as_owner(pool) as other:
        await other.execute("select from public.posts where id = $1 for update", post)
        await delete_due_accounts(hasty)
    await hasty.close()
    assert [await exists(pool, who) for who in (mai, siti)] == [True, False]
    assert await ask(pool, mai, "select due_at > now() from public.account_deletions")
