"""Moderation: reported posts and replies, hidden ones, and the forums themselves.

Read with the administrator's role: for all others the same statements return nothing.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, get_args
from uuid import UUID

import msgspec

from balai.site.loaders.forum.held import AutomaticAct, HeldText, count_waiting, list_automatic, list_waiting
from balai.site.loaders.people.reports import PrivateReport, list_private_reports
from balai.site.loaders.rows import read_row
from balai.site.rich_text import plain_text
from balai.site.screens import Lang, NotFound, Page, PageRequest, Payload, encode_cursor

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

PAGE_SIZE = 20
EXCERPT_LENGTH = 400
Shelf = Literal["waiting", "open", "upheld", "dismissed", "hidden", "automatic"]
Reason = Literal["spam", "abuse", "private", "other"]


class ReportedThing(Payload, frozen=True):
    """The reported post or reply, with its current or last text. `reply_number` is None for a post."""

    post_id: UUID
    reply_id: UUID | None
    reply_number: int | None
    forum_slug: str
    language: Lang
    title: str | None
    text: str
    author_name: str | None
    is_hidden: bool
    is_deleted: bool


class ForumReport(Payload, frozen=True):
    """One report. `reporters`: the number of open reports on the same post or reply; one decision closes all."""

    id: UUID
    thing: ReportedThing
    reason: Reason
    note: str
    reporter_name: str | None
    reporters: int
    created_at: datetime
    handled_by: str | None
    handled_at: datetime | None


class HiddenThing(Payload, frozen=True):
    """A hidden post or reply."""

    thing: ReportedThing
    hidden_at: datetime


class AdminReportsPayload(Payload, frozen=True):
    """Reports of one state, hidden posts and replies, texts that wait, or what reports did by themselves.

    `private`: reported messages, on the first page.
    """

    shelf: Shelf
    open_count: int
    waiting_count: int
    waiting: tuple[HeldText, ...]
    automatic: tuple[AutomaticAct, ...]
    reports: tuple[ForumReport, ...]
    hidden: tuple[HiddenThing, ...]
    private: tuple[PrivateReport, ...]
    next: str | None


class AdminForumText(Payload, frozen=True):
    """A forum's name and description in one language."""

    language: Lang
    name: str
    description: str


class AdminForumRights(Payload, frozen=True):
    """What a group may do in a forum. `group_id` None: everyone."""

    group_id: UUID | None
    rights: tuple[Literal["see", "reply", "create", "moderate"], ...]


class AdminForumGroup(Payload, frozen=True):
    """A group that can get rights."""

    id: UUID
    lang: Lang
    name: str


class AdminForum(Payload, frozen=True):
    """A forum in the editor. `is_draft`: administrators alone see it. `rights` count if `is_restricted`.

    `holds_first_posts` None: as the site's setting says.
    """

    id: UUID
    slug: str
    is_draft: bool
    edit_window_hours: int | None
    post_count: int
    reply_count: int
    texts: tuple[AdminForumText, ...]
    parent_id: UUID | None
    group_id: UUID | None
    is_restricted: bool
    is_confidential: bool
    holds_first_posts: bool | None
    rights: tuple[AdminForumRights, ...]


class ClosedForum(Payload, frozen=True):
    """A confidential forum that the visitor can open with a reason."""

    id: UUID
    lang: Lang
    name: str


class AdminForumsPayload(Payload, frozen=True):
    """The forums in their order, the groups that can get rights in them, and what is closed to the visitor."""

    forums: tuple[AdminForum, ...]
    groups: tuple[AdminForumGroup, ...]
    closed: tuple[ClosedForum, ...]


