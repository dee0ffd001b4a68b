"""GET /admin/hook-calls: recorded hook calls and their outcomes, newest first. Not part of the protocol."""

from datetime import datetime
from uuid import UUID

import msgspec

from balai.backend.auth.admin.pagination import page_headers, read_page
from balai.backend.auth.authentication import check_admin
from balai.backend.auth.context import AuthRequest, AuthService
from balai.database.transaction import as_owner

COUNT = "select count(*) from auth.hook_calls"
LIST = """
  select id, hook, called_at, attempts, took_ms, outcome, status, error from auth.hook_calls
  order by called_at desc, id limit $1 offset $2
"""


class HookCallView(msgspec.Struct, frozen=True):
    """One call. `outcome` is answered, refused or failed; `status` is the response's, if there was one."""

    id: UUID
    hook: str
    called_at: datetime
    attempts: int
    took_ms: int
    outcome: str
    status: int | None
    error: str | None


async def list_calls(auth: AuthService, request: AuthRequest) -> tuple[list[HookCallView], dict[str, str]]:
    """Return one page and its pagination headers."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
        page = read_page(request)
        total = await conn.fetchval(COUNT)
        rows = await conn.fetch(LIST, page.limit, page.offset)
    return [HookCallView(**dict(row)) for row in rows], page_headers(request, "/admin/hook-calls", page, total)
