"""Where a member stopped reading: marks in lists, the line in a thread, and times that are right in a cached page."""

import re
import uuid

from playwright.sync_api import Page, expect

from tests.factories.forum import rich
from tests.journeys.conftest import DESK, Site, Visit
from tests.journeys.live import wait_until
from tests.journeys.test_forum import Forum, forum, run_sql
from tests.journeys.texts import words_in

__all__ = ["forum"]
READ_TO = "select last_number from public.thread_reads where member_id = $1::text::uuid"
ADD_REPLIES = """
insert into public.replies (post_id, author_id, language, body)
select $1, $2, 'vi', $3 from generate_series(1, $4::integer)
"""
LONG = rich(*["Phòng khám mở cửa buổi tối, ai cũng đến được, không cần giấy tờ gì."] * 4)
AGE = "update public.posts set last_activity_at = now() - interval '50 minutes'"


def topic(page: Page) -> str:
    """Return the whole row of the topic, as it is read."""
    return page.get_by_role("main").get_by_role("listitem").filter(has_text="Opening hours").inner_text()


def test_thread_opens_at_the_line_where_a_member_stopped(site: Site, visit: Visit, forum: Forum) -> None:
    zh, vi = words_in("zh"), words_in("vi")
    mei, hoa = site.make_member("林美"), site.make_member("Hoa")
    post, author = uuid.UUID(forum.post), uuid.UUID(forum.author.id)
    run_sql(site, ADD_REPLIES, post, author, LONG, 20)
    run_sql(site, "select pg_sleep(0.1)")

    # Mei has read the first page; on a phone, in Chinese.
    run_sql(
        site,
        "insert into public.thread_reads (member_id, post_id, last_number) values ($1, $2, 20)",
        uuid.UUID(mei.id),
        post,
    )
    page = visit(f"/zh/forum/{forum.slug}", as_=mei)
    assert zh("forum.forum.unread") not in topic(page)

    # Hoa replies; the row gets its mark, and the thread opens on the second page, at the line.
    writer = visit(f"{forum.path('vi')}?after=0", viewport=DESK, as_=hoa)
    writer.get_by_role("textbox", name=vi("forum.reply.title")).click()
    writer.get_by_role("textbox", name=vi("forum.reply.title")).press_sequentially("Chủ nhật đóng cửa.")
    writer.get_by_role("button", name=vi("forum.reply.send")).click()
    expect(writer.locator("#reply-21")).to_contain_text("Chủ nhật đóng cửa.")
    # The author of a reply has read it: no line, no mark.
    expect(writer.locator("#unread")).to_have_count(0)
    writer.goto(f"/vi/forum/{forum.slug}")
    assert vi("forum.forum.unread") not in topic(writer)

    page.goto("/zh/forum")
    row = page.get_by_role("main").get_by_role("listitem").filter(has=page.locator(f"a[href='/zh/forum/{forum.slug}']"))
    expect(row).to_contain_text(zh("forum.unread", count=1))
    page.goto(f"/zh/forum/{forum.slug}")
    assert zh("forum.forum.unread") in topic(page)
    page.get_by_role("link", name="Opening hours, anybody?").click()
    line = page.locator("#unread")
    expect(line).to_have_text(zh("forum.live.new", count=1))
    expect(line).to_be_in_viewport()
    expect(page.locator("#reply-21")).to_be_in_viewport()
    wait_until(site, 21, READ_TO, mei.id)

    # The line stays while they read; a reply that comes meanwhile is below it.
    run_sql(site, ADD_REPLIES, post, author, rich("Cảm ơn."), 1)
    expect(page.locator("#reply-22")).to_be_visible()
    expect(line).to_have_text(zh("forum.live.new", count=2))
    wait_until(site, 22, READ_TO, mei.id)

    # Read, the mark is gone and the thread has no line; its first page is still within reach.
    page.goto(f"/zh/forum/{forum.slug}")
    assert zh("forum.forum.unread") not in topic(page)
    page.goto(forum.path("zh"))
    expect(line).to_have_count(0)
    page.get_by_role("link", name=zh("forum.post.earlier")).first.click()
    expect(page).to_have_url(re.compile(r"\?after=0$"))
    expect(page.locator("#reply-1")).to_be_attached()


def test_line_is_in_view_without_a_link_to_it(site: Site, visit: Visit, forum: Forum) -> None:
    mei = site.make_member("林美")
    post, author = uuid.UUID(forum.post), uuid.UUID(forum.author.id)
    run_sql(site, ADD_REPLIES, post, author, LONG, 9)
    run_sql(
        site,
        "insert into public.thread_reads (member_id, post_id, last_number) values ($1, $2, 7)",
        uuid.UUID(mei.id),
        post,
    )
    page = visit(forum.path("zh"), as_=mei)
    expect(page.locator("#unread")).to_have_text(words_in("zh")("forum.live.new", count=2))
    expect(page.locator("#unread")).to_be_in_viewport()
    # A guest has no line.
    expect(visit(forum.path("zh")).locator("#unread")).to_have_count(0)


def test_all_topics_are_marked_as_read(site: Site, visit: Visit, forum: Forum) -> None:
    say = words_in("ms")
    member = site.make_member("Siti")
    run_sql(site, ADD_REPLIES, uuid.UUID(forum.post), uuid.UUID(forum.author.id), rich("Terima kasih."), 1)
    page = visit("/ms/forum", as_=member)
    page.get_by_role("button", name=say("forum.readAll")).click()
    expect(page.get_by_role("button", name=say("forum.readAll"))).to_have_count(0)
    page.goto(f"/ms/forum/{forum.slug}")
    assert say("forum.forum.unread") not in topic(page)


def test_times_in_a_cached_page_are_those_of_its_reader(visit: Visit, forum: Forum, site: Site) -> None:
    run_sql(site, AGE)
    path = f"/vi/forum/{forum.slug}"
    first = visit(path)
    # The minute of rendering may have begun just before.
    assert re.search("(49|50) phút trước", topic(first))
    # Two hours later the same page comes from the cache; the reader's clock corrects it without an error of hydration.
    late = first.context.new_page()
    errors: list[str] = []
    late.on("pageerror", lambda error: errors.append(str(error)))
    late.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    late.clock.set_system_time(first.evaluate("Date.now() / 1000 + 2 * 3600"))
    late.goto(path)
    expect(late.get_by_text("2 giờ trước").first).to_be_visible()
    assert errors == []
