"""The loader of the search screen."""

from typing import Any

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.site.loaders.search.payloads import SearchPayload
from balai.site.screens import NotFound
from tests.factories.blog import save_article, words
from tests.factories.booking import days_ahead, make_service
from tests.factories.forum import Community, make_post, make_reply, rich
from tests.factories.members import make_member
from tests.factories.pages import make_page, page_text
from tests.support.pages import load_page


async def search(pool: Pool, words: str = "", lang: Any = "en", who: Any = None, **query: str) -> SearchPayload:
    page = await load_page(pool, "/search", lang=lang, who=who, query={"q": words, **query})
    assert isinstance(page.data, SearchPayload)
    return page.data


async def test_empty_query_searches_nothing(community: Community) -> None:
    for nothing in ("", "   ", "\u3000", "\0"):
        data = await search(community.pool, nothing)
        assert (data.words, data.hits, data.next) == ("", (), None)


async def test_results_link_to_their_pages(community: Community) -> None:
    post = await make_post(
        community.pool, community.forum, community.mei, language="vi", title="Hỏi về khám bệnh", body=rich("x " * 20)
    )
    await make_reply(community.pool, community.post, community.hoa, body=rich("Ask for khám bệnh at the counter."))
    await save_article(community.pool, community.ana, {"vi": words("Khám bệnh miễn phí")}, source_language="vi")
    data = await search(community.pool, "kham benh", "zh")
    paths = {hit.kind: hit.path for hit in data.hits}
    assert paths["post"] == f"/zh/forum/life/post/{post}"
    assert paths["reply"] == f"/zh/forum/life/post/{community.post}?reply=1#reply-1"
    # An article opens in the language that contains the query.
    assert paths["article"] == "/vi/blog/kham-benh-mien-phi"
    reply = next(hit for hit in data.hits if hit.kind == "reply")
    assert (reply.forum, reply.thread, reply.thread_language) == ("日常生活", "Where do I register?", "en")
    assert [part.text for part in reply.excerpt if part.match] == ["khám", "bệnh"]


async def test_filters_and_pages(community: Community) -> None:
    for number in range(25):
        await make_post(community.pool, community.forum, community.mei, title=f"Gotong-royong {number}", language="ms")
    first = await search(community.pool, "gotong")
    assert len(first.hits) == 20 and first.next is not None
    second = await search(community.pool, "gotong", after=first.next)
    assert len(second.hits) == 5 and second.next is None
    assert not {hit.id for hit in first.hits} & {hit.id for hit in second.hits}
    assert len((await search(community.pool, "gotong", kind="forum", language="ms")).hits) == 20
    assert (await search(community.pool, "gotong", kind="article")).hits == ()
    assert (await search(community.pool, "gotong", language="vi")).hits == ()


async def test_partial_matches_are_marked(community: Community) -> None:
    data = await search(community.pool, "need a clinic tomorrow urgently week")
    assert data.is_near and len(data.hits) == 1 and data.next is None


@pytest.mark.parametrize(
    "wrong", [{"kind": "odd"}, {"language": "fr"}, {"after": "6_1_x"}, {"after": "p2__x"}, {"after": "' or 1"}]
)
async def test_forged_cursor_is_not_found(community: Community, wrong: dict[str, str]) -> None:
    with pytest.raises(NotFound):
        await search(community.pool, "clinic", **wrong)


async def test_drafts_are_found_by_administrators(community: Community) -> None:
    await save_article(community.pool, community.ana, {"en": words("Lantern plans")}, status="draft")
    assert (await search(community.pool, "lantern")).hits == ()
    assert (await search(community.pool, "lantern", who=community.mei)).hits == ()
    (hit,) = (await search(community.pool, "lantern", who=community.ana)).hits
    assert hit.is_draft


