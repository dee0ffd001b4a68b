"""The site map (sitemaps.org): an index, and parts of at most 10,000 addresses with their languages."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from xml.sax.saxutils import escape

from balai.site.languages import HTML_LANG
from balai.site.loaders.sitemap import SitemapEntry

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
LINKS = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'


def sitemap_index(addresses: Iterable[str]) -> bytes:
    """The index of parts."""
    parts = "".join(f"<sitemap><loc>{escape(address)}</loc></sitemap>\n" for address in addresses)
    return f"{HEAD}<sitemapindex {SPACE}>\n{parts}</sitemapindex>\n".encode()


def sitemap_part(entries: Iterable[SitemapEntry], site_url: str) -> bytes:
    """One part. Each language of a page has its own entry, which lists all languages."""
    return "".join((HEAD, f"<urlset {SPACE} {LINKS}>\n", *(_addresses(entries, site_url)), "</urlset>\n")).encode()


def _addresses(entries: Iterable[SitemapEntry], site_url: str) -> Iterator[str]:
    for entry in entries:
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{HTML_LANG[lang]}" href="{escape(site_url + path)}"/>'
            for lang, path in entry.paths.items()
        )
        changed = f"<lastmod>{_moment(entry.changed_at)}</lastmod>" if entry.changed_at else ""
        for path in entry.paths.values():
            yield f"<url><loc>{escape(site_url + path)}</loc>{changed}{links}</url>\n"


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
