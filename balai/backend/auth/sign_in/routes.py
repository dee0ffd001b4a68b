"""Routes of sign-up and sign-in."""

from typing import Any

from litestar import Response, get, post
from litestar.di import NamedDependency

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.http import EMPTY_BODY, json_response, see_other
from balai.backend.auth.oauth.id_token_grant import sign_in_by_id_token
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.response_delay import minimum_duration
from balai.backend.auth.sessions import pkce, refresh
from balai.backend.auth.sessions.issue import UnsignedSession, issue_tokens
from balai.backend.auth.sign_in import otp, password, recovery, resend, signup, verify
from balai.backend.auth.sign_in.known_devices import remember_device

GRANTS = {
    "password": password.sign_in,
    "refresh_token": refresh.refresh,
    "pkce": pkce.exchange_code,
    "id_token": sign_in_by_id_token,
}


@post("/signup")
async def handle_signup(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Create an account."""
    async with minimum_duration(auth):
        result = await signup.sign_up(auth, request)
        return json_response(await issue_tokens(auth, result) if isinstance(result, UnsignedSession) else result)


@post("/token")
async def handle_token(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Create or refresh a session by one of the grants."""
    name = request.query_params.get("grant_type", "")
    if name not in {"password", "refresh_token"}:
        await auth.limits.check(Limit.TOKEN, request)
    if name == "web3":
        raise AuthError(422, Code.WEB3_PROVIDER_DISABLED, "Web3 provider is disabled")
    grant = GRANTS.get(name)
    if grant is None:
        raise AuthError(400, Code.INVALID_CREDENTIALS, "unsupported_grant_type")
    return await _session_response(auth, request, await grant(auth, request), is_new=name != "refresh_token")


@post("/otp")
async def handle_otp(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Send a code to sign in with."""
    async with minimum_duration(auth):
        return json_response(await otp.send_otp(auth, request))


@post("/magiclink")
async def handle_magic_link(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Email a link to sign in with."""
    async with minimum_duration(auth):
        await otp.send_magic_link(auth, request)
    return json_response(EMPTY_BODY)


@post("/verify")
async def handle_verify(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Redeem a code for a session."""
    return await _session_response(auth, request, await verify.verify(auth, request), is_new=True)


@get("/verify")
async def handle_verify_link(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[None]:
    """Redeem an emailed link and redirect to the application."""
    return see_other(await verify.follow_link(auth, request))


@post("/recover")
async def handle_recover(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Email a link to set a new password."""
    async with minimum_duration(auth):
        await recovery.recover(auth, request)
    return json_response(EMPTY_BODY)


@post("/resend")
async def handle_resend(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Send a confirmation again."""
    async with minimum_duration(auth):
        return json_response(await resend.resend(auth, request))


HANDLERS = [
    handle_signup,
    handle_token,
    handle_otp,
    handle_magic_link,
    handle_verify,
    handle_verify_link,
    handle_recover,
    handle_resend,
]


async def _session_response(auth: AuthService, request: AuthRequest, content: Any, *, is_new: bool) -> Response[bytes]:
    headers = {"cache-control": "no-store"}
    if not isinstance(content, UnsignedSession):
        return json_response(content, headers=headers)
    if is_new:
        headers |= remember_device(auth, request, content.user_id)
    return json_response(await issue_tokens(auth, content), headers=headers)
