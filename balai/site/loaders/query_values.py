"""Values of a query, which may hold anything: None for what is none."""

from datetime import UTC, date, datetime
from uuid import UUID

# Date arithmetic around them cannot overflow.
YEARS = range(1900, 2200)


def parse_day(text: str | None) -> date | None:
    """A day such as 2026-12-31."""
    try:
        day = date.fromisoformat(text) if text else None
    except ValueError:
        return None
    return day if day and day.year in YEARS else None


def parse_month(text: str | None) -> date | None:
    """The first day of a month such as 2026-12."""
    return parse_day(f"{text}-01") if text else None


def parse_moment(text: str | None) -> datetime | None:
    """A moment with its offset from UTC, in UTC."""
    try:
        moment = datetime.fromisoformat(text) if text else None
    except ValueError:
        return None
    return moment.astimezone(UTC) if moment and moment.tzinfo and moment.year in YEARS else None


def parse_id(text: str | None) -> UUID | None:
    """An identifier of a row."""
    try:
        return UUID(text) if text else None
    except ValueError:
        return None
