"""Queued messages reach a real mail server once, whatever the server or the worker does."""

import asyncio
import ssl
from itertools import accumulate
from pathlib import Path

import msgspec
import pytest
from aiosmtpd.controller import Controller

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.jobs.message_delivery import BATCH, MAX_ATTEMPTS, backoff_after, deliver_emails
from balai.messaging.email_sender import Mailer, SmtpSender
from balai.messaging.queue import Attachment, OutgoingMessage, enqueue
from balai.messaging.templates import LANGUAGES, TEMPLATES
from tests.jobs.conftest import SmtpServer
from tests.support.program import free_port

GIVEN_UP = "select array_agg(recipient) from mailbox.queue where given_up_at is not null"
MAKE_DUE = "update mailbox.queue set next_attempt_at = now() where sent_at is null"


def message(to: str = "mei@example.org", **variables: str) -> OutgoingMessage:
    return OutgoingMessage(
        "signup", to, "vi", {"url": "http://site.example/vi/signin?token_hash=abc", "code": "012345", **variables}
    )


async def queue(pool: Pool, *messages: OutgoingMessage) -> None:
    async with as_owner(pool) as conn:
        for message in messages:
            await enqueue(conn, message)


@pytest.fixture
def mailer(smtp_server: tuple[SmtpServer, str]) -> Mailer:
    return Mailer(SmtpSender(smtp_server[1], email_from="Hội quán <site@example.org>"), site="Hội quán")


async def test_email_arrives_in_its_language(
    message_pool: Pool, smtp_server: tuple[SmtpServer, str], mailer: Mailer
) -> None:
    await queue(message_pool, message())
    await deliver_emails(message_pool, mailer)
    [email] = smtp_server[0].received
    assert email["To"] == "mei@example.org"
    assert email["From"] == "Hội quán <site@example.org>"
    assert email["Subject"] == "Xác nhận địa chỉ email của bạn"
    assert email["Message-ID"].endswith("@example.org>")
    plain = email.get_body(("plain",))
    html = email.get_body(("html",))
    assert plain is not None
    assert html is not None
    assert "http://site.example/vi/signin?token_hash=abc" in plain.get_content()
    assert "012345" in plain.get_content()
    assert 'href="http://site.example/vi/signin?token_hash=abc"' in html.get_content()
    # Codes that open an account are deleted from the queue.
    assert await message_pool.fetchval("select content::text from mailbox.queue") == "{}"


