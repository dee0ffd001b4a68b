"""Finds the account for a provider's profile: by identity, else by verified email, else a new one. Contract 1.8.

An existing account is used only for an email that the provider verified. If that account is unconfirmed, its password
and other identities are removed and its `user_metadata` is replaced, as in GoTrue. An attacker may have registered the
email in advance to share the account later (account pre-hijacking).
"""

from typing import Any
from uuid import UUID, uuid4

from balai.backend.auth.account.email_change import SET_PROVIDERS, email_exists
from balai.backend.auth.audit import record
from balai.backend.auth.authentication import requested_audience, unknown_token_session
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid, signup_disabled
from balai.backend.auth.hooks.before_user_created import check_creation_hook
from balai.backend.auth.identities.profiles import Profile
from balai.backend.auth.notifications.emails import (
    EmailKind,
    check_requested_email,
    check_unsent_email,
    origin_of,
    send_email,
)
from balai.backend.auth.notifications.one_time_tokens import TokenKind, find_token, remove_tokens
from balai.backend.auth.notifications.security_notices import SecurityNotice, send_security_notice
from balai.backend.auth.rate_limits import find_client_ip
from balai.backend.auth.sessions.limits import find_session
from balai.backend.auth.users.barriers import check_sign_up_barriers
from balai.backend.auth.users.create import ADD_IDENTITY, confirm_email
from balai.backend.auth.users.rows import User, encode_object, find_user, find_user_by_email, get_user
from balai.database.pool import Connection

ADD_USER = """
  insert into auth.users
    (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, email_confirmed_at, is_sso_user, created_at,
     updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
"""
FIND_IDENTITY_OWNER = "select user_id from auth.identities where provider = $1 and provider_id = $2"
REFRESH_IDENTITY = """
  update auth.identities set identity_data = $3, last_sign_in_at = $4, updated_at = $4
  where provider = $1 and provider_id = $2
"""
REFRESH_METADATA = """
  update auth.users set raw_user_meta_data = raw_user_meta_data || $2::jsonb, updated_at = $3 where id = $1
"""
REMOVE_UNVERIFIED_CREDENTIALS = """
  with identities as (delete from auth.identities where user_id = $1 and (provider, provider_id) <> ($2, $3)),
       sessions as (delete from auth.sessions where user_id = $1),
       passkeys as (delete from auth.passkeys where user_id = $1),
       factors as (delete from auth.mfa_factors where user_id = $1)
  update auth.users set encrypted_password = null, raw_user_meta_data = $4 where id = $1
"""
SET_EMAIL = "update auth.users set email = $2, updated_at = $3 where id = $1"
CLEAR_ANONYMOUS = "update auth.users set is_anonymous = false, updated_at = $2 where id = $1"
UNVERIFIED = "Unverified email with {0}. A confirmation email has been sent to your {0} email"


def check_linking_enabled(auth: AuthService) -> None:
    """Raise AuthError 404 if manual linking is disabled in the settings."""
    if not auth.config.manual_linking:
        raise AuthError(404, Code.MANUAL_LINKING_DISABLED, "Manual linking is disabled")


async def sign_in_with_profile(
    conn: Connection, auth: AuthService, request: AuthRequest, profile: Profile, *, is_sso: bool = False
) -> User | AuthError:
    """Find or create the account of a profile.

    An AuthError is returned, not raised, if the sign-in is rejected but the changes must be committed: the caller
    raises it after the commit.

    Raises:
        AuthError: the sign-in is rejected and the transaction is to be rolled back.
    """
    owner = await conn.fetchval(FIND_IDENTITY_OWNER, profile.provider, profile.subject)
    if owner is not None:
        user = await get_user(conn, owner, lock=True)
        await conn.execute(
            REFRESH_IDENTITY, profile.provider, profile.subject, encode_object(profile.identity_data), auth.now()
        )
    else:
        user = await _find_or_add(conn, auth, request, profile, is_sso=is_sso)
    if user.is_banned(auth.now()):
        raise AuthError(403, Code.USER_BANNED, "User is banned")
    if user.email and user.email_confirmed_at is None:
        rejection = await _check_email_confirmed(conn, auth, request, profile, user)
        if rejection is not None:
            return rejection
    await conn.execute(REFRESH_METADATA, user.id, encode_object(profile.identity_data), auth.now())
    await conn.execute(SET_PROVIDERS, user.id)
    await record(conn, auth, request, "login", user, {"provider": profile.provider})
    return await get_user(conn, user.id)


