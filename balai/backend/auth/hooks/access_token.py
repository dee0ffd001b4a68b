"""Hook `custom_access_token`: an application changes the claims of access tokens."""

from typing import Any

import msgspec
import structlog

from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.hooks.call import call_hook

log = structlog.get_logger("balai.hooks")


class RequiredClaims(msgspec.Struct, frozen=True):
    """The claims that every token must have."""

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
    """Return the claims as changed by the hook. `method` is the authentication method.

    The hook cannot extend `exp`: the list of ended sessions keeps an entry only for the lifetime of our own tokens.

    Raises:
        AuthError: the hook rejected the token, or it is required and its response is invalid.
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
    # A hook must not change the user or the session: signing out would not end such a token.
    if required.sub != claims["sub"] or required.session_id != claims["session_id"]:
        return "sub and session_id have to stay"
    return "" if min(required.exp, claims["exp"]) > required.iat else "exp has to be after iat"
