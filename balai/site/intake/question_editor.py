"""The questions and the price of a service in the editor, in all languages."""

from uuid import UUID

import msgspec

from balai.database.pool import Connection
from balai.site.intake.answer_texts import QuestionKind
from balai.site.payloads import LANGS, Lang, Payload

LIST_QUESTIONS = """
select q.id, q.kind, q.texts, q.options, q.lowest::float8 as lowest, q.highest::float8 as highest, q.is_required,
  q.is_sensitive, q.reader_roles
from public.asked_questions($1) q
"""
GET_PRICE = "select amount, currency, is_per_person, notes, qr_url from public.service_prices where service_id = $1"
HAS_KEY = "select public.has_answer_key()"
LIST_ROLES = "select id, preset, name from public.roles order by preset nulls last, name, id limit 200"


class QuestionWords(Payload, frozen=True):
    """The text of a question in one language."""

    language: Lang
    label: str
    help: str


class LabelText(Payload, frozen=True):
    """A text in one language."""

    language: Lang
    text: str


class EditedOption(Payload, frozen=True):
    """A choice in all languages."""

    key: str
    labels: tuple[LabelText, ...]


class EditedQuestion(Payload, frozen=True):
    """A question in the editor."""

    id: UUID
    kind: QuestionKind
    texts: tuple[QuestionWords, ...]
    options: tuple[EditedOption, ...]
    lowest: float | None
    highest: float | None
    is_required: bool
    is_sensitive: bool
    reader_roles: tuple[UUID, ...]


class EditedPrice(Payload, frozen=True):
    """A price in the editor, in the smallest unit of its currency."""

    amount: int
    currency: str
    is_per_person: bool
    notes: tuple[LabelText, ...]
    qr_url: str | None


class ReaderRole(Payload, frozen=True):
    """A role whose holders may read sensitive answers. `preset`: one of the program, which pages name."""

    id: UUID
    preset: str | None
    name: str


class IntakeChoices(Payload, frozen=True):
    """The options of the question editor. `has_key`: answers can be encrypted."""

    has_key: bool
    roles: tuple[ReaderRole, ...]


async def list_edited(conn: Connection, service: UUID) -> tuple[EditedQuestion, ...]:
    """The questions of a service."""
    edited = []
    for row in await conn.fetch(LIST_QUESTIONS, service):
        texts, options = msgspec.json.decode(row["texts"]), msgspec.json.decode(row["options"])
        edited.append(
            EditedQuestion(
                id=row["id"],
                kind=row["kind"],
                texts=tuple(
                    QuestionWords(lang, texts[lang]["label"], texts[lang].get("help", ""))
                    for lang in LANGS
                    if lang in texts
                ),
                options=tuple(EditedOption(one["key"], _labels(one["labels"])) for one in options),
                lowest=row["lowest"],
                highest=row["highest"],
                is_required=row["is_required"],
                is_sensitive=row["is_sensitive"],
                reader_roles=tuple(row["reader_roles"]),
            )
        )
    return tuple(edited)


async def find_edited_price(conn: Connection, service: UUID) -> EditedPrice | None:
    """None: free."""
    row = await conn.fetchrow(GET_PRICE, service)
    if row is None:
        return None
    notes = _labels(msgspec.json.decode(row["notes"]))
    return EditedPrice(row["amount"], row["currency"], row["is_per_person"], notes, row["qr_url"])


async def find_choices(conn: Connection) -> IntakeChoices:
    """For administrators."""
    roles = tuple(ReaderRole(row["id"], row["preset"], row["name"]) for row in await conn.fetch(LIST_ROLES))
    return IntakeChoices(await conn.fetchval(HAS_KEY), roles)


def _labels(texts: dict[str, str]) -> tuple[LabelText, ...]:
    return tuple(LabelText(lang, texts[lang]) for lang in LANGS if lang in texts)
