# ruff: noqa: S608 - identifiers are quoted and values bound by the Writer.
"""Compiles POST, PATCH, PUT and DELETE on a relation."""

import msgspec

from balai.backend.rest.errors import RestError, key_mismatch
from balai.backend.rest.plan.nodes import Condition, SelectPlan
from balai.backend.rest.plan.planner import Planner, plan_condition
from balai.backend.rest.request.preferences import applied_preferences
from balai.backend.rest.request.query_string import parse
from balai.backend.rest.request.shape import QueryShape
from balai.backend.rest.request.syntax import Filter, Param, Query
from balai.backend.rest.rules import Rules
from balai.backend.rest.schema.schema_cache import Relation, SchemaCache
from balai.backend.rest.sql.compile_read import get_relation, is_binary
from balai.backend.rest.sql.compiled import CompiledQuery
from balai.backend.rest.sql.media import finish, handlers_for, keeps_rows, media_for
from balai.backend.rest.sql.result import NO_BODY, body_of_rows, write_result
from balai.backend.rest.sql.select import write_select
from balai.backend.rest.sql.write import (
    SOURCE,
    UPDATED,
    Conflict,
    returned_columns,
    write_delete,
    write_insert,
    write_update,
)
from balai.backend.rest.sql.writer import Writer, qualified, quote

_AFFECTED = f"(SELECT count(*) FROM {SOURCE})"
_UPDATED = f"coalesce(nullif(current_setting('{UPDATED}', true), ''), '0')::bigint"
_COMMON = frozenset({"return", "count", "tx", "handling", "timezone"})


def compile_write(cache: SchemaCache, rules: Rules, shape: QueryShape) -> CompiledQuery:
    """Compiles the statement of a write, with its representation if requested."""
    relation = get_relation(cache, shape.schema, shape.name)
    query = parse(shape.tokens)
    select = Planner(cache, rules).plan(_embedded_clauses(query, shape.method), relation, is_write=True)
    shows = shape.preferences.returned == "representation"
    conflict = _conflict(relation, query, shape)
    writer = Writer()
    returning = returned_columns(select) if shows else _returned_keys(relation, shape)
    statement = _write_statement(writer, relation, query, shape, conflict, returning)
    media = media_for(cache, rules, shape, handlers_for(cache, relation, query))
    writer.keeps_rows, writer.lists_columns = keeps_rows(media), bool(select.computed_names)
    rows = write_select(writer, select, source=SOURCE) if shows else f"SELECT * FROM {SOURCE}"
    affected = _AFFECTED if shows and _drops_rows(select) else "count(*)"
    text = write_result(
        rows,
        body_of_rows(media) if shows else NO_BODY,
        with_clause=f"WITH {SOURCE} AS ({statement or _no_rows(relation, returning)}) ",
        total=affected if shape.preferences.count in ("exact", "estimated") else "NULL::bigint",
        extra=_extra_column(relation, shape, conflict, affected),
        count=affected,
        max_bytes=rules.max_bytes if shows else None,
    )
    return CompiledQuery(
        finish(writer, text, media),
        "plan" if media.plan else shape.method.lower(),
        is_read_only=not statement,
        is_single=media.is_single and shape.method != "PUT",
        applied_preferences=_applied(cache, rules, shape, conflict),
        content_type=media.content_type if shows or media.plan else "",
        affects=shape.method in ("PATCH", "DELETE"),
        is_binary=shows and is_binary(media),
    )


def _write_statement(
    writer: Writer, relation: Relation, query: Query, shape: QueryShape, conflict: Conflict | None, returning: str
) -> str:
    """Writes the statement that changes rows; empty for a PATCH without columns."""
    body, conditions = Param(slot=shape.body_slot), root_conditions(query)
    fills_defaults = shape.preferences.missing == "default"
    if shape.method == "DELETE":
        return write_delete(writer, relation, conditions, returning)
    if shape.method == "PATCH":
        if not shape.payload.keys:
            return ""
        return write_update(writer, relation, shape.payload, body, conditions, returning, fills_defaults=fills_defaults)
    only = _key_filters(relation, query, shape) if shape.method == "PUT" else ()
    return write_insert(
        writer, relation, shape.payload, body, returning, conflict=conflict, fills_defaults=fills_defaults, only=only
    )


