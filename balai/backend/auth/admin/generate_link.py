"""POST /admin/generate_link: the link and the code of a mail, for who sends it herself. Contract 1.11."""

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
from balai.backend.auth.audit import record
from balai.backend.auth.authentication import check_admin, requested_audience
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.http import read_body
from balai.backend.auth.notifications.emails import SET_EMAIL_CHANGE_SENT_AT, EmailKind, verify_link
from balai.backend.auth.notifications.one_time_tokens import NewCode, TokenKind, create_code
from balai.backend.auth.redirects import choose_redirect, is_allowed
from balai.backend.auth.users.contact_details import check_email
from balai.backend.auth.users.create import NewUser, add_user
from balai.backend.auth.users.rows import User, find_user_by_email, get_user, show_user
from balai.database.pool import Connection
from balai.database.transaction import as_owner

NOTE_INVITE = "update auth.users set invited_at = $2 where id = $1"
MAILS = {
    "signup": EmailKind.CONFIRMATION,
    "invite": EmailKind.INVITE,
    "magiclink": EmailKind.MAGIC_LINK,
    "recovery": EmailKind.RECOVERY,
}
CHANGES = {"email_change_current": TokenKind.EMAIL_CHANGE_CURRENT, "email_change_new": TokenKind.EMAIL_CHANGE_NEW}


class LinkBody(msgspec.Struct, frozen=True):
    """Body of the call."""

    type: str | None = None
    email: str | None = None
    new_email: str | None = None
    password: str | None = None
    data: dict[str, Any] | None = None
    redirect_to: str | None = None


class Wish(msgspec.Struct, frozen=True):
    """What has passed the checks of form."""

    type: str
    email: str
    new_email: str
    password_hash: str
    metadata: dict[str, Any]
    audience: str
    redirect_to: str


async def generate_link(auth: AuthService, request: AuthRequest) -> dict[str, Any]:
    """The user's fields, with the link, the code and what they are for; nothing is mailed."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
    wish = await _checked(auth, request, await read_body(request, LinkBody))
    async with as_owner(auth.pool) as conn:
        if wish.type in CHANGES:
            user = await find_user_by_email(conn, wish.email, wish.audience, lock=True)
        else:
            user = await find_email_owner(conn, auth, wish.email, wish.audience)
        type_ = "signup" if wish.type == "magiclink" and user is None else wish.type
        if type_ in CHANGES:
            user, code = await _for_change(conn, auth, user, wish)
        else:
            user, code = await _for_login(conn, auth, request, user, wish, MAILS[type_])
        link_type = "email_change" if type_ in CHANGES else type_
        view = msgspec.json.encode(await show_user(conn, await get_user(conn, user.id)))
    return msgspec.json.decode(view, type=dict[str, Any]) | {
        "action_link": verify_link(auth.config, link_type, code.token_hash, wish.redirect_to),
        "email_otp": code.digits,
        "hashed_token": code.token_hash,
        "verification_type": type_,
        "redirect_to": wish.redirect_to,
    }


async def _checked(auth: AuthService, request: AuthRequest, body: LinkBody) -> Wish:
    type_ = body.type or ""
    if type_ not in MAILS and type_ not in CHANGES:
        raise invalid(f"Invalid email action link type requested: {type_}")
    email = check_email(body.email or "")
    if type_ == "email_change_current" and not auth.config.secure_email_change:
        raise invalid("Enable secure email change to generate link for current email")
    if type_ == "signup":
        if not body.password:
            raise invalid("Signup requires a valid password")
        await check_new_password(auth, body.password, known_words=(email,))
    asked = body.redirect_to or ""
    return Wish(
        type=type_,
        email=email,
        new_email=check_email(body.new_email or "") if type_ in CHANGES else "",
        password_hash=await auth.hasher.hash(body.password or secrets.token_urlsafe(32)),
        metadata=body.data or {},
        audience=requested_audience(auth, request),
        redirect_to=asked if is_allowed(asked, auth.config) else choose_redirect(auth.config, request),
    )


async def _for_login(
    conn: Connection, auth: AuthService, request: AuthRequest, user: User | None, wish: Wish, mail: EmailKind
) -> tuple[User, NewCode]:
    is_new = mail in {EmailKind.CONFIRMATION, EmailKind.INVITE}
    if user is None and not is_new:
        raise AuthError(404, Code.USER_NOT_FOUND, "User with this email not found")
    if user is not None and is_new and user.email_confirmed_at is not None:
        raise email_exists()
    now = auth.now()
    if user is None:
        user = await add_user(conn, _new_user(auth, wish, mail), now)
        await record(conn, auth, request, "user_signedup", user, {"provider": "email"})
    else:
        await remove_unverified_credentials(conn, auth, user)
    if mail is EmailKind.INVITE:
        await conn.execute(NOTE_INVITE, user.id, now)
        await record(conn, auth, request, "user_invited", user)
    if mail is EmailKind.RECOVERY:
        await record(conn, auth, request, "user_recovery_requested", user)
    code = await create_code(conn, user.id, mail.token_kind, wish.email, pkce=False, now=now)
    await conn.execute(mail.value[3], user.id, now)
    return user, code


def _new_user(auth: AuthService, wish: Wish, mail: EmailKind) -> NewUser:
    # Who is invited chooses a password when she comes.
    password_hash = None if mail is EmailKind.INVITE else wish.password_hash
    role = auth.config.default_role
    return NewUser(
        email=wish.email,
        password_hash=password_hash,
        metadata=wish.metadata,
        audience=wish.audience,
        role=role,
        exact_metadata=True,
    )


async def _for_change(conn: Connection, auth: AuthService, user: User | None, wish: Wish) -> tuple[User, NewCode]:
    if user is None:
        raise AuthError(404, Code.USER_NOT_FOUND, "User with this email not found")
    await check_email_free(conn, user, wish.new_email)
    now, kind = auth.now(), CHANGES[wish.type]
    await conn.execute(SET_PENDING_EMAIL, user.id, wish.new_email, now)
    address = wish.email if kind is TokenKind.EMAIL_CHANGE_CURRENT else wish.new_email
    code = await create_code(conn, user.id, kind, address, pkce=False, now=now)
    await conn.execute(SET_EMAIL_CHANGE_SENT_AT, user.id, now)
    return user, code
