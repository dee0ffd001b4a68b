"""/admin/users/{id}/factors: administration of a user's MFA factors. Contract 1.11."""

from uuid import UUID

import msgspec

from balai.backend.auth.audit import record
from balai.backend.auth.authentication import check_admin, parse_user_id
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import invalid
from balai.backend.auth.http import read_body
from balai.backend.auth.mfa.enroll import check_name, check_name_free
from balai.backend.auth.mfa.factors import Factor, get_factor, list_factors, remove_factor
from balai.backend.auth.notifications.security_notices import SecurityNotice, send_security_notice
from balai.backend.auth.users.contact_details import check_phone
from balai.backend.auth.users.rows import User, get_user
from balai.backend.auth.users.user_json import render_factor, render_factors
from balai.database.pool import Connection
from balai.database.transaction import as_owner

UPDATE = "update auth.mfa_factors set friendly_name = $2, phone = $3, updated_at = $4 where id = $1"


class FactorBody(msgspec.Struct, frozen=True):
    """Body of an update."""

    friendly_name: str | None = None
    phone: str | None = None


async def list_of_user(auth: AuthService, request: AuthRequest, user_id: str) -> msgspec.Raw:
    """List all factors of a user."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
        user = await get_user(conn, parse_user_id(user_id))
        return await render_factors(conn, user.id)


async def get(auth: AuthService, request: AuthRequest, user_id: str, factor_id: str) -> msgspec.Raw:
    """Return one factor of a user."""
    async with as_owner(auth.pool) as conn:
        _, factor = await _find(conn, auth, request, user_id, factor_id)
        return await render_factor(conn, factor.id)


async def remove(auth: AuthService, request: AuthRequest, user_id: str, factor_id: str) -> msgspec.Raw:
    """Delete a factor, for a user who lost it."""
    async with as_owner(auth.pool) as conn:
        user, factor = await _find(conn, auth, request, user_id, factor_id)
        removed = await render_factor(conn, factor.id)
        await remove_factor(conn, factor, auth.now())
        await record(conn, auth, request, "factor_deleted", user, {"factor_id": str(factor.id)})
        if factor.is_verified:
            await send_security_notice(conn, auth, user, SecurityNotice.FACTOR_REMOVED, factor_type=factor.factor_type)
        return removed


async def update(auth: AuthService, request: AuthRequest, user_id: str, factor_id: str) -> msgspec.Raw:
    """Rename a factor, or change the number of a phone factor."""
    body = await read_body(request, FactorBody)
    async with as_owner(auth.pool) as conn:
        user, factor = await _find(conn, auth, request, user_id, factor_id)
        name, phone = factor.friendly_name, factor.phone
        if body.friendly_name and body.friendly_name != name:
            check_name(body.friendly_name)
            check_name_free(await list_factors(conn, user.id), body.friendly_name)
            name = body.friendly_name
        if body.phone:
            if factor.factor_type != "phone":
                raise invalid("Phone number can only be set on a phone factor")
            phone = check_phone(body.phone, auth.config.phone_regions)
        await conn.execute(UPDATE, factor.id, name, phone, auth.now())
        await record(conn, auth, request, "factor_updated", user, {"factor_id": str(factor.id)})
        return await render_factor(conn, factor.id)


async def _find(
    conn: Connection, auth: AuthService, request: AuthRequest, user_id: str, factor_id: str
) -> tuple[User, Factor]:
    await check_admin(conn, auth, request)
    # Row lock: serializes with other changes to the account.
    user = await get_user(conn, parse_user_id(user_id), lock=True)
    try:
        UUID(factor_id)
    except ValueError as error:
        raise invalid("factor_id must be an UUID", 404) from error
    return user, await get_factor(conn, user.id, factor_id)
