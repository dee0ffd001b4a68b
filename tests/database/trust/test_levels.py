"""Trust levels from what members read and write, explained to them, pinned by administrators."""

import json
from typing import Any

import pytest

from tests.factories.forum import FORBIDDEN, Community, make_reply, refused

COMPUTE = "select public.compute_trust_levels(100)"
SET = """
insert into public.member_trust (member_id, level, topics_read, replies_read, seconds_read, days_read)
values ($1, $2, $3, $4, $5, $6)
"""
AGAIN = "update public.member_trust set computed_at = null"


async def explain(community: Community, who: Any, member: Any = None) -> dict[str, Any]:
    """The level with what is missing."""
    (row,) = await community.act(who, "select public.explain_trust($1)", member and member.id)
    explained: dict[str, Any] = json.loads(row[0])
    return explained


@pytest.mark.parametrize(
    ("before", "facts", "after"),
    [
        (0, (4, 30, 600, 1), 0),
        (0, (5, 30, 599, 1), 0),
        (0, (5, 30, 600, 1), 1),
        (0, (20, 100, 3600, 14), 1),
        (0, (20, 100, 3600, 15), 2),
        # Neither is lost, 3 is.
        (1, (0, 0, 0, 0), 1),
        (2, (0, 0, 0, 0), 2),
        (3, (20, 100, 3600, 15), 2),
    ],
)
async def test_levels_follow_from_what_was_read(
    community: Community, before: int, facts: tuple[int, int, int, int], after: int
) -> None:
    await community.pool.execute(SET, community.hoa.id, before, *facts)
    await community.pool.execute(COMPUTE)
    assert (await explain(community, community.hoa))["level"] == after
    # Once a day.
    assert await community.pool.fetchval(COMPUTE) == 0


async def test_level_three_looks_at_the_last_hundred_days(community: Community) -> None:
    await community.pool.execute(SET, community.hoa.id, 2, 20, 100, 3600, 15)
    await community.pool.execute(
        "insert into public.reading_days (member_id, day, topics) "
        "select $1, current_date - n, 2 from generate_series(1, 50) as n",
        community.hoa.id,
    )
    assert [fact["had"] for fact in (await explain(community, community.hoa))["facts"]] == [50, 100, 0, 0]
    await community.pool.execute(
        "with topics as (insert into public.posts (forum_id, author_id, language, title, body) "
        "select $1, $2, 'en', 'Where to go', '{\"type\":\"doc\",\"content\":[{\"type\":\"paragraph\",\"content\":"
        "[{\"type\":\"text\",\"text\":\"Where do I go with this question?\"}]}]}' from generate_series(1, 10) "
        "returning id) "
        "insert into public.replies (post_id, number, author_id, language, body) "
        "select id, 1, $3, 'en', '{\"type\":\"doc\",\"content\":[{\"type\":\"paragraph\",\"content\":"
        "[{\"type\":\"text\",\"text\":\"Here.\"}]}]}' from topics",
        community.forum, community.mei.id, community.hoa.id,
    )  # fmt: skip
    await community.pool.execute(
        "insert into public.reactions (kind, reply_id, member_id) select kind, r.id, $1 "
        "from public.replies as r, unnest(array['like', 'thanks']) as kind where r.author_id = $2",
        community.mei.id, community.hoa.id,
    )  # fmt: skip
    await community.pool.execute(COMPUTE)
    assert (await explain(community, community.hoa))["level"] == 3


async def test_reading_is_counted_once_and_in_minutes_at_most(community: Community) -> None:
    for _ in range(3):
        await make_reply(community.pool, community.post, community.mei)
    read = "select public.mark_thread_read($1, $2)"
    await community.act(community.hoa, read, community.post, 1)
    await community.pool.execute("update public.member_trust set read_at = now() - interval '61 seconds'")
    for number in (3, 3, 2):
        await community.act(community.hoa, read, community.post, number)
    counted = await community.see(
        "select topics_read, replies_read, seconds_read, days_read from public.member_trust where member_id = $1",
        community.hoa.id,
    )
    assert tuple(counted) == (1, 3, 60, 1)
    assert tuple(await community.see("select topics, replies from public.reading_days")) == (1, 3)


async def test_what_is_missing_is_explained_to_the_member_alone(community: Community) -> None:
    explained = await explain(community, community.hoa)
    assert (explained["level"], explained["isStaff"], explained["pinnedLevel"]) == (0, False, None)
    assert [(fact["fact"], fact["needed"], fact["had"]) for fact in explained["facts"]] == [
        ("topics", 5, 0), ("replies", 30, 0), ("minutes", 10, 0),
    ]  # fmt: skip
    assert (await explain(community, community.ana))["isStaff"] is True
    assert (await explain(community, community.ana, community.hoa))["level"] == 0
    with FORBIDDEN:
        await explain(community, community.mei, community.hoa)
    with FORBIDDEN:
        await explain(community, None)
    for table in ("member_trust", "reading_days"):
        with FORBIDDEN:
            await community.act(community.hoa, f"select from public.{table}")


async def test_administrators_pin_a_level_and_the_log_names_it(community: Community) -> None:
    with FORBIDDEN:
        await community.act(community.hoa, "select public.pin_trust_level($1, 3)", community.hoa.id)
    with refused("unknown_level"):
        await community.act(community.ana, "select public.pin_trust_level($1, 4)", community.hoa.id)
    await community.act(community.ana, "select public.pin_trust_level($1, 2)", community.hoa.id)
    await community.pool.execute(COMPUTE)
    explained = await explain(community, community.hoa)
    assert (explained["level"], explained["pinnedLevel"]) == (2, 2)
    await community.act(community.ana, "select public.pin_trust_level($1, null)", community.hoa.id)
    assert (await explain(community, community.hoa))["level"] == 0
    log = await community.act(
        community.ana, "select member_id, changes from public.staff_log where thing = 'member_trust' order by id"
    )
    assert [(row["member_id"], json.loads(row["changes"])["pinned_level"]) for row in log] == [
        (community.hoa.id, [None, 2]), (community.hoa.id, [2, None]),
    ]  # fmt: skip
