"""POST /signup. Contract 1.1.

The response must not reveal whether an email has an account. For a confirmed one it contains a placeholder user, and
every path does the same amount of password hashing.
"""

from functools import partial
from typing import Any
from uuid import uuid4

import asyncpg
import msgspec

from balai.backend.auth.account.email_change import find_email_owner, remove_unverified_credentials
from balai.backend.auth.account.password_policy import check_new_password, names_in
from balai.backend.auth.account.phone_change import confirm_phone
from balai.backend.auth.audit import record
from balai.backend.auth.authentication import requested_audience
from balai.backend.auth.captcha.verification import check_captcha
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.hooks.before_user_created import check_creation_hook, with_creation_hook
from balai.backend.auth.http import read_body
from balai.backend.auth.notifications.email_policy import check_email_enabled, check_recipient_allowed
from balai.backend.auth.notifications.emails import (
    EmailKind,
    MessageOrigin,
    check_requested_email,
    check_unsent_email,
    origin_of,
    send_email,
)
from balai.backend.auth.notifications.one_time_tokens import TokenKind, remove_tokens
from balai.backend.auth.notifications.sms_codes import (
    check_channel,
    check_requested_sms,
    check_unsent_sms,
    send_phone_code,
)
from balai.backend.auth.rate_limits import Limit, find_client_ip
from balai.backend.auth.sessions.issue import UnsignedSession, create_session, device_of
from balai.backend.auth.sessions.pkce import read_challenge
from balai.backend.auth.sign_in.anonymous import sign_in_anonymously
from balai.backend.auth.users.barriers import check_sign_up_barriers
from balai.backend.auth.users.contact_details import check_email, check_phone
from balai.backend.auth.users.create import NewUser, add_user, confirm_email
from balai.backend.auth.users.invitations import BY_INVITATION, require_invitation
from balai.backend.auth.users.rows import User, find_user_by_phone, get_user
from balai.backend.auth.users.user_json import render_unstored_user, render_user
from balai.database.pool import Connection
from balai.database.transaction import as_owner
from balai.messaging.queue import Channel

MAX_ATTEMPTS = 3
CLEAR_HASH = "update auth.users set encrypted_password = null, password_removed_at = $2 where id = $1"
SET_HASH = "update auth.users set encrypted_password = $2 where id = $1"


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
    """A validated sign-up, by email or by phone; the other one is empty."""

    email: str
    phone: str
    password: str
    metadata: dict[str, Any]
    audience: str
    origin: MessageOrigin
    channel: Channel = "sms"

    @property
    def provider(self) -> str:
        return "phone" if self.phone else "email"

    def is_confirmed(self, user: User) -> bool:
        """Whether the user has confirmed this email or number."""
        return (user.phone_confirmed_at if self.phone else user.email_confirmed_at) is not None


async def sign_up(auth: AuthService, request: AuthRequest) -> UnsignedSession | msgspec.Raw:
    """Create an account, or return a placeholder if it exists already."""
    body = await read_body(request, SignupBody)
    if not body.email and not body.phone:
        return await sign_in_anonymously(auth, request, body.data or {})
    await auth.limits.check(Limit.OTP, request)
    await check_captcha(auth, request)
    signup = await _validate(auth, request, body)
    for _ in range(MAX_ATTEMPTS):
        work = await _hash_or_compare(auth, signup)
        try:
            return await with_creation_hook(auth, request, partial(_store, auth, request, signup, work))
        except (asyncpg.UniqueViolationError, ConcurrentChange):
            # A concurrent sign-up with the same email or number came first; the next attempt finds its account.
            continue
    raise AuthError(409, Code.CONFLICT, "Too many sign-ups of the same address at once")


class PasswordWork(msgspec.Struct, frozen=True):
    """The result of hashing or comparing the password, and the stored hash for which it was computed."""

    stored_hash: str | None
    new_hash: str
    matches_stored: bool


class ConcurrentChange(Exception):
    """The account changed while the password was hashed."""


