"""RSS 2.0: the same collections as the other feeds, for older feed readers."""

from collections.abc import Iterator
from email.utils import format_datetime
from xml.sax.saxutils import escape, quoteattr

from balai.site.feeds.syndication import Collection, Entry, identity_of, own_address, xml_text
from balai.site.languages import HTML_LANG
from balai.site.screens import PageRequest

SPACES = 'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"'


def rss_feed(request: PageRequest, collection: Collection) -> bytes:
    """The collection in RSS."""
    return "".join(_channel(request, collection)).encode()


def _channel(request: PageRequest, collection: Collection) -> Iterator[str]:
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" {SPACES}>\n<channel>\n'
    yield f"<title>{xml_text(collection.title)}</title>\n<link>{escape(request.absolute(collection.path))}</link>\n"
    # RSS requires a description; Atom and JSON Feed do not.
    yield f"<description>{xml_text(request.site.tagline or collection.title)}</description>\n"
    yield f"<language>{HTML_LANG[request.lang]}</language>\n"
    yield f'<atom:link rel="self" type="application/rss+xml" href={quoteattr(own_address(request))}/>\n'
    if collection.entries:
        newest = max(entry.updated for entry in collection.entries)
        yield f"<lastBuildDate>{format_datetime(newest)}</lastBuildDate>\n"
    for entry in collection.entries:
        yield from _item(request, entry)
    yield "</channel>\n</rss>\n"


def _item(request: PageRequest, entry: Entry) -> Iterator[str]:
    yield f"<item>\n<title>{xml_text(entry.title)}</title>\n<link>{escape(request.absolute(entry.path))}</link>\n"
    yield f'<guid isPermaLink="false">{identity_of(entry)}</guid>\n'
    yield f"<pubDate>{format_datetime(entry.published)}</pubDate>\n"
    yield f"<dc:language>{HTML_LANG[entry.lang]}</dc:language>\n"
    if entry.author is not None:
        yield f"<dc:creator>{xml_text(entry.author)}</dc:creator>\n"
    for tag in entry.tags:
        yield f"<category>{xml_text(tag)}</category>\n"
    yield f"<description>{xml_text(entry.summary)}</description>\n</item>\n"
