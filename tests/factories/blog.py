"""Creates articles for tests, as an administrator does."""

import json
from typing import Any
from uuid import UUID, uuid4

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.members import Member

SAVE = "select public.save_article($1::jsonb, $2::jsonb, $3)"


def rich(words: str) -> dict[str, Any]:
    """Return a document of one paragraph."""
    return {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": words}]}]}


def words(title: str, **changes: Any) -> dict[str, Any]:
    """Return one language of an article, published by default."""
    return {"title": title, "summary": "", "body": rich("Words"), "status": "published", **changes}


async def make_comments(pool: Pool, author: Member, topic: UUID) -> None:
    """Make a topic that of the comments on an article, `three-things`, in the topic's area."""
    saved = await save_article(pool, author, {"en": words("Three things")})
    async with as_owner(pool) as connection:
        await connection.execute("update public.posts set article_id = $2 where id = $1", topic, UUID(saved["id"]))
        await connection.execute(
            "update public.site_settings set comments_forum_id = (select forum_id from public.posts where id = $1)",
            topic,
        )


async def save_article(
    pool: Pool, writer: Member, texts: dict[str, Any], *, base: int = 0, **article: Any
) -> dict[str, Any]:
    """Save an article, by default published and in English; return the result of save_article."""
    facts = {"id": str(uuid4()), "source_language": "en", "status": "published", **article}
    async with as_role(pool, writer.caller, read_only=False) as connection:
        saved: dict[str, Any] = json.loads(await connection.fetchval(SAVE, json.dumps(facts), json.dumps(texts), base))
    return saved
