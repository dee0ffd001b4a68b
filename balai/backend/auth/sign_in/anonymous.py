"""Anonymous sign-in: a temporary account, which PUT /user can make permanent. Contract 1.1."""

from typing import Any
from uuid import uuid4

from balai.backend.auth.audit import record
from balai.backend.auth.authentication import requested_audience
from balai.backend.auth.captcha.verification import check_captcha
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, signup_disabled
from balai.backend.auth.hooks.before_user_created import check_creation_hook, with_creation_hook
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.sessions.issue import UnsignedSession, create_session, device_of
from balai.backend.auth.users.rows import encode_object, get_user
from balai.database.transaction import as_owner

ADD = """
  insert into auth.users (id, aud, role, raw_user_meta_data, is_anonymous, created_at, updated_at)
  values ($1, $2, $3, $4, true, $5, $5)
"""


async def sign_in_anonymously(auth: AuthService, request: AuthRequest, metadata: dict[str, Any]) -> UnsignedSession:
    """Create an anonymous account and its session. The account has no credentials besides that session."""
    if not auth.config.anonymous_users:
        raise AuthError(422, Code.ANONYMOUS_PROVIDER_DISABLED, "Anonymous sign-ins are disabled")
    if auth.config.signup_disabled:
        raise signup_disabled()
    await auth.limits.check(Limit.ANONYMOUS, request)
    await check_captcha(auth, request)
    return await with_creation_hook(auth, request, lambda: _add(auth, request, metadata))


async def _add(auth: AuthService, request: AuthRequest, metadata: dict[str, Any]) -> UnsignedSession:
    check_creation_hook(auth, request, provider="anonymous", metadata=metadata)
    user_id = uuid4()
    async with as_owner(auth.pool) as conn:
        audience, role = requested_audience(auth, request), auth.config.default_role
        await conn.execute(ADD, user_id, audience, role, encode_object(metadata), auth.now())
        user = await get_user(conn, user_id)
        await record(conn, auth, request, "user_signedup", user, {"provider": "anonymous"})
        return await create_session(conn, auth, user, "anonymous", device_of(request))
