"""Rows of second factors, and who may manage them. Contract 1.10, 2.3 and 6."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import msgspec

from balai.backend.auth.authentication import AuthenticatedUser, get_authenticated_user
from balai.backend.auth.config import FactorType
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.sessions.limits import HAS_VERIFIED_FACTOR
from balai.database.pool import Connection

COLUMNS = """
  id, user_id, friendly_name, factor_type::text, status::text, created_at, updated_at, secret, phone,
  last_challenged_at, last_step, web_authn_credential::text, web_authn_aaguid
"""
FIND = f"select {COLUMNS} from auth.mfa_factors where id = $1 and user_id = $2 for update"  # noqa: S608
LIST = f"select {COLUMNS} from auth.mfa_factors where user_id = $1 order by created_at, id"  # noqa: S608
REMOVE = "delete from auth.mfa_factors where id = $1"
# Sessions that this factor elevated fall back to aal1.
LOWER_SESSION_AAL = """
  with lowered as (
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = $3 where factor_id = $1 returning id
  )
  delete from auth.mfa_amr_claims where authentication_method = $2 and session_id in (select id from lowered)
"""
# Recovery codes replace a factor, so they are deleted with the last one.
REMOVE_RECOVERY_CODES = """
  delete from auth.recovery_codes where user_id = $1
    and not exists (select from auth.mfa_factors where user_id = $1 and status = 'verified')
"""
AMR_METHODS: dict[str, str] = {"totp": "totp", "phone": "mfa/phone", "webauthn": "mfa/webauthn"}
DISPLAY_NAMES: dict[str, str] = {"totp": "TOTP", "phone": "Phone", "webauthn": "WebAuthn"}
# Error codes for enrolling and for verifying. The protocol has a single one for WebAuthn.
DISABLED_CODES: dict[str, tuple[Code, Code]] = {
    "totp": (Code.MFA_TOTP_ENROLL_NOT_ENABLED, Code.MFA_TOTP_VERIFY_NOT_ENABLED),
    "phone": (Code.MFA_PHONE_ENROLL_NOT_ENABLED, Code.MFA_PHONE_VERIFY_NOT_ENABLED),
    "webauthn": (Code.MFA_WEBAUTHN_ENROLL_NOT_ENABLED, Code.MFA_WEBAUTHN_ENROLL_NOT_ENABLED),
}


class Factor(msgspec.Struct, frozen=True, kw_only=True):
    """One row of auth.mfa_factors."""

    id: UUID
    user_id: UUID
    friendly_name: str
    factor_type: FactorType
    status: Literal["verified", "unverified"]
    created_at: datetime
    updated_at: datetime
    secret: str | None
    phone: str | None
    last_challenged_at: datetime | None
    last_step: int
    web_authn_credential: str | None
    web_authn_aaguid: UUID | None

    @property
    def is_verified(self) -> bool:
        return self.status == "verified"

    @property
    def method(self) -> str:
        """The authentication method of sessions that this factor elevated."""
        return AMR_METHODS[self.factor_type]


async def get_identified_user(conn: Connection, auth: AuthService, request: AuthRequest) -> AuthenticatedUser:
    """Returns the signed-in user, who must not be anonymous. Raises AuthError."""
    caller = await get_authenticated_user(conn, auth, request)
    if caller.user.is_anonymous:
        text = "Anonymous user not allowed to perform these actions"
        raise AuthError(403, Code.NO_AUTHORIZATION, text)
    return caller


async def list_factors(conn: Connection, user_id: UUID) -> list[Factor]:
    """Lists all factors of a user, oldest first."""
    return [Factor(**dict(row)) for row in await conn.fetch(LIST, user_id)]


async def get_factor(conn: Connection, user_id: UUID, text: str) -> Factor:
    """Returns a factor of this user with its row locked. Raises AuthError 404."""
    try:
        factor_id = UUID(text)
    except ValueError as error:
        raise invalid("factor_id must be an UUID", 404) from error
    row = await conn.fetchrow(FIND, factor_id, user_id)
    if row is None:
        raise AuthError(404, Code.MFA_FACTOR_NOT_FOUND, "Factor not found")
    return Factor(**dict(row))


async def check_may_enroll(conn: Connection, caller: AuthenticatedUser) -> None:
    """Raises AuthError 403 if the user has a verified factor and the session has not used it."""
    if caller.aal != "aal2" and await conn.fetchval(HAS_VERIFIED_FACTOR, caller.user.id):
        raise AuthError(403, Code.INSUFFICIENT_AAL, "AAL2 required to enroll a new factor")


async def remove_factor(conn: Connection, factor: Factor, now: datetime) -> None:
    """Removes a factor, the assurance level it gave to sessions, and recovery codes without a factor."""
    await conn.execute(REMOVE, factor.id)
    await conn.execute(LOWER_SESSION_AAL, factor.id, factor.method, now)
    await conn.execute(REMOVE_RECOVERY_CODES, factor.user_id)


def check_enabled(auth: AuthService, kind: FactorType, *, verify: bool) -> None:
    """Raises AuthError 422 if this type of factor is disabled."""
    if kind in (auth.config.verified_factor_types if verify else auth.config.factor_types):
        return
    what = "MFA verification is disabled for" if verify else "MFA enroll is disabled for"
    raise AuthError(422, DISABLED_CODES[kind][verify], f"{what} {DISPLAY_NAMES[kind]}")


def decode_json_column(text: str | None) -> dict[str, Any]:
    """Decodes a JSON object from a column, empty for null."""
    return msgspec.json.decode(text, type=dict[str, Any]) if text else {}
