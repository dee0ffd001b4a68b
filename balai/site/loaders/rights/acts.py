"""Past acts on several posts, replies or articles at once, newest first, and which of them can still be undone.

Row policies show staff their own acts, administrators all.
"""

from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from balai.site.loaders.forum.names import FORUM_TEXT
from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import Page, PageRequest, encode_cursor

PAGE_SIZE = 30
# As in undo_act() and undo_article_act().
UNDO_FOR = timedelta(days=30)
LAST_ID = UUID(int=2**128 - 1)

ActKind = Literal[
    "move", "lock", "unlock", "pin", "unpin", "hide", "show", "tag", "untag", "delete", "clean", "split", "merge",
    "publish", "withdraw",
]  # fmt: skip

# The newest rows of each table contain the newest of both.
LIST_ACTS = f"""
select act.area, act.id, act.kind, act.item_count, act.created_at, act.undone_at, act.value ->> 'tag' as tag,
  act.value ? 'bannedAt' as has_ban, actor.display_name as actor_name, undoer.display_name as undone_by,
  member.id as member_id, member.display_name as member_name,
  place.slug as forum_slug, place.language as forum_language, place.name as forum_name,
  target.id as target_id, target.title as target_title, target.language as target_language, home.slug as target_forum
from (
  (select 'forum' as area, id, actor_id, kind, value, target_id, item_count, created_at, undone_at, undone_by
  from public.forum_acts where (created_at, id) < (coalesce($2, 'infinity'::timestamptz), $3)
  order by created_at desc, id desc limit $4)
  union all
  (select 'articles', id, actor_id, kind, jsonb_build_object('tag', tag), null, item_count, created_at, undone_at,
    undone_by
  from public.article_acts where (created_at, id) < (coalesce($2, 'infinity'::timestamptz), $3)
  order by created_at desc, id desc limit $4)
  order by created_at desc, id desc limit $4) as act
left join public.profiles as actor on actor.id = act.actor_id
left join public.profiles as undoer on undoer.id = act.undone_by
left join public.profiles as member on act.kind = 'clean' and member.id = (act.value ->> 'member')::uuid
left join public.posts as target on target.id = act.target_id and target.title is not null
left join public.forums as home on home.id = target.forum_id
left join lateral (
  select forum.slug, text.language, text.name from public.forums as forum {FORUM_TEXT}
  where act.kind = 'move' and forum.id = (act.value ->> 'forum')::uuid) as place on true
order by act.created_at desc, act.id desc
"""  # noqa: S608 - our own fragment


class PastAct(Payload, frozen=True):
    """One act, on texts of the forum or on articles. `undo_until`: None if it cannot be undone any more.

    Names are None for deleted accounts.
    `forum_*`: where posts were moved. `target_*`: the post of a split or a merge. `member_*`: whose posts were removed.
    """

    area: Literal["forum", "articles"]
    id: UUID
    kind: ActKind
    item_count: int
    created_at: datetime
    actor_name: str | None
    undone_at: datetime | None
    undone_by: str | None
    undo_until: datetime | None
    tag: str | None
    has_ban: bool
    member_id: UUID | None
    member_name: str | None
    forum_slug: str | None
    forum_language: Lang | None
    forum_name: str | None
    target_id: UUID | None
    target_title: str | None
    target_language: Lang | None
    target_forum: str | None


class PastActsPayload(Payload, frozen=True):
    """A page of acts, newest first."""

    acts: tuple[PastAct, ...]
    next: str | None


async def load_acts(request: PageRequest) -> Page[PastActsPayload]:
    """A page of the acts that the visitor may see."""
    moment, last_id = request.after(tuple[datetime, UUID]) or (None, LAST_ID)
    rows = await request.conn.fetch(LIST_ACTS, request.lang, moment, last_id, PAGE_SIZE + 1)
    acts = []
    for row in rows[:PAGE_SIZE]:
        until = row["created_at"] + UNDO_FOR
        can_undo = row["undone_at"] is None and until > request.now
        acts.append(read_row(PastAct, {**dict(row), "undo_until": until if can_undo else None}))
    following = encode_cursor(acts[-1].created_at, acts[-1].id) if len(rows) > PAGE_SIZE else None
    return Page(PastActsPayload(tuple(acts), following))