async def link_to_user(
    conn: Connection,
    auth: AuthService,
    request: AuthRequest,
    user_id: UUID,
    profile: Profile,
    *,
    session_id: UUID | None,
) -> User | AuthError:
    """Link an identity to the account that requested it, if its session still exists.

    Returns and raises like `sign_in_with_profile`.
    """
    owner = await conn.fetchval(FIND_IDENTITY_OWNER, profile.provider, profile.subject)
    if owner is not None:
        suffix = "" if owner == user_id else " to another user"
        raise AuthError(422, Code.IDENTITY_ALREADY_EXISTS, f"Identity is already linked{suffix}")
    user = await find_user(conn, user_id, lock=True)
    if user is None:
        raise AuthError(422, Code.USER_NOT_FOUND, "User from sub claim in JWT does not exist")
    if user.is_banned(auth.now()):
        raise AuthError(403, Code.USER_BANNED, "User is banned")
    if session_id is not None and await find_session(conn, session_id) is None:
        # The session ended during the flow, for instance by a password change: a new sign-in method must not be added.
        raise unknown_token_session()
    await _add_identity(conn, auth, user, profile)
    await record(conn, auth, request, "identity_linked", user, {"provider": profile.provider})
    await send_security_notice(conn, auth, user, SecurityNotice.IDENTITY_LINKED, provider=profile.provider)
    if not user.email and profile.email:
        rejection = await _adopt_email(conn, auth, request, user, profile)
        if rejection is not None:
            return rejection
    await conn.execute(CLEAR_ANONYMOUS, user.id, auth.now())
    return await get_user(conn, user.id)


async def accept_invitation(
    conn: Connection, auth: AuthService, request: AuthRequest, token_hash: str, profile: Profile
) -> User | AuthError:
    """Link a profile to the invited account with the same email. Raises AuthError 400, 404, 422."""
    token = await find_token(conn, [token_hash], [TokenKind.CONFIRMATION], since=auth.now() - auth.config.code_ttl)
    if token is None:
        raise AuthError(404, Code.INVITE_NOT_FOUND, "Invite not found")
    user = await get_user(conn, token.user_id, lock=True)
    if not profile.email or profile.email != (user.email or "").lower():
        raise invalid("Invited email does not match emails from external provider")
    if await conn.fetchval(FIND_IDENTITY_OWNER, profile.provider, profile.subject) is not None:
        raise AuthError(422, Code.IDENTITY_ALREADY_EXISTS, "Identity is already linked to another user")
    # The token was emailed, so the email is verified, whatever the provider claims.
    await _confirm_and_link(conn, auth, user, profile)
    await remove_tokens(conn, user.id)
    await record(conn, auth, request, "invite_accepted", user, {"provider": profile.provider})
    return await get_user(conn, user.id)


async def _find_or_add(
    conn: Connection, auth: AuthService, request: AuthRequest, profile: Profile, *, is_sso: bool
) -> User:
    # Emails from single sign-on are asserted by the company only, so they never match existing accounts.
    known = None
    if profile.email and not is_sso:
        known = await find_user_by_email(conn, profile.email, requested_audience(auth, request), lock=True)
    if known is None:
        return await _add(conn, auth, request, profile, is_sso=is_sso)
    if not profile.is_email_verified:
        if auth.config.email_autoconfirm:
            raise email_exists()
        # The same response and rate limit as for an unknown email.
        await check_unsent_email(conn, auth, "signup", profile.email)
        raise _unverified(profile)
    if known.email_confirmed_at is None and known.phone_confirmed_at is not None:
        raise email_exists()  # an account confirmed by phone, whose email was never confirmed
    await _add_identity(conn, auth, known, profile)
    return known


