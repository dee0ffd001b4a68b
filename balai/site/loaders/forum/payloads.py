"""Payloads of the forum's pages."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from balai.site.loaders.day.session import ThreadSession
from balai.site.loaders.forum.polls import ForumPoll
from balai.site.payloads import Lang, Payload
from balai.site.rich_text import RichText

State = Literal["shown", "hidden", "deleted"]
RejectionReason = Literal["spam", "rules", "off_topic", "unclear", "private"]
LockReason = Literal["answered", "duplicate", "off_topic", "heated", "outdated", "over"]
ReactionKind = Literal["like", "thanks", "laugh", "cheer", "sad"]
# The marks that keep a text from translation, search or messages.
TextMark = Literal["index", "mail", "translate"]
ListName = Literal["latest", "new", "unread", "unanswered", "top"]
ListSort = Literal["activity", "created", "replies"]
# Of what a member has chosen to hear in a topic or a forum; None: nothing chosen.
WatchLevel = Literal["watching", "watching_first", "tracking", "normal", "muted"]


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
    """One forum in the list of forums.

    `unread`: topics with something new for the visitor, of the 20 latest. `is_below`: it is below the one before it.
    """

    forum: ForumName
    post_count: int
    reply_count: int
    unread: int
    is_below: bool
    last_activity_at: datetime | None
    latest: ForumLatest | None


class ForumsPayload(Payload, frozen=True):
    """The list of forums."""

    forums: tuple[ForumSummary, ...]


class ForumPostCard(Payload, frozen=True, kw_only=True):
    """One post in a list.

    `forum`: the position of its forum in the list's `forums`. `people`: the author and up to two others who replied
    last, as positions in the list's `people`; the author's is -1 if the account is deleted. `language` is that of the
    post; if `is_translated`, its title is in the page's. `is_unread` is false for guests. `is_pinned`: for this
    visitor; a pinned post that they have read stands in its place. `is_untranslated`: marked, for programs as well.
    `new_replies`: since the visitor read it last, for posts that they watch or track; else 0.
    """

    id: UUID
    forum: int
    language: Lang
    title: str
    is_translated: bool
    is_untranslated: bool
    tags: tuple[str, ...]
    people: tuple[int, ...]
    is_pinned: bool
    is_locked: bool
    is_solved: bool
    is_unread: bool
    new_replies: int
    reply_count: int
    last_activity_at: datetime


class ForumList(Payload, frozen=True, kw_only=True):
    """A page of a list of posts. `forums` and `people`: each once.

    `moderated`: the positions of forums that the visitor moderates.
    `unread` and `fresh`: how many of the latest posts have new replies, and how many the visitor has not opened; both
    up to `count_to`. `searched`: how many posts were looked through for a list of a member that is not full.
    """

    name: ListName
    sort: ListSort
    tag: str | None
    posts: tuple[ForumPostCard, ...]
    forums: tuple[ForumName, ...]
    people: tuple[ForumPerson, ...]
    moderated: tuple[int, ...]
    unread: int
    fresh: int
    count_to: int
    searched: int
    is_first_page: bool
    next: str | None


class ForumPayload(Payload, frozen=True):
    """One forum with one of its lists. `can_create`: for guests, whether some members may."""

    forum: ForumName
    post_count: int
    reply_count: int
    tags: tuple[str, ...]
    list: ForumList
    watch: WatchLevel | None
    can_create: bool
    can_moderate: bool


class TopicsPayload(Payload, frozen=True):
    """A list of posts across all forums. `tags`: the most used ones. `watch`: the visitor's level of the list's tag."""

    tags: tuple[str, ...]
    list: ForumList
    watch: WatchLevel | None
    can_moderate: bool


class ForumReaction(Payload, frozen=True):
    """How many members gave one kind of reaction, and whether the visitor did."""

    kind: ReactionKind
    count: int
    is_mine: bool


class ForumTranslation(Payload, frozen=True):
    """A text in the page's language. `title`: of a post."""

    language: Lang
    title: str | None
    body: RichText


class ForumEntry(Payload, frozen=True, kw_only=True):
    """The common part of a post and a reply. `withdrawn`: the text of a hidden one, for those who may read it.

    `body` is the original, `translation` is shown instead of it. `below`: what leads to the withdrawn or the original
    text. `kept_from`: the marks of this text itself, `marks`: the same in words.
    `moved_to`: the post that a reply became.
    """

    id: UUID
    language: Lang
    state: State
    body: RichText | None
    translation: ForumTranslation | None
    withdrawn: RichText | None
    below: str | None
    kept_from: tuple[TextMark, ...]
    marks: str | None
    moved_to: str | None
    author: ForumPerson | None
    created_at: datetime
    edited_at: datetime | None
    edited_by: str | None
    is_mine: bool
    can_edit: bool
    is_bookmarked: bool
    reactions: tuple[ForumReaction, ...]


class ForumAnswer(Payload, frozen=True):
    """The reply that solved a topic: its beginning as plain text. `is_untranslated`: marked, for browsers as well."""

    number: int
    language: Lang
    is_untranslated: bool
    author_name: str | None
    excerpt: str


class ForumTimers(Payload, frozen=True):
    """When a post is locked, unlocked and unpinned, and the seconds between two replies of one member."""

    lock_at: datetime | None
    unlock_at: datetime | None
    pinned_until: datetime | None
    slow_seconds: int | None


class ForumOpeningPost(Payload, frozen=True, kw_only=True):
    """The post at the top of a thread."""

    entry: ForumEntry
    title: str | None
    tags: tuple[str, ...]
    is_pinned: bool
    is_locked: bool
    lock_reason: LockReason | None
    lock_note: str
    timers: ForumTimers
    answer: ForumAnswer | None
    reply_count: int


class ForumQuote(Payload, frozen=True):
    """The source of a reply's quotation."""

    number: int
    author_name: str | None


class ForumReply(Payload, frozen=True):
    """One reply. `is_answer`: it solved the topic. `can_solve`: the visitor may mark it so, or take the mark away."""

    entry: ForumEntry
    number: int
    quotes: ForumQuote | None
    is_answer: bool
    can_solve: bool


class OwnHeldText(Payload, frozen=True):
    """A text of the visitor that waits or was rejected. `usual_hours` until a decision; None: there was none yet."""

    id: UUID
    post_id: UUID | None
    language: Lang
    title: str | None
    excerpt: str
    status: Literal["waiting", "rejected"]
    created_at: datetime
    usual_hours: int | None
    reason: RejectionReason | None
    note: str


class ForumPostPayload(Payload, frozen=True):
    """A post with one page of its replies. `after` is the number before the first one shown; pages hold `page_size`.

    `can_reply`, `can_moderate`: what the visitor may do in the area.
    `held`: replies of the visitor that a moderator has not approved.
    `last_read` is the number of the last reply that the visitor has read, on any device; 0: the post alone.
    `session`: the booked session whose private thread this is. `is_untranslated`: marked, for browsers as well.
    """

    forum: ForumName
    is_untranslated: bool
    post: ForumOpeningPost
    poll: ForumPoll | None
    replies: tuple[ForumReply, ...]
    held: tuple[OwnHeldText, ...]
    after: int
    last_number: int
    page_size: int
    last_read: int | None
    watch: WatchLevel | None
    can_reply: bool
    can_moderate: bool
    session: ThreadSession | None


class ForumNewPostPayload(Payload, frozen=True):
    """The form for a new post, with the forums to choose from."""

    forums: tuple[ForumName, ...]
    chosen: str | None
