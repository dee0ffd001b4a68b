"""Pages of one's own in a browser: from a template to readers, and consent at sign-up and at the next sign-in."""

import re
import uuid
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from balai.security.tokens import api_keys
from tests.factories.pages import page_text
from tests.journeys.conftest import ADMINISTRATOR, DESK, PHONE, Person, Site, Visit
from tests.journeys.test_accounts import mailed_link
from tests.journeys.texts import words_in
from tests.support.program import SECRET

SAY = words_in("vi")
ANSWER = "hoi@hang-xom.example"
PASSWORD = "mật khẩu dài"


class Desk:
    """REST as the administrator, and what was published with it."""

    def __init__(self, site: Site) -> None:
        email, password = ADMINISTRATOR
        key = api_keys(SECRET).anon
        response = httpx.post(
            f"{site.url}/auth/v1/token?grant_type=password",
            json={"email": email, "password": password},
            headers={"apikey": key},
        )
        response.raise_for_status()
        headers = {"apikey": key, "authorization": f"Bearer {response.json()['access_token']}"}
        self.client = httpx.Client(base_url=site.url, headers=headers)
        self.pages: list[str] = []

    def publish(self, title: str, page: str | None = None, base: int = 0) -> tuple[str, int, str]:
        """Publish a version that asks for consent; return id, version and address of the page."""
        facts = {"id": page or str(uuid.uuid4()), "source_language": "vi", "needs_consent": True}
        saved = self._call("save_page", page=facts, texts={"vi": page_text(title)}, base_version=base)
        self.pages.append(saved["id"])
        done = self._call("publish_page", page=saved["id"], base_version=saved["version"], asks_again=True)
        return done["id"], done["version"], done["slug"]

    def consents_of(self, name: str) -> list[tuple[int, str, str]]:
        """The consents of the member with this name: version, language, origin."""
        response = self.client.get(
            "/rest/v1/consents",
            params={
                "select": "language,origin,page_versions!inner(number,page_id),profiles!inner(display_name)",
                "profiles.display_name": f"eq.{name}",
                "order": "given_at",
            },
        )
        response.raise_for_status()
        return [(row["page_versions"]["number"], row["language"], row["origin"]) for row in response.json()]

    def clear(self) -> None:
        """Take the pages away again: the other journeys share this site, and their members must not be asked."""
        for page in set(self.pages):
            self._call("delete_page", page=page)

    def _call(self, name: str, **arguments: object) -> dict[str, Any]:
        response = self.client.post(f"/rest/v1/rpc/{name}", json=arguments)
        response.raise_for_status()
        return response.json() if response.content else {}


@pytest.fixture
def desk(site: Site) -> Iterator[Desk]:
    opened = Desk(site)
    yield opened
    opened.clear()


@pytest.fixture
def administrator() -> Person:
    email, password = ADMINISTRATOR
    return Person(id="", email=email, password=password, display_name="")


def agree(page: Page) -> None:
    page.get_by_role("checkbox").check()


def test_consent_is_recorded_at_sign_up_and_asked_again_after_a_new_version(
    site: Site, visit: Visit, desk: Desk
) -> None:
    name, email = f"Mai {uuid.uuid4().hex[:6]}", f"{uuid.uuid4().hex[:8]}@example.org"
    title = f"Điều khoản {uuid.uuid4().hex[:6]}"
    terms, version, slug = desk.publish(title)
    page = visit("/vi/signup", viewport=PHONE)
    page.get_by_label(SAY("signup.name")).fill(name)
    page.get_by_label(SAY("signin.email")).fill(email)
    page.get_by_label(SAY("signin.password"), exact=True).fill(PASSWORD)
    expect(page.get_by_role("link", name=title)).to_have_attribute("href", f"/vi/pages/{slug}")
    page.get_by_role("button", name=SAY("signup.submit"), exact=True).click()
    expect(page.get_by_text(SAY("consent.missing"))).to_be_visible()
    agree(page)
    page.get_by_role("button", name=SAY("signup.submit"), exact=True).click()
    expect(page.get_by_role("heading", name=SAY("signup.checkTitle"))).to_be_visible()
    page.goto(mailed_link(site, email))
    page.get_by_role("button", name=SAY("signin.confirm")).click()
    page.wait_for_url(re.compile(r"/vi$"))
    assert desk.consents_of(name) == [(1, "vi", "sign-up")]
    page.goto("/vi/profile")
    expect(page).to_have_url(re.compile(r"/vi/profile$"))

    desk.publish(title, terms, version)
    page.goto("/vi/profile")
    expect(page.get_by_role("heading", name=SAY("consent.title"))).to_be_visible()
    page.get_by_role("button", name=SAY("consent.agree")).click()
    expect(page.get_by_text(SAY("consent.missing"))).to_be_visible()
    agree(page)
    page.get_by_role("button", name=SAY("consent.agree")).click()
    expect(page).to_have_url(re.compile(r"/vi/profile$"))
    assert desk.consents_of(name) == [(1, "vi", "sign-up"), (2, "vi", "sign-in")]

    # An agreed document can be read and withdrawn.
    page.goto("/vi/consent")
    given = page.get_by_role("link", name=title)
    expect(given).to_have_count(2)
    expect(given.last).to_have_attribute("href", f"/vi/pages/{slug}?version=1")
    page.get_by_role("button", name=SAY("consent.withdraw")).first.click()
    expect(page.get_by_role("heading", name=SAY("consent.title"))).to_be_visible()
    page.get_by_role("button", name=SAY("common.undo")).click()
    expect(page.get_by_role("heading", name=SAY("consent.title"))).to_be_hidden()
    expect(given).to_have_count(3)


