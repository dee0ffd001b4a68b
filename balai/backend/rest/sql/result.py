# ruff: noqa: S608 - identifiers are quoted and values bound by the Writer.
"""Wraps the rows of a statement into one result row: counts, body as text, and response settings of the SQL.

The columns of the result, in order: total, rows, body, extra, response.headers, response.status.
"""

from balai.backend.rest.plan.media import Media
from balai.backend.rest.schema.schema_cache import MediaHandler
from balai.backend.rest.sql.byte_limit import check_rows
from balai.backend.rest.sql.writer import qualified

ROWS = '"~rows"'
# Visible to clients: it is the header of the CSV of a function's bare values.
SCALAR = '"pgrst_scalar"'
_CSV_LINES = f"string_agg(substring({ROWS}::text, 2, length({ROWS}::text) - 2), E'\\n')"
_SETTINGS = (
    "nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), '')"
)


def write_result(
    rows: str,
    body: str,
    *,
    with_clause: str = "",
    total: str = "NULL::bigint",
    extra: str = "NULL::text",
    count: str = "count(*)",
    max_bytes: int | None = None,
    aggregate: str | None = None,
) -> str:
    """Writes the whole statement.

    `with_clause` holds the WITH queries. `max_bytes` limits the rows and their `aggregate`.
    """
    check = check_rows(ROWS, aggregate, max_bytes)
    return f"{with_clause}SELECT {total}, {count}, {body}, {extra}, {_SETTINGS} FROM ({rows}) AS {ROWS}{check}"


def no_body() -> str:
    """An empty body."""
    return "''"


def aggregate_of_rows(media: Media) -> str | None:
    """The aggregate that the body is made of; None for formats of functions."""
    if media.format == "csv":
        return _CSV_LINES
    return None if media.format == "geojson" or media.handler is not None else f"json_agg({ROWS}.*)"


def body_of_rows(media: Media, *, is_set: bool = True) -> str:
    """Writes the rows in the client's format; a result that is not a set has no list around it."""
    if media.format == "csv":
        names = f"(SELECT string_agg(k, ',') FROM json_object_keys(json_agg({ROWS}.*)->0) AS k)"
        return f"coalesce({names}, '') || E'\\n' || coalesce({_CSV_LINES}, '')"
    if media.format == "geojson":
        features = f"coalesce(json_agg(ST_AsGeoJSON({ROWS}.*)::json), '[]'::json)"
        return f"json_build_object('type', 'FeatureCollection', 'features', {features})::text"
    if media.handler is not None:
        return _custom_body(media.handler)
    return _json_body(f"{ROWS}.*", media, is_set=is_set)


def _json_body(member: str, media: Media, *, is_set: bool) -> str:
    members = f"json_agg({member})"
    is_list = is_set and media.format != "object"
    text = f"coalesce({members}, '[]'::json)" if is_list else f"coalesce({members}->0, 'null'::json)"
    return f"json_strip_nulls({text})::text" if media.strips_nulls else f"{text}::text"


def _custom_body(handler: MediaHandler) -> str:
    """Writes the result of a function unchanged, or of an aggregate over the rows."""
    if handler.function is None:
        value = f"string_agg({ROWS}.{SCALAR}::{'bytea' if handler.is_binary else 'text'}, '')"
    else:
        cast = f"::{qualified(handler.row_of)}" if handler.row_of is not None else ""
        value = f"{qualified(handler.function)}({ROWS}{cast})"
    # Results travel as text; hexadecimal digits are the shortest text form of bytes.
    return f"encode({value}::bytea, 'hex')" if handler.is_binary else f"{value}::text"


def body_of_values(media: Media, *, is_set: bool) -> str:
    """Writes the bare values of a function."""
    if media.format in ("csv", "custom"):
        return body_of_rows(media)
    return _json_body(f"{ROWS}.{SCALAR}", media, is_set=is_set)


def count_rows(count: str, bound: int | None = None) -> str:
    """Writes the number of rows that a count selects, up to a bound."""
    return f"(SELECT count(*) FROM ({count}{f' LIMIT {bound}' if bound is not None else ''}) AS c)"


def total_count(count: str, limit: int | None, offset: str | None, bound: int | None = None) -> str:
    """Writes the total number of rows of a window. A page that is not full gives it: nothing is counted twice."""
    conditions = [f"count(*) < {limit}"] if limit is not None else []
    if offset is not None:
        conditions.append("count(*) > 0")
    seen = f"count(*) + {offset}" if offset else "count(*)"
    return f"CASE WHEN {' AND '.join(conditions)} THEN {seen} ELSE {count_rows(count, bound)} END"
