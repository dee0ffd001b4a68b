"""Mentions in posts and replies: names are the server's, each is noted once, a deleted account leaves none."""

from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.forum import make_forum, make_post, make_reply
from tests.factories.members import Member, make_member

NOTED = "select member_id from public.mentions order by id"
BODY = "select body::text from public.replies where id = $1"
EDIT = "select public.edit_reply($1, $2)"


def naming(*members: Member | UUID, label: str = "An administrator", words: str = "Thank you for the help ") -> str:
    """A document that mentions members under a name that the client made up."""
    named = [
        {"type": "mention", "attrs": {"id": str(getattr(member, "id", member)), "label": label}} for member in members
    ]
    paragraph = {"type": "paragraph", "content": [{"type": "text", "text": words}, *named]}
    return msgspec.json.encode({"type": "doc", "content": [paragraph]}).decode()


async def read(pool: Pool, statement: str, *values: Any) -> list[Any]:
    async with as_owner(pool) as connection:
        return [row[0] for row in await connection.fetch(statement, *values)]


async def test_the_server_writes_the_names(pool: Pool) -> None:
    mei, hoa = await make_member(pool, display_name="Mei"), await make_member(pool, display_name="Hoa")
    post = await make_post(pool, await make_forum(pool), mei, body=naming(hoa, uuid4()))
    (body, excerpt) = (
        (await read(pool, "select body::text from public.posts"))[0],
        (await read(pool, "select excerpt from public.posts where id = $1", post))[0],
    )
    assert '"label": "Hoa"' in body and "administrator" not in body
    assert excerpt == "Thank you for the help @Hoa@–"
    assert await read(pool, NOTED) == [hoa.id]


async def test_an_edit_notes_only_new_members(pool: Pool) -> None:
    mei, hoa, ana, eve = [await make_member(pool, display_name=name) for name in ("Mei", "Hoa", "Ana", "Eve")]
    async with as_role(pool, eve.caller, read_only=False) as connection:
        await connection.execute("select public.set_blocked($1, true)", mei.id)
    post = await make_post(pool, await make_forum(pool), hoa)
    reply = await make_reply(pool, post, mei, body=naming(hoa, hoa, mei, eve))
    assert await read(pool, NOTED) == [hoa.id]
    for body in (naming(hoa, ana), naming(ana), naming(hoa, ana)):
        async with as_role(pool, mei.caller, read_only=False) as connection:
            await connection.execute(EDIT, reply, body)
    assert await read(pool, NOTED) == [hoa.id, ana.id]
    notices = "select member_id from public.notifications where kind = 'mention' and count = 1 order by created_at"
    assert await read(pool, notices) == [hoa.id, ana.id]
    assert await read(pool, "select count(*) from public.notifications where kind <> 'mention'") == [0]
    for member in (mei, hoa):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with as_role(pool, member.caller) as connection:
                await connection.fetch(NOTED)


async def test_at_most_ten_mentions(pool: Pool) -> None:
    mei = await make_member(pool)
    members = [await make_member(pool) for _ in range(3)]
    post = await make_post(pool, await make_forum(pool), mei)
    await make_reply(pool, post, mei, body=naming(*(members * 4)[:10]))
    with pytest.raises(asyncpg.CheckViolationError, match="replies_mentions_few"):
        await make_reply(pool, post, mei, body=naming(*(members * 4)[:11]))


@pytest.mark.parametrize(
    "attributes",
    [{}, {"label": "A"}, {"id": "x"}, {"id": str(uuid4()), "href": "/"}, {"id": str(uuid4()), "label": "a\u202eb"}],
)
async def test_invalid_mentions_are_rejected(pool: Pool, attributes: dict[str, str]) -> None:
    mei = await make_member(pool)
    mention = {"type": "mention", "attrs": attributes}
    body = {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Hi "}, mention]}]}
    with pytest.raises(asyncpg.CheckViolationError, match="body_form"):
        await make_reply(
            pool,
            await make_post(pool, await make_forum(pool), mei),
            mei,
            body=msgspec.json.encode(body).decode(),
        )


async def test_deleted_account_leaves_no_name(pool: Pool) -> None:
    mei, hoa = await make_member(pool, display_name="Mei"), await make_member(pool, display_name="Hoa Unique")
    post = await make_post(pool, await make_forum(pool), mei, body=naming(hoa))
    reply = await make_reply(pool, post, mei, body=naming(hoa))
    hidden = await make_reply(pool, post, mei, body=naming(hoa))
    async with as_owner(pool) as connection:
        await connection.execute("update public.replies set text_since = now() - interval '1 hour'")
    async with as_role(pool, mei.caller, read_only=False) as connection:
        await connection.execute(EDIT, reply, naming(hoa, words="A later text for "))
        await connection.execute("select public.delete_reply($1)", hidden)
    before = await read(pool, "select count(*) from public.content_versions")
    async with as_owner(pool) as connection:
        await connection.execute("delete from auth.users where id = $1", hoa.id)
    assert await read(pool, "select count(*) from public.content_versions") == before == [2]
    texts = await read(
        pool,
        """
        select body::text from public.posts union all select excerpt from public.posts
        union all select body::text from public.replies where body is not null
        union all select body::text from public.content_versions
        """,
    )
    assert len(texts) == 5
    assert not [text for text in texts if "Unique" in text or str(hoa.id) in text]
    assert await read(pool, "select edited_at from public.posts") == [None]
