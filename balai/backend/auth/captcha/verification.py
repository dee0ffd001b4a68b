"""Proof that a person, or at least some work, is behind a call: ALTCHA by ourselves, Turnstile or hCaptcha elsewhere.

Off by default. With ALTCHA a browser asks for a puzzle, finds the number that solves it (a second or so of a phone's
work) and sends it along; nobody else is asked, and nothing about the person is in it. Contract 7.
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
from balai.backend.auth.captcha.email_code import PREFIX, is_mailed_code
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.http import read_body
from balai.backend.auth.rate_limits import find_client_ip
from balai.http.client import RequestFailed

ALGORITHM: Literal["SHA-256"] = "SHA-256"
# Tried in order, so half of them on average.
MOST_NUMBERS = 50_000
LIFE = timedelta(minutes=10)
LONGEST_TOKEN = 8192
SITEVERIFY = {
    "turnstile": "https://challenges.cloudflare.com/turnstile/v0/siteverify",
    "hcaptcha": "https://api.hcaptcha.com/siteverify",
}
SPEND = "insert into auth.used_captcha_solutions (id, expires_at) values ($1, $2) on conflict do nothing returning true"
MISSING = "no captcha_token found"
WRONG = "invalid-input-response"
SPENT = "timeout-or-duplicate"


class Security(msgspec.Struct, frozen=True):
    """What clients put beside the body proper."""

    captcha_token: str | None = None


class GuardedBody(msgspec.Struct, frozen=True):
    """Any body of a call that is guarded."""

    gotrue_meta_security: Security | None = None


class Proof(msgspec.Struct, frozen=True):
    """A solved puzzle, as browsers send it: base64 of JSON."""

    algorithm: Literal["SHA-256"]
    challenge: str
    number: int
    salt: str
    signature: str


class Verdict(msgspec.Struct, frozen=True):
    """What a service elsewhere says."""

    success: bool
    error_codes: list[str] = msgspec.field(default_factory=list, name="error-codes")


def describe(auth: AuthService) -> dict[str, Any]:
    """What a browser needs before it makes a guarded call: which provider, if any, and for ALTCHA a fresh puzzle."""
    config = auth.config
    if config.captcha_provider != "altcha":
        key = {"site_key": config.captcha_site_key} if config.captcha_provider else {}
        return {"provider": config.captcha_provider, **key}
    options = ChallengeOptions(
        algorithm=ALGORITHM, max_number=MOST_NUMBERS, hmac_key=_key(auth), expires=auth.now() + LIFE
    )
    return {"provider": "altcha", **create_challenge(options).to_dict()}


async def check_captcha(auth: AuthService, request: AuthRequest) -> None:
    """Raise AuthError 400 or 500 for a call without a valid token, where one is asked for; the service key is free."""
    if not auth.config.captcha_provider or _is_admin(auth, request):
        return
    security = (await read_body(request, GuardedBody)).gotrue_meta_security
    await check_token(auth, request, security.captcha_token if security is not None else None)


async def redeem(auth: AuthService, request: AuthRequest) -> dict[str, Any]:
    """For services beside this one that want a proof too: `{"captcha_token": …}`, good once. Raises AuthError."""
    token = (await read_body(request, Security)).captcha_token
    if auth.config.captcha_provider:
        await check_token(auth, request, token)
    return {}


async def check_token(auth: AuthService, request: AuthRequest, token: str | None) -> None:
    """Raise AuthError 400 or 500 for a token that is none, or not good any more."""
    if not token:
        raise _refusal(MISSING)
    if len(token) > LONGEST_TOKEN:
        raise _refusal(WRONG)
    if token.startswith(PREFIX):
        if not await is_mailed_code(auth, token):
            raise _refusal(WRONG)
    elif auth.config.captcha_provider == "altcha":
        await _check_proof(auth, token)
    else:
        await _ask(auth, request, token)


async def _check_proof(auth: AuthService, token: str) -> None:
    try:
        payload = msgspec.json.decode(base64.b64decode(token, validate=True), type=Proof)
    except (binascii.Error, msgspec.MsgspecError, ValueError) as error:
        raise _refusal(WRONG) from error
    facts: Any = msgspec.structs.asdict(payload)
    is_solved, _ = verify_solution(facts, _key(auth), check_expires=False)
    if not is_solved:
        raise _refusal(WRONG)
    # Signed by us with its end in it, so it has one.
    expires_at = datetime.fromtimestamp(int(extract_params(facts)["expires"][0]), UTC)
    if expires_at < auth.now():
        raise _refusal(SPENT)
    proof = hashlib.sha256(payload.challenge.encode()).digest()[:16]
    if not await auth.pool.fetchval(SPEND, proof, expires_at):
        raise _refusal(SPENT)


async def _ask(auth: AuthService, request: AuthRequest, token: str) -> None:
    form = {"secret": auth.config.captcha_secret, "response": token, "remoteip": find_client_ip(request) or ""}
    url = auth.config.captcha_verify_url or SITEVERIFY[auth.config.captcha_provider]
    try:
        status, body = await auth.outgoing.fetch("POST", url, trusted=True, data=form)
        verdict = msgspec.json.decode(body, type=Verdict)
        if status >= 500:
            raise RequestFailed(f"status {status}")
    except (RequestFailed, msgspec.MsgspecError) as error:
        raise AuthError(500, Code.UNEXPECTED_FAILURE, "captcha verification process failed") from error
    if not verdict.success:
        raise _refusal(", ".join(verdict.error_codes))


def _is_admin(auth: AuthService, request: AuthRequest) -> bool:
    try:
        return read_claims(auth, request).get("role") in auth.config.admin_roles
    except AuthError:
        return False


def _key(auth: AuthService) -> str:
    return hmac.new(auth.config.jwt_secret.encode(), b"balai captcha", hashlib.sha256).hexdigest()


def _refusal(why: str) -> AuthError:
    return AuthError(400, Code.CAPTCHA_FAILED, f"captcha protection: request disallowed ({why})")
