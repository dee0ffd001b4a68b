"""Hooks `send_email` and `send_sms`: an application sends account emails and SMS codes instead of Balai.

The hook's payload is built in the transaction that causes the message and is stored in the message queue. If the hook
is unavailable, delivery is retried with a growing delay for 24 hours, so no message is lost.
"""

from datetime import timedelta
from typing import Any

import msgspec

from balai.backend.auth.context import AuthService
from balai.backend.auth.hooks.call import has_hook, hook_metadata, hook_redirect
from balai.backend.auth.users.rows import User
from balai.backend.auth.users.user_json import render_user
from balai.database.pool import Connection
from balai.hooks.registry import HookName
from balai.messaging.queue import HOOK_VARIABLE, OutgoingMessage

RETRY_PERIOD = timedelta(hours=24)


async def with_email_hook_payload(
    conn: Connection, auth: AuthService, letter: OutgoingMessage, user: User, action: str, email_data: dict[str, str]
) -> OutgoingMessage:
    """Return the queued email with the hook's payload, if the hook is configured."""
    if not has_hook(auth, "send_email"):
        return letter
    data = {
        "token": "",
        "token_hash": "",
        "redirect_to": hook_redirect(auth),
        "email_action_type": action,
        "site_url": auth.config.external_url,
        "token_new": "",
        "token_hash_new": "",
        "old_email": "",
        "old_phone": "",
        "provider": "",
        "factor_type": "",
        **email_data,
    }
    return await _with_hook_payload(conn, auth, letter, user, "send_email", {"email_data": data})


async def with_sms_hook_payload(
    conn: Connection, auth: AuthService, letter: OutgoingMessage, user: User, code: str
) -> OutgoingMessage:
    """Return the queued SMS with the hook's payload, if the hook is configured."""
    if not has_hook(auth, "send_sms"):
        return letter
    sms = {"otp": code, "phone": letter.recipient}
    return await _with_hook_payload(conn, auth, letter, user, "send_sms", {"sms": sms})


async def _with_hook_payload(
    conn: Connection, auth: AuthService, letter: OutgoingMessage, user: User, name: HookName, content: dict[str, Any]
) -> OutgoingMessage:
    user_json = await render_user(conn, user.id)
    fields = {"metadata": hook_metadata(auth, name), "user": user_json, **content}
    payload = msgspec.json.encode(fields).decode()
    expires_at = letter.expires_at or auth.now() + RETRY_PERIOD
    return msgspec.structs.replace(
        letter, variables={**letter.variables, HOOK_VARIABLE: payload}, expires_at=expires_at
    )
