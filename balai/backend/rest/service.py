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
from balai.backend.rest.arrival import LARGEST_BODY, too_large
from balai.backend.rest.body import (
    EMPTY,
    FORM_TYPE,
    JSON_TYPE,
    RAW_TYPES,
    Payload,
    media_of,
    read_arguments,
    read_form,
    read_rows,
)
from balai.backend.rest.bulk import Bulk
from balai.backend.rest.cache_keeper import CacheKeeper
from balai.backend.rest.compile_call import compile_call
from balai.backend.rest.compile_read import compile_read
from balai.backend.rest.compile_write import compile_write
from balai.backend.rest.errors import RestError, all_busy, closed_role, no_connection, no_description
from balai.backend.rest.failures import of_database
from balai.backend.rest.media import choose_root_media
from balai.backend.rest.once import HEADER, claim_of, keep, take
from balai.backend.rest.openapi import ALLOWED, describe
from balai.backend.rest.preferences import NONE, check_preferences, parse_preferences
from balai.backend.rest.query_string import Lifted, Token, lift, narrow, parse, with_arguments
from balai.backend.rest.ranges import parse_range
from balai.backend.rest.requests import Compiled, Incoming, Shape
from balai.backend.rest.responses import Answer, Result, answer, check_result
from balai.backend.rest.schema_cache import SchemaCache
from balai.backend.rest.selection import parse_names
from balai.backend.rest.sql import Template, quote
from balai.backend.rest.staging import stage
from balai.backend.rest.timing import Clock
from balai.backend.rest.transactions import COMMIT, before, begin, end, settle
from balai.database.large_rows import Row
from balai.database.pipeline import ConnectionLost, DatabaseError, NoConnection, Step
from balai.database.pipeline_pool import PipelinePool
from balai.database.spool import Spool
from balai.database.transaction import Caller

_KEPT_SHAPES = 2000
_KEPT_OPENINGS = 32
_BODY = 2  # the column of an answer that may be too long for memory
_Key = tuple[int, bool, Shape]


