"""The mailbox that replies arrive in, over IMAP: unseen emails are read, marked ones never again."""

from collections.abc import Iterator

import pytest

from balai.messaging.inbound.mailbox import ImapMailbox, MailboxError
from tests.support.imap_server import ImapServer, running_imap_server


@pytest.fixture
def server() -> Iterator[ImapServer]:
    with running_imap_server("replies", "secret") as opened:
        yield opened


async def test_unseen_emails_are_read_until_they_are_marked(server: ImapServer) -> None:
    mailbox = ImapMailbox(f"imap://replies:secret@127.0.0.1:{server.port}/INBOX")
    assert await mailbox.read_unseen() == []
    server.emails += [b"Subject: One\r\n\r\n1) {3}\r\n", b"Subject: Two\r\n\r\n"]
    for _ in range(2):
        found = await mailbox.read_unseen()
        assert [(email.uid, email.raw) for email in found] == [("1", server.emails[0]), ("2", server.emails[1])]
    await mailbox.mark_seen(["1"])
    assert [email.uid for email in await mailbox.read_unseen()] == ["2"]


async def test_a_refused_login_and_a_closed_server_are_errors(server: ImapServer) -> None:
    with pytest.raises(MailboxError):
        await ImapMailbox(f"imap://replies:wrong@127.0.0.1:{server.port}/").read_unseen()
    with pytest.raises(MailboxError):
        await ImapMailbox("imap://replies:secret@127.0.0.1:1/").read_unseen()
