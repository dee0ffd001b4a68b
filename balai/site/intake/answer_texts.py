"""Answers as texts in the reader's language, for tickets, the board and files."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import asyncpg
import msgspec

from balai.database.pool import Connection
from balai.site.payloads import Lang, Payload

QuestionKind = Literal["text", "long", "choice", "choices", "yes_no", "date", "number", "file", "consent"]
LIST_ANSWERS = "select * from public.list_answers($1, $2)"
# The language of the reader, then in this order the first that exists.
ORDER: tuple[Lang, ...] = ("en", "zh", "ms", "vi")


class ShownAnswer(Payload, frozen=True):
    """An answer with the text that was asked. `value` None: it is opened on demand, which is logged.

    Yes and no are "yes" and "no", a date is YYYY-MM-DD: the page writes them in its language. `consent`: what was
    agreed to.
    """

    id: UUID
    kind: QuestionKind
    label: str
    lang: Lang
    consent: str
    version: int
    is_sensitive: bool
    is_file: bool
    value: str | None
    answered_at: datetime


def find_words(texts: Mapping[str, Any], wanted: Lang) -> tuple[Lang, Any]:
    """The words in the wanted language, or in the first that exists, and that language."""
    lang = next(each for each in (wanted, *ORDER) if each in texts)
    return lang, texts[lang]


def write_value(kind: str, options: Sequence[Mapping[str, Any]], value: object, wanted: Lang) -> str:
    """A value as a text."""
    if kind in ("choice", "choices"):
        chosen = value if isinstance(value, list) else [value]
        labels = [find_words(option["labels"], wanted)[1] for option in options if option["key"] in chosen]
        return ", ".join(labels)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return str(value.get("name", ""))
    return f"{value:g}" if isinstance(value, float) else str(value)


async def list_answers(
    conn: Connection, bookings: Sequence[UUID], lang: Lang, link: str | None = None
) -> dict[UUID, tuple[ShownAnswer, ...]]:
    """The answers of bookings that the caller may see, by booking."""
    found: dict[UUID, list[ShownAnswer]] = {}
    for row in await conn.fetch(LIST_ANSWERS, list(bookings), link) if bookings else ():
        found.setdefault(row["booking_id"], []).append(_shown(row, lang))
    return {booking: tuple(answers) for booking, answers in found.items()}


def _shown(row: asyncpg.Record, wanted: Lang) -> ShownAnswer:
    lang, words = find_words(msgspec.json.decode(row["texts"]), wanted)
    value = None
    if row["value"] is not None:
        value = write_value(row["kind"], msgspec.json.decode(row["options"]), msgspec.json.decode(row["value"]), wanted)
    return ShownAnswer(
        id=row["id"],
        kind=row["kind"],
        label=words["label"],
        lang=lang,
        # The text that was agreed to is shown in the language in which it was read.
        consent=_consent(row) if row["kind"] == "consent" else "",
        version=row["version"],
        is_sensitive=row["is_sensitive"],
        is_file=row["is_file"],
        value=value,
        answered_at=row["answered_at"],
    )


def _consent(row: asyncpg.Record) -> str:
    _, words = find_words(msgspec.json.decode(row["texts"]), row["asked_in"])
    return str(words.get("help") or words["label"])
