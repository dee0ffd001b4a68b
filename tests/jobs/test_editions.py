"""New articles by email: one email for each subscriber however often a worker is killed, and never before a code."""

import asyncio
import signal
from collections import Counter
from email.message import EmailMessage
from uuid import UUID

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.jobs.message_delivery import deliver_editions, deliver_emails
from balai.jobs.notices.editions import queue_confirmations, queue_editions
from balai.messaging.email_sender import Mailer, SmtpSender
from balai.messaging.queue import OutgoingMessage, enqueue
from balai.messaging.templates import LANGUAGES, TEMPLATES
from balai.settings import load_settings
from tests.factories.blog import rich, save_article, words
from tests.factories.members import make_member
from tests.factories.newsletter import confirm, make_guest, request_newsletter, subscribe
from tests.jobs.conftest import SmtpServer
from tests.jobs.test_killed_notice_worker import END_CLAIMS, start, wait_for_second_email

MEMBERS, GUESTS = 9, 3
# Batches of five.
SETTINGS = {"BALAI_SITE_URL": "https://site.example", "BALAI_NEWSLETTER_PER_MINUTE": "30"}
COUNT_SENT = "select count(*) from mailbox.queue where kind = 'edition' and sent_at is not null"
# The next batch at once.
END_PAUSE = "update public.article_editions set next_batch_at = '-infinity'"


async def wait_for_sent(pool: Pool, count: int) -> None:
    async with asyncio.timeout(60):
        while await pool.fetchval(COUNT_SENT) < count:
            await pool.execute(END_PAUSE)
            await pool.execute("select pg_notify('balai_editions', '')")
            await asyncio.sleep(0.1)


def text_of(email: EmailMessage, kind: str = "plain") -> str:
    body = email.get_body(preferencelist=(kind,))
    assert body is not None
    return str(body.get_content())


async def publish(pool: Pool, **changes: str) -> UUID:
    ada = await make_member(pool, is_admin=True)
    texts = {"en": words("Clinic hours", **changes), "vi": words("Giờ khám", body=rich("Mở cửa thứ hai."))}
    return UUID((await save_article(pool, ada, texts, is_emailed=True))["id"])


async def run(pool: Pool, mailer: Mailer) -> None:
    """Queue all batches and send them."""
    settings = load_settings(SETTINGS)
    for _ in range(4):
        await pool.execute(END_PAUSE)
        await queue_editions(pool, mailer, settings)
        while await deliver_editions(pool, mailer):
            pass


@pytest.fixture
def mailer(smtp_server: tuple[SmtpServer, str]) -> Mailer:
    return Mailer(SmtpSender(smtp_server[1], email_from="Site <site@site.example>"), site="Site")


@pytest.mark.parametrize("stop", ["collecting", "between"])
async def test_killed_worker_repeats_and_loses_no_email(
    pool: Pool, database: str, smtp_server: tuple[SmtpServer, str], stop: str
) -> None:
    server, url = smtp_server
    languages = {}
    for number in range(MEMBERS):
        language = LANGUAGES[number % len(LANGUAGES)]
        member = await make_member(pool, language=language)
        await subscribe(pool, member)
        languages[member.email] = language
    for number in range(GUESTS):
        languages[f"guest-{number}@example.org"] = LANGUAGES[number]
        await make_guest(pool, f"guest-{number}@example.org", LANGUAGES[number])
    article = await publish(pool)
    worker = await start(database, url, stop, "edition", **SETTINGS)
    if stop == "collecting":
        await wait_for_second_email(worker)
    else:
        await wait_for_sent(pool, 5)
    worker.send_signal(signal.SIGKILL)
    await worker.wait()
    assert len([email for email in server.received if "Clinic" in str(email)]) < MEMBERS + GUESTS
    await pool.execute(END_CLAIMS)
    second = await start(database, url, "never", **SETTINGS)
    try:
        await wait_for_sent(pool, MEMBERS + GUESTS)
    finally:
        second.kill()
        await second.wait()
    titles = {"vi": "Giờ khám"}
    received = {
        email["Message-ID"]: email for email in server.received if email["Subject"] in ("Clinic hours", "Giờ khám")
    }
    assert Counter(email["To"] for email in received.values()) == Counter(languages.keys())
    for email in received.values():
        language = languages[email["To"]]
        assert (email["Content-Language"], email["Subject"]) == (language, titles.get(language, "Clinic hours"))
    edition = await pool.fetchrow("select queued, ended_at from public.article_editions where article_id = $1", article)
    assert edition["queued"] == MEMBERS + GUESTS and edition["ended_at"] is not None


