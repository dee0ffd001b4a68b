"""Automatic acts of reports: hide, silence, close; each logged, undone, and never by one person alone."""

import asyncio
import json
from datetime import timedelta
from uuid import UUID

import pytest

from tests.factories.forum import FORBIDDEN, Community, make_post, make_reply, refused
from tests.factories.members import Member, make_member

REPORT = "insert into public.reports (post_id, reply_id, reason) values ($1, $2, 'spam')"
LEVEL = "insert into public.member_trust (member_id, level) values ($1, 1)"
SESSION = "insert into auth.sessions (user_id, ip) values ($1, $2::inet)"
SIGN_IN = """
insert into auth.audit_log_entries (payload, ip_address, created_at)
values (jsonb_build_object('action', 'login', 'actor_id', $1::uuid), $2, now() - $3::interval)
"""
ACTS = "select kind, reporters, undone_at from public.automatic_acts order by created_at, kind"
UNDO = "select public.undo_automatic_act(id) from public.automatic_acts where kind = $1"


@pytest.fixture
async def reporters(community: Community) -> list[Member]:
    """Five known members, each from an address of their own."""
    found = [await make_member(community.pool, display_name=f"Reporter {n}") for n in range(5)]
    for number, member in enumerate(found):
        await community.pool.execute(LEVEL, member.id)
        await community.pool.execute(SESSION, member.id, f"192.0.2.{number}")
    return found


async def report(community: Community, members: list[Member], post: UUID | None, reply: UUID | None = None) -> None:
    """Report a post or a reply as several members, one after the other."""
    for member in members:
        await community.act(member, REPORT, post, reply)


async def shown(community: Community, table: str, thing: UUID) -> bool:
    """Whether a text is there."""
    return bool((await community.see(f"select body is not null from public.{table} where id = $1", thing))[0])


async def test_three_known_members_hide_a_text(community: Community, reporters: list[Member]) -> None:
    reply = await make_reply(community.pool, community.post, community.hoa)
    await report(community, reporters[:2], None, reply)
    assert await shown(community, "replies", reply)
    await report(community, reporters[2:3], None, reply)
    assert not await shown(community, "replies", reply)
    log = await community.see("select actor_id, changes from public.staff_log where thing = 'automatic_acts'")
    assert log["actor_id"] is None
    assert json.loads(log["changes"])["kind"] == [None, "hide"]
    # The author does not learn who reported it.
    assert (await community.see("select editor_id from public.content_versions where reply_id = $1", reply))[0] is None
    with FORBIDDEN:
        await community.act(community.hoa, "select public.undo_automatic_act(gen_random_uuid())")
    assert await community.act(community.hoa, ACTS) == []
    await community.act(community.ana, UNDO, "hide")
    assert await shown(community, "replies", reply)
    with refused("undone"):
        await community.act(community.ana, UNDO, "hide")
    # A text that a moderator has shown is not hidden again.
    await report(community, reporters[3:], None, reply)
    assert await shown(community, "replies", reply)
    undone = await community.see(
        "select actor_id from public.staff_log where thing = 'automatic_acts' and act = 'update'"
    )
    assert undone["actor_id"] == community.ana.id


async def test_new_members_and_accounts_of_one_person_do_not_count(
    community: Community, reporters: list[Member]
) -> None:
    reply = await make_reply(community.pool, community.post, community.hoa)
    await community.pool.execute("update public.member_trust set level = 0 where member_id = $1", reporters[4].id)
    # The first three share an address, by way of the second.
    await community.pool.execute(SESSION, reporters[1].id, "192.0.2.0")
    await community.pool.execute(SESSION, reporters[1].id, "2001:db8:0:1::5")
    await community.pool.execute(SESSION, reporters[2].id, "2001:db8:0:1:ffff::6")
    await report(community, reporters, None, reply)
    assert await shown(community, "replies", reply)
    count = "select public.count_persons($1)"
    assert await community.pool.fetchval(count, [member.id for member in reporters]) == 3


async def test_accounts_that_signed_out_are_still_of_one_network(community: Community, reporters: list[Member]) -> None:
    await community.pool.execute("delete from auth.sessions")
    signed_in = (("198.51.100.1", 1), ("198.51.100.1", 29), ("198.51.100.1", 31), ("", 1), ("unknown", 1))
    for member, (address, days) in zip(reporters, signed_in, strict=True):
        await community.pool.execute(SIGN_IN, member.id, address, timedelta(days=days))
    # The third was there too long ago; of the last two no network is known.
    count = "select public.count_persons($1)"
    assert await community.pool.fetchval(count, [member.id for member in reporters]) == 4
    reply = await make_reply(community.pool, community.post, community.hoa)
    await report(community, reporters[:3], None, reply)
    assert await shown(community, "replies", reply)
    await report(community, reporters[3:4], None, reply)
    assert not await shown(community, "replies", reply)


async def test_simultaneous_reports_count_each_other(community: Community, reporters: list[Member]) -> None:
    await asyncio.gather(*(community.act(member, REPORT, community.post, None) for member in reporters[:3]))
    assert not await shown(community, "posts", community.post)
    assert [(row["kind"], row["reporters"]) for row in await community.act(community.ana, ACTS)].count(("hide", 3)) == 1


