"""GET /admin/users: lists users with the protocol's offset pagination. Contract 1.11."""

import re

import msgspec

from balai.backend.auth.admin.pagination import Page, page_headers, read_page
from balai.backend.auth.authentication import check_admin, requested_audience
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import invalid
from balai.backend.auth.users.user_json import LISTED_USER_JSON
from balai.database.transaction import as_owner

MATCHES = """
  from auth.users as u where aud = $1 and ($2 = '' or email like '%' || $3 || '%'
    or raw_user_meta_data ->> 'full_name' ilike '%' || $3 || '%')
"""
COUNT = f"select count(*) {MATCHES}"
NEWEST = f"select {LISTED_USER_JSON} {MATCHES} order by created_at desc, id limit $4 offset $5"
OLDEST = f"select {LISTED_USER_JSON} {MATCHES} order by created_at, id limit $4 offset $5"


class UserList(msgspec.Struct, frozen=True):
    """Body of the response."""

    users: list[msgspec.Raw]
    aud: str


class UserListRequest(msgspec.Struct, frozen=True):
    """The validated query."""

    page: Page
    oldest_first: bool
    filter: str


async def list_users(auth: AuthService, request: AuthRequest) -> tuple[UserList, dict[str, str]]:
    """Return one page and its pagination headers."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
        query = _read_query(request)
        audience = requested_audience(auth, request)
        pattern = re.sub(r"([\\%_])", r"\\\1", query.filter)
        total = await conn.fetchval(COUNT, audience, query.filter, pattern)
        statement = OLDEST if query.oldest_first else NEWEST
        rows = await conn.fetch(statement, audience, query.filter, pattern, query.page.limit, query.page.offset)
    users = [msgspec.Raw(row[0].encode()) for row in rows]
    return UserList(users, audience), page_headers(request, "/admin/users", query.page, total)


def _read_query(request: AuthRequest) -> UserListRequest:
    sort = request.query_params.get("sort") or "created_at desc"
    field, _, direction = sort.partition(" ")
    if field != "created_at" or direction not in {"asc", "desc", ""}:
        raise invalid(f"Bad Sort Parameters: bad sort parameter: {sort}")
    return UserListRequest(
        page=read_page(request),
        oldest_first=direction == "asc",
        filter=request.query_params.get("filter", "").replace("\0", ""),
    )
