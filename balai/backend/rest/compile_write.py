# ruff: noqa: S608 - identifiers are quoted and values bound by the Writer.
"""Compiles POST, PATCH, PUT and DELETE on a relation."""

import msgspec

from balai.backend.rest.compile_read import get_relation, is_single
from balai.backend.rest.errors import RestError
from balai.backend.rest.plan import Condition
from balai.backend.rest.planner import Planner, Rules, as_planned
from balai.backend.rest.preferences import applied
from balai.backend.rest.query_string import parse
from balai.backend.rest.requests import Compiled, Shape
from balai.backend.rest.schema_cache import Relation, SchemaCache
from balai.backend.rest.sql import Writer, quote
from balai.backend.rest.sql_answer import body_of_rows, no_body, write_answer
from balai.backend.rest.sql_read import write_level
from balai.backend.rest.sql_write import (
    SOURCE,
    UPDATED,
    Conflict,
    returned_columns,
    write_delete,
    write_insert,
    write_update,
)
from balai.backend.rest.syntax import Filter, Param, Query

_INSERTED = f"(count(*) - coalesce(nullif(current_setting('{UPDATED}', true), ''), '0')::bigint)::text"
_COMMON = frozenset({"return", "count", "handling", "timezone"})


def compile_write(cache: SchemaCache, rules: Rules, shape: Shape) -> Compiled:
    """The statement of a write, with its representation if one was asked for."""
    relation = get_relation(cache, shape.schema, shape.name)
    query = parse(shape.tokens)
    level = Planner(cache, rules).plan(_for_level(query, shape.method), relation, is_write=True)
    conditions = root_conditions(query)
    only = _key_filters(relation, query) if shape.method == "PUT" else ()
    writer = Writer()
    body = Param(slot=shape.body_slot)
    shows = shape.preferences.returned == "representation"
    returning = returned_columns(level) if shows else _returned_keys(relation, shape)
    conflict = _conflict(relation, query, shape)
    fills_defaults = shape.preferences.missing == "default"
    if shape.method == "DELETE":
        statement = write_delete(writer, relation, conditions, returning)
    elif shape.method == "PATCH":
        if not shape.payload.keys:
            return _nothing(cache, shape)
        statement = write_update(
            writer, relation, shape.payload, body, conditions, returning, fills_defaults=fills_defaults
        )
    else:
        statement = write_insert(
            writer,
            relation,
            shape.payload,
            body,
            returning,
            conflict=conflict,
            fills_defaults=fills_defaults,
            only=only,
        )
    rows = write_level(writer, level, source=SOURCE) if shows else f"SELECT * FROM {SOURCE}"
    extra = _INSERTED if conflict is not None and conflict.merges else "NULL::text"
    if _has_location(relation, shape):
        extra = 'CASE WHEN count(*) = 1 THEN json_agg("~rows".*)->>0 END'
    text = write_answer(
        rows,
        body_of_rows(shape.media) if shows else no_body(),
        before=f"WITH {SOURCE} AS ({statement}) ",
        total="count(*)" if shape.preferences.count in ("exact", "estimated") else "NULL::bigint",
        extra=extra,
    )
    return Compiled(
        writer.finish(text),
        shape.method.lower(),
        is_read_only=False,
        is_single=is_single(shape.media) and shape.method != "PUT",
        applied=_applied(cache, shape, conflict),
        content_type=shape.media.content_type if shows else "",
        affects=shape.method in ("PATCH", "DELETE"),
    )


def _for_level(query: Query, method: str) -> Query:
    """Conditions on the root choose the rows to write; they are not asked again of what comes back."""
    embedded = tuple(entry for entry in query.conditions if entry[0])
    limits = tuple(entry for entry in query.limits if entry[0])
    offsets = tuple(entry for entry in query.offsets if entry[0])
    if method == "PUT" and (len(limits) < len(query.limits) or len(offsets) < len(query.offsets)):
        raise RestError(400, "PGRST114", "limit/offset querystring parameters are not allowed for PUT")
    return msgspec.structs.replace(query, conditions=embedded, limits=limits, offsets=offsets)


def root_conditions(query: Query) -> tuple[Condition, ...]:
    """The conditions on the rows to write."""
    return tuple(as_planned(condition) for path, condition in query.conditions if not path)


def _key_filters(relation: Relation, query: Query) -> tuple[tuple[str, Param], ...]:
    """The key in the address of a PUT.

    Raises:
        RestError: PGRST105 when the filters are anything but the primary key.
    """
    found: dict[str, Param] = {}
    for path, condition in query.conditions:
        if path or not isinstance(condition, Filter) or condition.field.steps:
            raise _wrong_key()
        operation = condition.operation
        if operation.operator != "eq" or operation.negated or operation.quantifier or condition.field.name in found:
            raise _wrong_key()
        found[condition.field.name] = operation.value
    if not relation.primary_key or set(found) != set(relation.primary_key):
        raise _wrong_key()
    return tuple(found.items())


def _wrong_key() -> RestError:
    message = "Filters must include all and only primary key columns with 'eq' operators"
    return RestError(405, "PGRST105", message)


def _conflict(relation: Relation, query: Query, shape: Shape) -> Conflict | None:
    if shape.method == "PUT":
        return Conflict(relation.primary_key, merges=True)
    target = query.on_conflict or relation.primary_key
    if shape.method != "POST" or not shape.preferences.resolution or not target:
        return None
    return Conflict(target, merges=shape.preferences.resolution == "merge-duplicates")


def _has_location(relation: Relation, shape: Shape) -> bool:
    return shape.method == "POST" and shape.preferences.returned == "headers-only" and bool(relation.primary_key)


def _returned_keys(relation: Relation, shape: Shape) -> str:
    if not _has_location(relation, shape):
        return "1"
    return ", ".join(f"{quote(relation.name)}.{quote(column)}" for column in relation.primary_key)


def _applied(cache: SchemaCache, shape: Shape, conflict: Conflict | None) -> str:
    groups = set(_COMMON)
    if conflict is not None and shape.method == "POST":
        groups.add("resolution")
    if shape.method in ("POST", "PATCH"):
        groups.add("missing")
    if shape.preferences.is_strict and shape.method in ("PATCH", "DELETE"):
        groups.add("max-affected")
    return applied(shape.preferences, groups=frozenset(groups), time_zones=cache.time_zones)


def _nothing(cache: SchemaCache, shape: Shape) -> Compiled:
    """A PATCH that names no column changes nothing."""
    shows = shape.preferences.returned == "representation"
    return Compiled(
        None,
        "patch",
        is_read_only=True,
        is_single=is_single(shape.media),
        applied=_applied(cache, shape, None),
        content_type=shape.media.content_type if shows else "",
    )
