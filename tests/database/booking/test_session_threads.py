"""Private threads of booked sessions: they open and close with the bookings, on every way in, in the same commit."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.jobs.booking.threads import delete_ended_threads
from tests.database.booking.test_booking import refused
from tests.factories.booking import book, cancel, change, days_ahead, make_service
from tests.factories.forum import ADD_REPLY, make_forum, make_post, make_reply, rich
from tests.factories.members import Member, make_member

SESSION = days_ahead(2)
LATER = days_ahead(3)
POSTS = "select id from public.posts where forum_id in (select f.id from public.forums f where f.slot_id is not null)"
FIND = "select item_id from search.entries e where e.kind = 'reply' and e.scope_id is not null"
SEARCH = "select id from public.search('lanterns', 'en', null, null, null, 10)"
PICTURE = "select name from storage.objects where bucket_id = 'text-pictures'"
WATCHES = "select member_id from public.watches w join public.posts p on p.id = w.post_id where p.author_id is null"
LINK = "select online_url from public.booking_details('en') d where d.id = $1"
SET_LINK = "select public.set_session_link($1, $2)"
GRANT = """
insert into public.role_grants (member_id, role_id, service_id)
select $1, id, $2 from public.roles where preset = 'receptionist'
"""
MODERATOR = """
insert into public.role_grants (member_id, role_id) select $1, id from public.roles where preset = 'moderator'
"""
VISIBLE = "select realtime.visible_to('public.replies'::regclass, '{id}', array[$1], $2::text, array[$3])"


class Class(msgspec.Struct):
    """A service for two with private threads, hosted by `host`; `mei` and `hoa` attend, `lan` waits, `ana` is staff."""

    pool: Pool
    service: UUID
    admin: Member
    host: Member
    mei: Member
    hoa: Member
    lan: Member
    bookings: dict[str, UUID]

    async def ask(self, member: Member | None, statement: str, *values: object) -> list[asyncpg.Record]:
        async with as_role(self.pool, member.caller if member else Caller.anonymous(), read_only=False) as connection:
            return await connection.fetch(statement, *values)

    async def see(self, statement: str, *values: object) -> list[asyncpg.Record]:
        async with as_owner(self.pool) as connection:
            return await connection.fetch(statement, *values)

    async def topic(self) -> UUID:
        (row,) = await self.see(POSTS)
        return UUID(str(row["id"]))

    async def slot(self) -> UUID:
        (row,) = await self.see("select slot_id from public.forums where slot_id is not null")
        return UUID(str(row["slot_id"]))


@pytest.fixture
async def group(pool: Pool) -> Class:
    admin, host, mei, hoa, lan = [
        await make_member(pool, display_name=name, is_admin=name == "Aisyah")
        for name in ("Aisyah", "Binh", "Mei", "Hoa", "Lan")
    ]
    service = await make_service(pool, admin, capacity=2, per_person=1, host_id=str(host.id), thread_days=7)
    bookings = {
        name: (await book(pool, member, service, SESSION, or_wait=True)).id
        for name, member in (("mei", mei), ("hoa", hoa), ("lan", lan))
    }
    return Class(pool, service, admin, host, mei, hoa, lan, bookings)


async def test_exactly_those_who_attend_and_the_host_read_and_write(group: Class) -> None:
    topic = await group.topic()
    for member in (group.mei, group.hoa, group.host):
        assert await group.ask(member, POSTS)
        await make_reply(group.pool, topic, member)
    # Nor administrators, without a logged reason; nor a member in the line, nor a visitor.
    stranger = await make_member(group.pool, display_name="Siti")
    for member in (group.admin, group.lan, stranger):
        assert not await group.ask(member, POSTS)
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await make_reply(group.pool, topic, member)
    assert not await group.ask(None, POSTS)
    # It is one topic: no member begins another.
    area = (await group.see("select forum_id from public.posts where id = $1", topic))[0]["forum_id"]
    assert not (await group.ask(group.mei, "select public.may('create', $1)", area))[0]["may"]
    assert (await group.ask(group.host, "select public.may('moderate', $1)", area))[0]["may"]


async def test_receptionists_of_the_service_read_and_an_administrator_with_a_logged_reason(group: Class) -> None:
    desk = await make_member(group.pool, display_name="Devi")
    assert not await group.ask(desk, POSTS)
    await group.see(GRANT, desk.id, group.service)
    assert await group.ask(desk, POSTS)
    area = (await group.see("select id from public.forums where slot_id is not null"))[0]["id"]
    await group.ask(group.admin, "select public.open_confidential_area($1, 'A member asked for help.')", area)
    assert await group.ask(group.admin, POSTS)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await make_reply(group.pool, await group.topic(), group.admin)


async def test_one_of_twenty_leaves_and_nineteen_stay(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    service = await make_service(pool, admin, capacity=20, per_person=1, thread_days=7)
    members = [await make_member(pool) for _ in range(21)]
    bookings = [(await book(pool, member, service, SESSION, or_wait=True)).id for member in members]

    async def inside() -> list[bool]:
        found = []
        for member in members:
            async with as_role(pool, member.caller) as connection:
                found.append(bool(await connection.fetch(POSTS)))
        return found

    assert await inside() == [True] * 20 + [False]
    await cancel(pool, members[7], bookings[7])
    assert await inside() == [True] * 7 + [False] + [True] * 13


async def test_cancelling_closes_every_way_in_and_the_line_moves_in_the_same_commit(group: Class) -> None:
    topic = await group.topic()
    picture = f"{group.mei.id}/lanterns.png"
    await group.see("insert into storage.objects (bucket_id, name) values ('text-pictures', $1)", picture)
    body = msgspec.json.encode({"type": "doc", "content": [
        {"type": "image", "attrs": {"src": f"/storage/v1/object/authenticated/text-pictures/{picture}", "alt": ""}},
        {"type": "paragraph", "content": [{"type": "text", "text": "Who brings the lanterns?"}]},
    ]}).decode()  # fmt: skip
    reply = await make_reply(group.pool, topic, group.mei, body=body)

    async def ways(member: Member) -> list[bool]:
        (socket,) = await group.see(VISIBLE, str(reply), "authenticated", member.caller.claims)
        return [
            bool(await group.ask(member, POSTS)),
            bool(await group.ask(member, "select from public.replies where id = $1", reply)),
            bool(await group.ask(member, SEARCH)),
            bool(await group.ask(member, PICTURE)),
            bool(await group.ask(member, "select where public.can_report($1, null)", topic)),
            bool(socket[0][0]),
        ]  # fmt: skip

    assert await ways(group.hoa) == [True] * 6
    assert await ways(group.lan) == [False] * 6
    await cancel(group.pool, group.hoa, group.bookings["hoa"])
    assert await ways(group.hoa) == [False] * 6
    assert await ways(group.lan) == [True] * 6
    assert {row["member_id"] for row in await group.see(WATCHES)} == {group.host.id, group.mei.id, group.lan.id}


async def test_another_time_is_another_thread(group: Class) -> None:
    before = await group.topic()
    await change(group.pool, group.mei, group.bookings["mei"], LATER)
    (row,) = await group.ask(group.mei, POSTS)
    assert row["id"] != before
    rows = await group.ask(group.host, POSTS)
    assert len(rows) == 2


@pytest.mark.parametrize("moves", [False, True])
@pytest.mark.parametrize("waits", [False, True])
async def test_the_next_person_of_an_appointment_gets_a_thread_of_their_own(
    pool: Pool, *, waits: bool, moves: bool
) -> None:
    admin, host, mei, lan = [
        await make_member(pool, display_name=name, is_admin=name == "Aisyah")
        for name in ("Aisyah", "Binh", "Mei", "Lan")
    ]
    service = await make_service(
        pool, admin, kind="appointment", capacity=1, per_person=1, host_id=str(host.id), thread_days=7
    )
    group = Class(pool, service, admin, host, mei, lan, lan, {})
    booking = (await book(pool, mei, service, SESSION)).id
    before = await group.topic()
    await group.ask(host, SET_LINK, await group.slot(), "https://meet.example/mei")
    await make_reply(pool, before, mei, body=rich("My sickness"))
    if waits:
        theirs = (await book(pool, lan, service, SESSION, or_wait=True)).id
    await (change(pool, mei, booking, LATER) if moves else cancel(pool, mei, booking))
    if not waits:
        theirs = (await book(pool, lan, service, SESSION)).id
    (row,) = await group.ask(lan, POSTS)
    assert row["id"] != before
    assert not await group.ask(lan, "select from public.replies")
    assert (await group.ask(lan, LINK, theirs))[0]["online_url"] is None
    assert len(await group.ask(host, POSTS)) == 2
    # A person who moves keeps the thread; the one who cancelled is led from it to the booking.
    assert [row["id"] for row in await group.ask(mei, POSTS)] == ([before] if moves else [])
    assert (await group.ask(mei, "select public.booking_of_thread($1)", before))[0][0] == booking


async def test_a_service_that_gets_threads_opens_them_and_one_without_closes_them(pool: Pool) -> None:
    admin, mei = [await make_member(pool, display_name=name, is_admin=name == "Aisyah") for name in ("Aisyah", "Mei")]
    service = await make_service(pool, admin)
    await book(pool, mei, service, SESSION)
    group = Class(pool, service, admin, admin, mei, mei, mei, {})
    assert not await group.see(POSTS)
    await group.see("update public.services set thread_days = 0 where id = $1", service)
    assert await group.ask(mei, POSTS)
    await group.see("update public.services set thread_days = null where id = $1", service)
    assert not await group.ask(mei, POSTS)


async def test_it_closes_by_its_days_and_is_deleted_then(group: Class) -> None:
    slot, topic = await group.slot(), await group.topic()
    await make_reply(group.pool, topic, group.mei)
    shift = (
        "update public.{} set starts_at = starts_at - $2::interval, ends_at = ends_at - $2::interval {} where {} = $1"
    )
    span = SESSION - datetime.now(UTC) + timedelta(days=6, hours=12)
    async with as_owner(group.pool) as connection:
        await connection.execute("set local session_replication_role = replica")
        await connection.execute(
            shift.format("slots", ", busy = tstzrange(starts_at - $2, ends_at - $2)", "id"), slot, span
        )
        await connection.execute(shift.format("bookings", "", "slot_id"), slot, span)
    assert await group.ask(group.mei, POSTS)
    assert (await group.see("select public.delete_ended_threads() as gone"))[0]["gone"] == 0
    await group.see("update public.services set thread_days = 6 where id = $1", group.service)
    assert not await group.ask(group.mei, POSTS)
    assert await delete_ended_threads(group.pool) is False
    assert not await group.see(POSTS)
    assert not await group.see("select from public.replies")


async def test_texts_do_not_leave_the_thread_of_a_session(group: Class) -> None:
    topic = await group.topic()
    open_area = await make_forum(group.pool)
    with refused("session_thread", "422"):
        await group.see("update public.posts set forum_id = $2 where id = $1", topic, open_area)
    # Splitting and merging copy a text. The host moderates both areas.
    await group.see(MODERATOR, group.host.id)
    long = rich("A reply that is long enough to be the text of a topic.")
    inside = await make_reply(group.pool, topic, group.mei, body=long)
    post = await make_post(group.pool, open_area, group.mei)
    outside = await make_reply(group.pool, post, group.mei, body=long)
    area = (await group.see("select forum_id from public.posts where id = $1", topic))[0]["forum_id"]
    split, merge = "select public.split_replies($1, $2, $3, $4, 'A title')", "select public.merge_posts($1, $2, $3)"
    for statement, *values in (
        (split, topic, [inside], open_area),
        (split, post, [outside], area),
        (merge, topic, post),
        (merge, post, topic),
    ):
        with refused("session_thread", "422"):
            await group.ask(group.host, statement, uuid4(), *values)


async def test_a_silenced_member_books_and_a_link_is_shown_around_the_time(group: Class) -> None:
    booking = group.bookings["mei"]
    await group.see("insert into public.service_links values ($1, 'https://meet.example.org/all')", group.service)
    assert (await group.ask(group.mei, LINK, booking))[0]["online_url"] == "https://meet.example.org/all"
    slot = await group.slot()
    for member in (group.mei, group.lan):
        with refused("not_found", "404"):
            await group.ask(member, SET_LINK, slot, "https://meet.example.org/mine")
    with refused("url", "422"):
        await group.ask(group.host, SET_LINK, slot, "javascript:alert(1)")
    await group.ask(group.host, SET_LINK, slot, "https://meet.example.org/once")
    assert (await group.ask(group.mei, LINK, booking))[0]["online_url"] == "https://meet.example.org/once"
    # From fifteen minutes before: not yet, on any way in.
    await group.see("update public.services set link_minutes = 15 where id = $1", group.service)
    assert (await group.ask(group.mei, LINK, booking))[0]["online_url"] is None
    for table in ("slot_links", "service_links"):
        assert not await group.ask(group.mei, f"select from public.{table}")
        assert not await group.ask(group.lan, f"select from public.{table}")
        assert await group.ask(group.host, f"select from public.{table}")
    await group.see("update public.services set link_minutes = 10080 where id = $1", group.service)
    assert (await group.ask(group.mei, LINK, booking))[0]["online_url"] == "https://meet.example.org/once"
    await group.ask(group.host, SET_LINK, slot, "")
    assert (await group.ask(group.mei, LINK, booking))[0]["online_url"] == "https://meet.example.org/all"


async def test_a_member_who_may_not_write_books_all_the_same(group: Class) -> None:
    quiet = await make_member(group.pool, display_name="Tam")
    await group.see(
        "insert into public.penalties (member_id, kind, reason, until) "
        "values ($1, 'silence', 'spam', now() + interval '1 day')",
        quiet.id,
    )
    made = await book(group.pool, quiet, group.service, LATER)
    assert made.status == "booked"
    topics = await group.ask(quiet, POSTS)
    assert len(topics) == 1
    with pytest.raises(asyncpg.PostgresError):
        await group.ask(quiet, ADD_REPLY, uuid4(), topics[0]["id"], "en", rich("Hello to all of you"), None)
