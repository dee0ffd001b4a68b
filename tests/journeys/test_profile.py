"""The profile page and the administration of members, in a browser."""

import re
import uuid

from playwright.sync_api import expect

from tests.journeys.conftest import ADMINISTRATOR, Person, Site, Visit, sign_in


def test_member_changes_the_public_profile(site: Site, visit: Visit) -> None:
    page = visit("/en/profile", as_=site.make_member("Mei", language="en"))
    expect(page.get_by_role("heading", name="Mei", level=1)).to_be_visible()
    name = page.get_by_label("Your name")
    save = page.locator("form").filter(has=name).get_by_role("button", name="Save", exact=True)
    name.fill("Mei\u202eiem")
    save.click()
    expect(page.get_by_text("The name contains invisible characters.")).to_be_visible()
    name.fill("Nguyễn Thị Mai")
    page.get_by_role("textbox", name="About you").fill("Tôi thích đọc sách.")
    # Unsaved input survives a reload. The browser may ask before it: the server need not have the draft yet.
    page.on("dialog", lambda asked: asked.accept())
    page.reload()
    expect(page.get_by_text("We've restored your unsaved changes.")).to_be_visible()
    expect(page.get_by_role("textbox", name="About you")).to_have_value("Tôi thích đọc sách.")
    page.get_by_label("Language of emails").select_option("vi")
    page.get_by_label("Time zone").select_option("Asia/Kuala_Lumpur")
    save.click()
    expect(page.get_by_text("Profile saved.")).to_be_visible()
    page.reload()
    expect(name).to_have_value("Nguyễn Thị Mai")
    expect(page.get_by_role("textbox", name="About you")).to_have_value("Tôi thích đọc sách.")
    expect(page.get_by_label("Language of emails")).to_have_value("vi")


def test_member_orders_languages_by_keyboard(site: Site, visit: Visit) -> None:
    page = visit("/en/profile", as_=site.make_member("Siti", language="en"))
    languages = page.get_by_role("group", name="Order of languages").get_by_role("listitem")
    up = page.get_by_role("button", name="Move Bahasa Melayu up")
    up.focus()
    # Once more than there are positions: the button keeps the focus at the end.
    for _ in range(4):
        page.keyboard.press("Enter")
        expect(up).to_be_focused()
    expect(page.get_by_text("Bahasa Melayu: 1 of 4")).to_be_attached()
    page.locator("form").filter(has=up).get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Profile saved.")).to_be_visible()
    page.reload()
    expect(languages.locator("[lang]")).to_have_text(["Bahasa Melayu", "English", "中文", "Tiếng Việt"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_new_password_ends_other_sessions(site: Site, visit: Visit) -> None:
    person = site.make_member("Mei")
    other = visit("/en/profile/security", as_=person)
    page = visit("/en/profile/security", as_=person)
    page.get_by_label("New password").fill("short")
    page.get_by_role("button", name="Save password").click()
    expect(page.get_by_text("This password is too short.")).to_be_visible()
    page.get_by_label("New password").fill("a much better one")
    page.get_by_role("button", name="Save password").click()
    expect(page.get_by_text("New password saved.")).to_be_visible()
    sign_in(visit("/en"), Person(person.id, person.email, "a much better one", person.display_name))
    other.get_by_label("New email").fill(f"{uuid.uuid4().hex[:8]}@example.org")
    other.get_by_role("button", name="Change email").click()
    expect(other.get_by_role("alert").first).to_be_visible()


def test_sign_out_everywhere(site: Site, visit: Visit) -> None:
    page = visit("/en/profile/security", as_=site.make_member("Mei"))
    page.get_by_role("button", name="Sign out everywhere").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url(re.compile(r"/en(/signin.*)?$"))
    assert not [cookie for cookie in page.context.cookies() if cookie["name"] == "sb-access-token"]


def test_administrator_promotes_another(site: Site, visit: Visit) -> None:
    name = f"Siti {uuid.uuid4().hex[:6]}"
    member = site.make_member(name)
    admin = Person("", ADMINISTRATOR[0], ADMINISTRATOR[1], "")
    page = visit("/en/admin/members", as_=admin)
    page.get_by_role("searchbox", name="Name or email").fill(name)
    page.get_by_role("searchbox", name="Name or email").press("Enter")
    page.wait_for_url("**/admin/members?q=*")
    page.get_by_role("link", name=name).click()
    page.get_by_role("button", name="Make administrator").click()
    page.get_by_role("dialog").get_by_role("button", name="Make administrator").click()
    expect(page.get_by_role("button", name="Remove as administrator")).to_be_visible()
    promoted = visit("/en/admin/members", as_=member)
    expect(promoted.get_by_role("heading", name="Members", level=1)).to_be_visible()
    page.get_by_role("button", name="Remove as administrator").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove as administrator").click()
    expect(page.get_by_role("button", name="Make administrator")).to_be_visible()
    promoted.reload()
    expect(promoted.get_by_role("heading", name="Page not found")).to_be_visible()
