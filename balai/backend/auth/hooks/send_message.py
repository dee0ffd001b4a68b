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
from balai.messaging.queue import HOOK_FACT, Letter

TRIED_FOR = timedelta(hours=24)


async def addressed_mail(
    conn: Connection, auth: AuthService, letter: Letter, user: User, action: str, email_data: dict[str, str]
) -> Letter:
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
    return await _addressed(conn, auth, letter, user, {"email_data": data})


async def addressed_text(conn: Connection, auth: AuthService, letter: Letter, user: User, digits: str) -> Letter:
    """The same of a text message."""
    if not has_hook(auth, "send_sms"):
        return letter
    return await _addressed(conn, auth, letter, user, {"sms": {"otp": digits, "phone": letter.recipient}})


async def _addressed(conn: Connection, auth: AuthService, letter: Letter, user: User, about: dict[str, Any]) -> Letter:
    shown = await show_user(conn, await get_user(conn, user.id))
    told = msgspec.json.encode({"user": shown, **about}).decode()
    expires_at = letter.expires_at or auth.now() + TRIED_FOR
    return msgspec.structs.replace(letter, facts={**letter.facts, HOOK_FACT: told}, expires_at=expires_at)
