"""Polls: counts that agree with votes under concurrency, a ballot that no role reads, closing, and account data."""

import asyncio
import json
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.forum import FORBIDDEN, Community, make_forum, make_post, refused, rich
from tests.factories.members import Member, make_member

ADD = "select public.add_post_with_poll($1, $2, 'en', 'When do we meet?', $3, '{}', $4)"
VOTE = "select public.vote($1, $2)"
SHOW = "select * from public.show_poll($1)"
BAN = "select public.set_area_ban($1, $2, $3)"
TABLES = ("poll_counts", "poll_votes")


async def make_poll(community: Community, **changes: object) -> tuple[UUID, UUID]:
    """A post by Mei with a poll of three options. Returns both ids."""
    poll = {"question": "Which evening?", "options": ["Monday", "Tuesday", "Wednesday"], **changes}
    post = uuid4()
    values = (post, community.forum, rich("Please choose an evening."), msgspec.json.encode(poll).decode())
    await community.act(community.mei, ADD, *values)
    return post, (await community.see("select id from public.polls where post_id = $1", post))["id"]


async def counts(community: Community, post: UUID, who: Member | None) -> list[int | None]:
    [row] = await community.act(who, SHOW, post)
    return [option["votes"] for option in json.loads(row["options"])]


async def test_votes_are_counted_changed_and_taken_back(community: Community) -> None:
    post, poll = await make_poll(community, maxChoices=2)
    for choices, expected in (([1], [1, 0, 0]), ([1], [1, 0, 0]), ([3, 2, 3], [0, 1, 1]), ([], [0, 0, 0])):
        await community.act(community.hoa, VOTE, poll, choices)
        assert await counts(community, post, community.hoa) == expected
        [row] = await community.act(community.hoa, SHOW, post)
        assert row["own"] == sorted(set(choices))
        assert row["voter_count"] == (1 if choices else 0)
    for choices in ([1, 2, 3], [4], [0]):
        with refused("poll_choices"):
            await community.act(community.hoa, VOTE, poll, choices)
    with FORBIDDEN:
        await community.act(None, VOTE, poll, [1])


async def test_simultaneous_votes_are_all_counted(community: Community) -> None:
    post, poll = await make_poll(community)
    members = [await make_member(community.pool) for _ in range(12)]
    await asyncio.gather(
        *(community.act(one, VOTE, poll, [1 + n % 3]) for n, one in enumerate(members)),
        # One member in two windows.
        *(community.act(community.hoa, VOTE, poll, [choice]) for choice in (1, 2, 3, 1)),
    )
    votes = await counts(community, post, community.hoa)
    row = await community.see("select voter_count, revision from public.polls where id = $1", poll)
    assert sum(vote or 0 for vote in votes) == 13 == row["voter_count"]
    kept = await community.see("select count(*) as n from public.poll_votes where poll_id = $1", poll)
    assert kept["n"] == 13


async def test_no_role_reads_a_vote(community: Community) -> None:
    _, poll = await make_poll(community)
    await community.act(community.hoa, VOTE, poll, [2])
    service = Caller("service_role", '{"role":"service_role"}')
    for table in TABLES:
        for who in (community.ana.caller, community.hoa.caller, Caller.anonymous(), service):
            for statement in (f"select from public.{table}", f"delete from public.{table}"):
                async with as_role(community.pool, who, read_only=False) as connection:
                    with FORBIDDEN:
                        await connection.fetch(statement)
    data = json.loads((await community.act(community.hoa, "select public.my_data() as data"))[0]["data"])
    assert data["votes"][0]["choices"] == ["Tuesday"]
    [row] = await community.act(community.ana, "select public.member_data($1) as data", community.hoa.id)
    assert "votes" not in json.loads(row["data"])
    log = await community.see("select count(*) as n from public.staff_log where thing like 'poll%'")
    assert log["n"] == 0


@pytest.mark.parametrize(
    ("results", "before", "after"),
    [("always", True, True), ("voted", False, True), ("closed", False, False)],
)
async def test_counts_are_shown_when_the_author_said(
    community: Community, results: str, before: bool, after: bool
) -> None:
    post, poll = await make_poll(community, results=results)
    await community.act(community.mei, VOTE, poll, [1])
    assert (await counts(community, post, community.hoa) == [1, 0, 0]) is before
    assert (await counts(community, post, None) == [1, 0, 0]) is (results == "always")
    await community.act(community.hoa, VOTE, poll, [2])
    assert (await counts(community, post, community.hoa) == [1, 1, 0]) is after
    with refused("not_yours"):
        await community.act(community.hoa, "select public.close_poll($1)", poll)
    await community.act(community.mei, "select public.close_poll($1)", poll)
    assert await counts(community, post, None) == [1, 1, 0]
    # The votes are gone, and no member adds one.
    assert (await community.see("select count(*) as n from public.poll_votes"))["n"] == 0
    with refused("poll_closed"):
        await community.act(community.hoa, VOTE, poll, [3])


