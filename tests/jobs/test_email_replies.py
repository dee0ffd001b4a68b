"""Replies that arrive by email: stored as their authors, once, under the rules of the reply form."""

from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from uuid import UUID

import httpx
import pytest
import structlog

from balai.database.pool import Pool
from balai.jobs.notices.replies import ReplyReceiver, language_of, reply_pattern
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.messaging.inbound.mailbox import ArrivedEmail, MailboxError
from balai.settings import load_settings
from balai.site.pictures.uploads import Uploads
from tests.factories.forum import Community
from tests.factories.members import Member, make_member
from tests.site.conftest import SECRET
from tests.site.pictures.conftest import OpenFetcher, open_fetcher, storage
from tests.site.pictures.hosts import picture

__all__ = ["open_fetcher", "storage"]
SETTINGS = load_settings(
    {
        "BALAI_SITE_URL": "https://site.example",
        "BALAI_EMAIL_FROM": "Site <site@site.example>",
        "BALAI_INBOUND_IMAP_URL": "imap://u:p@127.0.0.1/",
        "BALAI_INBOUND_ADDRESS": "reply@site.example",
        "BALAI_JWT_SECRET": SECRET,
    }
)
LIST = "select author_id, language::text, public.rich_text_plain(body) as text from public.replies order by number"
REFUSALS = "select recipient, content::text from mailbox.queue where kind = 'reply_refused'"


class Mailbox:
    """Emails that wait, and those that were marked as seen."""

    def __init__(self) -> None:
        self.waiting: list[ArrivedEmail] = []
        self.seen: list[str] = []
        self.is_down = False

    async def read_unseen(self) -> list[ArrivedEmail]:
        if self.is_down:
            raise MailboxError("down")
        return [email for email in self.waiting if email.uid not in self.seen]

    async def mark_seen(self, uids: list[str]) -> None:
        if self.is_down:
            raise MailboxError("down")
        self.seen += uids


class Inbox:
    """A receiver with its mailbox."""

    def __init__(self, community: Community, uploads: Uploads | None = None) -> None:
        self.community, self.mailbox = community, Mailbox()
        mailer = Mailer(MailboxSender(community.pool, email_from="site@site.example"), site="Site")
        self.receiver = ReplyReceiver(community.pool, mailer, SETTINGS, uploads)
        self.receiver._mailbox = self.mailbox  # type: ignore[assignment]

    async def send(
        self,
        member: Member,
        text: str,
        *,
        sender: str = "",
        number: int = 1,
        attached: Sequence[bytes] = (),
        files: Mapping[str, bytes] | None = None,
        **headers: str,
    ) -> None:
        link = await self.community.see("select public.notice_link($1, $2)", member.id, self.community.post)
        email = EmailMessage()
        email["From"] = sender or member.email
        email["To"] = reply_pattern(SETTINGS).format(UUID(str(link[0])).hex)
        email["Message-ID"] = f"<{number}@example.org>"
        for name, value in headers.items():
            email[name.replace("_", "-")] = value
        email.set_content(text)
        for file in attached:
            email.add_attachment(file, maintype="image", subtype="png", filename="picture.png")
        for file_name, body in (files or {}).items():
            email.add_attachment(body, maintype="application", subtype="octet-stream", filename=file_name)
        self.mailbox.waiting.append(ArrivedEmail(str(len(self.mailbox.waiting)), email.as_bytes()))
        await self.receiver.receive()

    async def replies(self) -> list[tuple[object, ...]]:
        return [tuple(row) for row in await self.community.pool.fetch(LIST)]


@pytest.fixture
async def inbox(community: Community) -> Inbox:
    return Inbox(community)


