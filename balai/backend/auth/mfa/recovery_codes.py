"""Recovery codes for users who lost their second factor: ten single-use codes, returned once. Endpoints of ours.

Only their hashes are stored. Creating codes requires a second factor verified within the last ten minutes, so that
neither an unattended session nor a stolen code can create more.
"""

import hashlib
import re
import secrets
from base64 import b32encode
from datetime import timedelta
from uuid import UUID

import msgspec

from balai.backend.auth.audit import record
from balai.backend.auth.authentication import read_claims
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.http import read_body
from balai.backend.auth.mfa.factors import AMR_METHODS, get_identified_user
from balai.backend.auth.mfa.session_assurance import elevate_session
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.sessions.issue import UnsignedSession
from balai.backend.auth.users.rows import get_user
from balai.database.transaction import as_owner

COUNT = 10
MAX_FACTOR_AGE = timedelta(minutes=10)
METHOD = "recovery_code"
HAS_RECENT_FACTOR = """
  select true from auth.mfa_amr_claims where session_id = $1 and authentication_method = any($2) and updated_at > $3
"""
REMOVE = "delete from auth.recovery_codes where user_id = $1"
ADD = "insert into auth.recovery_codes (user_id, code_hash, created_at) select $1, unnest($2::bytea[]), $3"
COUNT_LEFT = "select count(*) from auth.recovery_codes where user_id = $1 and used_at is null"
# The row makes a code single-use, in concurrent requests too.
USE = """
  update auth.recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null returning true
"""


class CodesView(msgspec.Struct, frozen=True):
    """The codes, returned only here."""

    codes: list[str]


class LeftView(msgspec.Struct, frozen=True):
    """The number of unused codes."""

    left: int


class CodeBody(msgspec.Struct, frozen=True):
    """Body of a verification."""

    code: str | None = None


async def create_codes(auth: AuthService, request: AuthRequest) -> CodesView:
    """Creates ten new codes and deletes all earlier ones."""
    async with as_owner(auth.pool) as conn:
        caller = await get_identified_user(conn, auth, request)
        user = await get_user(conn, caller.user.id, lock=True)
        since = auth.now() - MAX_FACTOR_AGE
        if not await conn.fetchval(HAS_RECENT_FACTOR, caller.session_id, list(AMR_METHODS.values()), since):
            text = "A second factor verified within the last 10 minutes is required to create recovery codes"
            raise AuthError(403, Code.INSUFFICIENT_AAL, text)
        codes = [_new_code() for _ in range(COUNT)]
        await conn.execute(REMOVE, user.id)
        await conn.execute(ADD, user.id, [_hash(user.id, code) for code in codes], auth.now())
        await record(conn, auth, request, "recovery_codes_created", user)
        return CodesView(codes)


async def count_codes(auth: AuthService, request: AuthRequest) -> LeftView:
    """Returns the number of unused codes of the caller."""
    async with as_owner(auth.pool) as conn:
        caller = await get_identified_user(conn, auth, request)
        return LeftView(await conn.fetchval(COUNT_LEFT, caller.user.id))


async def use_code(auth: AuthService, request: AuthRequest) -> UnsignedSession:
    """Accepts a recovery code in place of a second factor."""
    await auth.limits.check(Limit.FACTOR, request)
    code = (await read_body(request, CodeBody)).code
    if not code:
        raise invalid("Code needs to be non-empty")
    await auth.limits.check_code_attempts(f"recovery:{read_claims(auth, request).get('sub')}")
    async with as_owner(auth.pool) as conn:
        caller = await get_identified_user(conn, auth, request)
        # Locked because concurrent elevations of two sessions end each other.
        await get_user(conn, caller.user.id, lock=True)
        if not await conn.fetchval(USE, caller.user.id, _hash(caller.user.id, code), auth.now()):
            raise AuthError(422, Code.MFA_VERIFICATION_FAILED, "Invalid recovery code entered")
        await record(conn, auth, request, "recovery_code_used", caller.user)
        return await elevate_session(conn, auth, request, caller, method=METHOD, factor_id=None)


def _new_code() -> str:
    text = b32encode(secrets.token_bytes(10)).decode().lower()
    return "-".join(re.findall("....", text))


def _hash(user_id: UUID, code: str) -> bytes:
    # Tolerates the ways in which users copy codes: capitals, spaces, with or without dashes.
    plain = re.sub(r"[^a-z2-7]", "", code.lower())
    return hashlib.sha256(user_id.bytes + plain.encode()).digest()
