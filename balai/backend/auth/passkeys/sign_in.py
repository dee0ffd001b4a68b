"""/passkeys/authentication: signing in by a passkey alone. Contract 1.13."""

from typing import Any

from balai.backend.auth.audit import record
from balai.backend.auth.captcha.verification import check_captcha
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.http import read_body
from balai.backend.auth.mfa import webauthn
from balai.backend.auth.passkeys.manage import AnswerBody, AskedView, ask, check_passkeys_on, take_challenge
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.sessions.issue import UnsignedSession, create_session, device_of
from balai.backend.auth.users.rows import User, find_user
from balai.database.pool import Connection
from balai.database.transaction import as_owner

FIND = """
  select id, user_id, credential_id, public_key, sign_count from auth.passkeys where credential_id = $1 for update
"""
NOTE_USE = "update auth.passkeys set sign_count = $2, last_used_at = $3 where id = $1"


async def ask_any(auth: AuthService, request: AuthRequest) -> AskedView:
    """Begin to sign in with whichever passkey of this site the browser has."""
    check_passkeys_on(auth)
    await auth.limits.check(Limit.PASSKEY, request)
    await check_captcha(auth, request)
    options, asked = webauthn.request_options(webauthn.party_of(auth.config), [])
    async with as_owner(auth.pool) as conn:
        return await ask(conn, auth, None, options, asked)


async def sign_in(auth: AuthService, request: AuthRequest) -> UnsignedSession:
    """Sign the owner of the passkey in."""
    check_passkeys_on(auth)
    await auth.limits.check(Limit.PASSKEY, request)
    body = await read_body(request, AnswerBody)
    if body.credential is None:
        raise AuthError(400, Code.WEBAUTHN_VERIFICATION_FAILED, "Invalid credential response")
    async with as_owner(auth.pool) as conn:
        asked = await take_challenge(conn, auth, body.challenge_id, None)
    # The challenge is used up by now, whatever becomes of the answer.
    try:
        async with as_owner(auth.pool) as conn:
            user = await _prove(conn, auth, asked, body.credential)
            _check_allowed(auth, user)
            await record(conn, auth, request, "login", user, {"provider": "passkey"})
            return await create_session(conn, auth, user, "passkey", device_of(request))
    except webauthn.WrongAnswer as error:
        text = "Credential verification failed"
        raise AuthError(400, Code.WEBAUTHN_VERIFICATION_FAILED, text) from error


async def _prove(conn: Connection, auth: AuthService, asked: bytes, response: dict[str, Any]) -> User:
    row = await conn.fetchrow(FIND, webauthn.credential_id_of(response))
    user = await find_user(conn, row["user_id"]) if row else None
    if row is None or user is None or not webauthn.is_handle_of(response, user.id):
        raise webauthn.WrongAnswer
    known = webauthn.Credential(bytes(row["credential_id"]), bytes(row["public_key"]), row["sign_count"])
    count = webauthn.verify_request(webauthn.party_of(auth.config), asked, response, known)
    await conn.execute(NOTE_USE, row["id"], count, auth.now())
    return user


def _check_allowed(auth: AuthService, user: User) -> None:
    if user.is_banned(auth.now()):
        raise AuthError(403, Code.USER_BANNED, "User is banned")
    if user.confirmed_at is None:
        if user.email:
            raise AuthError(403, Code.EMAIL_NOT_CONFIRMED, "Email not confirmed")
        raise AuthError(403, Code.PHONE_NOT_CONFIRMED, "Phone not confirmed")
