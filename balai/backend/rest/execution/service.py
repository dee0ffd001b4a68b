"""Handles a request from its parts to its response: shape, statement, transaction, result.

Compiled statements are cached by shape. Their text carries the role and the generation of the schema. PostgreSQL plans
row policies for one role, and two roles alternating on one prepared statement would replan it each time. The generation
keeps a statement prepared before a schema change from being used after it.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache, partial

import msgspec

from balai.backend.idempotency import Claim
from balai.backend.rest.errors import database_unavailable, openapi_disabled, pool_timeout, role_not_allowed
from balai.backend.rest.execution.database_errors import to_rest_error
from balai.backend.rest.execution.idempotency import HEADER, claim_or_replay, find_claim, store_response
from balai.backend.rest.execution.responses import RestResponse, Result, build_response, check_result
from balai.backend.rest.execution.staging import stage_rows
from balai.backend.rest.execution.transactions import (
    COMMIT,
    TransactionSetup,
    begin_step,
    end_steps,
    pre_request_steps,
    settings_step,
)
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
from balai.cache import BoundedCache, cached_if_short
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

_MAX_CACHED_SHAPES = 2000
_MAX_CACHED_SHAPE_SIZE = 8192
_MAX_CACHED_SETUPS = 32
_BODY = 2  # the column of the result that may be too long for memory
_Key = tuple[int, bool, QueryShape]


class Service:
    """Handles requests on relations and functions."""

    def __init__(self, pool: PipelinePool, loader: SchemaLoader) -> None:
        self._pool = pool
        self._loader = loader
        self._compiled: BoundedCache[_Key, CompiledQuery] = BoundedCache(_MAX_CACHED_SHAPES)

    async def handle(self, request: RestRequest, caller: Caller, timing: ServerTiming) -> RestResponse:
        """Returns the response; `timing` measures the stages.

        Raises:
            RestError: the request is rejected, by us or by PostgreSQL.
        """
        cache = self._loader.current or await self._loader.get()
        if caller.role not in cache.allowed_roles:
            raise role_not_allowed(caller.role, exists=caller.role in cache.roles)
        claim = None
        if HEADER in request.headers:
            claim = find_claim(cache, request, caller, self._loader.rules.anon_role)
        cache = self._loader.visible_to(caller.role, cache)
        bulk = None
        if request.spool is not None:
            bulk, request = split_body(request, request.spool)
        shape, extracted, bodies = build_shape(request, bulk)
        timing.lap("parse")
        compiled = self._get_compiled(cache, shape)
        check_preferences(shape.preferences, cache.time_zones)
        values = extracted.values + bodies
        timing.lap("plan")
        setup = self._get_setup(cache, request, shape, caller, compiled)
        build = partial(
            build_response, shape, compiled, extracted=extracted, query=request.query, offset=extracted.offset
        )
        with mapping_database_errors(caller, self._loader.rules.anon_role):
            response = await self._run(shape, compiled, caller, values, setup, bulk, claim, build)
        timing.lap("transaction")
        return response

    async def close(self) -> None:
        """Closes the connections."""
        await self._pool.close()

    async def describe(self, request: RestRequest, caller: Caller, timing: ServerTiming) -> RestResponse:
        """Returns the OpenAPI description of what the caller may use."""
        cache = await self._loader.get()
        if caller.role not in cache.allowed_roles:
            raise role_not_allowed(caller.role, exists=caller.role in cache.roles)
        cache = self._loader.visible_to(caller.role, cache)
        media = choose_root_media(request.headers.get("accept") or "*/*")
        mode, pre_request = self._loader.rules.openapi, pre_request_steps(self._loader.rules)
        if mode == "disabled":
            raise openapi_disabled()
        timing.lap("parse")
        relations = [relation.oid for key, relation in cache.relations.items() if key[0] == request.schema]
        functions = [
            one.oid for key, overloads in cache.functions.items() if key[0] == request.schema for one in overloads
        ]
        setting = settings_step(self._request_settings(request, caller))
        timing.lap("plan")
        with mapping_database_errors(caller, self._loader.rules.anon_role):
            async with self._pool.connection() as connection:
                privileges = (ALLOWED, (_array(relations), _array(functions)))
                rows = await connection.run(
                    [begin_step({}, is_read_only=True), setting, *pre_request, privileges, COMMIT]
                )
        timing.lap("transaction")
        allowed, callable_ = relations, functions
        if mode == "follow-privileges":
            allowed, callable_ = (msgspec.json.decode(text or b"[]", type=list[int]) for text in rows[-2][0])
        body = describe(cache, request.schema, allowed, callable_, request.headers.get("host", ""))
        headers = [(b"content-type", media.content_type.encode())]
        if request.method != "HEAD":
            headers.append((b"content-length", str(len(body)).encode()))
        return RestResponse(200, headers, body)

    def _get_compiled(self, cache: SchemaCache, shape: QueryShape) -> CompiledQuery:
        key = (self._loader.generation, cache is self._loader.current, shape)
        compiled = self._compiled.get(key)
        if compiled is None:
            compiler = compile_call if shape.is_call else compile_read if shape.is_read else compile_write
            compiled = compiler(cache, self._loader.rules, shape)
            if shape.size <= _MAX_CACHED_SHAPE_SIZE and len(compiled.template.text) <= MAX_CACHED_LENGTH:
                self._compiled[key] = compiled
        return compiled

    def _get_setup(
        self, cache: SchemaCache, request: RestRequest, shape: QueryShape, caller: Caller, compiled: CompiledQuery
    ) -> TransactionSetup:
        """Returns how the transaction begins: encoded already if the same client sent a request like this before."""
        target = (request.method, request.path, request.schema, shape.preferences.time_zone)
        key = (self._loader.generation, caller, target, compiled.settings, compiled.is_read_only)
        setups: dict[Hashable, TransactionSetup] = request.headers.cache
        setup = setups.get(key)
        if setup is None:
            settings = self._settings(cache, request, shape, caller, compiled)
            setup = TransactionSetup.of(settings, is_read_only=compiled.is_read_only)
            if len(setups) >= _MAX_CACHED_SETUPS:
                setups.clear()
            setups[key] = setup
        return setup

    def _request_settings(self, request: RestRequest, caller: Caller) -> dict[str, str | bytes]:
        # The role is set first: the client's settings are set with that role's rights.
        return {
            "role": caller.role,
            "request.jwt.claims": caller.claims,
            "search_path": _search_path(request.schema, self._loader.rules.extra_search_path),
            "request.method": request.method,
            "request.path": request.path,
            "request.headers": request.headers.json,
            "request.cookies": request.headers.cookies_json,
        }

    def _settings(
        self, cache: SchemaCache, request: RestRequest, shape: QueryShape, caller: Caller, compiled: CompiledQuery
    ) -> dict[str, str | bytes]:
        # The operator's settings of a role are set by us, even where the role itself may not set them.
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
        setup: TransactionSetup,
        bulk: Bulk | None,
        claim: Claim | None,
        build: Callable[[Result], RestResponse],
    ) -> RestResponse:
        """Runs one transaction: in a single message, unless the result decides whether it commits."""
        rules = self._loader.rules
        plan_key = (caller.role, self._loader.generation)
        statement, ends = _step(plan_key, compiled.template, values), end_steps(rules, shape.preferences.tx)
        claim = None if compiled.is_read_only else claim
        may_reject = claim is not None or compiled.estimate is not None or _may_reject_result(shape, compiled)
        if setup.combined is not None and bulk is None and not may_reject and ends == (COMMIT,):
            pipelined = await self._pool.run([setup.combined, *pre_request_steps(rules), statement])
            result = _result(compiled, pipelined.rows[-1], pipelined.spools.get(_BODY))
            check_result(shape, compiled, result)
            return build(result)
        steps: list[Step] = [setup.begin, setup.settings, *pre_request_steps(rules), statement]
        async with self._pool.connection() as connection:
            if claim is not None:
                claimed = await claim_or_replay(connection, steps, claim)
                if isinstance(claimed, RestResponse):
                    return claimed
                steps = claimed
            if bulk is not None:
                steps = [await stage_rows(connection, steps, bulk, is_plan=compiled.kind == "plan")]
            rows = await connection.run(steps if may_reject else [*steps, *ends])
            result = _result(compiled, rows[len(steps) - 1], connection.take_spool(_BODY))
            check_result(shape, compiled, result)
            if compiled.estimate is not None and self._needs_estimate(result):
                explained = await connection.run([_step(plan_key, compiled.estimate, values)])
                result = _with_estimate(result, explained[0][0])
            if claim is not None:
                await store_response(connection, claim, build(result))
            if may_reject:
                await connection.run(ends)
        return build(result)

    def _needs_estimate(self, result: Result) -> bool:
        """Whether the total is not known exactly. A bounded count below its bound is exact."""
        bound = self._loader.rules.max_rows
        return result.total is None or bound is None or result.total > bound


@lru_cache(maxsize=64)
def _search_path(schema: str, extra: tuple[str, ...]) -> str:
    return ", ".join(quote(name) for name in (schema, *extra))


class mapping_database_errors:
    """Maps database errors raised in the block to error responses."""

    __slots__ = ("_is_anonymous",)

    def __init__(self, caller: Caller, anon_role: str) -> None:
        self._is_anonymous = caller.role == anon_role

    def __enter__(self) -> None:
        """Does nothing."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Raises the error response."""
        if isinstance(error, DatabaseError):
            raise to_rest_error(error, is_anonymous=self._is_anonymous) from error
        if isinstance(error, NoConnection):
            raise database_unavailable() from error
        if isinstance(error, ConnectionLost):
            raise database_unavailable("The connection to the database was lost.", "PGRST001") from error
        if isinstance(error, TimeoutError):
            raise pool_timeout() from error


