"""The whole site as one story, on a phone, in Vietnamese and in Chinese.

A new user reads, searches, signs up, posts and books the last place; another joins the waiting list and accepts the
place; an administrator publishes an article, which all readers see at once."""

import re
import uuid
from dataclasses import dataclass

import httpx
import pytest
from playwright.sync_api import Page, expect

from balai.security.tokens import api_keys
from tests.journeys.conftest import PASSWORD, SECRET, Person, Site, Visit
from tests.journeys.test_accounts import mailed_link
from tests.journeys.test_booking import NAMES, ZONE, a_time, make_service
from tests.journeys.test_forum import make_administrator
from tests.journeys.texts import words_in

PICTURE = "https://pictures.example/doorway.png"
STORED = "/storage/v1/object/public/pictures/journey/doorway.png"


@dataclass(frozen=True)
class Story:
    """The texts that the users of one language type and look for."""

    words: str
    article: str
    newcomer: str
    title: str
    body: str
    items: tuple[str, str]
    reply: str
    news: str
    news_body: str
    other: str
    other_news: str


STORIES = {
    "vi": Story(
        words="phong kham",
        article="Phòng khám của chúng ta mở cửa buổi tối",
        newcomer="Nguyễn Thị Ánh",
        title="Ai có ghế trẻ em cho mượn không?",
        body="Nhà mình đón cháu về chơi một tuần, cần hai thứ sau:",
        items=("một ghế ăn", "một xe đẩy"),
        reply="Mình đã có xe đẩy rồi, cảm ơn mọi người!",
        news="Thư viện nhỏ mở cửa lại",
        news_body="Từ thứ hai, thư viện mở cửa lúc bảy giờ.",
        other="zh",
        other_news="小图书馆重新开放",
    ),
    "zh": Story(
        words="诊所",
        article="社区诊所晚上也开门了",
        newcomer="林美",
        title="谁有儿童椅可以借",
        body="孙子下周来住，想借两样东西：",
        items=("一把餐椅", "一辆推车"),
        reply="推车已经借到了，谢谢大家！",
        news="小图书馆重新开放",
        news_body="从星期一起，图书馆早上七点开门。",
        other="vi",
        other_news="Thư viện nhỏ mở cửa lại",
    ),
}


@pytest.mark.parametrize("lang", ["vi", "zh"])
def test_whole_site_as_one_story(site: Site, visit: Visit, lang: str) -> None:
    story, mark = STORIES[lang], uuid.uuid4().hex[:6]
    service = make_service(site, capacity=2)
    book_by_telephone(site, service["slug"], site.make_member("Dũng"))

    page = visit(f"/{lang}")
    reads_and_searches(page, lang, story)
    joins_through_the_mailbox(site, page, lang, story)
    writes_and_replies(page, lang, story, mark)
    books_the_last_place(page, lang, service)
    neighbour = visit(f"/{lang}/book/{service['slug']}?at={a_time()}", as_=site.make_member("Hoa", time_zone=ZONE))
    waits_in_line(neighbour, lang)
    gives_the_place_back(page, lang)
    neighbour.reload()
    neighbour.get_by_role("button", name=words_in(lang)("book.request.accept")).click()
    expect(neighbour.get_by_text(words_in(lang)("book.view.booked"))).to_be_visible()

    reader = visit(f"/{lang}/blog")
    desk = visit(f"/{lang}/blog", as_=make_administrator(site))
    publishes_with_a_translation(desk, lang, story, mark)
    is_news_to_everybody(site, reader, lang, f"{story.news} {mark}")
    is_news_to_everybody(site, reader, story.other, f"{story.other_news} {mark}")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def book_by_telephone(site: Site, slug: str, person: Person) -> None:
    """Book all places but one before the story begins."""
    key = api_keys(SECRET).anon
    with httpx.Client(base_url=site.url, headers={"apikey": key}) as client:
        credentials = {"email": person.email, "password": PASSWORD}
        token = client.post("/auth/v1/token?grant_type=password", json=credentials).json()["access_token"]
        service = client.get(f"/rest/v1/services?slug=eq.{slug}&select=id").json()[0]["id"]
        booking = {"id": str(uuid.uuid4()), "service": service, "starts_at": a_time(), "party": 1, "note": ""}
        headers = {"authorization": f"Bearer {token}"}
        client.post("/rest/v1/rpc/book", json=booking, headers=headers).raise_for_status()


def follow_menu(page: Page, lang: str, area: str) -> None:
    say = words_in(lang)
    page.get_by_role("navigation").get_by_role("link", name=say(area), exact=True).locator("visible=true").first.click()


def reads_and_searches(page: Page, lang: str, story: Story) -> None:
    say = words_in(lang)
    follow_menu(page, lang, "nav.blog")
    page.get_by_role("main").get_by_role("heading", level=2).get_by_role("link").first.click()
    page.wait_for_url(f"**/{lang}/blog/*")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("link", name=say("nav.search"), exact=True).locator("visible=true").first.click()
    page.get_by_role("searchbox").last.fill(story.words)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name=story.article).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(story.article)


def joins_through_the_mailbox(site: Site, page: Page, lang: str, story: Story) -> None:
    say, email = words_in(lang), f"{uuid.uuid4().hex[:8]}@example.org"
    page.goto(f"/{lang}/forum")
    page.get_by_role("link", name=say("nav.signIn")).locator("visible=true").first.click()
    page.get_by_role("link", name=say("signin.toSignUp")).click()
    page.get_by_label(say("signup.name")).fill(story.newcomer)
    page.get_by_label(say("signin.email")).fill(email)
    page.get_by_label(say("signin.password"), exact=True).fill(PASSWORD)
    page.get_by_role("button", name=say("signup.submit"), exact=True).click()
    expect(page.get_by_role("heading", name=say("signup.checkTitle"))).to_be_visible()
    page.goto(mailed_link(site, email))
    page.get_by_role("button", name=say("signin.confirm")).click()
    page.wait_for_url(lambda url: "/signin" not in url)
    expect(page.locator("summary", has_text=say("nav.account"))).to_be_visible()


