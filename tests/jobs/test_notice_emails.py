"""Notices by email: one for each member after the delay, in their language, once, unless read meanwhile."""

import asyncio
from email.message import EmailMessage
from uuid import UUID

import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.jobs.message_delivery import deliver_emails
from balai.jobs.notices.emails import queue_notice_emails
from balai.jobs.notices.fan_out import tell_watchers
from balai.messaging.email_sender import MailboxSender, Mailer, SmtpSender
from balai.messaging.queue import Contents
from balai.messaging.templates import LANGUAGES, TEMPLATES, fill
from balai.settings import Settings, load_settings
from balai.site.loaders.account.notifications import NoticeKindName
from tests.factories.blog import make_comments
from tests.factories.forum import Community, make_post, make_reply, rich
from tests.factories.members import Member, make_member
from tests.jobs.conftest import SmtpServer

QUEUED = "select recipient, language, content, channel from mailbox.queue where kind = 'news' order by recipient"
REPLY_TO = "reply+{}@site.example"


def settings(delay: int = 0) -> Settings:
    return load_settings({"BALAI_SITE_URL": "https://site.example", "BALAI_NOTICE_DELAY_SECONDS": str(delay)})


def make_mailer(pool: Pool) -> Mailer:
    return Mailer(MailboxSender(pool, email_from="site@example.org"), site="Site")


async def run(pool: Pool, *, delay: int = 0, reply_to: str = "") -> None:
    while await tell_watchers(pool):
        pass
    while await queue_notice_emails(pool, make_mailer(pool), settings(delay), reply_to=reply_to):
        pass


async def recipients(pool: Pool) -> list[str]:
    return [row["recipient"] for row in await pool.fetch(QUEUED)]


async def send_to(pool: Pool, url: str) -> None:
    sender = SmtpSender(url, email_from="Balai <site@site.example>")
    while await deliver_emails(pool, Mailer(sender, site="Balai"), has_site=True):
        pass


async def act(pool: Pool, member: Member, sql: str, *values: object) -> None:
    async with as_role(pool, member.caller, read_only=False) as conn:
        await conn.execute(sql, *values)


def text_of(email: EmailMessage) -> str:
    body = email.get_body(preferencelist=("plain",))
    assert body is not None
    return str(body.get_content())


async def test_replies_of_ten_minutes_are_one_email(community: Community, smtp_server: tuple[SmtpServer, str]) -> None:
    server, url = smtp_server
    for text in ("Try the clinic by the river", "Bring your passport"):
        await make_reply(community.pool, community.post, community.hoa, body=rich(text))
    await run(community.pool, delay=600)
    assert await recipients(community.pool) == []
    await run(community.pool, reply_to=REPLY_TO)
    await run(community.pool, reply_to=REPLY_TO)
    await send_to(community.pool, url)
    (email,) = server.received
    assert email["To"] == community.mei.email
    assert email["Subject"] == "Re: Where do I register?"
    plain = text_of(email)
    assert "Try the clinic by the river" in plain and "Bring your passport" in plain
    assert "Hoa replied to your topic" in plain
    link = await community.pool.fetchval("select id from public.notice_links where post_id is not null")
    assert email["List-Unsubscribe"].strip() == f"<https://site.example/unsubscribe?link={link}>"
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert email["Reply-To"] == REPLY_TO.format(UUID(str(link)).hex)
    assert email["References"] == f"<{community.post}@site.example>"
    assert TEMPLATES["en"].news.reply_hint in plain
    assert f"https://site.example/unsubscribe?link={link}" in plain


async def test_one_reply_reaches_four_members_in_four_languages(
    community: Community, smtp_server: tuple[SmtpServer, str]
) -> None:
    server, url = smtp_server
    await run(community.pool)
    readers = [await make_member(community.pool, language=language) for language in LANGUAGES]
    for reader in readers:
        await act(community.pool, reader, "select public.set_watch('watching', post => $1)", community.post)
    await make_reply(community.pool, community.post, community.mei)
    await run(community.pool)
    # A language that changed after the email was queued counts.
    await act(community.pool, readers[0], "update public.profiles set language = 'vi'")
    await send_to(community.pool, url)
    got = {email["To"]: email for email in server.received}
    for reader, language in zip(readers, ("vi", *LANGUAGES[1:]), strict=True):
        email = got[reader.email]
        assert email["Content-Language"] == language
        assert fill(TEMPLATES[language].news.kinds["watched_topic"], {"name": "Mei"}) in text_of(email)
        assert f"/{language}/forum/life/post/" in text_of(email)
    assert len(got) == 4


async def test_what_was_read_meanwhile_is_not_sent(community: Community) -> None:
    await make_reply(community.pool, community.post, community.hoa)
    await act(community.pool, community.mei, "select public.mark_thread_read($1, 1)", community.post)
    await run(community.pool)
    assert await recipients(community.pool) == []
    assert await community.pool.fetchval("select count(*) from public.notice_deliveries") == 0


