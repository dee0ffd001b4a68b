"""The rich text field before its editor is loaded: nothing typed is lost, and the text can be sent without it."""

from collections.abc import Callable
from contextlib import nullcontext

import pytest
from playwright.sync_api import Page, Route, expect

from tests.journeys.conftest import ALIVE, PAINTED, Site, Visit
from tests.journeys.test_composing import COMPOSED
from tests.journeys.test_forum import Forum, button, forum, make_administrator, reply_at, reply_field, run_sql  # noqa: F401
from tests.journeys.test_hydration import open_slowly
from tests.journeys.test_images import DROP_TWO
from tests.journeys.texts import words_in

EDITOR = "**/assets/Editor-*.js"
CARET = "[document.activeElement.selectionStart, document.activeElement.selectionEnd]"


class Held:
    """Requests of a page, for its scripts for instance, held back until they are released."""

    def __init__(self, page: Page, pattern: str) -> None:
        self._page = page
        self._held: list[Route] = []
        self._passing: Callable[[str], bool] = lambda _: False
        page.route(pattern, self._take)

    def release_all_but_editor(self) -> None:
        self._release(lambda url: "/Editor-" not in url)
        self._page.evaluate(ALIVE)

    def release(self) -> None:
        """Release everything that was requested, or will be."""
        for _ in range(100):
            if self._held:
                break
            # The browser's driver works only inside of its own waits.
            self._page.wait_for_timeout(100)
        assert self._held, "never requested"
        self._release(lambda _: True)

    def _take(self, route: Route) -> None:
        if self._passing(route.request.url):
            route.continue_()
        else:
            self._held.append(route)

    def _release(self, passing: Callable[[str], bool]) -> None:
        self._passing = passing
        held, self._held = self._held, []
        for route in held:
            self._take(route)


def wait_for_tools(page: Page, lang: str) -> None:
    expect(page.get_by_role("toolbar", name=words_in(lang)("editor.toolbar"))).to_be_visible()


