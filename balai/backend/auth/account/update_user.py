"""PUT /user: updates the signed-in user's account. Contract 1.7."""

from typing import Any

import msgspec

from balai.backend.auth.account.email_change import check_email_free, request_email_change
from balai.backend.auth.account.password_change import (
    check_current_password,
    consume_nonce,
    find_nonce,
    is_current_password_required,
    is_nonce_required,
    nonce_needed,
    nonce_not_valid,
)
from balai.backend.auth.account.password_policy import check_new_password, names_in
from balai.backend.auth.account.phone_change import check_phone_free, request_phone_change
from balai.backend.auth.audit import record
from balai.backend.auth.authentication import AuthenticatedUser, get_authenticated_user
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.http import MAX_BODY, read_body, too_large
from balai.backend.auth.notifications.email_policy import check_recipient_allowed
from balai.backend.auth.notifications.emails import origin_of
from balai.backend.auth.notifications.one_time_tokens import OneTimeToken, remove_tokens
from balai.backend.auth.notifications.security_notices import SecurityNotice, send_security_notice
from balai.backend.auth.notifications.sms_codes import check_channel
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.sessions.limits import HAS_VERIFIED_FACTOR
from balai.backend.auth.sessions.pkce import read_challenge
from balai.backend.auth.users.contact_details import check_email, check_phone
from balai.backend.auth.users.rows import User, encode_object, find_user
from balai.backend.auth.users.user_json import render_user
from balai.database.pool import Connection
from balai.database.transaction import as_owner

SET_PASSWORD = "update auth.users set encrypted_password = $2, updated_at = $3 where id = $1"  # noqa: S105
SET_METADATA = "update auth.users set raw_user_meta_data = $2, updated_at = $3 where id = $1"
SET_APP_METADATA = "update auth.users set raw_app_meta_data = $2, updated_at = $3 where id = $1"
END_OTHER_SESSIONS = "delete from auth.sessions where user_id = $1 and id is distinct from $2"


class UpdateBody(msgspec.Struct, frozen=True):
    """Body of an update. In `data` a null deletes its key."""

    email: str | None = None
    phone: str | None = None
    password: str | None = None
    current_password: str | None = None
    nonce: str | None = None
    channel: str | None = None
    data: dict[str, Any] | None = None
    app_metadata: dict[str, Any] | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


async def update_caller(auth: AuthService, request: AuthRequest) -> msgspec.Raw:
    """Updates the caller's account."""
    await auth.limits.check(Limit.OTP, request)
    async with as_owner(auth.pool) as conn:
        caller = await get_authenticated_user(conn, auth, request)
    body = await read_body(request, UpdateBody)
    _check_contact_details(auth, body)
    if body.password is not None:
        known_words = (caller.user.email or "", *names_in({**caller.user.metadata, **(body.data or {})}))
        await check_new_password(auth, body.password, user_id=caller.user.id, known_words=known_words)
    nonce = await _check_password_proofs(auth, request, body) if body.password is not None else None
    new_hash = await _hash_new_password(auth, caller.user, body)
    async with as_owner(auth.pool) as conn:
        await find_user(conn, caller.user.id, lock=True)
        # Read again under the lock: while the password was hashed, the session may have ended.
        caller = await get_authenticated_user(conn, auth, request)
        user = caller.user
        await _check_allowed(conn, auth, caller, user, body)
        if nonce is not None:
            await consume_nonce(conn, nonce)
        if new_hash is not None:
            await _change_password(conn, auth, request, caller, new_hash)
        if body.data is not None:
            await conn.execute(SET_METADATA, user.id, merge_metadata(user.metadata, body.data), auth.now())
        if body.app_metadata is not None:
            await conn.execute(
                SET_APP_METADATA, user.id, merge_metadata(user.app_metadata, body.app_metadata), auth.now()
            )
        if body.email:
            origin = origin_of(auth, request, read_challenge(body.code_challenge, body.code_challenge_method))
            await request_email_change(conn, auth, user, body.email, origin)
        if body.phone:
            phone = check_phone(body.phone, auth.config.phone_regions)
            await request_phone_change(
                conn, auth, user, phone, origin_of(auth, request), check_channel(auth, body.channel)
            )
        await record(conn, auth, request, "user_modified", user)
        return await render_user(conn, user.id)