class Service:
    """Answers requests on relations and functions."""

    def __init__(self, pool: PipelinePool, keeper: CacheKeeper) -> None:
        self._pool = pool
        self._keeper = keeper
        self._compiled: OrderedDict[_Key, Compiled] = OrderedDict()

    async def answer(self, request: Incoming, caller: Caller, clock: Clock) -> Answer:
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
        cache = self._keeper.seen_by(caller.role, cache)
        bulk = None
        if request.spool is not None:
            bulk, request = _take_apart(request, request.spool)
        shape, lifted, bodies = _shape_of(request, bulk)
        clock.lap("parse")
        compiled = self._get_compiled(cache, shape)
        check_preferences(shape.preferences, cache.time_zones)
        values = lifted.values + bodies
        clock.lap("plan")
        opening = self._opening(cache, request, shape, caller, compiled)
        make = partial(answer, shape, compiled, lifted=lifted, query=request.query, offset=lifted.offset)
        with _told(caller, self._keeper.rules.anon_role):
            made = await self._run(shape, compiled, caller, values, opening, bulk, claim, make)
        clock.lap("transaction")
        return made

    async def close(self) -> None:
        """Give the connections back."""
        await self._pool.close()

    async def describe(self, request: Incoming, caller: Caller) -> Answer:
        """The description of what the caller may use."""
        cache = await self._keeper.get()
        if caller.role not in cache.open_roles:
            raise closed_role(caller.role, exists=caller.role in cache.roles)
        cache = self._keeper.seen_by(caller.role, cache)
        media = choose_root_media(request.headers.get("accept") or "*/*")
        mode, before_it = self._keeper.rules.openapi, before(self._keeper.rules)
        if mode == "disabled":
            raise no_description()
        relations = [relation.oid for key, relation in cache.relations.items() if key[0] == request.schema]
        functions = [
            one.oid for key, overloads in cache.functions.items() if key[0] == request.schema for one in overloads
        ]
        setting = settle(self._request_settings(request, caller))
        with _told(caller, self._keeper.rules.anon_role):
            async with self._pool.lend() as connection:
                asked = (ALLOWED, (_array(relations), _array(functions)))
                rows = await connection.run([begin({}, is_read_only=True), setting, *before_it, asked, COMMIT])
        allowed, callable_ = relations, functions
        if mode == "follow-privileges":
            allowed, callable_ = (msgspec.json.decode(text or b"[]", type=list[int]) for text in rows[-2][0])
        body = describe(cache, request.schema, allowed, callable_, request.headers.get("host", ""))
        headers = [(b"content-type", media.content_type.encode())]
        if request.method != "HEAD":
            headers.append((b"content-length", str(len(body)).encode()))
        return Answer(200, headers, body)

    def _get_compiled(self, cache: SchemaCache, shape: Shape) -> Compiled:
        key = (self._keeper.generation, cache is self._keeper.current, shape)
        compiled = self._compiled.get(key)
        if compiled is None:
            compiler = compile_call if shape.is_call else compile_read if shape.is_read else compile_write
            compiled = compiler(cache, self._keeper.rules, shape)
            self._compiled[key] = compiled
            if len(self._compiled) > _KEPT_SHAPES:
                self._compiled.popitem(last=False)
        return compiled

    def _opening(
        self, cache: SchemaCache, request: Incoming, shape: Shape, caller: Caller, compiled: Compiled
    ) -> tuple[Step, Step]:
        """BEGIN and the settings: ready for the wire where the same client has asked for the same thing before."""
        asked = (request.method, request.path, request.schema, shape.preferences.time_zone)
        key = (self._keeper.generation, caller, asked, compiled.settings, compiled.is_read_only)
        kept = request.headers.openings
        opening = kept.get(key)
        if opening is None:
            settings = self._settings(cache, request, shape, caller, compiled)
            opening = begin(settings, is_read_only=compiled.is_read_only), settle(settings)
            if len(kept) >= _KEPT_OPENINGS:
                kept.clear()
            kept[key] = opening
        return opening

    def _request_settings(self, request: Incoming, caller: Caller) -> dict[str, str | bytes]:
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
        self, cache: SchemaCache, request: Incoming, shape: Shape, caller: Caller, compiled: Compiled
    ) -> dict[str, str | bytes]:
        # What the operator has set for the role is ours to set, also where the role itself may not.
        settings = {**dict(cache.role_settings.get(caller.role, ())), **self._request_settings(request, caller)}
        if shape.preferences.time_zone in cache.time_zones:
            settings["timezone"] = shape.preferences.time_zone
        settings.update(compiled.settings)
        return settings

    async def _run(
        self,
        shape: Shape,
        compiled: Compiled,
        caller: Caller,
        values: tuple[str, ...],
        opening: tuple[Step, Step],
        bulk: Bulk | None,
        claim: Claim | None,
        make: Callable[[Result], Answer],
    ) -> Answer:
        """One transaction. Unless its result decides whether it may stand, it goes out whole."""
        mark = f"{caller.role} {self._keeper.generation}"
        steps: list[Step] = [*opening, *before(self._keeper.rules), _step(mark, compiled.template, values)]
        ends = end(self._keeper.rules, shape.preferences.tx)
        decides = compiled.estimate is not None or (not compiled.is_read_only and _is_checked(shape, compiled))
        async with self._pool.lend() as connection:
            if claim is not None and not compiled.is_read_only:
                taken = await take(connection, steps, claim)
                if isinstance(taken, Answer):
                    return taken
                steps, decides = taken, True
            if bulk is not None:
                steps = [await stage(connection, steps, bulk, is_plan=compiled.kind == "plan")]
            rows = await connection.run(steps if decides else [*steps, *ends])
            answered = rows[len(steps) - 1]
            spool = connection.take_spool(_BODY)
            result = _plan(answered) if compiled.kind == "plan" else _result(answered[0], spool)
            check_result(shape, compiled, result)
            if compiled.estimate is not None and self._needs_estimate(result):
                explained = await connection.run([_step(mark, compiled.estimate, values)])
                result = _with_estimate(result, explained[0][0])
            if claim is not None and not compiled.is_read_only:
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


class _told:
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


def _is_checked(shape: Shape, compiled: Compiled) -> bool:
    """Whether the result of a write decides on it."""
    if compiled.kind == "plan":
        return False
    return compiled.is_single or compiled.kind == "put" or shape.preferences.max_affected is not None


