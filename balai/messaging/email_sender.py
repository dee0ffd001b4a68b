"""Sends emails to an SMTP server, or stores them in the built-in mailbox when none is configured.

The mailbox stores whole messages in a table; its page shows them to local requests only.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP as SMTP_POLICY
from email.utils import format_datetime, parseaddr
from typing import Protocol
from urllib.parse import unquote, urlsplit
from uuid import UUID

import aiosmtplib
import msgspec
import structlog

from balai.database.pool import Connection, Pool
from balai.database.transaction import as_owner
from balai.hooks.client import Hooks
from balai.messaging.bounces.tokens import HEADER, BounceTokens
from balai.messaging.email_account import read_account
from balai.messaging.email_html import LOGO_ID
from balai.messaging.email_rendering import RenderedEmail, render
from balai.messaging.hook_delivery import PermanentFailure, deliver_by_hook
from balai.messaging.queue import Attachment, OutgoingMessage, enqueue
from balai.settings import Settings

STORE = """
  insert into mailbox.messages (id, sent_at, sender, recipient, subject, language, plain, html, attachments)
  values ($1, clock_timestamp(), $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing
"""
SMTP_TIMEOUT_S = 20
LOGO_TIMEOUT_S = 3
# Methods of calendar parts that programs act on.
INVITATIONS = {"REQUEST", "CANCEL"}

log = structlog.get_logger("balai.messaging.email_sender")


class Sender(Protocol):
    """Sends rendered emails. `id` is the idempotency key: the same id is the same email."""

    async def send(self, id: UUID, message: RenderedEmail) -> None:
        """Send the email. Raises PermanentFailure for a permanent rejection; any other error is temporary."""


class Mailer:
    """Queues emails in the caller's transaction; the delivery job sends them through it.

    `logo`: returns the site's logo as a PNG, or nothing. Set by the site once it runs.
    """

    logo: Callable[[], Awaitable[bytes]] | None = None

    def __init__(self, sender: Sender, *, site: str, hooks: Hooks | None = None) -> None:
        self._sender = sender
        self._hooks = hooks
        self.site = site

    async def queue(self, conn: Connection, message: OutgoingMessage) -> UUID:
        """Queue a message; it is sent after the transaction commits. Returns its id."""
        return await enqueue(conn, message)

    async def send(self, id: UUID, message: OutgoingMessage) -> None:
        """Render and send one message, by the hook if there is one."""
        if await deliver_by_hook(self._hooks, "send_email", id, message):
            return
        await self._sender.send(id, render(message, site=self.site, logo=await self._read_logo()))

    async def _read_logo(self) -> bytes:
        # Sign-in codes must leave while the storage service fails or hangs, so each error is logged and none is raised.
        if self.logo is None:
            return b""
        try:
            async with asyncio.timeout(LOGO_TIMEOUT_S):
                return await self.logo()
        except Exception:
            log.exception("email_logo_failed")
            return b""


class MailboxSender:
    """Stores emails in the built-in mailbox."""

    def __init__(self, pool: Pool, *, email_from: str) -> None:
        self._pool = pool
        self._email_from = email_from

    async def send(self, id: UUID, message: RenderedEmail) -> None:
        """Store one email; a repeat with the same id is ignored."""
        files = msgspec.json.encode(message.attachments).decode()
        async with as_owner(self._pool) as conn:
            await conn.execute(
                STORE,
                id,
                self._email_from,
                message.recipient,
                message.subject,
                message.language,
                message.plain,
                message.standalone_html,
                files,
            )


class SmtpSender:
    """Sends emails by SMTP, one connection an email.

    `requires_tls`: a server without STARTTLS gets neither login nor message. `tokens`: what comes back is counted.
    """

    def __init__(
        self, url: str, *, email_from: str, requires_tls: bool = False, tokens: BounceTokens | None = None
    ) -> None:
        self._server = urlsplit(url)
        self._email_from = email_from
        self._requires_tls = requires_tls
        self._tokens = tokens

    async def send(self, id: UUID, message: RenderedEmail) -> None:
        """Send one email. Raises PermanentFailure on a 5xx response to the recipient or the data."""
        email = compose(id, message, email_from=self._email_from)
        tokens, server = self._tokens, self._server.netloc.rpartition("@")[2]
        bounce_address = None
        if tokens is not None:
            email[HEADER] = tokens.make(id)
            if server not in tokens.strict_servers:
                bounce_address = tokens.sender_of(id, parseaddr(self._email_from)[1])
        try:
            await self._transmit(email, bounce_address)
        except (aiosmtplib.SMTPSenderRefused, PermanentFailure) as error:
            if tokens is None or bounce_address is None:
                raise
            # Some servers refuse another sender than the account itself, many of them only with the recipient. If it is
            # the recipient, the answer is the same again.
            log.info("bounce_address_refused", server=server, error=str(error))
            await self._transmit(email, None)
            tokens.strict_servers.add(server)

    async def _transmit(self, email: EmailMessage, envelope_sender: str | None) -> None:
        server = self._server
        is_tls = server.scheme == "smtps"
        try:
            await aiosmtplib.send(
                email,
                sender=envelope_sender,
                hostname=server.hostname,
                port=server.port or (465 if is_tls else 587),
                username=unquote(server.username) if server.username else None,
                password=unquote(server.password) if server.password else None,
                use_tls=is_tls,
                start_tls=True if self._requires_tls and not is_tls else None,
                timeout=SMTP_TIMEOUT_S,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            if all(500 <= recipient.code < 600 for recipient in error.recipients):
                raise PermanentFailure(str(error)) from error
            raise
        except aiosmtplib.SMTPDataError as error:
            # Other rejections (authentication, sender address) are configuration errors: the message is retried.
            if 500 <= error.code < 600:
                raise PermanentFailure(str(error)) from error
            raise


class StoredAccountSender:
    """Sends by the account that an administrator entered; without one, stores emails in the built-in mailbox.

    The account is read for each email, so a change counts at once, in every process.
    """

    def __init__(self, pool: Pool, settings: Settings, tokens: BounceTokens | None = None) -> None:
        self._pool = pool
        self._tokens = tokens
        self._secret = settings.jwt_secret
        self._mailbox = MailboxSender(pool, email_from=settings.email_from)

    async def send(self, id: UUID, message: RenderedEmail) -> None:
        """Send or store one email."""
        async with as_owner(self._pool) as conn:
            account = await read_account(conn, self._secret)
        if account is None:
            await self._mailbox.send(id, message)
            return
        sender = SmtpSender(account.url, email_from=account.sender, requires_tls=True, tokens=self._tokens)
        await sender.send(id, message)


def compose(id: UUID, message: RenderedEmail, *, email_from: str) -> EmailMessage:
    """The MIME message. Its Message-ID is derived from `id`, so that a repeat can be recognised."""
    name, sender = parseaddr(email_from)
    domain = sender.rpartition("@")[2] or "localhost"
    email = EmailMessage(policy=SMTP_POLICY)
    email["From"] = Address(display_name=name, addr_spec=sender)
    email["To"] = Address(addr_spec=message.recipient)
    email["Subject"] = message.subject
    email["Date"] = format_datetime(datetime.now(UTC))
    email["Message-ID"] = f"<{id}@{domain}>"
    email["Auto-Submitted"] = "auto-generated"
    for header, value in message.headers.items():
        email[header] = value
    email.set_content(message.plain)
    email.add_alternative(message.html, subtype="html")
    if message.logo:
        html = email.get_body(("html",))
        assert html is not None
        html.add_related(message.logo, "image", "png", cid=f"<{LOGO_ID}>", disposition="inline", filename="logo.png")
    for file in message.attachments:
        _attach(email, file)
    # After all parts: adding a part moves the Content- headers into it.
    email["Content-Language"] = message.language
    return email


def _attach(email: EmailMessage, file: Attachment) -> None:
    media, *given = [part.strip() for part in file.content_type.split(";")]
    kind, _, subtype = media.partition("/")
    parameters = dict(parameter.split("=", 1) for parameter in given)
    method = parameters.get("method", "")
    if method in INVITATIONS:
        # RFC 6047: programs that know invitations act on this alternative; all others offer the file to be opened.
        email.add_alternative(file.content, subtype="calendar", params={"method": method, "component": "VEVENT"})
        email.add_attachment(file.content.encode(), maintype="application", subtype="ics", filename=file.name)
        return
    email.add_attachment(file.content.encode(), maintype=kind, subtype=subtype, filename=file.name, params=parameters)


def make_sender(pool: Pool, settings: Settings) -> Sender:
    """The configured sender: the operator's server, else the stored account, else the built-in mailbox."""
    tokens = BounceTokens(settings.jwt_secret, settings.inbound_address) if settings.inbound_imap_url else None
    if settings.smtp_url:
        return SmtpSender(settings.smtp_url, email_from=settings.email_from, tokens=tokens)
    return StoredAccountSender(pool, settings, tokens)


@asynccontextmanager
async def open_mailer(pool: Pool, settings: Settings, hooks: Hooks | None = None) -> AsyncIterator[Mailer]:
    """The configured mailer, for the duration of the block."""
    name, address = parseaddr(settings.email_from)
    yield Mailer(make_sender(pool, settings), site=name or address, hooks=hooks)
