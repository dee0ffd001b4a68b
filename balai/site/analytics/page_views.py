"""Counts page views without cookies, addresses or anything else about the visitor.

The browser posts the path of the page; only paths of our own screens count. A row is a sum per day, path without
language, and language.
"""

from http import HTTPStatus

import msgspec

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_role
from balai.site.request.exchange import Response

PATH = "/page_views"
MAX_BODY_BYTES = 2_000
COUNT_VIEW = "select public.count_view($1, $2::public.language)"
# Enough for a household behind one address. A script that floods the counter is not counted.
MAX_VIEWS_PER_MINUTE = 60
SERVICE = Caller("service_role", '{"role":"service_role"}')


class PageView(msgspec.Struct, frozen=True):
    """The request body."""

    path: str


def read_path(body: bytes) -> str | None:
    """The path in the request body. None: the body is invalid."""
    try:
        return msgspec.json.decode(body, type=PageView).path
    except (msgspec.MsgspecError, RecursionError):
        return None


async def count_page_view(pool: Pool, path: str, lang: str) -> None:
    """Add one view of a path."""
    async with as_role(pool, SERVICE, read_only=False) as conn:
        await conn.execute(COUNT_VIEW, path, lang)


def page_view_response() -> Response:
    """The response, whether the view was counted or not."""
    return Response(int(HTTPStatus.NO_CONTENT), [(b"cache-control", b"no-store")])
