"""The questions of a service for a form, in the visitor's language."""

from uuid import UUID

import msgspec

from balai.database.pool import Connection
from balai.site.intake.answer_texts import QuestionKind, find_words
from balai.site.payloads import Lang, Payload

LIST_QUESTIONS = """
select q.id, q.kind, q.texts, q.options, q.lowest::float8 as lowest, q.highest::float8 as highest, q.is_required,
  q.is_sensitive
from public.asked_questions($1) q
"""


class AskedOption(Payload, frozen=True):
    """A choice."""

    key: str
    label: str


class AskedQuestion(Payload, frozen=True):
    """A question of a form. `lang`: of its text, where there is none in the visitor's language."""

    id: UUID
    kind: QuestionKind
    label: str
    help: str
    lang: Lang
    options: tuple[AskedOption, ...]
    lowest: float | None
    highest: float | None
    is_required: bool
    is_sensitive: bool


async def list_questions(conn: Connection, service: UUID, wanted: Lang) -> tuple[AskedQuestion, ...]:
    """The questions of a service's form."""
    asked = []
    for row in await conn.fetch(LIST_QUESTIONS, service):
        lang, words = find_words(msgspec.json.decode(row["texts"]), wanted)
        options = msgspec.json.decode(row["options"])
        asked.append(
            AskedQuestion(
                id=row["id"],
                kind=row["kind"],
                label=words["label"],
                help=words.get("help", ""),
                lang=lang,
                options=tuple(AskedOption(one["key"], find_words(one["labels"], wanted)[1]) for one in options),
                lowest=row["lowest"],
                highest=row["highest"],
                is_required=row["is_required"],
                is_sensitive=row["is_sensitive"],
            )
        )
    return tuple(asked)
