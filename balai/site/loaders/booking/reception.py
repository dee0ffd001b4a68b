"""Booking for a caller or a walk-in: the services that the visitor handles, the times of one on a day, or a course."""

from datetime import date, datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from balai.site.intake.questions import AskedQuestion, list_questions
from balai.site.loaders.booking.courses import Course, SeriesKind, find_course
from balai.site.loaders.booking.service import LIST_HOSTS, ServiceHost
from balai.site.loaders.query_values import parse_day
from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import Page, PageRequest

LIST_SERVICES = """
select s.id, t.language as lang, t.name, s.capacity, s.time_zone, s.series
from public.services s
cross join lateral public.service_text(s.id, $1::public.language) t
where s.is_active and (s.id = any ((select public.hosted_services())::uuid[])
  or array[(select public.site_scope()), s.id] && (select public.my_scopes('bookings')))
order by s.position, s.id
limit 200
"""
FIRST_FREE = "select starts_at from public.next_free($1, 1, 1, now(), $2)"
LIST_TIMES = 'select starts_at, ends_at, "left", waiting from public.desk_times($1, $2, $3)'


class DeskService(Payload, frozen=True):
    """A service that the visitor handles."""

    id: UUID
    name: str
    lang: Lang
    capacity: int
    time_zone: str
    series: SeriesKind | None


class DeskTime(Payload, frozen=True):
    """A time of the chosen day; a full one has a waiting list."""

    starts_at: datetime
    ends_at: datetime
    left: int
    waiting: int


class ReceptionPayload(Payload, frozen=True):
    """`service` None: the visitor handles none. `day`: at the venue; without a choice the first with a free time.

    `hosts`: the people to choose from, if there are several. `host`: the chosen one; None: any suitable.
    `course`: of a service that is booked as a whole, or as the visitor likes; the former has no `times`.
    """

    services: tuple[DeskService, ...]
    service: DeskService | None
    hosts: tuple[ServiceHost, ...]
    host: UUID | None
    day: date
    today: date
    times: tuple[DeskTime, ...]
    course: Course | None
    questions: tuple[AskedQuestion, ...]


async def load_reception(request: PageRequest) -> Page[ReceptionPayload]:
    """The times of `?service=` on `?day=`, with the person `?host=`."""
    rows = await request.conn.fetch(LIST_SERVICES, request.lang)
    services = tuple(read_row(DeskService, row) for row in rows)
    wanted = request.query.get("service")
    service = next((one for one in services if str(one.id) == wanted), services[0] if services else None)
    zone = ZoneInfo(service.time_zone if service else request.site.time_zone)
    today = request.now.astimezone(zone).date()
    course = await find_course(request, service.id, service.series, today) if service else None
    has_times = service is not None and service.series != "whole"
    hosts = await _list_hosts(request, service) if has_times else ()
    host = next((each.id for each in hosts if str(each.id) == request.query.get("host")), None)
    day = parse_day(request.query.get("day"))
    if day is None and service is not None and has_times:
        first = await request.conn.fetchval(FIRST_FREE, service.id, host)
        day = first.astimezone(zone).date() if first else None
    day = day or today
    times = await request.conn.fetch(LIST_TIMES, service.id, day, host) if service and has_times else ()
    return Page(
        ReceptionPayload(
            services=services,
            service=service,
            hosts=hosts,
            host=host,
            day=day,
            today=today,
            times=tuple(read_row(DeskTime, row) for row in times),
            course=course if course and course.series != "single" else None,
            questions=await list_questions(request.conn, service.id, request.lang) if service else (),
        )
    )


async def _list_hosts(request: PageRequest, service: DeskService | None) -> tuple[ServiceHost, ...]:
    rows = await request.conn.fetch(LIST_HOSTS, service.id) if service else ()
    return tuple(read_row(ServiceHost, row) for row in rows) if len(rows) > 1 else ()
