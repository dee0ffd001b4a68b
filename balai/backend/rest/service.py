"""Runs a request from its parts to its answer: shape, statement, transaction, result.

Compiled statements are kept by shape. Their text carries the role and the schema's generation: PostgreSQL plans row
policies for one role, and two roles taking turns at one prepared statement would have it planned again each time;
and a statement prepared before the schema changed is not used after.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from balai.backend.rest.body import EMPTY, JSON_TYPE, RAW_TYPES, Payload, media_of, read_arguments, read_rows
from balai.backend.rest.cache_keeper import CacheKeeper
from balai.backend.rest.compile_call import compile_call
from balai.backend.rest.compile_read import compile_read
from balai.backend.rest.compile_write import compile_write
from balai.backend.rest.errors import all_busy, no_connection
from balai.backend.rest.failures import of_database
from balai.backend.rest.media import choose_media
from balai.backend.rest.openapi import ALLOWED, describe
from balai.backend.rest.planner import Rules
from balai.backend.rest.preferences import NONE, check_preferences, parse_preferences
from balai.backend.rest.query_string import Lifted, Token, lift, narrow
from balai.backend.rest.ranges import parse_range
from balai.backend.rest.requests import Compiled, Incoming, Shape
from balai.backend.rest.responses import Answer, Result, answer, check_result
from balai.backend.rest.schema_cache import SchemaCache
from balai.backend.rest.selection import parse_names
from balai.backend.rest.sql import Template, quote
from balai.database.pipeline import ConnectionLost, DatabaseError, NoConnection, PipelinePool, Row, Value
from balai.database.transaction import Caller, literal

_KEPT_SHAPES = 2000
_Key = tuple[int, Shape]
Step = tuple[str, Sequence[Value]]
_BEGIN_READ: Step = ("BEGIN READ ONLY", ())
_BEGIN_WRITE: Step = ("BEGIN READ WRITE", ())
_COMMIT: Step = ("COMMIT", ())


class Service:
    """Answers requests on relations and functions."""

    def __init__(self, pool: PipelinePool, keeper: CacheKeeper, rules: Rules, extra: tuple[str, ...]) -> None:
        self._pool = pool
        self._keeper = keeper
        self._rules = rules
        self._compiled: OrderedDict[_Key, Compiled] = OrderedDict()
        self._search_paths = {schema: ", ".join(quote(name) for name in (schema, *extra)) for schema in rules.schemas}

    async def answer(self, request: Incoming, caller: Caller) -> Answer:
        """The answer.

        Raises:
            RestError: the request is refused, by us or by PostgreSQL.
        """
        cache = self._keeper.current or await self._keeper.get()
        shape, lifted, bodies = _shape_of(request)
        check_preferences(shape.preferences, cache.time_zones)
        compiled = self._get_compiled(cache, shape)
        values = lifted.values + bodies
        if compiled.template is None:
            result = Result(None, 0, b"[]")
            check_result(shape, compiled, result)
        else:
            settings = self._settings(cache, request, shape, caller, compiled)
            with _told(caller):
                result = await self._run(shape, compiled, compiled.template, caller, values, settings)
        return answer(shape, compiled, result, lifted, request.query, lifted.offset)

    async def close(self) -> None:
        """Give the connections back."""
        await self._pool.close()

    async def describe(self, request: Incoming, caller: Caller) -> Answer:
        """The description of what the caller may use."""
        cache = await self._keeper.get()
        media = choose_media(request.headers.get("accept") or "*/*", is_root=True)
        relations = [relation.oid for key, relation in cache.relations.items() if key[0] == request.schema]
        functions = [
            one.oid for key, overloads in cache.functions.items() if key[0] == request.schema for one in overloads
        ]
        role = (_settings_statement(("role",)), (caller.role,))
        with _told(caller):
            async with self._pool.lend() as connection:
                asked = (ALLOWED, (_array(relations), _array(functions)))
                rows = await connection.run([_BEGIN_READ, role, asked, _COMMIT])
        allowed, callable_ = (msgspec.json.decode(text or b"[]", type=list[int]) for text in rows[2][0])
        body = describe(cache, request.schema, allowed, callable_, request.headers.get("host", ""))
        headers = [(b"content-type", media.content_type.encode())]
        if request.method != "HEAD":
            headers.append((b"content-length", str(len(body)).encode()))
        return Answer(200, headers, body)

    def _get_compiled(self, cache: SchemaCache, shape: Shape) -> Compiled:
        key = (self._keeper.generation, shape)
        compiled = self._compiled.get(key)
        if compiled is None:
            compiler = compile_call if shape.is_call else compile_read if shape.is_read else compile_write
            compiled = compiler(cache, self._rules, shape)
            self._compiled[key] = compiled
            if len(self._compiled) > _KEPT_SHAPES:
                self._compiled.popitem(last=False)
        return compiled

    def _settings(
        self, cache: SchemaCache, request: Incoming, shape: Shape, caller: Caller, compiled: Compiled
    ) -> dict[str, str | bytes]:
        # The role comes first: whatever follows is set with its rights.
        settings: dict[str, str | bytes] = {
            "role": caller.role,
            "request.jwt.claims": caller.claims,
            "search_path": self._search_paths[shape.schema],
            "request.method": request.method,
            "request.path": request.path,
            "request.headers": _headers_json(request.headers),
            "request.cookies": _cookies_json(request.headers.get("cookie")),
        }
        settings.update(cache.role_settings.get(caller.role, ()))
        if shape.preferences.time_zone in cache.time_zones:
            settings["timezone"] = shape.preferences.time_zone
        settings.update(compiled.settings)
        return settings

    async def _run(
        self,
        shape: Shape,
        compiled: Compiled,
        template: Template,
        caller: Caller,
        values: tuple[str, ...],
        settings: Mapping[str, str | bytes],
    ) -> Result:
        """One transaction. Unless its result decides whether it may stand, it goes out whole."""
        prefix = f"/* {caller.role} {self._keeper.generation} */ "
        steps: list[Step] = [
            _BEGIN_READ if compiled.is_read_only else _BEGIN_WRITE,
            (_settings_statement(tuple(settings)), tuple(settings.values())),
            _step(prefix, template, values),
        ]
        decides = compiled.estimate is not None or (not compiled.is_read_only and _is_checked(shape, compiled))
        async with self._pool.lend() as connection:
            rows = await connection.run(steps if decides else [*steps, _COMMIT])
            result = _result(rows[2][0])
            check_result(shape, compiled, result)
            if compiled.estimate is not None and self._needs_estimate(result):
                explained = await connection.run([_step(prefix, compiled.estimate, values)])
                result = _with_estimate(result, explained[0][0])
            if decides:
                await connection.run([_COMMIT])
        return result

    def _needs_estimate(self, result: Result) -> bool:
        """Whether the total is not known exactly: a bounded count within its bound is."""
        bound = self._rules.max_rows
        return result.total is None or bound is None or result.total > bound


class _told:
    """What the database reports within the block, told as the wire's errors."""

    __slots__ = ("_caller",)

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Say it in the terms of the wire."""
        if isinstance(error, DatabaseError):
            raise of_database(error, is_anonymous=self._caller.role == "anon") from error
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
    return compiled.is_single or compiled.kind == "put" or shape.preferences.max_affected is not None


def _step(prefix: str, template: Template, values: tuple[str, ...]) -> Step:
    bound = [values[param.slot] if param.slot >= 0 else param.text for param in template.params]
    return prefix + template.text, bound


def _result(row: Row) -> Result:
    total, rows, body, extra, headers, status = row
    return Result(
        None if total is None else int(total),
        int(rows or b"0"),
        body or b"",
        None if extra is None else extra.decode(),
        headers,
        None if status is None else status.decode(),
    )


@lru_cache(maxsize=64)
def _settings_statement(names: tuple[str, ...]) -> str:
    """Sets every name for this transaction and gives no row back: what was set would only be sent to us again."""
    calls = [f"set_config({literal(name)}, ${number}, true) IS NULL" for number, name in enumerate(names, 1)]
    return f"SELECT WHERE {' OR '.join(calls)}"


def _shape_of(request: Incoming) -> tuple[Shape, Lifted, tuple[str, ...]]:
    """The shape of a request, its values, and its body: as rows or arguments, and for a function also as it came."""
    headers = request.headers
    prefer = headers.get("prefer")
    preferences = parse_preferences(prefer) if prefer else NONE
    is_read = request.method in ("GET", "HEAD")
    lifted = lift(request.query, has_arguments=request.is_call and is_read)
    window = parse_range(headers["range"]) if "range" in headers and request.method == "GET" else None
    if window is not None:
        lifted = narrow(lifted, window)
    payload, bodies, kind = _read_payload(request, lifted.tokens, is_read)
    shape = Shape(
        request.method,
        request.schema,
        request.name,
        request.is_call,
        lifted.tokens,
        preferences,
        choose_media(headers.get("accept") or "*/*"),
        kind,
        None if payload is None else payload.keys,
        payload is not None and payload.is_array,
    )
    return shape, lifted, bodies


def _read_payload(
    request: Incoming, tokens: tuple[Token, ...], is_read: bool
) -> tuple[Payload | None, tuple[str, ...], str]:
    if is_read or request.method == "DELETE":
        return None, (), ""
    kind = media_of(request.headers.get("content-type"))
    columns = next((token.text for token in tokens if token.key == "columns"), None)
    names = None if columns is None else parse_names(columns, "columns parameter")
    if not request.is_call:
        payload = read_rows(kind, request.body, None if request.method == "PUT" else names)
        return payload, (payload.text,), kind
    if kind in RAW_TYPES:
        is_bytes = kind == "application/octet-stream"
        text = f"\\x{request.body.hex()}" if is_bytes else request.body.decode("utf-8", "replace")
        return EMPTY, (text, text), kind
    payload = read_arguments(kind, request.body, names)
    whole = request.body.decode() if kind == JSON_TYPE and request.body else payload.text
    return payload, (payload.text, whole), kind


def _headers_json(headers: dict[str, str]) -> bytes:
    if "cookie" not in headers:
        return msgspec.json.encode(headers)
    return msgspec.json.encode({name: value for name, value in headers.items() if name != "cookie"})


def _cookies_json(header: str | None) -> bytes:
    if not header:
        return b"{}"
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return msgspec.json.encode({name: value for name, equals, value in pairs if equals})
