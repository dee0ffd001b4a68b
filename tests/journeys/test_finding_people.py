"""Members are found by parts of their names: behind an @, and in the directory, which each may leave."""

import re
import uuid
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.factories.forum import rich
from tests.journeys.conftest import Site, Visit
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_forum import Forum, button, make_administrator, reply_at, reply_field, run_sql
from tests.journeys.test_forum import forum as forum
from tests.journeys.texts import words_in

SWITCH = "update public.site_settings set has_directory = $1 where true"
# The name, and what is typed for it.
TYPED = {
    "欧阳雪梅": ("oyxm", "ouyang", "雪梅"),
    "Đặng Thuỳ Trâm": ("dang thuy", "thuy tr", "Trâm"),
}


@pytest.fixture
def directory(site: Site) -> Iterator[None]:
    """Without a directory at first; with one in the end, as in the sample content."""
    before = run_sql(site, "select has_directory from public.site_settings")
    run_sql(site, SWITCH, False)
    yield
    run_sql(site, SWITCH, before)


@pytest.mark.parametrize(("lang", "name"), [("zh", "欧阳雪梅"), ("vi", "Đặng Thuỳ Trâm")])
def test_mention_is_completed_by_keyboard(site: Site, visit: Visit, forum: Forum, lang: str, name: str) -> None:
    say = words_in(lang)
    person = site.make_member(name, language=lang)
    run_sql(site, "update public.profiles set is_listed = true where id = $1", uuid.UUID(person.id))
    page = visit(forum.path(lang), as_=site.make_member("Minh"), dark=lang == "vi")
    field, people = reply_field(page, say), page.get_by_role("listbox", name=say("editor.mention.title"))
    field.click()
    expect(page.get_by_role("toolbar")).to_be_visible()
    for words in TYPED[name]:
        page.keyboard.type(f"@{words}", delay=20)
        option = people.get_by_role("option", name=name).first
        expect(option).to_be_visible()
        choose(page, people, option)
        expect(field).to_have_text(re.compile(rf"@{name}\s*$"))
        expect(people).to_have_count(0)
    # Escape closes the list; the words stay, and Enter begins a line.
    page.keyboard.type(f"@{TYPED[name][0]}")
    expect(people).to_be_visible()
    page.keyboard.press("Escape")
    expect(people).to_have_count(0)
    expect(field).to_contain_text(f"@{TYPED[name][0]}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    button(page, say("forum.reply.send")).click()
    expect(reply_at(page, 1).get_by_role("link", name=f"@{name}").first).to_be_visible()


def choose(page: Page, people: Locator, option: Locator) -> None:
    """Walk to the option with the arrow keys."""
    for _ in range(people.get_by_role("option").count()):
        if option.get_attribute("aria-selected") == "true":
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")


def test_directory_is_switched_on_searched_paged_and_left(site: Site, visit: Visit, directory: None) -> None:
    say, mark = words_in("zh"), f"q{uuid.uuid4().hex[:6]}"
    mei = site.make_member(f"欧阳雪梅 {mark}", language="zh")
    tram = site.make_member(f"Đặng Thuỳ Trâm {mark}", language="vi")
    for number in range(30):
        site.make_member(f"{mark} {number:02}")
    page = visit("/zh/people", as_=mei)
    expect(page.get_by_role("heading", name=say("error.page.notFound.title"))).to_be_visible()
    admin = visit("/zh/admin/site", as_=make_administrator(site))
    admin.get_by_label(say("admin.community.directory"), exact=True).check()
    button(admin, say("admin.community.save")).click()
    expect(admin.get_by_text(say("admin.site.saved")).first).to_be_visible()

    page.goto("/zh/people")
    field, main = page.get_by_role("main").get_by_role("searchbox"), page.get_by_role("main")
    assert_accessible(page)
    for words, name in (
        ("oyxm " + mark, mei.display_name),
        ("thuy tram", tram.display_name),
        ("雪梅", mei.display_name),
    ):
        field.fill(words)
        field.press("Enter")
        page.wait_for_url(re.compile("q="))
        expect(main.get_by_role("link", name=name, exact=True)).to_be_visible()
    field.fill(mark)
    field.press("Enter")
    expect(main.locator("li a[href*='/people/']")).to_have_count(30)
    page.get_by_role("link", name=say("common.showMore")).click()
    expect(main.locator("li a[href*='/people/']")).to_have_count(2)
    expect(field).to_have_value(mark)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360

    # Left by one press; the others no longer find that member.
    page.goto("/zh/people?q=oyxm")
    button(page, say("people.leave")).click()
    expect(page.get_by_text(say("people.isNotListed"))).to_be_visible()
    other = visit(f"/vi/people?q=oyxm+{mark}", as_=tram)
    expect(other.get_by_text(words_in("vi")("people.none", words=f"oyxm {mark}"))).to_be_visible()
    guest = visit("/vi/people")
    expect(guest).to_have_url(re.compile(r"/vi/signin\?next="))


def test_followed_member_and_fields_by_their_audience(site: Site, visit: Visit, forum: Forum) -> None:
    say, mark = words_in("vi"), f"q{uuid.uuid4().hex[:6]}"
    hoa, minh = site.make_member(f"Hoa {mark}", language="vi"), site.make_member("Minh", language="vi")
    page = visit("/vi/profile", as_=hoa)
    about = f"Thợ may {mark}"
    shown = page.locator("section", has=page.locator("#shown"))
    shown.get_by_label(say("profile.form.about")).fill(about)
    button(shown, say("common.save")).click()
    expect(page.get_by_text(say("profile.saved")).first).to_be_visible()
    path = f"/vi/people/{hoa.id}"
    form = page.locator("section", has=page.locator("#visibility"))
    facts = {"everyone": (True, True, True), "members": (False, True, True), "staff": (False, False, True)}
    for audience, seen in facts.items():
        page.goto("/vi/profile")
        for field in ("about", "languages", "since", "activity"):
            form.get_by_label(say(f"profile.visibility.{field}"), exact=True).first.select_option(audience)
        with page.expect_response(re.compile("/rest/v1/profiles")):
            button(form, say("common.save")).click()
        expect(page.get_by_text(say("profile.saved")).first).to_be_visible()
        for who, shows in zip((None, minh, hoa), seen, strict=True):
            other = visit(path, as_=who)
            expect(other.get_by_role("heading", name=hoa.display_name)).to_be_visible()
            expect(other.get_by_text(about)).to_have_count(1 if shows else 0)
            speaks = other.get_by_text(say("people.person.speaks", languages="Tiếng Việt"))
            expect(speaks).to_have_count(1 if shows else 0)
            expect(other.get_by_text(say("people.person.since", date=""))).to_have_count(1 if shows else 0)
            expect(other.get_by_role("heading", name=say("people.person.texts"))).to_have_count(1 if shows else 0)
            assert (about in other.content()) == shows
            other.context.close()

    page = visit(path, as_=minh)
    button(page, say("people.person.follow")).click()
    expect(button(page, say("people.person.unfollow"))).to_be_visible()
    page.reload()
    expect(button(page, say("people.person.unfollow"))).to_be_visible()
    body = rich("Ai biết tiệm vải nào gần đây?")
    run_sql(site, """insert into public.posts (forum_id, author_id, language, title, body)
      select forum_id, $2, 'vi', $3, $4 from public.posts where id = $1""",
      uuid.UUID(forum.post), uuid.UUID(hoa.id), f"Tiệm vải {mark}", body)  # fmt: skip
    page.goto("/vi/people/following")
    expect(page.get_by_role("link", name=f"Tiệm vải {mark}")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("link", name=hoa.display_name).click()
    button(page, say("people.person.unfollow")).click()
    expect(button(page, say("people.person.follow"))).to_be_visible()
    page.goto("/vi/people/following")
    expect(page.get_by_text(say("people.following.empty"))).to_be_visible()
