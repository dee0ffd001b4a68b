"""Compiles calls of functions: which overload is meant, how it is called, what comes back."""

from collections.abc import Sequence

from balai.backend.rest.body import JSON_TYPE, RAW_TYPES
from balai.backend.rest.compile_read import COUNTED, READ_PREFERENCES, is_single, read_body, write_total
from balai.backend.rest.errors import RestError
from balai.backend.rest.planner import Planner, Rules
from balai.backend.rest.preferences import applied
from balai.backend.rest.query_string import parse
from balai.backend.rest.requests import Compiled, Shape
from balai.backend.rest.schema_cache import Function, Relation, SchemaCache
from balai.backend.rest.sql import Writer
from balai.backend.rest.sql_answer import body_of_values, no_body, write_answer
from balai.backend.rest.sql_call import write_call_with_body, write_call_with_json, write_call_with_values
from balai.backend.rest.sql_read import write_level
from balai.backend.rest.sql_write import SOURCE
from balai.backend.rest.syntax import Param, Query

# Settings of a function that have to stand before its transaction's statement starts.
_HOISTED = ("statement_timeout",)


def compile_call(cache: SchemaCache, rules: Rules, shape: Shape) -> Compiled:
    """The statement that calls a function and answers with its result."""
    query = parse(shape.tokens)
    names = _argument_names(query, shape)
    function = get_function(cache, shape, names)
    if shape.preferences.is_strict and shape.preferences.max_affected is not None and not function.returns_set:
        message = "Function must return SETOF or TABLE when max-affected preference is used with handling=strict"
        raise RestError(400, "PGRST128", message)
    writer = Writer()
    call = _write_call(writer, function, query, shape, names)
    text, limit = _write_result(writer, cache, rules, function, query, shape, call)
    groups = READ_PREFERENCES | ({"max-affected"} if shape.preferences.is_strict else set())
    settings = (entry.partition("=") for entry in function.settings)
    is_void = function.returns == "void"
    return Compiled(
        writer.finish(text),
        "call",
        is_read_only=shape.is_read or not function.is_volatile,
        is_single=is_single(shape.media) and function.returns_set,
        applied=applied(shape.preferences, groups=frozenset(groups), time_zones=cache.time_zones),
        limit=limit,
        content_type="" if is_void else shape.media.content_type,
        affects=True,
        is_void=is_void,
        settings=tuple((name, value) for name, _, value in settings if name in _HOISTED),
    )


def _argument_names(query: Query, shape: Shape) -> tuple[str, ...]:
    if shape.is_read:
        return tuple(dict.fromkeys(name for name, _ in query.arguments))
    return shape.payload_keys or ()


def get_function(cache: SchemaCache, shape: Shape, names: Sequence[str]) -> Function:
    """The one overload that takes arguments of these names.

    Raises:
        RestError: PGRST202 when none does, PGRST203 when several do.
    """
    overloads = cache.functions.get((shape.schema, shape.name), ())
    is_raw = shape.body_media in RAW_TYPES
    found = [function for function in overloads if _takes(function, set(names), is_raw=is_raw)]
    if not found and shape.method == "POST":
        labels = RAW_TYPES.get(shape.body_media, ("json", "jsonb") if shape.body_media == JSON_TYPE else ())
        found = [function for function in overloads if _takes_body(function, labels)]
    if not found:
        raise _no_function(shape, names)
    if len(found) > 1:
        raise _many_functions(found)
    return found[0]


def _takes(function: Function, names: set[str], *, is_raw: bool) -> bool:
    if not function.parameters:
        return not names and not is_raw
    required = {parameter.name for parameter in function.parameters if parameter.is_required}
    return required <= names <= {parameter.name for parameter in function.parameters}


def _takes_body(function: Function, labels: Sequence[str]) -> bool:
    return len(function.parameters) == 1 and _is_unnamed(function) and function.parameters[0].label in labels


def _is_unnamed(function: Function) -> bool:
    return len(function.parameters) == 1 and not function.parameters[0].name


def _no_function(shape: Shape, names: Sequence[str]) -> RestError:
    called, ordered = f"{shape.schema}.{shape.name}", sorted(names)
    listed = f"({', '.join(ordered)})" if ordered else " without parameters"
    with_names = f" with parameter{'s' if len(ordered) > 1 else ''} {', '.join(ordered)}" if ordered else listed
    body = ""
    if shape.method == "POST" and shape.body_media == JSON_TYPE:
        body = " or with a single unnamed json/jsonb parameter"
    return RestError(
        404,
        "PGRST202",
        f"Could not find the function {called}{listed} in the schema cache",
        details=f"Searched for the function {called}{with_names}{body}, but no matches were found in the schema cache.",
    )


def _many_functions(found: Sequence[Function]) -> RestError:
    described = ", ".join(
        f"{function.schema}.{function.name}"
        f"({', '.join(f'{parameter.name} => {parameter.label}' for parameter in function.parameters)})"
        for function in found
    )
    return RestError(
        300,
        "PGRST203",
        f"Could not choose the best candidate function between: {described}",
        hint="Try renaming the parameters or the function itself in the database "
        "so function overloading can be resolved",
    )


def _write_call(writer: Writer, function: Function, query: Query, shape: Shape, names: Sequence[str]) -> str:
    if shape.is_read:
        return write_call_with_values(writer, function, query.arguments)
    if _is_unnamed(function) and (names or shape.body_media in RAW_TYPES or function.parameters[0].is_required):
        return write_call_with_body(writer, function, Param(slot=shape.body_slot + 1))
    return write_call_with_json(writer, function, names, Param(slot=shape.body_slot))


def _write_result(
    writer: Writer, cache: SchemaCache, rules: Rules, function: Function, query: Query, shape: Shape, call: str
) -> tuple[str, int | None]:
    """The statement, and how many rows it gives at most."""
    if function.returns != "row":
        shown = (
            no_body() if shape.is_head or function.returns == "void" else body_of_values(is_set=function.returns_set)
        )
        total = "count(*)" if shape.preferences.count in COUNTED else "NULL::bigint"
        return write_answer(call, shown, total=total), None
    relation = cache.relations.get(function.row_of) if function.row_of else None
    level = Planner(cache, rules).plan(query, relation or _rows_of(function))
    rows = write_level(writer, level, source=SOURCE)
    total = "NULL::bigint"
    if shape.preferences.count in COUNTED:
        total = write_total(writer, level, "exact", rules, source=SOURCE)
    body = read_body(shape)
    if not function.returns_set and shape.media.form == "array" and not shape.is_head:
        body = "coalesce(json_agg(\"~rows\".*)->0, 'null'::json)::text"
    return write_answer(rows, body, before=f"WITH {SOURCE} AS ({call}) ", total=total), level.limit


def _rows_of(function: Function) -> Relation:
    """What a function returns that no relation describes: its columns are PostgreSQL's to check."""
    return Relation(0, function.schema, function.name, "r", {}, (), False, False, False, None)
