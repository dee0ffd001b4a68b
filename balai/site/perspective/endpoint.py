"""Addresses below `/as`: an administrator sees the site as a member does.

- POST /as, with a bearer token: starts it, and names it in a cookie.
- GET /as/LANGUAGE/…: the page as the member gets it. The cookie counts only together with the session of the
  administrator who started it, which the database checks at each page. The browser gets no token of the member.
- GET /as/stop?id=…: ends it. The one write that a cookie authorises: it takes away what that cookie gave, and the id in
  the address, which no other site and no text of a member knows, must be the cookie's.

Other addresses know nothing of it: the cookie is not sent to them.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from uuid import UUID

import asyncpg
import msgspec
import structlog

from balai.database.pool import UNAVAILABLE, Pool
from balai.database.transaction import Caller, as_role
from balai.http.asgi import Receive
from balai.security.tokens import KeyRing
from balai.site.languages import find_lang, preferred_lang
from balai.site.pages.addresses import find_address
from balai.site.pages.identity import SiteIdentity
from balai.site.pages.page import Pages
from balai.site.pages.results import RedirectTo
from balai.site.payloads import Lang
from balai.site.perspective.document import PREFIX, bar, keep_links, notice, perspective_headers
from balai.site.render.compression import chosen_encoding
from balai.site.render.page_cache import CachedPage
from balai.site.request.administrators import Refused, bearer_claims, error_response, json_response
from balai.site.request.exchange import Headers, Request, Response, read_body, redirect_response, text_response
from balai.site.request.matcher import Matcher
from balai.site.request.visitors import find_cookie, find_session
from balai.site.screens import Screen
from balai.site.texts import Texts

COOKIE = "balai-perspective"
STOP = f"{PREFIX}/stop"
MAX_AGE_S = 15 * 60
MAX_BODY_BYTES = 5_000
TIMEOUT = {"statement_timeout": "8s"}
# Private conversations and notes, secrets of the account, and addresses that are credentials (a member's calendars):
# the rights of the member are checked without them. Screens with `is_secret` are added.
WITHHELD = {
    *("messages", "messages.person", "profile.bookmarks", "profile.security"),
    *("book.view", "day.calendars", "admin.place"),
}
START = "select public.start_perspective($1, $2)"
END = "select public.end_perspective($1)"
FIND = """
select p.member_id, p.display_name, p.claims::text as claims from public.current_perspective($1) as p
"""
HEADERS: Headers = [
    (b"content-type", b"text/html; charset=utf-8"),
    (b"cache-control", b"private, no-store"),
    (b"vary", b"accept-encoding, cookie"),
    (b"x-robots-tag", b"noindex"),
]
log = structlog.get_logger("balai.site.perspective")


class _Given(msgspec.Struct, frozen=True):
    """The request body. `language`: that of the administration, in which the bar will be."""

    member: UUID
    reason: str
    language: Lang


class _Perspective(msgspec.Struct, frozen=True):
    """One that holds now. `language`: the administrator's."""

    id: UUID
    name: str
    claims: Mapping[str, Any]
    language: Lang


