"""Translations and marks on readers' pages: the language of the page, the original, nothing for search engines."""

from balai.site.loaders.account.translations import TranslationsPayload
from balai.site.loaders.forum.payloads import ForumPayload, ForumPostPayload
from balai.site.loaders.search.payloads import SearchPayload
from balai.site.screens import Page
from tests.factories.forum import Community, make_reply, rich
from tests.support.pages import load_page

SAVE = "select public.save_translation('ms', 'Di mana saya mendaftar?', $2, 1, post => $1)"
SAVE_REPLY = "select public.save_translation('ms', null, $2, 1, reply => $1)"
ASK = "select public.ask_for_translation('vi', reply => $1)"
MARK = "select public.set_marks($2, reply => $1)"


async def read_thread(community: Community, lang: str) -> tuple[Page, ForumPostPayload]:  # type: ignore[type-arg]
    page = await load_page(community.pool, f"/forum/life/post/{community.post}", lang=lang)
    assert isinstance(page.data, ForumPostPayload)
    return page, page.data


async def test_a_thread_is_in_the_language_of_the_page_with_its_originals(community: Community) -> None:
    reply = await make_reply(community.pool, community.post, community.hoa, body=rich("By the river"))
    await community.act(community.ana, SAVE, community.post, rich("Saya memerlukan sebuah klinik."))
    await community.act(community.ana, SAVE_REPLY, reply, rich("Di tepi sungai"))
    page, thread = await read_thread(community, "ms")
    assert page.head.title == "Di mana saya mendaftar?"
    for entry in (thread.post.entry, thread.replies[0].entry):
        assert entry.translation is not None and entry.translation.language == "ms"
        assert entry.language == "en" and entry.body is not None
        assert entry.below is not None and "Ana" in entry.below
    listing = (await load_page(community.pool, "/forum/life", lang="ms")).data
    assert isinstance(listing, ForumPayload)
    (card,) = listing.list.posts
    assert (card.title, card.language, card.is_translated) == ("Di mana saya mendaftar?", "en", True)
    found = (await load_page(community.pool, "/search", lang="ms", query={"q": "sungai"})).data
    assert isinstance(found, SearchPayload)
    (hit,) = found.hits
    assert (hit.id, hit.language, hit.is_translation) == (reply, "ms", True)
    assert (hit.thread, hit.thread_language) == ("Di mana saya mendaftar?", "ms")
    _, thread = await read_thread(community, "en")
    assert thread.post.entry.translation is None and thread.post.entry.below is None


async def test_requests_are_listed_for_those_who_can_help(community: Community) -> None:
    reply = await make_reply(community.pool, community.post, community.hoa, body=rich("By the river"))
    await community.act(community.mei, ASK, reply)
    listed = (await load_page(community.pool, "/translations", who=community.ana)).data
    assert isinstance(listed, TranslationsPayload)
    (request,) = listed.requests
    assert (request.id, request.is_reply, request.wanted, request.requests) == (reply, True, "vi", 1)
    assert request.path.endswith("?reply=1#reply-1")


async def test_a_page_with_a_marked_text_is_not_for_search_engines(community: Community) -> None:
    reply = await make_reply(community.pool, community.post, community.hoa)
    page, _ = await read_thread(community, "en")
    assert not page.head.noindex and page.head.json_ld
    await community.act(community.hoa, MARK, reply, ["index"])
    page, thread = await read_thread(community, "en")
    assert page.head.noindex and not page.head.json_ld
    assert thread.replies[0].entry.marks == "Not in search"
    assert page.head.description
    # Previews of the address in other programs show the title alone.
    await community.act(community.mei, "select public.set_marks('{index}', post => $1)", community.post)
    page, _ = await read_thread(community, "en")
    assert page.head.description is None


async def test_results_of_the_search_that_are_not_translated_say_so_to_browsers(community: Community) -> None:
    marked = await make_reply(community.pool, community.post, community.hoa, body=rich("Past the lighthouse"))
    other = await make_reply(community.pool, community.post, community.mei, body=rich("By the lighthouse"))
    await community.act(community.hoa, MARK, marked, ["translate"])

    async def found() -> dict[object, bool]:
        page = (await load_page(community.pool, "/search", query={"q": "lighthouse"})).data
        assert isinstance(page, SearchPayload)
        return {hit.id: hit.is_untranslated for hit in page.hits}

    assert await found() == {marked: True, other: False}
    await community.act(community.mei, "select public.set_marks('{translate}', post => $1)", community.post)
    assert await found() == {marked: True, other: True}
