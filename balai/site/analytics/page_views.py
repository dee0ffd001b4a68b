"""Counts page views without cookies, addresses or anything else about the visitor.

The browser posts the path of the page; only paths of our own screens count. A row is a sum per day, path without
language, and language.
"""

from http import HTTPStatus
from urllib.parse import unquote

import msgspec

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_role
from balai.http.asgi import Receive
from balai.site.languages import find_lang
from balai.site.request.exchange import Request, Response, read_body, text_response
from balai.site.request.limits import NetworkLimit
from balai.site.request.matcher import Matcher
from balai.site.screens import Screen

PATH = "/page_views"
MAX_BODY_BYTES = 2_000
COUNT_VIEW = "select public.count_view($1, $2::public.language)"
# Enough for a household behind one address. A script that floods the counter is not counted.
MAX_VIEWS_PER_MINUTE = 60
SERVICE = Caller("service_role", '{"role":"service_role"}')


class PageView(msgspec.Struct, frozen=True):
    """The request body."""

    path: str


class PageViews:
    """Counts the views of known screens. One per process."""

    def __init__(self, pool: Pool, matcher: Matcher[Screen]) -> None:
        self._pool = pool
        self._matcher = matcher
        self._limit = NetworkLimit(per_minute=MAX_VIEWS_PER_MINUTE)

    async def respond(self, request: Request, receive: Receive) -> Response:
        """Count the view. The response does not tell whether it was counted."""
        body = await read_body(receive, MAX_BODY_BYTES)
        viewed_path = _read_path(body) if body is not None else None
        if viewed_path is None:
            return text_response(HTTPStatus.BAD_REQUEST)
        _, lang_code, rest = f"{unquote(viewed_path)}/".split("/", 2) if viewed_path.startswith("/") else ("", "", "")
        lang, path = find_lang(lang_code), f"/{rest}".rstrip("/")
        match = self._matcher.find(path) if lang is not None else None
        # The path of a ticket is the credential of its guest: no table has it in the clear.
        is_counted = match is not None and not match.screen.is_secret
        if lang is not None and is_counted and self._limit.admits(request.client):
            async with as_role(self._pool, SERVICE, read_only=False) as conn:
                await conn.execute(COUNT_VIEW, path or "/", lang)
        return Response(int(HTTPStatus.NO_CONTENT), [(b"cache-control", b"no-store")])


def _read_path(body: bytes) -> str | None:
    """The path in the request body. None: the body is invalid."""
    try:
        return msgspec.json.decode(body, type=PageView).path
    except (msgspec.MsgspecError, RecursionError):
        return None
