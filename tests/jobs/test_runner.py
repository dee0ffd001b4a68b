"""The job runner: messages are sent right after commit, a killed worker loses none, a lost connection is reopened."""

import asyncio
import signal
import sys

from balai.database.pool import Pool, open_pool
from balai.database.transaction import as_owner
from balai.jobs.message_delivery import deliver_emails
from balai.jobs.runner import start_jobs
from balai.messaging.email_sender import MailboxSender, Mailer, SmtpSender
from balai.messaging.queue import OutgoingMessage, enqueue
from balai.settings import load_settings
from tests.jobs.conftest import SmtpServer

MESSAGE = OutgoingMessage("signup", "mei@example.org", "en", {"url": "http://site.example/x", "code": "123456"})
KILL_LISTENERS = """
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and query like '%LISTEN%' and pid <> pg_backend_pid()
"""
WORKER = """
import asyncio, sys
from balai.database.pool import open_pool
from balai.jobs.message_delivery import CLAIM_DUE
from datetime import timedelta

async def main():
    pool = await open_pool(sys.argv[1], size=2)
    rows = await pool.fetch(CLAIM_DUE, 10, timedelta(minutes=2), ["mail"], False)
    print(len(rows), flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""

# Sends a message and stops before the delivery is recorded.
SENDER = """
import asyncio, sys
from balai.database.pool import open_pool
from balai.jobs.message_delivery import deliver_emails
from balai.messaging.email_sender import Mailer, SmtpSender

class Stopping(Mailer):
    async def send(self, id, message):
        await super().send(id, message)
        print("sent", flush=True)
        await asyncio.Event().wait()

async def main():
    pool = await open_pool(sys.argv[1], size=2)
    await deliver_emails(pool, Stopping(SmtpSender(sys.argv[2], email_from="site@example.org"), site="Site"))

asyncio.run(main())
"""


async def queue(pool: Pool) -> None:
    async with as_owner(pool) as conn:
        await enqueue(conn, MESSAGE)


async def wait_for_messages(pool: Pool, count: int) -> None:
    async with asyncio.timeout(15):
        while await pool.fetchval("select count(*) from mailbox.messages") < count:  # noqa: ASYNC110 - rows send no event
            await asyncio.sleep(0.02)


async def test_message_is_sent_at_once_and_once_with_many_workers(message_pool: Pool, backend_database: str) -> None:
    mailer = Mailer(MailboxSender(message_pool, email_from="site@example.org"), site="Site")
    settings = load_settings({})
    async with (
        start_jobs(message_pool, backend_database, settings, mailer),
        start_jobs(message_pool, backend_database, settings, mailer),
    ):
        for count in range(1, 6):
            await queue(message_pool)
            await wait_for_messages(message_pool, count)
    assert await message_pool.fetchval("select count(*) from mailbox.messages") == 5
    assert await message_pool.fetchval("select max(attempts) from mailbox.queue") == 1


async def test_lost_connection_is_reopened(message_pool: Pool, backend_database: str) -> None:
    mailer = Mailer(MailboxSender(message_pool, email_from="site@example.org"), site="Site")
    async with start_jobs(message_pool, backend_database, load_settings({}), mailer):
        await queue(message_pool)
        await wait_for_messages(message_pool, 1)
        async with as_owner(message_pool) as conn:
            await conn.execute(KILL_LISTENERS)
        await queue(message_pool)
        await wait_for_messages(message_pool, 2)


async def test_unexpected_error_ends_one_run_only(message_pool: Pool, backend_database: str) -> None:
    mailer = Mailer(MailboxSender(message_pool, email_from="site@example.org"), site="Site")
    async with as_owner(message_pool) as conn:
        await enqueue(conn, MESSAGE)
        await conn.execute("update mailbox.queue set content = '[]'")
    async with start_jobs(message_pool, backend_database, load_settings({}), mailer):
        async with asyncio.timeout(15):
            while not await message_pool.fetchval("select max(attempts) from mailbox.queue"):  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.02)
        await queue(message_pool)
        await wait_for_messages(message_pool, 1)


async def test_claim_of_a_killed_worker_is_sent_by_the_next(
    message_pool: Pool, backend_database: str, smtp_server: tuple[SmtpServer, str]
) -> None:
    await queue(message_pool)
    worker = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WORKER, backend_database, stdout=asyncio.subprocess.PIPE
    )
    assert worker.stdout is not None
    assert await worker.stdout.readline() == b"1\n"
    worker.send_signal(signal.SIGKILL)
    await worker.wait()
    await message_pool.execute("update mailbox.queue set next_attempt_at = now()")
    mailer = Mailer(SmtpSender(smtp_server[1], email_from="site@example.org"), site="Site")
    async with start_jobs(message_pool, backend_database, load_settings({}), mailer), asyncio.timeout(15):
        while not smtp_server[0].received:  # noqa: ASYNC110 - a list of another thread sends no event
            await asyncio.sleep(0.02)
    assert len(smtp_server[0].received) == 1


async def test_message_of_a_killed_worker_is_sent_again_with_the_same_id(
    message_pool: Pool, backend_database: str, smtp_server: tuple[SmtpServer, str]
) -> None:
    """Delivery is at least once; the Message-ID identifies duplicates."""
    await queue(message_pool)
    worker = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SENDER, backend_database, smtp_server[1], stdout=asyncio.subprocess.PIPE
    )
    assert worker.stdout is not None
    assert await worker.stdout.readline() == b"sent\n"
    worker.send_signal(signal.SIGKILL)
    await worker.wait()
    mailer = Mailer(SmtpSender(smtp_server[1], email_from="site@example.org"), site="Site")
    await deliver_emails(message_pool, mailer)
    assert len(smtp_server[0].received) == 1, "it is claimed for two minutes"
    await message_pool.execute("update mailbox.queue set next_attempt_at = now()")
    await deliver_emails(message_pool, mailer)
    await deliver_emails(message_pool, mailer)
    first, second = smtp_server[0].received
    assert first["Message-ID"] == second["Message-ID"]


async def test_all_connections_are_released_at_the_end(backend_database: str) -> None:
    pool = await open_pool(backend_database, size=4)
    mailer = Mailer(MailboxSender(pool, email_from="site@example.org"), site="Site")
    async with start_jobs(pool, backend_database, load_settings({}), mailer):
        await queue(pool)
        await wait_for_messages(pool, 1)
    assert pool.get_idle_size() == pool.get_size()
    await asyncio.wait_for(pool.close(), 5)


async def test_the_jobs_of_the_site_run_only_where_its_tables_exist(backend_database: str, database: str) -> None:
    running = {}
    for url in (backend_database, database):
        pool = await open_pool(url, size=4)
        mailer = Mailer(MailboxSender(pool, email_from="site@example.org"), site="Site")
        async with start_jobs(pool, url, load_settings({}), mailer):
            names = {task.get_name() for task in asyncio.all_tasks()}
        running[url] = {name for name in names if name.startswith("job:")}
        await pool.close()
    assert running[backend_database] == {"job:email", "job:cleanup"}
    assert running[database] > {"job:email", "job:cleanup", "job:booking_emails", "job:account_deletions"}