async def test_reply_is_stored_as_its_author(inbox: Inbox) -> None:
    hoa = inbox.community.hoa
    await inbox.send(hoa, "Thank you!\nBye\n\nOn Monday 1 Jan, Site <site@site.example> wrote:\n> old")
    assert await inbox.replies() == [(hoa.id, "en", "Thank you!\nBye")]
    # The author of the topic is notified as of any other reply.
    kinds = await inbox.community.pool.fetch("select kind from public.notifications")
    assert [row["kind"] for row in kinds] == ["reply"]
    assert inbox.mailbox.seen == ["0"]


async def test_an_email_is_stored_once(inbox: Inbox) -> None:
    for _ in range(2):
        await inbox.send(inbox.community.hoa, "Thank you!")
    # Killed after the reply was stored, before the email was marked.
    inbox.mailbox.seen.clear()
    await inbox.receiver.receive()
    assert len(await inbox.replies()) == 1
    await inbox.send(inbox.community.hoa, "Thank you!", number=2)
    assert len(await inbox.replies()) == 2


async def test_other_senders_and_programs_post_nothing(inbox: Inbox) -> None:
    hoa = inbox.community.hoa
    stranger = await make_member(inbox.community.pool)
    await inbox.send(hoa, "Hello", sender=stranger.email)
    await inbox.send(hoa, "I am away", number=2, Auto_Submitted="auto-replied")
    await inbox.community.pool.execute("update auth.users set email_confirmed_at = null where id = $1", hoa.id)
    await inbox.send(hoa, "Hello", number=3)
    assert await inbox.replies() == []
    assert await inbox.community.pool.fetch(REFUSALS) == []
    assert len(inbox.mailbox.seen) == 3


@pytest.mark.parametrize(
    "statement",
    [
        "update public.posts set is_locked = true",
        "update auth.users set banned_until = now() + interval '1 day'",
        "update public.posts set deleted_at = now()",
    ],
)
async def test_refused_replies_are_answered(inbox: Inbox, statement: str) -> None:
    await inbox.community.pool.execute(statement)
    await inbox.send(inbox.community.hoa, "Hello")
    assert await inbox.replies() == []
    refusals = await inbox.community.pool.fetch(REFUSALS)
    assert [row["recipient"] for row in refusals] == [inbox.community.hoa.email]
    slug = await inbox.community.pool.fetchval("select slug from public.forums where id = $1", inbox.community.forum)
    assert f'"https://site.example/en/forum/{slug}/post/{inbox.community.post}"' in refusals[0]["content"]
    # Once, also if the email is read again.
    inbox.mailbox.seen.clear()
    await inbox.receiver.receive()
    assert len(await inbox.community.pool.fetch(REFUSALS)) == 1


async def test_quotation_alone_is_no_reply(inbox: Inbox) -> None:
    await inbox.send(inbox.community.hoa, "> old text")
    assert await inbox.replies() == []
    assert len(await inbox.community.pool.fetch(REFUSALS)) == 1


async def test_unreachable_mailbox_is_asked_again_later(inbox: Inbox) -> None:
    inbox.mailbox.is_down = True
    await inbox.send(inbox.community.hoa, "Hello")
    assert not await inbox.receiver.receive()
    inbox.mailbox.is_down = False
    await inbox.receiver.receive()
    assert len(await inbox.replies()) == 1


async def test_an_email_that_cannot_be_read_keeps_no_other_waiting(inbox: Inbox) -> None:
    boundaries = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n" for n in range(200))
    inbox.mailbox.waiting += [ArrivedEmail("a", boundaries.encode()), ArrivedEmail("b", b"To: <\r\n\r\nHello")]
    await inbox.send(inbox.community.hoa, "Thank you!")
    assert len(await inbox.replies()) == 1
    assert len(inbox.mailbox.seen) == 3


async def test_a_refused_reply_leaves_no_text_in_the_log(inbox: Inbox) -> None:
    with structlog.testing.capture_logs() as logs:
        await inbox.send(inbox.community.hoa, "private words " * 10_000)
    assert [each["outcome"] for each in logs if "outcome" in each] == ["refused"]
    assert "private words" not in str(logs)