async def test_the_logo_is_a_part_of_the_email(
    message_pool: Pool, smtp_server: tuple[SmtpServer, str], mailer: Mailer
) -> None:
    async def logo() -> bytes:
        return b"\x89PNG of the site"

    mailer.logo = logo
    invitation = Attachment("booking.ics", "text/calendar; method=REQUEST", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
    await queue(message_pool, msgspec.structs.replace(message(), attachments=(invitation,)))
    await deliver_emails(message_pool, mailer)
    [email] = smtp_server[0].received
    assert [part.get_content_type() for part in email.walk()] == [
        *("multipart/mixed", "multipart/alternative", "text/plain"),
        *("multipart/related", "text/html", "image/png", "text/calendar", "application/ics"),
    ]
    html = email.get_body(("html",))
    [picture] = [part for part in email.walk() if part.get_content_type() == "image/png"]
    assert html is not None
    assert f"cid:{picture['Content-ID'].strip('<>')}" in html.get_content()
    assert (picture.get_content_disposition(), picture.get_content()) == ("inline", await logo())


@pytest.mark.parametrize("hangs", [False, True])
async def test_an_email_leaves_without_a_logo_that_cannot_be_read(
    message_pool: Pool,
    smtp_server: tuple[SmtpServer, str],
    mailer: Mailer,
    monkeypatch: pytest.MonkeyPatch,
    *,
    hangs: bool,
) -> None:
    async def logo() -> bytes:
        if hangs:
            await asyncio.Event().wait()
        raise OSError("cannot identify image file")

    monkeypatch.setattr("balai.messaging.email_sender.LOGO_TIMEOUT_S", 0.05)
    mailer.logo = logo
    await queue(message_pool, message())
    await deliver_emails(message_pool, mailer)
    [email] = smtp_server[0].received
    html = email.get_body(("html",))
    assert html is not None and "cid:" not in html.get_content()


async def test_one_action_notifies_four_members_in_four_languages(
    message_pool: Pool, smtp_server: tuple[SmtpServer, str], mailer: Mailer
) -> None:
    """Each recipient gets their own language, as it is at the moment of sending."""
    people = {language: f"{language}@example.org" for language in LANGUAGES}
    add = "insert into auth.users (email, raw_user_meta_data) values ($1, $2) returning id"
    ids = {to: await message_pool.fetchval(add, to, f'{{"language": "{language}"}}') for language, to in people.items()}
    messages = [OutgoingMessage("notice_factor_removed", to, "en", {}, user_id=ids[to]) for to in people.values()]
    async with as_owner(message_pool) as conn:
        for message in messages:
            await enqueue(conn, message)
    await deliver_emails(message_pool, mailer)
    sent = {email["To"]: (email["Content-Language"], email["Subject"]) for email in smtp_server[0].received}
    assert sent == {
        to: (language, TEMPLATES[language].emails["notice_factor_removed"].subject) for language, to in people.items()
    }
    assert len({subject for _, subject in sent.values()}) == 4


async def test_calendar_file_is_attached(
    message_pool: Pool, smtp_server: tuple[SmtpServer, str], mailer: Mailer
) -> None:
    file = Attachment("booking.ics", "text/calendar; method=PUBLISH; charset=utf-8", "BEGIN:VCALENDAR\r\n")
    variables = {"service": "Legal advice", "when": "Monday", "url": "http://site.example/en/book/view/1"}
    await queue(message_pool, OutgoingMessage("booking_confirmed", "mei@example.org", "en", variables, (file,)))
    await deliver_emails(message_pool, mailer)
    [attachment] = list(smtp_server[0].received[0].iter_attachments())
    assert attachment.get_content_type() == "text/calendar"
    assert attachment.get_param("method") == "PUBLISH"
    assert attachment.get_filename() == "booking.ics"
    assert "BEGIN:VCALENDAR" in attachment.get_content()


async def test_text_with_an_escaped_nul_is_preserved(
    message_pool: Pool, smtp_server: tuple[SmtpServer, str], mailer: Mailer
) -> None:
    """A replacement of the NUL escape broke the JSON and rolled back the transaction that queued the message."""
    variables = {
        "sender": "Ben <ben@example.org>",
        "message": "C:\\u0000\\u0000\0 and so on \\u0000",
        "url": "http://site.example",
    }
    await queue(message_pool, OutgoingMessage("message", "mei@example.org", "en", variables))
    await deliver_emails(message_pool, mailer)
    plain = smtp_server[0].received[0].get_body(("plain",))
    assert plain is not None
    assert "C:\\u0000\\u0000 and so on \\u0000" in plain.get_content()


async def test_temporarily_rejected_email_is_retried(
    message_pool: Pool, smtp_server: tuple[SmtpServer, str], mailer: Mailer
) -> None:
    server = smtp_server[0]
    server.responses = ["451 try later"]
    await queue(message_pool, message())
    await deliver_emails(message_pool, mailer)
    await deliver_emails(message_pool, mailer)
    assert server.received == []
    row = await message_pool.fetchrow("select attempts, last_error, sent_at from mailbox.queue")
    assert row is not None
    assert row["attempts"] == 1
    assert "451" in row["last_error"]
    await message_pool.execute(MAKE_DUE)
    await deliver_emails(message_pool, mailer)
    assert len(server.received) == 1


async def test_permanently_rejected_email_is_not_retried(
    message_pool: Pool, smtp_server: tuple[SmtpServer, str], mailer: Mailer
) -> None:
    server = smtp_server[0]
    server.responses = ["550 no such person"]
    await queue(message_pool, message())
    await deliver_emails(message_pool, mailer)
    await message_pool.execute(MAKE_DUE)
    await deliver_emails(message_pool, mailer)
    assert server.received == []
    assert await message_pool.fetchval("select given_up_at is not null from mailbox.queue")


async def test_unknown_recipient_is_not_retried(
    message_pool: Pool, smtp_server: tuple[SmtpServer, str], mailer: Mailer
) -> None:
    smtp_server[0].unknown_recipients.add("gone@example.org")
    await queue(message_pool, message("gone@example.org"), message("mei@example.org"))
    await deliver_emails(message_pool, mailer)
    assert [email["To"] for email in smtp_server[0].received] == ["mei@example.org"]
    assert await message_pool.fetchval(GIVEN_UP) == ["gone@example.org"]


async def test_unavailable_server_delays_delivery(message_pool: Pool) -> None:
    mailer = Mailer(SmtpSender(f"smtp://127.0.0.1:{free_port()}", email_from="site@example.org"), site="Site")
    await queue(message_pool, message())
    await deliver_emails(message_pool, mailer)
    assert (
        await message_pool.fetchval("select count(*) from mailbox.queue where sent_at is null and given_up_at is null")
        == 1
    )


async def test_expired_server_certificate_delays_delivery(message_pool: Pool, tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-days", "1"]
    process = await asyncio.create_subprocess_exec(*command, "-keyout", key, "-out", certificate, stderr=-1)
    await process.communicate()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    port = free_port()
    controller = Controller(SmtpServer(), hostname="127.0.0.1", port=port, tls_context=context)
    controller.start()
    await queue(message_pool, message())
    mailer = Mailer(SmtpSender(f"smtp://127.0.0.1:{port}", email_from="site@example.org"), site="Site")
    await deliver_emails(message_pool, mailer)
    controller.stop()
    state = "select last_error, given_up_at, content #>> '{variables,code}' as code from mailbox.queue"
    row = await message_pool.fetchrow(state)
    assert row is not None
    assert "certificate verify failed" in row["last_error"]
    assert (row["given_up_at"], row["code"]) == (None, "012345")


async def test_many_workers_send_each_message_once(
    message_pool: Pool, smtp_server: tuple[SmtpServer, str], mailer: Mailer
) -> None:
    await queue(message_pool, *(message(f"m{number}@example.org") for number in range(BATCH * 4)))
    await asyncio.gather(*(deliver_emails(message_pool, mailer) for _ in range(8)))
    assert len({email["To"] for email in smtp_server[0].received}) == len(smtp_server[0].received) == BATCH * 4


async def test_claim_of_a_dead_worker_is_sent_by_another(
    message_pool: Pool, smtp_server: tuple[SmtpServer, str], mailer: Mailer
) -> None:
    await queue(message_pool, message())
    # The claim of a killed worker counts as an attempt, and is due again when it expires.
    await message_pool.execute("update mailbox.queue set attempts = 1, next_attempt_at = now() + interval '2 minutes'")
    await deliver_emails(message_pool, mailer)
    assert smtp_server[0].received == []
    await message_pool.execute(MAKE_DUE)
    await deliver_emails(message_pool, mailer)
    assert len(smtp_server[0].received) == 1


def test_retry_delays_grow_to_a_maximum() -> None:
    pauses = [backoff_after(attempts).total_seconds() for attempts in range(1, 40)]
    assert pauses == sorted(pauses)
    assert pauses[0] == 15
    assert pauses[-1] == 3 * 3600
    # Deliveries to hooks end after a day: until then there are enough attempts.
    assert sum(total < 24 * 3600 for total in accumulate(pauses)) >= 15
    assert sum(pauses[: MAX_ATTEMPTS - 1]) > 24 * 3600
