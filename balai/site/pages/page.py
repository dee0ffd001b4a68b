"""A page in its two forms: the HTML document, and `_payload.json` for navigation inside the browser.

Anonymous visitors get the cached page while it is valid. Pages for signed-in users are read and rendered per request.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

import msgspec

from balai.database.availability import RETRY_AFTER
from balai.site.pages.reader import Reader
from balai.site.pages.results import Address, PageRead, PlainPage, RedirectTo
from balai.site.render.compression import chosen_encoding
from balai.site.render.page_cache import CachedPage, PageCache
from balai.site.render.payload import PagePayload, SupabaseAccess
from balai.site.render.renderer import Renderer
from balai.site.render.shell import Document, Shell
from balai.site.request.exchange import Headers, Request, Response, redirect_response

PAYLOAD_FILE = "/_payload.json"
HTML = (b"content-type", b"text/html; charset=utf-8")
JSON = (b"content-type", b"application/json")
# The browser revalidates on each use and gets 304 when nothing has changed. `cookie`: the page depends on the session.
PUBLIC_HEADERS: Headers = [(b"cache-control", b"no-cache"), (b"vary", b"accept-encoding, cookie")]
PRIVATE_HEADERS: Headers = [(b"cache-control", b"private, no-cache"), (b"vary", b"accept-encoding, cookie")]
SECRET_HEADERS: Headers = [(b"cache-control", b"private, no-store"), (b"vary", b"accept-encoding, cookie")]


class Redirect(msgspec.Struct, frozen=True):
    """The body of `_payload.json` for a redirect: `fetch` would follow a real one invisibly."""

    redirect: str


class Pages:
    """Responses for pages. One per process."""

    def __init__(
        self,
        *,
        reader: Reader,
        renderer: Renderer,
        shell: Shell,
        cache: PageCache,
        supabase: SupabaseAccess,
        build: str,
    ) -> None:
        self._reader = reader
        self._renderer = renderer
        self._shell = shell
        self._cache = cache
        self._supabase = supabase
        self._build = build

    def find_cached(self, key: str) -> CachedPage | None:
        """A cached page by its key, for a request without a session."""
        return self._cache.find(key)

    async def get(
        self, address: Address, session: Mapping[str, Any] | None, *, is_payload: bool
    ) -> CachedPage | Response:
        """The page at an address in the requested form."""

        async def build() -> CachedPage:
            read = await self._reader.read(address, session)
            if isinstance(read, RedirectTo):
                raise _RedirectRequested(read)
            visible = PUBLIC_HEADERS if session is None else PRIVATE_HEADERS
            if read.screen is not None and read.screen.is_secret:
                visible = SECRET_HEADERS
            return self._payload(read, visible) if is_payload else await self._document(read, visible)

        try:
            if session is None and address.screen is not None and address.screen.cache:
                return await self._cache.get(key_of(address, is_payload=is_payload), build)
            return await build()
        except _RedirectRequested as requested:
            return _redirect_to(requested.target, is_payload=is_payload)

    async def get_without_scripts(
        self, address: Address, session: Mapping[str, Any], *, above: str, change: Callable[[str], str]
    ) -> PlainPage | RedirectTo:
        """The page of a session without scripts, data and links of the head; `above` stands before it.

        `change` is applied to what React rendered. Never cached.
        """
        read = await self._reader.read(address, session)
        if isinstance(read, RedirectTo):
            return read
        payload, payload_json = self._complete(read)
        html = await self._renderer.find_html(payload_json, payload.path)
        document = self._around(read, payload, payload_json, None if html is None else change(html))
        head = msgspec.structs.replace(payload.head, canonical=None, hreflang=(), og_image=None, noindex=True)
        plain = msgspec.structs.replace(
            document,
            payload=msgspec.structs.replace(payload, head=head),
            json_ld=(),
            has_scripts=False,
            above=above,
        )
        return PlainPage(payload.status, self._shell.document(plain))

    def _payload(self, read: PageRead, visible: Headers) -> CachedPage:
        body = msgspec.json.encode(read.payload)
        headers = [JSON, *visible, *_retry_headers(read), *self._offline_headers(read)]
        return CachedPage(read.payload.status, headers, body, snapshot=read.snapshot, valid_until=read.valid_until)

    async def _document(self, read: PageRead, visible: Headers) -> CachedPage:
        payload, payload_json = self._complete(read)
        html = await self._renderer.find_html(payload_json, payload.path)
        body = self._shell.document(self._around(read, payload, payload_json, html))
        # A page without server rendering is not cached: the next attempt may succeed.
        snapshot = read.snapshot if html is not None else None
        # A page for one user is rendered for a 304 too, and hashing 45 KB takes 0.1 ms: it has no ETag.
        has_etag = visible is PUBLIC_HEADERS
        headers = [HTML, *visible, *_retry_headers(read), *self._offline_headers(read)]
        return CachedPage(
            payload.status, headers, body, snapshot=snapshot, valid_until=read.valid_until, has_etag=has_etag
        )

    def _complete(self, read: PageRead) -> tuple[PagePayload, bytes]:
        now = datetime.now(UTC).replace(second=0, microsecond=0)
        payload = msgspec.structs.replace(read.payload, supabase=self._supabase, build=self._build, rendered_at=now)
        return payload, msgspec.json.encode(payload)

    def _around(self, read: PageRead, payload: PagePayload, payload_json: bytes, html: str | None) -> Document:
        return Document(
            payload=payload,
            payload_json=payload_json,
            page=read.screen.page if read.screen else None,
            body=html,
            texts=read.screen.texts if read.screen else (),
            title=read.title,
            json_ld=read.json_ld,
            has_feed=read.screen is not None and read.screen.has_feed,
            has_scripts=not read.is_preview,
        )

    def _offline_headers(self, read: PageRead) -> Headers:
        """Let the service worker store the page for its visitor (web/offline/pages.ts)."""
        if read.screen is None or not read.screen.offline or read.payload.status != HTTPStatus.OK:
            return []
        visitor = read.payload.visitor
        return [(b"balai-offline", f"{self._build} {visitor.id if visitor else 'guest'}".encode())]


def _retry_headers(read: PageRead) -> Headers:
    return [RETRY_AFTER] if read.payload.status == HTTPStatus.SERVICE_UNAVAILABLE else []


class _RedirectRequested(Exception):
    """Carries a redirect past the cache, which stores pages only."""

    def __init__(self, target: RedirectTo) -> None:
        super().__init__(target.path)
        self.target = target


def key_of(address: Address, *, is_payload: bool) -> str:
    """The cache key of a page: its path and the query parameters that its screen declares."""
    return f"{address.path}{PAYLOAD_FILE if is_payload else ''}{address.search}"


def conditional_response(page: CachedPage, request: Request) -> Response:
    """The page in the browser's preferred encoding, or 304 if the ETag matches (RFC 9110, section 13.1.2)."""
    if page.etag is not None and page.etag in request.if_none_match:
        return page.unchanged
    return page.encoded(chosen_encoding(request.accept_encoding))


def _redirect_to(target: RedirectTo, *, is_payload: bool) -> Response:
    if is_payload:
        return Response(int(HTTPStatus.OK), [JSON, *PRIVATE_HEADERS], msgspec.json.encode(Redirect(target.path)))
    return redirect_response(target.path, target.status)
