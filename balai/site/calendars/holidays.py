"""Public holidays of Malaysian states, Singapore and Vietnam, and days of the Chinese lunar calendar, as suggestions.

The dates come from the package `holidays`. Its names exist in other languages than ours, so `names.json` has them in
four. It is imported when the administration first needs it: few processes do, and it takes half a second.
"""

import re
from collections.abc import Iterable
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import msgspec

from balai.site.screens import LANGS, Lang

DAYS_AHEAD = 365
# The regions by their codes in the settings: country and part of it.
STATES = tuple(f"my-{number:02}" for number in range(1, 17))
REGIONS = (*STATES, "sg", "vn", "lunar")
NEW_YEAR = "Chinese New Year (Spring Festival)"
# Of China, Hong Kong and Macau, for the lunar calendar: the days that its dates decide.
LUNAR = frozenset(
    {
        NEW_YEAR,
        "Chinese New Year's Eve",
        "Tomb-Sweeping Day",
        "The Buddha's Birthday",
        "Dragon Boat Festival",
        "Mid-Autumn Festival",
        "Double Ninth Festival",
        "Winter Solstice",
    }
)
# The 15th of the first month, which is a public holiday in none of them.
LANTERN_FESTIVAL = "Lantern Festival"
AFTER_NEW_YEAR = timedelta(days=14)
REMARK = re.compile(r" \(([^()]*)\)$")


class Holiday(msgspec.Struct, frozen=True):
    """A day with its names by language. `is_estimated`: the moon decides, and it may move by a day."""

    day: date
    names: dict[Lang, str]
    is_estimated: bool
    is_substitute: bool


@cache
def _names() -> dict[str, list[str]]:
    return msgspec.json.decode(Path(__file__).with_name("names.json").read_bytes(), type=dict[str, list[str]])


def list_holidays(regions: Iterable[str], today: date) -> list[Holiday]:
    """The holidays of these regions in the coming 12 months, each day once, in their order."""
    found: dict[date, Holiday] = {}
    for region in regions:
        for day, text in _read_region(region, today.year):
            holiday = _read(day, text)
            if holiday is None or not today <= day <= today + timedelta(days=DAYS_AHEAD):
                continue
            # The day itself rather than the substitute of another one.
            if day not in found or (found[day].is_substitute and not holiday.is_substitute):
                found[day] = holiday
    return [found[day] for day in sorted(found)]


@cache
def _read_region(region: str, year: int) -> tuple[tuple[date, str], ...]:
    import holidays

    years = (year, year + 1)
    if region == "lunar":
        china = holidays.country_holidays("CN", years=years, language="en_US")
        hong_kong = holidays.country_holidays("HK", years=years, language="en_US", categories=("optional", "public"))
        macau = holidays.country_holidays("MO", years=years, language="en_US", categories=("government", "public"))
        found = [(day, text) for day, text in _split((china, hong_kong, macau)) if text in LUNAR]
        new_years = [min(day for day, text in found if text == NEW_YEAR and day.year == year) for year in years]
        return (*found, *((day + AFTER_NEW_YEAR, LANTERN_FESTIVAL) for day in new_years))
    country, _, part = region.partition("-")
    return tuple(
        _split([holidays.country_holidays(country.upper(), subdiv=part or None, years=years, language="en_US")])
    )


def _split(calendars: Iterable[dict[date, str]]) -> Iterable[tuple[date, str]]:
    for calendar in calendars:
        for day, texts in calendar.items():
            for text in texts.split("; "):
                yield day, text


def _read(day: date, text: str) -> Holiday | None:
    """The holiday that an entry of the package says. None: a day off in exchange for another one."""
    if text.startswith("Day off"):
        return None
    remarks: set[str] = set()
    while text not in _names() and (found := REMARK.search(text)):
        remarks |= set(found[1].split(", "))
        text = text[: found.start()]
    names = _names().get(text)
    # A new holiday that has no translation yet keeps its English name.
    by_language = dict(zip(LANGS, names or [text] * len(LANGS), strict=True))
    return Holiday(day, by_language, "estimated" in remarks, "observed" in remarks)
