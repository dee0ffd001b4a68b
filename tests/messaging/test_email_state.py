"""Whether emails leave the instance: without an SMTP server, with one that rejects, and after it recovers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from balai.database.pool import Pool
from balai.jobs.message_delivery import deliver_emails
from balai.messaging.email_sender import Mailer, SmtpSender
from balai.messaging.email_state import EmailMonitor, read_email_state
from balai.messaging.queue import OutgoingMessage, enqueue
from balai.settings import Settings, load_settings

MAIL = OutgoingMessage("signup", "linh@example.org", "vi", {"link": "https://a.example", "code": "123456"})
RETRY_NOW = "update mailbox.queue set next_attempt_at = clock_timestamp() where sent_at is null"


def settings(**values: str) -> Settings:
    return load_settings({f"BALAI_{name.upper()}": value for name, value in values.items()})


@asynccontextmanager
async def refusing_server() -> AsyncIterator[str]:
    """An SMTP server that is not available to any client: 554 as its greeting."""

    async def refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"554 no service\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    async with server:
        yield f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"


@pytest.mark.parametrize(
    ("values", "state"),
    [
        ({}, "off"),
        ({"mailbox": "true"}, "ok"),
        ({"smtp_url": "smtp://127.0.0.1:1"}, "ok"),
        ({"hook_send_email": "https://hooks.example/email"}, "ok"),
    ],
)
async def test_an_instance_without_any_route_is_off(pool: Pool, values: dict[str, str], state: str) -> None:
    async with pool.acquire() as conn:
        assert await read_email_state(conn, settings(**values)) == state
    assert await EmailMonitor(pool, settings(**values)).state() == state


async def test_a_rejecting_server_is_reported_until_an_email_is_sent(pool: Pool) -> None:
    async with refusing_server() as url, pool.acquire() as conn:
        await enqueue(conn, MAIL)
        mailer = Mailer(SmtpSender(url, email_from="Balai <a@example.org>"), site="Balai")
        for attempt in range(2):
            assert await read_email_state(conn, settings(smtp_url=url)) == "ok", attempt
            await conn.execute(RETRY_NOW)
            await deliver_emails(pool, mailer)
        assert await read_email_state(conn, settings(smtp_url=url)) == "failing"
        assert await EmailMonitor(pool, settings(smtp_url=url)).state() == "failing"
        # Another email arrived: the server accepts again, while the first one waits for its retry.
        other = await enqueue(conn, MAIL)
        await conn.execute("update mailbox.queue set sent_at = clock_timestamp() where id = $1", other)
        assert await read_email_state(conn, settings(smtp_url=url)) == "ok"


async def test_codes_that_expired_in_the_queue_count(pool: Pool) -> None:
    async with pool.acquire() as conn:
        id = await enqueue(conn, MAIL)
        await conn.execute(
            "update mailbox.queue set attempts = 9, given_up_at = clock_timestamp(), last_error = $2 where id = $1",
            id,
            "PermanentFailure('expired')",
        )
        assert await read_email_state(conn, settings(smtp_url="smtp://127.0.0.1:1")) == "failing"
