"""Routes of the signed-in user's account. GET /user bypasses the router (`application.direct_handlers`)."""

from litestar import Response, get, post, put
from litestar.di import NamedDependency

from balai.backend.auth.account import logout, password_check, reauthentication, session_locations, update_user
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.http import json_response, no_content


@put("/user")
async def handle_update_user(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Updates the caller's account."""
    return json_response(await update_user.update_caller(auth, request))


@get("/reauthenticate")
async def handle_reauthenticate(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Sends a code that reauthenticates the caller."""
    return json_response(await reauthentication.reauthenticate(auth, request))


@get("/sessions/locations")
async def handle_session_locations(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Lists approximate locations of the caller's sessions."""
    return json_response(await session_locations.list_locations(auth, request), headers={"cache-control": "no-store"})


@post("/passwords/check", status_code=200)
async def handle_password_check(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Judges a password while it is typed."""
    return json_response(await password_check.check_password(auth, request), headers={"cache-control": "no-store"})


@post("/logout")
async def handle_logout(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[None]:
    """Ends sessions."""
    await logout.sign_out(auth, request)
    return no_content()


HANDLERS = [
    handle_update_user,
    handle_reauthenticate,
    handle_session_locations,
    handle_password_check,
    handle_logout,
]
