"""The busy times of a calendar file (RFC 5545): start and end of what occupies its owner, and nothing else.

The file comes from a third party. A process of its own with limits of time and memory reads it (`python -m`), so a rule
that never ends, or a file that takes minutes to parse, ends that process alone. Standard input: the file. Standard
output: JSON with `spans` as seconds, or `failure`.

Recurring events are expanded in the wall-clock time of their zone; dates and times without a zone are in the host's.
Limits: no VFREEBUSY, and a declined invitation counts as busy, since a file does not say who its owner is.
"""

import resource
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any, Literal, NamedTuple, TypeAlias
from zoneinfo import ZoneInfo

import msgspec
from dateutil.rrule import rrulestr
from icalendar import Calendar

MAX_SPANS = 3000
# Occurrences that rules may produce, those outside of the window included.
MAX_OCCURRENCES = 200_000
CPU_SECONDS = 15
MEMORY = 1_500_000_000
FREE = ("FREE", "WORKINGELSEWHERE")
DAY = timedelta(days=1)
# Raised by a broken property or an absurd date: the event is left out.
BROKEN = (ValueError, TypeError, KeyError, AttributeError, OverflowError, IndexError)
# Its properties have the types of all properties there are.
Event: TypeAlias = Any
Failure = Literal["not_a_calendar", "too_many"]


