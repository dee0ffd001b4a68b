"""The resources: what is published, by category, kind and language of the content; and the administrators' lists."""

from datetime import datetime
from typing import TYPE_CHECKING, Literal, get_args
from uuid import UUID

import msgspec

from balai.site.loaders.audiences import Audience, list_audiences
from balai.site.payloads import LANGS, Lang, Payload
from balai.site.pictures.member_files import shown_address
from balai.site.screens import NotFound, Page, PageRequest, Position, encode_cursor

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

PAGE_SIZE = 30
ADMIN_PAGE_SIZE = 100
ResourceKind = Literal["link", "document", "video", "form", "contact"]


class ResourceCategory(Payload, frozen=True):
    """A category that is not empty, named in one language."""

    slug: str
    language: Lang
    name: str
    count: int


class ResourceFile(Payload, frozen=True):
    """A file or link, with the languages that have it; without any, it is for all. `size`: bytes of an uploaded file.

    `older_than`: the language whose file was replaced at `older_since`, while this one stayed as it was.
    """

    url: str
    languages: tuple[Lang, ...]
    size: int | None
    older_than: Lang | None
    older_since: datetime | None


class ResourceItem(Payload, frozen=True):
    """A resource as readers see it. `file`: that of the reader's language, else of the next one in their order.

    `is_limited`: visitors do not see it.
    """

    id: UUID
    category: str
    kind: ResourceKind
    file: ResourceFile
    other_files: tuple[ResourceFile, ...]
    language: Lang
    title: str
    description: str
    is_limited: bool


class ResourcesPayload(Payload, frozen=True):
    """A page of resources, and its filters. `emergency`: the first emergency number, always shown; `count`: of all.

    `asked`: the resource whose file for members was opened without a session.
    """

    emergency: ResourceItem | None
    asked: ResourceItem | None
    count: int
    categories: tuple[ResourceCategory, ...]
    kinds: tuple[ResourceKind, ...]
    category: str | None
    kind: ResourceKind | None
    language: Lang | None
    resources: tuple[ResourceItem, ...]
    next: str | None


class AdminResourceCategoryName(Payload, frozen=True):
    """A category's name in one language."""

    language: Lang
    name: str


class AdminResourceCategory(Payload, frozen=True):
    """A category in the editor.

    `group_id`: the group whose members alone see it. `may_change`: the category itself, not only resources in it.
    """

    id: UUID
    slug: str
    group_id: UUID | None
    may_change: bool
    count: int
    names: tuple[AdminResourceCategoryName, ...]


class AdminResourceText(Payload, frozen=True):
    """A resource's texts in one language."""

    language: Lang
    title: str
    description: str


class AdminResourceFile(Payload, frozen=True):
    """The file or link of one language, or of all. `replaced_at`: since when it is that one."""

    language: Lang | None
    url: str
    replaced_at: datetime
    older_than: Lang | None
    older_since: datetime | None


class AdminResource(Payload, frozen=True):
    """A resource in the editor."""

    id: UUID
    category_id: UUID
    kind: ResourceKind
    files: tuple[AdminResourceFile, ...]
    is_published: bool
    group_id: UUID | None
    version: int
    texts: tuple[AdminResourceText, ...]


class AdminResourcesPayload(Payload, frozen=True):
    """All categories, and the resources of the selected one. `category` is None if there are none.

    `audiences`: the readers to choose from.
    """

    categories: tuple[AdminResourceCategory, ...]
    category: UUID | None
    resources: tuple[AdminResource, ...]
    next: str | None
    audiences: tuple[Audience, ...]


# The files of a resource, the reader's first. `preferred`: a language that comes before those of the reader.
FILES = """
cross join lateral (
  select jsonb_agg(jsonb_build_object('language', f.language, 'url', f.url, 'size', public.file_size(f.url),
    'olderThan', case when f.confirmed_at is null then f.older_than end,
    'olderSince', case when f.confirmed_at is null then f.older_since end)
    order by f.language is distinct from {preferred},
      array_position((select public.language_order($1::public.language)), f.language)) as files
  from public.resource_files f where f.resource_id = r.id) held
"""

# $1: the page's language. The first of the reader's languages that has a text.
LIST_CATEGORIES = """
select c.slug, text.language::text, text.name, held.count
from public.resource_categories c
cross join lateral (
  select count(*) from public.resources r where r.category_id = c.id and r.is_published) held
cross join lateral (
  select t.language, t.name from public.resource_category_texts t where t.category_id = c.id
  order by array_position((select public.language_order($1::public.language)), t.language) limit 1) text
where held.count > 0
order by c.position, c.id
limit 200
"""

