"""/admin/users and /invite: administration of accounts with the service key. Contract 1.11."""

import re
import secrets
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import msgspec

from balai.backend.auth.account.email_change import (
    email_exists,
    find_email_owner,
    remove_unverified_credentials,
    set_email_identity,
)
from balai.backend.auth.account.password_policy import check_new_password
from balai.backend.auth.account.phone_change import phone_exists, set_phone_identity
from balai.backend.auth.account.update_user import (
    END_OTHER_SESSIONS,
    SET_APP_METADATA,
    SET_METADATA,
    SET_PASSWORD,
    merge_metadata,
)
from balai.backend.auth.audit import record
from balai.backend.auth.authentication import check_admin, name_administrator, parse_user_id, requested_audience
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.http import read_body
from balai.backend.auth.notifications.emails import EmailKind, origin_of, send_email
from balai.backend.auth.notifications.security_notices import SecurityNotice, send_block_notice, send_security_notice
from balai.backend.auth.passwords.hashing import check_imported_hash, check_password_size
from balai.backend.auth.users.contact_details import check_email, check_phone
from balai.backend.auth.users.create import NewUser, add_user
from balai.backend.auth.users.rows import User, get_user
from balai.backend.auth.users.user_json import render_user
from balai.database.pool import Connection
from balai.database.transaction import as_owner

NIL = UUID(int=0)
MAX_BAN = timedelta(days=365 * 100)
MAX_BAN_REASON = 500
UNIT_SECONDS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "\u03bcs": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600}
PART = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(ns|us|µs|\u03bcs|ms|s|m|h)")
DURATION = re.compile(rf"([+-]?)((?:{PART.pattern})+|0)")
SET_EMAIL = "update auth.users set email = $2, email_confirmed_at = coalesce($3, email_confirmed_at) where id = $1"
CONFIRM_EMAIL = """
  update auth.users set email_confirmed_at = coalesce(email_confirmed_at, $2), updated_at = $2,
    raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
  where id = $1
"""
CONFIRM_PHONE = """
  update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, $2), updated_at = $2
  where id = $1 and phone is not null
"""
SET_PHONE = "update auth.users set phone = $2, phone_confirmed_at = coalesce($3, phone_confirmed_at) where id = $1"
SET_ROLE = "update auth.users set role = $2 where id = $1"
SET_BAN = "update auth.users set banned_until = $2, updated_at = $3, ban_reason = $4 where id = $1"
SET_INVITED_AT = "update auth.users set invited_at = $2 where id = $1"
DELETE = "delete from auth.users where id = $1"
DELETE_SESSIONS = "delete from auth.sessions where user_id = $1"
DELETE_CREDENTIALS = (
    "delete from auth.one_time_tokens where user_id = $1",
    "delete from auth.mfa_factors where user_id = $1",
    "delete from auth.recovery_codes where user_id = $1",
    "delete from auth.passkeys where user_id = $1",
)
# A soft delete keeps the row for its references. Email and phone become hashes: a known email can be compared with
# them, but not read from them.
HIDE_USER = """
  update auth.users set
    deleted_at = $2, updated_at = $2, encrypted_password = null,
    email = case when coalesce(email, '') = '' then email else auth.hidden(id::text || email) end,
    phone = case when coalesce(phone, '') = '' then phone else left(auth.hidden(id::text || phone), 15) end,
    email_change = case when email_change = '' then '' else auth.hidden(id::text || email_change) end,
    phone_change = case when phone_change = '' then '' else left(auth.hidden(id::text || phone_change), 15) end,
    raw_user_meta_data = '{}', raw_app_meta_data = '{}'
  where id = $1
"""
HIDE_IDENTITIES = """
  update auth.identities set
    provider_id = auth.hidden(user_id::text || provider || ':' || provider_id), identity_data = '{}', updated_at = $2
  where user_id = $1
"""


class AdminBody(msgspec.Struct, frozen=True):
    """Body of a creation or an update."""

    id: str | None = None
    aud: str | None = None
    role: str | None = None
    email: str | None = None
    phone: str | None = None
    password: str | None = None
    password_hash: str | None = None
    email_confirm: bool | None = None
    phone_confirm: bool | None = None
    user_metadata: dict[str, Any] | None = None
    app_metadata: dict[str, Any] | None = None
    ban_duration: str | None = None
    # Not in the protocol: the user reads it in the email about the block.
    ban_reason: str | None = None


