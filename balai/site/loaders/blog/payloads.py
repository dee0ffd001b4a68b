"""Payloads of the blog's pages."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from balai.site.loaders.audiences import Audience
from balai.site.loaders.forum.payloads import ForumReply, LockReason, OwnHeldText
from balai.site.payloads import Lang, Payload, RichText

ArticleState = Literal["draft", "planned", "published", "expired"]
TextStatus = Literal["draft", "published"]
ReviewState = Literal["draft", "in_review", "changes_asked", "published"]
ReviewOutcome = Literal["withdrawn", "changes_asked", "approved", "removed"]


class BlogAuthor(Payload, frozen=True):
    id: UUID
    display_name: str
    picture_url: str | None


class BlogCard(Payload, frozen=True):
    """An article in a list, in one language. `is_outdated`: the original has changed since it was translated.

    `is_limited`: visitors do not see it.
    """

    id: UUID
    slug: str
    lang: Lang
    title: str
    summary: str
    cover_url: str | None
    cover_alt: str
    tags: tuple[str, ...]
    author: BlogAuthor | None
    publish_at: datetime
    is_outdated: bool
    is_limited: bool


class BlogPayload(Payload, frozen=True):
    """`tags` are those of the newest articles."""

    articles: tuple[BlogCard, ...]
    tags: tuple[str, ...]
    tag: str | None
    is_first_page: bool
    next: str | None


class BlogSibling(Payload, frozen=True):
    """The article in another language."""

    lang: Lang
    title: str
    slug: str


class BlogWriter(BlogAuthor, frozen=True):
    """The author as the article presents them."""

    about: str


class ArticleComments(Payload, frozen=True, kw_only=True):
    """A page of the replies to the topic of an article; `forum` is the slug of its area, `area` its id.

    `post` is None before the first comment. `held`: what the visitor wrote that waits.
    `is_untranslated`: marked, for browsers as well. `can_reply` is true for guests, who are asked to sign in. The other
    fields are those of a thread.
    """

    forum: str
    area: UUID
    post: UUID | None = None
    is_untranslated: bool = False
    replies: tuple[ForumReply, ...] = ()
    count: int = 0
    after: int = 0
    last_number: int = 0
    page_size: int = 0
    last_read: int | None = None
    can_reply: bool
    can_moderate: bool = False
    lock_reason: LockReason | None = None
    lock_note: str = ""
    held: tuple[OwnHeldText, ...] = ()


class SeriesPart(Payload, frozen=True):
    """An article of a series. `number`: among those in the language of the page; None for one in another language."""

    id: UUID
    number: int | None
    slug: str
    lang: Lang
    title: str


class ArticleSeries(Payload, frozen=True):
    """The series of an article, as its reader sees it. `count`: of the numbered parts."""

    slug: str
    lang: Lang
    title: str
    number: int | None
    count: int
    parts: tuple[SeriesPart, ...]
    previous: SeriesPart | None
    next: SeriesPart | None


class BlogSeriesPayload(Payload, frozen=True):
    """A series. `others`: parts that do not exist in the language of the page."""

    slug: str
    lang: Lang
    title: str
    description: str
    parts: tuple[BlogCard, ...]
    others: tuple[BlogCard, ...]


class SeriesText(Payload, frozen=True):
    lang: Lang
    title: str
    description: str


class SeriesChoice(Payload, frozen=True):
    """An article or a series to choose, by its title in one language."""

    id: UUID
    lang: Lang
    title: str


class AdminSeriesPart(SeriesChoice, frozen=True):
    slug: str
    state: ArticleState
    languages: tuple[Lang, ...]


class AdminSeries(Payload, frozen=True):
    """A series with all its articles. A save must name its `version`."""

    id: UUID
    slug: str
    version: int
    texts: tuple[SeriesText, ...]
    parts: tuple[AdminSeriesPart, ...]


class AdminSeriesPayload(Payload, frozen=True):
    """`articles`: the newest ones without a series."""

    series: tuple[AdminSeries, ...]
    articles: tuple[SeriesChoice, ...]


class BlogArticlePayload(Payload, frozen=True):
    """`lang` is the language shown: the page's own unless that translation is missing.

    `state` and `text_status` differ from published for administrators only. `is_outdated`: the original, in
    `source_lang`, has changed since this text was translated. `related`: articles with the same tags, else the newest.
    `comments`: None if the article takes none, or the visitor does not see their area; `can_moderate`: that area.
    `is_limited`: visitors do not see it.
    """

    id: UUID
    slug: str
    lang: Lang
    title: str
    summary: str
    body: RichText
    cover_url: str | None
    cover_alt: str
    tags: tuple[str, ...]
    author: BlogWriter | None
    minutes: int
    related: tuple[BlogCard, ...]
    series: ArticleSeries | None
    publish_at: datetime | None
    changed_at: datetime | None
    siblings: tuple[BlogSibling, ...]
    state: ArticleState
    text_status: TextStatus
    source_lang: Lang
    is_outdated: bool
    is_limited: bool
    comments: ArticleComments | None
    can_moderate: bool


class ArticleWords(Payload, frozen=True):
    """The text of one language."""

    title: str
    summary: str
    body: RichText
    cover_alt: str


class ArticleReview(Payload, frozen=True):
    """A time that a writer submitted a text. `outcome`: None while it waits. Names are None for deleted accounts.

    `is_own`: the visitor submitted it. `comment`: of the editor who asked for changes.
    """

    id: UUID
    writer_name: str | None
    is_own: bool
    note: str
    submitted_at: datetime
    outcome: ReviewOutcome | None
    comment: str
    decider_name: str | None
    decided_at: datetime | None


class BlogDraftText(Payload, frozen=True):
    """One language of an article in the editor.

    `compared`: of an outdated translation, the original as its translator last compared it, if that is known.
    `reviews`: the newest ones, newest first. `may_publish`: without a review. `is_locked`: the visitor is its writer
    and does not change it now, because it is in review or published.
    """

    lang: Lang
    title: str
    summary: str
    body: RichText
    cover_alt: str
    slug: str
    status: TextStatus
    is_outdated: bool
    compared: ArticleWords | None
    review_state: ReviewState
    reviews: tuple[ArticleReview, ...]
    may_publish: bool
    is_locked: bool


class Edition(Payload, frozen=True):
    """The emails of an article. Not started: it is emailed once it is published. `waiting`: queued, not sent yet."""

    started_at: datetime | None
    ended_at: datetime | None
    stopped_at: datetime | None
    sent: int
    waiting: int


class BlogDraft(Payload, frozen=True):
    """An article in the editor. A save must name its `version`.

    `may_publish`: the original, and so the article. `may_submit`: the visitor is its writer, and others publish it.
    `is_locked`: what its languages share, for its writer.
    """

    id: UUID
    version: int
    source_language: Lang
    state: ArticleState
    publish_at: datetime | None
    expire_at: datetime | None
    cover_url: str | None
    tags: tuple[str, ...]
    group_id: UUID | None
    has_comments: bool
    series_id: UUID | None
    texts: tuple[BlogDraftText, ...]
    edition: Edition | None
    may_publish: bool
    may_submit: bool
    is_locked: bool


class Subscribers(Payload, frozen=True):
    """How many get new articles by email in a language."""

    language: Lang
    members: int
    guests: int


class BlogWritePayload(Payload, frozen=True):
    """`article` is None for a new one. `tags`: those in use, as suggestions. `comments`: whether the site has them.

    `audiences`: the readers to choose from; `published_for`: those for whom the visitor publishes what they write.
    `may_email`: the visitor decides whether the article is emailed, to whom `subscribers` are.
    `series`: those to choose from; empty for those who may not choose one.
    """

    article: BlogDraft | None
    tags: tuple[str, ...]
    comments: bool
    audiences: tuple[Audience, ...]
    published_for: tuple[UUID | None, ...]
    may_email: bool
    subscribers: tuple[Subscribers, ...]
    series: tuple[SeriesChoice, ...]


class ArticleVersion(Payload, frozen=True):
    """A version in the list. `author`: None for a deleted account, and for texts from before there were versions."""

    id: int
    author: str | None
    saved_at: datetime
    is_restored: bool
    is_current: bool


class BlogHistoryPayload(Payload, frozen=True):
    """The versions of one language, newest first. A restore must name `version`, that of the article.

    `languages`: those that have versions. `current`: the text as it is saved, None for a removed translation.
    `chosen`: the version to compare with it.
    """

    slug: str
    title: str
    version: int
    languages: tuple[Lang, ...]
    language: Lang
    current: ArticleWords | None
    current_version: int | None
    chosen: ArticleVersion | None
    words: ArticleWords | None
    versions: tuple[ArticleVersion, ...]
    next: str | None
