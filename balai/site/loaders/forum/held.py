"""A member's texts that wait for a moderator, for their author."""

from uuid import UUID

from balai.site.loaders.forum.payloads import OwnHeldText
from balai.site.loaders.rows import read_row
from balai.site.rich_text import plain_text
from balai.site.screens import PageRequest

EXCERPT_LENGTH = 300
LIST_OWN = """
select held.id, held.post_id, held.language, held.title, held.body, held.status, held.created_at, held.usual_hours,
  held.reason, held.note
from public.my_held_texts($1, $2) as held
"""


async def list_own_held(
    request: PageRequest, *, topic: UUID | None = None, article: UUID | None = None
) -> tuple[OwnHeldText, ...]:
    """The visitor's texts that wait or were rejected: everywhere, in one topic, or on an article without a topic."""
    if request.visitor is None:
        return ()
    rows = await request.conn.fetch(LIST_OWN, topic, article)
    return tuple(
        read_row(OwnHeldText, {**dict(row), "excerpt": plain_text(row["body"], EXCERPT_LENGTH)}) for row in rows
    )
