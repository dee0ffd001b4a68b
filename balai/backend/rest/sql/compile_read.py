"""Compiles GET and HEAD on a relation."""

from balai.backend.rest.errors import unknown_table
from balai.backend.rest.plan.hints import find_similar
from balai.backend.rest.plan.media import Media
from balai.backend.rest.plan.nodes import SelectPlan
from balai.backend.rest.plan.planner import Planner
from balai.backend.rest.request.preferences import applied_preferences
from balai.backend.rest.request.query_string import parse
from balai.backend.rest.request.shape import QueryShape
from balai.backend.rest.rules import Rules
from balai.backend.rest.schema.schema_cache import Relation, SchemaCache
from balai.backend.rest.sql.compiled import CompiledQuery
from balai.backend.rest.sql.media import finish, handlers_for, keeps_rows, media_for
from balai.backend.rest.sql.result import (
    NO_BODY,
    Body,
    body_of_rows,
    count_rows,
    total_count,
    write_result,
)
from balai.backend.rest.sql.select import write_count, write_select
from balai.backend.rest.sql.writer import Template, Writer

_READ_PREFERENCES = frozenset({"count", "tx", "handling", "timezone"})
EXACT_COUNTS = ("exact", "estimated")


def get_relation(cache: SchemaCache, schema: str, name: str) -> Relation:
    """Returns the relation of a path.

    Raises:
        RestError: PGRST205, the same for unknown and hidden relations.
    """
    relation = cache.find_relation(schema, name)
    if relation is None:
        similar = find_similar(name, (known[1] for known in cache.relations if known[0] == schema))
        raise unknown_table(schema, name, similar and f"Perhaps you meant the table '{schema}.{similar}'")
    return relation


def compile_read(cache: SchemaCache, rules: Rules, shape: QueryShape) -> CompiledQuery:
    """Compiles the statement of a read."""
    relation = get_relation(cache, shape.schema, shape.name)
    query = parse(shape.tokens)
    select = Planner(cache, rules).plan(query, relation)
    media = media_for(cache, rules, shape, handlers_for(cache, relation, query))
    writer = Writer(keeps_rows=keeps_rows(media))
    rows = write_select(writer, select)
    count = shape.preferences.count
    total = write_total(writer, select, count, rules) if count in EXACT_COUNTS else "NULL::bigint"
    max_bytes = None if shape.is_head else rules.max_bytes
    result = write_result(rows, read_body(shape, media), total=total, max_bytes=max_bytes)
    template = finish(writer, result, media)
    return CompiledQuery(
        template,
        "plan" if media.plan else "read",
        is_read_only=True,
        is_single=media.is_single,
        applied_preferences=applied_preferences(
            shape.preferences, groups=read_preferences(rules), time_zones=cache.time_zones
        ),
        limit=select.limit,
        content_type=media.content_type,
        estimate=write_estimate(select) if count in ("planned", "estimated") and not media.plan else None,
        is_binary=is_binary(media),
    )


def read_preferences(rules: Rules) -> frozenset[str]:
    """The `Prefer` groups that reads honour."""
    return _READ_PREFERENCES if rules.allows_tx_override else _READ_PREFERENCES - {"tx"}


def is_binary(media: Media) -> bool:
    """Whether the body is bytes, returned as hexadecimal digits."""
    return media.handler is not None and media.handler.is_binary and media.plan is None


def read_body(shape: QueryShape, media: Media, *, is_set: bool = True) -> Body:
    """Writes the body of the rows; empty for HEAD."""
    return NO_BODY if shape.is_head and not media.plan else body_of_rows(media, is_set=is_set)


def write_total(writer: Writer, select: SelectPlan, count: str, rules: Rules, *, source: str | None = None) -> str:
    """Writes the total number of rows; an estimate starts as an exact count up to a bound."""
    if not select.is_grouped and select.limit is None and select.offset is None:
        # The rows of the response are all rows. A count that is written but not used would leave values bound to it.
        return "count(*)"
    bound = rules.max_rows + 1 if count == "estimated" and rules.max_rows is not None else None
    every = write_count(writer, select, source=source)
    if select.is_grouped:
        return count_rows(every, bound)
    offset = writer.bind(select.offset, "pg_catalog.int8") if select.offset is not None else None
    return total_count(every, select.limit, offset, bound)


def write_estimate(select: SelectPlan) -> Template:
    """Writes the EXPLAIN that gives the query planner's estimate of the number of rows."""
    writer = Writer()
    return writer.finish(f"EXPLAIN (FORMAT JSON) {write_count(writer, select)}")
