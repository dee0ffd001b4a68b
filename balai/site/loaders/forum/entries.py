"""One post or reply of a thread as the page shows it: its text or its trace, and what the visitor may do with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, get_args
from uuid import UUID

import msgspec

from balai.site.loaders.forum.names import find_author
from balai.site.loaders.forum.payloads import (
    ForumAnswer,
    ForumEntry,
    ForumOpeningPost,
    ForumQuote,
    ForumReaction,
    ForumReply,
    ForumTimers,
    ForumTranslation,
    ReactionKind,
    State,
    TextMark,
)
from balai.site.loaders.previews import Previews, load_previews, with_previews
from balai.site.loaders.rows import read_row
from balai.site.rich_text import find_rich_text, plain_text
from balai.site.screens import PageRequest

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

BOOKMARK = "bookmark"
REACTION_KINDS: tuple[ReactionKind, ...] = get_args(ReactionKind)
COUNTS = msgspec.json.Decoder(dict[str, int])
ANSWER_LENGTH = 280

# The reactions and bookmarks of the member $1 on the entries $2.
LIST_OWN_MARKS = """
select coalesce(given.reply_id, given.post_id) as thing, given.kind from public.reactions as given
where given.member_id = $1 and (given.post_id = any($2::uuid[]) or given.reply_id = any($2::uuid[]))
union all
select coalesce(mark.reply_id, mark.post_id), 'bookmark' from public.bookmarks as mark
where mark.member_id = $1 and (mark.post_id = any($2::uuid[]) or mark.reply_id = any($2::uuid[]))
"""

# $1: the page's language. A reply that was moved to another post is no answer to this one.
GET_ANSWER = """
select answer.number, answer.kept_from, author.display_name as author_name,
  coalesce(translated.language, answer.language) as language, coalesce(translated.body, answer.body) as body
from public.replies as answer
left join public.translations as translated on translated.reply_id = answer.id and translated.language = $1
left join public.profiles as author on author.id = answer.author_id
where answer.id = $2 and answer.post_id = $3
"""

LIST_HIDDEN_TEXTS = """
select distinct on (version.post_id, version.reply_id)
  coalesce(version.post_id, version.reply_id) as thing, version.body
