"""Stores the answers of a form before its booking: the database checks each, sensitive ones are encrypted here."""

import base64
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from uuid import UUID, uuid4

import msgspec

from balai.database.pool import Connection
from balai.security.answer_keys import AnswerKeys
from balai.site.payloads import Lang

MAX_ANSWERS = 30
CHECK = "select is_sensitive, kind from public.check_answer($1, $2::jsonb)"
IS_FILE = """
select exists (select from public.booking_answers
  where id = $1 and question_id = $2 and booking_id is null and object_name is not null)
"""
PREPARE = "select public.prepare_answers($1, $2::public.language, $3::jsonb, $4)"
ADD_FILE = "select public.add_answer_file($1, $2, $3::public.language, $4::jsonb, $5, $6, $7)"


class AnswerRefused(Exception):
    """A response with an error."""

    def __init__(self, status: HTTPStatus, details: str) -> None:
        super().__init__(details)
        self.status, self.details = status, details


class GivenAnswer(msgspec.Struct, frozen=True):
    """An answer of the form. `file`: the id of an uploaded one."""

    question: UUID
    value: Any = None
    file: UUID | None = None


class GivenAnswers(msgspec.Struct, frozen=True):
    """The answers of a form. `intake`: the id of the booking that the client makes next."""

    intake: UUID
    language: Lang
    answers: list[GivenAnswer]


async def prepare(conn: Connection, keys: AnswerKeys, given: GivenAnswers, client: str) -> None:
    """Check, encrypt and store. Raises AnswerRefused, and PostgresError with the code of a rule."""
    if len(given.answers) > MAX_ANSWERS or len({one.question for one in given.answers}) < len(given.answers):
        raise AnswerRefused(HTTPStatus.UNPROCESSABLE_ENTITY, "answer_wrong")
    rows = [await _row(conn, keys, answer) for answer in given.answers]
    await conn.execute(PREPARE, given.intake, given.language, msgspec.json.encode(rows).decode(), client)


async def _row(conn: Connection, keys: AnswerKeys, answer: GivenAnswer) -> dict[str, Any]:
    if answer.file is not None:
        if not await conn.fetchval(IS_FILE, answer.file, answer.question):
            raise AnswerRefused(HTTPStatus.UNPROCESSABLE_ENTITY, "answer_wrong")
        return {"question": answer.question, "file": answer.file}
    encoded = msgspec.json.encode(answer.value)
    # NUL: PostgreSQL cannot store it.
    if b"\\u0000" in encoded:
        raise AnswerRefused(HTTPStatus.UNPROCESSABLE_ENTITY, "answer_wrong")
    question = await conn.fetchrow(CHECK, answer.question, encoded.decode())
    if question is None or question["kind"] == "file":
        raise AnswerRefused(HTTPStatus.UNPROCESSABLE_ENTITY, "answer_wrong")
    row = uuid4()
    if not question["is_sensitive"]:
        return {"id": row, "question": answer.question, "value": answer.value}
    sealed, key = _seal(keys, encoded, row)
    return {"id": row, "question": answer.question, "sealed": base64.b64encode(sealed).decode(), "key": key}


async def prepare_file(
    conn: Connection, keys: AnswerKeys, row: UUID, question: UUID, lang: Lang, facts: Mapping[str, Any], client: str
) -> bool:
    """Store the row of an uploaded file. True: its bytes are to be encrypted. Raises as prepare()."""
    encoded = msgspec.json.encode(facts)
    asked = await conn.fetchrow(CHECK, question, encoded.decode())
    if asked is None or asked["kind"] != "file":
        raise AnswerRefused(HTTPStatus.UNPROCESSABLE_ENTITY, "answer_wrong")
    sealed, key = _seal(keys, encoded, row) if asked["is_sensitive"] else (None, None)
    await conn.execute(ADD_FILE, row, question, lang, encoded.decode(), sealed, key, client)
    return bool(asked["is_sensitive"])


def _seal(keys: AnswerKeys, plain: bytes, row: UUID) -> tuple[bytes, str]:
    if not keys.ids:
        raise AnswerRefused(HTTPStatus.CONFLICT, "answer_key_missing")
    return keys.seal(plain, row)
