"""/passkeys: registers, lists, renames and removes passkeys, which sign in without a password. Contract 1.13."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec

from balai.backend.auth.audit import record
from balai.backend.auth.authentication import AuthenticatedUser, check_admin, parse_user_id
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.http import read_body
from balai.backend.auth.mfa import webauthn
from balai.backend.auth.mfa.factors import get_identified_user
from balai.backend.auth.notifications.security_notices import SecurityNotice, send_security_notice
from balai.backend.auth.passkeys.authenticator_names import authenticator_name
from balai.backend.auth.sessions.limits import HAS_VERIFIED_FACTOR
from balai.backend.auth.users.rows import User, get_user
from balai.database.pool import Connection
from balai.database.transaction import as_owner

MAX_NAME_LENGTH = 120
LIST = """
  select id, friendly_name, created_at, last_used_at from auth.passkeys where user_id = $1 order by created_at, id
"""
LIST_CREDENTIALS = "select credential_id from auth.passkeys where user_id = $1"
ADD_CHALLENGE = "insert into auth.passkey_challenges (id, user_id, challenge, created_at) values ($1, $2, $3, $4)"
# Deleted when used: two responses to one challenge cannot both succeed.
CONSUME_CHALLENGE = """
  delete from auth.passkey_challenges where id = $1 and user_id is not distinct from $2 returning challenge, created_at
