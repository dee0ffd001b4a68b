"""Reports of bookings: counts by month, service and language, without names."""

from collections.abc import Mapping
from datetime import date
from uuid import UUID
from zoneinfo import ZoneInfo

import asyncpg

from balai.site.exports.tables import write_csv
from balai.site.intake.money import write_money
from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest

MONTHS = 12
COUNTS = ("bookings", "people", "arrived", "late", "missed", "cancelled", "declined", "expired", "withdrawn")
COUNT = """
select r.*, t.name as service_name, t.language as lang
from public.booking_report($2, $3) r
cross join lateral public.service_text(r.service_id, $1::public.language) t
"""
SUM = "select * from public.booking_sums($1, $2)"
COUNT_LANGUAGES = "select * from public.booking_languages($1, $2)"


class ReportLanguage(Payload, frozen=True):
    """Bookings of people with a language. None: other languages, or all together."""

    language: Lang | None
    bookings: int


class ReportSum(Payload, frozen=True):
    """The amounts of a month's bookings in a currency: owed and paid. None: too few bookings to show."""

    due: str | None
    paid: str | None


class ReportRow(Payload, frozen=True):
    """A month of a service. None: fewer than five bookings, which could be recognised."""

    month: date
    service_id: UUID
    service_name: str
    lang: Lang
    bookings: int | None
    people: int | None
    arrived: int | None
    late: int | None
    missed: int | None
    cancelled: int | None
    # Requests that were never confirmed.
    declined: int | None
    expired: int | None
    withdrawn: int | None
    languages: tuple[ReportLanguage, ...]
    sums: tuple[ReportSum, ...]


class DayReportPayload(Payload, frozen=True):
    """`year`: whose months are shown, the current one first."""

    year: int
    earlier: int
    later: int | None
    rows: tuple[ReportRow, ...]
    file_path: str


async def load_report(request: PageRequest) -> Page[DayReportPayload]:
    """The months of `?year=`."""
    year, this_year = _year(request)
    return Page(
        DayReportPayload(
            year=year,
            earlier=year - 1,
            later=year + 1 if year <= this_year else None,
            rows=await _read(request, year),
            file_path=f"{request.path_to('day.report')}/bookings.csv?year={year}",
        )
    )


async def load_report_file(request: PageRequest) -> bytes:
    """The report as CSV. Raises NotFound for a visitor who handles no bookings."""
    if request.visitor is None or not request.visitor.handles_bookings:
        raise NotFound
    names = ("month", "service", *COUNTS, "languages", "due", "paid")
    rows = [
        (
            f"{row.month:%Y-%m}",
            row.service_name,
            *("<5" if row.bookings is None else getattr(row, count) for count in COUNTS),
            "; ".join(f"{one.language or '*'} {one.bookings}" for one in row.languages),
            "; ".join(one.due or "<5" for one in row.sums),
            "; ".join(one.paid or "<5" for one in row.sums),
        )
        for row in await _read(request, _year(request)[0])
    ]
    table = write_csv([request.text(f"day.csv.{name}") for name in names], rows)
    return b"".join(table)


async def _read(request: PageRequest, year: int) -> tuple[ReportRow, ...]:
    first, last = date(year, 1, 1), date(year, MONTHS, 1)
    languages: dict[tuple[date, UUID], list[ReportLanguage]] = {}
    for row in await request.conn.fetch(COUNT_LANGUAGES, first, last):
        languages.setdefault((row["month"], row["service_id"]), []).append(read_row(ReportLanguage, row))
    sums: dict[tuple[date, UUID], list[ReportSum]] = {}
    for row in await request.conn.fetch(SUM, first, last):
        texts = [
            None if row[name] is None else write_money(row[name], row["currency"], request.lang)
            for name in ("due", "paid")
        ]
        sums.setdefault((row["month"], row["service_id"]), []).append(ReportSum(*texts))
    rows = await request.conn.fetch(COUNT, request.lang, first, last)
    return tuple(_row(row, languages, sums) for row in rows)


def _row(
    row: asyncpg.Record,
    languages: Mapping[tuple[date, UUID], list[ReportLanguage]],
    sums: Mapping[tuple[date, UUID], list[ReportSum]],
) -> ReportRow:
    key = row["month"], row["service_id"]
    parts = {"languages": tuple(languages.get(key, ())), "sums": tuple(sums.get(key, ()))}
    return read_row(ReportRow, {**row, **parts})


def _year(request: PageRequest) -> tuple[int, int]:
    now = request.now.astimezone(ZoneInfo(request.site.time_zone)).year
    text = request.query.get("year") or ""
    year = int(text) if text.isascii() and text.isdigit() and len(text) == 4 else now
    return (year if 2000 <= year <= now + 1 else now), now
