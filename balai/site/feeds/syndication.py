"""The blog for feed readers: Atom (RFC 4287) and JSON Feed 1.1, one of each per language and tag.

A feed carries what is written in its language; with `?all=1` also what a reader of that language is shown instead where
a translation is missing, each entry marked with its own language.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import urlencode
from xml.sax.saxutils import escape, quoteattr

import msgspec

from balai.site.languages import HTML_LANG
from balai.site.loaders.blog_payloads import BlogCard, BlogPayload
from balai.site.screens import PageRequest

# What XML cannot carry at all, escaped or not.
FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


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


def chosen_articles(request: PageRequest, blog: BlogPayload) -> tuple[BlogCard, ...]:
    """The articles that belong into the feed."""
    is_all = request.query.get("all") == "1"
    return tuple(card for card in blog.articles if is_all or card.lang == request.lang)


def feed_title(request: PageRequest, blog: BlogPayload) -> str:
    """The site's name, and the tag of a feed about one thing."""
    return f"{request.site.name} · {blog.tag}" if blog.tag else request.site.name


def atom_feed(request: PageRequest, blog: BlogPayload) -> bytes:
    """The feed in Atom."""
    return "".join(_atom(request, blog)).encode()


def _atom(request: PageRequest, blog: BlogPayload) -> Iterator[str]:
    cards = chosen_articles(request, blog)
    itself = _own_address(request)
    home = request.absolute(request.path_to("blog", query={"tag": blog.tag} if blog.tag else None))
    updated = max((card.publish_at for card in cards), default=datetime(2026, 1, 1, tzinfo=UTC))
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{HTML_LANG[request.lang]}">\n'
    yield f"<id>{escape(itself)}</id>\n<title>{_text(feed_title(request, blog))}</title>\n"
    if request.site.tagline:
        yield f"<subtitle>{_text(request.site.tagline)}</subtitle>\n"
    yield f"<updated>{_moment(updated)}</updated>\n"
    yield f'<link rel="self" type="application/atom+xml" href={quoteattr(itself)}/>\n'
    yield f'<link rel="alternate" type="text/html" href={quoteattr(home)}/>\n'
    yield f"<author><name>{_text(request.site.name)}</name></author>\n"
    for card in cards:
        yield from _entry(request, card)
    yield "</feed>\n"


def _entry(request: PageRequest, card: BlogCard) -> Iterator[str]:
    yield f'<entry xml:lang="{HTML_LANG[card.lang]}">\n<id>{_identity(card)}</id>\n'
    yield f"<title>{_text(card.title)}</title>\n"
    yield f'<link rel="alternate" type="text/html" href={quoteattr(_address(request, card))}/>\n'
    yield f"<published>{_moment(card.publish_at)}</published>\n<updated>{_moment(card.publish_at)}</updated>\n"
    if card.author is not None:
        yield f"<author><name>{_text(card.author.display_name)}</name></author>\n"
    for tag in card.tags:
        yield f"<category term={quoteattr(FORBIDDEN.sub('', tag))}/>\n"
    yield f"<summary>{_text(card.summary)}</summary>\n</entry>\n"


def json_feed(request: PageRequest, blog: BlogPayload) -> bytes:
    """The feed in JSON."""
    return msgspec.json.encode(
        JsonFeed(
            version="https://jsonfeed.org/version/1.1",
            title=feed_title(request, blog),
            description=request.site.tagline,
            home_page_url=request.absolute(request.path_to("blog")),
            feed_url=_own_address(request),
            language=HTML_LANG[request.lang],
            items=tuple(_item(request, card) for card in chosen_articles(request, blog)),
        )
    )


def _item(request: PageRequest, card: BlogCard) -> FeedItem:
    return FeedItem(
        id=_identity(card),
        url=_address(request, card),
        title=card.title,
        content_text=card.summary,
        date_published=card.publish_at,
        language=HTML_LANG[card.lang],
        tags=card.tags,
        image=request.absolute(card.cover_url) if card.cover_url else None,
        authors=(FeedAuthor(card.author.display_name),) if card.author else (),
    )


def _identity(card: BlogCard) -> str:
    # The same for ever, whatever becomes of the address: a renamed article must not come up as a new one.
    return f"urn:uuid:{card.id}:{card.lang}"


def _address(request: PageRequest, card: BlogCard) -> str:
    return request.absolute(request.path_to("blog.article", lang=card.lang, blogId=card.slug))


def _own_address(request: PageRequest) -> str:
    return request.absolute(request.path) + (f"?{urlencode(request.query)}" if request.query else "")


def _text(text: str) -> str:
    return escape(FORBIDDEN.sub("", text))


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
