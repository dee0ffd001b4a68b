"""The forums in the administration.

Read with the administrator's role: for all others the same statements return nothing.
"""

from typing import Literal
from uuid import UUID

import msgspec

from balai.site.loaders.forum.payloads import TextMark
from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import Page, PageRequest


class AdminForumText(Payload, frozen=True):
    """A forum's name and description in one language."""

    language: Lang
    name: str
    description: str


class AdminForumRights(Payload, frozen=True):
    """The permissions of a group in a forum. `group_id` None: everyone."""

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
    kept_from: tuple[TextMark, ...]
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


# $1: the page's language. The first text is the one to show where it has none.
LIST_FORUMS = """
select forum.id, forum.slug, forum.is_draft, extract(epoch from forum.edit_window)::int / 3600 as edit_window_hours,
  forum.post_count, forum.reply_count, forum.parent_id, forum.group_id, forum.is_restricted, forum.is_confidential,
  forum.holds_first_posts, forum.kept_from,
  (select coalesce(json_agg(json_build_object('groupId', r.group_id, 'rights', r.rights) order by r.id), '[]')
    from public.area_rights as r where r.forum_id = forum.id) as rights,
  coalesce(json_agg(json_build_object('language', text.language, 'name', text.name, 'description', text.description)
    order by array_position((select public.language_order($1::public.language)), text.language))
    filter (where text.name is not null), '[]') as texts
from public.forums as forum
left join public.forum_texts as text on text.forum_id = forum.id
where forum.slot_id is null
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
            kept_from=tuple(row["kept_from"]),
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
