"""Members choose: channels of each kind, quiet hours, links in emails; messages are queued accordingly."""

import asyncio
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.transaction import as_role
from tests.factories.forum import FORBIDDEN, Community, make_post, make_reply, refused
from tests.factories.members import Member

CHOOSE = "select public.set_notice_choice($1, $2, $3)"
SAVE = "select public.save_notice_settings($1::text::time, $2::text::time, $3, $4)"
QUEUE = "select public.queue_notice($1, $2, $3, $4, path => $5, subject => $6)"
SHOWN = "select kind, subject from public.notifications order by created_at"
DELIVERIES = "select channel from public.notice_deliveries where member_id = $1 order by channel"
QUIET = "select public.quiet_until($1, $2::text::timestamptz)"


async def queue(community: Community, member: Member, thing: str, kind: str = "role_given") -> bool:
    values = (kind, member.id, thing, community.ana.id, "/profile", "Moderator")
    return bool((await community.see(QUEUE, *values))[0])


async def shown(community: Community, member: Member) -> list[str]:
    return [row["kind"] for row in await community.act(member, SHOWN)]


async def test_a_member_hears_of_a_thing_once(community: Community) -> None:
    assert await queue(community, community.mei, "a")
    assert not await queue(community, community.mei, "a")
    await community.act(community.mei, "select public.read_notifications()")
    assert not await queue(community, community.mei, "a")
    assert await queue(community, community.mei, "b")
    assert await shown(community, community.mei) == ["role_given", "role_given"]
    # Its own actor hears nothing, nor an account without a profile.
    assert not await queue(community, community.ana, "c")
    assert (await community.see(QUEUE, "role_given", uuid4(), "d", None, "/profile", ""))[0] is False


async def test_simultaneous_calls_tell_once(community: Community) -> None:
    results = await asyncio.gather(*(queue(community, community.mei, "same") for _ in range(8)))
    assert sum(results) == 1
    assert await shown(community, community.mei) == ["role_given"]


async def test_members_choose_the_channels(community: Community) -> None:
    for channel, is_on in (("site", False), ("email", True)):
        await community.act(community.mei, CHOOSE, "role_given", channel, is_on)
    await queue(community, community.mei, "a")
    assert await shown(community, community.mei) == []
    assert [row[0] for row in await community.pool.fetch(DELIVERIES, community.mei.id)] == ["email"]
    await community.act(community.mei, CHOOSE, "role_given", "email", False)
    assert not await queue(community, community.mei, "b")
    with refused("unknown_channel"):
        await community.act(community.mei, CHOOSE, "booking_changed", "email", False)
    with refused("unknown_channel"):
        await community.act(community.mei, CHOOSE, "none", "site", False)
    with FORBIDDEN:
        await community.act(None, CHOOSE, "reply", "site", False)
    assert await community.act(community.hoa, "select from public.notice_choices") == []


async def test_replies_are_one_notice_and_one_row_of_the_email_each(community: Community) -> None:
    for _ in range(2):
        await make_reply(community.pool, community.post, community.hoa)
    assert await shown(community, community.mei) == ["reply"]
    assert len(await community.pool.fetch(DELIVERIES, community.mei.id)) == 2


@pytest.mark.parametrize(
    ("now", "until"),
    [
        ("2026-11-23T21:59:00+08", None),
        ("2026-11-23T22:00:00+08", "2026-11-24T07:00:00+08"),
        ("2026-11-24T03:00:00+08", "2026-11-24T07:00:00+08"),
        ("2026-11-24T07:00:00+08", None),
    ],
)
async def test_quiet_hours_are_in_the_members_zone(community: Community, now: str, until: str | None) -> None:
    await community.act(community.mei, "update public.profiles set time_zone = 'Asia/Kuala_Lumpur'")
    await community.act(community.mei, SAVE, "22:00", "07:00", "weekly", True)
    found = (await community.see(QUIET, community.mei.id, now))[0]
    assert found == (until and (await community.see("select $1::text::timestamptz", until))[0])