"""
ADD = """
  insert into auth.passkeys (id, user_id, credential_id, public_key, sign_count, aaguid, friendly_name, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
"""
RENAME = "update auth.passkeys set friendly_name = $3 where id = $1 and user_id = $2 returning id"
REMOVE = "delete from auth.passkeys where id = $1 and user_id = $2 returning id"


class CredentialBody(msgspec.Struct, frozen=True):
    """Body with the browser's response."""

    challenge_id: str | None = None
    credential: dict[str, Any] | None = None


class NameBody(msgspec.Struct, frozen=True):
    """Body of a renaming."""

    friendly_name: str | None = None


class ChallengeView(msgspec.Struct, frozen=True):
    """Options for the browser; `expires_at` in Unix seconds."""

    challenge_id: UUID
    options: dict[str, Any]
    expires_at: int


class PasskeyView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One passkey in the list."""

    id: UUID
    friendly_name: str = ""
    created_at: datetime
    last_used_at: datetime | None = None


def check_passkeys_enabled(auth: AuthService) -> None:
    """Raises AuthError 404 if passkeys are disabled."""
    if not auth.config.passkeys:
        raise AuthError(404, Code.PASSKEY_DISABLED, "Passkeys are disabled")


async def begin_registration(auth: AuthService, request: AuthRequest) -> ChallengeView:
    """Begins the registration of a passkey."""
    async with as_owner(auth.pool) as conn:
        user = (await _get_owner(conn, auth, request)).user
        await _check_capacity(conn, auth, user)
        known = [row["credential_id"] for row in await conn.fetch(LIST_CREDENTIALS, user.id)]
        party = webauthn.relying_party(auth.config)
        options, challenge = webauthn.creation_options(party, user, exclude=known, resident=True)
        return await create_challenge(conn, auth, user.id, options, challenge)


async def finish_registration(auth: AuthService, request: AuthRequest) -> PasskeyView:
    """Stores the passkey that the browser created."""
    body = await _read_credential(auth, request)
    async with as_owner(auth.pool) as conn:
        caller = await _get_owner(conn, auth, request)
        challenge = await consume_challenge(conn, auth, body.challenge_id, caller.user.id)
    # The challenge is used up by now, even if the response is invalid.
    credential = _verify_credential(auth, challenge, body.credential or {})
    try:
        async with as_owner(auth.pool) as conn:
            user = await get_user(conn, caller.user.id, lock=True)
            await _check_capacity(conn, auth, user)
            new, now = uuid4(), auth.now()
            name = authenticator_name(credential.aaguid)
            columns = (credential.id, credential.public_key, credential.sign_count, credential.aaguid, name)
            await conn.execute(ADD, new, user.id, *columns, now)
            await record(conn, auth, request, "passkey_created", user, {"passkey_id": str(new)})
            await send_security_notice(conn, auth, user, SecurityNotice.PASSKEY_ADDED)
            return PasskeyView(id=new, friendly_name=name, created_at=now)
    except asyncpg.UniqueViolationError as error:
        text = "This passkey has already been registered"
        raise AuthError(422, Code.WEBAUTHN_CREDENTIAL_EXISTS, text) from error


async def list_own(auth: AuthService, request: AuthRequest) -> list[PasskeyView]:
    """Lists the caller's passkeys."""
    check_passkeys_enabled(auth)
    async with as_owner(auth.pool) as conn:
        caller = await get_identified_user(conn, auth, request)
        return await _list(conn, caller.user.id)


async def rename(auth: AuthService, request: AuthRequest, passkey_id: str) -> PasskeyView:
    """Renames a passkey of the caller."""
    check_passkeys_enabled(auth)
    name = (await read_body(request, NameBody)).friendly_name or ""
    if not 1 <= len(name.encode()) <= MAX_NAME_LENGTH or "\0" in name:
        raise invalid(f"friendly_name must be between 1 and {MAX_NAME_LENGTH} characters")
    async with as_owner(auth.pool) as conn:
        user = (await _get_owner(conn, auth, request)).user
        found = await conn.fetchval(RENAME, _path_id(passkey_id), user.id, name)
        if found is None:
            raise _not_found()
        await record(conn, auth, request, "passkey_updated", user, {"passkey_id": str(found)})
        return next(one for one in await _list(conn, user.id) if one.id == found)


async def remove(auth: AuthService, request: AuthRequest, passkey_id: str) -> None:
    """Removes a passkey of the caller."""
    check_passkeys_enabled(auth)
    async with as_owner(auth.pool) as conn:
        await _remove(conn, auth, request, (await _get_owner(conn, auth, request)).user, passkey_id)


async def list_of_user(auth: AuthService, request: AuthRequest, user_id: str) -> list[PasskeyView]:
    """Lists a user's passkeys, for administration."""
    check_passkeys_enabled(auth)
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
        return await _list(conn, (await get_user(conn, parse_user_id(user_id))).id)


async def remove_of_user(auth: AuthService, request: AuthRequest, user_id: str, passkey_id: str) -> None:
    """Removes a user's passkey, for administration."""
    check_passkeys_enabled(auth)
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
        await _remove(conn, auth, request, await get_user(conn, parse_user_id(user_id)), passkey_id)


async def create_challenge(
    conn: Connection, auth: AuthService, user_id: UUID | None, options: dict[str, Any], challenge: bytes
) -> ChallengeView:
    """Stores a challenge, for a user or for any, and returns the browser's options."""
    new, now = uuid4(), auth.now()
    await conn.execute(ADD_CHALLENGE, new, user_id, challenge, now)
    return ChallengeView(new, options, int((now + auth.config.challenge_ttl).timestamp()))


async def consume_challenge(conn: Connection, auth: AuthService, text: str | None, user_id: UUID | None) -> bytes:
    """Uses up a challenge. Raises AuthError 400. The transaction must be committed for the deletion to take effect."""
    unknown = AuthError(400, Code.WEBAUTHN_CHALLENGE_NOT_FOUND, "Challenge not found or already used")
    try:
        row = await conn.fetchrow(CONSUME_CHALLENGE, UUID(text or ""), user_id)
    except ValueError as error:
        raise unknown from error
    if row is None:
        raise unknown
    if row["created_at"] + auth.config.challenge_ttl <= auth.now():
        raise AuthError(400, Code.WEBAUTHN_CHALLENGE_EXPIRED, "Challenge has expired")
    return bytes(row["challenge"])


async def _read_credential(auth: AuthService, request: AuthRequest) -> CredentialBody:
    check_passkeys_enabled(auth)
    body = await read_body(request, CredentialBody)
    if body.credential is None:
        raise AuthError(400, Code.WEBAUTHN_VERIFICATION_FAILED, "Invalid credential response")
    return body


def _verify_credential(auth: AuthService, challenge: bytes, response: dict[str, Any]) -> webauthn.Credential:
    try:
        return webauthn.verify_creation(webauthn.relying_party(auth.config), challenge, response)
    except webauthn.InvalidResponse as error:
        raise AuthError(400, Code.WEBAUTHN_VERIFICATION_FAILED, "Credential verification failed") from error


async def _get_owner(conn: Connection, auth: AuthService, request: AuthRequest) -> AuthenticatedUser:
    check_passkeys_enabled(auth)
    caller = await get_identified_user(conn, auth, request)
    if caller.aal != "aal2" and await conn.fetchval(HAS_VERIFIED_FACTOR, caller.user.id):
        text = "AAL2 session is required to manage passkeys when MFA is enabled"
        raise AuthError(403, Code.INSUFFICIENT_AAL, text)
    return caller


async def _check_capacity(conn: Connection, auth: AuthService, user: User) -> None:
    if len(await conn.fetch(LIST, user.id)) >= auth.config.max_passkeys:
        raise AuthError(422, Code.TOO_MANY_PASSKEYS, "Maximum number of passkeys reached")


async def _list(conn: Connection, user_id: UUID) -> list[PasskeyView]:
    return [PasskeyView(**dict(row)) for row in await conn.fetch(LIST, user_id)]


async def _remove(conn: Connection, auth: AuthService, request: AuthRequest, user: User, passkey_id: str) -> None:
    if await conn.fetchval(REMOVE, _path_id(passkey_id), user.id) is None:
        raise _not_found()
    await record(conn, auth, request, "passkey_deleted", user, {"passkey_id": passkey_id})
    await send_security_notice(conn, auth, user, SecurityNotice.PASSKEY_REMOVED)


def _path_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError as error:
        raise _not_found() from error


def _not_found() -> AuthError:
    return invalid("Passkey not found", 404)