async def test_never_where_the_setting_says_so_and_not_for_staff(community: Community, reporters: list[Member]) -> None:
    own = await make_post(community.pool, community.forum, community.ana)
    await report(community, reporters, own)
    assert await shown(community, "posts", own)
    await community.pool.execute("update public.site_settings set hides_after_reports = null")
    reply = await make_reply(community.pool, community.post, community.hoa)
    await report(community, reporters[:4], None, reply)
    assert await shown(community, "replies", reply)


async def report_newcomer(community: Community, reporters: list[Member]) -> None:
    """Three known members report three replies of Hoa, who is new."""
    replies = [await make_reply(community.pool, community.post, community.hoa) for _ in range(3)]
    for member, reply in zip(reporters[:3], replies, strict=True):
        await report(community, [member], None, reply)


async def test_a_reported_new_member_is_silenced_and_told(community: Community, reporters: list[Member]) -> None:
    await report_newcomer(community, reporters)
    with refused("silenced"):
        await make_post(community.pool, community.forum, community.hoa)
    kind, reason, hours = await community.see(
        "select kind, reason, extract(epoch from until - created_at)::int / 3600 from public.penalties"
    )
    assert (kind, reason, hours) == ("silence", "", 72)
    told = "select kind from mailbox.queue where user_id = $1 and kind like 'notice_%'"
    assert (await community.see(told, community.hoa.id))[0] == "notice_silenced_by_reports"
    # An automatic act: no reporter is named.
    logged = await community.see("select array_agg(actor_id) from public.staff_log where thing <> 'reports'")
    assert logged[0] == [None]
    shown = "select silence_act, silenced_until from public.desk_list('open', null, true, null, null, 50, 'en')"
    cases = await community.act(community.ana, shown)
    assert len(cases) == 3
    assert all(act and until for act, until in cases)
    # Afterwards they write again, and it is held.
    await community.pool.execute("update public.penalties set created_at = now() - interval '4 days', until = now()")
    await make_post(community.pool, community.forum, community.hoa)
    (held,) = await community.act(community.hoa, "select * from public.my_held_texts()")
    assert (await community.see("select held_for from public.held_texts where id = $1", held["id"]))[0] == "reported"


@pytest.mark.parametrize("way", ["undo", "lift", "dismiss"])
async def test_taking_the_silence_back_restores_and_lasts(
    community: Community, reporters: list[Member], way: str
) -> None:
    await report_newcomer(community, reporters)
    if way == "undo":
        with FORBIDDEN:
            await community.act(community.mei, "select public.undo_automatic_act(gen_random_uuid())")
        await community.act(community.ana, UNDO, "silence")
    elif way == "lift":
        await community.act(community.ana, "select public.lift_penalty(id) from public.penalties")
    else:
        await community.act(
            community.ana, "select public.handle_report((select min(id::text)::uuid from public.reports), 'dismissed')"
        )
    post = await make_post(community.pool, community.forum, community.hoa)
    assert await shown(community, "posts", post)
    act = await community.see("select undone_by, undone_at from public.automatic_acts where kind = 'silence'")
    assert act["undone_by"] == community.ana.id
    assert (await community.see("select lifted_at is not null from public.penalties"))[0]
    # Reports from before do not count again.
    await report(community, reporters[3:], post)
    await make_post(community.pool, community.forum, community.hoa)


async def test_simultaneous_reports_of_several_texts_silence(community: Community, reporters: list[Member]) -> None:
    replies = [await make_reply(community.pool, community.post, community.hoa) for _ in range(3)]
    await asyncio.gather(
        *(community.act(who, REPORT, None, what) for who, what in zip(reporters[:3], replies, strict=True))
    )
    assert (await community.see("select count(*) from public.penalties"))[0] == 1


async def test_known_members_and_reports_of_one_person_do_not_silence(
    community: Community, reporters: list[Member]
) -> None:
    await community.pool.execute(SESSION, reporters[1].id, "192.0.2.0")
    await report_newcomer(community, reporters)
    await community.pool.execute(LEVEL, community.mei.id)
    for member in reporters:
        await report(community, [member], None, await make_reply(community.pool, community.post, community.mei))
    assert (await community.see("select count(*) from public.penalties"))[0] == 0


async def test_five_members_close_a_topic_for_four_hours(community: Community, reporters: list[Member]) -> None:
    replies = [await make_reply(community.pool, community.post, community.hoa) for _ in range(3)]
    replies += [await make_reply(community.pool, community.post, community.mei) for _ in range(2)]
    for member, reply in zip(reporters, replies, strict=True):
        await report(community, [member], None, reply)
    state = "select is_locked, lock_reason, unlock_at - now() from public.posts where id = $1"
    is_locked, reason, rest = await community.see(state, community.post)
    assert (is_locked, reason) == (True, "heated")
    assert 3.9 < rest.total_seconds() / 3600 <= 4
    await community.act(community.ana, UNDO, "close")
    assert tuple(await community.see(state, community.post)) == (False, None, None)


async def test_dismissing_the_report_shows_the_text(community: Community, reporters: list[Member]) -> None:
    await report(community, reporters[:3], community.post)
    assert not await shown(community, "posts", community.post)
    first = await community.see("select id from public.reports limit 1")
    await community.act(community.ana, "select public.handle_report($1, 'dismissed')", first["id"])
    assert await shown(community, "posts", community.post)