def _step(mark: str, template: Template, values: tuple[str, ...]) -> Step:
    bound = [values[param.slot] if param.slot >= 0 else param.text for param in template.params]
    return _marked(mark, template.text), bound


@lru_cache(maxsize=4096)
def _marked(mark: str, text: str) -> str:
    """The same object each time, whose hash is known."""
    return f"/* {mark} */ {text}"


def _plan(rows: Sequence[Row]) -> Result:
    """The lines of EXPLAIN."""
    return Result(None, 0, b"\n".join(line or b"" for line, *_ in rows))


def _result(row: Row, spool: Spool | None) -> Result:
    total, rows, body, extra, headers, status = row
    return Result(
        None if total is None else int(total),
        int(rows or b"0"),
        (body or b"") if spool is None else spool,
        None if extra is None else extra.decode(),
        headers,
        None if status is None else status.decode(),
    )


def _take_apart(request: Incoming, spool: Spool) -> tuple[Bulk | None, Incoming]:
    """The rows of a large body; or, when it is no list of rows, the request with its body in memory."""
    columns = _columns_of(lift(request.query, has_arguments=False).tokens)
    bulk = Bulk.read(media_of(request.headers.get("content-type")), spool, columns)
    if bulk is not None:
        return bulk, request
    if len(spool) > LARGEST_BODY:
        raise too_large()
    return None, msgspec.structs.replace(request, body=b"".join(spool.parts()))


def _columns_of(tokens: tuple[Token, ...]) -> tuple[str, ...] | None:
    columns = next((token.text for token in tokens if token.key == "columns"), None)
    return None if columns is None else parse_names(columns, "columns parameter")


def _shape_of(request: Incoming, bulk: Bulk | None) -> tuple[Shape, Lifted, tuple[str, ...]]:
    """The shape of a request, its values, and its body: as rows or arguments, and for a function also as it came."""
    headers = request.headers
    prefer = headers.get("prefer")
    preferences = parse_preferences(prefer) if prefer else NONE
    is_read = request.method in ("GET", "HEAD")
    lifted = lift(request.query, has_arguments=request.is_call and is_read)
    try:
        window = parse_range(headers["range"]) if "range" in headers and request.method == "GET" else None
        if window is not None:
            lifted = narrow(lifted, window)
        payload, bodies, kind = _read_payload(request, lifted.tokens, is_read, bulk)
        if request.is_call and kind == FORM_TYPE:
            lifted = _with_form(request, lifted)
    except RestError:
        # An address that cannot be read is told first. Where all is well it is read once for each shape, later.
        parse(lifted.tokens)
        raise
    shape = Shape(
        request.method,
        request.schema,
        request.name,
        request.is_call,
        lifted.tokens,
        preferences,
        headers.get("accept") or "*/*",
        kind,
        None if payload is None else payload.keys,
        payload is not None and payload.is_array,
        payload is not None and payload.is_staged,
    )
    return shape, lifted, bodies


def _with_form(request: Incoming, lifted: Lifted) -> Lifted:
    """A form gives arguments as an address does: as text, and again for each element of a variadic one."""
    names = _columns_of(lifted.tokens)
    pairs = [pair for pair in read_form(request.body) if names is None or pair[0] in names]
    return with_arguments(lifted, pairs)


def _read_payload(
    request: Incoming, tokens: tuple[Token, ...], is_read: bool, bulk: Bulk | None
) -> tuple[Payload | None, tuple[str, ...], str]:
    if is_read or request.method == "DELETE":
        return None, (), ""
    if bulk is not None:
        return Payload("", True, bulk.keys, is_staged=True), ("",), bulk.media
    kind = media_of(request.headers.get("content-type"))
    names = _columns_of(tokens)
    if not request.is_call:
        payload = read_rows(kind, request.body, None if request.method == "PUT" else names)
        return payload, (payload.text,), kind
    if kind == FORM_TYPE:
        return None, (), kind
    if kind in RAW_TYPES:
        is_bytes = kind == "application/octet-stream"
        text = f"\\x{request.body.hex()}" if is_bytes else request.body.decode("utf-8", "replace")
        return EMPTY, (text, text), kind
    payload = read_arguments(kind, request.body, names)
    whole = request.body.decode() if kind == JSON_TYPE and request.body else payload.text
    return payload, (payload.text, whole), kind
