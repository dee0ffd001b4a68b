"""Administrators of the site act on members with their own tokens: no browser ever holds the service key.

Who is one, the database says by `public.may_administer`; where the site's tables are not there, nobody is. What they
may ask for is this list and nothing else: no links that would let them in as somebody, no roles, no providers, no
passwords of others. docs/decisions/0018-delegated-administration.md tells why.
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
# Whoever may set these can become anybody. A password is the member's own: she is sent a link to choose one.
FORBIDDEN_FIELDS = ("role", "aud", "id", "password_hash", "app_metadata")
FUNCTION_EXISTS = "select to_regprocedure('public.may_administer(uuid,text,uuid)') is not null"
MAY_ADMINISTER = "select public.may_administer($1, $2, $3)"


class ForbiddenFields(msgspec.Struct, frozen=True):
    """What a body may say and not ask for here, whatever its type."""

    role: Any = None
    aud: Any = None
    id: Any = None
    password_hash: Any = None
    app_metadata: Any = None
    password: Any = None


class DelegatedRequest(msgspec.Struct, frozen=True):
    """A call that is on the list, and whom it changes (nobody when it only reads)."""

    target: UUID | None


def find_delegated_request(request: AuthRequest) -> DelegatedRequest | None:
    """The call, if administrators of the site may make it at all."""
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
    """The body asks for nothing that is withheld. Raises AuthError 400 for a body that is no object."""
    if request.method not in {"POST", "PUT"}:
        return True
    body = await read_body(request, ForbiddenFields)
    names = (*FORBIDDEN_FIELDS, "password") if request.method == "PUT" else FORBIDDEN_FIELDS
    return all(getattr(body, name) is None for name in names)


async def may_administer(conn: Connection, claims: Mapping[str, Any], aal: str, delegated: DelegatedRequest) -> bool:
    """The site's word on it: an administrator, with her second factor if she has one, and not about another one."""
    if not await conn.fetchval(FUNCTION_EXISTS):
        return False
    return bool(await conn.fetchval(MAY_ADMINISTER, UUID(claims["sub"]), aal, delegated.target))
