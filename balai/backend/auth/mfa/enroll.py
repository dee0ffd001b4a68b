"""POST and DELETE /factors: enrolls and removes second factors. Contract 1.10 and 6."""

from typing import Any, get_args
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import msgspec

from balai.backend.auth.audit import record
from balai.backend.auth.authentication import AuthenticatedUser
from balai.backend.auth.config import FactorType
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.http import read_body
from balai.backend.auth.mfa import totp
from balai.backend.auth.mfa.factors import (
    Factor,
    check_enabled,
    check_may_enroll,
    get_factor,
    get_identified_user,
    list_factors,
    remove_factor,
)
from balai.backend.auth.notifications.security_notices import SecurityNotice, send_security_notice
from balai.backend.auth.users.contact_details import check_phone
from balai.backend.auth.users.rows import User, get_user
from balai.database.pool import Connection
from balai.database.transaction import as_owner

MAX_NAME_LENGTH = 200
DELETE_ABANDONED = """
  delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and created_at < $2
    and not exists (select from auth.mfa_challenges where factor_id = mfa_factors.id)
"""
REPLACE_PHONE = "delete from auth.mfa_factors where user_id = $1 and phone = $2 and status = 'unverified'"
ADD = """
  insert into auth.mfa_factors
    (id, user_id, friendly_name, factor_type, secret, phone, created_at, updated_at)
  values ($1, $2, $3, $4::text::auth.factor_type, $5, $6, $7, $7)
"""


class EnrollBody(msgspec.Struct, frozen=True):
    """Body of an enrollment."""

    factor_type: str | None = None
    friendly_name: str | None = None
    issuer: str | None = None
    phone: str | None = None


class TotpView(msgspec.Struct, frozen=True):
    """The secret for an authenticator app; returned only once."""

    qr_code: str
    secret: str
    uri: str


class EnrolledView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The response: `totp` for TOTP factors, `phone` as received for phone factors."""

    id: UUID
    type: str
    friendly_name: str
    totp: TotpView | None = None
    phone: str = ""


async def enroll(auth: AuthService, request: AuthRequest) -> EnrolledView:
    """Enrolls a factor. It takes effect once a first code is verified."""
    async with as_owner(auth.pool) as conn:
        caller = await get_identified_user(conn, auth, request)
        body = await read_body(request, EnrollBody)
        kind = _checked_type(auth, body)
        # The row lock makes concurrent enrollments count each other.
        user = await get_user(conn, caller.user.id, lock=True)
        phone = _checked_phone(auth, kind, body)
        await conn.execute(DELETE_ABANDONED, user.id, auth.now() - auth.config.unverified_factor_ttl)
        await _check_can_enroll(conn, auth, caller, body.friendly_name or "", phone)
        secret = totp.new_secret() if kind == "totp" else None
        factor_id = uuid4()
        name = body.friendly_name or ""
        await conn.execute(ADD, factor_id, user.id, name, kind, secret, phone or None, auth.now())
        await record(
            conn, auth, request, "factor_in_progress", user, {"factor_id": str(factor_id), "factor_type": kind}
        )
        shown = _totp_view(auth, user, secret, body.issuer) if secret else None
        return EnrolledView(factor_id, kind, name, shown, (body.phone or "") if kind == "phone" else "")


async def unenroll(auth: AuthService, request: AuthRequest, factor_id: str) -> dict[str, Any]:
    """Removes a factor of the caller."""
    async with as_owner(auth.pool) as conn:
        caller = await get_identified_user(conn, auth, request)
        factor = await get_factor(conn, caller.user.id, factor_id)
        if factor.is_verified and caller.aal != "aal2":
            raise AuthError(422, Code.INSUFFICIENT_AAL, "AAL2 required to unenroll verified factor")
        await remove_factor(conn, factor, auth.now())
        await record(conn, auth, request, "factor_unenrolled", caller.user, {"factor_id": str(factor.id)})
        if factor.is_verified:
            await send_security_notice(
                conn, auth, caller.user, SecurityNotice.FACTOR_REMOVED, factor_type=factor.factor_type
            )
        return {"id": factor.id}


def _checked_type(auth: AuthService, body: EnrollBody) -> FactorType:
    kind = body.factor_type or ""
    if kind not in get_args(FactorType):
        raise invalid("factor_type needs to be totp, phone, or webauthn")
    check_name(body.friendly_name or "")
    known: FactorType = kind  # type: ignore[assignment]  # checked above
    check_enabled(auth, known, verify=False)
    return known


def _checked_phone(auth: AuthService, kind: FactorType, body: EnrollBody) -> str:
    if kind != "phone":
        return ""
    if not body.phone:
        raise invalid("Phone number required to enroll Phone factor")
    return check_phone(body.phone, auth.config.phone_regions)


async def _check_can_enroll(
    conn: Connection, auth: AuthService, caller: AuthenticatedUser, name: str, phone: str
) -> None:
    factors = await list_factors(conn, caller.user.id)
    if phone:
        if any(factor.phone == phone and factor.is_verified for factor in factors):
            text = "A verified phone factor already exists, unenroll the existing factor to continue"
            raise AuthError(422, Code.MFA_VERIFIED_FACTOR_EXISTS, text)
        await conn.execute(REPLACE_PHONE, caller.user.id, phone)
        factors = [factor for factor in factors if factor.phone != phone]
    check_name_free(factors, name)
    verified = [factor for factor in factors if factor.is_verified]
    if len(factors) >= auth.config.max_factors or len(verified) >= auth.config.max_verified_factors:
        text = "Maximum number of verified factors reached, unenroll to continue"
        raise AuthError(422, Code.TOO_MANY_ENROLLED_MFA_FACTORS, text)
    await check_may_enroll(conn, caller)


def check_name(name: str) -> None:
    """Raises AuthError 400 for a name that is too long or contains NUL."""
    if len(name) > MAX_NAME_LENGTH or "\0" in name:
        raise invalid(f"friendly_name cannot be longer than {MAX_NAME_LENGTH} characters")


def check_name_free(factors: list[Factor], name: str) -> None:
    """Raises AuthError 422 if a factor has this name already. The empty name counts as a name."""
    if any(factor.friendly_name == name for factor in factors):
        text = f'A factor with the friendly name "{name}" for this user already exists'
        raise AuthError(422, Code.MFA_FACTOR_NAME_CONFLICT, text)


def _totp_view(auth: AuthService, user: User, secret: str, issuer: str | None) -> TotpView:
    site = urlsplit(auth.config.site_url).hostname or "localhost"
    uri = totp.uri_of(secret, issuer=(issuer or site)[:100], account=user.email or user.phone or str(user.id))
    return TotpView(totp.qr_code(uri), secret, uri)
