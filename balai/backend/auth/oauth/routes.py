"""Routes of sign-in with external providers and of linked identities."""

from typing import Any

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.http import EMPTY_BODY, json_response, see_other
from balai.backend.auth.identities.unlink import unlink
from balai.backend.auth.oauth.authorize import authorize, authorize_linking
from balai.backend.auth.oauth.callback import process_callback
from balai.backend.auth.rate_limits import Limit


@get("/authorize")
async def handle_authorize(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[None]:
    """Redirect the browser to a provider."""
    await auth.limits.check(Limit.TOKEN, request)
    url, cookie = await authorize(auth, request)
    response = see_other(url, status=302)
    if cookie:
        response.headers["set-cookie"] = cookie
    return response


@get("/callback")
async def handle_callback(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[None]:
    """Handle the browser's return from a provider."""
    status, url = await process_callback(auth, request)
    return see_other(url, status=status)


@post("/callback")
async def handle_posted_callback(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[None]:
    """Handle the return from a provider that posts its response."""
    status, url = await process_callback(auth, request)
    return see_other(url, status=status)


@get("/user/identities/authorize")
async def handle_link_identity(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[Any]:
    """Redirect the browser to a provider whose identity is to be linked to the caller's account."""
    await auth.limits.check(Limit.TOKEN, request)
    url = await authorize_linking(auth, request)
    if request.query_params.get("skip_http_redirect") == "true":
        return json_response({"url": url})
    return see_other(url, status=302)


@delete("/user/identities/{identity_id:str}", status_code=200)
async def handle_unlink(
    request: AuthRequest, auth: NamedDependency[AuthService], identity_id: FromPath[str]
) -> Response[bytes]:
    """Unlink an identity from the caller's account."""
    await unlink(auth, request, identity_id)
    return json_response(EMPTY_BODY)


HANDLERS = [
    handle_authorize,
    handle_callback,
    handle_posted_callback,
    handle_link_identity,
    handle_unlink,
]
