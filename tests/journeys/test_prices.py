"""A service with a price, on a phone: set with the bank's code, shown before and after booking, marked as paid."""

import io

import segno
from playwright.sync_api import Page, Route, expect

from tests.journeys.conftest import ADMINISTRATOR, PHONE, Person, Site, Visit
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_booking import ZONE, a_time, book_here, make_service
from tests.journeys.test_desk_and_guests import book_as_guest, new_number
from tests.journeys.test_forum import run_sql
from tests.journeys.texts import words_in

SAY = words_in("vi")
NOTE = "Chuyển khoản trước buổi hẹn."
ID = "select id::text from public.services where slug = $1"
PAID = """
select count(*) filter (where p.paid_at is not null)::text from public.booking_prices p
join public.bookings b on b.id = p.booking_id join public.services s on s.id = b.service_id where s.slug = $1
"""

MARK_PAID = """
update public.booking_prices set paid_at = now()
from public.bookings as b join public.services as s on s.id = b.service_id where booking_id = b.id and s.slug = $1
"""
SET_PRICE = """
insert into public.service_prices (service_id, amount, currency, notes)
select id, 2500, 'MYR', '{"zh": "请在柜台付款。"}' from public.services where slug = $1
"""


def set_price(page: Page, typed: str) -> None:
    """Set the price in dong. While the picture is sent, the note is written."""
    page.get_by_label(SAY("admin.service.price.amount")).fill(typed)
    page.get_by_label(SAY("admin.service.price.currency")).select_option("VND")
    held: list[Route] = []
    page.route("**/storage/v1/object/**", lambda route: held.append(route), times=1)
    code = io.BytesIO()
    segno.make_qr("00020101021138570010A000000727").save(code, kind="png", scale=8)
    file = {"name": "qr.png", "mimeType": "image/png", "buffer": code.getvalue()}
    with page.expect_request("**/storage/v1/object/**"):
        page.locator("#service-price").get_by_label(SAY("admin.service.price.qr")).last.set_input_files(file)
    page.get_by_label(SAY("admin.service.price.note")).fill(NOTE)
    held[0].continue_()
    expect(page.get_by_role("button", name=SAY("upload.replace"))).to_be_visible()
    expect(page.get_by_label(SAY("admin.service.price.note"))).to_have_value(NOTE)
    page.reload()
    # The draft outlives a reload.
    expect(page.get_by_label(SAY("admin.service.price.note"))).to_have_value(NOTE)
    page.get_by_role("button", name=SAY("admin.service.save")).click()


def test_price_is_set_shown_and_marked_as_paid(site: Site, visit: Visit) -> None:
    nurse, other = site.make_member("Mai"), site.make_member("Lan")
    service = make_service(site, hosts=[nurse.id])
    admin = visit(
        f"/vi/admin/services/{run_sql(site, ID, service['slug'])}", as_=Person("", *ADMINISTRATOR, "Administrator")
    )
    set_price(admin, "150.0")
    expect(admin.get_by_text(SAY("admin.service.price.error", digits=0))).to_be_visible()
    assert_accessible(admin)
    admin.get_by_label(SAY("admin.service.price.amount")).fill("150.000")
    admin.get_by_role("button", name=SAY("admin.service.save")).click()
    admin.wait_for_url("**/admin/services")

    price = "150.000\N{NO-BREAK SPACE}₫"
    mei = site.make_member("Mei", language="vi", time_zone=ZONE)
    page = visit(f"/vi/book/{service['slug']}?at={a_time()}", as_=mei)
    # Above the times, before anything is chosen.
    expect(page.locator("header").get_by_text(price)).to_be_visible()
    assert_accessible(page)
    book_here(page, "vi")
    payment = page.get_by_role("region", name=SAY("book.view.payment"))
    expect(payment).to_contain_text(price)
    expect(payment).to_contain_text(SAY("book.view.unpaid"))
    expect(payment).to_contain_text(NOTE)
    code = payment.get_by_role("img", name=SAY("book.view.payCode"))
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    board = visit(f"/vi/day?day={a_time()[:10]}", as_=nurse)
    board.get_by_role("button", name=SAY("day.open", name="Mei")).click()
    dialog = board.get_by_role("dialog")
    mark = dialog.get_by_role("button", name=SAY("day.paid.mark"))
    expect(dialog.get_by_text(SAY("day.paid.open", price=price))).to_be_visible()
    assert_accessible(board)
    mark.dblclick()
    expect(dialog.get_by_role("button", name=SAY("day.paid.unmark"))).to_be_visible()
    assert run_sql(site, PAID, service["slug"]) == "1"
    page.reload()
    expect(payment).to_contain_text(SAY("book.view.paid"))
    expect(payment).not_to_contain_text(NOTE)
    expect(code).to_have_count(0)
    board.route("**/rpc/mark_paid", lambda route: route.abort(), times=1)
    back = dialog.get_by_role("button", name=SAY("day.paid.unmark"))
    back.click()
    # An error stands in the dialog, which covers toasts.
    expect(dialog.get_by_role("alert")).to_be_visible()
    back.click()
    expect(mark).to_be_visible()
    page.reload()
    expect(code).to_be_visible()

    # The board of another member has nothing of it.
    assert visit("/vi", as_=other).request.get(page.url).status == 404
    page.get_by_role("button", name=SAY("book.view.cancel")).click()
    page.get_by_role("dialog").get_by_role("button", name=SAY("book.view.cancel")).click()
    expect(payment).to_have_count(0)


def test_guest_pays_from_the_ticket(site: Site, visit: Visit) -> None:
    say = words_in("zh")
    service = make_service(site)
    run_sql(site, SET_PRICE, service["slug"])
    page = visit(f"/zh/book/{service['slug']}?at={a_time()}")
    expect(page.locator("header").get_by_text("RM\N{NO-BREAK SPACE}25.00")).to_be_visible()
    book_as_guest(site, page, say, new_number())
    payment = page.get_by_role("region", name=say("book.view.payment"))
    expect(payment).to_contain_text("RM\N{NO-BREAK SPACE}25.00")
    expect(payment).to_contain_text("请在柜台付款。")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    run_sql(site, MARK_PAID, service["slug"])
    page.reload()
    expect(payment).to_contain_text(say("book.view.paid"))
    expect(payment).not_to_contain_text("请在柜台付款。")
    # Without the signed link there is nothing of it.
    assert visit("/zh").request.get(page.url.rpartition("/")[0] + "/nothing").status == 404
