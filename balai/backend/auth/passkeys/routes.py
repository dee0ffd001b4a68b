"""Routes of passkeys: sign-in and management."""

from litestar import Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.http import json_response, no_content
from balai.backend.auth.passkeys import manage, sign_in
from balai.backend.auth.sessions.issue import issue_tokens

NO_STORE = {"cache-control": "no-store"}


@post("/passkeys/registration/options")
async def handle_begin_registration(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Begins the registration of a passkey."""
    return json_response(await manage.begin_registration(auth, request))


@post("/passkeys/registration/verify")
async def handle_finish_registration(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Registers a passkey."""
    return json_response(await manage.finish_registration(auth, request))


@post("/passkeys/authentication/options")
async def handle_begin_sign_in(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Begins a sign-in."""
    return json_response(await sign_in.begin_sign_in(auth, request))


@post("/passkeys/authentication/verify")
async def handle_sign_in(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Signs in."""
    return json_response(await issue_tokens(auth, await sign_in.sign_in(auth, request)), headers=NO_STORE)


@get("/passkeys")
async def handle_list_passkeys(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Lists the caller's passkeys."""
    return json_response(await manage.list_own(auth, request))


@patch("/passkeys/{passkey_id:str}")
async def handle_rename_passkey(
    request: AuthRequest, auth: NamedDependency[AuthService], passkey_id: FromPath[str]
) -> Response[bytes]:
    """Renames a passkey."""
    return json_response(await manage.rename(auth, request, passkey_id))


@delete("/passkeys/{passkey_id:str}")
async def handle_remove_passkey(
    request: AuthRequest, auth: NamedDependency[AuthService], passkey_id: FromPath[str]
) -> Response[None]:
    """Removes a passkey."""
    await manage.remove(auth, request, passkey_id)
    return no_content()


HANDLERS = [
    handle_begin_registration,
    handle_finish_registration,
    handle_begin_sign_in,
    handle_sign_in,
    handle_list_passkeys,
    handle_rename_passkey,
    handle_remove_passkey,
]
