"""The texts that members ask to have translated, for those who can do it: the most wanted first."""

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from balai.site.payloads import Lang, Payload
from balai.site.screens import Page, PageRequest

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

AT_MOST = 50
LIST_REQUESTS = """
select asked.post_id, asked.reply_id, asked.original::text, asked.wanted::text, asked.title, asked.excerpt,
  asked.requests, asked.is_mine, asked.is_outdated, asked.asked_at,
  public.path_to_text(asked.forum_slug, asked.post_id, (
    select post.article_id from public.posts as post where post.id = asked.post_id), asked.reply_number,
    $2::public.language) as path
from public.list_translation_requests(null, $1) as asked
"""


class TranslationRequest(Payload, frozen=True):
    """A post or reply, and how many members ask for it in `wanted`. `is_outdated`: there is an older translation."""

    id: UUID
    is_reply: bool
    path: str
    original: Lang
    wanted: Lang
    title: str
    excerpt: str
    requests: int
    is_mine: bool
    is_outdated: bool
    asked_at: datetime


class TranslationsPayload(Payload, frozen=True):
    """The texts that the visitor can translate."""

    requests: tuple[TranslationRequest, ...]


async def load_translations(request: PageRequest) -> Page[TranslationsPayload]:
    """Each member sees what they may translate."""
    rows = await request.conn.fetch(LIST_REQUESTS, AT_MOST, request.lang)
    return Page(TranslationsPayload(tuple(_request(request, row) for row in rows)))


def _request(request: PageRequest, row: "Row") -> TranslationRequest:
    return TranslationRequest(
        id=row["reply_id"] or row["post_id"],
        is_reply=row["reply_id"] is not None,
        path=f"/{request.lang}{row['path']}",
        original=row["original"],
        wanted=row["wanted"],
        title=row["title"],
        excerpt=row["excerpt"],
        requests=row["requests"],
        is_mine=row["is_mine"],
        is_outdated=row["is_outdated"],
        asked_at=row["asked_at"],
    )
