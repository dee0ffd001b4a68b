"""Emails that come back: counted once, only with their secret, until those other than of sign-in and security stop."""

import asyncio
from uuid import UUID

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.jobs.message_delivery import MAX_ATTEMPTS, deliver_emails
from balai.jobs.notices.editions import queue_editions
from balai.jobs.notices.replies import ReplyReceiver
from balai.messaging.bounces.tokens import HEADER, BounceTokens
from balai.messaging.email_sender import Mailer, SmtpSender
from balai.messaging.inbound.mailbox import ArrivedEmail
from balai.messaging.queue import NextChannel, OutgoingMessage, enqueue
from balai.settings import load_settings
from tests.factories.members import Member, make_member
from tests.factories.newsletter import make_guest
from tests.jobs.conftest import SmtpServer
from tests.jobs.test_editions import END_PAUSE, publish
from tests.messaging.test_bounces import report
from tests.site.conftest import SECRET

SETTINGS = load_settings(
    {
        "BALAI_SITE_URL": "https://site.example",
        "BALAI_INBOUND_IMAP_URL": "imap://u:p@127.0.0.1/",
        "BALAI_INBOUND_ADDRESS": "reply@site.example",
        "BALAI_JWT_SECRET": SECRET,
    }
)
TOKENS = BounceTokens(SECRET, "reply@site.example")
SCORE = "select coalesce(max(score), 0) from public.email_bounces where member_id = $1"
GUEST_SCORE = "select coalesce(max(score), 0) from public.email_bounces where guest_id is not null"
HARD = "Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 unknown user"
SOFT = "Action: failed\nStatus: 4.2.1\nDiagnostic-Code: smtp; 451 4.2.1 later"
MESSAGE = {"name": "Mei", "email": "visitor@example.org", "body": "Hello", "url": "https://site.example"}


class Mail:
    """Sends emails of the site to a real server, and takes notifications."""

    def __init__(self, pool: Pool, server: SmtpServer, url: str) -> None:
        self.pool, self.server = pool, server
        self.mailer = Mailer(SmtpSender(url, email_from="Site <site@site.example>", tokens=TOKENS), site="Site")
        self.receiver = ReplyReceiver(pool, self.mailer, SETTINGS, None)

    async def send(self, to: str, kind: str = "message", **facts: object) -> UUID:
        """Queue and deliver one email. Returns its id."""
        variables = {"code": "123456", "token_hash": "x", **MESSAGE}
        async with as_owner(self.pool) as conn:
            id = await enqueue(conn, OutgoingMessage(kind, to, "en", variables, **facts))  # type: ignore[arg-type]
        while await deliver_emails(self.pool, self.mailer, has_site=True):
            pass
        return id

    async def notify(self, message: UUID | None, fields: str = HARD, *, to: str = "", returned: str = "") -> None:
        """A server's report about a message arrives in the mailbox."""
        address = to or f"reply+b{TOKENS.make(message)}@site.example" if message else "reply@site.example"
        arrived = [ArrivedEmail("1", report(fields, to=to or address, returned=returned))]

        async def read() -> list[ArrivedEmail]:
            return arrived

        async def mark(_uids: object) -> None:
            arrived.clear()

        self.receiver._mailbox.read_unseen = read  # type: ignore[method-assign]
        self.receiver._mailbox.mark_seen = mark  # type: ignore[method-assign,assignment]
        await self.receiver.receive()
        assert arrived == []

    async def score(self, member: Member) -> int:
        return int(await self.pool.fetchval(SCORE, member.id))


@pytest.fixture
def mail(pool: Pool, smtp_server: tuple[SmtpServer, str]) -> Mail:
    return Mail(pool, *smtp_server)


async def test_emails_other_than_of_sign_in_stop_at_four_points(mail: Mail) -> None:
    mei = await make_member(mail.pool)
    first = await mail.send(mei.email)
    assert mail.server.senders == [f"reply+b{TOKENS.make(first)}@site.example"]
    assert mail.server.received[0][HEADER] == TOKENS.make(first)
    await mail.notify(first)
    await mail.notify(first)
    # Both at once: one counts.
    async with asyncio.TaskGroup() as group:
        second = await mail.send(mei.email)
        for _ in range(4):
            group.create_task(count(mail.pool, second))
    assert await mail.score(mei) == 3
    await mail.send(mei.email)
    assert len(mail.server.received) == 3
    await mail.notify(await mail.send(mei.email), SOFT)
    assert await mail.score(mei) == 4
    withheld = await mail.send(mei.email)
    for kind in ("magiclink", "notice_password_changed"):
        await mail.send(mei.email, kind)
    assert [email["To"] for email in mail.server.received] == [mei.email] * 6
    assert not await mail.pool.fetchval("select exists (select from mailbox.queue where id = $1)", withheld)
    # By the next channel, where there is one.
    follower = NextChannel("sms", "84901234567")
    booking = await mail.send(mei.email, "booking_reminder", next_channels=(follower,))
    assert await mail.pool.fetchval("select replaced_by is not null from mailbox.queue where id = $1", booking)
    await mail.pool.execute("update public.email_bounces set bounced_at = now() - interval '31 days'")
    await mail.send(mei.email)
    assert len(mail.server.received) == 7


