"""GET /admin/users: the list, by pages as the protocol wants them. Contract 1.11.

Pages by offset are the protocol's; ours that show members read by key from the profiles.
"""

import re
from typing import Any
from urllib.parse import urlencode

import msgspec

from balai.backend.auth.callers import audience_of, check_admin
from balai.backend.auth.context import Auth, Call
from balai.backend.auth.errors import invalid
from balai.backend.auth.users import COLUMNS, User, UserView, view_of
from balai.database.transaction import as_owner

MATCHES = """
  from auth.users where aud = $1 and ($2 = '' or email like '%' || $3 || '%'
    or raw_user_meta_data ->> 'full_name' ilike '%' || $3 || '%')
"""
COUNT = f"select count(*) {MATCHES}"
NEWEST = f"select {COLUMNS} {MATCHES} order by created_at desc, id limit $4 offset $5"
OLDEST = f"select {COLUMNS} {MATCHES} order by created_at, id limit $4 offset $5"
MAX_OFFSET = 2**62


class UserList(msgspec.Struct, frozen=True):
    """The answer."""

    users: list[UserView]
    aud: str


class Page(msgspec.Struct, frozen=True):
    """What is asked for."""

    number: int
    size: int
    oldest_first: bool
    filter: str


async def list_users(auth: Auth, request: Call) -> tuple[UserList, dict[str, str]]:
    """One page, and the headers that tell of the others."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
        page = _page_of(request)
        audience = audience_of(auth, request)
        like = re.sub(r"([\\%_])", r"\\\1", page.filter)
        total = await conn.fetchval(COUNT, audience, page.filter, like)
        offset = min((page.number - 1) * page.size, MAX_OFFSET)
        query = OLDEST if page.oldest_first else NEWEST
        rows = await conn.fetch(query, audience, page.filter, like, min(page.size, MAX_OFFSET), offset)
    users = [view_of(User(**dict(row)), None) for row in rows]
    return UserList(users, audience), _page_headers(request, page, total)


def _page_of(request: Call) -> Page:
    sort = request.query_params.get("sort") or "created_at desc"
    field, _, direction = sort.partition(" ")
    if field != "created_at" or direction not in {"asc", "desc", ""}:
        raise invalid(f"Bad Sort Parameters: bad sort parameter: {sort}")
    return Page(
        number=_number(request.query_params.get("page"), 1),
        size=_number(request.query_params.get("per_page"), 50),
        oldest_first=direction == "asc",
        filter=request.query_params.get("filter", "").replace("\0", ""),
    )


def _number(text: str | None, default: int) -> int:
    if not text:
        return default
    if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) == 0:
        raise invalid(f'Bad Pagination Parameters: strconv.ParseUint: parsing "{text}": invalid syntax')
    return int(text)


def _page_headers(request: Call, page: Page, total: int) -> dict[str, str]:
    last = -(-total // page.size)
    links = []
    if page.number < last:
        links.append(f'<{_address(request, page.number + 1)}>; rel="next"')
    links.append(f'<{_address(request, last)}>; rel="last"')
    return {"x-total-count": str(total), "link": ", ".join(links)}


def _address(request: Call, number: int) -> str:
    # `page` stays the first parameter and no comma is left bare: one client reads these by position.
    others: list[tuple[str, Any]] = sorted(
        (key, value) for key, value in request.query_params.multi_items() if key != "page"
    )
    return "/admin/users?" + urlencode([("page", number), *others])
