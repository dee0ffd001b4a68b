"""GET /admin/audit: the audit log of accounts, newest first. Contract 1.11."""

import re
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from balai.backend.auth.admin.pagination import page_headers, read_page
from balai.backend.auth.authentication import check_admin
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import invalid
from balai.database.transaction import as_owner

SCOPES = {
    "author": "payload ->> 'actor_username' ilike $1 or payload ->> 'actor_name' ilike $1",
    "action": "payload ->> 'action' ilike $1",
    "type": "payload ->> 'log_type' ilike $1",
}
MATCH_ALL = "$1 = '%%'"


class EntryView(msgspec.Struct, frozen=True):
    """One entry of the audit log."""

    id: UUID
    payload: msgspec.Raw
    created_at: datetime
    ip_address: str


async def list_entries(auth: AuthService, request: AuthRequest) -> tuple[list[EntryView], dict[str, str]]:
    """Return one page and its pagination headers."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
        page = read_page(request)
        condition, text = _build_condition(request.query_params.get("query", ""))
        # The condition is one of the constants above, so nothing of the request becomes SQL.
        total = await conn.fetchval(f"select count(*) from auth.audit_log_entries where {condition}", text)  # noqa: S608
        rows = await conn.fetch(
            "select id, payload::text, created_at, ip_address from auth.audit_log_entries "  # noqa: S608
            f"where {condition} order by created_at desc, id limit $2 offset $3",
            *(text, page.limit, page.offset),
        )
    return [_view(dict(row)) for row in rows], page_headers(request, "/admin/audit", page, total)


def _build_condition(query: str) -> tuple[str, str]:
    if not query:
        return MATCH_ALL, "%%"
    scope, colon, text = query.partition(":")
    if not colon or scope not in SCOPES:
        raise invalid(f"Invalid query scope: {query}")
    escaped = re.sub(r"([\\%_])", r"\\\1", text.replace("\0", ""))
    return f"({SCOPES[scope]})", f"%{escaped}%"


def _view(row: dict[str, Any]) -> EntryView:
    return EntryView(**{**row, "payload": msgspec.Raw(row["payload"].encode())})