# A telephone number of three or four digits, as 999 and 112 are.
FIND_EMERGENCY = f"""
select r.id, c.slug as category, r.kind, held.files::text as files, text.language::text, text.title, text.description,
  r.group_id is not null as is_limited
from public.resources r
join public.resource_categories c on c.id = r.category_id
{FILES.format(preferred="null")}
cross join lateral (
  select t.language, t.title, t.description from public.resource_texts t where t.resource_id = r.id
  order by array_position((select public.language_order($1::public.language)), t.language) limit 1) text
where r.is_published and r.kind = 'contact' and exists (
  select from public.resource_files f where f.resource_id = r.id and f.url ~ '^tel:[+]?[0-9]{{3,4}}$')
  and held.files -> 0 ->> 'url' ~ '^tel:[+]?[0-9]{{3,4}}$'
order by c.position, c.id, r.position, r.id limit 1
"""  # noqa: S608 - our own fragment

LIST_KINDS = "select distinct kind from public.resources where is_published"

# The rows of the page first: the sizes of files are read for these alone.
RESOURCES = """
select r.*, held.files::text as files, text.language::text, text.title, text.description
from (
  select r.id, c.slug as category, r.kind, r.group_id is not null as is_limited,
    c.position as category_position, c.id as category_id, r.position
  from public.resources r
  join public.resource_categories c on c.id = r.category_id
  where r.is_published and exists (select from public.resource_files f where f.resource_id = r.id) and {condition}
  order by c.position, c.id, r.position, r.id
  limit {limit}) r
{files}
cross join lateral (
  select t.language, t.title, t.description from public.resource_texts t where t.resource_id = r.id
  order by array_position((select public.language_order($1::public.language)), t.language) limit 1) text
order by r.category_position, r.category_id, r.position, r.id
"""
LIST_RESOURCES = RESOURCES.format(
    files=FILES.format(preferred="$4::text::public.language"),
    condition="""($2::text is null or c.slug = $2) and ($3::text is null or r.kind = $3)
  and ($4::text is null or exists (select from public.resource_files f
    where f.resource_id = r.id and (f.language = $4::text::public.language or f.language is null)))
  and ($5::integer is null or (c.position, c.id, r.position, r.id) > ($5, $6::uuid, $7, $8::uuid))""",
    limit="$9",
)
FIND_BY_FILE = RESOURCES.format(
    files=FILES.format(preferred="null"),
    condition="""exists (select from public.resource_files f
    where f.resource_id = r.id and f.stored_name = 'member-files/' || $2)""",
    limit="1",
)
LIST_OF_GROUP = RESOURCES.format(files=FILES.format(preferred="null"), condition="r.group_id = $2", limit="200")

# $1: the page's language. The first name is the one to show where it has none.
LIST_ALL_CATEGORIES = """
with wanted as (select public.language_order($1::public.language) as languages)
select c.id, c.slug, c.group_id,
  array[public.site_scope(), c.group_id] && (select public.my_scopes('library')) as may_change,
  (select count(*) from public.resources r where r.category_id = c.id) as count,
  array(
    select t.language::text from public.resource_category_texts t, wanted w where t.category_id = c.id
    order by array_position(w.languages, t.language)) as languages,
  array(
    select t.name from public.resource_category_texts t, wanted w where t.category_id = c.id
    order by array_position(w.languages, t.language)) as names
from public.resource_categories c
order by c.position, c.id
limit 200
"""

# $5: the page's language, as above.
LIST_SHELF = """
with wanted as (select public.language_order($5::public.language) as languages)
select r.id, r.category_id, r.kind, r.is_published, r.group_id, r.version, r.position,
  (select coalesce(jsonb_agg(jsonb_build_object('language', f.language, 'url', f.url, 'replacedAt', f.replaced_at,
      'olderThan', case when f.confirmed_at is null then f.older_than end,
      'olderSince', case when f.confirmed_at is null then f.older_since end)
      order by array_position(w.languages, f.language)), '[]')
    from public.resource_files f, wanted w where f.resource_id = r.id)::text as files,
  array(
    select t.language::text from public.resource_texts t, wanted w where t.resource_id = r.id
    order by array_position(w.languages, t.language)) as languages,
  array(
    select t.title from public.resource_texts t, wanted w where t.resource_id = r.id
    order by array_position(w.languages, t.language)) as titles,
  array(
    select t.description from public.resource_texts t, wanted w where t.resource_id = r.id
    order by array_position(w.languages, t.language)) as descriptions
from public.resources r
where r.category_id = $1 and ($2::integer is null or (r.position, r.id) > ($2, $3::uuid))
order by r.position, r.id
limit $4
"""