FILL_HOUR = """
insert into storage.objects (bucket_id, name, owner_id)
select 'pictures', $1::text || '/' || n || '.png', $1::text from generate_series(1, 59) as n
"""
PICTURES = """
select o.owner_id, o.name, position(o.name in r.body::text) > 0 as is_shown from storage.objects as o
left join public.replies as r on position(o.name in r.body::text) > 0
where o.metadata is not null order by o.created_at
"""


async def test_pictures_are_uploads_of_the_author_within_their_limit(
    community: Community, pool: Pool, open_fetcher: OpenFetcher
) -> None:
    hoa = community.hoa
    files = [picture(size=(20 + n, 20)) for n in range(3)]
    async with open_fetcher(lambda _: httpx.Response(404)) as fetcher:
        inbox = Inbox(community, fetcher.uploads)
        # One below the hour's limit: the first picture is stored, the text stays without the others.
        await pool.execute(FILL_HOUR, str(hoa.id))
        await inbox.send(hoa, "The view from the bridge", attached=files)
        rows = await pool.fetch(PICTURES)
        assert [(row["owner_id"], row["is_shown"]) for row in rows] == [(str(hoa.id), True)]
        assert rows[0]["name"].startswith(f"{hoa.id}/")
        assert [text for _, _, text in await inbox.replies()] == ["The view from the bridge"]
        # Above it a picture alone is no reply: its author gets an email.
        await inbox.send(hoa, "", number=2, attached=files[:1])
        assert len(await inbox.replies()) == 1
        refusals = await pool.fetch(REFUSALS)
        assert [row["recipient"] for row in refusals] == [hoa.email]
        # The limit is that of each member.
        await inbox.send(community.mei, "Mine", number=3, attached=files)
        owners = [row["owner_id"] for row in await pool.fetch(PICTURES)]
        assert owners == [str(hoa.id)] + [str(community.mei.id)] * 3


FILES = """
select block -> 'attrs' ->> 'name' as name, (block -> 'attrs' ->> 'size')::int as size, o.owner_id,
  o.metadata ->> 'mimetype' as type, o.name like o.owner_id || '/%/don.pdf' as has_key
from public.replies as r, jsonb_path_query(r.body, '$.content[*] ? (@.type == "file")') as block
join storage.objects as o on o.bucket_id = 'text-files'
  and block -> 'attrs' ->> 'src' = '/storage/v1/object/authenticated/text-files/' || o.name
"""


async def test_files_are_blocks_of_the_reply_and_its_author_hears_of_others(
    community: Community, open_fetcher: OpenFetcher
) -> None:
    hoa, pool = community.hoa, community.pool
    async with open_fetcher(lambda _: httpx.Response(404)) as fetcher:
        inbox = Inbox(community, fetcher.uploads)
        files = {"Đơn.pdf": b"%PDF-1.7", "run.exe": b"MZ", "../note?.zip": b"PK", "empty.pdf": b""}
        await inbox.send(hoa, "The form", files=files)
    assert [tuple(row) for row in await pool.fetch(FILES)] == [("Đơn.pdf", 8, str(hoa.id), "application/pdf", True)]
    (told,) = await pool.fetch("select recipient, content::text from mailbox.queue where kind = 'attachments_refused'")
    assert told["recipient"] == hoa.email
    assert "run.exe, .. note .zip" in told["content"]


@pytest.mark.parametrize(
    ("text", "own", "topic", "expected"),
    [
        ("谢谢", "en", "en", "zh"),
        ("Cảm ơn bạn", "en", "en", "vi"),
        ("Terima kasih", "ms", "zh", "ms"),
        ("Thanks", "ms", "en", "en"),
        ("Thanks", "zh", "vi", "en"),
    ],
)
def test_language_follows_the_script(text: str, own: str, topic: str, expected: str) -> None:
    assert language_of(text, own, topic) == expected
