"""Writes the HTML document around the HTML that React renders.

Reading works without JavaScript. The head holds title, description, canonical address, alternate languages, sharing
tags and structured data.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from urllib.parse import urlencode

import msgspec

from balai.site.appearance.style import attributes, style_element, theme_colours
from balai.site.appearance.version import version_of
from balai.site.languages import HTML_LANG
from balai.site.payloads import Alternate, JsonLd, Lang
from balai.site.render.front_end import FrontEnd, PageFiles
from balai.site.render.payload import PagePayload
from balai.site.screens import TextBundle

PART = re.compile(r' data-part="(\w+)"')
# Open Graph's spelling of languages.
OG_LOCALE = {"en": "en_US", "zh": "zh_CN", "ms": "ms_MY", "vi": "vi_VN"}


class Document(msgspec.Struct, frozen=True):
    """The input of the shell: the payload and its JSON, the page component, the rendered body (None: not rendered).

    `title` is the title without the site's name. `has_feed`: feeds exist below the page's path.
    `texts`: its text bundles. `has_scripts` False: for a page that runs none, so the payload is left out too, and what
    the head says to programs. `above`: HTML before the page.
    """

    payload: PagePayload
    payload_json: bytes
    page: str | None
    body: str | None
    title: str
    json_ld: tuple[JsonLd, ...] = ()
    has_feed: bool = False
    texts: tuple[TextBundle, ...] = ()
    has_scripts: bool = True
    above: str = ""


def _parts(body: str | None) -> tuple[str, ...]:
    """The names of the parts in the rendered page."""
    # Most pages have none: the search for the text is faster than the expression.
    return tuple(sorted(set(PART.findall(body)))) if body and "data-part=" in body else ()


class Shell:
    """Writes documents."""

    def __init__(self, front_end: FrontEnd, site_url: str) -> None:
        self._front_end = front_end
        self._site_url = site_url
        self._files = lru_cache(maxsize=256)(front_end.files_of)

    def document(self, document: Document) -> bytes:
        """The whole document in UTF-8."""
        payload = document.payload
        files = self._files(document.page, payload.lang, document.texts, _parts(document.body))
        head = "".join(
            (
                *self._opening(document),
                *self._about(document),
                *self._loading(document, files),
                style_element(payload.site),
                *(_feeds(payload, has_own=document.has_feed) if document.has_scripts else ()),
                *self._structured(document.json_ld),
            )
        )
        # Only "<" could end a script element early. In JSON it can always be escaped.
        data = document.payload_json.replace(b"<", b"\\u003c")
        script = (b'\n<script type="application/json" id="payload">', data, b"</script>")
        return b"".join(
            (
                head.encode(),
                b"</head>\n<body>\n",
                document.above.encode(),
                b'<div id="app">',
                (document.body or "").encode("utf-8", "replace"),
                b"</div>",
                *(script if document.has_scripts else ()),
                b"\n</body>\n</html>\n",
            )
        )

    def _opening(self, document: Document) -> Iterator[str]:
        payload = document.payload
        zone = f' data-zone="{escape(payload.site.time_zone)}"'
        look = attributes(payload.site)
        yield f'<!doctype html>\n<html lang="{HTML_LANG[payload.lang]}"{look}{zone}>\n<head>\n<meta charset="utf-8">\n'
        if document.has_scripts:
            yield f"<script>{self._front_end.inline_script}</script>\n"
        yield f"<title>{escape(payload.head.title, quote=False)}</title>\n"
        yield '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\n'
        yield '<meta name="color-scheme" content="light dark">\n'
        for scheme, colour in zip(("light", "dark"), theme_colours(payload.site), strict=True):
            yield f'<meta name="theme-color" content="{colour}" media="(prefers-color-scheme: {scheme})">\n'

    def _about(self, document: Document) -> Iterator[str]:
        payload, head = document.payload, document.payload.head
        if head.description:
            yield _meta("name", "description", head.description)
        if head.noindex:
            yield _meta("name", "robots", "noindex")
        if head.canonical:
            yield f'<link rel="canonical" href="{escape(head.canonical)}">\n'
        yield from self._languages(head.hreflang, payload.site.default_language)
        yield _meta("property", "og:title", document.title)
        yield _meta("property", "og:type", head.og_type)
        if head.description:
            yield _meta("property", "og:description", head.description)
        if head.canonical:
            yield _meta("property", "og:url", head.canonical)
        yield _meta("property", "og:site_name", payload.site.name)
        yield _meta("property", "og:locale", OG_LOCALE[payload.lang])
        for alternate in head.hreflang:
            if alternate.lang != payload.lang:
                yield _meta("property", "og:locale:alternate", OG_LOCALE[alternate.lang])
        generated = f"{self._site_url}/icons/share-{payload.lang}.png?v={version_of(payload.site)}"
        yield _meta("property", "og:image", head.og_image or generated)
        yield _meta("name", "twitter:card", "summary_large_image")

    def _languages(self, alternates: tuple[Alternate, ...], default_language: Lang) -> Iterator[str]:
        """A complete set or none: every page of the set lists the same addresses, its own included."""
        for alternate in alternates:
            address = escape(self._site_url + alternate.path)
            yield f'<link rel="alternate" hreflang="{HTML_LANG[alternate.lang]}" href="{address}">\n'
        default = next((other for other in alternates if other.lang == default_language), None)
        if default is not None or alternates:
            default = default or alternates[0]
            yield f'<link rel="alternate" hreflang="x-default" href="{escape(self._site_url + default.path)}">\n'

    def _loading(self, document: Document, files: PageFiles) -> Iterator[str]:
        payload = document.payload
        for font in self._front_end.fonts_of(payload.site.font_pair, payload.lang):
            yield f'<link rel="preload" as="font" type="font/woff2" href="{font}" crossorigin>\n'
        for css in files.css:
            yield f'<link rel="stylesheet" href="{css}">\n'
        if document.has_scripts:
            # web/entries/before-paint.ts loads them after the first paint.
            yield _meta("name", "modules", " ".join((self._front_end.entry, *files.modules)))
        version = version_of(payload.site)
        yield f'<link rel="icon" href="/favicon.ico?v={version}" sizes="32x32">\n'
        # A logo is a picture of pixels; without one the mark is a vector.
        if payload.site.logo_url is None:
            yield f'<link rel="icon" href="/icons/icon.svg?v={version}" type="image/svg+xml">\n'
        yield f'<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png?v={version}">\n'
        if document.has_scripts:
            yield f'<link rel="manifest" href="/{payload.lang}/manifest.webmanifest">\n'

    def _structured(self, json_ld: tuple[JsonLd, ...]) -> Iterator[str]:
        for item in json_ld:
            text = msgspec.json.encode({"@context": "https://schema.org", **item}).decode().replace("<", "\\u003c")
            yield f'<script type="application/ld+json">{text}</script>\n'


def _feeds(payload: PagePayload, *, has_own: bool) -> Iterator[str]:
    """The feeds of the page itself, then the blog's, which every page lists. On a tag's page: of that tag."""
    tag = payload.query.get("tag")
    query = "?" + urlencode({"tag": tag}) if tag else ""
    own = [(payload.path, query)] if has_own else []
    for base, suffix in (*own, (f"/{payload.lang}", query if payload.screen == "blog" else "")):
        yield f'<link rel="alternate" type="application/atom+xml" href="{escape(base)}/feed.xml{escape(suffix)}">\n'
        yield f'<link rel="alternate" type="application/rss+xml" href="{escape(base)}/rss.xml{escape(suffix)}">\n'
        yield f'<link rel="alternate" type="application/feed+json" href="{escape(base)}/feed.json{escape(suffix)}">\n'


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}">\n'
