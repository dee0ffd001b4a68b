"""A mentioned member gets one email in their language, answers it by email, and sees the answer in the thread."""

import re
from collections.abc import Iterator
from email.message import EmailMessage

import pytest
from aiosmtpd.controller import Controller
from playwright.sync_api import expect

from tests.jobs.conftest import SmtpServer
from tests.journeys.conftest import Person, Site, Visit, wait_for
from tests.journeys.live import wait_until, wait_until_followed
from tests.journeys.test_forum import Forum, button, reply_at, run_sql, write_reply
from tests.journeys.test_forum import forum as forum
from tests.journeys.texts import words_in
from tests.support.dns_server import DnsServer, running_dns_server
from tests.support.imap_server import ImapServer, running_imap_server
from tests.support.program import free_port, running_program

PDF = b"%PDF-1.7 a form"
# The mailbox is read every 20 seconds.
READING_MS = 60_000
QUEUE = """
insert into mailbox.queue (kind, recipient, language, content)
values ('message', $1, 'vi', '{"variables": {"name": "A", "email": "a@example.org", "body": "B", "url": "https://c.example"}}')
"""
SCORE = "select coalesce(max(score), 0) from public.email_bounces where member_id = $1"


@pytest.fixture(scope="module")
def outbox() -> Iterator[tuple[SmtpServer, str]]:
    """The emails of the site."""
    server, port = SmtpServer(), free_port()
    controller = Controller(server, hostname="127.0.0.1", port=port)
    controller.start()
    yield server, f"smtp://127.0.0.1:{port}"
    controller.stop()


@pytest.fixture(scope="module")
def inbox() -> Iterator[ImapServer]:
    """The mailbox that answers arrive in."""
    with running_imap_server("replies", "secret") as server:
        yield server


@pytest.fixture(scope="module")
def name_server() -> Iterator[DnsServer]:
    """The resolver of the checks."""
    with running_dns_server() as server:
        yield server


@pytest.fixture(scope="module")
def site(postgres: str, outbox: tuple[SmtpServer, str], inbox: ImapServer, name_server: DnsServer) -> Iterator[Site]:
    """A site that sends and receives emails, with a delay of three seconds instead of ten minutes."""
    settings = {
        "BALAI_SMTP_URL": outbox[1],
        "BALAI_EMAIL_FROM": "Site <site@site.example>",
        "BALAI_INBOUND_IMAP_URL": f"imap://replies:secret@127.0.0.1:{inbox.port}/INBOX",
        "BALAI_INBOUND_ADDRESS": "reply@site.example",
        "BALAI_NOTICE_DELAY_SECONDS": "3",
        "BALAI_DNS_SERVER": name_server.address,
    }
    with running_program(postgres, **settings) as (url, database_url):
        site = Site(url, database_url)
        # Members are found to mention them.
        run_sql(site, "update public.site_settings set has_directory = true")
        yield site


def text_of(email: EmailMessage) -> str:
    body = email.get_body(preferencelist=("plain",))
    assert body is not None
    return str(body.get_content())


def answer(email: EmailMessage, person: Person, text: str) -> bytes:
    """A reply as an email program sends it: the answer above the quoted email."""
    quoted = "".join(f"> {line}\n" for line in text_of(email).splitlines())
    reply = EmailMessage()
    reply["From"], reply["To"] = f"{person.display_name} <{person.email}>", email["Reply-To"]
    reply["Subject"], reply["Message-ID"] = f"Re: {email['Subject']}", "<answer-1@example.org>"
    reply["In-Reply-To"] = email["Message-ID"]
    reply.set_content(f"{text}\n\nVào Th 2, Site <site@site.example> đã viết:\n{quoted}")
    for name, body in (("Đơn.pdf", PDF), ("run.exe", b"MZ")):
        reply.add_attachment(body, maintype="application", subtype="octet-stream", filename=name)
    return reply.as_bytes()


