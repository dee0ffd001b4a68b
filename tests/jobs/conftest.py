"""A real local SMTP server for the jobs, which can be set to reject messages."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from balai.database.pool import Pool, open_pool
from tests.factories.forum import community as community
from tests.support.program import free_port


class SmtpServer:
    """The received messages, and the responses of the server."""

    def __init__(self) -> None:
        self.received: list[EmailMessage] = []
        self.responses: list[str] = []
        self.unknown_recipients: set[str] = set()
        # Its answers to recipients; and the only envelope sender that it takes, if any.
        self.refusals: dict[str, str] = {}
        self.only_sender = ""
        self.senders: list[str | None] = []
        # After this many, emails get no answer until it is None, and are not accepted then.
        self.accepts: int | None = None

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if address in self.unknown_recipients:
            return "550 no such person"
        if address in self.refusals:
            return self.refusals[address]
        if self.only_sender and envelope.mail_from != self.only_sender:
            return "553 5.7.1 Sender address rejected: not owned by user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        if self.accepts is not None and len(self.received) >= self.accepts:
            while self.accepts is not None:  # noqa: ASYNC110 - another thread sets it
                await asyncio.sleep(0.02)
            return "451 try again later"
        response = self.responses.pop(0) if self.responses else "250 OK"
        if response.startswith("250"):
            parsed: Any = BytesParser(policy=default).parsebytes(envelope.content or b"")
            self.received.append(parsed)
            self.senders.append(envelope.mail_from)
        return response


@pytest.fixture
def smtp_server() -> Iterator[tuple[SmtpServer, str]]:
    """The received messages, and the smtp:// URL of the server."""
    server = SmtpServer()
    port = free_port()
    controller = Controller(server, hostname="127.0.0.1", port=port)
    controller.start()
    yield server, f"smtp://127.0.0.1:{port}"
    controller.stop()


@pytest.fixture
async def message_pool(backend_database: str) -> AsyncIterator[Pool]:
    pool = await open_pool(backend_database, size=10)
    yield pool
    await pool.close()