async def _hash_or_compare(auth: AuthService, signup: Signup) -> PasswordWork:
    # Outside of any transaction: requests that wait for the hasher must not hold database connections. Every path does
    # one hash operation, so the time does not reveal whether the email is unknown, unconfirmed or confirmed.
    async with as_owner(auth.pool) as conn:
        user = await _find_user(conn, auth, signup)
    is_pending = user is not None and not signup.is_confirmed(user) and not _takes_over(auth, signup, user)
    if user is not None and is_pending and user.encrypted_password:
        matches = await auth.hasher.matches(signup.password, user.encrypted_password)
        return PasswordWork(user.encrypted_password, "", matches)
    stored_hash = user.encrypted_password if user is not None else None
    return PasswordWork(stored_hash, await auth.hasher.hash(signup.password), matches_stored=False)


async def _validate(auth: AuthService, request: AuthRequest, body: SignupBody) -> Signup:
    if auth.config.signup_disabled:
        async with as_owner(auth.pool) as conn:
            await require_invitation(conn, body.data or {})
    if not body.password:
        raise invalid("Signup requires a valid password")
    await check_new_password(
        auth, body.password, known_words=(body.email or "", body.phone or "", *names_in(body.data or {}))
    )
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided on signup.")
    channel = check_channel(auth, body.channel) if body.phone else "sms"
    if body.phone and body.code_challenge:
        raise invalid("PKCE not supported for phone signups")
    challenge = read_challenge(body.code_challenge, body.code_challenge_method)
    if body.phone and not auth.config.phone_enabled:
        raise AuthError(400, Code.PHONE_PROVIDER_DISABLED, "Phone signups are disabled")
    if not body.phone:
        check_email_enabled(auth, "Email signups are disabled")
    email = "" if body.phone else check_email(body.email or "")
    if email:
        check_recipient_allowed(auth, email)
    return Signup(
        email=email,
        phone=check_phone(body.phone, auth.config.phone_regions) if body.phone else "",
        password=body.password,
        metadata=body.data or {},
        audience=requested_audience(auth, request),
        origin=origin_of(auth, request, challenge),
        channel=channel,
    )


async def _store(
    auth: AuthService, request: AuthRequest, signup: Signup, work: PasswordWork
) -> UnsignedSession | msgspec.Raw:
    async with as_owner(auth.pool) as conn:
        user = await _find_user(conn, auth, signup)
        if user is not None and signup.is_confirmed(user):
            return await _placeholder_user(conn, auth, request, signup, user)
        if (user.encrypted_password if user is not None else None) != work.stored_hash:
            raise ConcurrentChange
        if user is None:
            is_confirmed = _confirms_at_once(auth, signup)
            user = await _create_user(conn, auth, request, signup, work, is_confirmed=is_confirmed)
            if is_confirmed:
                return await create_session(conn, auth, user, "password", device_of(request))
        elif _takes_over(auth, signup, user):
            user = await _take_over(conn, auth, request, signup, work, user)
            return await create_session(conn, auth, user, "password", device_of(request))
        elif not work.matches_stored:
            # Two users may have signed up with this email, and the confirmation does not tell whose password it
            # confirms. Both are dropped: the owner signs in by the confirmation and sets a password then. The same
            # applies to a phone, and to an account that a code or an invitation created.
            await conn.execute(CLEAR_HASH, user.id, auth.now())
            user = await get_user(conn, user.id)
        return await _request_confirmation(conn, auth, request, signup, user)


def _confirms_at_once(auth: AuthService, signup: Signup) -> bool:
    return auth.config.sms_autoconfirm if signup.phone else auth.config.email_autoconfirm


def _takes_over(auth: AuthService, signup: Signup, user: User) -> bool:
    """Whether the sign-up confirms an unconfirmed account. An invited one may have rights that its inviter gave: only
    the invitation confirms it.
    """
    return _confirms_at_once(auth, signup) and user.invited_at is None


