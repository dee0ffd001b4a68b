"""Creates forums, posts and replies for tests; each is written as its author, as a browser does."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool, open_pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.members import Member, make_member

ADD_FORUM = "insert into public.forums (id, slug, position, edit_window) values ($1, $2, $3, $4::text::interval)"
ADD_FORUM_TEXT = "insert into public.forum_texts (forum_id, language, name, description) values ($1, $2, $3, $4)"
ADD_POST = "insert into public.posts (id, forum_id, language, title, body) values ($1, $2, $3, $4, $5)"
ADD_REPLY = "insert into public.replies (id, post_id, language, body, quoted_reply_id) values ($1, $2, $3, $4, $5)"
NAMES = {"en": "Daily life", "zh": "日常生活", "ms": "Kehidupan harian", "vi": "Đời sống"}


def rich(*paragraphs: str) -> str:
    """Return a document of plain paragraphs, as JSON text."""
    content = [{"type": "paragraph", "content": [{"type": "text", "text": text}]} for text in paragraphs]
    return msgspec.json.encode({"type": "doc", "content": content}).decode()


async def make_forum(
    pool: Pool, *, slug: str = "life", edit_window: str | None = None, names: dict[str, str] = NAMES, position: int = 1
) -> UUID:
    """Create a forum with its names."""
    forum_id = uuid4()
    async with as_owner(pool) as connection:
        await connection.execute(ADD_FORUM, forum_id, slug, position, edit_window)
        for language, name in names.items():
            await connection.execute(ADD_FORUM_TEXT, forum_id, language, name, f"{name}…")
    return forum_id


async def make_post(pool: Pool, forum_id: UUID, author: Member, **changes: Any) -> UUID:
    """Create a post by `author`. Changes: id, language, title, body (JSON text)."""
    fields = {
        "id": uuid4(),
        "language": "en",
        "title": "Where do I register?",
        "body": rich("I moved here last week and need a clinic."),
        **changes,
    }
    async with as_role(pool, author.caller, read_only=False) as connection:
        await connection.execute(ADD_POST, fields["id"], forum_id, fields["language"], fields["title"], fields["body"])
    return UUID(str(fields["id"]))


async def make_reply(pool: Pool, post_id: UUID, author: Member, **changes: Any) -> UUID:
    """Create a reply by `author`. Changes: id, language, body (JSON text), quoted_reply_id."""
    fields = {"id": uuid4(), "language": "en", "body": rich("Thank you"), "quoted_reply_id": None, **changes}
    async with as_role(pool, author.caller, read_only=False) as connection:
        await connection.execute(
            ADD_REPLY, fields["id"], post_id, fields["language"], fields["body"], fields["quoted_reply_id"]
        )
    return UUID(str(fields["id"]))


AGE = """
update public.{table}
set created_at = created_at - $2::text::interval, text_since = text_since - $2::text::interval where id = $1
"""


class Community(msgspec.Struct, frozen=True):
    """A forum with one post by Mei; Hoa is another member, Ana an administrator."""

    pool: Pool
    forum: UUID
    post: UUID
    mei: Member
    hoa: Member
    ana: Member

    async def act(self, who: Member | None, sql: str, *values: Any) -> list[asyncpg.Record]:
        """Run a statement as a member (or as a visitor) in a transaction of its own."""
        caller = who.caller if who else Caller.anonymous()
        async with as_role(self.pool, caller, read_only=False) as connection:
            return await connection.fetch(sql, *values)

    async def see(self, sql: str, *values: Any) -> asyncpg.Record:
        """Read one row, bypassing every policy."""
        async with as_owner(self.pool) as connection:
            row = await connection.fetchrow(sql, *values)
        assert row is not None
        return row

    async def age(self, table: str, thing: UUID, span: str) -> None:
        """Move a row's timestamps into the past."""
        async with as_owner(self.pool) as connection:
            await connection.execute("set local session_replication_role = replica")
            await connection.execute(AGE.format(table=table), thing, span)


@pytest.fixture
async def community(database: str) -> AsyncIterator[Community]:
    pool = await open_pool(database, size=30)
    mei, hoa, ana = [
        await make_member(pool, display_name=name, is_admin=name == "Ana") for name in ("Mei", "Hoa", "Ana")
    ]
    forum = await make_forum(pool)
    post = await make_post(pool, forum, mei)
    yield Community(pool=pool, forum=forum, post=post, mei=mei, hoa=hoa, ana=ana)
    await pool.close()


def refused(code: str) -> Any:
    """Expect an error with this code in its details."""
    return pytest.raises(asyncpg.PostgresError, check=lambda error: getattr(error, "detail", None) == code)


def breaks(constraint: str) -> Any:
    """Expect a violation of this constraint."""
    return pytest.raises(asyncpg.CheckViolationError, check=lambda error: error.constraint_name == constraint)


FORBIDDEN = pytest.raises(asyncpg.InsufficientPrivilegeError)
