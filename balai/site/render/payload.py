"""The payload of a page: the loader's data and what every page needs.

Complete in the document. `…/_payload.json` omits what the browser already has (`supabase`, `build`) and `rendered_at`.
`site` is in both, because the site's name differs by language and an administrator may change it during a visit.
"""

from collections.abc import Mapping
from datetime import datetime

import msgspec
from msgspec import UNSET, UnsetType

from balai.security.tokens import api_keys
from balai.settings import Settings
from balai.site.payloads import AdminWaiting, Alternate, Lang, PageSettings, Payload, Visitor
from balai.site.request.headers import origin_of


class DocumentHead(Payload, frozen=True):
    """The resolved head: the title is complete, addresses are absolute.

    `hreflang`: the page in each of its languages for search engines, a complete set or none.
    """

    title: str
    description: str | None
    canonical: str | None
    hreflang: tuple[Alternate, ...]
    og_image: str | None
    og_type: str
    noindex: bool


class SupabaseAccess(Payload, frozen=True):
    """Address and public key of the backend, for the browser.

    `storage_host`: the scheme and host of stored files; empty if they are on the site's own.
    """

    url: str
    anon_key: str
    storage_host: str = ""


def find_access(settings: Settings) -> SupabaseAccess:
    """The backend of a site by its settings."""
    # Rows hold the paths of pictures; a backend on another host has the files.
    storage_host = "" if settings.backend_url == settings.site_url else origin_of(settings.backend_url)
    anon_key = settings.anon_key or api_keys(settings.jwt_secret).anon
    return SupabaseAccess(settings.backend_url, anon_key, storage_host)


class PagePayload(Payload, frozen=True, kw_only=True):
    """Everything that React needs to render a page, on the server and in the browser.

    `screen` is None if no screen matches the path. `path` has its language prefix, is percent-encoded and has no query.
    With a `status` of 400 or more, React renders the error page. `waiting` is there in the administration only.
    `rendered_at`: the minute in which the document was rendered, which may be long before a cached one is read. The
    browser's first render tells times relative to it, so that it equals the server's.
    """

    screen: str | None
    lang: Lang
    path: str
    params: Mapping[str, str]
    query: Mapping[str, str]
    status: int
    visitor: Visitor | None
    alternates: tuple[Alternate, ...]
    head: DocumentHead
    data: msgspec.Raw
    site: PageSettings
    waiting: AdminWaiting | UnsetType = UNSET
    supabase: SupabaseAccess | UnsetType = UNSET
    build: str | UnsetType = UNSET
    rendered_at: datetime | UnsetType = UNSET
