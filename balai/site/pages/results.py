"""The request to the page reader, and its result: a page, a redirect, or a feed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus
from urllib.parse import urlencode

from balai.site.payloads import JsonLd, Lang
from balai.site.render.payload import PagePayload
from balai.site.render.table_versions import Snapshot
from balai.site.request.exchange import Headers
from balai.site.request.matcher import Match
from balai.site.screens import Screen


@dataclass(frozen=True, slots=True)
class Address:
    """A language, the screen that the path matches (if any), and the query parameters that the screen declares.

    `path` has its language prefix and is percent-encoded, as browsers send it.
    """

    lang: Lang
    path: str
    match: Match[Screen] | None
    query: Mapping[str, str]
    # Pictures that are not published, for an administrator's preview.
    preview: Mapping[str, str] | None = None

    @property
    def screen(self) -> Screen | None:
        return self.match.screen if self.match else None

    @property
    def search(self) -> str:
        """The query as text in a fixed order: `?tag=health`, or nothing."""
        return f"?{urlencode(self.query)}" if self.query else ""


@dataclass(frozen=True, slots=True)
class PageRead:
    """A page, or an error page, ready to be rendered. `snapshot` None: not to be cached."""

    payload: PagePayload
    screen: Screen | None
    title: str
    json_ld: tuple[JsonLd, ...]
    snapshot: Snapshot | None
    valid_until: datetime | None
    is_preview: bool = False


@dataclass(frozen=True, slots=True)
class PlainPage:
    """A document without scripts."""

    status: int
    body: bytes


@dataclass(frozen=True, slots=True)
class RedirectTo:
    """Redirect from a guard (303), a moved page (301, 302), or a language that the site does not offer now (302)."""

    path: str
    status: HTTPStatus


class LanguageNotOffered(Exception):
    """The site does not offer the language of a feed at present. `path`: the feed in its default language."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


@dataclass(frozen=True, slots=True)
class FeedRead:
    """The body of a feed, with headers of its own. `snapshot` None: not to be cached."""

    body: bytes
    snapshot: Snapshot | None
    valid_until: datetime | None
    headers: Headers = field(default_factory=list)