async def _add(conn: Connection, auth: AuthService, request: AuthRequest, profile: Profile, *, is_sso: bool) -> User:
    if auth.config.signup_disabled:
        raise signup_disabled()
    await check_sign_up_barriers(conn, profile.email or "", find_client_ip(request))
    check_creation_hook(auth, request, provider=profile.provider, email=profile.email, metadata=profile.identity_data)
    is_confirmed = bool(profile.email) and (profile.is_email_verified or auth.config.email_autoconfirm)
    user_id = uuid4()
    await conn.execute(
        ADD_USER,
        user_id,
        requested_audience(auth, request),
        auth.config.default_role,
        profile.email or None,
        encode_object({"provider": profile.provider, "providers": [profile.provider]}),
        encode_object(profile.identity_data),
        auth.now() if is_confirmed else None,
        is_sso,
        auth.now(),
    )
    user = await get_user(conn, user_id)
    await conn.execute(ADD_IDENTITY, *_identity_row(user, profile), auth.now())
    await record(conn, auth, request, "user_signedup", user, {"provider": profile.provider})
    return user


async def _check_email_confirmed(
    conn: Connection, auth: AuthService, request: AuthRequest, profile: Profile, user: User
) -> AuthError | None:
    if profile.is_email_verified and profile.email == (user.email or "").lower():
        await _confirm_and_link(conn, auth, user, profile)
        return None
    if auth.config.email_autoconfirm:
        await confirm_email(conn, user.id, auth.now(), by_code=False)
        return None
    if auth.config.allows_unverified_email:
        return None
    await check_requested_email(conn, auth, "signup", user.email or "", user.confirmation_sent_at)
    await send_email(conn, auth, EmailKind.CONFIRMATION, user, origin_of(auth, request))
    await record(conn, auth, request, "user_confirmation_requested", user, {"provider": profile.provider})
    return _unverified(profile)


async def _confirm_and_link(conn: Connection, auth: AuthService, user: User, profile: Profile) -> None:
    """Confirm the email and link the profile; an unconfirmed account loses all earlier credentials."""
    if user.email_confirmed_at is None:
        metadata = encode_object(profile.identity_data)
        await conn.execute(REMOVE_UNVERIFIED_CREDENTIALS, user.id, profile.provider, profile.subject, metadata)
        await confirm_email(conn, user.id, auth.now(), by_code=False)
    if await conn.fetchval(FIND_IDENTITY_OWNER, profile.provider, profile.subject) is None:
        await _add_identity(conn, auth, user, profile)


async def _adopt_email(
    conn: Connection, auth: AuthService, request: AuthRequest, user: User, profile: Profile
) -> AuthError | None:
    """Set the identity's email on an account without one."""
    if await find_user_by_email(conn, profile.email, user.aud) is not None:
        raise email_exists(400)
    await conn.execute(SET_EMAIL, user.id, profile.email, auth.now())
    if profile.is_email_verified or auth.config.email_autoconfirm:
        await confirm_email(conn, user.id, auth.now(), by_code=False)
        return None
    await send_email(conn, auth, EmailKind.CONFIRMATION, await get_user(conn, user.id), origin_of(auth, request))
    return AuthError(422, Code.EMAIL_NOT_CONFIRMED, UNVERIFIED.format(profile.provider))


async def _add_identity(conn: Connection, auth: AuthService, user: User, profile: Profile) -> None:
    await conn.execute(ADD_IDENTITY, *_identity_row(user, profile), auth.now())
    await conn.execute(SET_PROVIDERS, user.id)


def _identity_row(user: User, profile: Profile) -> tuple[Any, ...]:
    return profile.subject, user.id, encode_object(profile.identity_data), profile.provider


def _unverified(profile: Profile) -> AuthError:
    return AuthError(422, Code.PROVIDER_EMAIL_NEEDS_VERIFICATION, UNVERIFIED.format(profile.provider))
