"""Payloads of the forum's pages."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from balai.site.rich_text import RichText
from balai.site.screens import Lang, Payload

State = Literal["shown", "hidden", "deleted"]


class ForumPerson(Payload, frozen=True):
    """An author. None instead of it: the account is deleted."""

    id: UUID
    display_name: str
    picture_url: str | None


class ForumName(Payload, frozen=True):
    """A forum in the first of the reader's languages that it has: `language`. `hue`: which of the six colours."""

    id: UUID
    slug: str
    hue: int
    language: Lang
    name: str
    description: str


class ForumLatest(Payload, frozen=True):
    """The post of a forum with the latest activity, and the member who wrote last in it."""

    id: UUID
    language: Lang
    title: str
    writer: ForumPerson | None


class ForumSummary(Payload, frozen=True):
    """One forum in the list of forums. `unread`: topics with something new for the visitor, of the 20 latest."""

    forum: ForumName
    post_count: int
    reply_count: int
    unread: int
    last_activity_at: datetime | None
    latest: ForumLatest | None


class ForumsPayload(Payload, frozen=True):
    """The list of forums."""

    forums: tuple[ForumSummary, ...]


class ForumPostCard(Payload, frozen=True):
    """One post in a forum's list.

    `people`: the author and up to two others who replied last, as positions in the list's `people`; the author's is -1
    if the account is deleted. `is_unread` is false for guests.
    """

    id: UUID
    language: Lang
    title: str
    people: tuple[int, ...]
    is_pinned: bool
    is_locked: bool
    is_unread: bool
    reply_count: int
    last_activity_at: datetime


class ForumPayload(Payload, frozen=True):
    """One forum: a page of its posts, pinned first, then newest activity. `people`: each author once."""

    forum: ForumName
    post_count: int
    reply_count: int
    posts: tuple[ForumPostCard, ...]
    people: tuple[ForumPerson, ...]
    is_first_page: bool
    next: str | None


class ForumEntry(Payload, frozen=True, kw_only=True):
    """The common part of a post and a reply. `withdrawn`: the text of a hidden one, for those who may read it."""

    id: UUID
    language: Lang
    state: State
    body: RichText | None
    withdrawn: RichText | None
    author: ForumPerson | None
    created_at: datetime
    edited_at: datetime | None
    edited_by: str | None
    is_mine: bool
    can_edit: bool


class ForumOpeningPost(Payload, frozen=True):
    """The post at the top of a thread."""

    entry: ForumEntry
    title: str | None
    is_pinned: bool
    is_locked: bool
    reply_count: int


class ForumQuote(Payload, frozen=True):
    """The source of a reply's quotation."""

    number: int
    author_name: str | None


class ForumReply(Payload, frozen=True):
    """One reply."""

    entry: ForumEntry
    number: int
    quotes: ForumQuote | None


class ForumPostPayload(Payload, frozen=True):
    """A post with one page of its replies. `after` is the number before the first one shown; pages hold `page_size`.

    `last_read` is the number of the last reply that the visitor has read, on any device; 0: the post alone.
    """

    forum: ForumName
    post: ForumOpeningPost
    replies: tuple[ForumReply, ...]
    after: int
    last_number: int
    page_size: int
    last_read: int | None


class ForumNewPostPayload(Payload, frozen=True):
    """The form for a new post, with the forums to choose from."""

    forums: tuple[ForumName, ...]
    chosen: str | None
