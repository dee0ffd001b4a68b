"""A guest asks for new articles on a phone, confirms by email, gets the article of an editor, and ends it."""

import re
import uuid
from collections.abc import Iterator
from email.message import EmailMessage
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.factories.blog import rich, words
from tests.jobs.conftest import SmtpServer
from tests.journeys.conftest import PHONE, Site, Visit, wait_for
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_email_reply import outbox as outbox
from tests.journeys.test_email_reply import text_of
from tests.journeys.test_forum import make_administrator
from tests.journeys.texts import words_in
from tests.support.program import running_program

LAN = "lan@example.org"


@pytest.fixture(scope="module")
def site(postgres: str, outbox: tuple[SmtpServer, str]) -> Iterator[Site]:
    """A site that sends emails."""
    settings = {"BALAI_SMTP_URL": outbox[1], "BALAI_EMAIL_FROM": "Site <site@site.example>"}
    with running_program(postgres, **settings) as (url, database_url):
        yield Site(url, database_url)


def path_in(email: EmailMessage, pattern: str) -> str:
    """The path of the link in an email."""
    found = re.search(rf"https?://\S*{pattern}\S*", text_of(email))
    assert found
    address = urlsplit(found[0])
    return f"{address.path}?{address.query}"


def test_guest_subscribes_gets_an_article_and_unsubscribes(
    site: Site, visit: Visit, outbox: tuple[SmtpServer, str]
) -> None:
    say, received = words_in("vi"), outbox[0].received
    guest = visit("/vi/blog", viewport=PHONE)
    guest.get_by_role("link", name=say("blog.byEmail")).click()
    expect(guest.get_by_role("heading", level=1, name=say("newsletter.title"))).to_be_visible()
    assert_accessible(guest)
    guest.get_by_role("button", name=say("newsletter.send")).click()
    expect(guest.get_by_text(say("signin.emailMissing"))).to_be_visible()
    guest.get_by_label(say("newsletter.email")).fill(LAN)
    expect(guest.get_by_label(say("newsletter.language"))).to_have_value("vi")
    guest.get_by_role("button", name=say("newsletter.send")).click()
    expect(guest.get_by_text(say("newsletter.sent", address=LAN))).to_be_visible()
    assert guest.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    (request,) = wait_for(lambda: [email for email in received if email["To"] == LAN], "the email")
    assert request["Content-Language"] == "vi"
    guest.goto(site.url + path_in(request, "newsletter"))
    guest.get_by_role("button", name=say("newsletter.confirm")).click()
    expect(guest.get_by_text(say("newsletter.confirmed"))).to_be_visible()
    assert_accessible(guest)

    ada, title, article = make_administrator(site, "Ada"), f"Phòng khám {uuid.uuid4().hex[:6]}", str(uuid.uuid4())
    texts = {"vi": words(title, body=rich("Mở cửa sáng thứ hai."), status="draft")}
    facts = {"id": article, "source_language": "vi", "status": "draft"}
    saved = site.call(ada, "save_article", article=facts, texts=texts, base_version=0)
    path = f"/vi/blog/{saved['slugs']['vi']}"
    editor = visit(f"{path}/edit", as_=ada, viewport=PHONE)
    editor.get_by_role("radio", name=say("blog.write.when.now")).check()
    choice = editor.get_by_role("checkbox", name=say("blog.write.email.send"))
    expect(choice).not_to_be_checked()
    expect(editor.get_by_text("Tiếng Việt: 1")).to_be_visible()
    choice.check()
    assert_accessible(editor)
    editor.get_by_role("button", name=say("blog.write.save.now")).click()
    expect(editor.get_by_role("heading", level=1, name=title)).to_be_visible()
    (edition,) = wait_for(lambda: [email for email in received if email["Subject"] == title], "the article")
    assert (edition["To"], edition["Content-Language"]) == (LAN, "vi")
    assert "Mở cửa sáng thứ hai." in text_of(edition) and path_in(edition, "/vi/blog/")
    editor.goto(f"{site.url}{path}/edit")
    expect(editor.get_by_text("Đã gửi qua email cho 1 người đăng ký")).to_be_visible()
    assert_accessible(editor)

    guest.goto(f"{site.url}/vi{path_in(edition, '/unsubscribe')}")
    guest.get_by_role("button", name=say("unsubscribe.stop")).click()
    expect(guest.get_by_text(say("unsubscribe.doneGuest"))).to_be_visible()
    expect(guest.get_by_role("link", name=say("newsletter.again"))).to_be_visible()
    assert_accessible(guest)
