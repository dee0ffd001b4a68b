"""Routes of the administration of accounts."""

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath

from balai.backend.auth.admin import audit_log, factors, generate_link, hook_calls, list_users
from balai.backend.auth.admin import users as admin_users
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.http import EMPTY_BODY, json_response, no_content
from balai.backend.auth.passkeys import manage


@get("/admin/users")
async def handle_list_users(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """List accounts."""
    users, headers = await list_users.list_users(auth, request)
    return json_response(users, headers=headers)


@post("/admin/users")
async def handle_create_user(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Create an account."""
    return json_response(await admin_users.create(auth, request))


@get("/admin/users/{user_id:str}")
async def handle_get_user(
    request: AuthRequest, auth: NamedDependency[AuthService], user_id: FromPath[str]
) -> Response[bytes]:
    """Return one account."""
    return json_response(await admin_users.get(auth, request, user_id))


@put("/admin/users/{user_id:str}")
async def handle_update_user(
    request: AuthRequest, auth: NamedDependency[AuthService], user_id: FromPath[str]
) -> Response[bytes]:
    """Update an account."""
    return json_response(await admin_users.update(auth, request, user_id))


@delete("/admin/users/{user_id:str}", status_code=200)
async def handle_delete_user(
    request: AuthRequest, auth: NamedDependency[AuthService], user_id: FromPath[str]
) -> Response[bytes]:
    """Delete an account."""
    await admin_users.delete(auth, request, user_id)
    return json_response(EMPTY_BODY)


@post("/invite")
async def handle_invite(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Invite a user by email."""
    return json_response(await admin_users.invite(auth, request))


@post("/admin/generate_link")
async def handle_generate_link(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Return the link of an email without sending it."""
    return json_response(await generate_link.generate_link(auth, request), headers={"cache-control": "no-store"})


@get("/admin/audit")
async def handle_list_audit(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """List the audit log."""
    entries, headers = await audit_log.list_entries(auth, request)
    return json_response(entries, headers=headers)


@get("/admin/users/{user_id:str}/factors")
async def handle_list_factors(
    request: AuthRequest, auth: NamedDependency[AuthService], user_id: FromPath[str]
) -> Response[bytes]:
    """List a user's MFA factors."""
    return json_response(await factors.list_of_user(auth, request, user_id))


@get("/admin/users/{user_id:str}/factors/{factor_id:str}")
async def handle_get_factor(
    request: AuthRequest, auth: NamedDependency[AuthService], user_id: FromPath[str], factor_id: FromPath[str]
) -> Response[bytes]:
    """Return a user's MFA factor."""
    return json_response(await factors.get(auth, request, user_id, factor_id))


@put("/admin/users/{user_id:str}/factors/{factor_id:str}")
async def handle_update_factor(
    request: AuthRequest, auth: NamedDependency[AuthService], user_id: FromPath[str], factor_id: FromPath[str]
) -> Response[bytes]:
    """Update a user's MFA factor."""
    return json_response(await factors.update(auth, request, user_id, factor_id))


@delete("/admin/users/{user_id:str}/factors/{factor_id:str}", status_code=200)
async def handle_delete_factor(
    request: AuthRequest, auth: NamedDependency[AuthService], user_id: FromPath[str], factor_id: FromPath[str]
) -> Response[bytes]:
    """Delete a user's MFA factor."""
    return json_response(await factors.remove(auth, request, user_id, factor_id))


@get("/admin/users/{user_id:str}/passkeys")
async def handle_list_passkeys(
    request: AuthRequest, auth: NamedDependency[AuthService], user_id: FromPath[str]
) -> Response[bytes]:
    """List a user's passkeys."""
    return json_response(await manage.list_of_user(auth, request, user_id))


@delete("/admin/users/{user_id:str}/passkeys/{passkey_id:str}")
async def handle_delete_passkey(
    request: AuthRequest, auth: NamedDependency[AuthService], user_id: FromPath[str], passkey_id: FromPath[str]
) -> Response[None]:
    """Delete a user's passkey."""
    await manage.remove_of_user(auth, request, user_id, passkey_id)
    return no_content()


@get("/admin/hook-calls")
async def handle_list_hook_calls(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """List recorded hook calls."""
    calls, headers = await hook_calls.list_calls(auth, request)
    return json_response(calls, headers=headers)


HANDLERS = [
    handle_list_hook_calls,
    handle_list_users,
    handle_create_user,
    handle_get_user,
    handle_update_user,
    handle_delete_user,
    handle_invite,
    handle_generate_link,
    handle_list_audit,
    handle_list_factors,
    handle_get_factor,
    handle_update_factor,
    handle_delete_factor,
    handle_list_passkeys,
    handle_delete_passkey,
]
