"""A translation is asked for, written on a phone and read; closing its dialog or the page loses nothing that was typed.

Readers get both texts, and a note when the original has changed.
"""

import json
import uuid

from playwright.sync_api import expect

from tests.factories.forum import rich
from tests.journeys.conftest import Site, Visit, wait_for
from tests.journeys.test_forum import Forum, button, make_administrator, run_sql
from tests.journeys.test_forum import forum as forum
from tests.journeys.texts import words_in

READS_BOTH = "update public.profiles set language = 'vi', content_languages = '{en}' where id = $1"
TRUSTED = """insert into public.member_trust (member_id, level) values ($1, 1)
on conflict (member_id) do update set level = 1"""
EDIT = """
with claims as (
  select set_config('request.jwt.claims', json_build_object('role', 'authenticated', 'sub', $1::text)::text, false))
select public.edit_post($2, 'Opening hours on Sundays?', $3::jsonb, 'en') from claims
"""
ENGLISH = "Is there anybody here who knows when the clinic is open?"
TITLE, BODY = "Giờ mở cửa, có ai biết không?", "Có ai ở đây biết giờ mở cửa không?"


def test_a_translation_is_asked_for_drafted_saved_and_read(site: Site, visit: Visit, forum: Forum) -> None:
    say, writer = words_in("vi"), site.make_member("Linh")
    asking = visit(forum.path("vi"), as_=site.make_member("Hoa"))
    button(asking, say("forum.post.more")).first.click()
    button(asking, say("translation.open")).click()
    button(asking.get_by_role("dialog"), say("translation.ask")).click()
    expect(asking.get_by_text(say("translation.asked"))).to_be_visible()
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
    expect(dialog.get_by_text(say("translation.asking", count=1))).to_be_visible()
    dialog.get_by_label(say("post.new.heading")).fill(TITLE)
    body.click()
    page.keyboard.type(BODY)
    button(dialog, say("common.close")).first.click()
    expect(dialog).to_have_count(0)
    page.reload()
    open_dialog()
    expect(dialog.get_by_text(say("draft.restored"))).to_be_visible()
    expect(dialog.get_by_label(say("post.new.heading"))).to_have_value(TITLE)
    expect(body).to_have_text(BODY)
    body.fill(ENGLISH)
    button(dialog, say("translation.save")).click()
    names = {"found": "English", "stated": "Tiếng Việt"}
    expect(dialog.get_by_role("alert").get_by_text(say("translation.sameLanguage", **names))).to_be_visible()
    expect(button(dialog, say("draft.doubt.confirm", **names))).to_be_visible()
    body.fill(BODY)
    expect(dialog.get_by_role("alert")).to_have_count(0)
    button(dialog, say("translation.save")).click()
    expect(page.get_by_text(say("translation.saved"))).to_be_visible()

    is_read_with_its_original(site, visit, forum)


def is_read_with_its_original(site: Site, visit: Visit, forum: Forum) -> None:
    """A guest reads the translation, opens the original, and sees when the translation is older."""
    say = words_in("vi")
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
    run_sql(site, EDIT, forum.author.id, uuid.UUID(forum.post), rich("Is there anybody here on Sundays too?"))
    outdated = reader.locator(
        "summary", has_text=say("translation.outdated", name="Linh", language=say("translation.from.en"))
    )

    def count_after_reload() -> int:
        reader.goto(forum.path("vi"))
        return outdated.count()

    # The cached page is dropped a moment after the commit.
    wait_for(count_after_reload, "the mark of an older translation")
    expect(outdated).to_be_visible()
    expect(reader.get_by_text(BODY)).to_be_visible()


COMMENT, TRANSLATED = "The garden gate is open on Sundays.", "Cổng vườn mở vào chủ nhật."


def test_guests_open_the_original_of_a_translated_comment(site: Site, visit: Visit) -> None:
    say, writer, mark = words_in("vi"), make_administrator(site, "Linh"), f"k{uuid.uuid4().hex[:6]}"
    run_sql(site, READS_BOTH, uuid.UUID(writer.id))
    article, comment = str(uuid.uuid4()), str(uuid.uuid4())
    text = {"title": f"Vườn chung {mark}", "summary": "", "slug": mark, "status": "published"}
    site.call(writer, "save_article", article={"id": article, "source_language": "vi", "status": "published"},
        texts={"vi": {**text, "body": json.loads(rich("Ai cũng vào được."))}})  # fmt: skip
    site.call(writer, "add_comment", article=article, id=comment, body=json.loads(rich(COMMENT)), language="en")
    site.call(writer, "save_translation", language="vi", title=None, body=json.loads(rich(TRANSLATED)),
        source_version=1, reply=comment)  # fmt: skip
    for page in (visit(f"/vi/blog/{mark}"), visit(f"/vi/blog/{mark}", dark=True, java_script_enabled=False)):
        reply = page.locator("#reply-1")
        expect(reply.get_by_text(TRANSLATED)).to_be_visible()
        expect(reply.get_by_text(COMMENT)).to_be_hidden()
        reply.locator("summary", has_text=say("translation.from.en")).click()
        expect(reply.get_by_text(COMMENT)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
