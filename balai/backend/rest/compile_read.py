"""Compiles GET and HEAD on a relation."""

from balai.backend.rest.errors import unknown_table
from balai.backend.rest.media import Media
from balai.backend.rest.plan import Level
from balai.backend.rest.planner import Planner, Rules
from balai.backend.rest.preferences import applied
from balai.backend.rest.query_string import parse
from balai.backend.rest.requests import Compiled, Shape
from balai.backend.rest.schema_cache import Relation, SchemaCache
from balai.backend.rest.sql import Template, Writer
from balai.backend.rest.sql_answer import body_of_rows, no_body, total_of, write_answer
from balai.backend.rest.sql_read import write_count, write_level

READ_PREFERENCES = frozenset({"count", "handling", "timezone"})
COUNTED = ("exact", "estimated")


def get_relation(cache: SchemaCache, schema: str, name: str) -> Relation:
    """The relation of a path.

    Raises:
        RestError: PGRST205, for unknown and hidden ones alike.
    """
    relation = cache.find_relation(schema, name)
    if relation is None:
        raise unknown_table(schema, name)
    return relation


def compile_read(cache: SchemaCache, rules: Rules, shape: Shape) -> Compiled:
    """The statement that answers a read."""
    relation = get_relation(cache, shape.schema, shape.name)
    level = Planner(cache, rules).plan(parse(shape.tokens), relation)
    writer = Writer()
    rows = write_level(writer, level)
    count = shape.preferences.count
    total = write_total(writer, level, count, rules) if count in COUNTED else "NULL::bigint"
    template = writer.finish(write_answer(rows, read_body(shape), total=total))
    return Compiled(
        template,
        "read",
        is_read_only=True,
        is_single=is_single(shape.media),
        applied=applied(shape.preferences, groups=READ_PREFERENCES, time_zones=cache.time_zones),
        limit=level.limit,
        content_type=shape.media.content_type,
        estimate=write_estimate(level) if count in ("planned", "estimated") else None,
    )


def is_single(media: Media) -> bool:
    """Whether the result has to be one row."""
    return media.form == "object"


def read_body(shape: Shape) -> str:
    """What of the rows is shown."""
    return no_body() if shape.is_head else body_of_rows(shape.media)


def write_total(writer: Writer, level: Level, count: str, rules: Rules, *, source: str | None = None) -> str:
    """The number of all rows; an estimate starts as an exact count up to a bound."""
    bound = rules.max_rows + 1 if count == "estimated" and rules.max_rows is not None else None
    counted = write_count(writer, level, source=source)
    offset = writer.bind(level.offset, "pg_catalog.int8") if level.offset is not None else None
    return total_of(counted, level.limit, offset, bound)


def write_estimate(level: Level) -> Template:
    """The question to the query planner how many rows it expects."""
    writer = Writer()
    return writer.finish(f"EXPLAIN (FORMAT JSON) {write_count(writer, level)}")
