# ruff: noqa: S608 - identifiers are quoted and values bound by the Writer.
"""Wraps the rows of a statement into one result row: counts, body as text, and response settings of the SQL.

The columns of the result, in order: total, rows, body, extra, response.headers, response.status.
"""

from typing import NamedTuple

from balai.backend.rest.plan.media import Media
from balai.backend.rest.schema.schema_cache import MediaHandler
from balai.backend.rest.sql.byte_limit import check_rows
from balai.backend.rest.sql.writer import qualified

ROWS = '"~rows"'
# Visible to clients: it is the header of the CSV of a function's bare values.
SCALAR = '"pgrst_scalar"'
# The expression for each row before the rows are aggregated, and the header of the CSV, from the first row.
_MEMBER, _FIRST = f'{ROWS}."~member"', f'{ROWS}."~first"'
_CSV_LINE = f"substring({ROWS}::text, 2, length({ROWS}::text) - 2)"
_CSV_FIRST = f"CASE WHEN row_number() OVER () = 1 THEN row_to_json({ROWS}.*) END"
_SETTINGS = (
    "nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), '')"
)


class Body(NamedTuple):
    """The body of a response: an aggregate of `text`, over members that are first made of each row, one by one.

    The members are made in a subquery that PostgreSQL must not merge with the aggregate. There their size, that of a
    row, is known before they are added to the aggregate.
    """

    text: str
    members: str = ""
    row_size: str = f"pg_column_size({_MEMBER})"


NO_BODY = Body("''")


def write_result(
    rows: str,
    body: Body,
    *,
    with_clause: str = "",
    total: str = "NULL::bigint",
    extra: str = "NULL::text",
    count: str = "count(*)",
    max_bytes: int | None = None,
) -> str:
    """Writes the whole statement.

    `with_clause` holds the WITH queries. `max_bytes` limits the rows.
    """
    if body.members:
        rows = f"SELECT {body.members} FROM ({rows}) AS {ROWS} OFFSET 0"
    check = check_rows(body.row_size, max_bytes)
    return f"{with_clause}SELECT {total}, {count}, {body.text}, {extra}, {_SETTINGS} FROM ({rows}) AS {ROWS}{check}"


def body_of_rows(media: Media, *, is_set: bool = True) -> Body:
    """Writes the rows in the client's format; a result that is not a set has no list around it."""
    if media.format == "csv":
        first = f"(json_agg({_FIRST}) FILTER (WHERE {_FIRST} IS NOT NULL))->0"
        names = f"(SELECT string_agg(k, ',') FROM json_object_keys({first}) AS k)"
        text = f"coalesce({names}, '') || E'\\n' || coalesce(string_agg({_MEMBER}, E'\\n'), '')"
        return Body(text, f'{_CSV_LINE} AS "~member", {_CSV_FIRST} AS "~first"')
    if media.format == "geojson":
        features = f"coalesce(json_agg({_MEMBER}), '[]'::json)"
        text = f"json_build_object('type', 'FeatureCollection', 'features', {features})"
        return Body(text, f'ST_AsGeoJSON({ROWS}.*)::json AS "~member"')
    if media.handler is not None:
        return Body(_custom_body(media.handler), row_size=f"octet_length({ROWS}::text)")
    member = f"row_to_json({ROWS}.*)"
    member = f"json_strip_nulls({member})" if media.strips_nulls else member
    return Body(_json_list(_MEMBER, media, is_set=is_set), f'{member} AS "~member"')


def _json_list(member: str, media: Media, *, is_set: bool) -> str:
    members = f"json_agg({member})"
    is_list = is_set and media.format != "object"
    return f"coalesce({members}, '[]'::json)" if is_list else f"coalesce({members}->0, 'null'::json)"


def _custom_body(handler: MediaHandler) -> str:
    """Writes the result of a function unchanged, or of an aggregate over the rows."""
    if handler.function is None:
        value = f"string_agg({ROWS}.{SCALAR}::{'bytea' if handler.is_binary else 'text'}, '')"
    else:
        cast = f"::{qualified(handler.row_of)}" if handler.row_of is not None else ""
        value = f"{qualified(handler.function)}({ROWS}{cast})"
    # Results travel as text; hexadecimal digits are the shortest text form of bytes.
    return f"encode({value}::bytea, 'hex')" if handler.is_binary else f"{value}::text"


def body_of_values(media: Media, *, is_set: bool) -> Body:
    """Writes the bare values of a function."""
    if media.format in ("csv", "custom"):
        return body_of_rows(media)
    text = _json_list(_MEMBER, media, is_set=is_set)
    text = f"json_strip_nulls({text})" if media.strips_nulls else text
    # A null has no size, and the sum of nothing else would be null.
    return Body(text, f'to_json({ROWS}.{SCALAR}) AS "~member"', f"coalesce(pg_column_size({_MEMBER}), 0)")


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
