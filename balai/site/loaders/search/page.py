"""The search screen: results that the visitor may read, best or newest first, with the matches marked."""

import re
from datetime import timedelta
from typing import TYPE_CHECKING, get_args
from uuid import UUID

from balai.site.loaders.forum.names import FORUM_TEXT
from balai.site.loaders.query_values import parse_id
from balai.site.loaders.rows import read_row
from balai.site.loaders.search.hits import list_hits, list_people
from balai.site.loaders.search.payloads import (
    KINDS,
    TEXT_KINDS,
    SearchArea,
    SearchAuthor,
    SearchDate,
    SearchForum,
    SearchHit,
    SearchOrder,
    SearchPayload,
)
from balai.site.payloads import LANGS, Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

PAGE_SIZE = 20
MAX_PEOPLE = 4
MAX_NEAREST = 5
MAX_ATTEMPTS = 2
# Two Chinese characters are a word, and two letters are the beginning of many.
SHORTEST_BEGINNING = 2
MAX_FORUMS = 100
DAYS = {"week": 7, "month": 30, "year": 365}
# Parameters that narrow a search. Words without results are counted without them only (analytics/empty_searches.py).
FILTERS = ("kind", "language", "forum", "author", "own", "date")
PLACE = r"-?[0-9]{1,18}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
PERSON = r"p[01]_([0-9a-f]{2}){0,1000}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
CURSOR = re.compile(rf"[1-5]_{PLACE}_-?[0-9]{{1,5}}_{PLACE}|{PERSON}")


SEARCH = """
select s.kind, s.id, s.language::text, s.title, s.excerpt, s.place, s.ring, s.created_at, s.cursor
from public.search($1, $2::text::public.language, $3::text[], $4::text::public.language, $5, $6, $7, $8, $9, $10) s
"""

# $1: the page's language. Of sessions there are many; each is found by its words.
LIST_FORUMS = f"""
select forum.slug, text.language, text.name
from public.forums as forum {FORUM_TEXT}
where forum.slot_id is null order by forum.position, forum.id limit {MAX_FORUMS}
"""  # noqa: S608 - our own fragments
GET_FORUM = f"""
select forum.id, forum.slug, text.language, text.name
from public.forums as forum {FORUM_TEXT}
where forum.slug = $2
"""  # noqa: S608 - our own fragment
GET_AUTHOR = "select id, display_name as name from public.profiles where id = $1"


class _Narrowed(Payload, frozen=True):
    """The filters and the order of a search, as the visitor sees them. `forum_id` belongs to `forum`."""

    kind: SearchArea | None
    language: Lang | None
    forum: SearchForum | None
    forum_id: UUID | None
    author: SearchAuthor | None
    date: SearchDate | None
    is_own: bool
    order: SearchOrder


async def load_search(request: PageRequest) -> Page[SearchPayload]:
    """Search with the visitor's role. Without words: the form only."""
    words = " ".join(request.query.get("q", "").replace("\0", " ").split())[:200]
    narrowed = await _narrowed(request)
    after = request.query.get("after") or None
    if after and not CURSOR.fullmatch(after):
        raise NotFound
    rows = await _search(request, words, narrowed, after) if words else []
    people = [row for row in rows if row["kind"] == "person"]
    texts = [row for row in rows if row["kind"] != "person"]
    # People have an area with pages of their own; elsewhere a few stand before the texts.
    found = people if narrowed.kind == "person" else texts
    shown = found[:PAGE_SIZE]
    is_near = bool(shown) and shown[0]["ring"] == 0
    # Texts with some of the words are on the first page only.
    nearest = await _find_nearest(request, words) if words and not rows and not after else ()
    has_next = len(found) > len(shown) and shown[-1]["ring"] > 0
    forums = await request.conn.fetch(LIST_FORUMS, request.lang) if words else []
    return Page(
        SearchPayload(
            words=words,
            kind=narrowed.kind,
            language=narrowed.language,
            forum=narrowed.forum,
            author=narrowed.author,
            date=narrowed.date,
            is_own=narrowed.is_own,
            order=narrowed.order,
            forums=tuple(read_row(SearchForum, row) for row in forums),
            people=list_people(shown if found is people else people[:MAX_PEOPLE]),
            has_more_people=found is texts and len(people) > MAX_PEOPLE,
            hits=await list_hits(request, shown if found is texts else ()),
            nearest=nearest,
            is_near=is_near,
            next=shown[-1]["cursor"] if has_next else None,
        )
    )


async def _narrowed(request: PageRequest) -> _Narrowed:
    """The filters of the query. An area or a member that the visitor does not see is like one that does not exist."""
    given = {name: request.query.get(name) or None for name in (*FILTERS, "order")}
    kind, language, date, order = (given[name] for name in ("kind", "language", "date", "order"))
    known = (kind in {None, *KINDS}, language in {None, *LANGS}, date in {None, *DAYS}, order in {None, "newest"})
    if not all(known) or given["own"] not in {None, "1"}:
        raise NotFound
    forum, author = None, None
    if given["forum"]:
        forum = await request.conn.fetchrow(GET_FORUM, request.lang, given["forum"].replace("\0", ""))
    if given["author"]:
        author = await request.conn.fetchrow(GET_AUTHOR, parse_id(given["author"]))
    if (given["forum"] and forum is None) or (given["author"] and author is None):
        raise NotFound
    return _Narrowed(
        kind=next((one for one in get_args(SearchArea) if one == kind), None),
        language=next((one for one in LANGS if one == language), None),
        forum=SearchForum(slug=forum["slug"], language=forum["language"], name=forum["name"]) if forum else None,
        forum_id=forum["id"] if forum else None,
        author=read_row(SearchAuthor, author) if author else None,
        date=next((one for one in get_args(SearchDate) if one == date), None),
        is_own=given["own"] is not None,
        order="newest" if order else "best",
    )


async def _search(request: PageRequest, words: str, narrowed: _Narrowed, after: str | None) -> list["Row"]:
    """One row more than a page has, for whether another page follows."""
    author = narrowed.author.id if narrowed.author else None
    if narrowed.is_own:
        me = request.visitor.id if request.visitor else None
        # A visitor has no texts, and no text has two authors.
        if me is None or author not in {None, me}:
            return []
        author = me
    rows: list[Row] = await request.conn.fetch(
        SEARCH,
        words,
        request.lang,
        KINDS[narrowed.kind] if narrowed.kind else None,
        narrowed.language,
        after,
        PAGE_SIZE + 1,
        author,
        narrowed.forum_id,
        request.now - timedelta(days=DAYS[narrowed.date]) if narrowed.date else None,
        narrowed.order == "newest",
    )
    return rows


async def _find_nearest(request: PageRequest, words: str) -> tuple[SearchHit, ...]:
    """A few results where the search itself has none: everywhere first, then for beginnings of the longest words."""
    for attempt in (words, *_beginnings(words)):
        rows = await request.conn.fetch(
            SEARCH, attempt, request.lang, TEXT_KINDS, None, None, MAX_NEAREST, None, None, None, False
        )
        if rows:
            return await list_hits(request, rows[:MAX_NEAREST])
    return ()


def _beginnings(words: str) -> list[str]:
    """The first two thirds of the longest words: a wrong ending, or a word that was joined to another."""
    longest = sorted(words.split(), key=len, reverse=True)[:MAX_ATTEMPTS]
    return [word[: max(len(word) * 2 // 3, SHORTEST_BEGINNING)] for word in longest if len(word) > SHORTEST_BEGINNING]