async def test_nearest_results_are_offered_where_nothing_was_found(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    await save_article(pool, ada, {"en": words("Registration of children")})
    filtered = (await load_page(pool, "/search", query={"q": "registration", "kind": "service"})).data
    assert isinstance(filtered, SearchPayload)
    assert filtered.hits == ()
    assert len(filtered.nearest) == 1
    misspelt = (await load_page(pool, "/search", query={"q": "registrasi"})).data
    assert isinstance(misspelt, SearchPayload)
    assert (misspelt.hits, len(misspelt.nearest)) == ((), 1)
    unknown = (await load_page(pool, "/search", query={"q": "zzzzzzzz"})).data
    assert isinstance(unknown, SearchPayload)
    assert (unknown.hits, unknown.nearest) == ((), ())


async def test_titles_are_found_by_pinyin_and_initials_page_by_page(community: Community) -> None:
    for number in range(25):
        await make_post(community.pool, community.forum, community.mei, title=f"北京见面 {number}", language="zh")
    for words_ in ("bj", "beijing"):
        first = await search(community.pool, words_, kind="forum")
        assert len(first.hits) == 20 and first.next is not None and not first.is_near
        second = await search(community.pool, words_, kind="forum", after=first.next)
        assert len(second.hits) == 5 and second.next is None
        assert not {hit.id for hit in first.hits} & {hit.id for hit in second.hits}
    assert (await search(community.pool, "bj", language="vi")).hits == ()


async def test_filters_of_the_forum(community: Community) -> None:
    body = rich("Bring a lantern and meet us at the gate.")
    mine = await make_post(community.pool, community.forum, community.mei, title="Lantern", body=body)
    theirs = await make_post(community.pool, community.forum, community.hoa, title="Lantern", body=body)
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.posts set created_at = now() - interval '40 days' where id = $1", mine)
        await connection.execute("select search.refresh('post', $1)", mine)

    async def found(who: Any = None, **query: str) -> list[Any]:
        return [hit.id for hit in (await search(community.pool, "lantern", who=who, **query)).hits]

    assert await found(forum="life", order="newest") == [theirs, mine]
    assert await found(author=str(community.mei.id)) == [mine]
    assert await found(date="month") == [theirs]
    assert await found(date="year", author=str(community.mei.id)) == [mine]
    assert await found(community.hoa, own="1") == [theirs]
    assert await found(community.hoa, own="1", author=str(community.mei.id)) == []
    # A visitor has no texts.
    data = await search(community.pool, "lantern", own="1")
    assert (data.is_own, data.hits) == (True, ())
    assert [hit.id for hit in data.nearest] == [theirs, mine]
    data = await search(community.pool, "lantern", lang="zh", author=str(community.mei.id), forum="life", date="week")
    assert (data.author and data.author.name, data.forum and data.forum.name, data.date) == (
        community.mei.display_name,
        "日常生活",
        "week",
    )
    assert [forum.slug for forum in data.forums] == ["life"]


async def test_people_events_and_pages(community: Community) -> None:
    pool = community.pool
    day = {"day": days_ahead(5).date().isoformat(), "opens": "19:00", "closes": "20:00", "note": ""}
    texts = [{"language": "en", "name": "Lan sings", "description": "", "place": ""}]
    await make_service(pool, community.ana, texts=texts, series="single", hours=(), exceptions=[day])
    await make_page(pool, community.ana, {"en": page_text("About Lan")})
    async with as_owner(pool) as connection:
        await connection.execute("update public.site_settings set has_directory = true")
    for number in range(24):
        await make_member(pool, display_name=f"Lan {number:02}")
    data = await search(pool, "lan", who=community.mei)
    assert [person.display_name for person in data.people] == [f"Lan {number:02}" for number in range(4)]
    assert data.has_more_people
    paths = {hit.kind: (hit.path, hit.starts_at) for hit in data.hits}
    assert paths == {
        "event": ("/en/book/lan-sings", days_ahead(5, 19)),
        "page": ("/en/pages/about-lan", None),
    }
    first = await search(pool, "lan", who=community.mei, kind="person")
    second = await search(pool, "lan", who=community.mei, kind="person", after=first.next or "")
    assert [len(data.people) for data in (first, second)] == [20, 4]
    assert (first.hits, second.hits, second.next, first.has_more_people) == ((), (), None, False)
    for kind in ("", "person"):
        assert (await search(pool, "lan", kind=kind)).people == ()
    # Where only members are found, nothing else is offered.
    await make_member(pool, display_name="Phượng")
    alone = await search(pool, "phuong", who=community.mei)
    assert (len(alone.people), alone.hits, alone.nearest) == (1, (), ())


@pytest.mark.parametrize(
    "query",
    [
        {"forum": "nope"},
        {"forum": "' or true --"},
        {"author": "mei"},
        {"author": "00000000-0000-4000-8000-000000000009"},
        {"date": "day"},
        {"own": "yes"},
        {"order": "oldest"},
    ],
)
async def test_unknown_filters_are_not_found(community: Community, query: dict[str, str]) -> None:
    for who in (None, community.mei):
        with pytest.raises(NotFound):
            await search(community.pool, "lantern", who=who, **query)


async def test_closed_area_is_like_an_unknown_one(community: Community) -> None:
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.forums set is_restricted = true where id = $1", community.forum)
    for who in (None, community.mei):
        assert (await search(community.pool, "clinic", who=who)).forums == ()
        with pytest.raises(NotFound):
            await search(community.pool, "clinic", who=who, forum="life")