async def load_resources(request: PageRequest) -> Page[ResourcesPayload]:
    """The published resources, filtered by the query."""
    categories = tuple(
        ResourceCategory(slug=row["slug"], language=row["language"], name=row["name"], count=row["count"])
        for row in await request.conn.fetch(LIST_CATEGORIES, request.lang)
    )
    found = {row["kind"] for row in await request.conn.fetch(LIST_KINDS)}
    category, kind, language = (request.query.get(name) for name in ("category", "kind", "language"))
    if (
        (category and category not in {one.slug for one in categories})
        or (kind and kind not in get_args(ResourceKind))
        or (language and language not in LANGS)
    ):
        raise NotFound
    after = request.after(tuple[Position, UUID, Position, UUID]) or (None, None, None, None)
    chosen = (category or None, kind or None, language or None)
    rows = await request.conn.fetch(LIST_RESOURCES, request.lang, *chosen, *after, PAGE_SIZE + 1)
    shown = rows[:PAGE_SIZE]
    emergency = await request.conn.fetchrow(FIND_EMERGENCY, request.lang)
    file = request.query.get("file")
    asked = await request.conn.fetchrow(FIND_BY_FILE, request.lang, file) if file else None
    return Page(
        ResourcesPayload(
            emergency=_item(request, emergency) if emergency else None,
            asked=_item(request, asked) if asked else None,
            count=sum(one.count for one in categories),
            categories=categories,
            kinds=tuple(one for one in get_args(ResourceKind) if one in found),
            category=chosen[0],
            kind=next((one for one in get_args(ResourceKind) if one == kind), None),
            language=next((one for one in LANGS if one == language), None),
            resources=tuple(_item(request, row) for row in shown),
            next=_next(shown, "category_position", "category_id", "position", "id") if len(rows) > len(shown) else None,
        )
    )


async def list_group_resources(request: PageRequest, group: UUID) -> tuple[ResourceItem, ...]:
    """The published resources that the members of one group alone read."""
    return tuple(_item(request, row) for row in await request.conn.fetch(LIST_OF_GROUP, request.lang, group))


async def load_admin_resources(request: PageRequest) -> Page[AdminResourcesPayload]:
    """The resources of one category, drafts included. Without a category in the query: of the first one."""
    rows = await request.conn.fetch(LIST_ALL_CATEGORIES, request.lang)
    wanted = request.query.get("category")
    chosen = next((row for row in rows if wanted in (None, row["slug"])), None)
    if wanted and chosen is None:
        raise NotFound
    after = request.after(tuple[Position, UUID]) or (None, None)
    asked = (*after, ADMIN_PAGE_SIZE + 1, request.lang)
    found = await request.conn.fetch(LIST_SHELF, chosen["id"], *asked) if chosen else []
    shown = found[:ADMIN_PAGE_SIZE]
    return Page(
        AdminResourcesPayload(
            categories=tuple(_admin_category(row) for row in rows),
            category=chosen["id"] if chosen else None,
            resources=tuple(_admin_resource(row) for row in shown),
            next=_next(shown, "position", "id") if len(found) > len(shown) else None,
            audiences=await list_audiences(request, "library"),
        )
    )


def _next(rows: list["Row"], *key: str) -> str:
    return encode_cursor(*(rows[-1][name] for name in key))


class _Held(msgspec.Struct, frozen=True, rename="camel"):
    """The file of one language, as `FILES` returns it."""

    language: Lang | None
    url: str
    size: int | None
    older_than: Lang | None
    older_since: datetime | None


def _item(request: PageRequest, row: "Row") -> ResourceItem:
    file, *others = _files(request, row["files"])
    return ResourceItem(
        id=row["id"],
        category=row["category"],
        kind=row["kind"],
        file=file,
        other_files=tuple(others),
        language=row["language"],
        title=row["title"],
        description=row["description"],
        is_limited=row["is_limited"],
    )


def _files(request: PageRequest, text: str) -> list[ResourceFile]:
    """One for each address: a file in two languages is that of both."""
    held = msgspec.json.decode(text, type=list[_Held])
    return [
        ResourceFile(
            url=shown_address(request, first.url),
            languages=tuple(one.language for one in held if one.url == first.url and one.language is not None),
            size=first.size,
            older_than=first.older_than,
            older_since=first.older_since,
        )
        for place, first in enumerate(held)
        if first.url not in {one.url for one in held[:place]}
    ]


def _admin_category(row: "Row") -> AdminResourceCategory:
    names = zip(row["languages"], row["names"], strict=True)
    return AdminResourceCategory(
        id=row["id"],
        slug=row["slug"],
        group_id=row["group_id"],
        may_change=row["may_change"],
        count=row["count"],
        names=tuple(AdminResourceCategoryName(language=language, name=name) for language, name in names),
    )


def _admin_resource(row: "Row") -> AdminResource:
    texts = zip(row["languages"], row["titles"], row["descriptions"], strict=True)
    return AdminResource(
        id=row["id"],
        category_id=row["category_id"],
        kind=row["kind"],
        files=msgspec.json.decode(row["files"], type=tuple[AdminResourceFile, ...]),
        is_published=row["is_published"],
        group_id=row["group_id"],
        version=row["version"],
        texts=tuple(
            AdminResourceText(language=language, title=title, description=description)
            for language, title, description in texts
        ),
    )
