"""Invitations to one person: one email or SMS each, in their language, and none that was revoked before."""

import asyncio
from typing import Any

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.jobs.cleanup import clean_up
from balai.jobs.message_delivery import deliver_emails
from balai.jobs.people.invitation_messages import queue_invitations
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.messaging.sms_sender import render_sms
from tests.factories.members import Member, make_member
from tests.jobs.test_booking_emails import make_mailer, queued_messages, settings


@pytest.fixture
async def ada(pool: Pool) -> Member:
    return await make_member(pool, display_name="Ada", is_admin=True)


async def invite(pool: Pool, who: Member, address: str, language: str = "vi") -> Any:
    async with as_role(pool, who.caller, read_only=False) as conn:
        return await conn.fetchrow(
            "insert into public.invitations (language, max_uses, address) values ($2, 1, $1) returning id, token",
            address,
            language,
        )


async def test_an_email_in_the_language_of_the_invitation(pool: Pool, ada: Member) -> None:
    made = await invite(pool, ada, "ben@example.org")
    assert not await queue_invitations(pool, make_mailer(pool), settings())
    await deliver_emails(pool, Mailer(MailboxSender(pool, email_from="site@example.org"), site="Site"), has_site=True)
    [email] = await pool.fetch("select recipient, language, subject, plain, html from mailbox.messages")
    url = f"https://site.example/vi/signup?invite={made['token']}"
    assert (email["recipient"], email["language"]) == ("ben@example.org", "vi")
    assert email["subject"].startswith("Bạn được mời tham gia")
    assert url in email["plain"] and f'href="{url}"' in email["html"]
    # The name of the administrator, whom the recipient may know.
    assert "Ada" in email["plain"] and "Ada" in email["html"]
    # The link leaves the queue with the email.
    assert await pool.fetchval("select content from mailbox.queue") == "{}"


async def test_an_sms_to_a_phone_number(pool: Pool, ada: Member) -> None:
    made = await invite(pool, ada, "+65 8123 4567", "en")
    await queue_invitations(pool, make_mailer(pool), settings())
    [message] = await queued_messages(pool)
    assert (message.channel, message.recipient) == ("sms", "6581234567")
    text = render_sms(message, site="Site")
    assert text == f"You've been invited to Site https://site.example/en/signup?invite={made['token']}"


async def test_each_is_sent_once_by_several_workers(pool: Pool, ada: Member) -> None:
    for number in range(30):
        await invite(pool, ada, f"person-{number}@example.org")
    for _ in range(2):
        await asyncio.gather(*(queue_invitations(pool, make_mailer(pool), settings()) for _ in range(4)))
    recipients = [message.recipient for message in await queued_messages(pool)]
    assert len(recipients) == len(set(recipients)) == 30


async def test_a_worker_that_stops_before_the_commit_sends_none(pool: Pool, ada: Member) -> None:
    class StoppedMailer(Mailer):
        async def queue(self, *_: Any) -> Any:
            raise ConnectionError

    await invite(pool, ada, "ben@example.org")
    stopped = StoppedMailer(MailboxSender(pool, email_from="site@example.org"), site="Site")
    with pytest.raises(ConnectionError):
        await queue_invitations(pool, stopped, settings())
    await queue_invitations(pool, make_mailer(pool), settings())
    assert len(await queued_messages(pool)) == 1


async def test_a_revoked_one_is_sent_once_it_is_valid_again(pool: Pool, ada: Member) -> None:
    made = await invite(pool, ada, "ben@example.org")
    counts = []
    for change in ("now()", "null", "now()", "null"):
        async with as_role(pool, ada.caller, read_only=False) as conn:
            await conn.execute(f"update public.invitations set revoked_at = {change} where id = $1", made["id"])
        await queue_invitations(pool, make_mailer(pool), settings())
        counts.append(len(await queued_messages(pool)))
    assert counts == [0, 1, 1, 1]


async def test_links_are_not_sent(pool: Pool, ada: Member) -> None:
    async with as_role(pool, ada.caller, read_only=False) as conn:
        await conn.execute("insert into public.invitations (language, max_uses) values ('en', 1)")
    await queue_invitations(pool, make_mailer(pool), settings())
    assert await queued_messages(pool) == []


async def test_addresses_are_deleted_a_month_after_the_end(pool: Pool, ada: Member) -> None:
    for address, days in (("old@example.org", 31), ("new@example.org", 29)):
        made = await invite(pool, ada, address)
        await pool.execute(
            """update public.invitations set created_at = now() - interval '90 days',
            expires_at = now() - $2 * interval '1 day' where id = $1""",
            made["id"],
            days,
        )
    await clean_up(pool, has_site=True)
    assert [row["address"] for row in await pool.fetch("select address from public.invitations")] == ["new@example.org"]
