"""Public holidays of Malaysian states, Singapore and Vietnam, and days of the Chinese lunar calendar, as suggestions.

The dates come from the packages `holidays` and `borax`. Their names exist in other languages than ours, so `names.json`
has them in four. They are imported when the administration first needs them: few processes do, and `holidays` takes
half a second.
"""

import re
from collections.abc import Iterable
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import msgspec

from balai.site.payloads import LANGS, Lang

DAYS_AHEAD = 365
# The regions by their codes in the settings: country and part of it.
STATES = tuple(f"my-{number:02}" for number in range(1, 17))
REGIONS = (*STATES, "sg", "vn", "lunar")
NEW_YEAR = "Chinese New Year (Spring Festival)"
# Days of the Chinese lunar calendar by month and day.
LUNAR_DAYS = {
    (1, 1): NEW_YEAR,
    (1, 2): NEW_YEAR,
    (1, 3): NEW_YEAR,
    (1, 15): "Lantern Festival",
    (4, 8): "The Buddha's Birthday",
    (5, 5): "Dragon Boat Festival",
    (7, 15): "Hungry Ghost Festival",
    (8, 15): "Mid-Autumn Festival",
    (9, 9): "Double Ninth Festival",
}
# Solar terms by their number: 0 is Minor Cold, in January.
SOLAR_TERMS = {6: "Tomb-Sweeping Day", 23: "Winter Solstice"}
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
    years = (year, year + 1)
    if region == "lunar":
        return tuple(entry for each in years for entry in _read_lunar_calendar(each))
    import holidays

    country, _, part = region.partition("-")
    days = holidays.country_holidays(country.upper(), subdiv=part or None, years=years, language="en_US")
    return tuple((day, text) for day, texts in days.items() for text in texts.split("; "))


def _read_lunar_calendar(year: int) -> Iterable[tuple[date, str]]:
    from borax.calendars.lunardate import LunarDate, TermUtils

    yield LunarDate(year, 1, 1).to_solar_date() - timedelta(days=1), "Chinese New Year's Eve"
    for (month, day), name in LUNAR_DAYS.items():
        yield LunarDate(year, month, day).to_solar_date(), name
    for number, name in SOLAR_TERMS.items():
        yield TermUtils.nth_term_day(year, number), name


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