def test_page_from_a_template_is_filled_in_published_and_read_by_a_guest(
    visit: Visit, desk: Desk, administrator: Person
) -> None:
    page = visit("/vi/admin/pages", viewport=DESK, as_=administrator)
    page.get_by_role("button", name=SAY("admin.pages.kind.terms")).click()
    page.wait_for_url(re.compile(r"/vi/admin/pages/[0-9a-f-]{36}$"))
    desk.pages.append(page.url.rpartition("/")[2])
    gaps = page.get_by_role("region", name=SAY("admin.page.gaps.title"))
    publish = page.get_by_role("button", name=SAY("admin.page.publish"), exact=True)
    # Gaps left open are refused.
    publish.first.click()
    expect(page.get_by_text(SAY("admin.page.error.gaps"))).to_be_visible()
    for field in gaps.get_by_role("textbox").all():
        field.fill(ANSWER)
    gaps.get_by_role("checkbox").check()
    gaps.get_by_role("button", name=SAY("admin.page.gaps.fill")).click()
    expect(gaps).to_have_count(0)
    page.get_by_label(SAY("admin.page.needsConsent")).uncheck()
    publish.first.click()
    page.get_by_role("dialog").get_by_role("button", name=SAY("admin.page.publish"), exact=True).click()
    page.wait_for_url(re.compile(r"/vi/pages/terms$"))

    guest = visit("/zh/pages/terms", viewport=PHONE)
    expect(guest.get_by_role("heading", level=1)).to_have_text("使用条款")
    assert ANSWER in guest.get_by_role("main").inner_text()
    assert "[[" not in guest.get_by_role("main").inner_text()
    assert "/zh/pages/terms" in httpx.get(page.url.split("/vi/")[0] + "/sitemap/pages").text

    # Deleting can be undone.
    page.goto("/vi/admin/pages")
    row = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Điều khoản sử dụng"))
    row.get_by_role("button", name=SAY("admin.pages.delete")).click()
    expect(row).to_have_count(0)
    page.get_by_role("button", name=SAY("common.undo")).click()
    expect(row).to_have_count(1)


def test_article_is_shared_and_read_by_its_parts(visit: Visit) -> None:
    page = visit("/vi/blog", viewport=PHONE, permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("main").get_by_role("heading", level=2).first.get_by_role("link").click()
    page.wait_for_url(re.compile(r"/vi/blog/[^/]+$"))
    share = page.get_by_role("region", name=SAY("blog.share.title"))
    share.get_by_role("button", name=SAY("blog.share.copy")).click()
    expect(page.get_by_text(SAY("blog.share.copied"))).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    # The address in the article's own language, if it is not in the page's.
    assert copied == page.locator("link[rel=canonical]").get_attribute("href")
    for name, host in (("WhatsApp", "https://wa.me/"), ("Zalo", "https://zalo.me/")):
        expect(share.get_by_role("link", name=name)).to_have_attribute("href", re.compile(re.escape(host)))
    expect(page.get_by_role("complementary", name=SAY("blog.article.author"))).to_be_visible()
    related = page.get_by_role("region", name=SAY("blog.article.related"))
    expect(related.get_by_role("listitem")).to_have_count(3)
