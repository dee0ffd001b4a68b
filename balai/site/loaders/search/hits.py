"""Results of the search: names of forums, marks of their texts, and addresses."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from balai.site.loaders.forum.names import IS_UNTRANSLATED
from balai.site.loaders.search.payloads import SearchHit, SearchPerson, SearchSegment
from balai.site.pictures.member_files import shown_address
from balai.site.screens import PageRequest

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

# $1: the page's language.
NAME_FORUMS = """
select forum.slug, text.name
from public.forums as forum
cross join lateral (
  select t.name from public.forum_texts t where t.forum_id = forum.id
  order by array_position((select public.language_order($1::public.language)), t.language) limit 1) as text
where forum.slug = any ($2)
"""

# Of the texts $1, those that are kept from translation, by themselves or with their topic or area.
FIND_UNTRANSLATED = f"""
select post.id from public.posts as post
join public.forums as forum on forum.id = post.forum_id
where post.id = any ($1::uuid[]) and {IS_UNTRANSLATED}
union all
select reply.id from public.replies as reply
join public.posts as post on post.id = reply.post_id
join public.forums as forum on forum.id = post.forum_id
where reply.id = any ($1::uuid[]) and ('translate' = any (reply.kept_from) or {IS_UNTRANSLATED})
"""  # noqa: S608 - our own fragment


def list_people(rows: Sequence["Row"]) -> tuple[SearchPerson, ...]:
    """Members among the rows of a search, in their order."""
    return tuple(_person(row) for row in rows)


def _person(row: "Row") -> SearchPerson:
    (name,) = msgspec.json.decode(row["title"], type=tuple[SearchSegment])
    about = msgspec.json.decode(row["excerpt"], type=tuple[SearchSegment, ...])
    picture = msgspec.json.decode(row["place"])["picture"]
    return SearchPerson(row["id"], name.text, picture, "".join(part.text for part in about))


async def list_hits(request: PageRequest, rows: Sequence["Row"]) -> tuple[SearchHit, ...]:
    places: list[dict[str, Any]] = [msgspec.json.decode(row["place"]) for row in rows]
    slugs = list({place["forum"] for place in places if "forum" in place})
    names = {row["slug"]: row["name"] for row in await request.conn.fetch(NAME_FORUMS, request.lang, slugs)}
    texts = [row["id"] for row in rows if row["kind"] in {"post", "reply"}]
    kept = {row["id"] for row in await request.conn.fetch(FIND_UNTRANSLATED, texts)} if texts else set()
    return tuple(
        _hit(request, row, place, names, is_untranslated=row["id"] in kept)
        for row, place in zip(rows, places, strict=True)
    )


def _hit(
    request: PageRequest, row: "Row", place: dict[str, Any], forums: dict[str, str], *, is_untranslated: bool
) -> SearchHit:
    return SearchHit(
        id=row["id"],
        kind=row["kind"],
        language=row["language"],
        title=msgspec.json.decode(row["title"], type=tuple[SearchSegment, ...]),
        excerpt=msgspec.json.decode(row["excerpt"], type=tuple[SearchSegment, ...]),
        path=_path(request, row, place),
        forum=forums.get(place.get("forum", "")),
        thread=place.get("title"),
        thread_language=place.get("titleLanguage"),
        is_draft=place.get("isDraft", False),
        is_translation=place.get("isTranslation", False),
        is_untranslated=is_untranslated,
        created_at=row["created_at"],
        starts_at=msgspec.convert(place["startsAt"], datetime) if "startsAt" in place else None,
    )


def _path(request: PageRequest, row: "Row", place: dict[str, Any]) -> str:
    """The address of a result. An article and a page open in the language of the text that was found."""
    match row["kind"]:
        case "page":
            return request.path_to("page", lang=row["language"], slug=place["slug"])
        case "article":
            return request.path_to("blog.article", lang=row["language"], blogId=place["slug"])
        case "post" | "reply":
            return f"/{request.lang}{place['path']}"
        case "service" | "event":
            return request.path_to("book.service", serviceId=place["slug"])
    return shown_address(request, place["url"])