class Perspectives:
    """One per process. `headers`: of each response."""

    def __init__(
        self,
        pool: Pool,
        ring: KeyRing,
        pages: Pages,
        matcher: Matcher[Screen],
        identity: SiteIdentity,
        texts: Texts,
        site_url: str,
        headers: Headers,
    ) -> None:
        self._pool, self._ring, self._pages, self._matcher = pool, ring, pages, matcher
        self._identity, self._texts, self._site_url = identity, texts, site_url
        self.headers = perspective_headers(headers)

    async def respond(self, request: Request, receive: Receive) -> Response:
        """The page as the member gets it, or the start or end of seeing it so."""
        if request.path == PREFIX and request.method == "POST":
            return await self._start(request, receive)
        if request.method not in {"GET", "HEAD"}:
            return text_response(HTTPStatus.METHOD_NOT_ALLOWED, "", (b"allow", b"GET, HEAD"))
        try:
            if request.path == STOP:
                return await self._stop(request)
            return await self._page(request)
        except UNAVAILABLE:
            log.exception("perspective_unreadable")
            return text_response(HTTPStatus.SERVICE_UNAVAILABLE)

    async def _start(self, request: Request, receive: Receive) -> Response:
        try:
            claims = bearer_claims(self._ring, request)
            given = msgspec.json.decode(await read_body(receive, MAX_BODY_BYTES) or b"", type=_Given)
            async with as_role(self._pool, Caller.from_claims(claims), read_only=False, settings=TIMEOUT) as conn:
                started = await conn.fetchval(START, given.member, given.reason.replace("\0", ""))
        except Refused as error:
            return _refusal(error.status, error.details)
        except msgspec.MsgspecError:
            return _refusal(HTTPStatus.BAD_REQUEST, "invalid_body")
        except asyncpg.InsufficientPrivilegeError:
            return _refusal(HTTPStatus.FORBIDDEN, "administrators_only")
        except asyncpg.CheckViolationError:
            return _refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "perspectives_reason")
        except asyncpg.PostgresError as error:
            if not (error.sqlstate or "").startswith("PT"):
                raise
            return _refusal(HTTPStatus(int(str(error.sqlstate)[2:])), error.detail or "")
        except UNAVAILABLE:
            return _refusal(HTTPStatus.SERVICE_UNAVAILABLE, "busy")
        response = json_response(HTTPStatus.CREATED, {"path": f"{PREFIX}/{given.language}"})
        response.headers.append(self._cookie(f"{started}.{given.language}", MAX_AGE_S))
        return response

    async def _stop(self, request: Request) -> Response:
        """End it, and lead back to the member. Without the cookie's id in the address nothing ends."""
        session, (id_, lang) = find_session(request.cookie, self._ring), _named(request)
        given = request.query(("id",)).get("id")
        if session is None or id_ is None or given != str(id_) or request.method != "GET":
            return self._ended(request, lang)
        lang = lang or self._identity.default_lang
        async with as_role(self._pool, Caller.from_claims(session), read_only=False, settings=TIMEOUT) as conn:
            member = await conn.fetchval(END, id_)
        params = {"memberId": str(member)} if member else {}
        target = self._matcher.path_to("admin.member" if member else "home", lang=lang, query={}, params=params)
        response = redirect_response(target, HTTPStatus.SEE_OTHER)
        response.headers = [*response.headers, (b"cache-control", b"no-store"), self._cookie("", 0)]
        return response

    async def _page(self, request: Request) -> Response:
        path = request.path.removeprefix(PREFIX).rstrip("/")
        lang = find_lang(path.split("/", 2)[1] if path else None)
        found = await self._find(request)
        if found is None:
            return self._ended(request, lang)
        if lang is None:
            return redirect_response(f"{PREFIX}/{found.language}", HTTPStatus.SEE_OTHER)
        address = find_address(self._matcher, lang, path[len(lang) + 1 :], request)
        above = self._bar(found)
        if address.screen is not None and (address.screen.is_secret or address.screen.name in WITHHELD):
            return self._withheld(request, found, lang, above)
        page = await self._pages.get_without_scripts(
            address, found.claims, above=above, change=lambda html: keep_links(html, self._site_url)
        )
        if isinstance(page, RedirectTo):
            return redirect_response(PREFIX + page.path, HTTPStatus.SEE_OTHER)
        return _html(request, page.status, page.body)

    async def _find(self, request: Request) -> _Perspective | None:
        session, (id_, lang) = find_session(request.cookie, self._ring), _named(request)
        if session is None or id_ is None:
            return None
        async with as_role(self._pool, Caller.from_claims(session), settings=TIMEOUT) as conn:
            row = await conn.fetchrow(FIND, id_)
        if row is None:
            return None
        claims = msgspec.json.decode(row["claims"], type=dict[str, Any])
        return _Perspective(id_, row["display_name"], claims, lang or self._identity.default_lang)

    def _bar(self, found: _Perspective) -> str:
        own = found.language
        return bar(
            own,
            self._text(own, "admin.perspective.bar", name=found.name),
            stop=self._text(own, "admin.perspective.stop"),
            path=f"{STOP}?id={found.id}",
        )

    def _withheld(self, request: Request, found: _Perspective, lang: Lang, above: str) -> Response:
        own = found.language
        body = notice(
            own,
            self._identity.settings(own),
            title=self._text(own, "admin.perspective.withheld"),
            text=self._text(own, "admin.perspective.withheldText", name=found.name),
            links={f"{PREFIX}/{lang}": self._text(own, "admin.perspective.home")},
            above=above,
        )
        return _html(request, int(HTTPStatus.FORBIDDEN), body)

    def _ended(self, request: Request, lang: Lang | None) -> Response:
        """Not the administrator's own page: they would take it for the member's."""
        accepted = preferred_lang(request.accept_language.decode("latin-1"), self._identity.settings("en").languages)
        shown = lang or accepted or self._identity.default_lang
        body = notice(
            shown,
            self._identity.settings(shown),
            title=self._text(shown, "admin.perspective.ended"),
            text=self._text(shown, "admin.perspective.endedText"),
            links={self._matcher.path_to("home", lang=shown, query={}, params={}): self._text(shown, "nav.home")},
        )
        return _html(request, int(HTTPStatus.NOT_FOUND), body)

    def _text(self, lang: Lang, key: str, **values: str) -> str:
        return self._texts.text(lang, key, self._identity.settings(lang).wordings, **values)

    def _cookie(self, value: str, max_age: int) -> tuple[bytes, bytes]:
        secure = "; Secure" if self._site_url.startswith("https://") else ""
        text = f"{COOKIE}={value}; Path={PREFIX}; Max-Age={max_age}; HttpOnly; SameSite=Strict{secure}"
        return b"set-cookie", text.encode()


def _named(request: Request) -> tuple[UUID | None, Lang | None]:
    """The id and the language in the cookie."""
    id_, _, lang = (find_cookie(request.cookie, COOKIE) or "").partition(".")
    try:
        return UUID(id_), find_lang(lang)
    except ValueError:
        return None, None


def _refusal(status: HTTPStatus, details: str) -> Response:
    return error_response(status, details, "The site is not shown as this member")


def _html(request: Request, status: int, body: bytes) -> Response:
    return CachedPage(status, HEADERS, body, has_etag=False).encoded(chosen_encoding(request.accept_encoding))