async def _take_over(
    conn: Connection, auth: AuthService, request: AuthRequest, signup: Signup, work: PasswordWork, user: User
) -> User:
    """Confirms an unconfirmed account, with the password and the metadata of this sign-up."""
    await remove_unverified_credentials(conn, auth, user, metadata=signup.metadata)
    await remove_tokens(conn, user.id)
    await conn.execute(SET_HASH, user.id, work.new_hash)
    if signup.phone:
        await confirm_phone(conn, auth, user)
    else:
        await confirm_email(conn, user.id, auth.now(), by_code=False)
    await record(conn, auth, request, "user_signedup", user, {"provider": signup.provider})
    return await get_user(conn, user.id)


async def _find_user(conn: Connection, auth: AuthService, signup: Signup) -> User | None:
    if signup.phone:
        return await find_user_by_phone(conn, signup.phone, signup.audience, lock=True)
    return await find_email_owner(conn, auth, signup.email, signup.audience)


async def _create_user(
    conn: Connection, auth: AuthService, request: AuthRequest, signup: Signup, work: PasswordWork, *, is_confirmed: bool
) -> User:
    confirmed_at = auth.now() if is_confirmed else None
    await check_sign_up_barriers(conn, signup.email, find_client_ip(request))
    check_creation_hook(
        auth, request, provider=signup.provider, email=signup.email, phone=signup.phone, metadata=signup.metadata
    )
    new = NewUser(
        email=signup.email,
        phone=signup.phone,
        password_hash=work.new_hash,
        metadata=signup.metadata,
        app_metadata=BY_INVITATION if auth.config.signup_disabled else {},
        audience=signup.audience,
        role=auth.config.default_role,
        email_confirmed_at=confirmed_at if signup.email else None,
        phone_confirmed_at=confirmed_at if signup.phone else None,
    )
    user = await add_user(conn, new, auth.now())
    await record(conn, auth, request, "user_signedup", user, {"provider": signup.provider})
    return user


async def _placeholder_user(
    conn: Connection, auth: AuthService, request: AuthRequest, signup: Signup, user: User
) -> msgspec.Raw:
    if auth.config.email_autoconfirm or auth.config.sms_autoconfirm:
        raise AuthError(422, Code.USER_ALREADY_EXISTS, "User already registered")
    if signup.phone:
        await check_unsent_sms(conn, auth, signup.phone)
    else:
        await check_unsent_email(conn, auth, "signup", signup.email)
    await record(conn, auth, request, "user_repeated_signup", user)
    now = auth.now()
    app_metadata = {"provider": signup.provider, "providers": [signup.provider]}
    columns = {
        "id": uuid4(),
        "aud": signup.audience,
        "role": "",
        "email": signup.email,
        "phone": signup.phone,
        "confirmation_sent_at": now,
        "raw_app_meta_data": app_metadata,
        "raw_user_meta_data": signup.metadata,
        "created_at": now,
        "updated_at": now,
        "is_anonymous": False,
    }
    return await render_unstored_user(conn, columns)


async def _request_confirmation(
    conn: Connection, auth: AuthService, request: AuthRequest, signup: Signup, user: User
) -> msgspec.Raw:
    if signup.phone:
        await check_requested_sms(conn, auth, signup.phone, user.confirmation_sent_at)
        await send_phone_code(conn, auth, user, TokenKind.CONFIRMATION, signup.phone, signup.origin, signup.channel)
    else:
        await check_requested_email(conn, auth, "signup", signup.email, user.confirmation_sent_at)
        # A password of another sign-up was removed before.
        user = await remove_unverified_credentials(conn, auth, user, keep_password=True, metadata=signup.metadata)
        await send_email(conn, auth, EmailKind.CONFIRMATION, user, signup.origin)
    await record(conn, auth, request, "user_confirmation_requested", user)
    user_json = await render_user(conn, user.id)
    if user.invited_at is not None:
        # An invitation contains metadata of the inviter, which a client that only knows the email must not read.
        fields = msgspec.json.decode(user_json, type=dict[str, msgspec.Raw])
        fields |= {"user_metadata": msgspec.Raw(b"{}"), "identities": msgspec.Raw(b"[]")}
        return msgspec.Raw(msgspec.json.encode(fields))
    return user_json