async def test_email_says_the_same_in_both_parts_and_ends_with_one_click(
    pool: Pool, smtp_server: tuple[SmtpServer, str], mailer: Mailer
) -> None:
    await make_guest(pool, "mei@example.org", "ms")
    await publish(pool, summary="New <b>hours</b>.")
    await run(pool, mailer)
    [email] = smtp_server[0].received
    link = await pool.fetchval("select link from public.newsletter_guests")
    assert email["List-Unsubscribe"].strip() == f"<https://site.example/unsubscribe?link={link}>"
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    plain, html = text_of(email), text_of(email, "html")
    for text in ("Clinic hours", "Words", "https://site.example/ms/blog/clinic-hours", f"/unsubscribe?link={link}"):
        assert text in plain and text in html
    assert "New <b>hours</b>." in plain and "New &lt;b&gt;hours&lt;/b&gt;." in html
    # Nothing in it is loaded, and every link is what it says.
    assert "<img" not in html and "background:url" not in html
    assert TEMPLATES["ms"].news.settings not in plain, "a guest has no settings"
    assert await pool.fetchval("select public.use_notice_link($1, false)", link)
    assert await pool.fetchval("select count(*) from mailbox.queue where recipient = 'mei@example.org'") == 0


async def test_the_link_of_a_request_is_emailed_once(
    pool: Pool, smtp_server: tuple[SmtpServer, str], mailer: Mailer
) -> None:
    link = await request_newsletter(pool, "mei@example.org", "zh")
    for _ in range(2):
        await queue_confirmations(pool, mailer, load_settings(SETTINGS))
        await deliver_emails(pool, mailer, has_site=True)
    [email] = smtp_server[0].received
    assert f"https://site.example/zh/newsletter?link={link}" in text_of(email)
    assert email["Content-Language"] == "zh" and "48" in text_of(email)
    assert await confirm(pool, link)


async def test_codes_do_not_wait_for_an_edition(
    pool: Pool, smtp_server: tuple[SmtpServer, str], mailer: Mailer
) -> None:
    async with as_owner(pool) as connection:
        for number in range(30):
            await enqueue(connection, OutgoingMessage("edition", f"{number}@example.org", "en", {"news": "{}"}))
        await enqueue(connection, OutgoingMessage("reauthentication", "mei@example.org", "en", {"code": "123456"}))
    assert not await deliver_emails(pool, mailer, has_site=True)
    assert [email["To"] for email in smtp_server[0].received] == ["mei@example.org"]


async def test_an_edition_leaves_half_of_the_daily_limit_and_waits_for_the_rest(
    pool: Pool, smtp_server: tuple[SmtpServer, str], mailer: Mailer
) -> None:
    for number in range(12):
        await make_guest(pool, f"{number}@example.org")
    await publish(pool)
    settings = load_settings(SETTINGS)
    for _ in range(6):
        await pool.execute(END_PAUSE)
        await queue_editions(pool, mailer, settings)
        await deliver_editions(pool, mailer, limits={"mail": 6})
    assert len(smtp_server[0].received) == 3
    waiting = await pool.fetchval("select count(*) from mailbox.queue where kind = 'edition' and sent_at is null")
    assert waiting < 12 - 3, "no further batch is queued while emails wait"


async def test_a_stopped_edition_sends_nothing_more(
    pool: Pool, smtp_server: tuple[SmtpServer, str], mailer: Mailer
) -> None:
    for number in range(8):
        await make_guest(pool, f"{number}@example.org")
    article = await publish(pool)
    settings = load_settings(SETTINGS)
    await queue_editions(pool, mailer, settings)
    await deliver_editions(pool, mailer)
    await pool.execute(END_PAUSE)
    await queue_editions(pool, mailer, settings)
    ada = await make_member(pool, is_admin=True)
    async with as_role(pool, ada.caller, read_only=False) as connection:
        assert await connection.fetchval("select public.stop_edition($1)", article) == 3
        edition = await connection.fetchrow("select * from public.edition_of($1)", article)
    assert (edition["sent"], edition["waiting"]) == (5, 0) and edition["stopped_at"] is not None
    await run(pool, mailer)
    assert len(smtp_server[0].received) == 5


async def test_a_member_who_ends_it_gets_no_waiting_email(
    pool: Pool, smtp_server: tuple[SmtpServer, str], mailer: Mailer
) -> None:
    member = await make_member(pool)
    await subscribe(pool, member)
    await publish(pool)
    await queue_editions(pool, mailer, load_settings(SETTINGS))
    await subscribe(pool, member, is_on=False)
    await deliver_editions(pool, mailer)
    assert smtp_server[0].received == []