class Unreadable(Exception):
    """The file has no busy times that could be used."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure: Failure = failure


class Task(msgspec.Struct, frozen=True):
    """The window in seconds, the zone of the host, and the host name of the site, whose own events are left out."""

    start: int
    end: int
    zone: str
    site: str


class Found(msgspec.Struct, frozen=True):
    """Busy times in seconds since 1970, or why there are none."""

    spans: list[tuple[int, int]] = []
    failure: Failure | None = None


class _Series(NamedTuple):
    """An event: its first start by the clock of its zone. `is_day`: it lasts whole days, else exactly `length`."""

    start: datetime
    zone: tzinfo
    is_day: bool
    length: timedelta
    is_busy: bool

    def instance(self, start: datetime) -> tuple[datetime, datetime]:
        """The span of the occurrence that starts at this wall-clock time."""
        begins = _instant(start, self.zone)
        return begins, _instant(start + self.length, self.zone) if self.is_day else begins + self.length


class _Later(NamedTuple):
    """A change of one occurrence and all that follow (RANGE=THISANDFUTURE)."""

    since: datetime
    moved: timedelta
    series: _Series


def find_busy_times(body: bytes, task: Task) -> list[tuple[int, int]]:
    """The busy times within the window, merged and in order. Raises Unreadable."""
    zone = ZoneInfo(task.zone)
    last = datetime.fromtimestamp(task.end, UTC)
    spans: list[tuple[int, int]] = []
    budget = _Budget(MAX_OCCURRENCES)
    for group in _groups(_read(body), task.site):
        for start, end in _expand(group, zone, last, budget):
            begins, ends = max(int(start.timestamp()), task.start), min(int(end.timestamp()), task.end)
            if begins < ends:
                spans.append((begins, ends))
    merged = _merge(spans)
    if len(merged) > MAX_SPANS:
        raise Unreadable("too_many")
    return merged


class _Budget:
    def __init__(self, left: int) -> None:
        self._left = left

    def spend(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise Unreadable("too_many")


def _read(body: bytes) -> list[Event]:
    try:
        calendars = Calendar.from_ical(body, multiple=True)
    except (*BROKEN, RecursionError) as error:
        raise Unreadable("not_a_calendar") from error
    found = [calendar for calendar in calendars if calendar.name == "VCALENDAR"]
    if not found:
        raise Unreadable("not_a_calendar")
    return [event for calendar in found for event in calendar.walk("VEVENT")]


def _groups(events: Iterable[Event], site: str) -> list[list[Event]]:
    """Events by UID: a series with its changed occurrences. A booking of this site is busy already."""
    groups: dict[str, list[Event]] = {}
    for number, event in enumerate(events):
        uid = str(event.get("UID", "")) or f"#{number}"
        if not uid.endswith(f"@{site}"):
            groups.setdefault(uid, []).append(event)
    return list(groups.values())


def _expand(group: list[Event], zone: ZoneInfo, last: datetime, budget: _Budget) -> Iterator[tuple[datetime, datetime]]:
    masters = [event for event in group if "RECURRENCE-ID" not in event]
    changed = _latest_changes(event for event in group if "RECURRENCE-ID" in event)
    for event in changed:
        try:
            series = _series(event, zone)
            if series.is_busy:
                yield series.instance(series.start)
        except BROKEN:
            continue
    for event in masters:
        try:
            series = _series(event, zone)
            skipped = set(_walls(event, "EXDATE", series.zone))
            skipped |= {_wall(each["RECURRENCE-ID"].dt, series.zone) for each in changed}
            later = _later_changes(changed, series, zone)
        except BROKEN:
            continue
        days = {wall.date() for wall, is_date in skipped if is_date}
        times = {wall for wall, _ in skipped}
        for start in _starts(event, series, last, budget):
            if start in times or start.date() in days:
                continue
            try:
                yield from _occurrence(start, series, later)
            except BROKEN:
                continue


def _occurrence(start: datetime, series: _Series, later: list[_Later]) -> Iterator[tuple[datetime, datetime]]:
    change = next((each for each in later if each.since <= start), None)
    if change is not None:
        start, series = start + change.moved, change.series
    if series.is_busy:
        yield series.instance(start)


def _latest_changes(events: Iterable[Event]) -> list[Event]:
    """Of several changes of one occurrence the last."""
    latest: dict[str, Event] = {}
    for event in events:
        key = str(event["RECURRENCE-ID"].to_ical()) if hasattr(event["RECURRENCE-ID"], "to_ical") else ""
        if key not in latest or _sequence(event) >= _sequence(latest[key]):
            latest[key] = event
    return list(latest.values())


def _sequence(event: Event) -> int:
    try:
        return int(event.get("SEQUENCE", 0))
    except BROKEN:
        return 0


def _later_changes(changed: Iterable[Event], series: _Series, zone: ZoneInfo) -> list[_Later]:
    """Those that hold for later occurrences as well, the last first."""
    found = []
    for event in changed:
        if str(event["RECURRENCE-ID"].params.get("RANGE", "")).upper() == "THISANDFUTURE":
            since, _ = _wall(event["RECURRENCE-ID"].dt, series.zone)
            own = _series(event, zone)
            begins = own.start.replace(tzinfo=own.zone).astimezone(series.zone).replace(tzinfo=None)
            found.append(_Later(since, begins - since, own._replace(zone=series.zone)))
    return sorted(found, key=lambda change: change.since, reverse=True)


def _series(event: Event, zone: ZoneInfo) -> _Series:
    first = event["DTSTART"].dt
    start, is_day = _wall(first, None)
    own_zone = first.tzinfo if isinstance(first, datetime) and first.tzinfo else zone
    if "DTEND" in event:
        end, _ = _wall(event["DTEND"].dt, None)
        ends_in = event["DTEND"].dt.tzinfo if isinstance(event["DTEND"].dt, datetime) else None
        length = end - start if is_day else _instant(end, ends_in or own_zone) - _instant(start, own_zone)
    elif "DURATION" in event:
        length = event["DURATION"].dt
    else:
        length = DAY if is_day else timedelta()
    return _Series(start, own_zone, is_day, max(length, timedelta()), _is_busy(event))


def _is_busy(event: Event) -> bool:
    return (
        str(event.get("STATUS", "")).upper() != "CANCELLED"
        and str(event.get("TRANSP", "")).upper() != "TRANSPARENT"
        and str(event.get("X-MICROSOFT-CDO-BUSYSTATUS", "")).upper() not in FREE
    )


def _starts(event: Event, series: _Series, last: datetime, budget: _Budget) -> Iterator[datetime]:
    """Wall-clock starts until the end of the window, each once. The first is one even if the rule leaves it out."""
    final = last.astimezone(series.zone).replace(tzinfo=None)
    seen = {series.start}
    yield series.start
    for rule in _values(event, "RRULE"):
        for start in _recur(rule.to_ical().decode(), series, final):
            budget.spend()
            if start > final:
                break
            if start not in seen:
                seen.add(start)
                yield start
    for start, _ in _walls(event, "RDATE", series.zone):
        budget.spend()
        if start not in seen:
            seen.add(start)
            yield start


def _recur(rule: str, series: _Series, final: datetime) -> Iterator[datetime]:
    parts = dict(part.split("=", 1) for part in rule.upper().split(";") if "=" in part)
    until = parts.pop("UNTIL", None)
    if int(parts.get("INTERVAL", "1")) < 1:
        return
    text = ";".join(f"{name}={value}" for name, value in parts.items())
    try:
        found: Any = rrulestr(text, dtstart=series.start, ignoretz=True)
        # A rule that matches no day searches until the year 9999, for some seconds: the limit of the process ends many.
        if "COUNT" not in parts:
            found = found.replace(until=min(final, _until(until, series)) if until else final)
        yield from found
    except BROKEN:
        return


def _until(text: str, series: _Series) -> datetime:
    if "T" not in text:
        return datetime.combine(datetime.strptime(text[:8], "%Y%m%d").date(), time.max)
    moment = datetime.strptime(text[:15], "%Y%m%dT%H%M%S")
    if text.endswith("Z") and not series.is_day:
        return moment.replace(tzinfo=UTC).astimezone(series.zone).replace(tzinfo=None)
    return moment


def _values(event: Event, name: str) -> list[Any]:
    value = event.get(name)
    return [] if value is None else value if isinstance(value, list) else [value]


def _walls(event: Event, name: str, zone: tzinfo) -> Iterator[tuple[datetime, bool]]:
    for value in _values(event, name):
        for each in getattr(value, "dts", ()):
            try:
                # A period has a start and an end; the length of the series is near enough.
                yield _wall(each.dt[0] if isinstance(each.dt, tuple) else each.dt, zone)
            except BROKEN:
                continue


def _wall(value: date | datetime, zone: tzinfo | None) -> tuple[datetime, bool]:
    """A date or time by the clock of a zone (None: of its own), and whether it is a date."""
    if not isinstance(value, datetime):
        return datetime.combine(value, time()), True
    if value.tzinfo is not None and zone is not None:
        value = value.astimezone(zone)
    return value.replace(tzinfo=None), False


def _instant(wall: datetime, zone: tzinfo) -> datetime:
    """The moment of a wall-clock time. One that occurs twice means the first (RFC 5545, 3.3.5)."""
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


def _merge(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def main() -> None:
    """Read standard input for the task in the first argument."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    task = msgspec.json.decode(sys.argv[1], type=Task)
    try:
        found = Found(find_busy_times(sys.stdin.buffer.read(), task))
    except Unreadable as error:
        found = Found(failure=error.failure)
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    main()