async def test_what_was_withdrawn_meanwhile_is_not_sent(community: Community) -> None:
    reply = await make_reply(community.pool, community.post, community.hoa)
    await act(community.pool, community.hoa, "select public.delete_reply($1)", reply)
    other = await make_post(community.pool, community.forum, community.mei)
    await make_reply(community.pool, other, community.hoa)
    await community.pool.execute("update public.forums set is_draft = true")
    await run(community.pool)
    assert await recipients(community.pool) == []


async def test_later_replies_are_emailed_although_the_notice_is_unread(community: Community) -> None:
    """A member who reads by email alone never opens the site."""
    for text in ("First answer", "Second answer"):
        await make_reply(community.pool, community.post, community.hoa, body=rich(text))
        await run(community.pool)
    rows = await community.pool.fetch(QUEUED)
    assert len(rows) == 2
    contents = [msgspec.json.decode(row["content"], type=Contents).variables["news"] for row in rows]
    assert sorted("First answer" in content for content in contents) == [False, True]


@pytest.mark.parametrize(
    "statement",
    [
        "update auth.users set email_confirmed_at = null where id = $1",
        "update auth.users set banned_until = now() + interval '1 day' where id = $1",
        "insert into public.notice_settings (member_id, is_unsubscribed) values ($1, true)",
    ],
)
async def test_members_without_a_working_address_get_none(community: Community, statement: str) -> None:
    await make_reply(community.pool, community.post, community.hoa)
    await community.pool.execute(statement, community.mei.id)
    await run(community.pool)
    assert await recipients(community.pool) == []


async def test_quiet_hours_hold_everything_for_one_email(community: Community) -> None:
    quiet = """
    insert into public.notice_settings (member_id, quiet_from, quiet_until)
    select $1, (clock.now - interval '1 hour')::time, (clock.now + interval '1 hour')::time
    from public.profiles as p, lateral (select now() at time zone p.time_zone as now) as clock where p.id = $1
    """
    await community.pool.execute(quiet, community.mei.id)
    for _ in range(2):
        await make_reply(community.pool, community.post, community.hoa)
        await run(community.pool)
    assert await recipients(community.pool) == []
    held = "select bool_and(hold_until > now()) from public.notice_deliveries"
    assert await community.pool.fetchval(held)
    # They are over.
    await community.pool.execute("update public.notice_settings set quiet_from = null, quiet_until = null")
    await community.pool.execute("update public.notice_deliveries set hold_until = now()")
    await run(community.pool)
    assert await recipients(community.pool) == [community.mei.email]


async def test_several_workers_send_one_email(community: Community) -> None:
    for _ in range(3):
        await make_reply(community.pool, community.post, community.hoa)
    mailer = make_mailer(community.pool)
    await asyncio.gather(*(queue_notice_emails(community.pool, mailer, settings()) for _ in range(6)))
    assert await recipients(community.pool) == [community.mei.email]


async def test_worker_that_dies_in_between_loses_and_repeats_nothing(community: Community) -> None:
    class Killed(Exception):
        pass

    class DyingMailer(Mailer):
        async def queue(self, conn: object, message: object) -> UUID:
            await super().queue(conn, message)  # type: ignore[arg-type]
            raise Killed

    await make_reply(community.pool, community.post, community.hoa)
    dying = DyingMailer(MailboxSender(community.pool, email_from="site@example.org"), site="Site")
    with pytest.raises(Killed):
        await queue_notice_emails(community.pool, dying, settings())
    assert await recipients(community.pool) == []
    await run(community.pool)
    assert await recipients(community.pool) == [community.mei.email]


async def test_sms_names_the_number_of_notices(community: Community) -> None:
    await community.pool.execute(
        "update auth.users set phone = '60123456789', phone_confirmed_at = now() where id = $1", community.mei.id
    )
    for channel, is_on in (("email", False), ("sms", True)):
        await act(community.pool, community.mei, "select public.set_notice_choice('reply', $1, $2)", channel, is_on)
    await make_reply(community.pool, community.post, community.hoa)
    await run(community.pool)
    (row,) = await community.pool.fetch(QUEUED)
    assert (row["recipient"], row["channel"]) == ("60123456789", "sms")


async def test_an_hour_passes_between_two_sms(community: Community) -> None:
    await community.pool.execute(
        "update auth.users set phone = '60123456789', phone_confirmed_at = now() where id = $1", community.mei.id
    )
    await act(community.pool, community.mei, "select public.set_notice_choice('reply', 'sms', true)")
    for _ in range(3):
        await make_reply(community.pool, community.post, community.hoa)
        await run(community.pool)
    # Emails are not held back.
    assert sorted(row["channel"] for row in await community.pool.fetch(QUEUED)) == ["mail", "mail", "mail", "sms"]
    await community.pool.execute("update public.notice_settings set sms_at = now() - interval '61 minutes'")
    await community.pool.execute("update public.notice_deliveries set hold_until = now()")
    await run(community.pool)
    await run(community.pool)
    rows = [row for row in await community.pool.fetch(QUEUED) if row["channel"] == "sms"]
    assert [msgspec.json.decode(row["content"], type=Contents).variables["count"] for row in rows] == ["1", "2"]


