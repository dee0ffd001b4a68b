"""POST /signup. Contract 1.1.

Whether an address already has an account must not show: the answer for a confirmed one is made up, and hashing the
password, which costs the time, is done before anybody looks.
"""

from typing import Any
from uuid import uuid4

import asyncpg
import msgspec

from balai.backend.auth.accounts import NewUser, add_user
from balai.backend.auth.addresses import check_email
from balai.backend.auth.audit import note
from balai.backend.auth.callers import audience_of
from balai.backend.auth.context import Auth, Call
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.mails import Mail, Origin, check_mail_gap, check_silent_gap, origin_of, send_mail
from balai.backend.auth.passwords import check_strength
from balai.backend.auth.pkce import find_challenge
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.sessions import SessionView, device_of, open_session
from balai.backend.auth.users import User, UserView, encode_object, find_user_by_email, get_user, show_user
from balai.backend.auth.wire import read_body
from balai.database.pool import Connection
from balai.database.transaction import as_owner

CLOSE_LOGIN = "update auth.users set encrypted_password = null where id = $1"
CHANNELS = (
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio "
    "Verify is used as the provider."
)


class SignupBody(msgspec.Struct, frozen=True):
    """Body of a sign-up."""

    email: str | None = None
    phone: str | None = None
    password: str | None = None
    data: dict[str, Any] | None = None
    channel: str | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


class Signup(msgspec.Struct, frozen=True):
    """A sign-up that has passed every check of form."""

    email: str
    password: str
    password_hash: str
    metadata: dict[str, Any]
    audience: str
    origin: Origin


async def sign_up(auth: Auth, request: Call) -> SessionView | UserView:
    """Make an account, or answer as if."""
    auth.limits.check(Limit.MAIL, request)
    body = await read_body(request, SignupBody)
    signup = await _checked(auth, request, body)
    try:
        return await _store(auth, request, signup)
    except asyncpg.UniqueViolationError:
        # The same address signed up at the same moment and was first: now it is there to be found.
        return await _store(auth, request, signup)


async def _checked(auth: Auth, request: Call, body: SignupBody) -> Signup:
    if not body.email and not body.phone:
        raise AuthError(422, Code.ANONYMOUS_PROVIDER_DISABLED, "Anonymous sign-ins are disabled")
    if auth.config.signup_disabled:
        raise AuthError(422, Code.SIGNUP_DISABLED, "Signups not allowed for this instance")
    if not body.password:
        raise invalid("Signup requires a valid password")
    check_strength(body.password, min_bytes=auth.config.password_min_bytes)
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided on signup.")
    if body.phone and (body.channel or "sms") not in {"sms", "whatsapp"}:
        raise invalid(CHANNELS)
    if body.phone and body.code_challenge:
        raise invalid("PKCE not supported for phone signups")
    challenge = find_challenge(body.code_challenge, body.code_challenge_method)
    if body.phone:
        raise AuthError(400, Code.PHONE_PROVIDER_DISABLED, "Phone signups are disabled")
    return Signup(
        email=check_email(body.email or ""),
        password=body.password,
        password_hash=await auth.hasher.hash(body.password),
        metadata=body.data or {},
        audience=audience_of(auth, request),
        origin=origin_of(auth, request, challenge),
    )


async def _store(auth: Auth, request: Call, signup: Signup) -> SessionView | UserView:
    async with as_owner(auth.pool) as conn:
        user = await find_user_by_email(conn, signup.email, signup.audience, lock=True)
        if user is not None and user.email_confirmed_at is not None:
            return await _answer_known(conn, auth, request, signup, user)
        if user is None:
            is_confirmed = auth.config.mail_autoconfirm
            user = await _add(conn, auth, request, signup, is_confirmed=is_confirmed)
            if is_confirmed:
                return await open_session(conn, auth, user, "password", device_of(request))
        return await _ask_confirmation(conn, auth, request, signup, user)


async def _add(conn: Connection, auth: Auth, request: Call, signup: Signup, *, is_confirmed: bool) -> User:
    new = NewUser(
        email=signup.email,
        password_hash=signup.password_hash,
        metadata=signup.metadata,
        audience=signup.audience,
        role=auth.config.default_role,
        email_confirmed_at=auth.now() if is_confirmed else None,
    )
    user = await add_user(conn, new, auth.now())
    await note(conn, auth, request, "user_signedup", user, {"provider": "email"})
    return user


async def _answer_known(conn: Connection, auth: Auth, request: Call, signup: Signup, user: User) -> UserView:
    if auth.config.mail_autoconfirm:
        raise AuthError(422, Code.USER_ALREADY_EXISTS, "User already registered")
    await check_silent_gap(conn, auth, "signup", signup.email)
    await note(conn, auth, request, "user_repeated_signup", user)
    now, made_up = auth.now(), uuid4()
    app_metadata = {"provider": "email", "providers": ["email"]}
    return UserView(
        id=made_up,
        aud=signup.audience,
        role="",
        email=signup.email,
        phone="",
        confirmation_sent_at=now,
        app_metadata=msgspec.Raw(encode_object(app_metadata).encode()),
        user_metadata=msgspec.Raw(encode_object(signup.metadata).encode()),
        identities=[],
        created_at=now,
        updated_at=now,
        is_anonymous=False,
    )


async def _ask_confirmation(conn: Connection, auth: Auth, request: Call, signup: Signup, user: User) -> UserView:
    check_mail_gap(auth, user.confirmation_sent_at)
    if user.encrypted_password and not await auth.hasher.has_matched(signup.password, user.encrypted_password):
        # Two people may have signed up with this address, and the mail does not tell whose password it confirms.
        # Neither counts: whoever reads the mail gets in by it, and chooses a password then.
        await conn.execute(CLOSE_LOGIN, user.id)
    await send_mail(conn, auth, Mail.CONFIRMATION, user, signup.origin)
    await note(conn, auth, request, "user_confirmation_requested", user)
    view = await show_user(conn, await get_user(conn, user.id))
    if user.invited_at is not None:
        # Who was invited has facts that the inviter wrote; a stranger who knows the address must not read them.
        return msgspec.structs.replace(view, user_metadata=msgspec.Raw(b"{}"), identities=[])
    return view
