"""The ticket of a guest's signed link, and moving the booking on the page of its service."""

from datetime import timedelta

import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_role
from balai.site.loaders.booking.details import BookViewPayload
from balai.site.loaders.booking.service import BookServicePayload
from balai.site.screens import NotFound, Page
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.guests import GuestBooking, book_as_guest, prove
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

SLUG = "select slug from public.services where id = $1"
LATE = "update public.bookings set starts_at = now() + $2::interval, ends_at = now() + interval '3 hours' where id = $1"


@pytest.fixture
async def admin(pool: Pool) -> Member:
    return await make_member(pool, display_name="Aisyah", is_admin=True)


@pytest.fixture
async def made(pool: Pool, admin: Member) -> GuestBooking:
    service = await make_service(pool, admin)
    return await book_as_guest(pool, service, days_ahead(3), await prove(pool, "mei@example.org"), party=2)


async def the_ticket(pool: Pool, link: str, who: Member | None = None) -> Page[BookViewPayload]:
    return await load_page(pool, f"/book/ticket/{link}", who=who)  # type: ignore[return-value]


async def test_the_link_shows_the_ticket(pool: Pool, made: GuestBooking) -> None:
    page = await the_ticket(pool, made.link)
    data = page.data
    assert (data.member_name, data.party_size, data.is_mine, data.can_change) == ("Mei Tan", 2, True, True)
    assert (data.link, data.feed_path) == (made.link, None)
    assert data.calendar_path == f"/en/book/ticket/{made.link}/calendar.ics"
    assert data.qr is not None
    assert page.head.noindex


async def test_a_wrong_link_is_not_found(pool: Pool, made: GuestBooking, admin: Member) -> None:
    other = await book(pool, admin, (await pool.fetchval("select service_id from public.bookings")), days_ahead(4))
    for link in ("x", made.link[:-1], made.link[::-1], other.id.hex + made.link[32:]):
        with pytest.raises(NotFound):
            await the_ticket(pool, link)


async def test_after_the_cut_off_the_ticket_stays_and_nothing_changes(pool: Pool, made: GuestBooking) -> None:
    await pool.execute(LATE, made.id, timedelta(minutes=90))
    data = (await the_ticket(pool, made.link)).data
    assert (data.can_change, data.is_over) == (False, False)


async def test_a_left_waiting_list_is_no_cancelled_booking(pool: Pool, admin: Member) -> None:
    service, token = await make_service(pool, admin, capacity=1, per_person=1), await prove(pool, "mei@example.org")
    first, second = [
        await book_as_guest(pool, service, days_ahead(3), token, name=name, or_wait=True) for name in ("Mei", "Boon")
    ]
    for made in (second, first):
        async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
            await connection.execute("select public.cancel_booking($1, $2)", made.id, made.link)
    shown = [(await the_ticket(pool, made.link)).data for made in (first, second)]
    assert [(data.status, data.never_booked) for data in shown] == [("cancelled", False), ("cancelled", True)]


async def test_staff_see_how_to_reach_a_guest(pool: Pool, made: GuestBooking, admin: Member) -> None:
    page: Page[BookViewPayload] = await load_page(pool, f"/book/view/{made.id}", who=admin)  # type: ignore[assignment]
    assert (page.data.member_name, page.data.contact, page.data.link) == ("Mei Tan", "mei@example.org", None)
    with pytest.raises(NotFound):
        await load_page(pool, f"/book/view/{made.id}", who=await make_member(pool))


async def test_a_guest_moves_a_booking_on_the_page_of_the_service(pool: Pool, made: GuestBooking) -> None:
    slug = await pool.fetchval(SLUG, await pool.fetchval("select service_id from public.bookings"))
    page: Page[BookServicePayload] = await load_page(pool, f"/book/{slug}", query={"change": made.link})  # type: ignore[assignment]
    assert page.data.changing is not None
    assert (page.data.changing.id, page.data.changing.link) == (made.id, made.link)
    with pytest.raises(NotFound):
        await load_page(pool, f"/book/{slug}", query={"change": made.link[::-1]})