async def test_a_poll_closes_at_its_time(community: Community) -> None:
    with refused("past_moment"):
        await make_poll(community, closesAt="2020-01-01T00:00:00Z")
    post, poll = await make_poll(community, closesAt="2999-01-01T00:00:00Z", results="closed")
    await community.act(community.hoa, VOTE, poll, [2])
    assert (await community.see("select public.close_due_polls() as n"))["n"] == 0
    await community.see("update public.polls set closes_at = now() returning id")
    # Before the job has run.
    with refused("poll_closed"):
        await community.act(community.hoa, VOTE, poll, [1])
    assert await counts(community, post, None) == [0, 1, 0]
    assert (await community.see("select public.apply_topic_timers() as n"))["n"] == 1
    assert (await community.see("select count(*) as n from public.poll_votes"))["n"] == 0
    with FORBIDDEN:
        await community.act(community.ana, "select public.close_due_polls()")


async def test_polls_have_two_to_twenty_options_and_one_author(community: Community) -> None:
    for options in (["One"], [str(n) for n in range(21)], []):
        with refused("poll_options"):
            await make_poll(community, options=options)
    with refused("poll_options"):
        await make_poll(community, maxChoices=4)
    for wrong in ({"options": ["Same", "Same"]}, {"question": ""}, {"results": "never"}, {"options": ["", "x"]}):
        with pytest.raises(asyncpg.IntegrityConstraintViolationError):
            await make_poll(community, **wrong)
    # Nothing is left of a post whose poll was wrong.
    assert (await community.see("select count(*) as n from public.posts"))["n"] == 1
    post, _ = await make_poll(community, options=[str(n) for n in range(20)])
    poll = '{"question": "Again?", "options": ["Yes", "No"]}'
    with refused("has_poll"):
        await community.act(community.mei, "select public.add_poll($1, $2)", post, poll)
    with refused("not_yours"):
        await community.act(community.hoa, "select public.add_poll($1, $2)", community.post, poll)
    # Nor while the author may not write: anywhere, or in this area.
    add = "select public.add_poll($1, $2)"
    await community.act(community.ana, BAN, community.forum, community.mei.id, "Advertising")
    with FORBIDDEN:
        await community.act(community.mei, add, community.post, poll)
    await community.act(community.ana, BAN, community.forum, community.mei.id, None)
    silence = "select public.penalize($1, $2, 'silence', 24, 'Advertising')"
    await community.act(community.ana, silence, uuid4(), community.mei.id)
    with refused("silenced"):
        await community.act(community.mei, add, community.post, poll)
    with refused("poll_options"):
        await community.see("insert into public.polls (post_id, question) values ($1, 'Bare') returning id",
            community.post)  # fmt: skip
    for who in (community.mei, community.ana):
        with FORBIDDEN:
            await community.act(who, "update public.polls set question = 'Other'")


async def test_a_poll_is_seen_and_voted_in_with_its_post(community: Community) -> None:
    post, poll = await make_poll(community)
    await community.act(community.ana, "select public.set_hidden(true, $1)", post)
    assert not await community.act(community.hoa, "select from public.polls")
    assert not await community.act(community.hoa, "select from public.poll_options")
    assert not await community.act(community.hoa, SHOW, post)
    with refused("not_found"):
        await community.act(community.hoa, VOTE, poll, [1])
    await community.act(community.ana, "select public.set_hidden(false, $1)", post)
    await community.act(community.ana, "select public.set_area_ban($1, $2, 'Rude')", community.forum, community.hoa.id)
    with refused("not_allowed"):
        await community.act(community.hoa, VOTE, poll, [1])
    await community.act(community.ana, "select public.set_topic_state($1, '{\"isLocked\": true}')", post)
    with refused("post_locked"):
        await community.act(community.mei, VOTE, poll, [1])
    await community.see("update public.forums set is_restricted = true returning id")
    assert not await community.act(community.hoa, SHOW, post)
    with refused("not_found"):
        await community.act(community.hoa, VOTE, poll, [1])
    # A moderator of the area closes it; one of another area does not.
    with refused("not_found"):
        await community.act(community.hoa, "select public.close_poll($1)", poll)
    await community.act(community.ana, "select public.close_poll($1)", poll)


async def test_deleting_an_account_leaves_the_counts(community: Community) -> None:
    other = await make_forum(community.pool, slug="work", position=2)
    await make_post(community.pool, other, community.hoa)
    post, poll = await make_poll(community)
    await community.act(community.hoa, VOTE, poll, [2])
    async with as_owner(community.pool) as connection:
        await connection.execute("delete from auth.users where id = $1", community.hoa.id)
    assert (await community.see("select count(*) as n from public.poll_votes"))["n"] == 0
    assert await counts(community, post, None) == [0, 1, 0]