from public.content_versions as version
where (version.post_id = any($1::uuid[]) or version.reply_id = any($1::uuid[])) and version.reason <> 'edit'
order by version.post_id, version.reply_id, version.id desc
"""


@dataclass(frozen=True, slots=True)
class Marks:
    """The parts of a page's entries: hidden texts, the visitor's own reactions and bookmarks, link previews."""

    withdrawn: Mapping[UUID, str]
    own: frozenset[tuple[UUID, str]]
    previews: Previews


async def load_marks(request: PageRequest, rows: "Sequence[Row]") -> Marks:
    """Hidden texts are for moderators and their authors: the row policy decides which are returned."""
    previews = await load_previews(request, ((row["id"], row["body"]) for row in rows))
    if request.visitor is None:
        return Marks({}, frozenset(), previews)
    hidden = [row["id"] for row in rows if row["hidden_at"] is not None]
    texts = await request.conn.fetch(LIST_HIDDEN_TEXTS, hidden) if hidden else []
    own = await request.conn.fetch(LIST_OWN_MARKS, request.visitor.id, [row["id"] for row in rows])
    withdrawn = {row["thing"]: row["body"] for row in texts}
    return Marks(withdrawn, frozenset((row["thing"], row["kind"]) for row in own), previews)


def opening_post(request: PageRequest, row: "Row", marks: Marks, answer: ForumAnswer | None) -> ForumOpeningPost:
    """The post at the top of a thread."""
    return ForumOpeningPost(
        entry=_entry(request, row, row, marks),
        title=row["title"],
        tags=tuple(row["tags"]) if row["title"] is not None else (),
        is_pinned=row["is_pinned"],
        is_locked=row["is_locked"],
        lock_reason=row["lock_reason"] if row["is_locked"] else None,
        lock_note=row["lock_note"] if row["is_locked"] else "",
        timers=read_row(ForumTimers, row),
        answer=answer,
        reply_count=row["reply_count"],
    )


def read_reply(request: PageRequest, post: "Row", row: "Row", marks: Marks) -> ForumReply:
    """One reply to `post`."""
    visitor = request.visitor
    quotes = row["quoted_number"] and ForumQuote(number=row["quoted_number"], author_name=row["quoted_name"])
    may_solve = visitor is not None and (post["can_moderate"] or visitor.id == post["author_id"])
    return ForumReply(
        entry=_entry(request, post, row, marks, _moved_to(request, row)),
        number=row["number"],
        quotes=quotes,
        is_answer=row["id"] == post["solved_reply_id"],
        can_solve=may_solve and post["title"] is not None and row["body"] is not None,
    )


def _moved_to(request: PageRequest, row: "Row") -> str | None:
    if row["made_in"] is None:
        return None
    return request.path_to("forum.post", forumId=row["made_in"], postId=str(row["became_post"]))


def _entry(request: PageRequest, post: "Row", row: "Row", marks: Marks, moved_to: str | None = None) -> ForumEntry:
    """The post itself or a reply to it. `can_edit` only controls the button; the database enforces the rule."""
    edit_window: timedelta | None = post["edit_window"]
    is_mine = request.visitor is not None and request.visitor.id == row["author_id"]
    in_time = edit_window is None or request.now <= row["created_at"] + edit_window
    state: State = "deleted" if row["deleted_at"] else "hidden" if row["hidden_at"] else "shown"
    withdrawn = marks.withdrawn.get(row["id"]) if state == "hidden" and not moved_to else None
    translation = _translation(row) if state == "shown" else None
    kept_from: tuple[TextMark, ...] = tuple(row["kept_from"]) if state == "shown" else ()
    return ForumEntry(
        id=row["id"],
        language=row["language"],
        state=state,
        body=find_rich_text(with_previews(row["body"], marks.previews.get(row["id"]))),
        translation=translation,
        withdrawn=find_rich_text(withdrawn),
        below=_below(request, row, has_translation=translation is not None) if translation or withdrawn else None,
        kept_from=kept_from,
        marks=" · ".join(request.text(f"marks.of.{mark}") for mark in kept_from) or None,
        moved_to=moved_to,
        author=find_author(row),
        created_at=row["created_at"],
        edited_at=row["edited_at"],
        edited_by=row["editor_name"],
        is_mine=is_mine,
        can_edit=((is_mine and in_time) or post["can_moderate"]) and state == "shown",
        is_bookmarked=(row["id"], BOOKMARK) in marks.own,
        reactions=_reactions(row, marks) if state == "shown" else (),
    )


def _translation(row: "Row") -> ForumTranslation | None:
    body = find_rich_text(row["translated_body"])
    if body is None:
        return None
    return ForumTranslation(language=row["translated_language"], title=row["translated_title"], body=body)


def _below(request: PageRequest, row: "Row", *, has_translation: bool) -> str:
    """The heading of a text that opens on a press: formatted here, so that the browser needs no code for it."""
    if not has_translation:
        return request.text("forum.post.withdrawn")
    name = row["translator_name"] or request.text("forum.formerMember")
    key = "translation.outdated" if row["is_outdated"] else "translation.below"
    return request.text(key, name=name, language=request.text(f"translation.from.{row['language']}"))


def _reactions(row: "Row", marks: Marks) -> tuple[ForumReaction, ...]:
    counts = COUNTS.decode(row["reactions"])
    return tuple(
        ForumReaction(kind=kind, count=counts[kind], is_mine=(row["id"], kind) in marks.own)
        for kind in REACTION_KINDS
        if kind in counts
    )


async def read_answer(request: PageRequest, post: "Row") -> ForumAnswer | None:
    """The beginning of the reply that solved a post, for its top. Few posts have one, so it is a query of its own."""
    if post["solved_reply_id"] is None:
        return None
    row = await request.conn.fetchrow(GET_ANSWER, request.lang, post["solved_reply_id"], post["id"])
    if row is None or row["body"] is None:
        return None
    return ForumAnswer(
        number=row["number"],
        language=row["language"],
        is_untranslated="translate" in row["kept_from"],
        author_name=row["author_name"],
        excerpt=plain_text(row["body"], ANSWER_LENGTH),
    )
