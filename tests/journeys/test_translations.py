"""A post is translated on a phone: what is typed in the dialog survives closing it, and readers get both texts."""

import uuid

from playwright.sync_api import expect

from tests.journeys.conftest import Site, Visit
from tests.journeys.test_forum import Forum, button, run_sql
from tests.journeys.test_forum import forum as forum
from tests.journeys.texts import words_in

READS_BOTH = "update public.profiles set language = 'vi', content_languages = '{en}' where id = $1"
TRUSTED = """insert into public.member_trust (member_id, level) values ($1, 1)
on conflict (member_id) do update set level = 1"""
TITLE, BODY = "Giờ mở cửa, có ai biết không?", "Có ai ở đây biết giờ mở cửa không?"


def test_a_translation_is_drafted_saved_and_read(site: Site, visit: Visit, forum: Forum) -> None:
    say, writer = words_in("vi"), site.make_member("Linh")
    for statement in (READS_BOTH, TRUSTED):
        run_sql(site, statement, uuid.UUID(writer.id))
    page = visit(forum.path("vi"), as_=writer)
    dialog = page.get_by_role("dialog", name=say("translation.title"))

    def open_dialog() -> None:
        button(page, say("forum.post.more")).first.click()
        button(page, say("translation.open")).click()
        expect(dialog.get_by_role("toolbar")).to_be_visible()

    open_dialog()
    body = dialog.get_by_role("textbox", name=say("translation.text"))
    dialog.get_by_label(say("post.new.heading")).fill(TITLE)
    body.click()
    page.keyboard.type(BODY)
    button(dialog, say("common.close")).first.click()
    expect(dialog).to_have_count(0)
    open_dialog()
    expect(dialog.get_by_text(say("draft.restored"))).to_be_visible()
    expect(dialog.get_by_label(say("post.new.heading"))).to_have_value(TITLE)
    expect(body).to_have_text(BODY)
    button(dialog, say("translation.save")).click()
    expect(page.get_by_text(say("translation.saved"))).to_be_visible()

    reader = visit(forum.path("vi"))
    expect(reader.get_by_role("heading", name=TITLE, level=1)).to_be_visible()
    expect(reader.get_by_text(BODY)).to_be_visible()
    original = reader.get_by_text("Is there anybody here who knows the opening hours?")
    expect(original).to_be_hidden()
    reader.locator("summary", has_text="tiếng Anh").click()
    expect(original).to_be_visible()
    assert reader.evaluate("document.documentElement.scrollWidth") <= 360
    reader.goto(forum.path("en"))
    expect(reader.get_by_text(BODY)).to_have_count(0)
