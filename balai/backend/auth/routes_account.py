"""What a signed-in user does with her own account. What only shows it is answered in `routes`, without a route."""

from litestar import Response, get, post, put
from litestar.di import NamedDependency

from balai.backend.auth import logout, own_account, reauthentication
from balai.backend.auth.context import Auth, Call
from balai.backend.auth.wire import answer, no_content


@put("/user")
async def handle_update_user(request: Call, auth: NamedDependency[Auth]) -> Response[bytes]:
    """Change the caller's own account."""
    return answer(await own_account.update_own(auth, request))


@get("/reauthenticate")
async def handle_reauthenticate(request: Call, auth: NamedDependency[Auth]) -> Response[bytes]:
    """Mail a code that proves who is there."""
    return answer(await reauthentication.reauthenticate(auth, request))


@post("/logout")
async def handle_logout(request: Call, auth: NamedDependency[Auth]) -> Response[None]:
    """End sessions."""
    await logout.sign_out(auth, request)
    return no_content()


HANDLERS = [
    handle_update_user,
    handle_reauthenticate,
    handle_logout,
]
