"""Routes of CAPTCHA challenges, their verification and the code by email."""

from litestar import Response, get, post
from litestar.di import NamedDependency

from balai.backend.auth.captcha import email_code, verification
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.http import json_response


@get("/captcha")
async def handle_captcha(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Describes the `gotrue_meta_security.captcha_token` of protected requests, with a challenge for ALTCHA."""
    return json_response(await verification.describe_captcha(auth, request), headers={"cache-control": "no-store"})


@post("/captcha/email-code")
async def handle_email_code(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Sends a code by email, which can be used as a token too."""
    return json_response(await email_code.send_code(auth, request))


@post("/captcha", status_code=200)
async def handle_redeem_token(auth: NamedDependency[AuthService], request: AuthRequest) -> Response[bytes]:
    """Verifies and uses up a token."""
    return json_response(await verification.redeem_token(auth, request), headers={"cache-control": "no-store"})


HANDLERS = [handle_captcha, handle_email_code, handle_redeem_token]
