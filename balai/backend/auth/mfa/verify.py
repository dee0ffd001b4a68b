"""POST /factors/{id}/verify: the second step of a sign-in, and the first use of a new factor. Contract 1.10 and 6."""

import hmac
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

import msgspec

from balai.backend.auth.audit import record
from balai.backend.auth.authentication import AuthenticatedUser, read_claims
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.hooks.call import has_hook
from balai.backend.auth.hooks.verification_attempts import report_factor_attempt
from balai.backend.auth.http import read_body
from balai.backend.auth.mfa import totp
from balai.backend.auth.mfa import webauthn as webauthn_keys
from balai.backend.auth.mfa.challenge import hash_code
from balai.backend.auth.mfa.factors import (
    Factor,
    check_enabled,
    check_may_enroll,
    decode_json_column,
    get_factor,
    get_identified_user,
)
from balai.backend.auth.mfa.session_assurance import elevate_session
from balai.backend.auth.notifications.security_notices import SecurityNotice, send_security_notice
from balai.backend.auth.rate_limits import Limit, find_client_ip
from balai.backend.auth.sessions.issue import UnsignedSession
from balai.backend.auth.users.rows import encode_object, get_user
from balai.database.pool import Connection
from balai.database.transaction import as_owner

FIND = """
  select id, created_at, verified_at, host(ip_address) as ip, otp_code, web_authn_challenge
  from auth.mfa_challenges where id = $1 and factor_id = $2 for update
"""
REMOVE = "delete from auth.mfa_challenges where id = $1"
MARK_USED = "update auth.mfa_challenges set verified_at = $2 where id = $1"
MARK_VERIFIED = "update auth.mfa_factors set status = 'verified', updated_at = $2, last_step = $3 where id = $1"
# Abandoned enrollments of the same type would otherwise be offered at the next sign-in.
REMOVE_UNVERIFIED = """
  delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = $2::text::auth.factor_type
"""
SAVE_CREDENTIAL = "update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3 where id = $1"


class WebauthnResponse(msgspec.Struct, frozen=True):
    """The browser's response, with the type of its challenge."""

    type: str | None = None
    credential_response: dict[str, Any] | None = None


class VerifyBody(msgspec.Struct, frozen=True):
    """Body of a verification."""

    challenge_id: str | None = None
    code: str | None = None
    webauthn: WebauthnResponse | None = None


class Challenge(msgspec.Struct, frozen=True):
    """One row of auth.mfa_challenges."""

    id: UUID
    created_at: datetime
    verified_at: datetime | None
    ip: str | None
    otp_code: str | None
    web_authn_challenge: bytes | None


async def verify(auth: AuthService, request: AuthRequest, factor_id: str) -> UnsignedSession:
    """Verifies a factor and elevates the session to aal2."""
    await auth.limits.check(Limit.FACTOR, request)
    body = await read_body(request, VerifyBody)
    if has_hook(auth, "mfa_verification_attempt"):
        await _call_attempt_hook(auth, request, factor_id, body)
    session = await _verify(auth, request, factor_id, body)
    if session is None:
        # Raised after the commit: the challenge must be deleted although the request is rejected.
        advice = "verify against another challenge or create a new challenge."
        text = f"MFA challenge {body.challenge_id} has expired, {advice}"
        raise AuthError(422, Code.MFA_CHALLENGE_EXPIRED, text)
    return session


class _DryRun(Exception):
    """Rolls back a verification that was only tried out, and carries its result."""

    def __init__(self, caller: AuthenticatedUser, factor: Factor, *, valid: bool) -> None:
        super().__init__()
        self.caller = caller
        self.factor = factor
        self.valid = valid


async def _call_attempt_hook(auth: AuthService, request: AuthRequest, factor_id: str, body: VerifyBody) -> None:
    """Reports to the hook whether the response is valid, before it counts. Raises AuthError 403 if the hook rejects."""
    try:
        async with as_owner(auth.pool) as conn:
            caller = await get_identified_user(conn, auth, request)
            factor = await get_factor(conn, caller.user.id, factor_id)
            _check_fields(factor, body)
            challenge = await _get_challenge(conn, request, factor, body.challenge_id or "")
            try:
                await _check_response(conn, auth, factor, challenge, body)
            except AuthError:
                raise _DryRun(caller, factor, valid=False) from None
            raise _DryRun(caller, factor, valid=True)
    except _DryRun as dry_run:
        call_hook = partial(
            report_factor_attempt, auth, dry_run.caller.user.id, dry_run.factor.id, dry_run.factor.factor_type
        )
        is_valid = dry_run.valid
    await call_hook(valid=is_valid)


