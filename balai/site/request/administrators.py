"""Requests of administrators that are no rows: their bearer token, and responses in the form of the data service.

No cookie authorises a write.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from uuid import UUID

import msgspec

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_role
from balai.security.tokens import KeyRing, TokenError
from balai.site.request.exchange import Request, Response


class Refused(Exception):
    """A response with an error."""

    def __init__(self, status: HTTPStatus, details: str) -> None:
        super().__init__(details)
        self.status, self.details = status, details


def bearer_claims(ring: KeyRing, request: Request) -> Mapping[str, Any]:
    """The claims of a member's bearer token. Raises Refused without a valid one."""
    scheme, _, token = request.authorization.decode("latin-1").partition(" ")
    claims: Mapping[str, Any] = {}
    if scheme.lower() == "bearer":
        try:
            claims = ring.verify(token.strip())
        except TokenError:
            claims = {}
    if claims.get("role") != "authenticated" or not isinstance(claims.get("sub"), str):
        raise Refused(HTTPStatus.UNAUTHORIZED, "")
    return claims


async def find_administrator(pool: Pool, ring: KeyRing, request: Request) -> UUID:
    """The administrator whose token the request has. Raises Refused for everyone else."""
    claims = bearer_claims(ring, request)
    async with as_role(pool, Caller.from_claims(claims)) as conn:
        if not await conn.fetchval("select public.is_admin()"):
            raise Refused(HTTPStatus.FORBIDDEN, "administrators_only")
    return UUID(claims["sub"])


def error_response(status: HTTPStatus, details: str, message: str) -> Response:
    """An error as the data service sends it."""
    return json_response(status, {"code": f"PT{int(status)}", "details": details, "message": message})


def json_response(status: HTTPStatus, value: object) -> Response:
    """A response that no cache stores."""
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    return Response(int(status), headers, msgspec.json.encode(value))