class InviteBody(msgspec.Struct, frozen=True):
    """Body of an invitation."""

    email: str | None = None
    data: dict[str, Any] | None = None


class DeleteBody(msgspec.Struct, frozen=True):
    """Optional body of a deletion."""

    should_soft_delete: bool | None = None


async def create(auth: AuthService, request: AuthRequest) -> msgspec.Raw:
    """Create an account without sending an email."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
    new = await _new_user(auth, request, await read_body(request, AdminBody))
    try:
        async with as_owner(auth.pool) as conn:
            user = await add_user(conn, new, auth.now())
            traits = {"provider": "email" if new.email else "phone"} | name_administrator(auth, request)
            await record(conn, auth, request, "user_signedup", user, traits)
            return await render_user(conn, user.id)
    except asyncpg.UniqueViolationError as error:
        if error.constraint_name == "users_phone_key":
            text = "Phone number already registered by another user"
            raise AuthError(422, Code.PHONE_EXISTS, text) from error
        if error.constraint_name == "users_pkey":
            raise AuthError(422, Code.CONFLICT, "A user with this ID already exists") from error
        raise email_exists() from error


async def get(auth: AuthService, request: AuthRequest, user_id: str) -> msgspec.Raw:
    """Return one account."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
        return await render_user(conn, parse_user_id(user_id))


async def update(auth: AuthService, request: AuthRequest, user_id: str) -> msgspec.Raw:
    """Update an account, without confirmation by its user."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
        await get_user(conn, parse_user_id(user_id))
    body = await read_body(request, AdminBody)
    new_hash = await _new_hash(auth, body, parse_user_id(user_id))
    try:
        async with as_owner(auth.pool) as conn:
            user = await get_user(conn, parse_user_id(user_id), lock=True)
            await _change(conn, auth, user, body, new_hash)
            traits = name_administrator(auth, request)
            if traits:
                traits["changed"] = [name for name in body.__struct_fields__ if getattr(body, name) is not None]
            await record(conn, auth, request, "user_modified", user, traits)
            return await render_user(conn, user.id)
    except asyncpg.UniqueViolationError as error:
        raise (phone_exists() if error.constraint_name == "users_phone_key" else email_exists()) from error


async def delete(auth: AuthService, request: AuthRequest, user_id: str) -> None:
    """Delete an account, or on a soft delete remove its personal data and keep the row."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
        user = await get_user(conn, parse_user_id(user_id), lock=True)
        is_soft = False
        if await request.body():
            is_soft = bool((await read_body(request, DeleteBody)).should_soft_delete)
        await record(conn, auth, request, "user_deleted", user, name_administrator(auth, request))
        # Before the user row, not by its cascade: a refresh locks its session first and the user second (deadlock).
        await conn.execute(DELETE_SESSIONS, user.id)
        if not is_soft:
            await conn.execute(DELETE, user.id)
            return
        await conn.execute(HIDE_USER, user.id, auth.now())
        await conn.execute(HIDE_IDENTITIES, user.id, auth.now())
        for statement in DELETE_CREDENTIALS:
            await conn.execute(statement, user.id)


