"""The review of an article on a phone: submitted, sent back with a comment, submitted again, published and read."""

import uuid

import pytest
from playwright.sync_api import Page, expect

from tests.factories.blog import words
from tests.journeys.conftest import PHONE, Person, Site, Visit
from tests.journeys.live import wait_until_followed
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_forum import run_sql

ROLE = "insert into public.role_grants (member_id, role_id) select $1, id from public.roles where preset = $2"


@pytest.fixture
def writer(site: Site) -> Person:
    """A member with the role of a contributor for each journey."""
    person = site.make_member("Linh")
    run_sql(site, ROLE, uuid.UUID(person.id), "contributor")
    return person


@pytest.fixture
def editor(site: Site) -> Person:
    """A member with the role of an editor for each journey."""
    person = site.make_member("Mei")
    run_sql(site, ROLE, uuid.UUID(person.id), "editor")
    return person


def assert_fits(page: Page) -> None:
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def submit_new(mine: Page, title: str) -> None:
    """A text that goes out has words, and is locked for its writer."""
    expect(mine.get_by_text("Biên tập viên sẽ đăng bài của bạn.")).to_be_visible()
    mine.get_by_role("textbox", name="Tiêu đề").fill(title)
    mine.get_by_role("button", name="Gửi duyệt").click()
    expect(mine.get_by_role("dialog")).to_have_count(0)
    body = mine.get_by_role("textbox", name="Nội dung")
    body.click()
    mine.keyboard.type("Mở cửa sáng thứ hai.")
    assert_fits(mine)
    mine.get_by_role("button", name="Gửi duyệt").click()
    dialog = mine.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Lời nhắn cho biên tập viên").fill("Nhờ xem lại giờ.")
    dialog.get_by_role("button", name="Gửi duyệt").click()
    review = mine.get_by_role("region", name="Duyệt bài: Tiếng Việt")
    expect(review).to_contain_text("Muốn sửa, hãy rút lại trước")
    expect(mine.get_by_role("textbox", name="Tiêu đề")).to_have_count(0)
    expect(mine.get_by_role("main")).to_contain_text("Mở cửa sáng thứ hai.")
    assert_fits(mine)


def ask_for_changes(desk: Page, title: str) -> None:
    """The queue leads to the editor. Changes are asked for with a comment alone."""
    waiting = desk.get_by_role("listitem").filter(has_text=title)
    expect(waiting).to_contain_text("Nhờ xem lại giờ.")
    expect(waiting).to_contain_text("作者：Linh")
    assert_fits(desk)
    waiting.get_by_role("link", name=title).click()
    desk.get_by_role("button", name="要求修改").click()
    dialog = desk.get_by_role("dialog")
    dialog.get_by_role("button", name="要求修改").click()
    expect(dialog).to_contain_text("请写明需要修改的地方")
    dialog.get_by_role("textbox", name="给作者的意见").fill("请写明房间。")
    dialog.get_by_role("button", name="要求修改").click()
    expect(desk.get_by_text("作者现在可以修改了。")).to_be_visible()
    assert_fits(desk)


def submit_again(mine: Page, title: str) -> None:
    """The notice leads to the text."""
    mine.goto("/vi/notifications")
    expect(mine.get_by_role("main")).to_contain_text("Mei yêu cầu sửa bài viết của bạn")
    expect(mine.get_by_role("main")).to_contain_text("请写明房间。")
    mine.get_by_role("link", name=title).click()
    body = mine.get_by_role("textbox", name="Nội dung")
    body.click()
    mine.keyboard.press("Control+End")
    mine.keyboard.type(" Phòng 3.")
    expect(body).to_contain_text("Phòng 3.")
    mine.get_by_role("button", name="Gửi lại").click()
    mine.get_by_role("dialog").get_by_role("button", name="Gửi duyệt").click()
    expect(mine.get_by_role("region", name="Duyệt bài: Tiếng Việt")).to_contain_text("Muốn sửa, hãy rút lại trước")


def publish(desk: Page, title: str) -> None:
    """The history has both submissions and the request for changes."""
    desk.goto("/zh/admin/articles/reviews")
    waiting = desk.get_by_role("listitem").filter(has_text=title)
    expect(waiting).to_contain_text("再次提交")
    waiting.get_by_role("link", name=title).click()
    desk.get_by_text("审核记录").click()
    history = desk.get_by_role("region", name="审核：Tiếng Việt").get_by_role("listitem")
    expect(history).to_have_count(3)
    desk.get_by_role("region", name="审核：Tiếng Việt").get_by_role("button", name="发布").click()
    desk.get_by_role("dialog").get_by_role("button", name="发布").click()
    expect(desk.get_by_role("main")).to_contain_text("Phòng 3.")


def test_article_is_published_after_a_review(site: Site, visit: Visit, writer: Person, editor: Person) -> None:
    title = f"Phòng khám {uuid.uuid4().hex[:6]}"
    mine = visit("/vi/blog/new", as_=writer)
    submit_new(mine, title)
    wait_until_followed(site, mine, "public.article_reviews")
    desk = visit("/zh/admin/articles/reviews?language=vi", as_=editor)
    ask_for_changes(desk, title)
    # The writer's page shows it without a reload.
    expect(mine.get_by_role("region", name="Duyệt bài: Tiếng Việt")).to_contain_text("请写明房间。")
    submit_again(mine, title)
    publish(desk, title)
    page = visit("/vi/blog")
    page.get_by_role("link", name=title).first.click()
    expect(page.get_by_role("main")).to_contain_text("Mở cửa sáng thứ hai. Phòng 3.")
    mine.reload()
    expect(mine.get_by_role("region", name="Duyệt bài: Tiếng Việt")).to_contain_text("Bài này đã được đăng")


def test_writer_takes_a_text_back_and_a_late_editor_keeps_the_comment(
    site: Site, visit: Visit, writer: Person, editor: Person
) -> None:
    title = f"Tin {uuid.uuid4().hex[:6]}"
    article, review = str(uuid.uuid4()), str(uuid.uuid4())
    text = words(title, status="draft")
    facts = {"id": article, "source_language": "vi", "status": "draft"}
    site.call(writer, "save_article", article=facts, texts={"vi": text}, base_version=0)
    site.call(writer, "submit_article_text", id=review, article=article, language="vi", base_version=1)
    desk = visit("/zh/admin/articles/reviews", as_=editor)
    desk.get_by_role("link", name=title).click()
    desk.get_by_role("button", name="要求修改").click()
    dialog = desk.get_by_role("dialog")
    dialog.get_by_role("textbox", name="给作者的意见").fill("请写明房间。")
    mine = visit("/vi/admin/articles", as_=writer)
    expect(mine.get_by_role("listitem").filter(has_text=title).first).to_contain_text("đang duyệt")
    mine.get_by_role("link", name=title).click()
    mine.get_by_role("button", name="Rút lại").click()
    expect(mine.get_by_role("textbox", name="Tiêu đề")).to_have_value(title)
    dialog.get_by_role("button", name="要求修改").click()
    expect(dialog).to_contain_text("此次审核已由他人处理")
    expect(dialog.get_by_role("textbox", name="给作者的意见")).to_have_value("请写明房间。")
