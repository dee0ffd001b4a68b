"""The links in reminders: a page that asks, and a form that answers, without a session."""

from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest

from balai.database.pool import Pool
from balai.security.tokens import KeyRing
from balai.settings import load_settings
from balai.site.application import site_app
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.guests import book_as_guest, prove
from tests.factories.members import Member, make_member

SECRET = "s" * 40
STATE = "select status::text, confirmed_at is not null, cancelled_by_staff from public.bookings"
LINK = "select public.booking_link(id) from public.bookings"


@pytest.fixture
async def client(pool: Pool, database: str) -> AsyncIterator[httpx.AsyncClient]:
    settings = load_settings({"BALAI_SITE_URL": "https://site.example", "BALAI_JWT_SECRET": SECRET})
    async with (
        site_app(pool, settings, database, KeyRing(SECRET)) as app,
        httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="https://site.example") as client,
    ):
        yield client


async def make_booking(pool: Pool, **rules: int) -> tuple[Member, str]:
    admin = await make_member(pool, is_admin=True)
    service = await make_service(pool, admin, **rules)
    member = await make_member(pool, display_name="Secret Name")
    await book(pool, member, service, days_ahead(3), note="private note")
    return admin, f"/book/view/answer?link={await pool.fetchval(LINK)}"


async def state(pool: Pool) -> tuple[object, ...]:
    return tuple(await pool.fetchrow(STATE) or ())


async def test_opening_a_link_changes_nothing(pool: Pool, client: httpx.AsyncClient) -> None:
    _, link = await make_booking(pool)
    for act in ("", "&act=confirm", "&act=cancel"):
        page = await client.get(f"/vi{link}{act}")
        assert page.status_code == 200
        assert "Nhóm đọc sách" in page.text
        # Messages are forwarded: the page names neither the member nor the note.
        assert "Secret Name" not in page.text and "private note" not in page.text
    assert await state(pool) == ("booked", False, False)


async def test_form_confirms_cancels_and_restores(pool: Pool, client: httpx.AsyncClient) -> None:
    _, link = await make_booking(pool)
    steps = [
        ("confirm", ("booked", True, False), "Cảm ơn bạn"),
        ("confirm", ("booked", True, False), "Cảm ơn bạn"),
        ("cancel", ("cancelled", False, False), "Hoàn tác việc huỷ"),
        ("restore", ("booked", False, False), "Có, tôi sẽ đến"),
    ]
    for answer, expected, text in steps:
        response = await client.post(link, data={"lang": "vi", "answer": answer})
        assert (response.status_code, response.headers["location"]) == (303, f"/vi{link}")
        assert await state(pool) == expected
        assert text in (await client.get(f"/vi{link}")).text


async def test_guest_answers_by_the_same_link(pool: Pool, client: httpx.AsyncClient) -> None:
    admin = await make_member(pool, is_admin=True)
    service = await make_service(pool, admin)
    address = "mei@example.org"
    await book_as_guest(pool, service, days_ahead(3), await prove(pool, address), address=address)
    link = f"/book/view/answer?link={await pool.fetchval(LINK)}"
    for answer, expected in (("confirm", "booked"), ("cancel", "cancelled"), ("restore", "booked")):
        assert (await client.post(link, data={"lang": "en", "answer": answer})).status_code == 303
        assert (await state(pool))[0] == expected


async def test_rules_of_the_service_hold(pool: Pool, client: httpx.AsyncClient) -> None:
    _, link = await make_booking(pool, cancel_until_minutes=43200)
    assert 'value="cancel"' not in (await client.get(f"/en{link}&act=cancel")).text
    response = await client.post(link, data={"lang": "en", "answer": "cancel"})
    assert response.status_code == 303, response.text
    assert response.headers["location"] == f"/en{link}&failed=past_cutoff"
    assert "too late to cancel" in (await client.get(response.headers["location"])).text
    assert (await state(pool))[0] == "booked"


async def test_wrong_links_and_answers_change_nothing(pool: Pool, client: httpx.AsyncClient) -> None:
    _, link = await make_booking(pool)
    for wrong in (str(uuid4()), "x", ""):
        address = f"/book/view/answer?link={wrong}"
        assert (await client.post(address, data={"answer": "cancel"})).status_code == 404
        assert (await client.get(f"/en{address}")).status_code == 404
    for answer in ("", "delete"):
        response = await client.post(link, data={"answer": answer})
        assert response.headers["location"].endswith("&failed=not_found")
    assert await state(pool) == ("booked", False, False)
