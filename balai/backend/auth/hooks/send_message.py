"""Hooks `send_email` and `send_sms`: an application sends account mails and codes in our place.

What it is told is made in the transaction that causes it and waits in the queue of the letters, so a program that is
down loses nothing: it is told again, later each time, for a day.
"""

from datetime import timedelta
from typing import Any

import msgspec

from balai.backend.auth.context import AuthService
from balai.backend.auth.hooks.call import has_hook
from balai.backend.auth.users.rows import User, get_user, show_user
from balai.database.pool import Connection
from balai.messaging.queue import HOOK_VARIABLE, OutgoingMessage

RETRY_PERIOD = timedelta(hours=24)


async def with_email_hook_payload(
    conn: Connection, auth: AuthService, letter: OutgoingMessage, user: User, action: str, email_data: dict[str, str]
) -> OutgoingMessage:
    """The letter with what the hook is to be told of it, where there is one."""
    if not has_hook(auth, "send_email"):
        return letter
    data = {
        "token": "",
        "token_hash": "",
        "redirect_to": "",
        "email_action_type": action,
        "site_url": auth.config.site_url,
        "token_new": "",
        "token_hash_new": "",
        **email_data,
    }
    return await _with_hook_payload(conn, auth, letter, user, {"email_data": data})


async def with_sms_hook_payload(
    conn: Connection, auth: AuthService, letter: OutgoingMessage, user: User, code: str
) -> OutgoingMessage:
    """The same of a text message."""
    if not has_hook(auth, "send_sms"):
        return letter
    return await _with_hook_payload(conn, auth, letter, user, {"sms": {"otp": code, "phone": letter.recipient}})


async def _with_hook_payload(
    conn: Connection, auth: AuthService, letter: OutgoingMessage, user: User, content: dict[str, Any]
) -> OutgoingMessage:
    user_json = await show_user(conn, await get_user(conn, user.id))
    payload = msgspec.json.encode({"user": user_json, **content}).decode()
    expires_at = letter.expires_at or auth.now() + RETRY_PERIOD
    return msgspec.structs.replace(
        letter, variables={**letter.variables, HOOK_VARIABLE: payload}, expires_at=expires_at
    )
