"""Routes of second factors and recovery codes."""

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.http import json_response
from balai.backend.auth.mfa import challenge, enroll, recovery_codes, verify
from balai.backend.auth.sessions.issue import issue_tokens

NO_STORE = {"cache-control": "no-store"}


@post("/factors")
async def handle_enroll(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Enrolls a factor."""
    return json_response(await enroll.enroll(auth, request), headers=NO_STORE)


@post("/factors/{factor_id:str}/challenge")
async def handle_challenge(
    request: AuthRequest, auth: NamedDependency[AuthService], factor_id: FromPath[str]
) -> Response[bytes]:
    """Creates a challenge."""
    return json_response(await challenge.challenge(auth, request, factor_id))


@post("/factors/{factor_id:str}/verify")
async def handle_verify_factor(
    request: AuthRequest, auth: NamedDependency[AuthService], factor_id: FromPath[str]
) -> Response[bytes]:
    """Verifies a factor."""
    return json_response(await issue_tokens(auth, await verify.verify(auth, request, factor_id)), headers=NO_STORE)


@delete("/factors/{factor_id:str}", status_code=200)
async def handle_unenroll(
    request: AuthRequest, auth: NamedDependency[AuthService], factor_id: FromPath[str]
) -> Response[bytes]:
    """Removes a factor."""
    return json_response(await enroll.unenroll(auth, request, factor_id))


@post("/recovery-codes")
async def handle_create_codes(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Creates recovery codes."""
    return json_response(await recovery_codes.create_codes(auth, request), headers=NO_STORE)


@get("/recovery-codes")
async def handle_count_codes(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Counts unused recovery codes."""
    return json_response(await recovery_codes.count_codes(auth, request))


@post("/recovery-codes/verify")
async def handle_use_code(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Uses a recovery code."""
    return json_response(await issue_tokens(auth, await recovery_codes.use_code(auth, request)), headers=NO_STORE)


HANDLERS = [
    handle_enroll,
    handle_challenge,
    handle_verify_factor,
    handle_unenroll,
    handle_create_codes,
    handle_count_codes,
    handle_use_code,
]
