"""A worker process is killed with SIGKILL while it emails notices: each member gets one email, in their language."""

import asyncio
import json
import signal
import sys
from collections import Counter

import pytest

from balai.database.pool import Pool
from balai.messaging.templates import LANGUAGES
from tests.factories.forum import Community, make_reply
from tests.factories.members import make_member
from tests.jobs.conftest import SmtpServer

READERS = 12
# All jobs of the site. `collecting`: stop with the second email of the kind in the queue, before the commit.
WORKER = """
import asyncio, json, sys
from balai.database.pool import open_pool
from balai.jobs.runner import start_jobs
from balai.messaging.email_sender import Mailer, SmtpSender
from balai.settings import load_settings

url, smtp, stop, kind, given = sys.argv[1:]

class Collecting(Mailer):
    queued = 0

    async def queue(self, conn, message):
        await super().queue(conn, message)
        self.queued += message.kind.startswith(kind)
        if self.queued == 2:
            print("two", flush=True)
            await asyncio.Event().wait()

async def main():
    pool = await open_pool(url, size=8)
    settings = load_settings(json.loads(given))
    made = Collecting if stop == "collecting" else Mailer
    mailer = made(SmtpSender(smtp, email_from="Site <site@site.example>"), site="Site")
    async with start_jobs(pool, url, settings, mailer):
        await asyncio.Event().wait()

asyncio.run(main())
"""
COUNT_SENT = "select count(*) from mailbox.queue where sent_at is not null"
# A message that the killed worker had claimed is due after two minutes.
END_CLAIMS = "update mailbox.queue set next_attempt_at = now() where sent_at is null"
WATCH = "insert into public.watches (member_id, post_id, level) values ($1, $2, 'watching')"


async def start(url: str, smtp: str, stop: str, kind: str = "", **settings: str) -> asyncio.subprocess.Process:
    given = json.dumps({"BALAI_SITE_URL": "https://site.example", "BALAI_NOTICE_DELAY_SECONDS": "0"} | settings)
    command = (sys.executable, "-c", WORKER, url, smtp, stop, kind, given)
    return await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)


async def wait_for_second_email(worker: asyncio.subprocess.Process) -> None:
    """Wait until a `collecting` worker has queued two emails. Its other jobs may have logged before."""
    assert worker.stdout is not None
    async with asyncio.timeout(60):
        async for printed in worker.stdout:
            if printed == b"two\n":
                return
    raise AssertionError("the worker has ended")


async def wait_for_sent(pool: Pool, count: int) -> None:
    async with asyncio.timeout(60):
        while await pool.fetchval(COUNT_SENT) < count:  # noqa: ASYNC110 - rows send no event
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("stop", ["collecting", "sending"])
async def test_killed_worker_repeats_and_loses_no_notice(
    community: Community, database: str, smtp_server: tuple[SmtpServer, str], stop: str
) -> None:
    pool, (server, url) = community.pool, smtp_server
    # Of the post itself there are no notices: with the reply it would be one email or two.
    await pool.execute("delete from public.notice_fan_outs")
    languages = {}
    for number in range(READERS):
        language = LANGUAGES[number % len(LANGUAGES)]
        reader = await make_member(pool, language=language)
        await pool.execute(WATCH, reader.id, community.post)
        languages[reader.email] = language
    await make_reply(pool, community.post, community.mei)
    # The first batch is ten emails at once: five are accepted, five wait for the server's answer.
    server.accepts = 5

    worker = await start(database, url, stop)
    if stop == "collecting":
        await wait_for_second_email(worker)
    else:
        await wait_for_sent(pool, 5)
    worker.send_signal(signal.SIGKILL)
    await worker.wait()
    assert len(server.received) == (0 if stop == "collecting" else 5)

    server.accepts = None
    await pool.execute(END_CLAIMS)
    second = await start(database, url, "never")
    try:
        await wait_for_sent(pool, READERS)
    finally:
        second.kill()
        await second.wait()
    assert Counter(email["To"] for email in server.received) == Counter(languages.keys())
    assert {email["To"]: email["Content-Language"] for email in server.received} == languages
    assert len({email["Message-ID"] for email in server.received}) == READERS
    assert await pool.fetchval("select count(*) from public.notice_deliveries") == 0
