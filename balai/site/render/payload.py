"""What rides with every page: the loader's payload in its envelope.

In the document it is complete; at `…/_payload.json` what the browser already has (`site`, `supabase`, `build`) is
left out.
"""

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from balai.site.screens import Alternate, Lang, PageSettings, Payload, Visitor


class DocumentHead(Payload, frozen=True):
    """The head with nothing left open: the title is complete, addresses are absolute.

    `hreflang`: the page in each of its languages as search engines are told, a complete set or none at all.
    """

    title: str
    description: str | None
    canonical: str | None
    hreflang: tuple[Alternate, ...]
    og_image: str | None
    og_type: str
    noindex: bool


class SupabaseAccess(Payload, frozen=True):
    """How the browser reaches the backend."""

    url: str
    anon_key: str


class PagePayload(Payload, frozen=True, kw_only=True):
    """Everything that React needs to draw a page, in the server and in the browser alike.

    `screen` is None where the path leads to none. `path` is the whole path as browsers write it: with its language
    prefix, percent-encoded, without query. With a `status` of 400 or more React draws the error page.
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
    site: PageSettings | UnsetType = UNSET
    supabase: SupabaseAccess | UnsetType = UNSET
    build: str | UnsetType = UNSET