def _array(numbers: Sequence[int]) -> str:
    return "{" + ",".join(map(str, numbers)) + "}"


class _Plan(msgspec.Struct, frozen=True):
    rows: int = msgspec.field(name="Plan Rows")


class _Explained(msgspec.Struct, frozen=True):
    plan: _Plan = msgspec.field(name="Plan")


def _with_estimate(result: Result, row: Row) -> Result:
    plan = msgspec.json.decode(row[0] or b"", type=list[_Explained])
    return msgspec.structs.replace(result, total=max(result.total or 0, plan[0].plan.rows))


def _may_reject_result(shape: QueryShape, compiled: CompiledQuery) -> bool:
    """Whether the result of a write decides whether it commits."""
    if compiled.is_read_only or compiled.kind == "plan":
        return False
    return compiled.is_single or compiled.kind == "put" or shape.preferences.max_affected is not None


def _step(plan_key: tuple[str, int], template: Template, values: tuple[str, ...]) -> tuple[str, Bound]:
    text = _mark_text(template.text, plan_key)
    return text, Bound(text, [values[param.slot] if param.slot >= 0 else param.text for param in template.params])


# The same string object each time, so its hash is computed once.
@cached_if_short(MAX_CACHED_LENGTH, maxsize=4096)
def _mark_text(text: str, plan_key: tuple[str, int]) -> str:
    return f"/* {plan_key[0]} {plan_key[1]} */ {text}"


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
