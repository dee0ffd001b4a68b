"""Audit trail: which user did what to which account, and from where. Action names are those of contract 1.11."""

from typing import Any
from uuid import UUID, uuid4

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.rate_limits import find_client_ip
from balai.backend.auth.users.rows import User, encode_object
from balai.database.pool import Connection

ADD_ENTRY = "insert into auth.audit_log_entries (id, payload, ip_address, created_at) values ($1, $2, $3, $4)"
LOG_TYPES = {
    "login": "account",
    "logout": "account",
    "invite_accepted": "account",
    "user_signedup": "team",
    "user_invited": "team",
    "user_deleted": "team",
    "administration_asked": "team",
    "user_modified": "user",
    "user_recovery_requested": "user",
    "user_reauthenticate_requested": "user",
    "user_confirmation_requested": "user",
    "user_repeated_signup": "user",
    "user_updated_password": "user",
    "identity_linked": "user",
    "identity_unlinked": "user",
    "factor_in_progress": "factor",
    "factor_unenrolled": "factor",
    "factor_deleted": "factor",
    "factor_updated": "factor",
    "challenge_created": "factor",
    "verification_attempted": "factor",
    "recovery_codes_created": "factor",
    "recovery_code_used": "factor",
    "passkey_created": "account",
    "passkey_updated": "account",
    "passkey_deleted": "account",
    "token_revoked": "token",
    "token_refreshed": "token",
}


async def record(
    conn: Connection,
    auth: AuthService,
    request: AuthRequest,
    action: str,
    actor: User,
    traits: dict[str, Any] | None = None,
) -> None:
    """Writes one entry in the transaction of the audited action."""
    payload = build_entry(action, actor.id, actor.email or actor.phone or "", is_sso=actor.is_sso_user, traits=traits)
    await conn.execute(ADD_ENTRY, uuid4(), payload, find_client_ip(request) or "", auth.now())


def build_entry(action: str, actor_id: UUID, name: str, *, is_sso: bool, traits: dict[str, Any] | None = None) -> str:
    """Builds the JSON payload of an entry."""
    payload: dict[str, Any] = {
        "actor_id": str(actor_id),
        "actor_username": name,
        "actor_via_sso": is_sso,
        "action": action,
        "log_type": LOG_TYPES[action],
    }
    return encode_object(payload | ({"traits": traits} if traits else {}))
