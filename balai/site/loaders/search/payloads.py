"""The payload of the search screen, and the kinds of results."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from balai.site.payloads import Lang, Payload

SearchDate = Literal["week", "month", "year"]
SearchOrder = Literal["best", "newest"]
SearchArea = Literal["article", "forum", "resource", "event", "service", "page", "person"]
HitKind = Literal["article", "post", "reply", "resource", "event", "service", "page"]
KINDS: dict[str, list[str]] = {
    "article": ["article"],
    "forum": ["post", "reply"],
    "resource": ["resource"],
    "event": ["event"],
    "service": ["service"],
    "page": ["page"],
    "person": ["person"],
}
TEXT_KINDS = [kind for area, kinds in KINDS.items() if area != "person" for kind in kinds]


class SearchSegment(Payload, frozen=True):
    """A part of a text. `match`: it matches the query."""

    text: str
    match: bool


class SearchHit(Payload, frozen=True):
    """One result. `language` is that of its text.

    `forum` names the forum of a post or reply, `thread` the post of a reply. `is_translation`: the words are those of a
    stored translation. `is_untranslated`: marked, for browsers as well. `starts_at`: the next date of an event.
    """

    id: UUID
    kind: HitKind
    language: Lang
    title: tuple[SearchSegment, ...]
    excerpt: tuple[SearchSegment, ...]
    path: str
    forum: str | None
    thread: str | None
    thread_language: Lang | None
    is_draft: bool
    is_translation: bool
    is_untranslated: bool
    created_at: datetime
    starts_at: datetime | None


class SearchPerson(Payload, frozen=True):
    """A member, found by name. `about` is empty if the visitor may not see it."""

    id: UUID
    display_name: str
    picture_url: str | None
    about: str


class SearchForum(Payload, frozen=True):
    """An area of the forum; a search in it includes the areas below it."""

    slug: str
    language: Lang
    name: str


class SearchAuthor(Payload, frozen=True):
    id: UUID
    name: str


class SearchPayload(Payload, frozen=True):
    """A page of results. `is_near`: no result has all the words, these have most of them.

    `is_own`: texts of the visitor only. `forums`: those that can be chosen.
    `people`: the first of them beside texts, or a page of them in their own area; `has_more_people`: there are others.
    `nearest`: where nothing was found, what is found without the filters, else with the beginning of a word.
    """

    words: str
    kind: SearchArea | None
    language: Lang | None
    forum: SearchForum | None
    author: SearchAuthor | None
    date: SearchDate | None
    is_own: bool
    order: SearchOrder
    forums: tuple[SearchForum, ...]
    people: tuple[SearchPerson, ...]
    has_more_people: bool
    hits: tuple[SearchHit, ...]
    nearest: tuple[SearchHit, ...]
    is_near: bool
    next: str | None
