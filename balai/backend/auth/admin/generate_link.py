"""POST /admin/generate_link: returns the link and code of an email, for applications that send it. Contract 1.11."""

import secrets
from typing import Any

import msgspec

from balai.backend.auth.account.email_change import (
    SET_PENDING_EMAIL,
    check_email_free,
    email_exists,
    find_email_owner,
    remove_unverified_credentials,
)
from balai.backend.auth.account.password_policy import check_new_password
from balai.backend.auth.account.update_user import merge_metadata
from balai.backend.auth.audit import record
from balai.backend.auth.authentication import check_admin, requested_audience
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.http import read_body
from balai.backend.auth.notifications.emails import (
    SET_EMAIL_CHANGE_SENT_AT,
    EmailKind,
    create_email_code,
    verify_link,
)
from balai.backend.auth.notifications.one_time_tokens import NewCode, TokenKind
from balai.backend.auth.redirects import choose_redirect, is_allowed
from balai.backend.auth.users.contact_details import check_email
from balai.backend.auth.users.create import NewUser, add_user
from balai.backend.auth.users.rows import User, find_user_by_email
from balai.backend.auth.users.user_json import render_user
from balai.database.pool import Connection
from balai.database.transaction import as_owner

SET_INVITED_AT = "update auth.users set invited_at = $2 where id = $1"
# The administrator's password and data are those of the account.
UPDATE_UNCONFIRMED = """
  update auth.users set encrypted_password = $2, raw_user_meta_data = $3, updated_at = $4 where id = $1
"""
EMAIL_KINDS = {
    "signup": EmailKind.CONFIRMATION,
    "invite": EmailKind.INVITE,
    "magiclink": EmailKind.MAGIC_LINK,
    "recovery": EmailKind.RECOVERY,
}
CHANGE_KINDS = {"email_change_current": TokenKind.EMAIL_CHANGE_CURRENT, "email_change_new": TokenKind.EMAIL_CHANGE_NEW}


class LinkBody(msgspec.Struct, frozen=True):
    """Body of the request."""

    type: str | None = None
    email: str | None = None
    new_email: str | None = None
    password: str | None = None
    data: dict[str, Any] | None = None
    redirect_to: str | None = None


class LinkRequest(msgspec.Struct, frozen=True):
    """The validated request."""

    type: str
    email: str
    new_email: str
    password_hash: str
    metadata: dict[str, Any]
    audience: str
    redirect_to: str


async def generate_link(auth: AuthService, request: AuthRequest) -> dict[str, Any]:
    """Return the user's fields with the link, the code and their type. No email is sent."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
    link = await _validate(auth, request, await read_body(request, LinkBody))
    async with as_owner(auth.pool) as conn:
        if link.type in CHANGE_KINDS:
            user = await find_user_by_email(conn, link.email, link.audience, lock=True)
        else:
            user = await find_email_owner(conn, auth, link.email, link.audience)
        type_ = "signup" if link.type == "magiclink" and user is None else link.type
        if type_ in CHANGE_KINDS:
            user, code = await _create_change_code(conn, auth, user, link)
        else:
            user, code = await _create_sign_in_code(conn, auth, request, user, link, EMAIL_KINDS[type_])
        link_type = "email_change" if type_ in CHANGE_KINDS else type_
        view = await render_user(conn, user.id)
    return msgspec.json.decode(view, type=dict[str, Any]) | {
        "action_link": verify_link(auth.config, link_type, code.token_hash, link.redirect_to),
        "email_otp": code.digits,
        "hashed_token": code.token_hash,
        "verification_type": type_,
        "redirect_to": link.redirect_to,
    }


async def _validate(auth: AuthService, request: AuthRequest, body: LinkBody) -> LinkRequest:
    type_ = body.type or ""
    if type_ not in EMAIL_KINDS and type_ not in CHANGE_KINDS:
        raise invalid(f"Invalid email action link type requested: {type_}")
    email = check_email(body.email or "")
    if type_ == "email_change_current" and not auth.config.secure_email_change:
        raise invalid("Enable secure email change to generate link for current email")
    if type_ == "signup":
        if not body.password:
            raise invalid("Signup requires a valid password")
        await check_new_password(auth, body.password, known_words=(email,))
    requested = body.redirect_to or ""
    return LinkRequest(
        type=type_,
        email=email,
        new_email=check_email(body.new_email or "") if type_ in CHANGE_KINDS else "",
        password_hash=await auth.hasher.hash(body.password or secrets.token_urlsafe(32)),
        metadata=body.data or {},
        audience=requested_audience(auth, request),
        redirect_to=requested if is_allowed(requested, auth.config) else choose_redirect(auth.config, request),
    )


async def _create_sign_in_code(
    conn: Connection,
    auth: AuthService,
    request: AuthRequest,
    user: User | None,
    link: LinkRequest,
    email_kind: EmailKind,
) -> tuple[User, NewCode]:
    is_new = email_kind in {EmailKind.CONFIRMATION, EmailKind.INVITE}
    if user is None and not is_new:
        raise AuthError(404, Code.USER_NOT_FOUND, "User with this email not found")
    if user is not None and is_new and user.email_confirmed_at is not None:
        raise email_exists()
    now = auth.now()
    if user is None:
        user = await add_user(conn, _new_user(auth, link, email_kind), now)
        await record(conn, auth, request, "user_signedup", user, {"provider": "email"})
    else:
        await remove_unverified_credentials(conn, auth, user)
        if email_kind is EmailKind.CONFIRMATION:
            metadata = merge_metadata(user.metadata, link.metadata)
            await conn.execute(UPDATE_UNCONFIRMED, user.id, link.password_hash, metadata, now)
    if email_kind is EmailKind.INVITE:
        await conn.execute(SET_INVITED_AT, user.id, now)
        await record(conn, auth, request, "user_invited", user)
    if email_kind is EmailKind.RECOVERY:
        await record(conn, auth, request, "user_recovery_requested", user)
    code = await create_email_code(conn, auth, user.id, email_kind.token_kind, link.email)
    await conn.execute(email_kind.value[3], user.id, now)
    return user, code


def _new_user(auth: AuthService, link: LinkRequest, email_kind: EmailKind) -> NewUser:
    # Invited users set a password when they accept.
    password_hash = None if email_kind is EmailKind.INVITE else link.password_hash
    role = auth.config.default_role
    return NewUser(
        email=link.email,
        password_hash=password_hash,
        metadata=link.metadata,
        audience=link.audience,
        role=role,
        exact_metadata=True,
    )


async def _create_change_code(
    conn: Connection, auth: AuthService, user: User | None, link: LinkRequest
) -> tuple[User, NewCode]:
    if user is None:
        raise AuthError(404, Code.USER_NOT_FOUND, "User with this email not found")
    await check_email_free(conn, user, link.new_email)
    now, kind = auth.now(), CHANGE_KINDS[link.type]
    await conn.execute(SET_PENDING_EMAIL, user.id, link.new_email, now)
    address = link.email if kind is TokenKind.EMAIL_CHANGE_CURRENT else link.new_email
    code = await create_email_code(conn, auth, user.id, kind, address)
    await conn.execute(SET_EMAIL_CHANGE_SENT_AT, user.id, now)
    return user, code
