"""Site administrators manage members with their own tokens, so no browser ever holds the service key.

`public.may_administer` in the database decides who is an administrator. Without the site's tables there are none. Only
the requests listed here are allowed: no sign-in links, no roles, no providers, no passwords of others. The reasons are
in docs/decisions/0018-delegated-administration.md.
"""

import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from balai.backend.auth.context import AuthRequest
from balai.backend.auth.http import read_body
from balai.database.pool import Connection

ID = r"[0-9a-fA-F-]{36}"
DELEGATED_ROUTES = tuple(
    (method, re.compile(path))
    for method, path in (
        ("GET", r"/admin/users"),
        ("POST", r"/admin/users"),
        ("POST", r"/invite"),
        ("GET", rf"/admin/users/({ID})"),
        ("PUT", rf"/admin/users/({ID})"),
        ("DELETE", rf"/admin/users/({ID})"),
        ("GET", rf"/admin/users/({ID})/factors"),
        ("DELETE", rf"/admin/users/({ID})/factors/{ID}"),
    )
)
# Each of these would allow taking over an account. Passwords are set by their members only, by an emailed link.
FORBIDDEN_FIELDS = ("role", "aud", "id", "password_hash", "app_metadata")
FUNCTION_EXISTS = "select to_regprocedure('public.may_administer(uuid,text,uuid)') is not null"
MAY_ADMINISTER = "select public.may_administer($1, $2, $3)"


class ForbiddenFields(msgspec.Struct, frozen=True):
    """Body fields that a delegated administrator may not set, whatever their type."""

    role: Any = None
    aud: Any = None
    id: Any = None
    password_hash: Any = None
    app_metadata: Any = None
    password: Any = None


class DelegatedRequest(msgspec.Struct, frozen=True):
    """An allowed request, and the user that it changes (None when it only reads)."""

    target: UUID | None


def find_delegated_request(request: AuthRequest) -> DelegatedRequest | None:
    """Returns the delegated request, or None if administrators of the site may not make it."""
    path = request.url.path.rpartition("/auth/v1")[2].rstrip("/")
    for method, pattern in DELEGATED_ROUTES:
        match = pattern.fullmatch(path) if method == request.method else None
        if match is None:
            continue
        named = match[1] if match.groups() and method != "GET" else None
        try:
            return DelegatedRequest(UUID(named) if named else None)
        except ValueError:
            return None
    return None


async def has_only_allowed_fields(request: AuthRequest) -> bool:
    """Whether the body sets none of the forbidden fields. Raises AuthError 400 if the body is not an object."""
    if request.method not in {"POST", "PUT"}:
        return True
    body = await read_body(request, ForbiddenFields)
    names = (*FORBIDDEN_FIELDS, "password") if request.method == "PUT" else FORBIDDEN_FIELDS
    return all(getattr(body, name) is None for name in names)


async def may_administer(conn: Connection, claims: Mapping[str, Any], aal: str, delegated: DelegatedRequest) -> bool:
    """Whether the site allows it: the user is an administrator, has verified the second factor if there is one, and the
    target is not another administrator.
    """
    if not await conn.fetchval(FUNCTION_EXISTS):
        return False
    return bool(await conn.fetchval(MAY_ADMINISTER, UUID(claims["sub"]), aal, delegated.target))
