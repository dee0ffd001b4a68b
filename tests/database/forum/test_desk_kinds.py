"""Cases of reported profiles and of conspicuous bookings, and what a decision of each does and undoes."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

from tests.database.forum.test_desk import case_of, listed, moderator
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.forum import FORBIDDEN, Community, refused
from tests.factories.members import make_member

REPORT = "select public.report_profile($1, $2, 'abuse', 'Rude words')"
FILL = "update public.profiles set about = 'Buy', picture_url = '/storage/v1/a.png' where id = $1 returning 1"
SHOWN = "select about, picture_url from public.profiles where id = $1"
CLOSE, REOPEN = "select public.close_case($1, 'resolved')", "select public.reopen_case($1)"
BOOKED = "select count(*) from public.bookings where status = 'booked'"
COUNT = "select public.desk_count(100)"


async def test_a_reported_profile_is_cleared_and_restored(community: Community) -> None:
    mei, ana = community.mei.id, community.ana
    await community.see(FILL, mei)
    await community.act(community.hoa, REPORT, uuid4(), mei)
    await community.act(community.hoa, REPORT, uuid4(), mei)
    made = (await case_of(community, mei))["id"]
    [shown] = await listed(community, ana)
    assert (shown["kind"], shown["author_id"], shown["reporters"], shown["body"]) == ("profile", mei, 1, "Buy")
    await community.act(ana, CLOSE, made)
    assert tuple(await community.see(SHOWN, mei)) == ("", None)
    [shown] = await listed(community, ana, "resolved")
    assert shown["body"] == "Buy"
    await community.act(ana, REOPEN, made)
    assert tuple(await community.see(SHOWN, mei)) == ("Buy", "/storage/v1/a.png")
    assert (await case_of(community, mei))["state"] == "open"
    await community.act(ana, "select public.close_case($1, 'rejected')", made)
    assert (await community.see(SHOWN, mei))["about"] == "Buy"
    # It can be reported again.
    await community.act(community.hoa, REPORT, uuid4(), mei)
    assert (await case_of(community, mei))["state"] == "open"


async def test_who_may_report_and_decide_a_profile(community: Community) -> None:
    hoa, mei = community.hoa, community.mei
    area = await moderator(community, "en", community.forum)
    everywhere = await moderator(community, "en")
    for who, person in ((hoa, hoa.id), (hoa, uuid4())):
        with refused("not_found"):
            await community.act(who, REPORT, uuid4(), person)
    with FORBIDDEN:
        await community.act(None, REPORT, uuid4(), mei.id)
    await community.act(hoa, REPORT, uuid4(), mei.id)
    made = (await case_of(community, mei.id))["id"]
    for who in (area, hoa, mei):
        with refused("not_found"):
            await community.act(who, CLOSE, made)
        assert await listed(community, who, everything=True) == []
        with FORBIDDEN:
            await community.act(who, "select * from public.profile_reports")
    counts = [(await community.act(who, COUNT))[0]["desk_count"] for who in (everywhere, community.ana, area, mei)]
    assert counts == [1, 1, 0, 0]
    await community.act(everywhere, "select public.claim_case($1)", made)
    counts = [(await community.act(who, COUNT))[0]["desk_count"] for who in (everywhere, community.ana)]
    assert counts == [1, 0]
    await community.act(everywhere, CLOSE, made)
    assert (await community.act(everywhere, COUNT))[0]["desk_count"] == 0


async def test_five_bookings_in_a_day_are_a_case_that_cancels_and_restores_them(community: Community) -> None:
    pool, hoa = community.pool, community.hoa
    service = await make_service(pool, community.ana, capacity=9, per_person=1)
    for hour in range(9, 13):
        await book(pool, hoa, service, days_ahead(2, hour))
    assert await listed(community, community.ana) == []
    await book(pool, hoa, service, days_ahead(2, 13))
    made = (await case_of(community, hoa.id))["id"]
    desk = await make_member(pool)
    await community.act(
        community.ana,
        "insert into public.role_grants (member_id, role_id) "
        "select $1, id from public.roles where preset = 'receptionist' returning 1",
        desk.id,
    )
    mod = await moderator(community)
    assert [one["kind"] for one in await listed(community, desk)] == ["booking"]
    assert await listed(community, mod, everything=True) == []
    with refused("not_found"):
        await community.act(mod, CLOSE, made)
    await community.act(desk, CLOSE, made)
    assert (await community.see(BOOKED))[0] == 0
    await community.act(desk, REOPEN, made)
    assert (await community.see(BOOKED))[0] == 5


async def test_staff_of_a_service_see_the_cases_of_its_bookings_alone(community: Community) -> None:
    pool, hoa, mei = community.pool, community.hoa, community.mei
    first = await make_service(pool, community.ana, capacity=9, per_person=9, slug="first")
    second = await make_service(pool, community.ana, capacity=9, per_person=9, slug="second")
    staff = {}
    for name, service in (("receptionist", first), ("host", first), ("other", second)):
        staff[name] = await make_member(pool)
        await community.act(
            community.ana,
            "insert into public.role_grants (member_id, role_id, service_id) "
            "select $1, id, $3 from public.roles where preset = $2 returning 1",
            *(staff[name].id, "host" if name == "host" else "receptionist", service),
        )
    for hour in range(9, 14):
        await book(pool, hoa, first, days_ahead(2, hour))
    await community.act(hoa, "insert into public.reports (post_id, reason) values ($1, 'spam')", community.post)
    await community.act(hoa, REPORT, uuid4(), mei.id)
    made = (await case_of(community, hoa.id))["id"]
    rows = "select kind from public.desk_cases"
    for name in ("receptionist", "host"):
        [shown] = await listed(community, staff[name], everything=True)
        assert (shown["kind"], shown["bookings"].count("startsAt")) == ("booking", 5)
        assert [row["kind"] for row in await community.act(staff[name], rows)] == ["booking"]
        assert (await community.act(staff[name], COUNT))[0]["desk_count"] == 1
        await community.act(staff[name], "select public.set_present(true)")
    for who in (staff["other"], mei):
        assert await listed(community, who, everything=True) == await community.act(who, rows) == []
        for act in (CLOSE, "select public.claim_case($1)", "select public.note_case(gen_random_uuid(), $1, 'x')"):
            with refused("not_found"):
                await community.act(who, act, made)
    with FORBIDDEN:
        await community.act(mei, "select public.set_present(true)")
    told = await community.see("select array_agg(member_id) from public.notifications where path = '/admin/desk'")
    assert {staff["receptionist"].id, staff["host"].id} <= set(told[0]) and staff["other"].id not in told[0]
    # They decide it, see it decided, and open it again.
    await community.act(staff["host"], CLOSE, made)
    assert (await community.see(BOOKED))[0] == 0
    assert [one["state"] for one in await listed(community, staff["receptionist"], "resolved")] == ["resolved"]
    await community.act(staff["receptionist"], REOPEN, made)
    assert (await community.see(BOOKED))[0] == 5
    # With a booking elsewhere it is for the staff of all bookings: a decision holds for the whole case.
    await book(pool, hoa, second, days_ahead(2, 15))
    for who in staff.values():
        assert await listed(community, who, everything=True) == []
        with refused("not_found"):
            await community.act(who, CLOSE, made)
    kinds = {one["kind"] for one in await listed(community, community.ana, everything=True)}
    assert kinds == {"post", "profile", "booking"}


async def test_a_booking_guest_is_one_person_under_all_names(community: Community) -> None:
    service = await make_service(community.pool, community.ana, capacity=9, per_person=1)
    guests: list[UUID] = []
    for hour, name in enumerate(("Lan", "Mai", "Ba", "Tam", "Ty"), 9):
        guest = await community.see(
            "insert into public.guests (name, phone, proven_at) values ($1, '84901234567', now()) returning id", name
        )
        guests.append(guest[0])
        await community.see(
            "select public.place_booking(gen_random_uuid(), $1, $2, 1, '', false, null, $3, false, null)",
            service, days_ahead(2, hour), guest[0],
        )  # fmt: skip
    [shown] = await listed(community, community.ana)
    assert (shown["kind"], shown["thing_id"], shown["title"]) == ("booking", guests[0], "+84901234567")
    assert shown["bookings"].count("startsAt") == 5
    await community.see("delete from public.guests returning 1")
    assert await listed(community, community.ana) == []


async def test_reports_and_decisions_at_once_do_not_block_each_other(community: Community) -> None:
    await community.act(
        community.hoa, "insert into public.reports (post_id, reason) values ($1, 'spam')", community.post
    )
    made = (await case_of(community, community.post))["id"]
    others = [await make_member(community.pool) for _ in range(4)]
    report = "insert into public.reports (post_id, reason) values ($1, 'spam')"
    done: list[Any] = await asyncio.gather(
        *(community.act(one, report, community.post) for one in others),
        community.act(community.ana, CLOSE, made),
        return_exceptions=True,
    )
    assert not [one for one in done if getattr(one, "sqlstate", "") == "40P01"], done
    assert not isinstance(done[-1], BaseException)
