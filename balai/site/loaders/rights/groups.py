"""Groups: those that a member may know of, one with its areas and members, and their administration.

Row policies decide which groups, members and requests a caller reads.
"""

from datetime import datetime
from typing import Literal
from uuid import UUID

from balai.site.loaders.blog.articles import list_group_articles
from balai.site.loaders.blog.payloads import BlogCard
from balai.site.loaders.forum.names import FORUM_TEXT
from balai.site.loaders.resources import ResourceItem, list_group_resources
from balai.site.loaders.rows import read_row
from balai.site.payloads import Head, Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest, encode_cursor

Joining = Literal["open", "request", "invitation"]
Membership = Literal["member", "asked", "invited"]
MEMBERS_PER_PAGE = 60
ARTICLES = 12
START = (datetime.fromisoformat("9999-01-01T00:00:00+00:00"), UUID(int=2**128 - 1))

# $1: the page's language, $2: the visitor.
GROUPS = """
select g.id, g.slug, text.language as lang, text.name, text.description, g.joining, g.is_listed, g.member_count,
  own.status as membership, public.may('people', g.id) as is_led,
  (select count(*) from public.group_members as m where m.group_id = g.id and m.status = 'asked') as asked_count
from public.groups as g
cross join lateral (
  select t.language, t.name, t.description from public.group_texts as t where t.group_id = g.id
  order by array_position((select public.language_order($1::public.language)), t.language) limit 1) as text
left join public.group_members as own on own.group_id = g.id and own.member_id = $2
where not g.is_everybody and {condition}
order by own.status is null, text.name, g.id
limit 500
"""
LIST_GROUPS = GROUPS.format(condition="true")
LIST_LED_GROUPS = GROUPS.format(
    condition="array[public.site_scope(), g.id] && (select public.my_scopes('people'))",
)
GET_GROUP = GROUPS.format(condition="g.slug = $3")
GET_LED_GROUP = GROUPS.format(condition="g.id = $3 and public.may('people', g.id)")
LIST_AREAS = f"""
select forum.slug, text.language as lang, text.name from public.forums as forum {FORUM_TEXT}
where forum.group_id = $2 order by forum.position, forum.id limit 50
"""  # noqa: S608 - our own fragment
LIST_MEMBERS = """
select p.id, p.display_name, p.picture_url, m.created_at as since
from public.group_members as m join public.profiles as p on p.id = m.member_id
where m.group_id = $1 and m.status = $2 and (m.created_at, m.member_id) < ($3, $4)
order by m.created_at desc, m.member_id desc
limit $5
"""
LIST_TEXTS = "select language as lang, name, description from public.group_texts where group_id = $1"


class Group(Payload, frozen=True):
    """One group in the best of the reader's languages.

    `is_led`: the visitor administers it. `asked_count`: requests that the visitor sees, as a leader all of them.
    """

    id: UUID
    slug: str
    lang: Lang
    name: str
    description: str
    joining: Joining
    is_listed: bool
    member_count: int
    membership: Membership | None
    is_led: bool
    asked_count: int


class GroupsPayload(Payload, frozen=True):
    """Groups, those of the visitor first."""

    groups: tuple[Group, ...]


class GroupArea(Payload, frozen=True):
    """An area of the forum that belongs to the group."""

    slug: str
    lang: Lang
    name: str


class GroupMember(Payload, frozen=True):
    """A member of a group, or one who asked or is invited."""

    id: UUID
    display_name: str
    picture_url: str | None
    since: datetime


class GroupPayload(Payload, frozen=True):
    """One group. Only its members read who else is in it, its articles and its resources."""

    group: Group
    areas: tuple[GroupArea, ...]
    articles: tuple[BlogCard, ...]
    resources: tuple[ResourceItem, ...]
    members: tuple[GroupMember, ...]
    next: str | None


class GroupText(Payload, frozen=True):
    """Name and description in one language."""

    lang: Lang
    name: str
    description: str


class AdminGroupPayload(Payload, frozen=True):
    """A group for its leaders: texts, requests, invitations, and a page of its members."""

    group: Group
    texts: tuple[GroupText, ...]
    asked: tuple[GroupMember, ...]
    invited: tuple[GroupMember, ...]
    members: tuple[GroupMember, ...]
    next: str | None


async def load_groups(request: PageRequest) -> Page[GroupsPayload]:
    """The groups that the member may know of."""
    return Page(GroupsPayload(await _list(request, LIST_GROUPS)), Head(description=request.text("groups.lead")))


async def load_admin_groups(request: PageRequest) -> Page[GroupsPayload]:
    """The groups that the visitor administers."""
    return Page(GroupsPayload(await _list(request, LIST_LED_GROUPS)))


async def load_group(request: PageRequest) -> Page[GroupPayload]:
    """One group with its areas, articles, resources and members."""
    group = await _get(request, GET_GROUP, request.params["groupSlug"])
    areas = await request.conn.fetch(LIST_AREAS, request.lang, group.id)
    members, more = await _members(request, group.id)
    payload = GroupPayload(
        group=group,
        areas=tuple(read_row(GroupArea, row) for row in areas),
        articles=await list_group_articles(request, group.id, ARTICLES),
        resources=await list_group_resources(request, group.id),
        members=members,
        next=more,
    )
    return Page(payload, Head(title=group.name, description=group.description or None))


async def load_admin_group(request: PageRequest) -> Page[AdminGroupPayload]:
    """One group for its leaders."""
    group = await _get(request, GET_LED_GROUP, request.uuid("groupId"))
    texts = await request.conn.fetch(LIST_TEXTS, group.id)
    members, more = await _members(request, group.id)
    asked, invited = [
        tuple(
            read_row(GroupMember, row) for row in await request.conn.fetch(LIST_MEMBERS, group.id, status, *START, 200)
        )
        for status in ("asked", "invited")
    ]
    payload = AdminGroupPayload(
        group=group,
        texts=tuple(read_row(GroupText, row) for row in texts),
        asked=asked,
        invited=invited,
        members=members,
        next=more,
    )
    return Page(payload, Head(title=group.name))


async def _list(request: PageRequest, statement: str) -> tuple[Group, ...]:
    rows = await request.conn.fetch(statement, request.lang, request.visitor and request.visitor.id)
    return tuple(read_row(Group, row) for row in rows)


async def _get(request: PageRequest, statement: str, wanted: str | UUID) -> Group:
    row = await request.conn.fetchrow(statement, request.lang, request.visitor and request.visitor.id, wanted)
    if row is None:
        raise NotFound
    return read_row(Group, row)


async def _members(request: PageRequest, group: UUID) -> tuple[tuple[GroupMember, ...], str | None]:
    after = request.after(tuple[datetime, UUID]) or START
    rows = await request.conn.fetch(LIST_MEMBERS, group, "member", *after, MEMBERS_PER_PAGE + 1)
    shown = tuple(read_row(GroupMember, row) for row in rows[:MEMBERS_PER_PAGE])
    return shown, encode_cursor(shown[-1].since, shown[-1].id) if len(rows) > MEMBERS_PER_PAGE else None