def merge_metadata(old: dict[str, Any], changes: dict[str, Any]) -> str:
    """Merges changes into metadata, key by key at the top level; null deletes a key.

    Raises AuthError 413 if the result exceeds the maximum request body: each response with the user contains it.
    """
    text = encode_object({key: value for key, value in {**old, **changes}.items() if value is not None})
    if len(text.encode()) > MAX_BODY:
        raise too_large()
    return text


def _check_contact_details(auth: AuthService, body: UpdateBody) -> None:
    read_challenge(body.code_challenge, body.code_challenge_method)
    if body.email:
        check_recipient_allowed(auth, check_email(body.email))
    if body.phone:
        check_phone(body.phone, auth.config.phone_regions)
        check_channel(auth, body.channel)


async def _check_password_proofs(auth: AuthService, request: AuthRequest, body: UpdateBody) -> OneTimeToken | None:
    """Checks the proofs that a new password needs, before it is hashed. Returns the code, if one is required."""
    async with as_owner(auth.pool) as conn:
        caller = await get_authenticated_user(conn, auth, request)
        await _check_allowed(conn, auth, caller, caller.user, body)
        needs_nonce = await is_nonce_required(conn, auth, caller)
        if needs_nonce and not body.nonce:
            raise nonce_needed()
        token = await find_nonce(conn, auth, caller.user, body.nonce or "") if needs_nonce else None
        needs_current = await is_current_password_required(conn, auth, caller, caller.user)
    # Raised after the commit: a wrong attempt must count although the request is rejected.
    if needs_nonce and token is None:
        raise nonce_not_valid()
    if needs_current:
        await check_current_password(auth, caller.user, body.current_password or "")
    return token


async def _hash_new_password(auth: AuthService, user: User, body: UpdateBody) -> str | None:
    """Hashes the new password. Returns None if there is none."""
    if body.password is None:
        return None
    if await auth.hasher.matches(body.password, user.encrypted_password):
        text = "New password should be different from the old password."
        raise AuthError(422, Code.SAME_PASSWORD, text)
    return await auth.hasher.hash(body.password)


async def _check_allowed(
    conn: Connection, auth: AuthService, caller: AuthenticatedUser, user: User, body: UpdateBody
) -> None:
    if body.app_metadata is not None and caller.claims.get("role") not in auth.config.admin_roles:
        raise AuthError(403, Code.NOT_ADMIN, "Updating app_metadata requires admin privileges")
    changes_login = bool(body.email or body.phone or body.password is not None)
    if changes_login and caller.aal != "aal2" and await conn.fetchval(HAS_VERIFIED_FACTOR, user.id):
        text = "AAL2 session is required to update email or password when MFA is enabled."
        raise AuthError(401, Code.INSUFFICIENT_AAL, text)
    has_address = user.email or user.phone or body.email or body.phone
    if body.password is not None and user.is_anonymous and not has_address:
        raise invalid("Updating password of an anonymous user without an email or phone is not allowed", 422)
    if user.is_sso_user and (changes_login or body.nonce):
        text = "Updating email, phone, password of a SSO account only possible via SSO"
        raise AuthError(422, Code.USER_SSO_MANAGED, text)
    if body.email:
        await check_email_free(conn, user, check_email(body.email))
    if body.phone:
        await check_phone_free(conn, user, check_phone(body.phone, auth.config.phone_regions))


async def _change_password(
    conn: Connection, auth: AuthService, request: AuthRequest, caller: AuthenticatedUser, new_hash: str
) -> None:
    await conn.execute(SET_PASSWORD, caller.user.id, new_hash, auth.now())
    # Other sessions may be the reason for the change.
    await conn.execute(END_OTHER_SESSIONS, caller.user.id, caller.session_id)
    await remove_tokens(conn, caller.user.id)
    await record(conn, auth, request, "user_updated_password", caller.user)
    await send_security_notice(conn, auth, caller.user, SecurityNotice.PASSWORD_CHANGED)
