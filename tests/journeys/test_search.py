"""Search on a phone: without diacritics, in another script; with JavaScript and without."""

import random
import re
import string

from playwright.sync_api import Page, expect

from tests.factories.forum import rich
from tests.journeys.conftest import ADMINISTRATOR, DESK, Person, Site, Visit
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_forum import run_sql
from tests.journeys.texts import words_in

ADMIN = Person("", *ADMINISTRATOR, "Administrator")

ADD_TOPIC = """
insert into public.posts (forum_id, author_id, language, title, body, excerpt)
select f.id, $1::uuid, 'vi', $2, $3::jsonb, '' from public.forums f
where not f.is_restricted and f.parent_id is null order by f.position limit 1
"""


def letters() -> str:
    """A word of its own for a journey: digits might look like a number of a person."""
    return "".join(random.choices(string.ascii_lowercase, k=8))


def is_wider_than_its_window(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))


def test_vietnamese_is_found_without_diacritics(visit: Visit) -> None:
    page = visit("/vi")
    page.get_by_role("link", name="Tìm kiếm", exact=True).first.click()
    page.get_by_role("searchbox").last.fill("phong kham")
    page.keyboard.press("Enter")
    # Other journeys write about the clinic too, so the article is not always the newest.
    found = page.get_by_role("listitem").filter(has_text="Phòng khám của chúng ta mở cửa buổi tối").first
    marks = found.get_by_role("heading").locator("mark")
    expect(marks.first).to_have_text("Phòng")
    assert [text.lower() for text in marks.all_inner_texts()] == ["phòng", "khám"]
    assert not is_wider_than_its_window(page)
    found.get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"/vi/blog/phong-kham"))
    page.go_back()
    expect(page.get_by_role("searchbox").last).to_have_value("phong kham")


def test_results_are_suggested_while_typing(site: Site, visit: Visit) -> None:
    say = words_in("zh")
    page = visit("/zh/search", dark=True)
    field = page.get_by_role("searchbox").last
    options = page.get_by_role("listbox", name=say("search.suggestions")).get_by_role("option")
    field.press_sequentially("zhensuo")
    # Other journeys write about the clinic, too.
    expect(options.filter(has_text="社区诊所晚上也开门了").first).to_be_visible()
    expect(options.last).to_have_text(say("search.all", words="zhensuo"))
    assert_accessible(page)
    assert not is_wider_than_its_window(page)
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    expect(field).to_have_value("zhensuo")
    # Without a choice, Enter leads to all results; with one to the result.
    field.press("Enter")
    expect(page).to_have_url(re.compile("search.q=zhensuo"))
    expect(page.get_by_role("search").last.get_by_role("searchbox")).to_have_count(1)
    field.fill("诊所")
    expect(options.first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    # More words take the choice back.
    field.press_sequentially("晚上")
    expect(page.locator("[aria-selected=true]")).to_have_count(0)
    expect(options.last).to_have_text(say("search.all", words="诊所晚上"))
    title = options.first.locator("span").first.inner_text()
    page.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)

    site.make_member("Trần Quốc Bảo Ngọc")
    page = visit("/en", as_=site.make_member(), viewport=DESK)
    page.get_by_role("searchbox").press_sequentially("quoc bao ngoc")
    page.get_by_role("option").filter(has_text="Trần Quốc Bảo Ngọc").click()
    expect(page).to_have_url(re.compile("/en/people/"))
    page = visit("/en", viewport=DESK)
    page.get_by_role("searchbox").press_sequentially("quoc bao ngoc")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/en/search"))
    expect(page.get_by_text("Trần Quốc Bảo Ngọc")).to_have_count(0)


def test_chinese_word_inside_a_sentence_and_in_the_other_script(visit: Visit) -> None:
    for word, marked in (("诊所", "诊所"), ("診所", "诊所")):
        page = visit(f"/zh/search?q={word}", dark=True)
        expect(page.locator("mark").first).to_have_text(marked)
        expect(page.get_by_role("heading", name="社区诊所晚上也开门了")).to_be_visible()
        assert not is_wider_than_its_window(page)


def test_results_in_another_language_are_marked(visit: Visit) -> None:
    page = visit("/en/search?q=象棋", viewport=DESK)
    post = page.get_by_role("listitem").filter(has=page.locator("mark")).first
    expect(post.locator("[lang=zh-Hans]").first).to_be_visible()
    expect(post.get_by_text("中文", exact=True).first).to_be_visible()


def test_filters_are_links_and_keep_the_query(visit: Visit) -> None:
    page = visit("/ms/search?q=tempahan", viewport=DESK)
    page.get_by_role("link", name="Artikel", exact=True).last.click()
    expect(page).to_have_url(re.compile(r"q=tempahan.*kind=article"))
    expect(page.get_by_role("link", name="Artikel", exact=True).last).to_have_attribute("aria-current", "true")
    page.get_by_role("combobox", name="Bahasa", exact=True).select_option("en")
    expect(page.get_by_text("Tiada hasil untuk “tempahan”")).to_be_visible()


def test_search_works_without_javascript(visit: Visit) -> None:
    page = visit("/en/search", java_script_enabled=False)
    page.get_by_role("searchbox").last.fill("lantern")
    page.get_by_role("button", name="Search").last.click()
    expect(page).to_have_url(re.compile(r"/en/search\?q=lantern"))
    expect(page.get_by_role("heading", name="Lantern night: three hundred lights, one street")).to_be_visible()


