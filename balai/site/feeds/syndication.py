"""Feeds: Atom (RFC 4287), JSON Feed 1.1 and, in `rss.py`, RSS 2.0, per language, for the blog and each forum.

Feeds can be narrowed to one tag. A feed contains the entries in its language. With `?all=1` it also contains
what readers of that language see in other languages, each entry with its own language.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from urllib.parse import urlencode
from uuid import UUID
from xml.sax.saxutils import escape, quoteattr

import msgspec

from balai.site.languages import HTML_LANG
from balai.site.loaders.blog.articles import name_topic
from balai.site.loaders.blog.payloads import BlogCard
from balai.site.loaders.forum.feed import ForumFeed
from balai.site.payloads import Lang
from balai.site.screens import PageRequest

# Characters that XML does not allow, escaped or not.
FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


class Entry(msgspec.Struct, frozen=True):
    """One entry of any feed."""

    id: UUID
    lang: Lang
    title: str
    summary: str
    path: str
    published: datetime
    updated: datetime
    author: str | None
    tags: tuple[str, ...] = ()
    image: str | None = None


class Collection(msgspec.Struct, frozen=True):
    """Title, page and entries of a feed."""

    title: str
    path: str
    entries: tuple[Entry, ...]


class FeedAuthor(msgspec.Struct, frozen=True):
    """JSON Feed's author."""

    name: str


class FeedItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """JSON Feed's item."""

    id: str
    url: str
    title: str
    content_text: str
    date_published: datetime
    language: str
    tags: tuple[str, ...] = ()
    image: str | None = None
    authors: tuple[FeedAuthor, ...] = ()


class JsonFeed(msgspec.Struct, frozen=True):
    """JSON Feed 1.1."""

    version: str
    title: str
    description: str
    home_page_url: str
    feed_url: str
    language: str
    items: tuple[FeedItem, ...]


def wanted_language(request: PageRequest) -> Lang | None:
    """The language of the entries. None: `all=1` asks for all of them."""
    return None if request.query.get("all") == "1" else request.lang


def blog_collection(request: PageRequest, articles: Iterable[BlogCard], tag: str | None) -> Collection:
    """The newest articles, of one tag if one is asked for."""
    return Collection(
        f"{request.site.name} · {name_topic(request, tag)}" if tag else request.site.name,
        request.path_to("blog", query={"tag": tag} if tag else None),
        tuple(_article(request, card) for card in articles),
    )


def forum_collection(request: PageRequest, forum: ForumFeed) -> Collection:
    """The posts of a forum where something was written last, of one tag if one is asked for."""
    slug, tag = forum.forum.slug, forum.tag
    entries = tuple(
        Entry(
            id=post.id,
            lang=post.language,
            title=post.title,
            summary=post.excerpt,
            path=request.path_to("forum.post", forumId=slug, postId=str(post.id)),
            published=post.created_at,
            updated=post.last_activity_at,
            author=post.author,
        )
        for post in forum.posts
    )
    title = f"{request.site.name} · {forum.forum.name}" + (f" · #{tag}" if tag else "")
    return Collection(title, request.path_to("forum.forum", query={"tag": tag} if tag else None, forumId=slug), entries)


def _article(request: PageRequest, card: BlogCard) -> Entry:
    return Entry(
        id=card.id,
        lang=card.lang,
        title=card.title,
        summary=card.summary,
        path=request.path_to("blog.article", lang=card.lang, blogId=card.slug),
        published=card.publish_at,
        updated=card.publish_at,
        author=card.author.display_name if card.author else None,
        tags=tuple(name_topic(request, tag) for tag in card.tags),
        image=card.cover_url,
    )


def atom_feed(request: PageRequest, collection: Collection) -> bytes:
    """The collection in Atom."""
    return "".join(_atom(request, collection)).encode()


def _atom(request: PageRequest, collection: Collection) -> Iterator[str]:
    itself = own_address(request)
    updated = max((entry.updated for entry in collection.entries), default=datetime(2026, 1, 1, tzinfo=UTC))
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{HTML_LANG[request.lang]}">\n'
    yield f"<id>{escape(itself)}</id>\n<title>{xml_text(collection.title)}</title>\n"
    if request.site.tagline:
        yield f"<subtitle>{xml_text(request.site.tagline)}</subtitle>\n"
    yield f"<updated>{_moment(updated)}</updated>\n"
    yield f'<link rel="self" type="application/atom+xml" href={quoteattr(itself)}/>\n'
    yield f'<link rel="alternate" type="text/html" href={quoteattr(request.absolute(collection.path))}/>\n'
    yield f"<author><name>{xml_text(request.site.name)}</name></author>\n"
    for entry in collection.entries:
        yield from _atom_entry(request, entry)
    yield "</feed>\n"


def _atom_entry(request: PageRequest, entry: Entry) -> Iterator[str]:
    yield f'<entry xml:lang="{HTML_LANG[entry.lang]}">\n<id>{identity_of(entry)}</id>\n'
    yield f"<title>{xml_text(entry.title)}</title>\n"
    yield f'<link rel="alternate" type="text/html" href={quoteattr(request.absolute(entry.path))}/>\n'
    yield f"<published>{_moment(entry.published)}</published>\n<updated>{_moment(entry.updated)}</updated>\n"
    if entry.author is not None:
        yield f"<author><name>{xml_text(entry.author)}</name></author>\n"
    for tag in entry.tags:
        yield f"<category term={quoteattr(FORBIDDEN.sub('', tag))}/>\n"
    yield f"<summary>{xml_text(entry.summary)}</summary>\n</entry>\n"


def json_feed(request: PageRequest, collection: Collection) -> bytes:
    """The collection in JSON."""
    return msgspec.json.encode(
        JsonFeed(
            version="https://jsonfeed.org/version/1.1",
            title=collection.title,
            description=request.site.tagline,
            home_page_url=request.absolute(collection.path),
            feed_url=own_address(request),
            language=HTML_LANG[request.lang],
            items=tuple(_item(request, entry) for entry in collection.entries),
        )
    )


def _item(request: PageRequest, entry: Entry) -> FeedItem:
    return FeedItem(
        id=identity_of(entry),
        url=request.absolute(entry.path),
        title=entry.title,
        content_text=entry.summary,
        date_published=entry.published,
        language=HTML_LANG[entry.lang],
        tags=entry.tags,
        image=request.absolute(entry.image) if entry.image else None,
        authors=(FeedAuthor(entry.author),) if entry.author else (),
    )


def identity_of(entry: Entry) -> str:
    """An identifier that never changes: a renamed article must not appear as a new entry."""
    return f"urn:uuid:{entry.id}:{entry.lang}"


def own_address(request: PageRequest) -> str:
    """The address of the requested feed, with its query."""
    return request.absolute(request.path) + (f"?{urlencode(request.query)}" if request.query else "")


def xml_text(text: str) -> str:
    """Text escaped for XML, without forbidden characters."""
    return escape(FORBIDDEN.sub("", text))


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
