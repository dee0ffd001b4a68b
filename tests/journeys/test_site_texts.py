"""The site's own texts: an administrator changes them in one language, all readers see them at once."""

import uuid

from playwright.sync_api import expect

from tests.journeys.conftest import ADMINISTRATOR, Person, Visit


def test_changed_texts_are_on_the_home_page_at_once(visit: Visit) -> None:
    mark = uuid.uuid4().hex[:6]
    reader = visit("/ms")
    page = visit("/en/admin/site", as_=Person("", *ADMINISTRATOR, "Administrator"))
    page.get_by_role("button", name="Bahasa Melayu", exact=True).first.click()
    words = page.locator("form:visible").first
    words.get_by_label("Tagline").fill(f"Balai kita {mark}")
    name = words.get_by_label("Name").input_value()
    words.get_by_label("Name").fill("")
    words.get_by_role("button", name="Save: Bahasa Melayu").click()
    expect(words.get_by_text("Please enter a name of at most 80 visible characters.")).to_be_visible()
    words.get_by_label("Name").fill(name)
    editor = words.get_by_role("textbox", name="Words on the home page")
    editor.click()
    editor.press("Control+End")
    editor.press_sequentially(f" Selamat datang {mark}.")
    words.get_by_role("button", name="Save: Bahasa Melayu").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    reader.reload()
    expect(reader.get_by_role("main").get_by_text(f"Balai kita {mark}")).to_be_visible()
    expect(reader.get_by_text(f"Selamat datang {mark}.")).to_be_visible()