def _no_rows(relation: Relation, returning: str) -> str:
    return f"SELECT {returning} FROM {qualified(relation.key)} AS {quote(relation.name)} WHERE false"


def _drops_rows(select: SelectPlan) -> bool:
    """Whether the representation has fewer rows than were written."""
    return select.is_grouped or any(embed.is_inner for embed in select.embeds)


def _extra_column(relation: Relation, shape: QueryShape, conflict: Conflict | None, affected: str) -> str:
    """The number of new rows, if the status depends on it, and the key of a single row, if requested."""
    new = f"{affected} - {_UPDATED}" if conflict is not None and conflict.merges else "NULL"
    if not _has_location(relation, shape):
        return f"({new})::text"
    key = 'CASE WHEN count(*) = 1 THEN json_agg("~rows".*)->>0 END'
    return f"concat({new}, '|', {key})"


def _embedded_clauses(query: Query, method: str) -> Query:
    """Drops the root's clauses: its conditions select the rows to write, not the rows of the representation."""
    embedded = tuple(entry for entry in query.conditions if entry[0])
    limits = tuple(entry for entry in query.limits if entry[0])
    offsets = tuple(entry for entry in query.offsets if entry[0])
    if method == "PUT" and (len(limits) < len(query.limits) or len(offsets) < len(query.offsets)):
        raise RestError(400, "PGRST114", "limit/offset querystring parameters are not allowed for PUT")
    return msgspec.structs.replace(query, conditions=embedded, limits=limits, offsets=offsets)


def root_conditions(query: Query) -> tuple[Condition, ...]:
    """The conditions on the rows to write."""
    return tuple(plan_condition(condition) for path, condition in query.conditions if not path)


def _key_filters(relation: Relation, query: Query, shape: QueryShape) -> tuple[tuple[str, Param], ...]:
    """Returns the key in the URL of a PUT.

    Raises:
        RestError: PGRST105 if the filters are not exactly the primary key, PGRST115 if the payload lacks it.
    """
    found: dict[str, Param] = {}
    for path, condition in query.conditions:
        if path or not isinstance(condition, Filter) or condition.field.steps:
            raise _key_filters_required()
        operation = condition.operation
        if operation.operator != "eq" or operation.negated or operation.quantifier or condition.field.name in found:
            raise _key_filters_required()
        found[condition.field.name] = operation.value
    if not relation.primary_key or set(found) != set(relation.primary_key):
        raise _key_filters_required()
    if not found.keys() <= set(shape.payload.keys):
        raise key_mismatch()
    return tuple(found.items())


def _key_filters_required() -> RestError:
    message = "Filters must include all and only primary key columns with 'eq' operators"
    return RestError(405, "PGRST105", message)


def _conflict(relation: Relation, query: Query, shape: QueryShape) -> Conflict | None:
    if shape.method == "PUT":
        return Conflict(relation.primary_key, merges=True)
    target = query.on_conflict or relation.primary_key
    if shape.method != "POST" or not shape.preferences.resolution or not target:
        return None
    return Conflict(target, merges=shape.preferences.resolution == "merge-duplicates")


def _has_location(relation: Relation, shape: QueryShape) -> bool:
    return shape.method == "POST" and shape.preferences.returned == "headers-only" and bool(relation.primary_key)


def _returned_keys(relation: Relation, shape: QueryShape) -> str:
    if not _has_location(relation, shape):
        return "1"
    return ", ".join(f"{quote(relation.name)}.{quote(column)}" for column in relation.primary_key)


def _applied(cache: SchemaCache, rules: Rules, shape: QueryShape, conflict: Conflict | None) -> str:
    groups = set(_COMMON if rules.allows_tx_override else _COMMON - {"tx"})
    if conflict is not None and shape.method == "POST":
        groups.add("resolution")
    if shape.method in ("POST", "PATCH"):
        groups.add("missing")
    if shape.preferences.is_strict and shape.method in ("PATCH", "DELETE"):
        groups.add("max-affected")
    return applied_preferences(shape.preferences, groups=frozenset(groups), time_zones=cache.time_zones)
