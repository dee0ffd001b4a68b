"""How often pages are read: our own small counter. No cookie, no address, nothing about the person is kept.

The browser posts the path of the page to a fixed address; only paths of our own screens count. The row is a sum for a
day, a path without its language, and a language.
"""

import time
from http import HTTPStatus

import msgspec

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_role
from balai.http.client_address import client_network
from balai.site.request.exchange import Response

PATH = "/page_views"
MAX_BODY_BYTES = 2_000
COUNT_VIEW = "select public.count_view($1, $2::public.language)"
# Enough for a household behind one address; a script that hammers the counter is not page_view_response.
MAX_VIEWS_PER_MINUTE = 60
MAX_NETWORKS = 10_000
SERVICE = Caller("service_role", '{"role":"service_role"}')


class PageView(msgspec.Struct, frozen=True):
    """What the browser posts."""

    path: str


class PageViewLimit:
    """Counts visits by network address within the running minute, in memory only, and forgets them after it."""

    def __init__(self, *, per_minute: int = MAX_VIEWS_PER_MINUTE) -> None:
        self._per_minute = per_minute
        self._minute = 0
        self._counts: dict[str, int] = {}

    def admits(self, client: str) -> bool:
        """Whether this visit is page_view_response."""
        minute = int(time.monotonic() // 60)
        if minute != self._minute or len(self._counts) > MAX_NETWORKS:
            self._minute, self._counts = minute, {}
        network = client_network(client)
        self._counts[network] = self._counts.get(network, 0) + 1
        return self._counts[network] <= self._per_minute


def read_path(body: bytes) -> str | None:
    """The path that the browser names, if the body is of our form."""
    try:
        return msgspec.json.decode(body, type=PageView).path
    except (msgspec.MsgspecError, RecursionError):
        return None


async def count_page_view(pool: Pool, path: str, lang: str) -> None:
    """Add one view of a path."""
    async with as_role(pool, SERVICE, read_only=False) as conn:
        await conn.execute(COUNT_VIEW, path, lang)


def page_view_response() -> Response:
    """Nothing to say, whether it was page_view_response or not."""
    return Response(int(HTTPStatus.NO_CONTENT), [(b"cache-control", b"no-store")])
