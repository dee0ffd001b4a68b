"""Blocked hosts, email domains and networks; and three posts of new users with one host."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from balai.database.transaction import as_role
from tests.factories.booking import days_ahead, make_service
from tests.factories.forum import FORBIDDEN, Community, make_reply, refused, rich
from tests.factories.members import Member, make_member

ADD = "select public.add_barrier($1, $2, $3, '')"
REMOVE = "select public.remove_barrier($1)"
HIDDEN = "select array_agg(id order by id) from public.replies where hidden_at is not null"
SETTLED = "update public.profiles set created_at = now() - interval '1 year' where id = $1 returning 1"
NETWORK = '{"x-balai-network": "203.0.113.9"}'
OLD_LINKS = "update public.link_hosts set created_at = now() - interval '25 hours' returning 1"


def linking(address: str) -> str:
    mark = {"type": "link", "attrs": {"href": address}}
    text = {"type": "text", "text": "Look here", "marks": [mark]}
    return msgspec.json.encode({"type": "doc", "content": [{"type": "paragraph", "content": [text]}]}).decode()


async def block(community: Community, kind: str, value: str) -> UUID:
    made = uuid4()
    await community.act(community.ana, ADD, made, kind, value)
    return made


async def reply(community: Community, author: Member, body: str) -> UUID:
    return await make_reply(community.pool, community.post, author, body=body)


async def hidden(community: Community) -> set[UUID]:
    return set((await community.see(HIDDEN))[0] or ())


async def test_blocked_host_is_refused_with_all_below_it(community: Community) -> None:
    await block(community, "host", "https://www.Casino.example/win?x")
    refusals = (
        linking("https://casino.example/"),
        linking("http://a.b.CASINO.example"),
        rich("http://casino.example/a"),
    )
    for body in refusals:
        with refused("host_blocked"):
            await reply(community, community.hoa, body)
    for body in (linking("https://notcasino.example"), rich("casino.example is a name")):
        await reply(community, community.hoa, body)
    await reply(community, community.ana, linking("https://casino.example"))


async def test_blocking_hides_the_last_day_and_unblocking_shows_it(community: Community) -> None:
    old = await reply(community, community.mei, linking("https://casino.example/old"))
    await community.see(OLD_LINKS)
    new = await reply(community, community.mei, linking("https://x.casino.example/new"))
    by_hand = await reply(community, community.hoa, rich("https://casino.example"))
    await community.act(community.ana, "select public.set_hidden(true, null, $1)", by_hand)
    preview = "select public.preview_barrier('host', 'casino.example')"
    assert msgspec.json.decode((await community.act(community.ana, preview))[0][0])["hidden"] == 1
    made = await block(community, "host", "casino.example")
    assert await hidden(community) == {new, by_hand}
    await community.act(community.ana, REMOVE, made)
    assert await hidden(community) == {by_hand}
    assert old not in await hidden(community)
    log = await community.see("select array_agg(act order by id) from public.staff_log where thing = 'barriers'")
    assert log[0] == ["insert", "delete"]


async def test_three_posts_of_new_users_with_one_host_are_hidden(community: Community) -> None:
    crowd = [await make_member(community.pool) for _ in range(3)]
    made = [await reply(community, one, linking(f"https://spam.example/{n}")) for n, one in enumerate(crowd[:2])]
    assert await hidden(community) == set()
    made.append(await reply(community, crowd[2], linking("https://www.spam.example")))
    assert await hidden(community) == set(made)
    log = await community.see("select actor_id, changes ->> 'host' from public.staff_log where thing = 'barriers'")
    assert log[0] is None and "spam.example" in log[1]


async def test_members_of_a_week_and_links_of_yesterday_do_not_count(community: Community) -> None:
    await community.see(SETTLED, community.mei.id)
    for _ in range(4):
        await reply(community, community.mei, linking("https://library.example"))
    await reply(community, community.hoa, linking("https://library.example"))
    await reply(community, community.hoa, linking("https://library.example"))
    await community.see(OLD_LINKS)
    await reply(community, community.hoa, linking("https://library.example"))
    assert await hidden(community) == set()
    assert (await community.see("select count(*) from public.link_hosts"))[0] == 1


async def test_three_at_once_are_three(community: Community) -> None:
    crowd = [await make_member(community.pool) for _ in range(6)]
    made = await asyncio.gather(*(reply(community, one, linking("https://spam.example")) for one in crowd))
    assert await hidden(community) == set(made)


@pytest.mark.parametrize(
    ("kind", "value", "code"),
    [
        ("host", "nothing", "unknown_barrier"),
        ("mail", "a b.example", "unknown_barrier"),
        ("range", "somewhere", "unknown_barrier"),
        ("range", "10.0.0.0/8", "too_wide"),
        ("range", "::/0", "too_wide"),
        ("page", "a.example", "unknown_barrier"),
    ],
)
async def test_what_is_none_or_too_much_is_refused(community: Community, kind: str, value: str, code: str) -> None:
    with refused(code):
        await block(community, kind, value)


async def test_sign_ups_are_asked_about(community: Community) -> None:
    await block(community, "mail", "@Throwaway.example")
    await block(community, "range", "203.0.113.7/24")
    await block(community, "range", "2001:db8:1::/48")

    async def barrier(email: str, network: str) -> Any:
        return (await community.see("select public.barrier_of_sign_up($1, $2)", email, network))[0]

    assert await barrier("a@throwaway.example", "192.0.2.1") == "mail"
    assert await barrier("a@MX.throwaway.example", "") == "mail"
    assert await barrier("a@home.example", "203.0.113.200") == "range"
    assert await barrier("", "2001:db8:1:2::9") == "range"
    assert await barrier("a@home.example", "192.0.2.1") is None
    assert await barrier("throwaway.example@home.example", "no address") is None


async def test_nothing_is_written_from_a_blocked_network(community: Community) -> None:
    made = await block(community, "range", "203.0.113.0/24")
    await community.act(community.ana, "update public.site_settings set has_messages = true")
    from_there = (
        f"with _ as materialized (select set_config('request.headers', '{NETWORK}', true) as x) %s from _ where x <> ''"
    )
    reply_here = (
        "insert into public.replies (id, post_id, language, body) select gen_random_uuid(), $1, 'en', $2::jsonb"
    )
    with refused("network_blocked"):
        await community.act(community.hoa, from_there % reply_here, community.post, rich("Hello"))
    write = from_there % "select public.send_private_message(gen_random_uuid(), $1, 'Hello')"
    with refused("network_blocked"):
        await community.act(community.hoa, write, community.mei.id)
    ask = from_there % "select public.request_guest_code($1)"
    with refused("network_blocked"):
        await community.act(None, ask, "guest@example.org")
    await community.act(community.ana, REMOVE, made)
    await community.act(community.hoa, write, community.mei.id)
    with refused("bot_check_required"):
        await community.act(None, ask, "guest@example.org")


async def test_no_booking_is_made_from_a_blocked_network(community: Community) -> None:
    service = await make_service(community.pool, community.ana)
    await block(community, "range", "203.0.113.0/24")
    async with as_role(
        community.pool, community.hoa.caller, read_only=False, settings={"request.headers": NETWORK}
    ) as c:
        with refused("network_blocked"):
            await c.execute("select public.book(gen_random_uuid(), $1, $2)", service, days_ahead(3))


async def test_only_administrators_block_and_see_what_is_blocked(community: Community) -> None:
    made = await block(community, "host", "casino.example")
    with refused("administrators_only"):
        await community.act(community.mei, ADD, uuid4(), "host", "a.example")
    for sql in (f"select public.remove_barrier('{made}')", "select public.preview_barrier('host', 'a.example')"):
        with refused("administrators_only"):
            await community.act(community.mei, sql)
    assert await community.act(community.mei, "select * from public.barriers") == []
    for table in ("link_hosts", "barrier_items"):
        with FORBIDDEN:
            await community.act(community.ana, f"select * from public.{table}")