class Composition:
    """A word that an input method composes in steps."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def show(self, state: str) -> None:
        place = {"selectionStart": len(state), "selectionEnd": len(state)}
        self._session.send("Input.imeSetComposition", {"text": state, **place})

    def end(self, word: str) -> None:
        self._session.send("Input.insertText", {"text": word})


def test_reply_typed_during_loading_is_sent_whole(site: Site, visit: Visit, forum: Forum) -> None:  # noqa: F811
    say = words_in("zh")
    page = visit("/zh/about", as_=site.make_member("林美", language="zh"))
    scripts = Held(page, "**/assets/*.js")
    page.goto(forum.path("zh"), wait_until="commit")
    page.evaluate(PAINTED)
    field = reply_field(page, say)
    field.click()
    page.keyboard.type("Typed before hydration, ")
    states, word = COMPOSED["pinyin"]
    composition = Composition(page)
    composition.show(states[0])
    # Hydration comes in the middle of a word.
    scripts.release_all_but_editor()
    for state in states[1:]:
        composition.show(state)
    composition.end(word)
    expect(field).to_have_value(f"Typed before hydration, {word}")
    expect(button(page, say("forum.reply.send"))).to_be_visible()
    composition.show(states[0])
    scripts.release()
    # The editor is loaded, and waits for the end of the word.
    page.wait_for_timeout(1500)
    for state in states[1:]:
        composition.show(state)
    expect(field).to_have_value(f"Typed before hydration, {word}{states[-1]}")
    composition.end(word)
    page.keyboard.type(" and on")
    wait_for_tools(page, "zh")
    expect(field).to_be_focused()
    page.keyboard.type(" and on.")
    button(page, say("forum.reply.send")).click()
    expect(reply_at(page, 1)).to_contain_text(f"Typed before hydration, {word}{word} and on and on.")


@pytest.mark.parametrize("part", ["Editor", "ReplyForm"])
def test_pictures_dropped_before_the_editor_open_its_dialog(
    site: Site,
    visit: Visit,
    forum: Forum,  # noqa: F811
    part: str,
) -> None:
    say = words_in("ms")
    page = visit("/ms/about", as_=site.make_member("Siti", language="ms"))
    scripts = Held(page, f"**/assets/{part}-*.js")
    # The form reads its draft: it is there, in the place of the server's field.
    with page.expect_response("**/drafts?*") if part == "Editor" else nullcontext():
        page.goto(forum.path("ms"))
        page.evaluate(ALIVE)
    reply_field(page, say).evaluate(DROP_TWO, ["red", "blue"])
    scripts.release()
    for count in (1, 2):
        page.get_by_label(say("editor.image.alt")).fill("Pintu")
        page.get_by_role("button", name=say("editor.image.insert")).click()
        expect(reply_field(page, say).locator("img")).to_have_count(count)


def test_take_over_keeps_lines_caret_and_selection(site: Site, visit: Visit, forum: Forum) -> None:  # noqa: F811
    say = words_in("vi")
    page = visit("/vi/about", as_=site.make_member("Hoa", language="vi"))
    scripts = Held(page, EDITOR)
    page.goto(forum.path("vi"))
    field = reply_field(page, say)
    field.click()
    page.keyboard.type("Dòng một")
    page.keyboard.press("Enter")
    page.keyboard.type("Dòng haX ba")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    assert page.evaluate(CARET) == [16, 17]
    scripts.release()
    wait_for_tools(page, "vi")
    expect(field).to_be_focused()
    page.keyboard.type("i")
    expect(field.locator("p")).to_have_text(["Dòng một", "Dòng hai ba"])
    # Undo removes what was typed since, not the text that was taken over.
    for _ in range(4):
        page.keyboard.press("Control+z")
    expect(field.locator("p")).to_have_text(["Dòng một", "Dòng haX ba"])


def test_caret_on_a_new_line_is_kept(site: Site, visit: Visit, forum: Forum) -> None:  # noqa: F811
    page = visit("/en/about", as_=site.make_member("Linh"))
    scripts = Held(page, EDITOR)
    page.goto(forum.path("en"))
    field = reply_field(page, words_in("en"))
    field.click()
    page.keyboard.type("One")
    page.keyboard.press("Enter")
    scripts.release()
    wait_for_tools(page, "en")
    page.keyboard.type("Two")
    expect(field.locator("p")).to_have_text(["One", "Two"])


def test_plain_text_is_sent_if_the_editor_fails_to_load(site: Site, visit: Visit, forum: Forum) -> None:  # noqa: F811
    say = words_in("ms")
    page = visit("/ms/about", as_=site.make_member("Aminah", language="ms"))
    page.route(EDITOR, lambda route: route.abort())
    page.goto(forum.path("ms"))
    field = reply_field(page, say)
    field.click()
    expect(page.get_by_text(say("editor.lost"))).to_be_visible()
    page.keyboard.type("Baris satu")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.type("Baris dua")
    button(page, say("forum.reply.send")).click()
    expect(reply_at(page, 1).locator("p", has_text="Baris")).to_have_text(["Baris satu", "Baris dua"])
    # The field is empty again, and the draft is gone.
    expect(field).to_have_value("")
    page.goto(forum.path("ms"))
    expect(field).to_have_value("")


@pytest.mark.parametrize("is_member", [True, False])
def test_topic_typed_before_hydration_is_kept(site: Site, visit: Visit, forum: Forum, is_member: bool) -> None:  # noqa: F811
    say = words_in("en")
    page = visit("/en/about", as_=site.make_member("Linh") if is_member else None)
    hydrate = open_slowly(page, f"/en/post/new?forum={forum.slug}")
    page.get_by_label(say("post.new.heading")).fill("Where do I find the key?")
    body = page.get_by_role("textbox", name=say("post.new.body"))
    body.click()
    page.keyboard.type("I looked everywhere and asked everybody.")
    hydrate()
    wait_for_tools(page, "en")
    expect(body).to_be_focused()
    page.keyboard.type(" Thanks!")
    expect(body).to_have_text("I looked everywhere and asked everybody. Thanks!")
    expect(page.get_by_text(say("forum.write.saved" if is_member else "forum.write.local"))).to_be_visible()
    page.reload()
    expect(body).to_have_text("I looked everywhere and asked everybody. Thanks!")
    expect(page.get_by_label(say("post.new.heading"))).to_have_value("Where do I find the key?")


def test_text_typed_before_the_stored_draft_arrives_is_joined_with_it(
    site: Site,
    visit: Visit,
    forum: Forum,  # noqa: F811
) -> None:
    say, member = words_in("en"), site.make_member("Linh")
    first = visit(forum.path("en"), as_=member)
    reply_field(first, say).click()
    first.keyboard.type("From the other device.")
    expect(first.get_by_text(say("forum.write.saved"))).to_be_visible()
    second = visit("/en/about", as_=member)
    requests = Held(second, "**/rest/v1/drafts*")
    second.goto(forum.path("en"))
    field = reply_field(second, say)
    field.click()
    second.keyboard.type("From this one.")
    requests.release()
    expect(field.locator("p")).to_have_text(["From the other device.", "From this one."])
    second.keyboard.type(" More.")
    button(second, say("forum.reply.send")).click()
    expect(reply_at(second, 1)).to_contain_text("From this one. More.")
    expect(reply_at(second, 1)).to_contain_text("From the other device.")


def test_article_can_be_typed_before_its_stored_draft_arrives(site: Site, visit: Visit) -> None:
    say, writer = words_in("vi"), make_administrator(site)
    first = visit("/vi/blog/new", as_=writer)
    body = first.get_by_role("textbox", name=say("blog.write.body"), exact=True)
    body.click()
    first.keyboard.type("Từ máy kia.")
    expect(first.get_by_text(say("common.draft.saved"))).to_be_visible()
    second = visit("/vi/about", as_=writer)
    requests = Held(second, "**/rest/v1/drafts*")
    scripts = Held(second, "**/assets/*.js")
    second.goto("/vi/blog/new", wait_until="commit")
    title = second.get_by_label(say("blog.write.textTitle"), exact=True)
    title.fill("Giờ khám")
    body = second.get_by_role("textbox", name=say("blog.write.body"), exact=True)
    body.fill("Từ máy này.")
    scripts.release()
    requests.release()
    expect(second.get_by_text(say("blog.write.restored"))).to_be_visible()
    expect(title).to_have_value("Giờ khám")
    expect(body.locator("p")).to_have_text(["Từ máy kia.", "Từ máy này."])


def test_topic_field_has_a_label_before_hydration(visit: Visit) -> None:
    page = visit("/en/about")
    hydrate = open_slowly(page, "/en/post/new")
    assert (
        page.get_by_role("textbox", name=words_in("en")("post.new.body")).evaluate("node => node.tagName") == "TEXTAREA"
    )
    hydrate()
