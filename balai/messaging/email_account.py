"""The SMTP account that an administrator entered: stored with its password encrypted, tried before it is stored.

The operator's BALAI_SMTP_URL and hook come before it.
"""

import asyncio
import ssl
from typing import Literal
from urllib.parse import quote
from uuid import UUID

import aiosmtplib
import msgspec
import structlog

from balai.database.pool import Connection
from balai.security.stored_secrets import EMAIL_ACCOUNT, decrypt, encrypt

READ = "select host, port, is_tls, username, sealed_password, sender from mailbox.email_account"
STORE = """
insert into mailbox.email_account (host, port, is_tls, username, sealed_password, sender, updated_by)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (only_row) do update set
  (host, port, is_tls, username, sealed_password, sender, updated_by, updated_at)
  = (excluded.host, excluded.port, excluded.is_tls, excluded.username, excluded.sealed_password, excluded.sender,
    excluded.updated_by, clock_timestamp())
"""
# With its encrypted password, for as long as other deletions can be undone; the last one counts.
REMOVE = """
with gone as (delete from mailbox.email_account returning *)
insert into public.removals (kind, thing_id, content, removed_by)
select 'email_account', $1, jsonb_build_object('row', to_jsonb(gone)),
  (select p.id from public.profiles p where p.id = $2)
from gone
on conflict on constraint removals_pkey do update
  set content = excluded.content, removed_at = now(), removed_by = excluded.removed_by
"""
TAKE_REMOVED = "delete from public.removals where kind = 'email_account' and thing_id = $1 returning content -> 'row'"
PUT_BACK = "select public.insert_as_it_was('mailbox.email_account', $1)"
# There is one account.
ONLY = UUID(int=0)
HAS_ACCOUNT = "select exists (select from mailbox.email_account)"

Fault = Literal[
    "host_unknown",
    "unreachable",
    "timeout",
    "not_encrypted",
    "login_refused",
    "sender_refused",
    "recipient_refused",
    "other",
]
log = structlog.get_logger("balai.messaging.email_account")


class EmailAccount(msgspec.Struct, frozen=True):
    """An SMTP account, with its password in plain."""

    host: str
    port: int
    is_tls: bool
    username: str
    password: str | None
    sender: str

    @property
    def url(self) -> str:
        """The address in the form of BALAI_SMTP_URL."""
        login = quote(self.username, safe="")
        if login and self.password is not None:
            login += ":" + quote(self.password, safe="")
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'smtps' if self.is_tls else 'smtp'}://{login + '@' if login else ''}{host}:{self.port}"


async def read_account(conn: Connection, secret: str) -> EmailAccount | None:
    """The stored account. Its password is None if there is none, or if another secret encrypted it."""
    row = await conn.fetchrow(READ)
    if row is None:
        return None
    sealed = row["sealed_password"]
    plain = None if sealed is None else decrypt(sealed, secret, EMAIL_ACCOUNT)
    if sealed is not None and plain is None:
        log.warning(
            "email_password_unreadable", hint="the secret of this instance was replaced: enter the password again"
        )
    password = None if plain is None else plain.decode()
    return EmailAccount(row["host"], row["port"], row["is_tls"], row["username"], password, row["sender"])


async def store_account(conn: Connection, account: EmailAccount, secret: str, by: UUID) -> None:
    """Store the account in place of any earlier one."""
    sealed = None if account.password is None else encrypt(account.password.encode(), secret, EMAIL_ACCOUNT)
    values = (account.host, account.port, account.is_tls, account.username, sealed, account.sender, by)
    await conn.execute(STORE, *values)


async def remove_account(conn: Connection, by: UUID) -> None:
    """Remove the account; restore_account() puts it back."""
    await conn.execute(REMOVE, ONLY, by)


async def restore_account(conn: Connection) -> bool:
    """Put the removed account back. False if none was removed.

    Raises `UniqueViolationError` if another one was entered since then.
    """
    row = await conn.fetchval(TAKE_REMOVED, ONLY)
    if row is None:
        return False
    await conn.execute(PUT_BACK, row)
    return True


def find_fault(error: BaseException) -> Fault:
    """The part of an SMTP error that an administrator can act on."""
    match error:
        case aiosmtplib.SMTPAuthenticationError():
            return "login_refused"
        case aiosmtplib.SMTPSenderRefused():
            return "sender_refused"
        case aiosmtplib.SMTPRecipientsRefused() | aiosmtplib.SMTPRecipientRefused():
            return "recipient_refused"
        case aiosmtplib.SMTPTimeoutError() | TimeoutError() | asyncio.TimeoutError():
            return "timeout"
        case ssl.SSLError():
            return "not_encrypted"
        case aiosmtplib.SMTPConnectError() | OSError() | aiosmtplib.SMTPServerDisconnected():
            return "not_encrypted" if _is_about_tls(error) else "unreachable"
        case aiosmtplib.SMTPException():
            # "STARTTLS extension not supported", "530 authentication required".
            return "login_refused" if "530" in str(error) else "other"
    return "other"


def _is_about_tls(error: BaseException) -> bool:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError) or "ssl" in str(cause).lower():
            return True
        cause = cause.__cause__
    return False
