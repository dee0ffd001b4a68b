"""Bot checks of busy networks: from which post, booking or message of an hour on, and that a token works once."""

import asyncio
import json
from typing import Any
from uuid import uuid4

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.database.bot_checks.test_bot_checks import ask, solve
from tests.factories.booking import days_ahead, make_service
from tests.factories.forum import Community, refused, rich
from tests.factories.forum import community as community
from tests.factories.members import Member, make_member

POST = "insert into public.posts (id, forum_id, language, title, body) values ($1, $2, 'en', 'A new topic', $3)"
MESSAGE = "select public.send_message($1, null, 'Lan', $2, 'vi', 'Hello', $3, $4)"


async def send(
    pool: Pool, member: Member, sql: str, *values: Any, network: str = "203.0.113.9", token: str = ""
) -> None:
    """One statement with the headers of a request over HTTP."""
    async with as_role(pool, member.caller, read_only=False) as conn:
        headers = json.dumps({"x-balai-network": network, "x-bot-check": token})
        await conn.execute("select set_config('request.headers', $1, true)", headers)
        await conn.execute(sql, *values)


@pytest.fixture
async def pool_of_two(community: Community) -> Pool:
    """Two of an hour are free; nothing else limits."""
    await community.see(
        "update public.site_settings set bot_check_after = 2, limits_newcomers = false, post_gap_seconds = 0 "
        "returning 1"
    )
    return community.pool


async def test_the_third_post_of_a_network_needs_a_token(community: Community, pool_of_two: Pool) -> None:
    async def post(member: Member, **request: str) -> None:
        await send(pool_of_two, member, POST, uuid4(), community.forum, rich("A text that is long enough."), **request)

    await post(community.hoa)
    await post(community.mei, network="203.0.113.200")
    with refused("bot_check_required"):
        await post(community.hoa)
    await post(community.hoa, network="203.0.114.9")
    await post(community.hoa, network="127.0.0.1")
    await post(community.ana)
    token = solve(await ask(pool_of_two))
    await post(community.hoa, token=token)
    with refused("bot_check_required"):
        await post(community.mei, token=token)
    # Half an hour later one more is free.
    await community.see("update public.network_counts set seen_at = now() - interval '31 minutes' returning 1")
    await post(community.hoa)
    with refused("bot_check_required"):
        await post(community.hoa)
    await community.see("update public.site_settings set bot_check_after = null returning 1")
    await post(community.hoa)


async def test_simultaneous_posts_count_each_other(community: Community, pool_of_two: Pool) -> None:
    members = [await make_member(pool_of_two) for _ in range(6)]
    body = rich("A text that is long enough.")
    sent = await asyncio.gather(
        *(send(pool_of_two, one, POST, uuid4(), community.forum, body, network="2001:db8:1:2::") for one in members),
        return_exceptions=True,
    )
    assert [one for one in sent if one is None] == [None, None]
    assert {getattr(one, "detail", "") for one in sent if one} == {"bot_check_required"}


async def test_bookings_and_messages_count_for_themselves(community: Community, pool_of_two: Pool) -> None:
    service = await make_service(pool_of_two, community.ana, capacity=9, per_person=1)
    wish = "select public.book(gen_random_uuid(), $1, $2)"
    for hour in (9, 10):
        await send(pool_of_two, community.hoa, wish, service, days_ahead(2, hour))
    with refused("bot_check_required"):
        await send(pool_of_two, community.hoa, wish, service, days_ahead(2, 11))
    await send(pool_of_two, community.hoa, wish, service, days_ahead(2, 11), token=solve(await ask(pool_of_two)))
    token = solve(await ask(pool_of_two))
    async with as_owner(pool_of_two) as conn:
        for given in ("", "", token):
            await conn.execute(MESSAGE, uuid4(), f"{uuid4()}@example.org", "203.0.113.9", given)
    for given in ("", token):
        with refused("bot_check_required"):
            async with as_owner(pool_of_two) as conn:
                await conn.execute(MESSAGE, uuid4(), f"{uuid4()}@example.org", "203.0.113.9", given)


async def test_rows_are_bounded_and_name_no_network(community: Community, pool_of_two: Pool) -> None:
    async with as_owner(pool_of_two) as conn:
        await conn.execute(
            "select public.admits_network('post', ('10.' || i / 250 || '.' || i % 250 || '.1')::inet) "
            "from generate_series(1, 2000) as i"
        )
        rows = await conn.fetch("select * from public.network_counts")
    assert 1900 < len(rows) <= 2000
    assert {tuple(row.keys()) for row in rows} == {("kind", "bucket", "level", "seen_at")}
    with pytest.raises(Exception, match="network_counts_bucket_check"):
        await pool_of_two.execute("insert into public.network_counts values ('post', 65536, 1, now())")