# The current or last text of a post or reply. Joined to rows with post_id and reply_id, one of them null.
THING = """
left join public.replies as reply on reply.id = item.reply_id
join public.posts as post on post.id = coalesce(item.post_id, reply.post_id)
join public.forums as forum on forum.id = post.forum_id
left join public.profiles as author
  on author.id = case when reply.id is null then post.author_id else reply.author_id end
left join lateral (
  select version.title, version.body from public.content_versions as version
  where version.post_id = item.post_id and version.reason <> 'edit' and post.body is null
    or version.reply_id = item.reply_id and version.reason <> 'edit' and reply.body is null
  order by version.id desc limit 1) as taken on true
"""
THING_COLUMNS = """
  post.id as post_id, reply.id as reply_id, reply.number, forum.slug,
  coalesce(reply.language, post.language) as language,
  coalesce(post.title, taken.title) as title,
  coalesce(case when reply.id is null then post.body else reply.body end, taken.body) as body,
  author.display_name as author_name,
  case when reply.id is null then post.hidden_at else reply.hidden_at end as hidden_at,
  case when reply.id is null then post.deleted_at else reply.deleted_at end as deleted_at
"""

LIST_REPORTS = f"""
select item.id, item.reason, item.note, item.created_at, item.handled_at,
  reporter.display_name as reporter_name, handler.display_name as handler_name,
  (select count(*) from public.reports as same
   where same.status = 'open' and (same.post_id = item.post_id or same.reply_id = item.reply_id)) as reporters,
  {THING_COLUMNS}
from public.reports as item {THING}
left join public.profiles as reporter on reporter.id = item.reporter_id
left join public.profiles as handler on handler.id = item.handled_by
where item.status = $1 and (item.created_at, item.id) < (coalesce($2, 'infinity'::timestamptz), $3)
order by item.created_at desc, item.id desc
limit $4
"""  # noqa: S608 - our own fragments

LIST_HIDDEN = f"""
select item.id, item.hidden_at as since, {THING_COLUMNS}
from (
  (select id, hidden_at, id as post_id, null::uuid as reply_id from public.posts
   where hidden_at is not null and merged_into is null
     and (hidden_at, id) < (coalesce($1, 'infinity'::timestamptz), $2)
   order by hidden_at desc, id desc limit $3)
  union all
  (select id, hidden_at, null, id from public.replies
   where hidden_at is not null and became_post is null
     and (hidden_at, id) < (coalesce($1, 'infinity'::timestamptz), $2)
   order by hidden_at desc, id desc limit $3)) as item {THING}
order by item.hidden_at desc, item.id desc
limit $3
"""  # noqa: S608 - our own fragments

COUNT_OPEN = "select count(*) from (select from public.reports where status = 'open' limit 1000) as open"

# $1: the page's language. The first text is the one to show where it has none.
LIST_FORUMS = """
select forum.id, forum.slug, forum.is_draft, extract(epoch from forum.edit_window)::int / 3600 as edit_window_hours,
  forum.post_count, forum.reply_count, forum.parent_id, forum.group_id, forum.is_restricted, forum.is_confidential,
  forum.holds_first_posts,
  (select coalesce(json_agg(json_build_object('groupId', r.group_id, 'rights', r.rights) order by r.id), '[]')
    from public.area_rights as r where r.forum_id = forum.id) as rights,
  coalesce(json_agg(json_build_object('language', text.language, 'name', text.name, 'description', text.description)
    order by array_position((select public.language_order($1::public.language)), text.language))
    filter (where text.name is not null), '[]') as texts
from public.forums as forum
left join public.forum_texts as text on text.forum_id = forum.id
group by forum.id
order by forum.position, forum.id
limit 200
"""

LIST_GROUPS = """
select g.id, text.language as lang, text.name from public.groups as g
cross join lateral (
  select t.language, t.name from public.group_texts as t where t.group_id = g.id
  order by array_position((select public.language_order($1::public.language)), t.language) limit 1) as text
where not g.is_everybody order by text.name, g.id limit 500
"""
LIST_CLOSED = "select id, lang, name from public.closed_forums($1::public.language)"

LAST_ID = UUID(int=2**128 - 1)


