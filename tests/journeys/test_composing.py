"""Input methods, scripted: text composed with Pinyin, Zhuyin, Telex and VNI arrives unchanged, and they own Enter."""

import re
import uuid

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.journeys.conftest import ADMINISTRATOR, DESK, Person, Site, Visit
from tests.journeys.test_forum import Forum, forum, reply_field  # noqa: F401 - a fixture
from tests.journeys.texts import words_in

# The text in the field during composition, and the result.
COMPOSED = {
    "pinyin": (("z", "zh", "zhen", "zhen suo"), "诊所"),
    "zhuyin": (("ㄓ", "ㄓㄣ", "ㄓㄣˇ", "診", "診ㄙ", "診ㄙㄨㄛˇ"), "診所"),
    "telex": (("t", "ti", "tiê", "tiên", "tiêng", "tiếng"), "tiếng"),
}
# Many Vietnamese keyboards do not compose: they delete characters and send others. Number deleted, and replacement.
CORRECTED = {"vni": (((0, "tie"), (1, "ê"), (0, "ng"), (3, "ếng")), "tiếng")}
# The Enter that ends a composition: Chromium reports it during composition, Safari after it.
ENTER_WITHIN = {"key": "Process", "code": "Enter"}
ENTER_AFTER = {"key": "Enter", "code": "Enter"}


class InputMethod:
    """Types into the focused element."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)

    def write(self, method: str, *, as_safari: bool = False) -> str:
        """Type the word of a method; return the expected text."""
        if method in CORRECTED:
            steps, word = CORRECTED[method]
            for back, letters in steps:
                for _ in range(back):
                    self._page.keyboard.press("Backspace")
                self._page.keyboard.insert_text(letters)
            return word
        states, word = COMPOSED[method]
        for state in states:
            self._compose(state)
        self._press(ENTER_WITHIN)
        self._session.send("Input.insertText", {"text": word})
        if as_safari:
            self._press(ENTER_AFTER)
        return word

    def give_up(self, state: str) -> None:
        """Begin a composition and leave it unfinished."""
        self._compose(state)
        self._compose("")

    def _press(self, key: dict[str, str]) -> None:
        self._session.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", "windowsVirtualKeyCode": 229, **key})

    def _compose(self, state: str) -> None:
        place = {"selectionStart": len(state), "selectionEnd": len(state)}
        self._session.send("Input.imeSetComposition", {"text": state, **place})


@pytest.fixture
def desk(visit: Visit) -> Page:
    page = visit("/en/blog/new", as_=Person("", *ADMINISTRATOR, "Administrator"), viewport=DESK)
    # The editor, not the plain field that it replaces.
    expect(page.get_by_role("toolbar", name="Formatting")).to_be_visible()
    return page


def fields(page: Page) -> dict[str, Locator]:
    return {
        "title": page.get_by_label("Title", exact=True),
        "tags": page.get_by_label("Topics"),
        "search": page.get_by_role("searchbox"),
    }


def test_single_line_fields_accept_every_method(desk: Page) -> None:
    keyboard = InputMethod(desk)
    for name, field in fields(desk).items():
        field.fill("")
        field.click()
        wanted = ""
        for method in (*COMPOSED, *CORRECTED):
            wanted += keyboard.write(method, as_safari=True)
            expect(field, f"{method} in {name}").to_have_value(wanted)
            # A word that begins a second topic.
            desk.keyboard.insert_text(", ")
            wanted += ", "
        keyboard.give_up("zh")
        expect(field).to_have_value(wanted)
        assert desk.url.endswith("/en/blog/new")
    expect(desk.get_by_text("Check the marked fields.")).to_have_count(0)
    discard(desk)


def test_body_keeps_every_word_and_its_paragraphs(desk: Page) -> None:
    keyboard = InputMethod(desk)
    editor = desk.get_by_role("textbox", name="Text", exact=True)
    editor.click()
    wanted = []
    for method in (*COMPOSED, *CORRECTED):
        # At the start of a paragraph, within it, and in bold.
        first = keyboard.write(method)
        desk.keyboard.insert_text(" - ")
        second = keyboard.write(method)
        desk.keyboard.press("Control+b")
        third = keyboard.write(method)
        desk.keyboard.press("Control+b")
        wanted.append(f"{first} - {second}{third}")
        expect(editor.locator("p")).to_have_text(wanted)
        expect(editor.locator("strong").last).to_have_text(third)
        desk.keyboard.press("Enter")
    keyboard.give_up("ㄓㄨ")
    expect(editor.locator("p")).to_have_text([*wanted, ""])
    desk.keyboard.press("Enter")
    assert desk.url.endswith("/en/blog/new")
    discard(desk)


def test_enter_during_composition_does_not_submit_an_editor_dialog(desk: Page) -> None:
    desk.get_by_role("textbox", name="Text", exact=True).click()
    desk.get_by_role("button", name="Picture", exact=True).click()
    desk.get_by_label("Address of the picture").fill("https://127.0.0.1:1/door.png")
    shown = desk.get_by_label("Picture description")
    shown.click()
    InputMethod(desk).write("pinyin", as_safari=True)
    expect(shown).to_have_value("诊所")
    expect(desk.get_by_role("textbox", name="Text", exact=True).locator("img")).to_have_count(0)
    desk.keyboard.press("Escape")


def test_mentions_are_found_by_composed_words(site: Site, visit: Visit, forum: Forum) -> None:  # noqa: F811
    mark = uuid.uuid4().hex[:6]
    for word in ("诊所", "診所", "tiếng"):
        site.make_member(f"{word} {mark}")
    page = visit(forum.path("en"), as_=site.make_member("Minh"))
    say = words_in("en")
    field, people = reply_field(page, say), page.get_by_role("listbox", name=say("editor.mention.title"))
    field.click()
    expect(page.get_by_role("toolbar", name="Formatting")).to_be_visible()
    keyboard = InputMethod(page)
    wanted = ""
    for method in (*COMPOSED, *CORRECTED):
        page.keyboard.insert_text("@")
        word = keyboard.write(method)
        expect(people.get_by_role("option", name=f"{word} {mark}"), method).to_be_visible()
        # The Enter of the input method has chosen no member.
        expect(field).to_have_text(f"{wanted}@{word}")
        page.keyboard.insert_text(f" {mark}")
        expect(people.get_by_role("option")).to_have_count(1)
        page.keyboard.press("Enter")
        wanted += f"@{word} {mark} "
        expect(field).to_have_text(wanted.rstrip())
        expect(people).to_have_count(0)
    expect(page.locator("#reply-1")).to_have_count(0)


def test_private_messages_are_sent_whole(site: Site, visit: Visit) -> None:
    page = visit(f"/en/messages/{site.make_member('Hoa').id}", as_=site.make_member("Minh"))
    field = page.get_by_role("textbox")
    field.click()
    keyboard = InputMethod(page)
    wanted = ""
    for method in (*COMPOSED, *CORRECTED):
        wanted += keyboard.write(method, as_safari=True)
        expect(field).to_have_value(wanted)
    keyboard.give_up("zh")
    page.keyboard.press("Control+Enter")
    # One message until the recipient accepts.
    expect(field).to_have_count(0)
    expect(page.get_by_role("main")).to_contain_text(wanted)


def discard(page: Page) -> None:
    """Delete the drafts, so that the next test starts without any."""
    page.get_by_label("Title", exact=True).fill("Away with it")
    page.reload()
    page.get_by_role("button", name=re.compile("Discard it")).click()
    expect(page.get_by_label("Title", exact=True)).to_have_value("")
