"""Pages that follow rows: two members on one thread, one of them on two devices."""

import uuid

from playwright.sync_api import Page, expect

from tests.factories.forum import rich
from tests.journeys.conftest import DESK, PHONE, Site, Visit
from tests.journeys.live import wait_until, wait_until_followed
from tests.journeys.test_forum import Forum, forum, make_administrator, run_sql
from tests.journeys.texts import words_in

__all__ = ["forum"]
ADD_POST = """
insert into public.posts (forum_id, author_id, language, title, body)
select id, $2, 'en', $3, $4 from public.forums where slug = $1
"""
ADD_REPLY = "insert into public.replies (post_id, author_id, language, body) values ($1, $2, 'en', $3)"
TOUCH_ARTICLE = """
update public.articles set version = version + 1
where id = (select id from public.articles where status = 'published' and publish_at < now() order by id limit 1)
"""
READ_TO = "select last_number from public.thread_reads where member_id = $1::text::uuid"
SAVE_ARTICLE = """
with claims as (
  select set_config('request.jwt.claims', json_build_object('role', 'authenticated', 'sub', $1::text)::text, false))
select public.save_article(
  jsonb_build_object('id', gen_random_uuid(), 'source_language', 'en', 'status', 'draft', 'tags', '[]'::jsonb),
  jsonb_build_object('en', jsonb_build_object('title', 'Edited by two', 'summary', '', 'slug', 'edited-by-two',
    'body', $2::jsonb)))
from claims
"""


def badge(page: Page, count: int) -> None:
    """The unread count in the header."""
    expect(page.get_by_test_id("unread").first).to_have_text(str(count))


def test_two_members_on_one_thread(site: Site, visit: Visit, forum: Forum) -> None:
    say, zh = words_in("vi"), words_in("zh")
    mei = site.make_member("Mei")
    # So low that the reply is not in sight before the page is scrolled.
    author = visit(forum.path("vi"), viewport={**PHONE, "height": 330}, as_=forum.author)
    other_device = visit("/zh/about", viewport=DESK, as_=forum.author)
    writer = visit(forum.path("vi"), viewport=DESK, as_=mei)

    # Readers see who is typing, as soon as both follow the thread.
    writer.get_by_role("textbox", name=say("forum.reply.title")).click()
    field = writer.get_by_role("textbox", name=say("forum.reply.title"))
    field.press_sequentially("Chủ nhật thì", delay=20)
    line = author.get_by_test_id("writers")
    expect(line).to_have_text(say("forum.live.writing", names="Mei", count=1))
    place = author.evaluate("scrollY")

    # The reply is appended below and announced politely; the layout does not shift.
    field.press_sequentially(" đóng cửa.")
    writer.get_by_role("button", name=say("forum.reply.send")).click()
    expect(author.locator("#reply-1")).to_contain_text("Chủ nhật thì đóng cửa.")
    expect(line).to_be_empty()
    expect(author.get_by_test_id("announcer")).not_to_be_empty()
    assert author.evaluate("scrollY") == place
    assert author.evaluate("document.activeElement === document.body")

    # Replies that were visible are marked as read on all devices of the member.
    badge(other_device, 1)
    author.locator("#reply-1").scroll_into_view_if_needed()
    expect(author.get_by_test_id("unread")).to_have_count(0)
    expect(other_device.get_by_test_id("unread")).to_have_count(0)
    wait_until(site, 1, READ_TO, forum.author.id)

    # The count is the same on both devices, and disappears on both when read on one.
    author.goto("/vi/about")
    writer.get_by_role("textbox", name=say("forum.reply.title")).click()
    field.press_sequentially("Cả thứ bảy nữa.")
    writer.get_by_role("button", name=say("forum.reply.send")).click()
    badge(other_device, 1)
    badge(author, 1)
    author.goto("/vi/notifications")
    news = say("notifications.kind.reply", name="Mei", count=1)
    expect(author.get_by_text(f"{say('notifications.new')} {news}")).to_be_visible()
    author.get_by_role("button", name=say("notifications.readAll")).click()
    expect(author.get_by_test_id("unread")).to_have_count(0)
    expect(other_device.get_by_test_id("unread")).to_have_count(0)
    expect(other_device.get_by_text(zh("nav.account"), exact=True)).to_be_attached()

    # The read position of one device applies to the other.
    other_device.goto(forum.path("zh"))
    expect(other_device.locator("#unread")).to_have_text(zh("forum.live.new", count=1))
    expect(other_device.locator("#reply-2")).to_be_in_viewport()
    wait_until(site, 2, READ_TO, forum.author.id)


def test_page_stays_if_a_refresh_fails(site: Site, visit: Visit, forum: Forum) -> None:
    reply = (ADD_REPLY, uuid.UUID(forum.post), uuid.UUID(forum.author.id), rich("At nine."))
    page = visit(forum.path("en"))
    wait_until_followed(site, page, "public.replies")
    page.route("**/_payload.json*", lambda route: route.fulfill(status=503, body="{}"), times=1)
    with page.expect_response("**/_payload.json*"):
        run_sql(site, *reply)
    expect(page.get_by_role("heading", level=1)).to_have_text("Opening hours, anybody?")
    run_sql(site, *reply)
    expect(page.locator("#reply-2")).to_be_visible()
    expect(page.locator("#reply-1")).to_be_visible()


def test_list_announces_new_items_without_moving(site: Site, visit: Visit, forum: Forum) -> None:
    say, mei = words_in("zh"), site.make_member("Mei")
    page = visit(f"/zh/forum/{forum.slug}")
    wait_until_followed(site, page, "posts")
    body = rich("Somebody else asks something in this forum.")
    run_sql(site, ADD_POST, forum.slug, uuid.UUID(mei.id), "Another question", body)
    news = page.get_by_role("button", name=say("forum.live.posts", count=1))
    expect(news).to_be_visible()
    expect(page.get_by_role("link", name="Another question")).to_have_count(0)
    news.click()
    expect(page.get_by_role("link", name="Another question")).to_be_visible()
    expect(news).to_have_count(0)

    page.goto("/zh/blog")
    wait_until_followed(site, page, "articles")
    run_sql(site, TOUCH_ARTICLE)
    news = page.get_by_role("button", name=say("blog.live.articles", count=1))
    news.click()
    expect(news).to_have_count(0)


def test_two_editors_of_one_article_see_each_other_and_the_differences(site: Site, visit: Visit) -> None:
    ada, ben = make_administrator(site, "Ada"), make_administrator(site, "Ben")
    run_sql(site, SAVE_ARTICLE, ada.id, rich("Words."))
    first = visit("/en/blog/edited-by-two/edit", as_=ada, viewport=DESK)
    second = visit("/en/blog/edited-by-two/edit", as_=ben, viewport=DESK)
    say = words_in("en")
    expect(first.get_by_role("main").get_by_text(say("blog.write.others", names="Ben", count=1))).to_be_visible()
    expect(second.get_by_role("main").get_by_text(say("blog.write.others", names="Ada", count=1))).to_be_visible()
    first.get_by_label("Title", exact=True).fill("The title of Ada")
    second.get_by_label("Title", exact=True).fill("The title of Ben")
    first.get_by_role("button", name=say("blog.write.save.draft")).click()
    expect(second.get_by_text(say("blog.write.savedMeanwhile"))).to_be_visible()
    second.get_by_role("button", name=say("blog.write.save.draft")).click()
    expect(second.locator("del")).to_have_text("The title of Ada")
    expect(second.locator("ins")).to_have_text("The title of Ben")
