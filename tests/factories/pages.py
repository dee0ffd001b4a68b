"""Creates pages of one's own for tests, as an administrator does."""

import json
from typing import Any
from uuid import UUID, uuid4

from balai.database.pool import Pool
from balai.database.transaction import as_role
from tests.factories.blog import rich
from tests.factories.members import Member

SAVE = "select public.save_page($1::jsonb, $2::jsonb, $3)"
PUBLISH = "select public.publish_page($1, $2, $3)"


def page_text(title: str, words: str = "Words", **changes: Any) -> dict[str, Any]:
    """Return one language of a page."""
    return {"title": title, "body": rich(words), **changes}


async def save_page(pool: Pool, writer: Member, texts: dict[str, Any], *, base: int = 0, **page: Any) -> dict[str, Any]:
    """Save the working copy of a page, by default in English; return the result of save_page."""
    facts = {"id": str(uuid4()), "source_language": "en", **page}
    async with as_role(pool, writer.caller, read_only=False) as connection:
        saved: dict[str, Any] = json.loads(await connection.fetchval(SAVE, json.dumps(facts), json.dumps(texts), base))
    return saved


async def publish_page(
    pool: Pool, writer: Member, saved: dict[str, Any], *, asks_again: bool = False
) -> dict[str, Any]:
    """Publish the working copy that save_page saved; return the result of publish_page."""
    async with as_role(pool, writer.caller, read_only=False) as connection:
        published: dict[str, Any] = json.loads(
            await connection.fetchval(PUBLISH, UUID(saved["id"]), saved["version"], asks_again)
        )
    return published


async def make_page(pool: Pool, writer: Member, texts: dict[str, Any], **page: Any) -> dict[str, Any]:
    """Save a page and publish it."""
    return await publish_page(pool, writer, await save_page(pool, writer, texts, **page))
