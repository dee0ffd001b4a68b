"""Penalties: what they stop, when they end, who imposes and lifts them."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from tests.factories.forum import FORBIDDEN, Community, make_forum, make_post, make_reply, refused
from tests.factories.members import Member, make_member

PENALIZE = "select public.penalize($1, $2, $3, $4, $5, $6)"
LIFT = "select public.lift_penalty($1)"
MODERATOR = "00000000-0000-0000-0001-000000000005"
GRANT = "insert into public.role_grants (member_id, role_id, forum_id) values ($1, $2, $3)"
# As if the time of the penalty had passed.
EXPIRE = "update public.penalties set created_at = now() - interval '2 days', until = now() - interval '1 second'"
LOG = """
select array_agg(thing || ' ' || act order by id) from public.staff_log where thing in ('penalties', 'area_bans')
"""
EMAILS = "select array_agg(kind order by id) from mailbox.queue where user_id = $1 and kind like 'notice_%'"


async def penalize(
    community: Community, actor: Member, kind: str, hours: int | None = 24, *, forum: UUID | None = None, **more: Any
) -> UUID:
    made = more.get("id", uuid4())
    member = more.get("member", community.hoa)
    await community.act(actor, PENALIZE, made, member.id, kind, hours, more.get("reason", "Advertising"), forum)
    return UUID(str(made))


async def moderator(community: Community, forum: UUID | None = None) -> Member:
    member = await make_member(community.pool, display_name="Mod")
    await community.act(community.ana, GRANT, member.id, UUID(MODERATOR), forum)
    return member


async def choices(community: Community, actor: Member, member: Member, topic: UUID | None = None) -> list[str]:
    [row] = await community.act(actor, "select public.penalties_of($1, $2)", member.id, topic)
    return list(msgspec.json.decode(row[0])["choices"])


async def test_silenced_member_reads_and_does_not_write(community: Community) -> None:
    own = await make_reply(community.pool, community.post, community.hoa)
    made = await penalize(community, community.ana, "silence")
    with refused("silenced"):
        await make_reply(community.pool, community.post, community.hoa)
    with refused("silenced"):
        await make_post(community.pool, community.forum, community.hoa)
    with refused("silenced"):
        await community.act(community.hoa, "select public.edit_reply($1, '{}')", own)
    with refused("silenced"):
        await community.act(community.hoa, "update public.profiles set about = 'Buy'")
    send = "select public.send_private_message(gen_random_uuid(), $1, 'Hello')"
    with refused("silenced"):
        await community.act(community.hoa, send, community.mei.id)
    assert await community.act(community.hoa, "select from public.posts where id = $1", community.post)
    [row] = await community.act(community.hoa, "select public.my_silence()")
    assert msgspec.json.decode(row[0])["reason"] == "Advertising"
    await community.act(community.ana, LIFT, made)
    await make_reply(community.pool, community.post, community.hoa)


@pytest.mark.parametrize("hours", [24, 72, 168, 720])
async def test_penalty_ends_by_itself(community: Community, hours: int) -> None:
    made = await penalize(community, community.ana, "silence", hours)
    row = await community.see("select until - created_at from public.penalties where id = $1", made)
    assert row[0].total_seconds() == hours * 3600
    await community.see(f"{EXPIRE} returning true")
    await make_reply(community.pool, community.post, community.hoa)
    assert (await community.act(community.hoa, "select public.my_silence()"))[0][0] is None


async def test_suspension_blocks_the_account_and_lifting_opens_it(community: Community) -> None:
    made = await penalize(community, community.ana, "suspend", 72)
    row = await community.see(
        "select u.banned_until = p.until, u.ban_reason from auth.users as u, public.penalties as p where u.id = $1",
        community.hoa.id,
    )
    assert tuple(row) == (True, "Advertising")
    for _ in range(2):
        await community.act(community.ana, LIFT, made)
    row = await community.see("select banned_until, ban_reason from auth.users where id = $1", community.hoa.id)
    assert tuple(row) == (None, None)
    assert (await community.see(LOG))[0] == ["penalties insert", "penalties update"]
    assert (await community.see(EMAILS, community.hoa.id))[0] == ["notice_blocked"]


async def test_block_by_the_auth_service_is_a_penalty_too(community: Community) -> None:
    ban = (
        "update auth.users set banned_until = now() + interval '3 days', ban_reason = 'Abuse' where id = $1 returning 1"
    )
    await community.see(ban, community.hoa.id)
    row = await community.see("select kind, reason, lifted_at from public.penalties")
    assert tuple(row) == ("suspend", "Abuse", None)
    with refused("penalized"):
        await penalize(community, community.ana, "suspend")
    await community.see("update auth.users set banned_until = null where id = $1 returning 1", community.hoa.id)
    assert (await community.see("select lifted_at is not null from public.penalties"))[0]
    await penalize(community, community.ana, "suspend")


async def test_moderator_of_an_area_silences_there_alone(community: Community) -> None:
    area = await moderator(community, community.forum)
    other = await make_forum(community.pool, slug="other")
    assert await choices(community, area, community.hoa, community.post) == ["area"]
    elsewhere = await make_post(community.pool, other, community.mei)
    [row] = await community.act(area, "select public.penalties_of($1, $2) ->> 'forum'", community.hoa.id, elsewhere)
    assert row[0] is None, "the area of a topic that the moderator may not even see"
    for kind in ("silence", "suspend"):
        with refused("not_allowed"):
            await penalize(community, area, kind)
    with refused("not_allowed"):
        await penalize(community, area, "silence", forum=other)
    await penalize(community, area, "silence", 168, forum=community.forum)
    with refused("silenced"):
        await make_reply(community.pool, community.post, community.hoa)
    await make_post(community.pool, other, community.hoa)
    assert (await community.see(EMAILS, community.hoa.id))[0] == ["notice_silenced"]
    assert (await community.see(LOG))[0] == ["area_bans insert"]
    # As of other penalties, the member reads the reason and the end, and not who imposed it.
    assert await community.act(community.hoa, "select reason, until, created_at from public.area_bans")
    with FORBIDDEN:
        await community.act(community.hoa, "select banned_by from public.area_bans")
    await community.act(area, "select public.set_area_ban($1, $2, null)", community.forum, community.hoa.id)
    await make_reply(community.pool, community.post, community.hoa)


async def test_moderators_do_not_penalize_staff_nor_lift_what_administrators_imposed(community: Community) -> None:
    first, second = await moderator(community), await moderator(community)
    for target in (community.ana, second, first):
        with refused("is_staff"):
            await penalize(community, first, "silence", member=target)
    with refused("administrators_only"):
        await penalize(community, first, "suspend", None)
    own = await penalize(community, first, "suspend", 720)
    await community.act(second, LIFT, own)
    strict = await penalize(community, community.ana, "suspend", None)
    with refused("not_allowed"):
        await community.act(first, LIFT, strict)
    silenced = await penalize(community, community.ana, "silence", member=second)
    with refused("not_allowed"):
        await community.act(second, LIFT, silenced)


async def test_members_impose_and_see_nothing_of_others(community: Community) -> None:
    made = await penalize(community, community.ana, "silence")
    for sql, values in ((LIFT, (made,)), ("select public.penalties_of($1)", (community.hoa.id,))):
        with refused("not_allowed"):
            await community.act(community.mei, sql, *values)
    with refused("not_allowed"):
        await penalize(community, community.mei, "silence")
    assert await community.act(community.mei, "select id from public.penalties") == []
    assert len(await community.act(community.hoa, "select id, reason, until from public.penalties")) == 1
    for sql in ("select imposed_by from public.penalties", "update public.penalties set until = now()"):
        with FORBIDDEN:
            await community.act(community.hoa, sql)


async def test_wrong_spans_and_missing_reasons_are_refused(community: Community) -> None:
    for hours in (1, 25, 0, -24):
        with refused("unknown_penalty"):
            await penalize(community, community.ana, "silence", hours)
    with refused("unknown_penalty"):
        await penalize(community, community.ana, "silence", None)
    with refused("no_reason"):
        await penalize(community, community.ana, "silence", reason=" ")


async def test_two_moderators_at_once_impose_one(community: Community) -> None:
    staff = [await moderator(community) for _ in range(8)]
    tries = await asyncio.gather(*(penalize(community, one, "suspend") for one in staff), return_exceptions=True)
    assert sum(not isinstance(one, BaseException) for one in tries) == 1
    assert (await community.see("select count(*) from public.penalties"))[0] == 1
    # The same request twice is one.
    twice = uuid4()
    for _ in range(2):
        await penalize(community, staff[0], "silence", id=twice)
    assert (await community.see("select count(*) from public.penalties where kind = 'silence'"))[0] == 1