async def test_quiet_hours_within_a_day(community: Community) -> None:
    await community.act(community.mei, "update public.profiles set time_zone = 'UTC'")
    await community.act(community.mei, SAVE, "13:00", "15:00", "off", True)
    assert (await community.see(QUIET, community.mei.id, "2026-11-23T12:59:00Z"))[0] is None
    assert (await community.see(QUIET, community.mei.id, "2026-11-23T14:00:00Z"))[0] is not None
    for given in (("13:00", None), ("13:00", "13:00")):
        with pytest.raises(asyncpg.CheckViolationError):
            await community.act(community.mei, SAVE, *given, "off", True)


async def link_of(community: Community, member: Member, post: UUID | None) -> UUID:
    return UUID(str((await community.see("select public.notice_link($1, $2)", member.id, post))[0]))


async def use(community: Community, link: UUID, *, again: bool = False) -> bool:
    return bool((await community.see("select public.use_notice_link($1, $2)", link, again))[0])


async def test_a_link_mutes_its_topic_and_can_be_undone(community: Community) -> None:
    level = "select level from public.watches where member_id = $1 and post_id = $2"
    link = await link_of(community, community.mei, community.post)
    assert await link_of(community, community.mei, community.post) == link
    for _ in range(2):
        assert await use(community, link)
    assert (await community.see(level, community.mei.id, community.post))[0] == "muted"
    found = await community.act(None, "select title, is_for_all, is_done from public.find_notice_link($1)", link)
    assert tuple(found[0]) == ("Where do I register?", False, True)
    # The link needs no session: of a confidential area it shows as little as its email.
    change = "update public.forums set is_restricted = $1, is_confidential = $1 returning 1"
    for is_confidential, title in ((True, "Daily life"), (False, "Where do I register?")):
        await community.see(change, is_confidential)
        shown = await community.act(None, "select title from public.find_notice_link($1)", link)
        assert shown[0]["title"] == title
    assert await use(community, link, again=True)
    assert (await community.see(level, community.mei.id, community.post))[0] == "watching"
    other = await make_post(community.pool, community.forum, community.hoa)
    link = await link_of(community, community.mei, other)
    await use(community, link)
    await use(community, link, again=True)
    assert await community.pool.fetch(level, community.mei.id, other) == []


async def test_a_link_ends_all_emails(community: Community) -> None:
    link = await link_of(community, community.mei, None)
    assert await use(community, link)
    assert (await community.act(None, "select is_done from public.find_notice_link($1)", link))[0][0]
    assert not await use(community, uuid4())
    with FORBIDDEN:
        await community.act(None, "select public.use_notice_link($1)", link)
    with FORBIDDEN:
        await community.act(community.hoa, "select * from public.notice_links")
    await use(community, link, again=True)
    assert not (await community.act(None, "select is_done from public.find_notice_link($1)", link))[0][0]


async def test_reports_and_messages_reach_the_staff(community: Community) -> None:
    report = "insert into public.reports (post_id, reason) values ($1, 'spam')"
    await community.act(community.hoa, report, community.post)
    send = "select public.send_message($1, null, 'Mai', 'mai@example.org', 'en', 'Hello')"
    await community.see(send, uuid4())
    rows = await community.act(community.ana, "select kind, path from public.notifications order by kind")
    assert [tuple(row) for row in rows] == [("staff_message", "/admin/messages"), ("staff_report", "/admin/desk")]
    assert await shown(community, community.mei) == []
    # The message is emailed by its own job.
    assert [row[0] for row in await community.pool.fetch(DELIVERIES, community.ana.id)] == ["email"]
    handle = "select public.handle_report(id, 'dismissed') from public.reports"
    await community.act(community.ana, handle)
    assert await shown(community, community.hoa) == ["report_handled"]


async def test_members_export_their_choices(community: Community) -> None:
    await community.act(community.mei, CHOOSE, "reply", "push", False)
    async with as_role(community.pool, community.mei.caller) as conn:
        data = await conn.fetchval("select public.my_data() -> 'notices' -> 'choices' -> 0 ->> 'kind'")
        watches = await conn.fetchval("select public.my_data() -> 'watches' -> 0 ->> 'level'")
    assert (data, watches) == ("reply", "watching")
