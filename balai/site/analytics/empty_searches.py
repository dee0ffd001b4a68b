"""Counts searches that found nothing, for those who write: folded words, the language and the day.

The browser posts the words of a search page without filters and without results. Programs that only fetch pages are not
counted. Nothing about the visitor is stored.
"""

import time
from http import HTTPStatus

import msgspec

from balai.database.pool import UNAVAILABLE, Pool
from balai.database.transaction import Caller, as_role
from balai.http.asgi import Receive
from balai.http.client_address import client_network
from balai.site.analytics.page_views import MAX_BODY_BYTES
from balai.site.payloads import Lang
from balai.site.request.exchange import Request, Response, read_body, text_response
from balai.site.request.limits import NetworkLimit

PATH = "/empty_searches"
COUNT_SEARCH = "select public.count_empty_search($1, $2::public.language)"
# A person who tries other words.
MAX_SEARCHES_PER_MINUTE = 10
MAX_REMEMBERED = 10_000
SECONDS_OF_DAY = 86_400
SERVICE = Caller("service_role", '{"role":"service_role"}')


class EmptySearch(msgspec.Struct, frozen=True):
    """The request body."""

    words: str
    language: Lang


class EmptySearchLog:
    """Counts words once for each network and day. Networks are in memory only, as hashes."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._limit = NetworkLimit(per_minute=MAX_SEARCHES_PER_MINUTE)
        self._day = 0
        self._counted: set[int] = set()

    async def respond(self, request: Request, receive: Receive) -> Response:
        """Count the search. The response does not tell whether it was counted."""
        body = await read_body(receive, MAX_BODY_BYTES)
        try:
            search = msgspec.json.decode(body or b"", type=EmptySearch)
        except (msgspec.MsgspecError, RecursionError):
            return text_response(HTTPStatus.BAD_REQUEST)
        if self._limit.admits(request.client) and self._is_new(request.client, search):
            try:
                async with as_role(self._pool, SERVICE, read_only=False) as conn:
                    await conn.execute(COUNT_SEARCH, search.words.replace("\0", " "), search.language)
            except UNAVAILABLE:
                return text_response(HTTPStatus.SERVICE_UNAVAILABLE)
        return Response(int(HTTPStatus.NO_CONTENT), [(b"cache-control", b"no-store")])

    def _is_new(self, client: str, search: EmptySearch) -> bool:
        day = int(time.time() // SECONDS_OF_DAY)
        if day != self._day or len(self._counted) >= MAX_REMEMBERED:
            self._day, self._counted = day, set()
        # Of this process: it has a random key.
        key = hash((client_network(client), search.language, " ".join(search.words.casefold().split())))
        is_new = key not in self._counted
        self._counted.add(key)
        return is_new
