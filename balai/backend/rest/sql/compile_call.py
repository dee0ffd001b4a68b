# ruff: noqa: S608 - identifiers are quoted and values bound by the Writer.
"""Compiles function calls: overload, arguments, result."""

from collections.abc import Callable, Sequence
from functools import partial

from balai.backend.rest.errors import RestError
from balai.backend.rest.plan.media import Media
from balai.backend.rest.plan.overloads import get_function, has_unnamed_parameter
from balai.backend.rest.plan.planner import Planner
from balai.backend.rest.request.payload import FORM_TYPE, RAW_TYPES
from balai.backend.rest.request.preferences import applied_preferences
from balai.backend.rest.request.query_string import parse
from balai.backend.rest.request.shape import QueryShape
from balai.backend.rest.request.syntax import Param, Query, Star
from balai.backend.rest.rules import Rules
from balai.backend.rest.schema.schema_cache import Function, Relation, SchemaCache
from balai.backend.rest.sql.call import write_call_with_body, write_call_with_json, write_call_with_values
from balai.backend.rest.sql.compile_read import EXACT_COUNTS, is_binary, read_body, read_preferences, write_total
from balai.backend.rest.sql.compiled import CompiledQuery
from balai.backend.rest.sql.media import finish, handlers_for, keeps_rows, media_for
from balai.backend.rest.sql.result import NO_BODY, body_of_values, write_result
from balai.backend.rest.sql.select import write_order_and_limit, write_select
from balai.backend.rest.sql.write import SOURCE
from balai.backend.rest.sql.writer import Writer


def compile_call(cache: SchemaCache, rules: Rules, shape: QueryShape) -> CompiledQuery:
    """Compiles the statement that calls a function and returns its result."""
    query = parse(shape.tokens)
    names = argument_names(query, shape)
    function = get_function(cache, shape.key, names, body_media=shape.body_media)
    if shape.preferences.is_strict and shape.preferences.max_affected is not None and not function.returns_set:
        message = "Function must return SETOF or TABLE when max-affected preference is used with handling=strict"
        raise RestError(400, "PGRST128", message)
    writer = Writer()
    call = partial(_write_call, writer, function, query, shape, names)
    writes = _write_rows if function.returns == "row" else _write_values
    text, limit, media = writes(writer, cache, rules, function, query, shape, call)
    groups = read_preferences(rules) | ({"max-affected"} if shape.preferences.is_strict else set())
    settings = (entry.partition("=") for entry in function.settings)
    is_void = function.returns == "void"
    return CompiledQuery(
        finish(writer, text, media),
        "plan" if media.plan else "call",
        is_read_only=shape.is_read or not function.is_volatile,
        is_single=media.is_single and function.returns_set,
        applied_preferences=applied_preferences(
            shape.preferences, groups=frozenset(groups), time_zones=cache.time_zones
        ),
        limit=limit,
        content_type="" if is_void and not media.plan else media.content_type,
        affects=True,
        is_void=is_void,
        settings=tuple((name, value) for name, _, value in settings if name in rules.hoisted),
        is_binary=is_binary(media),
    )


def has_text_arguments(shape: QueryShape) -> bool:
    """Whether arguments come one by one as text, not in a JSON object."""
    return shape.is_read or shape.body_media == FORM_TYPE


def argument_names(query: Query, shape: QueryShape) -> tuple[str, ...]:
    """The names of the arguments in a request."""
    if has_text_arguments(shape):
        return tuple(dict.fromkeys(name for name, _ in query.arguments))
    return shape.payload_keys or ()


def _write_call(
    writer: Writer,
    function: Function,
    query: Query,
    shape: QueryShape,
    names: Sequence[str],
    computed: Sequence[str] = (),
) -> str:
    if has_text_arguments(shape):
        return write_call_with_values(writer, function, query.arguments, computed)
    if has_unnamed_parameter(function) and (
        names or shape.body_media in RAW_TYPES or function.parameters[0].is_required
    ):
        return write_call_with_body(writer, function, Param(slot=shape.body_slot + 1), computed)
    return write_call_with_json(writer, function, names, Param(slot=shape.body_slot), computed)


def _write_values(
    writer: Writer,
    cache: SchemaCache,
    rules: Rules,
    function: Function,
    query: Query,
    shape: QueryShape,
    call: Callable[..., str],
) -> tuple[str, int | None, Media]:
    """Writes the statement of a function that returns bare values; also returns its limit and format."""
    media = media_for(cache, rules, shape, [function.handler] if function.handler else [])
    is_seen = media.plan is not None or not (shape.is_head or function.returns == "void")
    body = body_of_values(media, is_set=function.returns_set) if is_seen else NO_BODY
    is_counted = shape.preferences.count in EXACT_COUNTS
    if not function.returns_set:
        return write_result(call(), body, total="count(*)" if is_counted else "NULL::bigint"), None, media
    select = Planner(cache, rules).plan(_root_window(query), _result_relation(function))
    total = f"(SELECT count(*) FROM {SOURCE})" if is_counted else "NULL::bigint"
    rows = f"SELECT * FROM {SOURCE}{write_order_and_limit(writer, select)}"
    max_bytes = rules.max_bytes if is_seen else None
    text = write_result(rows, body, with_clause=f"WITH {SOURCE} AS ({call()}) ", total=total, max_bytes=max_bytes)
    return text, select.limit, media


def _root_window(query: Query) -> Query:
    """Keeps only limit and offset of the root: bare values have no columns to select or filter by."""
    limits = tuple(entry for entry in query.limits if not entry[0])
    offsets = tuple(entry for entry in query.offsets if not entry[0])
    return Query((Star(),), limits=limits, offsets=offsets)


def _write_rows(
    writer: Writer,
    cache: SchemaCache,
    rules: Rules,
    function: Function,
    query: Query,
    shape: QueryShape,
    call: Callable[..., str],
) -> tuple[str, int | None, Media]:
    """Writes the statement of a function that returns rows; also returns its limit and format."""
    relation = cache.relations.get(function.row_of) if function.row_of else None
    select = Planner(cache, rules).plan(query, relation or _result_relation(function))
    own = [function.handler] if function.handler else []
    media = media_for(cache, rules, shape, own + handlers_for(cache, select.relation, query))
    # Only a known relation's rows have functions: names that are not columns of other rows are columns after all.
    computed = select.computed_names if relation is not None else ()
    writer.keeps_rows, writer.lists_columns = keeps_rows(media), bool(computed)
    rows = write_select(writer, select, source=SOURCE)
    total = "NULL::bigint"
    if shape.preferences.count in EXACT_COUNTS:
        total = write_total(writer, select, "exact", rules, source=SOURCE)
    body = read_body(shape, media, is_set=function.returns_set)
    max_bytes = rules.max_bytes if function.returns_set and not shape.is_head else None
    with_clause = f"WITH {SOURCE} AS ({call(computed=computed)}) "
    text = write_result(rows, body, with_clause=with_clause, total=total, max_bytes=max_bytes)
    return text, select.limit, media


def _result_relation(function: Function) -> Relation:
    """Stands in for the relation of a result that no relation describes; PostgreSQL checks its columns."""
    return Relation(0, function.schema, function.name, "r", {}, (), False, False, False, None)
