"""Emails that inform a user of account changes: the protocol's seven kinds, passkeys, and blocks.

They go to the address that the account had before the change. An attacker who changes the address does not receive the
notice about it. The protocol has them off by default, the site on.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from balai.backend.auth.context import AuthService
from balai.backend.auth.hooks.send_message import with_email_hook_payload
from balai.backend.auth.users.contact_details import choose_language
from balai.backend.auth.users.rows import User
from balai.database.pool import Connection
from balai.messaging.queue import OutgoingMessage


class SecurityNotice(StrEnum):
    """The change; the value is also the name of the email template."""

    PASSWORD_CHANGED = "notice_password_changed"  # noqa: S105 - the name of an email
    EMAIL_CHANGED = "notice_email_changed"
    PHONE_CHANGED = "notice_phone_changed"
    IDENTITY_LINKED = "notice_identity_linked"
    IDENTITY_UNLINKED = "notice_identity_unlinked"
    FACTOR_ADDED = "notice_factor_added"
    FACTOR_REMOVED = "notice_factor_removed"
    PASSKEY_ADDED = "notice_passkey_added"
    PASSKEY_REMOVED = "notice_passkey_removed"
    BLOCKED = "notice_blocked"
    BLOCKED_FOR_GOOD = "notice_blocked_for_good"


# The action names that the send_email hook receives.
HOOK_ACTIONS = {
    SecurityNotice.PASSWORD_CHANGED: "password_changed_notification",
    SecurityNotice.EMAIL_CHANGED: "email_changed_notification",
    SecurityNotice.PHONE_CHANGED: "phone_changed_notification",
    SecurityNotice.IDENTITY_LINKED: "identity_linked_notification",
    SecurityNotice.IDENTITY_UNLINKED: "identity_unlinked_notification",
    SecurityNotice.FACTOR_ADDED: "mfa_factor_enrolled_notification",
    SecurityNotice.FACTOR_REMOVED: "mfa_factor_unenrolled_notification",
    SecurityNotice.PASSKEY_ADDED: "passkey_added_notification",
    SecurityNotice.PASSKEY_REMOVED: "passkey_removed_notification",
    SecurityNotice.BLOCKED: "user_banned_notification",
    SecurityNotice.BLOCKED_FOR_GOOD: "user_banned_notification",
}
# A block that ends later has no end for its user.
FOR_GOOD = timedelta(days=365 * 10)


async def send_security_notice(
    conn: Connection, auth: AuthService, user: User, notice: SecurityNotice, **variables: str
) -> None:
    """Queues a notice in the transaction of the change. `user`: the row before. Only to confirmed addresses."""
    if not auth.config.sends_security_notices or not user.email or user.email_confirmed_at is None:
        return
    language = choose_language(user.metadata, "", "")
    # Readers know "Google", hooks "google".
    provider = auth.config.providers.get(variables.get("provider", ""))
    shown = variables | {"provider": provider.label} if provider else variables
    message = OutgoingMessage(notice.value, user.email, language, shown, user_id=user.id)
    data = {name: value for name, value in variables.items() if name in {"provider", "factor_type"}}
    if notice is SecurityNotice.EMAIL_CHANGED:
        data["old_email"] = user.email
    elif notice is SecurityNotice.PHONE_CHANGED:
        data["old_phone"] = user.phone or ""
    await auth.mailer.queue(conn, await with_email_hook_payload(conn, auth, message, user, HOOK_ACTIONS[notice], data))


async def send_block_notice(conn: Connection, auth: AuthService, user: User, until: datetime, reason: str) -> None:
    """Queues the notice of a block with its end, in the time zone of the account, and its reason."""
    variables = {"reason": reason} if reason else {}
    if until - auth.now() > FOR_GOOD:
        await send_security_notice(conn, auth, user, SecurityNotice.BLOCKED_FOR_GOOD, **variables)
        return
    variables |= {"blocked_until": until.isoformat(), "time_zone": _zone_of(user)}
    await send_security_notice(conn, auth, user, SecurityNotice.BLOCKED, **variables)


def _zone_of(user: User) -> str:
    zone = user.metadata.get("time_zone")
    try:
        return ZoneInfo(zone).key if isinstance(zone, str) else "UTC"
    except (ValueError, OSError, KeyError):
        # The metadata are the user's own text: an unknown name is a KeyError, a folder's name an OSError.
        return "UTC"
