# ruff: noqa: S608 - identifiers are quoted and values bound by the Writer.
"""Wraps the rows of a statement into the one row that is the answer: counts, body as text, and what the SQL has set.

The answer's columns, in order: total, rows, body, extra, response.headers, response.status.
"""

from balai.backend.rest.media import Media

ROWS = '"~rows"'
SCALAR = '"~scalar"'
_SETTINGS = (
    "nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), '')"
)


def write_answer(
    rows: str, body: str, *, before: str = "", total: str = "NULL::bigint", extra: str = "NULL::text"
) -> str:
    """The whole statement. `before` are the WITH queries."""
    return f"{before}SELECT {total}, count(*), {body}, {extra}, {_SETTINGS} FROM ({rows}) AS {ROWS}"


def no_body() -> str:
    """Nothing is shown."""
    return "''"


def body_of_rows(media: Media) -> str:
    """Rows in the form that the client accepts."""
    if media.form == "csv":
        names = f"(SELECT string_agg(k, ',') FROM json_object_keys(json_agg({ROWS}.*)->0) AS k)"
        lines = f"string_agg(substring({ROWS}::text, 2, length({ROWS}::text) - 2), E'\\n')"
        return f"coalesce({names}, '') || E'\\n' || coalesce({lines}, '')"
    if media.form == "geojson":
        features = f"coalesce(json_agg(ST_AsGeoJSON({ROWS}.*)::json), '[]'::json)"
        return f"json_build_object('type', 'FeatureCollection', 'features', {features})::text"
    rows = f"json_agg({ROWS}.*)"
    text = f"coalesce({rows}->0, 'null'::json)" if media.form == "object" else f"coalesce({rows}, '[]'::json)"
    return f"json_strip_nulls({text})::text" if media.strips_nulls else f"{text}::text"


def body_of_values(*, is_set: bool) -> str:
    """The bare values of a function."""
    values = f"json_agg({ROWS}.{SCALAR})"
    return f"coalesce({values}, '[]'::json)::text" if is_set else f"coalesce({values}->0, 'null'::json)::text"


def total_of(count: str, limit: int | None, offset: str | None, bound: int | None = None) -> str:
    """The number of rows in all. A page that is not full already tells it, then nothing is counted again."""
    bounded = f" LIMIT {bound}" if bound is not None else ""
    counted = f"(SELECT count(*) FROM ({count}{bounded}) AS c)"
    if limit is None and offset is None:
        return "count(*)"
    conditions = [f"count(*) < {limit}"] if limit is not None else []
    if offset is not None:
        conditions.append("count(*) > 0")
    return f"CASE WHEN {' AND '.join(conditions)} THEN count(*){f' + {offset}' if offset else ''} ELSE {counted} END"
