"""`POST /booking-answers…`: answers to the questions of a service. Sensitive ones reach the database encrypted.

- `/booking-answers` `{intake, language, answers: [{question, value} or {question, file}]}`: stores the answers under
  the id of the booking that the client makes next. 204.
- `/booking-answers/file?question=…&language=…&name=…` with the bytes: stores a file, before the form is sent.
  `{id, …}`.
- `/booking-answers/open` `{ids, link?, language}`: the values, for members and readers with their bearer token, and
  with the signed link of a guest's booking. Reading a sensitive one is logged.
- `/booking-answers/download` `{id, link?}`: the bytes of a file, for the same.

No cookie authorises anything here.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import quote
from uuid import UUID, uuid4

import asyncpg
import msgspec
import structlog

from balai.database.pool import UNAVAILABLE, Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.http.asgi import Receive
from balai.security.answer_keys import AnswerKeys
from balai.security.tokens import KeyRing, TokenError
from balai.site.intake.answer_texts import write_value
from balai.site.intake.files import MAX_BYTES, AnswerFiles, FileUnavailable, file_type
from balai.site.intake.prepare import AnswerRefused, GivenAnswers, prepare, prepare_file
from balai.site.languages import find_lang
from balai.site.payloads import Lang
from balai.site.request.exchange import Request, Response, read_body

PATH = "/booking-answers"
PATHS = frozenset({PATH, f"{PATH}/file", f"{PATH}/open", f"{PATH}/download"})
MAX_BODY_BYTES = 300_000
MAX_OPENED = 500
# Each holds a whole file in memory. A client that sends slowly keeps others waiting for no longer than the time-out.
MAX_TRANSFERS, MAX_TRANSFERS_OF_CLIENT, UPLOAD_TIMEOUT_S = 8, 3, 180
OPEN = "select * from public.open_answer($1, $2)"
DELETE_FILE = "delete from public.booking_answers where id = $1 and booking_id is null"
log = structlog.get_logger("balai.site.intake")
S = TypeVar("S", bound=msgspec.Struct)


class _Opened(msgspec.Struct, frozen=True):
    """The body of /open."""

    ids: list[UUID]
    link: str | None = None
    language: Lang = "en"


class _Wanted(msgspec.Struct, frozen=True):
    """The body of /download."""

    id: UUID
    link: str | None = None


class IntakeEndpoint:
    """One per process. Without `files` no file is accepted."""

    def __init__(self, pool: Pool, ring: KeyRing, keys: AnswerKeys, files: AnswerFiles | None) -> None:
        self._pool, self._ring, self._keys, self._files = pool, ring, keys, files
        self._transfers: Counter[str] = Counter()

    async def respond(self, request: Request, receive: Receive) -> Response:
        """Store or open answers, or say why not."""
        act = {f"{PATH}/file": self._upload, f"{PATH}/open": self._open, f"{PATH}/download": self._download}
        try:
            return await act.get(request.path, self._prepare)(request, receive)
        except AnswerRefused as error:
            return _error(error.status, error.details)
        except FileUnavailable:
            return _error(HTTPStatus.SERVICE_UNAVAILABLE, "busy")
        except UNAVAILABLE as error:
            # A rule of the schema says no: its code is in DETAIL.
            if isinstance(error, asyncpg.PostgresError) and (error.sqlstate or "").startswith("PT"):
                return _error(HTTPStatus(int(str(error.sqlstate)[2:])), error.detail or "")
            log.warning("answers_unavailable", error=repr(error))
            return _error(HTTPStatus.SERVICE_UNAVAILABLE, "busy")

    async def _prepare(self, request: Request, receive: Receive) -> Response:
        given = await _read(receive, GivenAnswers)
        async with as_owner(self._pool) as conn:
            await prepare(conn, self._keys, given, request.client)
        return Response(int(HTTPStatus.NO_CONTENT), [(b"cache-control", b"no-store")])

    async def _upload(self, request: Request, receive: Receive) -> Response:
        if self._files is None:
            raise FileUnavailable
        with self._transfer(request.client):
            try:
                async with asyncio.timeout(UPLOAD_TIMEOUT_S):
                    body = await read_body(receive, MAX_BYTES)
            except TimeoutError as error:
                raise FileUnavailable from error
            return await self._store(self._files, request, body)

    @contextmanager
    def _transfer(self, client: str) -> Iterator[None]:
        """Hold a file in memory. Raises FileUnavailable at the limit of the process or of the client."""
        if self._transfers.total() >= MAX_TRANSFERS or self._transfers[client] >= MAX_TRANSFERS_OF_CLIENT:
            raise FileUnavailable
        self._transfers[client] += 1
        try:
            yield
        finally:
            self._transfers[client] -= 1
            if not self._transfers[client]:
                del self._transfers[client]

    async def _store(self, files: AnswerFiles, request: Request, body: bytes | None) -> Response:
        if body is None:
            return _error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "answer_file_large")
        mimetype = file_type(body)
        if mimetype is None:
            return _error(HTTPStatus.UNPROCESSABLE_ENTITY, "answer_file_kind")
        query = request.query(("question", "language", "name"))
        facts = {"name": query.get("name", "file")[:200], "type": mimetype, "size": len(body)}
        row, question = uuid4(), _uuid(query.get("question", ""))
        lang = find_lang(query.get("language", "")) or "en"
        # The row before the bytes: a file without a row would never be deleted.
        async with as_owner(self._pool) as conn:
            is_sensitive = await prepare_file(conn, self._keys, row, question, lang, facts, request.client)
        try:
            if is_sensitive:
                sealed, key = self._keys.seal(body, row)
                await files.store(row, bytes.fromhex(key) + sealed, "application/octet-stream")
            else:
                await files.store(row, body, mimetype)
        except FileUnavailable:
            async with as_owner(self._pool) as conn:
                await conn.execute(DELETE_FILE, row)
            raise
        return _json(HTTPStatus.OK, {"id": row, **facts})

    async def _open(self, request: Request, receive: Receive) -> Response:
        given = await _read(receive, _Opened)
        values: dict[str, Any] = {}
        async with as_role(self._pool, self._caller(request), read_only=False) as conn:
            for answer in given.ids[:MAX_OPENED]:
                row = await conn.fetchrow(OPEN, answer, given.link)
                if row is not None:
                    value = self._value(row)
                    options = msgspec.json.decode(row["options"])
                    values[str(answer)] = (
                        None if value is None else write_value(row["kind"], options, value, given.language)
                    )
        if not values:
            return _error(HTTPStatus.NOT_FOUND, "not_found")
        if None in values.values():
            log.error("answer_key_missing")
            return _error(HTTPStatus.CONFLICT, "answer_key_missing")
        return _json(HTTPStatus.OK, {"values": values})

    async def _download(self, request: Request, receive: Receive) -> Response:
        wanted = await _read(receive, _Wanted)
        async with as_role(self._pool, self._caller(request), read_only=False) as conn:
            row = await conn.fetchrow(OPEN, wanted.id, wanted.link)
        if row is None or row["object_name"] is None or self._files is None:
            return _error(HTTPStatus.NOT_FOUND, "not_found")
        facts = self._value(row)
        body: bytes | None
        with self._transfer(request.client):
            body = await self._files.read(row["object_name"])
            if row["sealed"] is not None and body is not None:
                body = self._keys.open(body[8:], body[:8].hex(), row["id"])
        if body is None or not isinstance(facts, dict):
            return _error(HTTPStatus.CONFLICT, "answer_key_missing")
        headers = [
            (b"content-type", str(facts["type"]).encode()),
            (b"content-disposition", f"attachment; filename*=UTF-8''{quote(str(facts['name']))}".encode()),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        return Response(int(HTTPStatus.OK), headers, body)

    def _value(self, row: asyncpg.Record) -> object:
        """The value of an answer; None: its key is missing."""
        if row["sealed"] is None:
            return msgspec.json.decode(row["value"])
        plain = self._keys.open(row["sealed"], row["key_id"], row["id"])
        return None if plain is None else msgspec.json.decode(plain)

    def _caller(self, request: Request) -> Caller:
        scheme, _, token = request.authorization.decode("latin-1").partition(" ")
        claims: Mapping[str, Any] = {}
        if scheme.lower() == "bearer":
            try:
                claims = self._ring.verify(token.strip())
            except TokenError as error:
                raise AnswerRefused(HTTPStatus.UNAUTHORIZED, "") from error
        is_member = claims.get("role") == "authenticated" and isinstance(claims.get("sub"), str)
        return Caller.from_claims(claims) if is_member else Caller.anonymous()


async def _read(receive: Receive, kind: type[S]) -> S:
    try:
        return msgspec.json.decode(await read_body(receive, MAX_BODY_BYTES) or b"", type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise AnswerRefused(HTTPStatus.BAD_REQUEST, "") from error


def _uuid(written: str) -> UUID:
    try:
        return UUID(written)
    except ValueError as error:
        raise AnswerRefused(HTTPStatus.BAD_REQUEST, "") from error


def _error(status: HTTPStatus, details: str) -> Response:
    return _json(status, {"code": f"PT{int(status)}", "details": details, "message": "The answers were not accepted"})


def _json(status: HTTPStatus, value: object) -> Response:
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    return Response(int(status), headers, msgspec.json.encode(value))
