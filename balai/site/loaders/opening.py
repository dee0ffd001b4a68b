"""Opening hours: what pages show of them, for search engines too, and the administration's screen.

The database computes the moments of opening and closing in the site's time zone. A page carries the next ones, so that
the browser only compares them with its clock; a cached page expires when the first of them comes.
"""

from datetime import date, datetime
from typing import Any, NamedTuple

import msgspec

from balai.site.loaders.json_ld import CONTEXT
from balai.site.payloads import DayHours, JsonLd, Lang, Payload, WeekHours
from balai.site.screens import Page, PageRequest

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MINUTES_OF_DAY = 1440

# A page also expires at midnight: "opens tomorrow" becomes "opens today".
GET_OPENING = """
select least(state.changes_at, ((now() at time zone s.time_zone)::date + 1)::timestamp at time zone s.time_zone)
    as valid_until,
  array(select array[t.opens, t.closes] from public.opening_times() as t limit 8) as times
from public.opening_state() as state cross join public.site_settings as s
"""
DAY_COLUMNS = """
day,
(select coalesce(jsonb_agg(jsonb_build_array(lower(span), upper(span))), '[]') from unnest(hours) as span) as hours
"""
# $1: the page's language. The note in another language if there is none in this one.
LIST_SPECIAL_DAYS = f"""
select {DAY_COLUMNS},
  coalesce(notes ->> $1::text, notes ->> s.default_language::text,
    (select value from jsonb_each_text(notes) order by key limit 1), '') as note
from public.opening_exceptions cross join public.site_settings as s
where day between (now() at time zone s.time_zone)::date and (now() at time zone s.time_zone)::date + 60
order by day limit 12
"""  # noqa: S608 - our own fragment
LIST_WEEK = """
select
  (select coalesce(jsonb_agg(jsonb_build_array(lower(span), upper(span))), '[]') from unnest(hours) as span) as hours
from public.opening_hours order by weekday
"""
LIST_EXCEPTIONS = f"select {DAY_COLUMNS}, notes from public.opening_exceptions order by day"  # noqa: S608 - our own fragment
LIST_ADDRESSES = "select language::text, address, opening_hours from public.site_texts"


class Opening(Payload, frozen=True):
    """The next times of being open, the present one included."""

    times: tuple[tuple[datetime, datetime], ...]


class SpecialDay(Payload, frozen=True):
    """A day with other hours; none: closed. Minutes from midnight, above 1440 on the next day."""

    day: date
    hours: DayHours
    note: str


class AdminSpecialDay(Payload, frozen=True):
    """A day with other hours, with its note in each language."""

    day: date
    hours: DayHours
    notes: dict[Lang, str]


class AdminAddress(Payload, frozen=True):
    """Address and words beside the hours in one language."""

    language: Lang
    address: str
    opening_hours: str


class AdminHoursPayload(Payload, frozen=True, kw_only=True):
    """Address and opening hours in the administration."""

    week: WeekHours
    exceptions: tuple[AdminSpecialDay, ...]
    addresses: tuple[AdminAddress, ...]
    phone: str
    map_url: str


async def read_opening(request: PageRequest) -> tuple[Opening | None, datetime | None]:
    """The next times of being open, and until when a page may show them. None: no hours are known."""
    row = await request.conn.fetchrow(GET_OPENING)
    if row is None:
        return None, None
    return Opening(times=tuple((opens, closes) for opens, closes in row["times"])), row["valid_until"]


class ContactFacts(NamedTuple):
    """The parts that are equal in every language."""

    phone: str
    map_url: str


async def read_contact(request: PageRequest) -> ContactFacts:
    """Telephone and map of the site, empty if unknown."""
    rows = await request.conn.fetch("select phone, coalesce(map_url, '') from public.site_settings")
    return ContactFacts(*rows[0])


async def list_special_days(request: PageRequest) -> tuple[SpecialDay, ...]:
    """The coming days with other hours."""
    rows = await request.conn.fetch(LIST_SPECIAL_DAYS, request.lang)
    return tuple(SpecialDay(day=row["day"], hours=_hours(row["hours"]), note=row["note"]) for row in rows)


async def read_week(request: PageRequest) -> WeekHours:
    """The usual hours, Monday first."""
    return tuple(_hours(row["hours"]) for row in await request.conn.fetch(LIST_WEEK))


async def load_admin_hours(request: PageRequest) -> Page[AdminHoursPayload]:
    """The editor of address and opening hours."""
    conn = request.conn
    contact = await read_contact(request)
    return Page(
        AdminHoursPayload(
            week=await read_week(request),
            exceptions=tuple(
                AdminSpecialDay(day=row["day"], hours=_hours(row["hours"]), notes=msgspec.json.decode(row["notes"]))
                for row in await conn.fetch(LIST_EXCEPTIONS)
            ),
            addresses=tuple(AdminAddress(**dict(row)) for row in await conn.fetch(LIST_ADDRESSES)),
            phone=contact.phone,
            map_url=contact.map_url,
        )
    )


def earliest(*moments: datetime | None) -> datetime | None:
    """The first of some moments, of which any may be missing."""
    return min((moment for moment in moments if moment is not None), default=None)


def organization(request: PageRequest, days: tuple[SpecialDay, ...], *, phone: str = "") -> JsonLd:
    """The site for search engines, with its address and opening hours."""
    site = request.site
    facts: dict[str, Any] = {
        "@context": CONTEXT,
        "@type": ["Organization", "Place"] if site.address or site.hours else "Organization",
        "name": site.name,
        "url": request.site_url,
    }
    if site.logo_url:
        facts["logo"] = request.absolute(site.logo_url)
    if site.address:
        facts["address"] = site.address
    if phone:
        facts["telephone"] = phone
    if site.hours:
        facts["openingHoursSpecification"] = [*_weekly(site.hours), *(one for day in days for one in _special(day))]
    return facts


def _weekly(week: WeekHours) -> list[dict[str, Any]]:
    """One entry for the weekdays with the same span."""
    spans: dict[tuple[int, int], list[str]] = {}
    for name, hours in zip(WEEKDAYS, week, strict=True):
        for span in hours:
            spans.setdefault(span, []).append(name)
    return [{**_specification(span), "dayOfWeek": names} for span, names in spans.items()]


def _special(day: SpecialDay) -> list[dict[str, Any]]:
    """A closed day opens and closes at midnight, as schema.org writes it."""
    text = day.day.isoformat()
    return [{**_specification(span), "validFrom": text, "validThrough": text} for span in day.hours or ((0, 0),)]


def _specification(span: tuple[int, int]) -> dict[str, Any]:
    """A closing time before the opening time is on the next day. A whole day ends one minute before midnight."""
    opens, closes = span
    is_whole = closes - opens == MINUTES_OF_DAY and opens == 0
    return {
        "@type": "OpeningHoursSpecification",
        "opens": _clock(opens),
        "closes": "23:59" if is_whole else _clock(closes % MINUTES_OF_DAY),
    }


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _hours(text: str) -> DayHours:
    return msgspec.json.decode(text, type=DayHours)