def test_filters_on_a_phone(site: Site, visit: Visit) -> None:
    """By forum, author and time; removed one by one, and all at once where nothing is found."""
    say = words_in("vi")
    writer = site.make_member("Đặng Thuỳ Dương")
    word = f"lồng{letters()}"
    title = f"Làm {word} cho trẻ em"
    run_sql(site, ADD_TOPIC, writer.id, title, rich("Mời các bạn mang giấy màu và kéo đến làm cùng nhau."))
    page = visit(f"/vi/search?q={word}", as_=site.make_member(), dark=True)
    found = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=title))
    expect(found).to_be_visible()
    page.locator("summary").filter(has_text=say("search.filter.button")).click()
    page.get_by_role("searchbox", name=say("search.filter.author"), exact=True).press_sequentially("thuy duong")
    page.get_by_role("link", name="Đặng Thuỳ Dương").first.click()
    expect(page).to_have_url(re.compile(f"author={writer.id}"))
    expect(found).to_be_visible()
    page.get_by_role("combobox", name=say("search.filter.date"), exact=True).select_option("week")
    expect(page).to_have_url(re.compile("date=week"))
    page.get_by_role("combobox", name=say("search.order"), exact=True).select_option("newest")
    expect(page).to_have_url(re.compile("order=newest"))
    expect(found).to_be_visible()
    expect(page.locator("summary").filter(has_text=say("search.filter.buttonOn", number="2"))).to_be_visible()
    assert_accessible(page)
    assert not is_wider_than_its_window(page)
    active = page.get_by_role("list", name=say("search.filter.active")).get_by_role("link")
    active.filter(has_text="Đặng Thuỳ Dương").click()
    expect(active).to_have_count(1)
    page.get_by_role("combobox", name=say("search.filter.language"), exact=True).select_option("zh")
    expect(page.get_by_text(say("search.empty", words=word))).to_be_visible()
    expect(page.get_by_text("中文 và Tuần qua")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("link", name=say("search.everywhere", words=word)).click()
    expect(active).to_have_count(0)
    expect(found).to_be_visible()
    # By name, before the texts; in the filter of members, by keyboard.
    page.goto("/vi/search?q=thuy duong")
    members = page.get_by_role("region", name=say("search.area.person"))
    expect(members.get_by_role("link", name="Đặng Thuỳ Dương").first).to_be_visible()
    assert_accessible(page)
    assert not is_wider_than_its_window(page)
    area = page.get_by_role("link", name=say("search.area.person"), exact=True).first
    area.press("Enter")
    expect(page).to_have_url(re.compile("kind=person"))
    expect(area).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Đặng Thuỳ Dương").first).to_be_visible()
    assert_accessible(page)
    page.get_by_role("link", name="Đặng Thuỳ Dương").first.press("Enter")
    expect(page).to_have_url(re.compile("/vi/people/"))
    guest = visit("/vi/search?q=thuy duong&kind=person")
    expect(guest.get_by_text(say("search.peopleSignIn"))).to_be_visible()


def test_words_without_results_are_listed_for_editors(site: Site, visit: Visit) -> None:
    say = words_in("zh")
    word = f"xylo{letters()}"
    page = visit(f"/zh/search?q={word}")
    with page.expect_request("**/empty_searches"):
        page.reload()
    # The same network is counted once; other people search for it too.
    run_sql(site, "update search.empty_searches set searches = 3 where term = $1", word)
    page = visit("/zh/admin/searches", as_=ADMIN)
    line = page.get_by_role("listitem").filter(has_text=word)
    expect(line).to_contain_text(say("admin.searches.times", count=3))
    assert_accessible(page)
    assert not is_wider_than_its_window(page)
    assert visit("/zh/admin/searches", as_=site.make_member()).get_by_text(word).count() == 0


def test_library_is_filtered_by_links(visit: Visit) -> None:
    page = visit("/vi/resources")
    assert not is_wider_than_its_window(page)
    page.get_by_role("link", name="Nhà ở").click()
    expect(page.get_by_role("heading", level=2)).to_have_text(["Nhà ở"])
    page.get_by_role("navigation", name="Theo loại").get_by_role("link", name="Liên hệ").click()
    expect(page).to_have_url(re.compile("category=housing&kind=contact"))
    contact = page.get_by_role("link", name="Báo sự cố điện nước")
    expect(contact).to_have_attribute("href", re.compile("^tel:"))
    page.get_by_role("link", name="中文", exact=True).first.click()
    expect(contact).to_be_visible()


def test_new_resources_are_visible_at_once(visit: Visit) -> None:
    reader = visit("/en/resources")
    page = visit("/en/admin/resources?category=health", as_=ADMIN, viewport=DESK)
    page.get_by_role("button", name="Add a resource").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Enter a web address, phone number or email.")).to_be_visible()
    page.get_by_label("Web address, phone number or email").fill("+60 4 000 0177")
    page.get_by_label("Kind").select_option(label="Contact")
    english = page.get_by_role("group", name="English", exact=True)
    english.get_by_label("Title").fill("Night pharmacy")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Resource saved.")).to_be_visible()
    reader.reload()
    expect(reader.get_by_role("link", name="Night pharmacy")).to_have_attribute("href", "tel:+6040000177")
    reader.goto("/vi/search?q=pharmacy")
    expect(reader.get_by_role("heading", name="Night pharmacy")).to_be_visible()
    line = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Night pharmacy"))
    line.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Resource deleted.")).to_be_visible()
    reader.reload()
    expect(reader.get_by_role("heading", name="Night pharmacy")).to_have_count(0)
