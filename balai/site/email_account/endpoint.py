"""`/email-account`, for administrators with their bearer token: no cookie authorises a write.

- GET: where emails go, without the password.
- PUT with an account: sends a test message by it, and stores it only if the server took the message.
- POST: sends a test message by what is set now.
- DELETE: removes the stored account.
- PATCH: puts the removed account back, for as long as deletions can be undone.

The test message goes to the administrator's own address.
"""

from http import HTTPStatus
from typing import Literal
from uuid import UUID, uuid4

import asyncpg
import msgspec
import structlog

from balai.database.pool import UNAVAILABLE, Pool
from balai.database.transaction import as_owner
from balai.http.asgi import Receive
from balai.http.public_address import is_public, resolve
from balai.messaging.checks.store import forget_checks
from balai.messaging.email_account import (
    EmailAccount,
    find_fault,
    read_account,
    remove_account,
    restore_account,
    store_account,
)
from balai.messaging.email_rendering import render
from balai.messaging.email_sender import SmtpSender
from balai.messaging.email_state import EmailMonitor
from balai.messaging.queue import OutgoingMessage
from balai.security.tokens import KeyRing
from balai.settings import Settings
from balai.site.email_account.budget import TestBudget
from balai.site.request.administrators import Refused, error_response, find_administrator, json_response
from balai.site.request.exchange import Request, Response, read_body

PATH = "/email-account"
METHODS = {"GET", "PUT", "POST", "DELETE", "PATCH"}
MAX_BODY_BYTES = 10_000
UNCHANGED = "The email account was not changed"
# The ports of mail servers: an administrator of the site may not make the server connect to anything else.
PORTS = {25, 465, 587, 2525}
WHO = """
select u.email, coalesce(p.language::text, 'en') as language, p.display_name as name,
  (select n.name from public.site_names as n where n.language = coalesce(p.language, 'en')) as site
from auth.users as u join public.profiles as p on p.id = u.id where u.id = $1
"""
log = structlog.get_logger("balai.site.email_account")


class _Given(msgspec.Struct, frozen=True, rename="camel"):
    """The request body. `password` None: the stored one."""

    host: str
    port: int
    is_tls: bool
    username: str
    sender: str
    password: str | None = None


class _Shown(msgspec.Struct, frozen=True, rename="camel"):
    """The response. `source` "operator": the settings of the server, which come first."""

    source: Literal["operator", "site", "none"]
    host: str = ""
    port: int = 587
    is_tls: bool = False
    username: str = ""
    sender: str = ""
    has_password: bool = False


class EmailAccountEndpoint:
    """One per process."""

    def __init__(self, pool: Pool, ring: KeyRing, settings: Settings, emails: EmailMonitor) -> None:
        self._pool, self._ring, self._settings, self._emails = pool, ring, settings, emails
        self._budget = TestBudget()

    async def respond(self, request: Request, receive: Receive) -> Response:
        """The account, or what became of a change."""
        try:
            member = await find_administrator(self._pool, self._ring, request)
            if request.method == "GET":
                return json_response(HTTPStatus.OK, await self._show())
            if request.method in ("DELETE", "PATCH"):
                await self._remove_or_restore(request.method, member)
                return json_response(HTTPStatus.OK, await self._show())
            given = await self._read_given(receive) if request.method == "PUT" else None
            recipient = await self._test(given, member)
        except Refused as error:
            return error_response(error.status, error.details, UNCHANGED)
        except UNAVAILABLE:
            return error_response(HTTPStatus.SERVICE_UNAVAILABLE, "busy", UNCHANGED)
        return json_response(HTTPStatus.OK, {"recipient": recipient})

    async def _remove_or_restore(self, method: str, member: UUID) -> None:
        try:
            async with as_owner(self._pool) as conn:
                await forget_checks(conn)
                if method == "DELETE":
                    await remove_account(conn, member)
                elif not await restore_account(conn) and await read_account(conn, self._settings.jwt_secret) is None:
                    raise Refused(HTTPStatus.NOT_FOUND, "email_not_removed")
        except asyncpg.UniqueViolationError as error:
            raise Refused(HTTPStatus.CONFLICT, "email_set_again") from error
        self._emails.forget()

    async def _show(self) -> _Shown:
        if self._settings.smtp_url or self._settings.hook_send_email:
            return _Shown("operator", sender=self._settings.email_from)
        async with as_owner(self._pool) as conn:
            account = await read_account(conn, self._settings.jwt_secret)
        if account is None:
            return _Shown("none")
        return _Shown(
            source="site",
            host=account.host,
            port=account.port,
            is_tls=account.is_tls,
            username=account.username,
            sender=account.sender,
            has_password=account.password is not None,
        )

    async def _read_given(self, receive: Receive) -> EmailAccount:
        if self._settings.smtp_url or self._settings.hook_send_email:
            raise Refused(HTTPStatus.CONFLICT, "email_set_by_operator")
        try:
            given = msgspec.json.decode(await read_body(receive, MAX_BODY_BYTES) or b"", type=_Given)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Refused(HTTPStatus.BAD_REQUEST, "") from error
        if "@" not in given.sender or any(character in given.sender for character in "\r\n\0"):
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "email_sender_refused")
        if given.port not in PORTS:
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "email_port")
        password = given.password
        async with as_owner(self._pool) as conn:
            stored = await read_account(conn, self._settings.jwt_secret)
        # The stored password goes to its own server only.
        if password is None and stored is not None and (stored.host, stored.username) == (given.host, given.username):
            password = stored.password
        return EmailAccount(
            given.host.strip(), given.port, given.is_tls, given.username.strip(), password, given.sender
        )

    async def _test(self, given: EmailAccount | None, member: UUID) -> str:
        """Send the test message, and store the given account if it went out. Returns the recipient."""
        self._budget.count()
        async with as_owner(self._pool) as conn:
            who = await conn.fetchrow(WHO, member)
            account = given or await read_account(conn, self._settings.jwt_secret)
        if who is None or not who["email"]:
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "email_no_address")
        await self._send(given, account, who)
        if given is not None:
            try:
                async with as_owner(self._pool) as conn:
                    await forget_checks(conn)
                    await store_account(conn, given, self._settings.jwt_secret, member)
            except asyncpg.CheckViolationError as error:
                raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "email_other") from error
            self._emails.forget()
        return str(who["email"])

    async def _send(self, given: EmailAccount | None, account: EmailAccount | None, who: asyncpg.Record) -> None:
        operator = self._settings.smtp_url if given is None else ""
        if not operator and account is None:
            raise Refused(HTTPStatus.CONFLICT, "email_not_set")
        message = OutgoingMessage("email_test", who["email"], who["language"], {"name": who["name"]})
        rendered = render(message, site=who["site"] or "Balai")
        try:
            if operator or account is None:
                await SmtpSender(operator, email_from=self._settings.email_from).send(uuid4(), rendered)
            else:
                await self._check_host(account)
                await SmtpSender(account.url, email_from=account.sender, requires_tls=True).send(uuid4(), rendered)
        except Refused:
            raise
        except Exception as error:
            # A response of the named server is shown to the administrator; it is not an error of this program.
            log.info("email_test_failed", error=str(error) or type(error).__name__)
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, f"email_{find_fault(error)}") from error

    async def _check_host(self, account: EmailAccount) -> None:
        try:
            addresses = await resolve(account.host, account.port)
        except (OSError, UnicodeError) as error:
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "email_host_unknown") from error
        if not addresses or not all(is_public(address) for address in addresses):
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "email_host_unknown")
