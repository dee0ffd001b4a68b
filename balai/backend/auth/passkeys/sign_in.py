"""/passkeys/authentication: sign-in by a passkey alone. Contract 1.13."""

from typing import Any

from balai.backend.auth.audit import record
from balai.backend.auth.captcha.verification import check_captcha
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.http import read_body
from balai.backend.auth.mfa import webauthn
from balai.backend.auth.passkeys.manage import (
    ChallengeView,
    CredentialBody,
    check_passkeys_enabled,
    consume_challenge,
    create_challenge,
)
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.sessions.issue import UnsignedSession, create_session, device_of
from balai.backend.auth.users.rows import User, find_user
from balai.database.pool import Connection
from balai.database.transaction import as_owner

FIND = """
  select id, user_id, credential_id, public_key, sign_count from auth.passkeys where credential_id = $1 for update
"""
RECORD_USE = "update auth.passkeys set sign_count = $2, last_used_at = $3 where id = $1"


async def begin_sign_in(auth: AuthService, request: AuthRequest) -> ChallengeView:
    """Begins a sign-in with any passkey of this site that the browser has."""
    check_passkeys_enabled(auth)
    await auth.limits.check(Limit.PASSKEY, request)
    await check_captcha(auth, request)
    options, challenge = webauthn.request_options(webauthn.relying_party(auth.config), [])
    async with as_owner(auth.pool) as conn:
        return await create_challenge(conn, auth, None, options, challenge)


async def sign_in(auth: AuthService, request: AuthRequest) -> UnsignedSession:
    """Signs in the owner of the passkey."""
    check_passkeys_enabled(auth)
    await auth.limits.check(Limit.PASSKEY, request)
    body = await read_body(request, CredentialBody)
    if body.credential is None:
        raise AuthError(400, Code.WEBAUTHN_VERIFICATION_FAILED, "Invalid credential response")
    async with as_owner(auth.pool) as conn:
        challenge = await consume_challenge(conn, auth, body.challenge_id, None)
    # The challenge is used up by now, even if the response is invalid.
    try:
        async with as_owner(auth.pool) as conn:
            user = await _verify_credential(conn, auth, challenge, body.credential)
            _check_allowed(auth, user)
            await record(conn, auth, request, "login", user, {"provider": "passkey"})
            return await create_session(conn, auth, user, "passkey", device_of(request))
    except webauthn.InvalidResponse as error:
        text = "Credential verification failed"
        raise AuthError(400, Code.WEBAUTHN_VERIFICATION_FAILED, text) from error


async def _verify_credential(conn: Connection, auth: AuthService, challenge: bytes, response: dict[str, Any]) -> User:
    row = await conn.fetchrow(FIND, webauthn.credential_id_of(response))
    user = await find_user(conn, row["user_id"]) if row else None
    if row is None or user is None or not webauthn.is_for_user(response, user.id):
        raise webauthn.InvalidResponse
    known = webauthn.Credential(bytes(row["credential_id"]), bytes(row["public_key"]), row["sign_count"])
    count = webauthn.verify_request(webauthn.relying_party(auth.config), challenge, response, known)
    await conn.execute(RECORD_USE, row["id"], count, auth.now())
    return user


def _check_allowed(auth: AuthService, user: User) -> None:
    if user.is_banned(auth.now()):
        raise AuthError(403, Code.USER_BANNED, "User is banned")
    if user.confirmed_at is None:
        if user.email:
            raise AuthError(403, Code.EMAIL_NOT_CONFIRMED, "Email not confirmed")
        raise AuthError(403, Code.PHONE_NOT_CONFIRMED, "Phone not confirmed")
