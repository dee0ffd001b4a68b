"""POST /factors/{id}/challenge: requests a code, or the signature of a security key. Contract 1.10 and 6."""

import hashlib
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec

from balai.backend.auth.audit import record
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import Code
from balai.backend.auth.http import read_body
from balai.backend.auth.mfa import webauthn as webauthn_keys
from balai.backend.auth.mfa.factors import Factor, check_enabled, decode_json_column, get_factor, get_identified_user
from balai.backend.auth.notifications.emails import check_interval, origin_of
from balai.backend.auth.notifications.one_time_tokens import new_digits
from balai.backend.auth.notifications.sms_codes import check_channel, find_test_code, send_sms_code
from balai.backend.auth.rate_limits import Limit, find_client_ip
from balai.backend.auth.users.contact_details import choose_language
from balai.backend.auth.users.rows import User, get_user
from balai.database.pool import Connection
from balai.database.transaction import as_owner

ADD = """
  insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_challenge)
  values ($1, $2, $3, $4::text::inet, $5, $6)
"""
SET_CHALLENGED_AT = "update auth.mfa_factors set last_challenged_at = $2, updated_at = $2 where id = $1"
# Across all phone factors of the user, so that several factors do not allow more SMS.
GET_LAST_SMS_AT = "select max(last_challenged_at) from auth.mfa_factors where user_id = $1 and factor_type = 'phone'"


class ChallengeBody(msgspec.Struct, frozen=True):
    """Body of a challenge of a phone factor."""

    channel: str | None = None


class WebauthnOptions(msgspec.Struct, frozen=True):
    """Options for the security key: `create` for a new credential, `request` for a known one."""

    type: str
    credential_options: dict[str, Any]


class ChallengeView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The response; `expires_at` in Unix seconds."""

    id: UUID
    type: str
    expires_at: int
    webauthn: WebauthnOptions | None = None


async def challenge(auth: AuthService, request: AuthRequest, factor_id: str) -> ChallengeView:
    """Creates a challenge for a factor."""
    await auth.limits.check(Limit.FACTOR, request)
    async with as_owner(auth.pool) as conn:
        caller = await get_identified_user(conn, auth, request)
        # Locked before the factor, as everywhere, so that concurrent challenges of other phones see this SMS.
        await get_user(conn, caller.user.id, lock=True)
        factor = await get_factor(conn, caller.user.id, factor_id)
        check_enabled(auth, factor.factor_type, verify=True)
        new_id, now = uuid4(), auth.now()
        code_hash = options = None
        if factor.factor_type == "phone":
            code_hash = hash_code(new_id, await _send_code(conn, auth, request, caller.user, factor))
        elif factor.factor_type == "webauthn":
            options = _webauthn_options(auth, caller.user, factor)
        challenge_bytes = options[1] if options else None
        await conn.execute(ADD, new_id, factor.id, now, find_client_ip(request), code_hash, challenge_bytes)
        await conn.execute(SET_CHALLENGED_AT, factor.id, now)
        await record(conn, auth, request, "challenge_created", caller.user, {"factor_id": str(factor.id)})
        return _view(auth, new_id, factor, now, options[0] if options else None)


def hash_code(challenge_id: UUID, digits: str) -> str:
    """Returns the stored form of an SMS code, which is valid for its challenge only."""
    return hashlib.sha256(f"{challenge_id}{digits}".encode()).hexdigest()


async def _send_code(conn: Connection, auth: AuthService, request: AuthRequest, user: User, factor: Factor) -> str:
    channel = check_channel(auth, (await read_body(request, ChallengeBody)).channel)
    last: datetime | None = await conn.fetchval(GET_LAST_SMS_AT, user.id)
    check_interval(auth, last, auth.config.sms_min_interval, Code.OVER_SMS_SEND_RATE_LIMIT)
    phone = factor.phone or ""
    digits = find_test_code(auth, phone) or new_digits()
    origin = origin_of(auth, request)
    language = choose_language(user.metadata, origin.redirect_to, origin.accept_language)
    ttl: timedelta = auth.config.challenge_ttl
    await send_sms_code(conn, auth, user, phone, digits, language=language, channel=channel, ttl=ttl)
    return digits


def _webauthn_options(auth: AuthService, user: User, factor: Factor) -> tuple[WebauthnOptions, bytes]:
    party = webauthn_keys.relying_party(auth.config)
    if factor.is_verified:
        known = [webauthn_keys.Credential.from_fields(decode_json_column(factor.web_authn_credential))]
        options, challenge_bytes = webauthn_keys.request_options(party, known)
        return WebauthnOptions("request", {"publicKey": options}), challenge_bytes
    options, challenge_bytes = webauthn_keys.creation_options(party, user, exclude=[], resident=False)
    return WebauthnOptions("create", {"publicKey": options}), challenge_bytes


def _view(auth: AuthService, id: UUID, factor: Factor, now: datetime, options: WebauthnOptions | None) -> ChallengeView:
    return ChallengeView(id, factor.factor_type, int((now + auth.config.challenge_ttl).timestamp()), options)
