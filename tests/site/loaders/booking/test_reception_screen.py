"""The screen on which staff book for a caller: the services that they handle, and the times of a day."""

from datetime import timedelta

from balai.database.pool import Pool
from balai.site.loaders.booking.reception import ReceptionPayload
from balai.site.screens import Page
from tests.database.booking.test_courses import book_course, make_course
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

GIVE_ROLE = """
insert into public.role_grants (member_id, role_id, service_id)
select $1, id, $2 from public.roles where preset = 'receptionist'
"""


async def the_screen(pool: Pool, who: Member, **query: str) -> ReceptionPayload:
    page: Page[ReceptionPayload] = await load_page(pool, "/admin/bookings/new", who=who, query=query)  # type: ignore[assignment]
    return page.data


async def test_a_receptionist_sees_the_services_of_the_role_alone(pool: Pool) -> None:
    admin, desk = await make_member(pool, is_admin=True), await make_member(pool)
    mine, other = await make_service(pool, admin, position=2), await make_service(pool, admin, position=1)
    await pool.execute(GIVE_ROLE, desk.id, mine)
    data = await the_screen(pool, desk, service=str(other))
    assert [service.id for service in data.services] == [mine]
    assert data.service is not None and data.service.id == mine
    assert {service.id for service in (await the_screen(pool, admin)).services} == {mine, other}


async def test_each_host_books_for_callers(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    first, second = await make_member(pool), await make_member(pool)
    shared = await make_service(pool, admin, hosts=[str(first.id), str(second.id)])
    await make_service(pool, admin, position=2)
    for host in (first, second):
        assert [service.id for service in (await the_screen(pool, host)).services] == [shared]


async def test_the_times_of_the_day_with_their_free_places(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    service = await make_service(pool, admin, capacity=1, per_person=1)
    starts_at = days_ahead(3)
    await book(pool, await make_member(pool), service, starts_at)
    day = starts_at + timedelta(hours=8)
    data = await the_screen(pool, admin, service=str(service), day=f"{day:%Y-%m-%d}")
    assert {time.starts_at: time.left for time in data.times}[starts_at] == 0
    assert sum(time.left for time in data.times) == 7
    # A day that is none: the first with a free time.
    assert (await the_screen(pool, admin, service=str(service), day="x")).times


async def test_without_services_there_is_nothing_to_book(pool: Pool) -> None:
    data = await the_screen(pool, await make_member(pool, is_admin=True))
    assert (data.service, data.services, data.times) == (None, (), ())


async def test_a_course_is_one_choice_with_its_dates(pool: Pool) -> None:
    admin, desk = await make_member(pool, is_admin=True), await make_member(pool)
    whole = await make_course(pool, admin, capacity=3, notice_minutes=5 * 24 * 60)
    either = await make_course(pool, admin, "either", position=2)
    single = await make_course(pool, admin, "single", position=3)
    for service in (whole, either, single):
        await pool.execute(GIVE_ROLE, desk.id, service)
    await book_course(pool, await make_member(pool), whole)
    data = await the_screen(pool, desk, service=str(whole))
    assert data.course is not None and data.course.whole is not None
    # The first evening is nearer than the notice, which does not bind the desk; it has a place more.
    assert [date.left for date in data.course.dates] == [3, 2, 2, 2, 2, 2]
    assert (data.course.whole.starts_at, data.course.whole.left) == (data.course.dates[0].starts_at, 2)
    assert (data.times, data.hosts) == ((), ())
    data = await the_screen(pool, desk, service=str(either))
    assert data.course is not None and len(data.course.dates) == 6 and len(data.times) == 1
    data = await the_screen(pool, desk, service=str(single))
    assert data.course is None and len(data.times) == 1
