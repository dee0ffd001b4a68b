"""Titles in Chinese characters are found by pinyin and initials: of each kind, by their readers, after words."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from balai.database.transaction import as_owner
from tests.database.search.test_search_rights import add_resource, save_article, text
from tests.factories.forum import Community, make_post, rich

FIND = (
    "select id, kind, language::text, ring from public.search($1, reader => $2::text::public.language, page_size => 50)"
)
SOUNDS = "select search.sounds($1)"
CONDITION = "select (search.conditions(array(select w from search.query_words($1) w)))[4]::text as condition"
TITLE = "在北京的生活"
MARKED = """
select array(select t ->> 'text' from jsonb_array_elements(s.title) t where (t ->> 'match')::boolean) as title,
  array(select t ->> 'text' from jsonb_array_elements(s.excerpt) t where (t ->> 'match')::boolean) as excerpt
from public.search($1, reader => 'zh') s
"""
ADD_SERVICE = """
insert into public.services (id, slug, kind, duration_minutes, time_zone, is_active)
values ($1, $2, 'session', 60, 'Asia/Kuala_Lumpur', $3)
"""
ADD_SERVICE_TEXT = "insert into public.service_texts (service_id, language, name) values ($1, 'zh', $2)"


async def find(community: Community, who: Any, words: str, reader: str = "zh") -> list[UUID]:
    return [row["id"] for row in await community.act(who, FIND, words, reader)]


async def make_each_kind(community: Community, *, is_open: bool = True) -> dict[str, UUID]:
    """One of each kind with the title, open to everyone or unpublished."""
    status = "published" if is_open else "draft"
    article = await save_article(community, {"zh": {**text(TITLE), "status": status}}, status=status)
    post = await make_post(
        community.pool, community.forum, community.mei, title=TITLE, body=rich("这里是一段足够长的正文，写给大家看。")
    )
    if not is_open:
        await community.act(community.ana, "select public.set_hidden(true, post => $1)", post)
    resource = await add_resource(community, TITLE, is_published=is_open)
    service = uuid4()
    async with as_owner(community.pool) as connection:
        await connection.execute(ADD_SERVICE, service, f"s{service.hex[:8]}", is_open)
        await connection.execute(ADD_SERVICE_TEXT, service, TITLE)
    return {"article": article, "post": post, "resource": resource, "service": service}


@pytest.mark.parametrize("words", ["beijing", "bj", "Beijing", "beij", "bei jing", "bjdsh", "zbj", "beijingdeshenghuo"])
async def test_each_kind_is_found_by_its_title(community: Community, words: str) -> None:
    things = await make_each_kind(community)
    for reader in ("zh", "en"):
        assert sorted(await find(community, None, words, reader)) == sorted(things.values())


async def test_what_is_not_open_is_found_by_no_visitor_or_other_member(community: Community) -> None:
    things = await make_each_kind(community, is_open=False)
    for who in (None, community.mei, community.hoa):
        assert await find(community, who, "beijing") == []
        assert await find(community, who, "bj") == []
    found = await find(community, community.ana, "bj")
    assert set(found) == {things[kind] for kind in ("article", "resource", "service")}


async def test_area_of_a_group_is_closed_to_others(community: Community) -> None:
    post = await make_post(
        community.pool, community.forum, community.mei, title=TITLE, body=rich("这里是一段足够长的正文，写给大家看。")
    )
    group = uuid4()
    async with as_owner(community.pool) as connection:
        await connection.execute("insert into public.groups (id, slug) values ($1, 'cooks')", group)
        await connection.execute(
            "insert into public.group_members (group_id, member_id) values ($1, $2)", group, community.hoa.id
        )
        await connection.execute("update public.forums set is_restricted = true where id = $1", community.forum)
        give = "insert into public.area_rights (forum_id, group_id, rights) values ($1, $2, '{see}')"
        await connection.execute(give, community.forum, group)
        await connection.execute("select search.refresh('post', $1)", post)
    assert await find(community, None, "bj") == await find(community, community.mei, "beijing") == []
    assert await find(community, community.hoa, "bj") == [post]


async def test_text_that_is_kept_from_search_is_not_found(community: Community) -> None:
    post = await make_post(
        community.pool, community.forum, community.mei, title=TITLE, body=rich("这里是一段足够长的正文，写给大家看。")
    )
    assert await find(community, None, "beijing") == [post]
    await community.act(community.mei, "select public.set_marks('{index}', post => $1)", post)
    assert await find(community, None, "beijing") == await find(community, community.ana, "bj") == []


async def test_words_come_first_and_an_item_comes_once(community: Community) -> None:
    sound = await make_post(
        community.pool, community.forum, community.mei, title="北京", body=rich("这里是一段足够长的正文，写给大家看。")
    )
    inside = await make_post(
        community.pool, community.forum, community.mei, title="A walk", body=rich("Last week we saw Beijing.")
    )
    both = await save_article(community, {"en": text("Beijing for beginners"), "zh": text("北京入门")})
    for reader in ("en", "zh"):
        assert await find(community, None, "beijing", reader) == [both, inside, sound]
    rows = await community.act(None, FIND, "beijing", "zh")
    # In the language whose title has the word.
    assert (rows[0]["language"], rows[-1]["ring"]) == ("en", 1)


@pytest.mark.parametrize(
    ("words", "title", "excerpt"),
    [
        ("beijing", ["北京"], ["北京"]),
        ("beij", ["北京"], ["北京"]),
        ("bj", ["北京"], ["北京"]),
        ("bei jing", ["北京"], ["北", "北京"]),
        ("zbj", ["在北京"], []),
        ("beijingdesh", ["北京的生"], []),
        ("yinhang", ["銀行"], ["银行"]),
    ],
)
async def test_characters_that_were_typed_by_sound_are_marked(
    community: Community, words: str, title: list[str], excerpt: list[str]
) -> None:
    body = rich("北边有一家银行，北京人都认识它，写给大家看。")
    for name in (TITLE, "附近的銀行"):
        await make_post(community.pool, community.forum, community.mei, title=name, body=body)
    rows = await community.act(None, MARKED, words)
    assert [(row["title"], row["excerpt"]) for row in rows] == [(title, excerpt)]


async def test_pages_of_results_pass_from_words_to_sounds(community: Community) -> None:
    things = {
        await make_post(
            community.pool,
            community.forum,
            community.mei,
            title=f"北京 {n}",
            body=rich("这里是一段足够长的正文，写给大家看。"),
        )
        for n in range(30)
    }
    things |= {
        await make_post(
            community.pool, community.forum, community.mei, title=f"Beijing {n}", body=rich("Some words for everyone.")
        )
        for n in range(5)
    }
    page = "select id, cursor from public.search('beijing', after => $1, page_size => 8)"
    found: list[UUID] = []
    after = None
    while rows := await community.act(None, page, after):
        found += [row["id"] for row in rows]
        after = rows[-1]["cursor"]
    assert (len(found), set(found)) == (35, things)


async def test_readings_of_a_title(community: Community) -> None:
    async def sounds(title: str) -> set[str]:
        return {row["sounds"] for row in await community.act(community.ana, SOUNDS, title)}

    assert await sounds("北京") == {"p:beijing", "p:jing", "i:bj", "i:j"}
    assert {"p:yinhang", "p:yinxing", "i:yh"} <= await sounds("银行")
    assert {"p:chongqing", "p:zhongqing"} <= await sounds("重慶")
    # As in words, not as in family names.
    for title, sound in (("单", "p:dan"), ("检查", "p:jiancha"), ("解决", "p:jiejue"), ("《检》· 查", "p:jiancha")):
        assert sound in await sounds(title)
    assert "p:lvyou" in await sounds("旅游")
    # A word of another script ends a run.
    assert "i:bj" not in await sounds("北 wifi 京")
    assert await sounds("Lantern walk") == set()
    assert len(await sounds("行" * 300)) < 1000


async def test_one_letter_and_marked_words_are_no_sounds(community: Community) -> None:
    for words in ("b", "北京", "bạn", "12", "e"):
        assert (await community.act(None, CONDITION, words))[0]["condition"] is None
    await make_post(
        community.pool, community.forum, community.mei, title="北京", body=rich("这里是一段足够长的正文，写给大家看。")
    )
    assert await find(community, None, "b") == []
    # More than one word: each has to be found.
    assert await find(community, None, "bei lantern") == []
