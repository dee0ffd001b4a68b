"""The parts of a copy: their titles, and the rows of each, spooled to a file without a name."""

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from balai.site.rich_text import plain_text

# By the keys of `public.data_of()`, in the order of the page.
TITLES = {
    "account": "export.account",
    "profile": "export.profile",
    "identities": "export.identities",
    "sessions": "export.sessions",
    "pushDevices": "export.pushDevices",
    "posts": "export.posts",
    "replies": "export.replies",
    "heldTexts": "export.heldTexts",
    "translations": "export.translations",
    "translationRequests": "export.translationRequests",
    "articles": "export.articles",
    "drafts": "export.drafts",
    "polls": "export.polls",
    "votes": "export.votes",
    "reactions": "export.reactions",
    "bookmarks": "export.bookmarks",
    "mentions": "export.mentions",
    "privateMessages": "export.privateMessages",
    "conversations": "export.conversations",
    "messagesToTheSite": "export.messagesToTheSite",
    "bookings": "export.bookings",
    "bookingAnswers": "export.bookingAnswers",
    "bookingPrices": "export.bookingPrices",
    "bookedAsGuest": "export.bookedAsGuest",
    "bookingNotes": "export.bookingNotes",
    "hostedServices": "export.hostedServices",
    "workHours": "export.workHours",
    "absences": "export.absences",
    "calendarFeeds": "export.calendarFeeds",
    "readCalendars": "export.readCalendars",
    "follows": "export.follows",
    "blocks": "export.blocks",
    "groups": "export.groups",
    "roles": "export.roles",
    "watches": "export.watches",
    "notices": "export.notices",
    "reading": "export.reading",
    "readingDays": "export.readingDays",
    "trust": "export.trust",
    "consents": "export.consents",
    "privacyRequests": "export.privacyRequests",
    "perspectives": "export.perspectives",
    "dataIncidents": "export.dataIncidents",
    "emailBounces": "export.emailBounces",
    "reports": "export.reports",
    "privateReports": "export.privateReports",
    "profileReports": "export.profileReports",
    "translationReports": "export.translationReports",
    "bans": "export.bans",
    "penalties": "export.penalties",
    "automaticActs": "export.automaticActs",
    "deskNotes": "export.deskNotes",
    "staffLog": "export.staffLog",
}
MAX_CELL = 100_000


class Section:
    """Rows of one kind, as lines of JSON in the spool. `is_list` False: a single object."""

    def __init__(self, key: str, start: int, *, is_list: bool) -> None:
        self.key, self.start, self.is_list = key, start, is_list
        self.count = 0
        self.columns: dict[str, None] = {}

    def note(self, row: object) -> None:
        """Count a row, and note its columns."""
        self.count += 1
        self.columns.update(dict.fromkeys(row if isinstance(row, dict) else ("value",)))


class Rows:
    """All rows of a copy. The file disappears with the process."""

    def __init__(self, folder: Path) -> None:
        self._file: BinaryIO = tempfile.TemporaryFile(prefix="balai-", dir=folder)  # noqa: SIM115 - closed by `close`
        self.sections: list[Section] = []
        self.bytes = 0

    def begin(self, key: str, *, is_list: bool) -> None:
        """The rows that follow are of this kind."""
        self.sections.append(Section(key, self.bytes, is_list=is_list))

    def add(self, row: object) -> None:
        """Append a row."""
        line = msgspec.json.encode(row) + b"\n"
        self._file.write(line)
        self.bytes += len(line)
        self.sections[-1].note(row)

    def encoded(self, section: Section) -> Iterator[bytes]:
        """The rows of a section as JSON."""
        self._file.seek(section.start)
        for _ in range(section.count):
            yield self._file.readline().rstrip(b"\n")

    def read(self, section: Section) -> Iterator[dict[str, Any]]:
        """The rows of a section. A bare value is a row with one column."""
        for line in self.encoded(section):
            row = msgspec.json.decode(line)
            yield row if isinstance(row, dict) else {"value": row}

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def write_json(rows: Rows) -> Iterator[bytes]:
    """`data.json`: the object that `public.data_of()` returns."""
    yield b"{"
    for number, section in enumerate(rows.sections):
        yield b"%s\n%s: " % (b"," if number else b"", msgspec.json.encode(section.key))
        yield b"[" if section.is_list else b""
        for place, line in enumerate(rows.encoded(section)):
            yield (b",\n" if place else b"") + line
        yield b"]" if section.is_list else b""
    yield b"\n}\n"


def cells_of(row: Mapping[str, Any], columns: Sequence[str]) -> list[object]:
    """The row as the cells of a table."""
    return [_cell(row.get(column)) for column in columns]


def _cell(value: object) -> str | int | float:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else as_text(value)


def as_text(value: object) -> str:
    """A value for readers: of rich text its words, of other nested values their JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict) and value.get("type") == "doc":
        try:
            return plain_text(json.dumps(value), MAX_CELL)
        except msgspec.MsgspecError:
            return json.dumps(value, ensure_ascii=False)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)
