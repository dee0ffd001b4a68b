"""The site's own texts: an administrator changes them in one language, all readers see them at once."""

import uuid

import httpx
from playwright.sync_api import Page, expect

from balai.security.tokens import api_keys
from tests.journeys.conftest import ADMINISTRATOR, DESK, Person, Site, Visit, wait_for
from tests.journeys.test_images import photo
from tests.journeys.texts import words_in
from tests.support.program import SECRET


def test_changed_texts_are_on_the_home_page_at_once(visit: Visit) -> None:
    mark = uuid.uuid4().hex[:6]
    reader = visit("/ms")
    page = visit("/en/admin/site", as_=Person("", *ADMINISTRATOR, "Administrator"))
    page.get_by_role("button", name="Bahasa Melayu", exact=True).first.click()
    words = page.locator("form:visible").first
    words.get_by_label("Tagline").fill(f"Balai kita {mark}")
    name = words.get_by_label("Name").input_value()
    words.get_by_label("Name").fill(f"{name}\u202e")
    words.get_by_role("button", name="Save: Bahasa Melayu").click()
    expect(words.get_by_text("Enter a name of 80 characters or fewer.")).to_be_visible()
    words.get_by_label("Name").fill(name)
    editor = words.get_by_role("textbox", name="Text on the home page")
    editor.click()
    editor.press("Control+End")
    editor.press_sequentially(f" Selamat datang {mark}.")
    words.get_by_role("button", name="Save: Bahasa Melayu").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    reader.reload()
    expect(reader.get_by_role("main").get_by_text(f"Balai kita {mark}")).to_be_visible()
    expect(reader.get_by_text(f"Selamat datang {mark}.")).to_be_visible()


def test_missing_name_is_the_one_of_another_language_and_the_header_follows(visit: Visit) -> None:
    page = visit("/en/admin/site", as_=Person("", *ADMINISTRATOR, "Administrator"), viewport=DESK)
    before = {lang: _name_in(page, lang) for lang in ("English", "中文")}
    assert before["English"] != before["中文"]
    try:
        _rename(page, "中文", "")
        _rename(page, "English", "Harmony Hall")
        # The header has the name without a reload.
        expect(page.get_by_role("banner")).to_contain_text("Harmony Hall")
        reader = visit("/zh/blog", viewport=DESK)
        expect(reader.get_by_role("banner")).to_contain_text("Harmony Hall")
        # The name follows the language within the app.
        reader.locator("header summary", has_text="语言").click()
        reader.get_by_role("link", name="Tiếng Việt").first.click()
        expect(reader.get_by_role("banner")).not_to_contain_text("Harmony Hall")
    finally:
        for lang, name in before.items():
            _rename(page, lang, name)


def test_logo_is_uploaded_previewed_and_removed(site: Site, visit: Visit) -> None:
    page = visit("/en/admin/appearance", as_=Person("", *ADMINISTRATOR, "Administrator"), viewport=DESK)
    field = page.get_by_role("group", name="Logo")
    publish = page.get_by_role("button", name="Publish", exact=True)
    field.get_by_label("Logo").set_input_files(photo(1))  # type: ignore[arg-type]
    expect(field.locator("img")).to_be_visible()
    expect(page.frame_locator("iframe").get_by_role("banner").locator("a > img")).to_be_visible()
    publish.click()
    logo = page.get_by_role("banner").locator("a > img")
    expect(logo).to_be_visible()
    assert "/storage/v1/render/image/public/pictures/" in (
        visit("/vi").locator("header a > img").get_attribute("src") or ""
    )
    # Emails contain it.
    member = site.make_member("Mei")
    headers = {"apikey": api_keys(SECRET).anon}
    httpx.post(f"{site.url}/auth/v1/recover", json={"email": member.email}, headers=headers).raise_for_status()
    wait_for(lambda: site.mails_to(member.email), "an email")
    email = page.context.new_page()
    email.goto("/mailbox")
    email.get_by_role("link").filter(has_text="password").first.click()
    email.get_by_role("link", name="Show as its reader sees it").click()
    assert email.locator("img").evaluate("logo => logo.naturalWidth") == 80
    field.get_by_role("button", name="Remove picture").click()
    publish.click()
    expect(logo).to_have_count(0)


def test_reload_keeps_a_message_to_the_site(visit: Visit) -> None:
    say = words_in("vi")
    page = visit("/vi/contact")
    fields = {"contact.name": "Mai", "contact.email": "mai@example.org", "contact.body": "Hội quán mở cửa lúc nào?"}
    for label, text in fields.items():
        page.get_by_label(say(label)).fill(text)
    page.reload()
    for label, text in fields.items():
        expect(page.get_by_label(say(label))).to_have_value(text)
    page.get_by_role("button", name=say("contact.send")).click()
    expect(page.get_by_text(say("contact.sent"))).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name=say("contact.send"))).to_be_enabled()
    expect(page.get_by_label(say("contact.body"))).to_have_value("")


def _name_in(page: Page, language: str) -> str:
    page.get_by_role("button", name=language, exact=True).first.click()
    return page.locator("main form:visible").first.get_by_label("Name").input_value()


def _rename(page: Page, language: str, name: str) -> None:
    _name_in(page, language)
    form = page.locator("main form:visible").first
    form.get_by_label("Name").fill(name)
    with page.expect_response(lambda response: "/rest/v1/site_texts" in response.url) as saved:
        form.get_by_role("button", name=f"Save: {language}").click()
    assert saved.value.ok
