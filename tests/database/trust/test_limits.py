"""Limits of new members: by triggers, so that they hold for every way in."""

import asyncio
import json
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from tests.factories.forum import Community, make_post, make_reply, refused, rich

LIMIT = "update public.site_settings set limits_newcomers = true"
PAUSE = "update public.site_settings set post_gap_seconds = 10"
PIN = "select public.pin_trust_level($1, 1)"


@pytest.fixture
async def strict(community: Community) -> Community:
    """The site limits new members, without pauses."""
    await community.pool.execute(LIMIT)
    return community


def linked(*addresses: str, text: str = "Here is a link for you. ") -> str:
    """A document with a link to each address."""
    parts: list[dict[str, Any]] = [
        {"type": "text", "text": "here ", "marks": [{"type": "link", "attrs": {"href": address}}]}
        for address in addresses
    ]
    paragraph = {"type": "paragraph", "content": [{"type": "text", "text": text}, *parts]}
    return json.dumps({"type": "doc", "content": [paragraph]})


def pictured(count: int) -> str:
    """A document with pictures."""
    image = {"type": "image", "attrs": {"src": "/storage/v1/object/public/pictures/a.png"}}
    return json.dumps(
        {"type": "doc", "content": [*json.loads(rich("Look at this picture."))["content"], *[image] * count]}
    )


async def test_three_topics_on_the_first_day(strict: Community) -> None:
    for _ in range(3):
        await make_post(strict.pool, strict.forum, strict.hoa)
    with refused("newcomer_topics") as caught:
        await make_post(strict.pool, strict.forum, strict.hoa)
    ends = datetime.fromisoformat(str(getattr(caught.value, "hint", "")))
    assert timedelta(hours=23) < ends - datetime.now(ends.tzinfo) <= timedelta(hours=24)
    await make_reply(strict.pool, strict.post, strict.hoa)
    await strict.act(strict.ana, PIN, strict.hoa.id)
    await make_post(strict.pool, strict.forum, strict.hoa)


async def test_topics_are_not_limited_a_day_after_the_first(strict: Community) -> None:
    first = await make_post(strict.pool, strict.forum, strict.hoa)
    await strict.age("posts", first, "25 hours")
    for _ in range(4):
        await make_post(strict.pool, strict.forum, strict.hoa)


async def test_simultaneous_topics_are_counted_one_after_the_other(strict: Community) -> None:
    results = await asyncio.gather(
        *(make_post(strict.pool, strict.forum, strict.hoa) for _ in range(8)), return_exceptions=True
    )
    assert sum(isinstance(result, UUID) for result in results) == 3


async def test_ten_replies_on_the_first_day(strict: Community) -> None:
    await strict.pool.execute("update public.forums set max_in_row = null")
    for _ in range(10):
        await make_reply(strict.pool, strict.post, strict.hoa)
    with refused("newcomer_replies"):
        await make_reply(strict.pool, strict.post, strict.hoa)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (linked("https://a.example/", "https://b.example/"), None),
        (linked("https://a.example/", "https://a.example/", "https://b.example/"), None),
        (linked("https://a.example/", "https://b.example/", "https://c.example/"), "newcomer_links"),
        (linked("https://a.example/", text="See http://b.example/ and http://c.example/ too. "), "newcomer_links"),
        (linked("/en/forum", "/en/blog", "/en/book"), None),
        (pictured(1), None),
        (pictured(2), "newcomer_pictures"),
        (linked("/storage/v1/object/public/files/a.pdf"), "newcomer_files"),
    ],
)
async def test_links_pictures_and_files_in_a_text(strict: Community, body: str, code: str | None) -> None:
    if code is None:
        await make_reply(strict.pool, strict.post, strict.hoa, body=body)
        return
    with refused(code):
        await make_reply(strict.pool, strict.post, strict.hoa, body=body)
    # Nor by an edit afterwards.
    reply = await make_reply(strict.pool, strict.post, strict.hoa)
    with refused(code):
        await strict.act(strict.hoa, "select public.edit_reply($1, $2::jsonb)", reply, body)
    await strict.act(strict.ana, PIN, strict.hoa.id)
    await make_reply(strict.pool, strict.post, strict.hoa, body=body)


async def test_invalid_documents_are_not_walked(strict: Community) -> None:
    deep = '{"type":"doc","content":[' + '{"type":"blockquote","content":[' * 900 + "]}" * 900 + "]}"
    with pytest.raises(asyncpg.CheckViolationError):
        await make_reply(strict.pool, strict.post, strict.hoa, body=deep)


async def test_pause_between_two_texts_is_longer_for_new_members(community: Community) -> None:
    await community.pool.execute(LIMIT)
    await community.pool.execute(PAUSE)
    first = await make_reply(community.pool, community.post, community.hoa)
    with refused("text_pause") as caught:
        await make_post(community.pool, community.forum, community.hoa)
    assert 20 < int(str(getattr(caught.value, "hint", ""))) <= 30
    await community.age("replies", first, "15 seconds")
    with refused("text_pause"):
        await make_reply(community.pool, community.post, community.hoa)
    await community.act(community.ana, PIN, community.hoa.id)
    await make_reply(community.pool, community.post, community.hoa)
    with refused("text_pause"):
        await make_reply(community.pool, community.post, community.hoa)
    for _ in range(2):
        await make_reply(community.pool, community.post, community.ana)


async def test_a_repeated_request_meets_its_own_row_and_no_pause(community: Community) -> None:
    await community.pool.execute(PAUSE)
    reply = uuid4()
    await make_reply(community.pool, community.post, community.hoa, id=reply)
    with pytest.raises(asyncpg.UniqueViolationError):
        await make_reply(community.pool, community.post, community.hoa, id=reply)