# The email of a staff message is sent apart, its SMS is not.
@pytest.mark.parametrize("kind", ["role_given", "text_reviewed", "group_invited", "staff_message", "reaction"])
async def test_members_with_a_phone_alone_choose_sms(community: Community, kind: str) -> None:
    await community.pool.execute(
        "update auth.users set email = null, phone = '60123456789', phone_confirmed_at = now() where id = $1",
        community.mei.id,
    )
    queue = "select public.queue_notice($1, $2, $3, $4, path => '/profile')"
    await community.see(queue, kind, community.mei.id, "before", community.ana.id)
    await run(community.pool)
    assert await community.pool.fetch(QUEUED) == []
    await act(community.pool, community.mei, "select public.set_notice_choice($1, 'sms', true)", kind)
    await community.see(queue, kind, community.mei.id, "after", community.ana.id)
    await run(community.pool)
    (row,) = await community.pool.fetch(QUEUED)
    assert (row["recipient"], row["channel"]) == ("60123456789", "sms")


async def test_every_kind_has_its_texts(pool: Pool) -> None:
    kinds = {row[0] for row in await pool.fetch("select kind from public.notice_kinds")}
    assert set(NoticeKindName.__args__) == kinds
    for language in LANGUAGES:
        assert set(TEMPLATES[language].news.kinds) == kinds | {"topic", "new_topic"}


async def test_texts_of_confidential_areas_stay_out_of_emails(community: Community) -> None:
    await make_reply(community.pool, community.post, community.hoa, body=rich("Nobody outside may read this."))
    await community.pool.execute(
        "update public.forums set is_restricted = true, is_confidential = true where id = $1", community.forum
    )
    await community.pool.execute(
        "insert into public.area_rights (forum_id, group_id, rights) values ($1, $2, '{see,reply}')",
        community.forum,
        UUID(int=1),
    )
    await run(community.pool)
    sent = [str(row["content"]) for row in await community.pool.fetch(QUEUED)]
    assert sent, "The members of the area are told"
    for content in sent:
        assert "Nobody outside" not in content
        assert "Where do I register?" not in content
        assert "Daily life" in content or "日常生活" in content or "Đời sống" in content


@pytest.mark.parametrize("is_comment", [False, True])
@pytest.mark.parametrize("marked", ["post", "reply", "area"])
async def test_email_that_waits_leaves_without_what_was_marked(
    community: Community, smtp_server: tuple[SmtpServer, str], marked: str, *, is_comment: bool
) -> None:
    server, url = smtp_server
    if is_comment:
        await make_comments(community.pool, community.ana, community.post)
    reply = await make_reply(community.pool, community.post, community.hoa, body=rich("By the old harbour"))
    await run(community.pool, reply_to=REPLY_TO)
    queued = msgspec.json.decode((await community.pool.fetch(QUEUED))[0]["content"], type=Contents)
    assert "old harbour" in queued.variables["news"]
    if marked == "area":
        await act(community.pool, community.ana, "select public.set_area_marks($1, '{mail}')", community.forum)
    else:
        author, thing = (community.mei, community.post) if marked == "post" else (community.hoa, reply)
        await act(community.pool, author, f"select public.set_marks('{{mail}}', {marked} => $1)", thing)
    await send_to(community.pool, url)
    (email,) = server.received
    assert "old harbour" not in text_of(email)
    assert ("Where do I register?" in email.as_string()) == (marked == "reply")
    path = "/en/blog/three-things" if is_comment else f"/forum/life/post/{community.post}"
    assert f"{path}?reply=1#reply-1" in text_of(email)


async def test_report_of_a_marked_topic_names_no_title_in_emails(community: Community) -> None:
    await act(
        community.pool,
        community.hoa,
        "insert into public.reports (post_id, reason) values ($1, 'spam')",
        community.post,
    )
    await act(community.pool, community.mei, "select public.set_marks('{mail}', post => $1)", community.post)
    await run(community.pool)
    queued = await community.pool.fetch(QUEUED)
    assert queued
    assert all("Where do I register?" not in row["content"] for row in queued)


async def test_marked_texts_stay_out_of_emails(community: Community, smtp_server: tuple[SmtpServer, str]) -> None:
    server, url = smtp_server
    await act(community.pool, community.mei, "select public.set_marks('{mail}', post => $1)", community.post)
    await make_reply(community.pool, community.post, community.hoa, body=rich("By the old harbour"))
    await run(community.pool, reply_to=REPLY_TO)
    await send_to(community.pool, url)
    (email,) = server.received
    assert "Hoa" in email["Subject"]
    assert "Where do I register?" not in email.as_string()
    assert "old harbour" not in text_of(email)
    assert f"/forum/life/post/{community.post}" in text_of(email)
