"""`index.html` of a copy, in the member's language: readable without a connection, without scripts or other files.

Every value is escaped. A section shows as many rows as a browser shows quickly; the tables have all.
"""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any
from urllib.parse import quote

import msgspec

from balai.jobs.exports.sections import TITLES, Rows, Section, as_text

MAX_ROWS = 300
MAX_VALUE = 5000
CONTENTS, MADE_ON, MORE = "export.contents", "export.madeOn", "export.more"
FILES, FILE_MISSING = "export.files", "export.fileMissing"
FIELDS = {
    "answer": "export.field.answer",
    "createdAt": "export.field.createdAt",
    "created_at": "export.field.createdAt",
    "display_name": "export.field.name",
    "email": "export.field.email",
    "endsAt": "export.field.endsAt",
    "ends_at": "export.field.endsAt",
    "kind": "export.field.kind",
    "language": "export.field.language",
    "name": "export.field.name",
    "note": "export.field.note",
    "phone": "export.field.phone",
    "question": "export.field.question",
    "reason": "export.field.reason",
    "since": "export.field.createdAt",
    "startsAt": "export.field.startsAt",
    "starts_at": "export.field.startsAt",
    "status": "export.field.status",
    "summary": "export.field.summary",
    "text": "export.field.text",
    "title": "export.field.title",
    "until": "export.field.until",
}
STYLE = """
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:1rem}
details{border-top:1px solid #8888;padding:.5rem 0}
summary{cursor:pointer;font-weight:600;padding:.5rem 0}
dl{display:grid;grid-template-columns:minmax(6rem,12rem) 1fr;gap:.25rem 1rem}
dl{border-top:1px dotted #8888;padding:.5rem 0;margin:0}
dt{opacity:.75;overflow-wrap:anywhere}
dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
"""
Text = Callable[..., str]


class StoredFile(msgspec.Struct, frozen=True):
    """A file in the copy: its path there, empty if its bytes are missing, and its size."""

    name: str
    path: str
    bytes: int


class Facts(msgspec.Struct, frozen=True):
    """The heading of the page."""

    lang: str
    site: str
    made_on: str


def write_page(rows: Rows, files: Sequence[StoredFile], facts: Facts, t: Text) -> Iterator[bytes]:
    """The page, in pieces."""
    title = escape(t("export.title", site=facts.site))
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    yield (
        f'<!doctype html>\n<html lang="{facts.lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="content-security-policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
        f"<p>{escape(t(MADE_ON, date=facts.made_on))}</p>\n<p>{escape(t(CONTENTS))}</p>\n"
        f'<p><a href="data.json">data.json</a></p>\n'
    ).encode()
    by_key = {section.key: section for section in rows.sections}
    for key in dict.fromkeys((*TITLES, *by_key)):
        if key in by_key and by_key[key].count:
            yield from _section(by_key[key], rows, t)
    yield from _files(files, t)
    yield b"</main>\n</body>\n</html>\n"


def _section(section: Section, rows: Rows, t: Text) -> Iterator[bytes]:
    title = t(TITLES[section.key]) if section.key in TITLES else section.key
    count = f" ({section.count})" if section.is_list else ""
    table = f"tables/{section.key}.csv"
    yield f'<details>\n<summary>{escape(title)}{count}</summary>\n<p><a href="{table}">{table}</a></p>\n'.encode()
    for number, row in enumerate(rows.read(section)):
        if number == MAX_ROWS:
            yield f"<p>{escape(t(MORE, number=section.count - MAX_ROWS))}</p>\n".encode()
            break
        yield _row(row, t).encode()
    yield b"</details>\n"


def _row(row: dict[str, Any], t: Text) -> str:
    shown = [(name, as_text(value)) for name, value in row.items() if value not in (None, "", [], {})]
    lines = [
        f"<dt>{escape(t(FIELDS[name]) if name in FIELDS else name)}</dt><dd>{escape(_cut(text))}</dd>"
        for name, text in shown
    ]
    return f"<dl>{''.join(lines)}</dl>\n" if lines else ""


def _cut(text: str) -> str:
    return text if len(text) <= MAX_VALUE else f"{text[:MAX_VALUE]}…"


def _files(files: Sequence[StoredFile], t: Text) -> Iterator[bytes]:
    if not files:
        return
    yield f"<details>\n<summary>{escape(t(FILES))} ({len(files)})</summary>\n<ul>\n".encode()
    for file in files:
        if file.path:
            line = f'<a href="{escape(quote(file.path))}">{escape(file.name)}</a>'
        else:
            line = f"{escape(file.name)} – {escape(t(FILE_MISSING))}"
        yield f"<li>{line}</li>\n".encode()
    yield b"</ul>\n</details>\n"
