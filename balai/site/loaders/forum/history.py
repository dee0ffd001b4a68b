"""Earlier texts of a post or reply, for its author and moderators: the text, its end, and the editor.

For all others the page does not exist, and the row policy returns nothing.
"""

from datetime import datetime
from typing import Literal

import asyncpg

from balai.site.loaders.forum.names import FORUM_TEXT, forum_name
from balai.site.loaders.forum.payloads import ForumName
from balai.site.payloads import Lang, Payload, RichText
from balai.site.rich_text import find_rich_text
from balai.site.screens import NotFound, Page, PageRequest, RowNumber, encode_cursor

PAGE_SIZE = 10
NEWEST = 2**63 - 1

FIND_ENTRY = f"""
select public.may('moderate', forum.id) as can_moderate,
  forum.id as forum_id, forum.slug, forum.position, text.language, text.name, text.description, reply.number,
  public.path_to_text(forum.slug, post.id, post.article_id, reply.number, $1::public.language) as path,
  case when reply.id is null then post.author_id else reply.author_id end as author_id
from public.posts as post
join public.forums as forum on forum.id = post.forum_id {FORUM_TEXT}
left join public.replies as reply on reply.post_id = post.id and reply.id = $4
where forum.slug = $2 and post.id = $3 and (post.id = $4 or reply.id is not null)
"""  # noqa: S608 - our own fragment

LIST_VERSIONS = """
select version.id, version.reason, version.language, version.title, version.body, version.text_since,
  version.saved_at, editor.display_name as editor_name
from public.content_versions as version
left join public.profiles as editor on editor.id = version.editor_id
where (version.post_id = $1 or version.reply_id = $1) and version.id < $2
order by version.id desc
limit $3
"""


class ForumVersion(Payload, frozen=True):
    """An earlier text, and why it ended. `ended_by` is None for a deleted account."""

    id: int
    reason: Literal["edit", "hide", "delete"]
    language: Lang
    title: str | None
    body: RichText | None
    since: datetime
    until: datetime
    ended_by: str | None


class ForumHistoryPayload(Payload, frozen=True):
    """Earlier texts, newest first. `path`: to the text, without the language."""

    forum: ForumName
    path: str
    versions: tuple[ForumVersion, ...]
    next: str | None


async def load_history(request: PageRequest) -> Page[ForumHistoryPayload]:
    """A page of earlier texts."""
    entry = request.uuid("entryId")
    row = await request.conn.fetchrow(
        FIND_ENTRY, request.lang, request.params["forumId"], request.uuid("postId"), entry
    )
    visitor = request.visitor
    if row is None or visitor is None or not (row["can_moderate"] or visitor.id == row["author_id"]):
        raise NotFound
    (before,) = request.after(tuple[RowNumber]) or (NEWEST,)
    rows = await request.conn.fetch(LIST_VERSIONS, entry, before, PAGE_SIZE + 1)
    shown = rows[:PAGE_SIZE]
    payload = ForumHistoryPayload(
        forum=forum_name(row, row["language"], row["forum_id"]),
        path=row["path"],
        versions=tuple(_version(version) for version in shown),
        next=encode_cursor(shown[-1]["id"]) if len(rows) > PAGE_SIZE else None,
    )
    return Page(payload)


def _version(row: asyncpg.Record) -> ForumVersion:
    return ForumVersion(
        id=row["id"],
        reason=row["reason"],
        language=row["language"],
        title=row["title"],
        body=find_rich_text(row["body"]),
        since=row["text_since"],
        until=row["saved_at"],
        ended_by=row["editor_name"],
    )
