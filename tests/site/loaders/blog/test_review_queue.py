"""The queue of texts in review, the states in the editor, and the counts of the administration, by who looks."""

from uuid import UUID, uuid4

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.site.loaders.admin.waiting import read_waiting
from balai.site.loaders.blog.payloads import BlogDraft, BlogWritePayload
from balai.site.loaders.blog.review_queue import AdminReviewsPayload
from tests.factories.blog import save_article, words
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

ROLE = "insert into public.role_grants (member_id, role_id) select $1, id from public.roles where preset = $2"
SUBMIT = "select public.submit_article_text($1, $2, $3, 1, 'Please look')"


async def make_writer(pool: Pool, preset: str) -> Member:
    member = await make_member(pool)
    async with as_owner(pool) as connection:
        await connection.execute(ROLE, member.id, preset)
    return member


@pytest.fixture
async def writer(pool: Pool) -> Member:
    return await make_writer(pool, "contributor")


@pytest.fixture
async def article(pool: Pool, writer: Member) -> str:
    """An article whose Vietnamese translation, then original, went to a review."""
    draft = {"en": words("One", status="draft"), "vi": words("Một", status="draft"), "zh": words("一", status="draft")}
    saved = await save_article(pool, writer, draft, status="draft")
    for language in ("vi", "en"):
        async with as_role(pool, writer.caller, read_only=False) as connection:
            await connection.execute(SUBMIT, uuid4(), UUID(saved["id"]), language)
    return str(saved["id"])


async def queue(pool: Pool, who: Member, **query: str) -> list[str]:
    data = (await load_page(pool, "/admin/articles/reviews", who=who, query=query)).data
    assert isinstance(data, AdminReviewsPayload)
    return [review.title for review in data.reviews]


async def opened(pool: Pool, who: Member) -> BlogDraft:
    data = (await load_page(pool, "/blog/one/edit", who=who)).data
    assert isinstance(data, BlogWritePayload)
    assert data.article is not None
    return data.article


async def waiting(pool: Pool, who: Member) -> int:
    async with as_role(pool, who.caller) as connection:
        return (await read_waiting(connection, "UTC")).reviews


async def test_queue_by_age_and_language_for_those_who_decide(pool: Pool, writer: Member, article: str) -> None:
    editor, translator = await make_writer(pool, "editor"), await make_writer(pool, "translator")
    other = await make_writer(pool, "contributor")
    assert await queue(pool, editor) == ["Một", "One"]
    assert await queue(pool, editor, language="en") == ["One"]
    assert await queue(pool, editor, language="ms") == []
    assert await queue(pool, writer) == ["Một", "One"], "their own"
    assert await queue(pool, other) == []
    counts = [await waiting(pool, who) for who in (editor, translator, writer, other)]
    assert counts == [2, 1, 0, 0], "those that they may publish"
    async with as_role(pool, editor.caller, read_only=False) as connection:
        await connection.execute("select public.delete_article($1)", UUID(article))
    assert await queue(pool, editor) == []
    assert await waiting(pool, editor) == 0


async def test_editor_shows_the_state_of_each_language(pool: Pool, writer: Member, article: str) -> None:
    editor = await make_writer(pool, "editor")
    own = await opened(pool, writer)
    assert [(text.lang, text.review_state, text.is_locked) for text in own.texts] == [
        ("en", "in_review", True),
        ("zh", "draft", False),
        ("vi", "in_review", True),
    ]
    assert (own.may_publish, own.may_submit, own.is_locked) == (False, True, True)
    theirs = await opened(pool, editor)
    assert (theirs.may_publish, theirs.may_submit, theirs.is_locked) == (True, False, False)
    (review,) = theirs.texts[0].reviews
    assert (review.note, review.is_own, review.outcome) == ("Please look", False, None)
    async with as_role(pool, editor.caller, read_only=False) as connection:
        await connection.execute("select public.ask_for_changes($1, 'Name the room')", review.id)
    text = (await opened(pool, writer)).texts[0]
    assert (text.review_state, text.is_locked, text.reviews[0].comment) == ("changes_asked", False, "Name the room")
    await save_article(pool, editor, {"en": words("One"), "vi": words("Một")}, base=1, id=article)
    assert [text.review_state for text in (await opened(pool, writer)).texts] == ["published", "draft", "published"]


async def test_new_article_says_for_whom_the_visitor_publishes(pool: Pool, writer: Member) -> None:
    for who, published in ((writer, 0), (await make_writer(pool, "author"), 2)):
        data = (await load_page(pool, "/blog/new", who=who)).data
        assert isinstance(data, BlogWritePayload)
        assert len(data.audiences) == 2
        assert len(data.published_for) == published