async def _verify(auth: AuthService, request: AuthRequest, factor_id: str, body: VerifyBody) -> UnsignedSession | None:
    # Each response of a user counts against the factor, from whichever client. Counted outside the transaction: an
    # error must not roll the count back, and counting needs a connection of its own.
    await auth.limits.check_code_attempts(f"factor:{read_claims(auth, request).get('sub')}:{factor_id}")
    async with as_owner(auth.pool) as conn:
        caller = await get_identified_user(conn, auth, request)
        # Locked because concurrent elevations of two sessions end each other.
        await get_user(conn, caller.user.id, lock=True)
        factor = await get_factor(conn, caller.user.id, factor_id)
        check_enabled(auth, factor.factor_type, verify=True)
        if not factor.is_verified:
            # The enrollment may be an attacker's, started before the user had a factor.
            await check_may_enroll(conn, caller)
        _check_fields(factor, body)
        challenge = await _get_challenge(conn, request, factor, body.challenge_id or "")
        now = auth.now()
        if challenge.created_at + auth.config.challenge_ttl <= now:
            await conn.execute(REMOVE, challenge.id)
            return None
        step = await _check_response(conn, auth, factor, challenge, body)
        await conn.execute(MARK_USED, challenge.id, now)
        await conn.execute(MARK_VERIFIED, factor.id, now, step)
        await conn.execute(REMOVE_UNVERIFIED, caller.user.id, factor.factor_type)
        await record(conn, auth, request, "verification_attempted", caller.user, {"factor_id": str(factor.id)})
        if not factor.is_verified:
            await send_security_notice(
                conn, auth, caller.user, SecurityNotice.FACTOR_ADDED, factor_type=factor.factor_type
            )
        return await elevate_session(conn, auth, request, caller, method=factor.method, factor_id=factor.id)


def _check_fields(factor: Factor, body: VerifyBody) -> None:
    if factor.factor_type != "webauthn":
        if not body.code:
            raise invalid("Code needs to be non-empty")
        return
    if body.webauthn is None:
        raise invalid("WebAuthn config required")
    if body.webauthn.type not in {"create", "request"}:
        raise invalid("WebAuthn type must be create or request")
    if body.webauthn.credential_response is None:
        raise invalid("credential_response required")


async def _get_challenge(conn: Connection, request: AuthRequest, factor: Factor, text: str) -> Challenge:
    unknown = AuthError(422, Code.MFA_FACTOR_NOT_FOUND, "MFA factor with the provided challenge ID not found")
    try:
        row = await conn.fetchrow(FIND, UUID(text), factor.id)
    except ValueError as error:
        raise unknown from error
    if row is None:
        raise unknown
    challenge = Challenge(**dict(row))
    if challenge.verified_at is not None or challenge.ip != find_client_ip(request):
        text = "Challenge and verify IP addresses mismatch."
        raise AuthError(422, Code.MFA_IP_ADDRESS_MISMATCH, text)
    return challenge


async def _check_response(
    conn: Connection, auth: AuthService, factor: Factor, challenge: Challenge, body: VerifyBody
) -> int:
    """Returns the step of the last accepted code. Raises AuthError 422 if the response is wrong."""
    if factor.factor_type == "totp":
        step = totp.find_step(factor.secret or "", body.code or "", auth.now(), after=factor.last_step)
        if step is None:
            raise AuthError(422, Code.MFA_VERIFICATION_FAILED, "Invalid TOTP code entered")
        return step
    if factor.factor_type == "phone":
        given = hash_code(challenge.id, (body.code or "").strip())
        if not hmac.compare_digest(given, challenge.otp_code or ""):
            raise AuthError(422, Code.MFA_VERIFICATION_FAILED, "Invalid MFA Phone code entered")
        return factor.last_step
    await _check_webauthn_response(conn, auth, factor, challenge, body.webauthn or WebauthnResponse())
    return factor.last_step


async def _check_webauthn_response(
    conn: Connection, auth: AuthService, factor: Factor, challenge: Challenge, given: WebauthnResponse
) -> None:
    if (given.type == "request") != factor.is_verified:
        raise invalid("WebAuthn type must be create or request")
    party, challenge_bytes = webauthn_keys.relying_party(auth.config), challenge.web_authn_challenge or b""
    response = given.credential_response or {}
    try:
        if factor.is_verified:
            known = webauthn_keys.Credential.from_fields(decode_json_column(factor.web_authn_credential))
            count = webauthn_keys.verify_request(party, challenge_bytes, response, known)
            updated = msgspec.structs.replace(known, sign_count=count, aaguid=factor.web_authn_aaguid)
        else:
            updated = webauthn_keys.verify_creation(party, challenge_bytes, response)
    except webauthn_keys.InvalidResponse as error:
        raise invalid("Invalid credential_response") from error
    await conn.execute(SAVE_CREDENTIAL, factor.id, encode_object(updated.fields()), updated.aaguid)
