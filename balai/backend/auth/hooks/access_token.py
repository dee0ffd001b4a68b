"""Hook `custom_access_token`: an application adds to what access tokens say."""

from typing import Any

import msgspec
import structlog

from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.hooks.call import call_hook

log = structlog.get_logger("balai.hooks")


class RequiredClaims(msgspec.Struct, frozen=True):
    """What every token has to say, whoever wrote it."""

    aud: str | list[str]
    exp: int
    iat: int
    sub: str
    email: str
    phone: str
    role: str
    aal: str
    session_id: str
    is_anonymous: bool


async def customize_claims(auth: AuthService, claims: dict[str, Any], method: str) -> dict[str, Any]:
    """The claims that the hook makes of these. `method`: by which the user came.

    They hold no longer than these: whoever is told of a session that ended remembers it for as long as its tokens live.

    Raises:
        AuthError: the hook refuses, or its answer is of no use and nothing goes on without it.
    """
    payload = {"user_id": claims["sub"], "claims": claims, "authentication_method": method}
    response = await call_hook(auth, "custom_access_token", payload)
    if response is None:
        return claims
    custom: dict[str, Any] = response.get("claims") or {}
    error = _find_error(custom, claims)
    if not error:
        return custom | {"exp": min(custom["exp"], claims["exp"])}
    log.warning("hook_claims_unusable", error=error)
    if auth.hooks is not None and auth.hooks.requires("custom_access_token"):
        text = f"output claims do not conform to the expected schema: {error}"
        raise AuthError(500, Code.UNEXPECTED_FAILURE, text)
    return claims


def _find_error(custom: dict[str, Any], claims: dict[str, Any]) -> str:
    try:
        required = msgspec.convert(custom, RequiredClaims)
    except msgspec.ValidationError as error:
        return str(error)
    # Whose token it is and which session it belongs to is not for a hook to say: signing out would miss it.
    if required.sub != claims["sub"] or required.session_id != claims["session_id"]:
        return "sub and session_id have to stay"
    return "" if min(required.exp, claims["exp"]) > required.iat else "exp has to be after iat"
