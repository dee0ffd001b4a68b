"""The site as one ASGI application: decides whether an address is a page, a file, a feed, a redirect or nothing.

    cached page? ─▶ endpoint? ─▶ file? ─▶ robots, site map ─▶ /{lang}/… feed, payload, page ─▶ no language: redirect

Plain ASGI without a framework: most requests are for a cached page, and the framework would cost more than the page.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx

from balai.database.pool import Pool
from balai.http.asgi import Receive, Scope, Send
from balai.http.client_limit import ClientLimit
from balai.http.response_headers import ReadyResponse
from balai.messaging.email_state import EmailMonitor
from balai.security.tokens import KeyRing
from balai.settings import Settings
from balai.site.appearance.preview import FLAG, framed_headers
from balai.site.assets.files import Assets
from balai.site.assets.generated_images import GeneratedImages
from balai.site.endpoints import Endpoints, start_endpoints
from balai.site.exports.download import PATH as EXPORT_PATH
from balai.site.exports.download import ExportDownload
from balai.site.feeds.frame import embedded_headers, is_frame
from balai.site.feeds.responses import Feeds
from balai.site.feeds.robots import robots
from balai.site.feeds.table import FEEDS, root_feeds
from balai.site.languages import COOKIE, find_lang, find_lang_of_page, preferred_lang
from balai.site.pages.addresses import find_address
from balai.site.pages.identity import SiteIdentity
from balai.site.pages.page import PAYLOAD_FILE, Pages, conditional_response
from balai.site.pages.reader import Reader, Sources
from balai.site.pages.results import Address
from balai.site.payloads import Lang
from balai.site.perspective.document import is_below_prefix
from balai.site.perspective.endpoint import Perspectives
from balai.site.pictures.fetcher import PictureFetcher
from balai.site.pictures.member_files import PREFIX as MEMBER_FILES
from balai.site.pictures.member_files import MemberFiles
from balai.site.pictures.text_files import PREFIXES as TEXT_FILE_PREFIXES
from balai.site.pictures.text_files import TextFiles
from balai.site.render.front_end import STATIC, FrontEnd
from balai.site.render.page_cache import CachedPage, PageCache
from balai.site.render.payload import find_access
from balai.site.render.renderer import Limits, Renderer
from balai.site.render.shell import Shell
from balai.site.render.table_versions import ChangeListener, TableVersions
from balai.site.request.exchange import (
    Headers,
    Request,
    Response,
    read_request,
    redirect_response,
    send_response,
    text_response,
)
from balai.site.request.guards import check_guards_known
from balai.site.request.headers import security_headers
from balai.site.request.matcher import SAFE, Matcher
from balai.site.request.sign_in_methods import SignInMethodsSource
from balai.site.request.visitors import ACCESS_COOKIE_BYTES, find_cookie, find_session
from balai.site.routes import SCREENS
from balai.site.screens import Screen
from balai.site.texts import Texts

READ_METHODS = {"GET", "HEAD"}
# Requests without a session that are not answered from the cache.
ANONYMOUS_AT_ONCE = 4
# Addresses of screens that others have taken over.
MOVED = {"/admin/reports": "/admin/desk"}


@asynccontextmanager
async def site_app(
    pool: Pool,
    settings: Settings,
    database_url: str,
    ring: KeyRing,
    *,
    screens: tuple[Screen, ...] = SCREENS,
    static: Path = STATIC,
    limits: Limits | None = None,
    backend: httpx.AsyncClient | None = None,
    emails: EmailMonitor | None = None,
    pictures: PictureFetcher | None = None,
    anonymous_limit: ClientLimit | None = None,
) -> "AsyncIterator[Site]":
    """Build the site and run its listener and its renderer while the block runs.

    `backend`: a client for the auth service, whose settings some pages show. `pictures` stores those of other hosts.
    `anonymous_limit`: of requests without a session for pages that are not cached.

    Raises:
        StartError: the front end is not built.
        UnknownGuard, TableError: the route table is inconsistent.
    """
    check_guards_known(screens)
    matcher, front_end, versions = Matcher(screens), FrontEnd(static), TableVersions()
    texts, cache = Texts.read(static / "locales"), PageCache(versions)
    identity, shell = SiteIdentity(versions, texts), Shell(front_end, settings.site_url)
    emails = emails or EmailMonitor(pool, settings)
    renderer = Renderer(static / "server.js", size=settings.render_threads, limits=limits)
    access = find_access(settings)
    sources = Sources(SignInMethodsSource(backend, access.anon_key), emails)
    reader = _reader(pool, settings, matcher, texts, identity, versions, sources, access.storage_host)
    pages = Pages(reader=reader, renderer=renderer, shell=shell, cache=cache, supabase=access, build=front_end.build)
    headers = _headers(settings, front_end)
    images = GeneratedImages(identity, backend, front_end.fonts_by_use(), reader.refresh_settings)
    async with _started(ChangeListener(database_url, versions), renderer):
        yield Site(
            ring=ring,
            matcher=matcher,
            pages=pages,
            feeds=Feeds(FEEDS, root_feeds(screens), reader, cache),
            reader=reader,
            identity=identity,
            texts=texts,
            assets=Assets(static, images=images, has_offline=settings.offline),
            robots_text=robots(screens, settings.site_url),
            headers=headers,
            perspectives=Perspectives(pool, ring, pages, matcher, identity, texts, settings.site_url, headers),
            text_files=TextFiles(pool, backend, ring, access.anon_key) if backend is not None else None,
            member_files=MemberFiles(backend, access, matcher, texts) if backend is not None else None,
            endpoints=await start_endpoints(pool, ring, settings, matcher, emails, images, backend, pictures),
            read_email_logo=images.read_email_logo,
            anonymous_limit=anonymous_limit,
        )


def _reader(
    pool: Pool,
    settings: Settings,
    matcher: Matcher[Screen],
    texts: Texts,
    identity: SiteIdentity,
    versions: TableVersions,
    sources: Sources,
    storage_host: str,
) -> Reader:
    return Reader(
        pool,
        matcher=matcher,
        texts=texts,
        identity=identity,
        versions=versions,
        site_url=settings.site_url,
        sources=sources,
        storage_host=storage_host,
        notice_delay_seconds=settings.notice_delay_seconds,
        phone_channels=settings.phone_channels,
    )


@asynccontextmanager
async def _started(*parts: ChangeListener | Renderer) -> AsyncIterator[None]:
    """The parts run while the block runs."""
    async with AsyncExitStack() as stack:
        for part in parts:
            stack.push_async_callback(part.stop)
            await part.start()
        yield


def _headers(settings: Settings, front_end: FrontEnd) -> Headers:
    script, captcha = front_end.inline_script, settings.captcha
    return security_headers(settings.site_url, settings.backend_url, inline_script=script, captcha=captcha)


class Site:
    """ASGI application for every address outside the backend."""

    def __init__(
        self,
        *,
        ring: KeyRing,
        matcher: Matcher[Screen],
        pages: Pages,
        feeds: Feeds,
        reader: Reader,
        identity: SiteIdentity,
        texts: Texts,
        assets: Assets,
        robots_text: str,
        headers: Headers,
        endpoints: Endpoints,
        perspectives: Perspectives,
        read_email_logo: Callable[[], Awaitable[bytes]],
        text_files: TextFiles | None = None,
        member_files: MemberFiles | None = None,
        anonymous_limit: ClientLimit | None = None,
    ) -> None:
        self._ring = ring
        self._matcher = matcher
        self._pages = pages
        self._feeds = feeds
        self._reader = reader
        self._identity = identity
        self._assets = assets
        self._robots = text_response(HTTPStatus.OK, robots_text)
        self._headers = headers
        self._framed_headers = framed_headers(headers)
        self._perspectives = perspectives
        self._embedded_headers = embedded_headers(headers)
        self._text_files = text_files
        self._member_files = member_files
        # The copies of members' data.
        self.exports: ExportDownload | None = None
        self._endpoints = endpoints
        self._texts = texts
        # The logo that emails contain, as a PNG; empty without one.
        self.read_email_logo = read_email_logo
        self._anonymous_limit = anonymous_limit
        # Members do not wait behind a crawler, also if it comes from many addresses.
        self._anonymous_turns = asyncio.Semaphore(ANONYMOUS_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection (ASGI 3)."""
        if scope["type"] != "http":
            # The site has no WebSockets: reject the handshake.
            await send({"type": "websocket.close", "code": 1000})
            return
        request = read_request(scope)
        if request.path == EXPORT_PATH and request.method in READ_METHODS and self.exports is not None:
            await self.exports.send(request, send, self._headers)
            return
        response = self._find_cached(request) or await self._respond(request, receive)
        if FLAG in request.raw_query and not is_below_prefix(request.path):
            # A copy: the headers of a cached page are serialised once.
            response = replace(response, head=None)
            await send_response(send, request.method, response, self._framed_headers)
        else:
            await send_response(send, request.method, response, self._common_headers(request, response))

    def find_ready(self, scope: Scope) -> ReadyResponse | None:
        """The response to a request for a cached page, without a session."""
        request = read_request(scope)
        response = self._find_cached(request)
        if response is None:
            return None
        head = response.complete_head(self._common_headers(request, response))
        return ReadyResponse(response.status, head, response.body)

    def _find_cached(self, request: Request) -> Response | None:
        if request.raw_query or request.method not in READ_METHODS or ACCESS_COOKIE_BYTES in request.cookie:
            return None
        page = self._pages.find_cached(request.raw_path)
        return None if page is None else conditional_response(page, request)

    def _common_headers(self, request: Request, response: Response) -> Headers:
        if is_below_prefix(request.path):
            return self._perspectives.headers
        return self._embedded_headers if is_frame(request.raw_path, response.headers) else self._headers

    async def _respond(self, request: Request, receive: Receive) -> Response:
        if is_below_prefix(request.path):
            return await self._perspectives.respond(request, receive)
        endpoint = self._endpoints.get((request.method, request.path))
        if endpoint is not None:
            return await endpoint(request, receive)
        if request.method not in READ_METHODS:
            return text_response(HTTPStatus.METHOD_NOT_ALLOWED, "", (b"allow", b"GET, HEAD"))
        if self._assets.has(request.path):
            return await self._assets.respond(request)
        if request.path.startswith(TEXT_FILE_PREFIXES) and self._text_files is not None:
            return await self._text_files.respond(request)
        if request.path == "/robots.txt":
            return self._robots
        session = find_session(request.cookie, self._ring)
        if session is not None:
            return await self._read(request, session)
        if self._anonymous_limit is not None:
            wait = self._anonymous_limit.take(request.client)
            if wait:
                return self._too_many(request, wait)
        async with self._anonymous_turns:
            return await self._read(request, None)

    async def _read(self, request: Request, session: Mapping[str, Any] | None) -> Response:
        """A feed, a payload, a page, a file for members, or a redirect to one."""
        if request.path.startswith(MEMBER_FILES) and self._member_files is not None:

            async def find() -> Lang:
                lang = find_lang_of_page(request.referer.decode("latin-1"))
                return lang if lang and self._identity.offers(lang) else await self._lang_of(request, session)

            sent = await self._member_files.respond(request, find, is_member=session is not None)
            return sent or await self._unknown(await find(), request, session)
        root = self._feeds.find_root(request.path)
        if root is not None:
            # Read without a session: these files are the same for everyone.
            await self._reader.refresh_settings()
            lang = find_lang(root.params.get("lang"))
            shown = lang if lang is not None and self._identity.offers(lang) else self._identity.default_lang
            return await self._feeds.respond(root, shown, request, None)
        lang = find_lang(request.path.split("/", 2)[1])
        if lang is None:
            return await self._without_language(request, session)
        rest = request.path[len(lang) + 1 :]
        if rest.endswith("/"):
            # A trailing slash would give each page a second address.
            return self._redirect_to(request, f"/{lang}{rest.rstrip('/')}")
        if rest in MOVED:
            return self._redirect_to(request, f"/{lang}{MOVED[rest]}")
        feed = self._feeds.find(rest)
        if feed is not None:
            return await self._feeds.respond(feed, lang, request, session)
        is_payload = rest.endswith(PAYLOAD_FILE)
        address = find_address(self._matcher, lang, rest.removesuffix(PAYLOAD_FILE), request)
        return await self._page(address, request, session, is_payload=is_payload)

    async def _page(
        self, address: Address, request: Request, session: Mapping[str, Any] | None, *, is_payload: bool
    ) -> Response:
        page = await self._pages.get(address, session, is_payload=is_payload)
        return conditional_response(page, request) if isinstance(page, CachedPage) else page

    def _too_many(self, request: Request, seconds: int) -> Response:
        """A line of text: rendering a page would cost as much as the request that is refused."""
        lang = find_lang(request.path.split("/", 2)[1]) or self._identity.default_lang
        text = self._texts.text(lang, "error.tooMany")
        return text_response(HTTPStatus.TOO_MANY_REQUESTS, text, (b"retry-after", str(seconds).encode()))

    async def _without_language(self, request: Request, session: Mapping[str, Any] | None) -> Response:
        """Redirect to the same screen in the visitor's language, or the 404 page if there is no such screen."""
        lang = await self._lang_of(request, session)
        rest = MOVED.get(request.path.rstrip("/"), request.path.rstrip("/"))
        if self._matcher.find(rest) is None and self._feeds.find(rest) is None:
            return await self._unknown(lang, request, session)
        return self._redirect_to(request, f"/{lang}{rest}", HTTPStatus.FOUND, vary="cookie, accept-language")

    async def _unknown(self, lang: Lang, request: Request, session: Mapping[str, Any] | None) -> Response:
        address = Address(lang, quote(request.path, safe=f"/{SAFE}"), None, {})
        return await self._page(address, request, session, is_payload=False)

    async def _lang_of(self, request: Request, session: Mapping[str, Any] | None) -> Lang:
        await self._reader.refresh_settings()
        default = self._identity.default_lang
        offered = self._identity.settings(default).languages
        if session is not None:
            chosen = await self._reader.find_language(session)
            if chosen in offered:
                return chosen
        chosen = find_lang(find_cookie(request.cookie, COOKIE))
        if chosen in offered:
            return chosen
        return preferred_lang(request.accept_language.decode("latin-1"), offered) or default

    def _redirect_to(
        self, request: Request, path: str, status: HTTPStatus = HTTPStatus.MOVED_PERMANENTLY, *, vary: str = "cookie"
    ) -> Response:
        query = f"?{request.raw_query.decode('latin-1')}" if request.raw_query else ""
        return redirect_response(quote(path, safe=f"/{SAFE}") + query, status, vary=vary)