def test_mention_is_emailed_once_and_answered_by_email(
    site: Site, visit: Visit, forum: Forum, outbox: tuple[SmtpServer, str], inbox: ImapServer
) -> None:
    hoa = site.make_member("Hoa Email", language="vi")
    writer = visit(forum.path("zh"), as_=site.make_member("林美"))
    say = words_in("zh")
    write_reply(writer, say, "您知道吗 ")
    expect(writer.get_by_role("toolbar", name=say("editor.toolbar"))).to_be_visible()
    writer.keyboard.type("@Hoa")
    writer.get_by_role("listbox", name=say("editor.mention.title")).get_by_role("option", name="Hoa Email").click()
    writer.keyboard.type("周末开门吗")
    button(writer, say("forum.reply.send")).click()
    expect(reply_at(writer, 1)).to_contain_text("@Hoa Email")

    received = outbox[0].received
    wait_for(lambda: [email for email in received if email["To"] == hoa.email], "the email")
    (email,) = [email for email in received if email["To"] == hoa.email]
    assert email["Content-Language"] == "vi"
    plain = text_of(email)
    assert "林美 đã nhắc đến bạn" in plain and "周末开门吗" in plain, plain
    assert re.fullmatch(r"reply\+[0-9a-f]{32}@site\.example", email["Reply-To"])

    wait_until_followed(site, writer, "replies")
    inbox.emails.append(answer(email, hoa, "Có, sáng thứ bảy nhé.").replace(b"\n", b"\r\n"))
    # The open page of the other member follows the thread.
    shown = writer.get_by_text("Có, sáng thứ bảy nhé.")
    expect(shown).to_be_visible(timeout=READING_MS)
    expect(reply_at(writer, 2)).not_to_contain_text("đã viết")
    own = visit(forum.path("vi"), as_=hoa)
    expect(reply_at(own, 2)).to_contain_text("Có, sáng thứ bảy nhé.")
    expect(reply_at(own, 2)).to_contain_text("Hoa Email")
    # An attached file is as readable as the reply; an email names the one that is left out.
    file = reply_at(own, 2).get_by_role("link", name="Đơn.pdf")
    with own.expect_download() as download:
        file.click()
    assert (download.value.suggested_filename, download.value.path().read_bytes()) == ("Đơn.pdf", PDF)
    wait_for(lambda: inbox.seen == {1}, "the mark of the email")
    emails = wait_for(lambda: [text_of(one) for one in received if one["To"] == hoa.email][1:], "the second email")
    assert len(emails) == 1 and "run.exe" in emails[0] and "Đơn.pdf" not in emails[0]


def refuse_twice(site: Site, outbox: tuple[SmtpServer, str], person: Person) -> None:
    """The person's own server refuses two emails of the site."""
    outbox[0].refusals[person.email] = "550 5.1.1 unknown user"
    for _ in range(2):
        run_sql(site, QUEUE, person.email)
    wait_until(site, 4, SCORE, person.id)


def test_emails_that_come_back_stop_until_the_member_or_staff_let_them_go(
    site: Site, visit: Visit, outbox: tuple[SmtpServer, str], name_server: DnsServer
) -> None:
    name_server.records["site.example", "TXT"] = ['"v=spf1 mx -all"', '"v=spf1 -all"']
    lan, boss = site.make_member("Lan", language="vi"), site.make_member("林美", language="zh")
    run_sql(site, "insert into public.administrators (user_id) values ($1)", boss.id)
    refuse_twice(site, outbox, lan)
    say = words_in("vi")
    page = visit("/vi/notifications/settings", as_=lan, dark=True)
    banner = page.get_by_text(say("profile.bounce.title", email=lan.email))
    expect(banner).to_be_visible()
    expect(page.get_by_text(say("profile.bounce.reason.unknown"))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    button(page, say("profile.bounce.retry")).click()
    expect(banner).to_be_hidden()

    refuse_twice(site, outbox, lan)
    say = words_in("zh")
    page = visit(f"/zh/admin/members/{lan.id}", as_=boss)
    staff = page.get_by_role("region", name=say("admin.member.bounce.title"))
    expect(staff).to_contain_text(say("admin.member.bounce.stopped"))
    button(staff, say("admin.member.bounce.reset")).click()
    expect(staff).to_be_hidden()
    page.goto(f"{site.url}/zh/admin/email")
    checks = page.get_by_role("region", name=say("admin.email.checks.title"))
    button(checks, say("admin.email.checks.run")).click()
    expect(checks).to_contain_text(say("admin.email.found.spf_many", about="site.example"))
    expect(checks).to_contain_text("v=DMARC1; p=none; rua=mailto:site@site.example")
    expect(checks).to_contain_text(say("admin.email.checks.probe.waiting"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
