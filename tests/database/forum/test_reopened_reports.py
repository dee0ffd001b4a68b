"""Undoing what an administrator did with a report."""

import asyncio
from uuid import UUID, uuid4

import pytest

from tests.factories.forum import Community, make_reply, refused

REPORT = "insert into public.reports (id, post_id, reply_id, reason) values ($1, $2, $3, 'spam')"
HANDLE = "select public.handle_report($1, $2)"
REOPEN = "select public.reopen_report($1)"
STATES = "select array_agg(status order by created_at, id) from public.reports"


async def report(community: Community, *, post: UUID | None = None, reply: UUID | None = None) -> UUID:
    made = uuid4()
    await community.act(community.hoa, REPORT, made, post, reply)
    return made


async def is_hidden(community: Community, table: str, thing: UUID) -> bool:
    row = await community.see(f"select hidden_at is not null, body is null from public.{table} where id = $1", thing)
    assert row[0] == row[1]
    return bool(row[0])


@pytest.mark.parametrize("outcome", ["upheld", "dismissed"])
async def test_reports_are_open_again_and_the_text_is_back(community: Community, outcome: str) -> None:
    reply = await make_reply(community.pool, community.post, community.mei)
    made = await report(community, reply=reply)
    await community.act(community.mei, REPORT, uuid4(), None, reply)
    await community.act(community.ana, HANDLE, made, outcome)
    assert await is_hidden(community, "replies", reply) == (outcome == "upheld")
    for _ in range(2):
        await community.act(community.ana, REOPEN, made)
        assert (await community.see(STATES))[0] == ["open", "open"]
        assert not await is_hidden(community, "replies", reply)
    # It can be handled again.
    await community.act(community.ana, HANDLE, made, "upheld")
    assert await is_hidden(community, "replies", reply)


async def test_what_was_hidden_before_stays_hidden(community: Community) -> None:
    made = await report(community, post=community.post)
    await community.act(community.ana, "select public.set_hidden(true, $1)", community.post)
    await community.act(community.ana, HANDLE, made, "upheld")
    await community.act(community.ana, REOPEN, made)
    assert await is_hidden(community, "posts", community.post)


async def test_reports_that_were_closed_earlier_stay_closed(community: Community) -> None:
    early = await report(community, post=community.post)
    await community.act(community.ana, HANDLE, early, "dismissed")
    late = uuid4()
    await community.act(community.mei, REPORT, late, community.post, None)
    await community.act(community.ana, HANDLE, late, "upheld")
    await community.act(community.ana, REOPEN, late)
    row = await community.see("select status from public.reports where id = $1", early)
    assert row[0] == "dismissed"


async def test_only_administrators_reopen(community: Community) -> None:
    made = await report(community, post=community.post)
    await community.act(community.ana, HANDLE, made, "upheld")
    for who in (community.mei, community.hoa):
        with refused("not_allowed"):
            await community.act(who, REOPEN, made)
    with refused("not_found"):
        await community.act(community.ana, REOPEN, uuid4())


async def test_simultaneous_decisions_and_undos_end_in_one_state(community: Community) -> None:
    made = await report(community, post=community.post)
    await community.act(community.ana, HANDLE, made, "upheld")
    await asyncio.gather(*(community.act(community.ana, REOPEN, made) for _ in range(8)))
    assert (await community.see(STATES))[0] == ["open"]
    assert not await is_hidden(community, "posts", community.post)
