"""CAPTCHA verification: ALTCHA in this service, Turnstile and hCaptcha by their providers.

Off by default. With ALTCHA the browser requests a challenge, finds the number that solves it (about a second of work on
a phone) and sends it along. No third party is involved and no personal data is transmitted. Contract 7.
"""

import base64
import binascii
import hashlib
import hmac
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import msgspec
from altcha.v1 import ChallengeOptions, create_challenge, extract_params, verify_solution

from balai.backend.auth.authentication import read_claims
from balai.backend.auth.captcha.adaptive import admits_network, is_network_busy
from balai.backend.auth.captcha.email_code import EMAIL_CODE_PREFIX, is_valid_email_code
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.http import read_body
from balai.backend.auth.rate_limits import find_client_ip
from balai.http.client import RequestFailed

ALGORITHM: Literal["SHA-256"] = "SHA-256"
# Numbers are tried in order, so half of them on average.
MAX_NUMBER = 50_000
CHALLENGE_TTL = timedelta(minutes=10)
MAX_TOKEN_LENGTH = 8192
SITEVERIFY_URLS = {
    "turnstile": "https://challenges.cloudflare.com/turnstile/v0/siteverify",
    "hcaptcha": "https://api.hcaptcha.com/siteverify",
}
MARK_USED = (
    "insert into auth.used_captcha_solutions (id, expires_at) values ($1, $2) on conflict do nothing returning true"
)
MISSING = "no captcha_token found"
WRONG = "invalid-input-response"
SPENT = "timeout-or-duplicate"


class SecurityMetadata(msgspec.Struct, frozen=True):
    """The part of a body that holds the token."""

    captcha_token: str | None = None


class GuardedBody(msgspec.Struct, frozen=True):
    """Body of any protected request."""

    gotrue_meta_security: SecurityMetadata | None = None


class AltchaSolution(msgspec.Struct, frozen=True):
    """The solution of a challenge, as browsers send it: base64 of JSON."""

    algorithm: Literal["SHA-256"]
    challenge: str
    number: int
    salt: str
    signature: str


class SiteverifyResponse(msgspec.Struct, frozen=True):
    """Response of a provider's siteverify endpoint."""

    success: bool
    error_codes: list[str] = msgspec.field(default_factory=list, name="error-codes")


async def describe_captcha(auth: AuthService, request: AuthRequest) -> dict[str, Any]:
    """Describes what a protected request needs: the provider, if any, and for ALTCHA a new challenge.

    `adaptive`: the answer holds for this moment.
    """
    config = auth.config
    if config.captcha_after and not await is_network_busy(auth, request):
        return {"provider": "", "adaptive": True}
    if config.captcha_provider != "altcha":
        key = {"site_key": config.captcha_site_key} if config.captcha_provider else {}
        return {"provider": config.captcha_provider, **key}
    options = ChallengeOptions(
        algorithm=ALGORITHM, max_number=MAX_NUMBER, hmac_key=_key(auth), expires=auth.now() + CHALLENGE_TTL
    )
    return {"provider": "altcha", **create_challenge(options).to_dict()}


async def check_captcha(auth: AuthService, request: AuthRequest) -> None:
    """Raises AuthError 400 or 500 for a request without a valid token, if required. The service key is exempt."""
    if not auth.config.captcha_provider or _is_admin(auth, request):
        return
    if auth.config.captcha_after and await admits_network(auth, request):
        return
    security = (await read_body(request, GuardedBody)).gotrue_meta_security
    await check_captcha_token(auth, request, security.captcha_token if security is not None else None)


async def redeem_token(auth: AuthService, request: AuthRequest) -> dict[str, Any]:
    """Verifies a token on behalf of other services, once: `{"captcha_token": …}`. Raises AuthError.

    None is required of them where busy networks alone need one: they count for themselves.
    """
    token = (await read_body(request, SecurityMetadata)).captcha_token
    if auth.config.captcha_provider and not auth.config.captcha_after:
        await check_captcha_token(auth, request, token)
    return {}


async def check_captcha_token(auth: AuthService, request: AuthRequest, token: str | None) -> None:
    """Raises AuthError 400 or 500 for a token that is invalid, expired or used."""
    if not token:
        raise _captcha_failed(MISSING)
    if len(token) > MAX_TOKEN_LENGTH:
        raise _captcha_failed(WRONG)
    if token.startswith(EMAIL_CODE_PREFIX):
        if not await is_valid_email_code(auth, token):
            raise _captcha_failed(WRONG)
    elif auth.config.captcha_provider == "altcha":
        await _check_altcha(auth, token)
    else:
        await _check_siteverify(auth, request, token)


async def _check_altcha(auth: AuthService, token: str) -> None:
    try:
        payload = msgspec.json.decode(base64.b64decode(token, validate=True), type=AltchaSolution)
    except (binascii.Error, msgspec.MsgspecError, ValueError) as error:
        raise _captcha_failed(WRONG) from error
    solution: Any = msgspec.structs.asdict(payload)
    is_solved, _ = verify_solution(solution, _key(auth), check_expires=False)
    if not is_solved:
        raise _captcha_failed(WRONG)
    # The challenge is signed and contains its expiry.
    expires_at = datetime.fromtimestamp(int(extract_params(solution)["expires"][0]), UTC)
    if expires_at < auth.now():
        raise _captcha_failed(SPENT)
    spent_id = hashlib.sha256(payload.challenge.encode()).digest()[:16]
    if not await auth.pool.fetchval(MARK_USED, spent_id, expires_at):
        raise _captcha_failed(SPENT)


async def _check_siteverify(auth: AuthService, request: AuthRequest, token: str) -> None:
    form = {"secret": auth.config.captcha_secret, "response": token, "remoteip": find_client_ip(request) or ""}
    url = auth.config.captcha_verify_url or SITEVERIFY_URLS[auth.config.captcha_provider]
    try:
        status, body = await auth.outgoing.fetch("POST", url, trusted=True, data=form)
        result = msgspec.json.decode(body, type=SiteverifyResponse)
        if status >= 500:
            raise RequestFailed(f"status {status}")
    except (RequestFailed, msgspec.MsgspecError) as error:
        raise AuthError(500, Code.UNEXPECTED_FAILURE, "captcha verification process failed") from error
    if not result.success:
        raise _captcha_failed(", ".join(result.error_codes))


def _is_admin(auth: AuthService, request: AuthRequest) -> bool:
    try:
        return read_claims(auth, request).get("role") in auth.config.admin_roles
    except AuthError:
        return False


def _key(auth: AuthService) -> str:
    return hmac.new(auth.config.jwt_secret.encode(), b"balai captcha", hashlib.sha256).hexdigest()


def _captcha_failed(reason: str) -> AuthError:
    return AuthError(400, Code.CAPTCHA_FAILED, f"captcha protection: request disallowed ({reason})")