async def load_reports(request: PageRequest) -> Page[AdminReportsPayload]:
    """One shelf of the page, newest first; texts that wait oldest first."""
    shelf = _shelf(request)
    counts = {
        "open_count": await request.conn.fetchval(COUNT_OPEN),
        "waiting_count": await count_waiting(request),
    }
    empty: dict[str, Any] = {"reports": (), "hidden": (), "private": (), "waiting": (), "automatic": ()}
    if shelf in ("waiting", "automatic"):
        found = await (list_waiting(request) if shelf == "waiting" else list_automatic(request))
        return Page(AdminReportsPayload(**{**empty, **counts, "shelf": shelf, shelf: found[0], "next": found[1]}))
    moment, last_id = request.after(tuple[datetime, UUID]) or (None, LAST_ID)
    state = () if shelf == "hidden" else (shelf,)
    statement = LIST_HIDDEN if shelf == "hidden" else LIST_REPORTS
    rows = await request.conn.fetch(statement, *state, moment, last_id, PAGE_SIZE + 1)
    shown = rows[:PAGE_SIZE]
    last = shown[-1] if len(rows) > PAGE_SIZE else None
    following = encode_cursor(last["since" if shelf == "hidden" else "created_at"], last["id"]) if last else None
    if shelf == "hidden":
        things = tuple(HiddenThing(thing=_thing(row), hidden_at=row["since"]) for row in shown)
        return Page(AdminReportsPayload(**{**empty, **counts, "shelf": shelf, "hidden": things, "next": following}))
    reports = tuple(_report(row) for row in shown)
    private = () if moment else await list_private_reports(request, shelf)
    lists = {**empty, "reports": reports, "private": private}
    return Page(AdminReportsPayload(**{**lists, **counts, "shelf": shelf, "next": following}))


async def load_admin_forums(request: PageRequest) -> Page[AdminForumsPayload]:
    """All forums with their names in every language."""
    rows = await request.conn.fetch(LIST_FORUMS, request.lang)
    forums = tuple(
        AdminForum(
            id=row["id"],
            slug=row["slug"],
            is_draft=row["is_draft"],
            edit_window_hours=row["edit_window_hours"],
            post_count=row["post_count"],
            reply_count=row["reply_count"],
            texts=msgspec.json.decode(row["texts"], type=tuple[AdminForumText, ...]),
            parent_id=row["parent_id"],
            group_id=row["group_id"],
            is_restricted=row["is_restricted"],
            is_confidential=row["is_confidential"],
            holds_first_posts=row["holds_first_posts"],
            rights=msgspec.json.decode(row["rights"], type=tuple[AdminForumRights, ...]),
        )
        for row in rows
    )
    groups = await request.conn.fetch(LIST_GROUPS, request.lang)
    closed = await request.conn.fetch(LIST_CLOSED, request.lang)
    return Page(
        AdminForumsPayload(
            forums=forums,
            groups=tuple(read_row(AdminForumGroup, row) for row in groups),
            closed=tuple(read_row(ClosedForum, row) for row in closed),
        )
    )


def _shelf(request: PageRequest) -> Shelf:
    asked = request.query.get("status", "open")
    for shelf in get_args(Shelf):
        if shelf == asked:
            return shelf  # type: ignore[no-any-return]
    raise NotFound


def _report(row: "Row") -> ForumReport:
    return ForumReport(
        id=row["id"],
        thing=_thing(row),
        reason=row["reason"],
        note=row["note"],
        reporter_name=row["reporter_name"],
        reporters=row["reporters"],
        created_at=row["created_at"],
        handled_by=row["handler_name"],
        handled_at=row["handled_at"],
    )


def _thing(row: "Row") -> ReportedThing:
    return ReportedThing(
        post_id=row["post_id"],
        reply_id=row["reply_id"],
        reply_number=row["number"],
        forum_slug=row["slug"],
        language=row["language"],
        title=row["title"],
        text=plain_text(row["body"], EXCERPT_LENGTH) if row["body"] else "",
        author_name=row["author_name"],
        is_hidden=row["hidden_at"] is not None,
        is_deleted=row["deleted_at"] is not None,
    )
