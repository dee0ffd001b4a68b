"""Runs a request from its parts to its answer: shape, statement, transaction, result.

Compiled statements are kept by shape. Their text carries the role and the schema's generation: PostgreSQL plans row
policies for one role, and two roles taking turns at one prepared statement would have it planned again each time;
and a statement prepared before the schema changed is not used after.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import lru_cache, partial

import msgspec

from balai.backend.idempotency import Claim
from balai.backend.rest.errors import all_busy, closed_role, no_connection, no_description
from balai.backend.rest.execution.database_errors import of_database
from balai.backend.rest.execution.idempotency import HEADER, claim_of, keep, take
from balai.backend.rest.execution.responses import RestResponse, Result, answer, check_result
from balai.backend.rest.execution.staging import stage
from balai.backend.rest.execution.transactions import COMMIT, Opening, before, begin, end, settle
from balai.backend.rest.plan.media import choose_root_media
from balai.backend.rest.request.build_shape import build_shape, split_body
from balai.backend.rest.request.bulk import Bulk
from balai.backend.rest.request.preferences import check_preferences
from balai.backend.rest.request.shape import QueryShape, RestRequest
from balai.backend.rest.schema.openapi import ALLOWED, describe
from balai.backend.rest.schema.schema_cache import SchemaCache
from balai.backend.rest.schema_loader import SchemaLoader
from balai.backend.rest.server_timing import ServerTiming
from balai.backend.rest.sql.compile_call import compile_call
from balai.backend.rest.sql.compile_read import compile_read
from balai.backend.rest.sql.compile_write import compile_write
from balai.backend.rest.sql.compiled import CompiledQuery
from balai.backend.rest.sql.writer import Template, quote
from balai.database.pipeline.connection import (
    MAX_CACHED_LENGTH,
    Bound,
    ConnectionLost,
    DatabaseError,
    NoConnection,
    Step,
)
from balai.database.pipeline.large_rows import Row
from balai.database.pipeline.pool import PipelinePool
from balai.database.pipeline.spool import Spool
from balai.database.transaction import Caller

_KEPT_SHAPES = 2000
_LARGEST_SHAPE = 8192
_KEPT_OPENINGS = 32
_BODY = 2  # the column of an answer that may be too long for memory
_Key = tuple[int, bool, QueryShape]


class Service:
    """Answers requests on relations and functions."""

    def __init__(self, pool: PipelinePool, keeper: SchemaLoader) -> None:
        self._pool = pool
        self._keeper = keeper
        self._compiled: OrderedDict[_Key, CompiledQuery] = OrderedDict()

    async def answer(self, request: RestRequest, caller: Caller, clock: ServerTiming) -> RestResponse:
        """The answer, its stages timed by `clock`.

        Raises:
            RestError: the request is refused, by us or by PostgreSQL.
        """
        cache = self._keeper.current or await self._keeper.get()
        if caller.role not in cache.open_roles:
            raise closed_role(caller.role, exists=caller.role in cache.roles)
        claim = None
        if HEADER in request.headers:
            claim = claim_of(cache, request, caller, self._keeper.rules.anon_role)
        cache = self._keeper.visible_to(caller.role, cache)
        bulk = None
        if request.spool is not None:
            bulk, request = split_body(request, request.spool)
        shape, extracted, bodies = build_shape(request, bulk)
        clock.lap("parse")
        compiled = self._get_compiled(cache, shape)
        check_preferences(shape.preferences, cache.time_zones)
        values = extracted.values + bodies
        clock.lap("plan")
        opening = self._opening(cache, request, shape, caller, compiled)
        make = partial(answer, shape, compiled, extracted=extracted, query=request.query, offset=extracted.offset)
        with mapping_database_errors(caller, self._keeper.rules.anon_role):
            made = await self._run(shape, compiled, caller, values, opening, bulk, claim, make)
        clock.lap("transaction")
        return made

    async def close(self) -> None:
        """Give the connections back."""
        await self._pool.close()

    async def describe(self, request: RestRequest, caller: Caller) -> RestResponse:
        """The description of what the caller may use."""
        cache = await self._keeper.get()
        if caller.role not in cache.open_roles:
            raise closed_role(caller.role, exists=caller.role in cache.roles)
        cache = self._keeper.visible_to(caller.role, cache)
        media = choose_root_media(request.headers.get("accept") or "*/*")
        mode, before_it = self._keeper.rules.openapi, before(self._keeper.rules)
        if mode == "disabled":
            raise no_description()
        relations = [relation.oid for key, relation in cache.relations.items() if key[0] == request.schema]
        functions = [
            one.oid for key, overloads in cache.functions.items() if key[0] == request.schema for one in overloads
        ]
        setting = settle(self._request_settings(request, caller))
        with mapping_database_errors(caller, self._keeper.rules.anon_role):
            async with self._pool.connection() as connection:
                asked = (ALLOWED, (_array(relations), _array(functions)))
                rows = await connection.run([begin({}, is_read_only=True), setting, *before_it, asked, COMMIT])
        allowed, callable_ = relations, functions
        if mode == "follow-privileges":
            allowed, callable_ = (msgspec.json.decode(text or b"[]", type=list[int]) for text in rows[-2][0])
        body = describe(cache, request.schema, allowed, callable_, request.headers.get("host", ""))
        headers = [(b"content-type", media.content_type.encode())]
        if request.method != "HEAD":
            headers.append((b"content-length", str(len(body)).encode()))
        return RestResponse(200, headers, body)

    def _get_compiled(self, cache: SchemaCache, shape: QueryShape) -> CompiledQuery:
        key = (self._keeper.generation, cache is self._keeper.current, shape)
        compiled = self._compiled.get(key)
        if compiled is None:
            compiler = compile_call if shape.is_call else compile_read if shape.is_read else compile_write
            compiled = compiler(cache, self._keeper.rules, shape)
            if shape.size <= _LARGEST_SHAPE and len(compiled.template.text) <= MAX_CACHED_LENGTH:
                self._compiled[key] = compiled
            if len(self._compiled) > _KEPT_SHAPES:
                self._compiled.popitem(last=False)
        return compiled

    def _opening(
        self, cache: SchemaCache, request: RestRequest, shape: QueryShape, caller: Caller, compiled: CompiledQuery
    ) -> Opening:
        """How the transaction begins: ready for the wire where the same client has asked for the same thing before."""
        asked = (request.method, request.path, request.schema, shape.preferences.time_zone)
        key = (self._keeper.generation, caller, asked, compiled.settings, compiled.is_read_only)
        kept = request.headers.cache
        opening = kept.get(key)
        if opening is None:
            settings = self._settings(cache, request, shape, caller, compiled)
            opening = Opening.of(settings, is_read_only=compiled.is_read_only)
            if len(kept) >= _KEPT_OPENINGS:
                kept.clear()
            kept[key] = opening
        return opening

    def _request_settings(self, request: RestRequest, caller: Caller) -> dict[str, str | bytes]:
        # The role comes ahead of what the client says: that is set with its rights.
        return {
            "role": caller.role,
            "request.jwt.claims": caller.claims,
            "search_path": _search_path(request.schema, self._keeper.rules.extra_search_path),
            "request.method": request.method,
            "request.path": request.path,
            "request.headers": request.headers.json,
            "request.cookies": request.headers.cookies_json,
        }

    def _settings(
        self, cache: SchemaCache, request: RestRequest, shape: QueryShape, caller: Caller, compiled: CompiledQuery
    ) -> dict[str, str | bytes]:
        # What the operator has set for the role is ours to set, also where the role itself may not.
        settings = {**dict(cache.role_settings.get(caller.role, ())), **self._request_settings(request, caller)}
        if shape.preferences.time_zone in cache.time_zones:
            settings["timezone"] = shape.preferences.time_zone
        settings.update(compiled.settings)
        return settings

    async def _run(
        self,
        shape: QueryShape,
        compiled: CompiledQuery,
        caller: Caller,
        values: tuple[str, ...],
        opening: Opening,
        bulk: Bulk | None,
        claim: Claim | None,
        make: Callable[[Result], RestResponse],
    ) -> RestResponse:
        """One transaction. Unless its result decides whether it may stand, it goes out in one message."""
        rules = self._keeper.rules
        mark = (caller.role, self._keeper.generation)
        statement, ends = _step(mark, compiled.template, values), end(rules, shape.preferences.tx)
        claim = None if compiled.is_read_only else claim
        decides = claim is not None or compiled.estimate is not None or _is_checked(shape, compiled)
        if opening.whole is not None and bulk is None and not decides and ends == (COMMIT,):
            ran = await self._pool.run([opening.whole, *before(rules), statement])
            result = _result(compiled, ran.rows[-1], ran.spools.get(_BODY))
            check_result(shape, compiled, result)
            return make(result)
        steps: list[Step] = [opening.begin, opening.settle, *before(rules), statement]
        async with self._pool.connection() as connection:
            if claim is not None:
                taken = await take(connection, steps, claim)
                if isinstance(taken, RestResponse):
                    return taken
                steps = taken
            if bulk is not None:
                steps = [await stage(connection, steps, bulk, is_plan=compiled.kind == "plan")]
            rows = await connection.run(steps if decides else [*steps, *ends])
            result = _result(compiled, rows[len(steps) - 1], connection.take_spool(_BODY))
            check_result(shape, compiled, result)
            if compiled.estimate is not None and self._needs_estimate(result):
                explained = await connection.run([_step(mark, compiled.estimate, values)])
                result = _with_estimate(result, explained[0][0])
            if claim is not None:
                await keep(connection, claim, make(result))
            if decides:
                await connection.run(ends)
        return make(result)

    def _needs_estimate(self, result: Result) -> bool:
        """Whether the total is not known exactly: a bounded count within its bound is."""
        bound = self._keeper.rules.max_rows
        return result.total is None or bound is None or result.total > bound


@lru_cache(maxsize=64)
def _search_path(schema: str, extra: tuple[str, ...]) -> str:
    return ", ".join(quote(name) for name in (schema, *extra))


class mapping_database_errors:
    """What the database reports within the block, told as the wire's errors."""

    __slots__ = ("_is_anonymous",)

    def __init__(self, caller: Caller, anon_role: str) -> None:
        self._is_anonymous = caller.role == anon_role

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Say it in the terms of the wire."""
        if isinstance(error, DatabaseError):
            raise of_database(error, is_anonymous=self._is_anonymous) from error
        if isinstance(error, NoConnection):
            raise no_connection() from error
        if isinstance(error, ConnectionLost):
            raise no_connection("The connection to the database was lost.", "PGRST001") from error
        if isinstance(error, TimeoutError):
            raise all_busy() from error


def _array(numbers: Sequence[int]) -> str:
    return "{" + ",".join(map(str, numbers)) + "}"


class _Plan(msgspec.Struct, frozen=True):
    rows: int = msgspec.field(name="Plan Rows")


class _Explained(msgspec.Struct, frozen=True):
    plan: _Plan = msgspec.field(name="Plan")


def _with_estimate(result: Result, row: Row) -> Result:
    plan = msgspec.json.decode(row[0] or b"", type=list[_Explained])
    return msgspec.structs.replace(result, total=max(result.total or 0, plan[0].plan.rows))


def _is_checked(shape: QueryShape, compiled: CompiledQuery) -> bool:
    """Whether the result of a write decides on it."""
    if compiled.is_read_only or compiled.kind == "plan":
        return False
    return compiled.is_single or compiled.kind == "put" or shape.preferences.max_affected is not None


def _step(mark: tuple[str, int], template: Template, values: tuple[str, ...]) -> tuple[str, Bound]:
    text = (_marked if len(template.text) <= MAX_CACHED_LENGTH else _mark)(mark, template.text)
    return text, Bound(text, [values[param.slot] if param.slot >= 0 else param.text for param in template.params])


def _mark(mark: tuple[str, int], text: str) -> str:
    return f"/* {mark[0]} {mark[1]} */ {text}"


# The same object each time, whose hash is known.
_marked = lru_cache(maxsize=4096)(_mark)


def _result(compiled: CompiledQuery, answered: Sequence[Row], spool: Spool | None) -> Result:
    if compiled.kind == "plan":  # the lines of EXPLAIN
        return Result(None, 0, b"\n".join(line or b"" for line, *_ in answered))
    total, rows, body, extra, headers, status = answered[0]
    return Result(
        None if total is None else int(total),
        int(rows or b"0"),
        (body or b"") if spool is None else spool,
        None if extra is None else extra.decode(),
        headers,
        None if status is None else status.decode(),
    )