def writes_and_replies(page: Page, lang: str, story: Story, mark: str) -> None:
    say = words_in(lang)
    page.route("**/pictures", lambda route: route.fulfill(json={"address": STORED}))
    follow_menu(page, lang, "nav.forum")
    forum = page.get_by_role("main").get_by_role("heading", level=2).get_by_role("link").first
    its_name = forum.inner_text()
    forum.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(its_name)
    page.get_by_role("link", name=say("forum.newPost")).click()
    page.get_by_label(say("post.new.heading")).fill(f"{story.title} {mark}")
    page.get_by_role("textbox", name=say("post.new.body")).click()
    page.keyboard.type(story.body)
    page.keyboard.press("Enter")
    page.get_by_role("button", name=say("editor.bullets"), exact=True).click()
    for item in story.items:
        page.keyboard.type(item)
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.get_by_role("button", name=say("editor.image"), exact=True).click()
    page.get_by_label(say("editor.image.address")).fill(PICTURE)
    page.get_by_label(say("editor.image.alt")).fill(story.title)
    page.get_by_role("button", name=say("editor.image.insert"), exact=True).click()
    expect(page.locator(".ProseMirror img")).to_have_count(1)
    page.get_by_role("button", name=say("post.new.publish"), exact=True).click()
    expect(page.get_by_role("heading", level=1, name=f"{story.title} {mark}")).to_be_visible()
    post = page.get_by_role("article").first
    expect(post.get_by_role("listitem")).to_have_text(list(story.items))
    stored = re.compile(re.escape(STORED.partition("/pictures/")[2]))
    expect(post.get_by_role("img", name=story.title)).to_have_attribute("src", stored)

    page.get_by_role("textbox", name=say("forum.reply.title")).click()
    expect(page.get_by_role("textbox", name=say("forum.reply.title"))).to_be_focused()
    page.keyboard.type(story.reply)
    page.get_by_role("button", name=say("forum.reply.send"), exact=True).click()
    expect(page.locator("#reply-1")).to_contain_text(story.reply)


def books_the_last_place(page: Page, lang: str, service: dict[str, str]) -> None:
    say = words_in(lang)
    follow_menu(page, lang, "nav.book")
    page.get_by_role("link", name=f"{NAMES[lang]} {service['mark']}").click()
    page.wait_for_url(f"**/book/{service['slug']}*")
    page.goto(f"/{lang}/book/{service['slug']}?at={a_time()}")
    page.get_by_role("button", name=say("book.service.book")).click()
    page.wait_for_url("**/book/view/**")
    expect(page.get_by_text(say("book.view.booked"))).to_be_visible()


def waits_in_line(page: Page, lang: str) -> None:
    say = words_in(lang)
    expect(page.get_by_text(say("book.service.isFull"))).to_be_visible()
    expect(page.get_by_role("button", name=say("book.service.book"))).to_have_count(0)
    page.get_by_role("button", name=say("book.service.wait")).click()
    page.wait_for_url("**/book/view/**")
    expect(page.get_by_text(say("book.inLine", position=1))).to_be_visible()


def gives_the_place_back(page: Page, lang: str) -> None:
    say = words_in(lang)
    page.get_by_role("button", name=say("book.view.cancel")).click()
    page.get_by_role("dialog").get_by_role("button", name=say("book.view.cancel")).click()
    expect(page.get_by_text(say("book.view.cancelled"))).to_be_visible()


def publishes_with_a_translation(page: Page, lang: str, story: Story, mark: str) -> None:
    say, languages = words_in(lang), {"vi": "Tiếng Việt", "zh": "中文"}
    page.get_by_role("link", name=say("blog.new.title")).click()
    # On a phone one language is shown at a time.
    title = page.get_by_label(say("blog.write.textTitle"), exact=True).locator("visible=true")
    body = page.get_by_role("textbox", name=say("blog.write.body"), exact=True)
    title.fill(f"{story.news} {mark}")
    body.press_sequentially(story.news_body)
    page.get_by_role("button", name=re.compile(languages[story.other])).first.click()
    page.get_by_role("button", name=say("blog.write.addTranslation", language=languages[story.other])).click()
    title.fill(f"{story.other_news} {mark}")
    body.press_sequentially(STORIES[story.other].news_body)
    page.get_by_label(say("blog.write.publishText")).check()
    page.get_by_label(say("blog.write.when.now"), exact=True).check()
    page.get_by_role("button", name=say("blog.write.save.now"), exact=True).click()
    page.wait_for_url(re.compile(r"/blog/(?!new)"))
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{story.news} {mark}")
    page.goto(f"/{lang}/blog")
    expect(page.get_by_role("link", name=f"{story.news} {mark}")).to_be_visible()


def is_news_to_everybody(site: Site, reader: Page, lang: str, title: str) -> None:
    reader.goto(f"/{lang}/blog")
    reader.get_by_role("link", name=title).click()
    expect(reader.get_by_role("heading", level=1)).to_have_text(title)
    expect(reader.get_by_text(STORIES[lang].news_body)).to_be_visible()
    assert title in httpx.get(f"{site.url}/{lang}/feed.xml").text
