"""Reads one page: guards, the loader in its transaction, and the document's metadata.

The result serves both forms of a page, the HTML document and `_payload.json`. Every failure becomes a page with a
status. Only unexpected errors are logged, with their trace.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from http import HTTPStatus
from typing import Any

import msgspec
import structlog
from msgspec import UNSET

from balai.database.availability import is_unreachable
from balai.database.pool import UNAVAILABLE, Connection, Pool
from balai.database.transaction import as_role
from balai.messaging.email_state import EmailMonitor
from balai.site.appearance.preview import with_preview
from balai.site.loaders.admin.waiting import read_waiting
from balai.site.pages.feed import Feed
from balai.site.pages.identity import TABLES, SiteIdentity
from balai.site.pages.results import Address, FeedRead, LanguageNotOffered, PageRead, RedirectTo
from balai.site.payloads import AdminWaiting, Alternate, Lang, NoData, PageSettings, Payload, SignInOptions, Visitor
from balai.site.render.payload import DocumentHead, PagePayload
from balai.site.render.table_versions import Snapshot, TableVersions
from balai.site.request.guards import Denial, find_denial
from balai.site.request.matcher import Matcher
from balai.site.request.sign_in_methods import SignInMethodsSource
from balai.site.request.visitors import caller_of, find_visitor
from balai.site.screens import Moved, NotFound, Page, PageRequest, Screen, absolute_url
from balai.site.texts import Texts

log = structlog.get_logger("balai.site.pages")

EMPTY_PAGE: Page[Payload] = Page(NoData())
# A slower page is useless to its reader, and must not hold a connection that other requests wait for.
TIMEOUT = {"statement_timeout": "8s"}
# A database that hangs does not enforce its own timeout.
READ_TIMEOUT_S = 12.0
# The screens that stand before a page, and lead to it.
QUESTIONS = {Denial.SIGN_IN: "signin", Denial.CONSENT: "consent", Denial.NAME: "welcome"}


@dataclass(frozen=True, slots=True)
class _ReadState:
    """The intermediate state of reading a page."""

    address: Address
    visitor: Visitor | None = None
    snapshot: Snapshot | None = None
    waiting: AdminWaiting | None = None


@dataclass(frozen=True, slots=True)
class Sources:
    """The state of other parts of the program that pages show."""

    sign_in_methods: SignInMethodsSource
    emails: EmailMonitor


class Reader:
    """Reads pages. One per process."""

    def __init__(
        self,
        pool: Pool,
        *,
        matcher: Matcher[Screen],
        texts: Texts,
        identity: SiteIdentity,
        versions: TableVersions,
        site_url: str,
        sources: Sources,
        storage_host: str = "",
        notice_delay_seconds: int = 600,
        phone_channels: tuple[str, ...] = (),
    ) -> None:
        self._pool = pool
        self._matcher = matcher
        self._texts = texts
        self._identity = identity
        self._versions = versions
        self._site_url = site_url
        self._sign_in_methods = sources.sign_in_methods
        self._emails = sources.emails
        self._storage_host = storage_host
        self._notice_delay_seconds = notice_delay_seconds
        self._phone_channels = phone_channels

    async def read(self, address: Address, session: Mapping[str, Any] | None) -> PageRead | RedirectTo:
        """The page at an address, read in one read-only transaction with the visitor's role."""
        state = _ReadState(address)
        try:
            if address.match is None and session is None and self._identity.is_fresh and self._offers(address):
                raise NotFound
            async with (
                asyncio.timeout(READ_TIMEOUT_S),
                as_role(self._pool, caller_of(session), settings=TIMEOUT) as conn,
            ):
                await self._identity.refresh(conn)
                state = _ReadState(address, await self._find_visitor(conn) if session else None)
                if not self._offers(address):
                    return RedirectTo(self._in_default_language(address.path) + address.search, HTTPStatus.FOUND)
                return await self._load(conn, state)
        except NotFound:
            return self._error(state, HTTPStatus.NOT_FOUND)
        except Moved as moved:
            return RedirectTo(moved.path, HTTPStatus.MOVED_PERMANENTLY if moved.is_final else HTTPStatus.FOUND)
        except Exception as error:
            log.exception("page_failed", path=address.path)
            if is_unreachable(error):
                return self._error(state, HTTPStatus.SERVICE_UNAVAILABLE)
            return self._error(state, HTTPStatus.INTERNAL_SERVER_ERROR)

    async def _find_visitor(self, conn: Connection) -> Visitor | None:
        visitor = await find_visitor(conn)
        if visitor is None or not visitor.is_admin:
            return visitor
        # The page after saving a setting is requested before the notification of the change arrives.
        await self._identity.refresh(conn, always=True)
        return msgspec.structs.replace(visitor, emails=await self._emails.state())

    async def _find_sign_in_methods(self) -> SignInOptions:
        options = await self._sign_in_methods.get()
        return msgspec.structs.replace(options, sends_email=await self._emails.state() == "ok")

    async def refresh_settings(self) -> None:
        """Read the site's settings if they have changed. Failures are logged: the last known ones then apply."""
        if self._identity.is_fresh:
            return
        try:
            async with asyncio.timeout(READ_TIMEOUT_S), as_role(self._pool, caller_of(None), settings=TIMEOUT) as conn:
                await self._identity.refresh(conn)
        except UNAVAILABLE:
            log.exception("settings_unreadable")

    async def find_language(self, session: Mapping[str, Any]) -> Lang | None:
        """The language of a member's account."""
        try:
            async with (
                asyncio.timeout(READ_TIMEOUT_S),
                as_role(self._pool, caller_of(session), settings=TIMEOUT) as conn,
            ):
                visitor = await find_visitor(conn)
        except UNAVAILABLE:
            # The redirect still happens; its target page reports the problem.
            log.exception("account_language_unreadable")
            return None
        return visitor.language if visitor else None

    async def read_feed(
        self, feed: Feed, address: Address, params: Mapping[str, str], session: Mapping[str, Any] | None
    ) -> FeedRead:
        """The body of a feed for a visitor. Raises NotFound, LanguageNotOffered, and unexpected errors."""
        async with (
            asyncio.timeout(READ_TIMEOUT_S),
            as_role(self._pool, caller_of(session), settings=TIMEOUT) as conn,
        ):
            await self._identity.refresh(conn)
            if not self._offers(address):
                raise LanguageNotOffered(self._in_default_language(address.path) + address.search)
            visitor = await find_visitor(conn) if session else None
            snapshot = self._snapshot(feed.tables) if visitor is None and feed.cache else None
            request = self._request(conn, _ReadState(address, visitor), params)
            written = await feed.load(request)
            return FeedRead(written.body, snapshot, written.valid_until, written.headers)

    async def _load(self, conn: Connection, state: _ReadState) -> PageRead | RedirectTo:
        match = state.address.match
        if match is None:
            raise NotFound
        screen = match.screen
        match find_denial(screen, state.visitor):
            case (Denial.SIGN_IN | Denial.CONSENT | Denial.NAME) as denial:
                back = state.address.path + state.address.search
                return RedirectTo(
                    self._matcher.path_to(QUESTIONS[denial], lang=state.address.lang, query={"next": back}, params={}),
                    HTTPStatus.SEE_OTHER,
                )
            case Denial.NOT_FOUND:
                raise NotFound
        if await self._needs_setup(conn, screen, state.visitor):
            path = self._matcher.path_to("admin.setup", lang=state.address.lang, query={}, params={})
            return RedirectTo(path, HTTPStatus.SEE_OTHER)
        if screen.cache and state.visitor is None:
            # Taken before the loader reads: a later commit makes the result stale.
            state = _ReadState(state.address, None, self._snapshot(screen.tables))
        if screen.layout == "admin":
            site = self._identity.settings(state.address.lang)
            state = replace(state, waiting=await read_waiting(conn, site.time_zone))
        page = EMPTY_PAGE if screen.load is None else await screen.load(self._request(conn, state, match.params))
        return self._page(state, screen, page)

    async def _needs_setup(self, conn: Connection, screen: Screen, visitor: Visitor | None) -> bool:
        """Whether this is an administrator's first visit to a new site, which opens on the setup guide."""
        if visitor is None or not visitor.is_admin or screen.name not in {"home", "admin"}:
            return False
        return bool(await conn.fetchval("select public.needs_setup()"))

    def _snapshot(self, tables: Iterable[str]) -> Snapshot | None:
        """None if the site's settings changed while they were read: such a page must not be cached."""
        return self._versions.snapshot((*TABLES, *tables)) if self._identity.is_fresh else None

    def _request(self, conn: Connection, state: _ReadState, params: Mapping[str, str]) -> PageRequest:
        lang = state.address.lang
        return PageRequest(
            conn=conn,
            lang=lang,
            path=state.address.path,
            params=params,
            query=state.address.query,
            visitor=state.visitor,
            now=datetime.now(UTC),
            site=self._settings(state),
            site_url=self._site_url,
            storage_host=self._storage_host,
            notice_delay_seconds=self._notice_delay_seconds,
            phone_channels=self._phone_channels,
            path_to=partial(self._path_to, lang),
            text=partial(self._text, lang),
            sign_in_methods=self._find_sign_in_methods,
        )

    def _path_to(
        self,
        own: Lang,
        /,
        screen: str,
        *,
        lang: Lang | None = None,
        query: Mapping[str, str] | None = None,
        **params: str,
    ) -> str:
        return self._matcher.path_to(screen, lang=lang or own, query=query, params=params)

    def _text(self, own: Lang, key: str, /, *, lang: Lang | None = None, **values: str | int) -> str:
        return self._texts.text(lang or own, key, self._identity.settings(lang or own).wordings, **values)

    def _page(self, state: _ReadState, screen: Screen, page: Page[Payload]) -> PageRead:
        address = state.address
        site = self._settings(state)
        titled = self._texts.text(address.lang, screen.title, site.wordings) if screen.title else ""
        own_title = page.head.title or titled
        alternates = self._alternates(address, page.alternates)
        noindex = page.head.noindex or screen.noindex
        canonical = page.canonical or address.path + address.search
        # Later parts of a list have no counterpart in other languages: the n-th part there has other rows.
        is_listed = not noindex and "after" not in address.query and page.canonical in {None, address.path}
        payload = self._payload(
            state,
            HTTPStatus.OK,
            alternates=alternates,
            data=msgspec.Raw(msgspec.json.encode(page.data)),
            head=DocumentHead(
                title=f"{own_title} · {site.name}" if own_title else site.name,
                description=page.head.description or site.tagline or None,
                canonical=None if noindex else self._absolute(canonical),
                hreflang=_translations(page, alternates) if is_listed else (),
                og_image=self._absolute(page.head.og_image) if page.head.og_image else None,
                og_type=page.head.og_type,
                noindex=noindex,
            ),
        )
        return PageRead(
            payload=payload,
            screen=screen,
            title=own_title or site.name,
            json_ld=page.head.json_ld,
            snapshot=state.snapshot,
            valid_until=page.valid_until,
            is_preview=_is_preview(state),
        )

    def _alternates(self, address: Address, given: Mapping[Lang, str] | None) -> tuple[Alternate, ...]:
        offered = self._identity.settings(address.lang).languages
        if given is not None:
            return tuple(Alternate(lang, given[lang]) for lang in offered if lang in given)
        rest = address.path.removeprefix(f"/{address.lang}")
        return tuple(Alternate(lang, f"/{lang}{rest}{address.search}") for lang in offered)

    def _error(self, state: _ReadState, status: HTTPStatus) -> PageRead:
        address = state.address
        key = "error.page.notFound.title" if status == HTTPStatus.NOT_FOUND else "error.page.serverError.title"
        site = self._identity.settings(address.lang)
        title, name = self._texts.text(address.lang, key, site.wordings), site.name
        head = DocumentHead(
            title=f"{title} · {name}",
            description=None,
            canonical=None,
            hreflang=(),
            og_image=None,
            og_type="website",
            noindex=True,
        )
        alternates = self._alternates(address, None)
        payload = self._payload(state, status, alternates=alternates, data=msgspec.Raw(b"null"), head=head)
        return PageRead(payload, address.screen, title, (), None, None)

    def _payload(
        self,
        state: _ReadState,
        status: HTTPStatus,
        *,
        alternates: tuple[Alternate, ...],
        data: msgspec.Raw,
        head: DocumentHead,
    ) -> PagePayload:
        address = state.address
        return PagePayload(
            screen=address.screen.name if address.screen else None,
            lang=address.lang,
            path=address.path,
            params=address.match.params if address.match else {},
            query=address.query,
            status=int(status),
            visitor=state.visitor,
            alternates=alternates,
            head=head,
            data=data,
            site=self._settings(state),
            waiting=UNSET if state.waiting is None else state.waiting,
        )

    def _settings(self, state: _ReadState) -> PageSettings:
        settings = self._identity.settings(state.address.lang)
        return with_preview(settings, state.address.preview or {}) if _is_preview(state) else settings

    def _offers(self, address: Address) -> bool:
        return self._identity.offers(address.lang)

    def _in_default_language(self, path: str) -> str:
        return "/".join(["", self._identity.default_lang, *path.split("/")[2:]])

    def _absolute(self, path: str) -> str:
        return absolute_url(path, self._site_url, self._storage_host)


def _is_preview(state: _ReadState) -> bool:
    """Never for anonymous visitors, whose pages are cached."""
    return state.address.preview is not None and state.visitor is not None and state.visitor.is_admin


def _translations(page: Page[Payload], alternates: tuple[Alternate, ...]) -> tuple[Alternate, ...]:
    if page.translated is None:
        return alternates
    return tuple(alternate for alternate in alternates if alternate.lang in page.translated)
