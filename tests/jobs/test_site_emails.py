"""The site's data in emails: the recipient's name, preset and accent colour."""

from uuid import UUID

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.jobs.message_delivery import deliver_emails
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.messaging.queue import OutgoingMessage, enqueue
from balai.tones import tones_of
from tests.factories.members import Member, make_member

READ = "select plain, html from mailbox.messages where recipient = $1"


@pytest.fixture
async def member(pool: Pool) -> Member:
    return await make_member(pool, display_name="Thu Hà", language="vi")


async def sent_to(pool: Pool, recipient: str, user_id: UUID | None) -> tuple[str, str]:
    """The plain text and the HTML of a notice, as delivered."""
    async with as_owner(pool) as conn:
        await enqueue(conn, OutgoingMessage("notice_passkey_added", recipient, "vi", {}, user_id=user_id))
    await deliver_emails(pool, Mailer(MailboxSender(pool, email_from="site@example.org"), site="Site"), has_site=True)
    row = await pool.fetchrow(READ, recipient)
    assert row is not None
    return row["plain"], row["html"]


async def test_members_are_called_by_name(pool: Pool, member: Member) -> None:
    plain, html = await sent_to(pool, member.email, member.id)
    assert plain.startswith("Xin chào Thu Hà,")
    assert "Xin chào Thu Hà," in html


async def test_unconfirmed_addresses_get_no_name(pool: Pool, member: Member) -> None:
    """A name that a sign-up form sends to any address would be an advertisement."""
    await pool.execute("update auth.users set email_confirmed_at = null where id = $1", member.id)
    plain, html = await sent_to(pool, member.email, member.id)
    assert "Thu Hà" not in plain + html


async def test_other_addresses_of_a_member_get_no_name(pool: Pool, member: Member) -> None:
    plain, html = await sent_to(pool, "new@example.org", member.id)
    assert "Thu Hà" not in plain + html


async def test_emails_have_the_appearance_of_the_site(pool: Pool, member: Member) -> None:
    await pool.execute("update public.site_settings set preset = 'senja', accent = '#7a3b12'")
    _, html = await sent_to(pool, member.email, member.id)
    assert tones_of("senja", "#7a3b12").light["shade"] in html
    assert tones_of("teduh").light["shade"] not in html