async def count(pool: Pool, message: UUID) -> None:
    async with as_owner(pool) as conn:
        await conn.fetchval("select public.record_bounce($1, 1, 'unreachable', '4.2.1')", message)


async def test_forged_notifications_silence_none(mail: Mail) -> None:
    mei, thief = await make_member(mail.pool), await make_member(mail.pool)
    sent = await mail.send(mei.email)
    other = BounceTokens("another secret of another site", "reply@site.example")
    for _ in range(3):
        await mail.notify(None, returned=f"Message-ID: <{sent}@site.example>\nTo: {mei.email}\n")
        await mail.notify(sent, to=f"reply+b{other.make(sent)}@site.example")
        # A true secret of another email counts for its own recipient.
        await mail.notify(await mail.send(thief.email), returned=f"To: {mei.email}\n")
    # An email that has not left cannot have come back.
    async with as_owner(mail.pool) as conn:
        waiting = await enqueue(conn, OutgoingMessage("message", mei.email, "en", MESSAGE))
    await mail.notify(waiting)
    # Nor one that was sent to an address that is not the member's any more.
    await mail.pool.execute("update auth.users set email = 'new@example.org' where id = $1", mei.id)
    await mail.notify(sent)
    assert (await mail.score(mei), await mail.score(thief)) == (0, 4)


async def test_refusals_of_the_server_count_at_once_or_after_the_last_attempt(mail: Mail) -> None:
    gone, late, spam = [await make_member(mail.pool) for _ in range(3)]
    mail.server.refusals = {
        gone.email: "550 5.1.1 unknown user",
        late.email: "450 4.2.1 try later",
        spam.email: "550 5.7.1 your server is on a block list",
    }
    for member in (gone, late, spam):
        await mail.send(member.email)
    assert [await mail.score(member) for member in (gone, late, spam)] == [2, 0, 0]
    await mail.pool.execute(
        "update mailbox.queue set next_attempt_at = now(), attempts = $1 where given_up_at is null", MAX_ATTEMPTS - 1
    )
    await deliver_emails(mail.pool, mail.mailer, has_site=True)
    assert [await mail.score(member) for member in (gone, late, spam)] == [2, 1, 0]


async def test_a_server_that_takes_the_account_alone_gets_it_as_the_sender(mail: Mail) -> None:
    """Many refuse the envelope sender only with the recipient: it is no bounce of the recipient."""
    mei = await make_member(mail.pool)
    mail.server.only_sender = "site@site.example"
    sent = [await mail.send(mei.email) for _ in range(2)]
    assert mail.server.senders == ["site@site.example"] * 2
    assert await mail.score(mei) == 0
    await mail.notify(None, returned=f"{HEADER}: {TOKENS.make(sent[0])}\n")
    assert await mail.score(mei) == 2


async def test_editions_leave_out_guests_whose_emails_notify(mail: Mail) -> None:
    for guest in ("mei@far.example", "lan@far.example"):
        await make_guest(mail.pool, guest)
    for _ in range(2):
        await mail.notify(await mail.send("mei@far.example"))
    assert await mail.pool.fetchval(GUEST_SCORE) == 4
    await publish(mail.pool)
    await mail.pool.execute(END_PAUSE)
    await queue_editions(mail.pool, mail.mailer, SETTINGS)
    waiting = "select array_agg(recipient) from mailbox.queue where kind = 'edition' and sent_at is null"
    assert await mail.pool.fetchval(waiting) == ["lan@far.example"]
    # A guest who confirms the address again gets them again.
    await mail.pool.execute("delete from public.newsletter_requests")
    await make_guest(mail.pool, "mei@far.example")
    assert await mail.pool.fetchval(GUEST_SCORE) == 0
