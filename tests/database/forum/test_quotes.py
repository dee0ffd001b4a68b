"""Quotes leave the page with the text that they quote, and come back with it, for every reader and in every copy."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from balai.database.transaction import as_owner
from balai.site.payloads import LANGS, Lang
from tests.factories.forum import Community, make_reply, rich
from tests.factories.members import make_member
from tests.support.pages import TEXTS

SECRET = "Mrs Tan lives at 12 Jalan Besar and owes money"
BODY = "select body::text from public.replies where id = $1"
EDIT = "select public.edit_reply($1, $2)"
HIDE = "select public.set_hidden($1, reply => $2)"
TRANSLATED = "select body::text from public.translations where reply_id = $1"
FOUND = "select count(*) from public.search('owes')"


def quoting(source: UUID, words: str = "Is that so?", quoted: str = SECRET) -> str:
    quote = {"type": "blockquote", "attrs": {"source": str(source)}, "content": _content(quoted)}
    return _document(quote, *(_content(words) if words else []))


def _document(*blocks: Any) -> str:
    return msgspec.json.encode({"type": "doc", "content": blocks}).decode()


def _content(words: str) -> list[Any]:
    return [{"type": "paragraph", "content": [{"type": "text", "text": words}]}]


async def make_quote(community: Community) -> tuple[UUID, UUID]:
    """A reply by Mei, and one by Hoa that quotes it."""
    source = await make_reply(community.pool, community.post, community.mei, body=rich(SECRET))
    return source, await make_reply(community.pool, community.post, community.hoa, body=quoting(source))


async def read_as(community: Community, reply: UUID) -> set[str]:
    """The body as a visitor, as another member, as the quoting member and as an administrator."""
    bodies = set()
    for caller in (None, community.mei, community.hoa, community.ana):
        bodies |= {row["body"] for row in await community.act(caller, BODY, reply)}
    return bodies


async def test_a_quote_leaves_and_returns_with_its_source(community: Community) -> None:
    source, quote = await make_quote(community)
    alone = await make_reply(community.pool, community.post, community.hoa, body=quoting(source, words=""))
    before = await read_as(community, quote)
    for hide, show in (
        ((community.ana, HIDE, True, source), (community.ana, HIDE, False, source)),
        (
            (community.mei, "select public.delete_reply($1)", source),
            (community.mei, "select public.restore_reply($1)", source),
        ),
    ):
        await community.act(*hide)
        for reply in (quote, alone):
            (body,) = await read_as(community, reply)
            assert "Jalan" not in body and "withdrawn" in body
        await community.act(*show)
        assert await read_as(community, quote) == before
    row = await community.see("select edited_at, text_version from public.replies where id = $1", quote)
    assert tuple(row) == (None, 1)


async def test_the_opening_post_and_translations(community: Community) -> None:
    quote = await make_reply(community.pool, community.post, community.hoa, body=quoting(community.post))
    async with as_owner(community.pool) as connection:
        await connection.execute(
            "insert into public.translations (reply_id, language, body, source_version) values ($1, 'vi', $2, 1)",
            quote,
            quoting(community.post, "Thật không?"),
        )
    await community.act(community.ana, "select public.set_hidden(true, post => $1)", community.post)
    (body,) = await read_as(community, quote)
    translated = await community.see(TRANSLATED, quote)
    assert "Jalan" not in body + translated["body"] and "Thật" in translated["body"]
    await community.act(community.ana, "select public.set_hidden(false, post => $1)", community.post)
    translated = await community.see(TRANSLATED, quote)
    assert "Jalan" in translated["body"]


@pytest.mark.parametrize("lang", LANGS)
async def test_names_above_quotes_leave_with_the_account(community: Community, lang: Lang) -> None:
    source = await make_reply(community.pool, community.post, community.mei, body=rich(SECRET))
    name = TEXTS.text(lang, "forum.post.wrote", {}, name="Mei L.")
    # A line of the quoted text that looks alike.
    lines = [{**block, "content": [{"type": "text", "marks": [{"type": "bold"}], "text": text}]}
             for text in (name, "Note:") for block in _content("")]  # fmt: skip
    quote = {"type": "blockquote", "attrs": {"source": str(source)}, "content": [*lines, *_content(SECRET)]}
    body = _document(quote, *_content("Is that so?"))
    reply = await make_reply(community.pool, community.post, community.hoa, body=body)
    hidden = await make_reply(community.pool, community.post, community.hoa, body=body)
    await community.act(community.ana, HIDE, True, hidden)
    await community.act(community.ana, HIDE, True, source)
    async with as_owner(community.pool) as connection:
        await connection.execute("delete from auth.users where id = $1", community.mei.id)
        texts = await connection.fetchval(
            """select string_agg(t.body::text, ' ') from (
              select body from public.replies where id = $1 union all select body from public.content_versions
              union all select content from public.withdrawn_quotes) as t""",
            reply,
        )
    # The quote withdrawn from the reply, the hidden reply, the hidden source.
    assert (texts.count("Mei L."), texts.count("Note:"), texts.count("Jalan")) == (0, 2, 3)
    row = await community.see("select edited_at, text_version from public.replies where id = $1", reply)
    assert tuple(row) == (None, 1)
    # Nor does an editor that was open bring it back; the rest stays however often the text is written.
    await community.act(community.ana, HIDE, False, source)
    late = await make_reply(community.pool, community.post, community.hoa, body=body)
    for words in ("Once", "Twice"):
        stored = (await community.see(BODY, late))["body"]
        assert "Mei L." not in stored and "Note:" in stored and "Jalan" in stored
        await community.act(community.hoa, EDIT, late, stored.replace("Is that so?", words))


async def test_an_open_editor_brings_nothing_back(community: Community) -> None:
    source, quote = await make_quote(community)
    await community.act(community.ana, HIDE, True, source)
    await community.act(community.hoa, EDIT, quote, quoting(source, "I see."))
    late = await make_reply(community.pool, community.post, community.hoa, body=quoting(source, "Late."))
    (body,) = await read_as(community, quote)
    (other,) = await read_as(community, late)
    assert "Jalan" not in body + other and "I see." in body
    await community.act(community.hoa, EDIT, quote, body.replace("[…]", "My own words"))
    (body,) = await read_as(community, quote)
    assert "My own words" in body and "source" not in body
    await community.act(community.ana, HIDE, False, source)
    (other,) = await read_as(community, late)
    assert "Jalan" in other


async def test_a_hidden_quote_returns_without_what_was_hidden_meanwhile(community: Community) -> None:
    source, quote = await make_quote(community)
    await community.act(community.ana, HIDE, True, quote)
    await community.act(community.ana, HIDE, True, source)
    await community.act(community.ana, HIDE, False, quote)
    (body,) = await read_as(community, quote)
    assert "Jalan" not in body


async def test_a_source_that_was_split_off_or_merged_is_followed(community: Community) -> None:
    source, quote = await make_quote(community)
    split = "select public.split_replies($1, $2, $3, $4, 'Rent') as made"
    (row,) = await community.act(community.ana, split, uuid4(), community.post, [source], community.forum)
    (body,) = await read_as(community, quote)
    assert "Jalan" in body
    hide = "select public.set_hidden($1, post => $2)"
    await community.act(community.ana, hide, True, row["made"])
    (body,) = await read_as(community, quote)
    assert "Jalan" not in body
    await community.act(community.ana, hide, False, row["made"])
    await community.act(community.ana, "select public.merge_posts($1, $2, $3)", uuid4(), row["made"], community.post)
    (body,) = await read_as(community, quote)
    assert "Jalan" in body


async def test_members_reach_no_withdrawn_quote(community: Community) -> None:
    source, quote = await make_quote(community)
    await community.act(community.ana, HIDE, True, source)
    (body,) = await read_as(community, quote)
    key = msgspec.json.decode(body)["content"][0]["attrs"]["withdrawn"]
    # The key with the id of a text that is shown.
    shown = await make_reply(community.pool, community.post, community.hoa)
    forged = body.replace(str(source), str(shown))
    assert key in forged
    await community.act(community.hoa, EDIT, quote, forged)
    (body,) = await read_as(community, quote)
    assert "Jalan" not in body


async def test_a_withdrawn_quote_loses_the_name_of_a_deleted_account(community: Community) -> None:
    lan = await make_member(community.pool, display_name="Lan Anh")
    mention = {"type": "mention", "attrs": {"id": str(lan.id), "label": "Lan Anh"}}
    words = [{"type": "paragraph", "content": [{"type": "text", "text": "Ask "}, mention]}]
    source = await make_reply(community.pool, community.post, community.mei, body=_document(*words))
    quote = {"type": "blockquote", "attrs": {"source": str(source)}, "content": words}
    quoting_reply = await make_reply(community.pool, community.post, community.hoa, body=_document(quote))
    await community.act(community.ana, HIDE, True, source)
    async with as_owner(community.pool) as connection:
        await connection.execute("delete from auth.users where id = $1", lan.id)
    await community.act(community.ana, HIDE, False, source)
    (body,) = await read_as(community, quoting_reply)
    assert "@–" in body and "Lan Anh" not in body and "withdrawn" not in body


async def test_a_quote_and_its_source_are_hidden_and_shown_at_once(community: Community) -> None:
    source = await make_reply(community.pool, community.post, community.mei, body=rich(SECRET))
    quote = await make_reply(community.pool, community.post, community.mei, body=quoting(source))

    for hidden in (True, False) * 5:
        await asyncio.gather(*(community.act(community.ana, HIDE, hidden, reply) for reply in (source, quote)))
    (body,) = await read_as(community, quote)
    assert "Jalan" in body


async def test_texts_that_are_written_while_their_source_is_hidden(community: Community) -> None:
    source = await make_reply(community.pool, community.post, community.mei, body=rich(SECRET))
    edited = await make_reply(community.pool, community.post, community.hoa)
    added = []

    async def add() -> None:
        added.append(await make_reply(community.pool, community.post, community.hoa, body=quoting(source)))

    edit = community.act(community.hoa, EDIT, edited, quoting(source))
    await asyncio.gather(add(), add(), edit, community.act(community.ana, HIDE, True, source), add(), add())
    for reply in (edited, *added):
        (body,) = await read_as(community, reply)
        assert "Jalan" not in body


async def test_the_search_forgets_a_withdrawn_quote(community: Community) -> None:
    source = await make_reply(community.pool, community.post, community.mei, body=rich(SECRET))
    await make_reply(community.pool, community.post, community.hoa, body=quoting(source))

    async def found() -> int:
        async with as_owner(community.pool) as connection:
            await connection.execute("select search.refresh('reply', id) from public.replies")
        return (await community.act(None, FOUND))[0][0]

    assert await found() == 2
    await community.act(community.ana, HIDE, True, source)
    assert await found() == 0
