"""Two members write to each other: request, consent, live answers, drafts, a report, a block; and following."""

from playwright.sync_api import Page, expect

from tests.journeys.conftest import Person, Site, Visit
from tests.journeys.live import wait_until_followed
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_forum import button, run_sql
from tests.journeys.test_images import make_administrator
from tests.journeys.texts import words_in

VI, ZH = words_in("vi"), words_in("zh")


def write(page: Page, text: str, send: str) -> None:
    page.get_by_role("main").get_by_role("textbox").fill(text)
    button(page, send).click()


def ask(page: Page, minh: Person) -> None:
    """Write the first message, which asks for consent, from the page of the other member."""
    page.get_by_role("link", name=VI("people.person.message")).click()
    page.wait_for_url(f"**/vi/messages/{minh.id}")
    field = page.get_by_role("main").get_by_role("textbox")
    field.fill("Chào anh Minh, tôi muốn hỏi về lớp may.")
    expect(page.get_by_text(VI("people.messages.first", name="Minh"))).to_be_visible()
    page.reload()
    # An unsent message outlives a reload.
    expect(field).to_have_value("Chào anh Minh, tôi muốn hỏi về lớp may.")
    assert_accessible(page)
    button(page, VI("people.messages.send")).click()
    expect(page.get_by_text(VI("people.messages.waits", name="Minh"))).to_be_visible()
    expect(field).to_have_count(0)


def test_members_write_to_each_other_by_consent(site: Site, visit: Visit) -> None:
    hoa, minh = site.make_member("Hoa", language="vi"), site.make_member("Minh", language="zh")
    first = visit(f"/vi/people/{minh.id}", as_=hoa)
    button(first, VI("people.person.follow")).click()
    expect(button(first, VI("people.person.unfollow"))).to_be_visible()
    ask(first, minh)

    other = visit("/zh/messages", as_=minh)
    other.get_by_role("link", name="Hoa").click()
    expect(other.get_by_text(ZH("people.messages.request", name="Hoa"))).to_be_visible()
    assert_accessible(other)
    wait_until_followed(site, first, "public.private_messages", 2)
    button(other, ZH("people.messages.accept")).click()
    expect(other.get_by_text(ZH("people.messages.request", name="Hoa"))).to_have_count(0)
    write(other, "你好,周六下午有课。", ZH("people.messages.send"))
    # It appears on the open page of the other, whose field is back.
    expect(first.get_by_text("你好,周六下午有课。")).to_be_visible()
    write(first, "Cảm ơn anh!", VI("people.messages.send"))
    expect(other.get_by_text("Cảm ơn anh!")).to_be_visible()

    # A report shows the desk this message alone.
    shown = other.get_by_role("listitem").filter(has_text="Cảm ơn anh!")
    button(shown, ZH("people.messages.report")).click()
    dialog = other.get_by_role("dialog")
    dialog.get_by_text(ZH("forum.report.spam")).click()
    button(dialog, ZH("forum.report.send")).click()
    expect(dialog).to_have_count(0)
    desk = visit("/vi/admin/desk", as_=make_administrator(site))
    button_or_link = desk.get_by_role("link", name=VI("admin.desk.all")).or_(button(desk, VI("admin.desk.all")))
    button_or_link.first.click()
    expect(desk.get_by_text("Cảm ơn anh!")).to_be_visible()
    expect(desk.get_by_text("tôi muốn hỏi về lớp may")).to_have_count(0)

    # A block ends it for both, and Hoa is not told.
    other.get_by_role("main").get_by_role("link", name="Hoa").click()
    button(other, ZH("people.person.block")).click()
    button(other.get_by_role("dialog"), ZH("people.person.block")).click()
    expect(button(other, ZH("people.person.unblock"))).to_be_visible()
    first.reload()
    expect(first.get_by_text(VI("people.messages.error.not_available"))).to_be_visible()
    expect(first.get_by_role("main").get_by_role("textbox")).to_have_count(0)
    assert run_sql(site, "select count(*) from public.follows where followed_id = $1::text::uuid", minh.id) == 0
