"""Runs a request from its parts to its answer: shape, statement, transaction, result.

Statements are kept by shape, and within a statement by role: PostgreSQL plans row policies for one role, and two
roles taking turns at one prepared statement would have it planned again each time.
"""

from collections import OrderedDict
from collections.abc import Mapping

import asyncpg
import msgspec

from balai.backend.rest.body import EMPTY, JSON_TYPE, RAW_TYPES, Payload, media_of, read_arguments, read_rows
from balai.backend.rest.cache_keeper import CacheKeeper
from balai.backend.rest.compile_call import compile_call
from balai.backend.rest.compile_read import compile_read
from balai.backend.rest.compile_write import compile_write
from balai.backend.rest.errors import no_connection
from balai.backend.rest.failures import of_postgres
from balai.backend.rest.media import choose_media
from balai.backend.rest.planner import Rules
from balai.backend.rest.preferences import NONE, check_preferences, parse_preferences
from balai.backend.rest.query_string import Lifted, Token, lift, narrow
from balai.backend.rest.ranges import parse_range
from balai.backend.rest.requests import Compiled, Incoming, Shape
from balai.backend.rest.responses import Answer, Result, answer, check_result
from balai.backend.rest.schema_cache import SchemaCache
from balai.backend.rest.selection import parse_names
from balai.backend.rest.sql import Template, quote
from balai.database.pool import Connection, Pool
from balai.database.transaction import Caller, as_role

_KEPT_SHAPES = 2000
_Key = tuple[int, Shape]


class Service:
    """Answers requests on relations and functions."""

    def __init__(self, pool: Pool, keeper: CacheKeeper, rules: Rules, extra: tuple[str, ...]) -> None:
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
        shape, lifted, payload = _shape_of(request)
        check_preferences(shape.preferences, cache.time_zones)
        compiled = self._get_compiled(cache, shape)
        values = lifted.values if payload is None else (*lifted.values, payload)
        if compiled.template is None:
            result = Result(None, 0, "[]")
            check_result(shape, compiled, result)
        else:
            settings = self._settings(cache, request, shape, caller, compiled)
            result = await self._run(cache, shape, compiled, caller, values, settings)
        return answer(shape, compiled, result, lifted, request.query, lifted.offset)

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
    ) -> dict[str, str]:
        settings = {
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
        cache: SchemaCache,
        shape: Shape,
        compiled: Compiled,
        caller: Caller,
        values: tuple[str, ...],
        settings: Mapping[str, str],
    ) -> Result:
        assert compiled.template is not None
        try:
            async with as_role(self._pool, caller, read_only=compiled.is_read_only, settings=settings) as connection:
                row = await _fetch(connection, cache, compiled.template, compiled.texts, caller.role, values)
                result = Result(row[0], row[1], row[2], row[3], row[4], row[5])
                check_result(shape, compiled, result)
                if compiled.estimate is not None:
                    result = await self._estimated(connection, cache, compiled, caller, values, result)
                return result
        except asyncpg.PostgresError as error:
            raise of_postgres(error, is_anonymous=caller.role == "anon") from error
        except (OSError, asyncpg.InterfaceError) as error:
            raise no_connection() from error

    async def _estimated(
        self,
        connection: Connection,
        cache: SchemaCache,
        compiled: Compiled,
        caller: Caller,
        values: tuple[str, ...],
        result: Result,
    ) -> Result:
        """The total by the planner's estimate, unless a bounded count was within its bound."""
        assert compiled.estimate is not None
        bound = self._rules.max_rows
        if result.total is not None and bound is not None and result.total <= bound:
            return result
        role = f"{caller.role} estimate"
        row = await _fetch(connection, cache, compiled.estimate, compiled.texts, role, values)
        plan = msgspec.json.decode(row[0], type=list[_Explained])
        return msgspec.structs.replace(result, total=max(result.total or 0, plan[0].plan.rows))


class _Plan(msgspec.Struct, frozen=True):
    rows: int = msgspec.field(name="Plan Rows")


class _Explained(msgspec.Struct, frozen=True):
    plan: _Plan = msgspec.field(name="Plan")


async def _fetch(
    connection: Connection,
    cache: SchemaCache,
    template: Template,
    texts: dict[str, str],
    role: str,
    values: tuple[str, ...],
) -> asyncpg.Record:
    """Run a template. Its first run in a role asks PostgreSQL for the types of untyped values."""
    text = texts.get(role)
    if text is None:
        text = f"/* {role} */ {await _typed(connection, cache, template)}"
        texts[role] = text
    arguments = [values[param.slot] if param.slot >= 0 else param.text for param in template.params]
    row = await connection.fetchrow(text, *arguments)
    assert row is not None
    return row


async def _typed(connection: Connection, cache: SchemaCache, template: Template) -> str:
    if template.is_typed:
        return template.text
    statement = await connection.prepare(template.bare())
    oids = [kind.oid for kind in statement.get_parameters()]
    return template.typed(lambda number: cache.types[oids[number - 1]])


def _shape_of(request: Incoming) -> tuple[Shape, Lifted, str | None]:
    """The shape of a request, its values, and the text of its body where there is one."""
    headers = request.headers
    prefer = headers.get("prefer")
    preferences = parse_preferences(prefer) if prefer else NONE
    is_read = request.method in ("GET", "HEAD")
    lifted = lift(request.query, has_arguments=request.is_call and is_read)
    window = parse_range(headers["range"]) if "range" in headers and request.method == "GET" else None
    if window is not None:
        lifted = narrow(lifted, window)
    payload, text, kind = _read_payload(request, lifted.tokens, is_read)
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
    return shape, lifted, text


def _read_payload(
    request: Incoming, tokens: tuple[Token, ...], is_read: bool
) -> tuple[Payload | None, str | None, str]:
    if is_read or request.method == "DELETE":
        return None, None, ""
    kind = media_of(request.headers.get("content-type"))
    columns = next((token.text for token in tokens if token.key == "columns"), None)
    names = None if columns is None else parse_names(columns, "columns parameter")
    if request.is_call:
        if kind in RAW_TYPES:
            is_bytes = kind == "application/octet-stream"
            text = f"\\x{request.body.hex()}" if is_bytes else request.body.decode("utf-8", "replace")
            return Payload(text, False, ()), text, kind
        payload = read_arguments(kind, request.body, names)
        # A function with one unnamed parameter takes the body as it came.
        text = request.body.decode() if kind == JSON_TYPE and request.body else payload.text
        return payload, text, kind
    payload = read_rows(kind, request.body, None if request.method == "PUT" else names)
    return (payload, payload.text, kind) if payload is not EMPTY else (EMPTY, "[]", kind)


def _headers_json(headers: Mapping[str, str]) -> str:
    return msgspec.json.encode({name: value for name, value in headers.items() if name != "cookie"}).decode()


def _cookies_json(header: str | None) -> str:
    if not header:
        return "{}"
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return msgspec.json.encode({name: value for name, equals, value in pairs if equals}).decode()