async def invite(auth: AuthService, request: AuthRequest) -> msgspec.Raw:
    """Create an account without a password and email an invitation."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
        body = await read_body(request, InviteBody)
        email = check_email(body.email or "")
        audience = requested_audience(auth, request)
        user = await find_email_owner(conn, auth, email, audience)
        if user is not None and user.email_confirmed_at is not None:
            raise email_exists()
        if user is None:
            role = auth.config.default_role
            new = NewUser(email=email, metadata=body.data or {}, audience=audience, role=role, exact_metadata=True)
            user = await add_user(conn, new, auth.now())
        else:
            # A stranger may have registered the address before, with metadata of their own.
            user = await remove_unverified_credentials(conn, auth, user, metadata=body.data or {})
        await conn.execute(SET_INVITED_AT, user.id, auth.now())
        await send_email(conn, auth, EmailKind.INVITE, user, origin_of(auth, request))
        await record(conn, auth, request, "user_invited", user, name_administrator(auth, request))
        return await render_user(conn, user.id)


async def _new_user(auth: AuthService, request: AuthRequest, body: AdminBody) -> NewUser:
    if not body.email and not body.phone:
        raise invalid("Cannot create a user without either an email or phone")
    if body.password and body.password_hash:
        raise invalid("Only a password or a password hash should be provided")
    now = auth.now()
    return NewUser(
        id=_parse_id(body.id),
        email=check_email(body.email) if body.email else "",
        phone=check_phone(body.phone) if body.phone else "",
        password_hash=_imported_hash(body.password_hash) or await _hash_or_random(auth, body.password),
        metadata=body.user_metadata or {},
        app_metadata=body.app_metadata or {},
        audience=body.aud or requested_audience(auth, request),
        role=body.role or auth.config.default_role,
        email_confirmed_at=now if body.email and body.email_confirm else None,
        phone_confirmed_at=now if body.phone and body.phone_confirm else None,
        banned_until=_banned_until(body.ban_duration, now) if body.ban_duration else None,
        exact_metadata=True,
    )


async def _hash_or_random(auth: AuthService, password: str | None) -> str:
    secret = password or secrets.token_urlsafe(32)
    check_password_size(secret)
    return await auth.hasher.hash(secret)


def _imported_hash(text: str | None) -> str | None:
    return check_imported_hash(text) if text else None


async def _new_hash(auth: AuthService, body: AdminBody, user_id: UUID) -> str | None:
    if body.password is None:
        return None
    await check_new_password(auth, body.password, user_id=user_id)
    return await auth.hasher.hash(body.password)


async def _change(conn: Connection, auth: AuthService, user: User, body: AdminBody, new_hash: str | None) -> None:
    now = auth.now()
    if body.role:
        await conn.execute(SET_ROLE, user.id, body.role)
    if body.email_confirm:
        await conn.execute(CONFIRM_EMAIL, user.id, now)
    if body.email:
        email = check_email(body.email)
        await conn.execute(SET_EMAIL, user.id, email, now if body.email_confirm else None)
        await set_email_identity(conn, auth, user, email, is_verified=bool(body.email_confirm))
    if body.phone:
        phone = check_phone(body.phone)
        await conn.execute(SET_PHONE, user.id, phone, now if body.phone_confirm else None)
        await set_phone_identity(conn, auth, user, phone, is_verified=bool(body.phone_confirm))
    elif body.phone_confirm:
        await conn.execute(CONFIRM_PHONE, user.id, now)
    if new_hash is not None:
        await conn.execute(SET_PASSWORD, user.id, new_hash, now)
        await send_security_notice(conn, auth, user, SecurityNotice.PASSWORD_CHANGED)
        await conn.execute(END_OTHER_SESSIONS, user.id, None)
    if body.user_metadata is not None:
        old = user.metadata | ({"email_verified": True} if body.email_confirm else {})
        await conn.execute(SET_METADATA, user.id, merge_metadata(old, body.user_metadata), now)
    if body.app_metadata is not None:
        await conn.execute(SET_APP_METADATA, user.id, merge_metadata(user.app_metadata, body.app_metadata), now)
    if body.ban_duration:
        until = _banned_until(body.ban_duration, now)
        reason = _ban_reason(body.ban_reason) if until is not None else None
        await conn.execute(SET_BAN, user.id, until, now, reason)
        if until is not None:
            await send_block_notice(conn, auth, user, until, reason or "")


def _banned_until(text: str, now: datetime) -> datetime | None:
    """Return the end of a ban of `24h`, `1h30m` or `none`; a duration of Go may be negative. Raises AuthError 400."""
    duration = DURATION.fullmatch("0" if text == "none" else text)
    if duration is None:
        raise invalid(f'invalid format for ban duration: time: invalid duration "{text}"')
    seconds = sum(float(number) * UNIT_SECONDS[unit] for number, unit in PART.findall(duration[2]))
    if seconds == 0:
        return None
    span = timedelta(seconds=min(seconds, MAX_BAN.total_seconds()))
    return now - span if duration[1] == "-" else now + span


def _ban_reason(text: str | None) -> str | None:
    reason = (text or "").replace("\0", "").strip()
    if len(reason) > MAX_BAN_REASON:
        raise invalid(f"Ban reason should be at most {MAX_BAN_REASON} characters long")
    return reason or None


def _parse_id(text: str | None) -> UUID | None:
    if not text:
        return None
    try:
        value = UUID(text)
    except ValueError as error:
        raise invalid("ID must conform to the uuid v4 format") from error
    if value == NIL:
        raise invalid("ID cannot be a nil uuid")
    return value
