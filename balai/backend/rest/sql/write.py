# ruff: noqa: S608 - identifiers are quoted and values bound by the Writer.
"""Writes INSERT, UPDATE and DELETE, whose affected rows are the source of the representation.

The payload is bound once, as JSON text. PostgreSQL converts each member to its column's type, so numbers keep their
precision, and arrays may come as JSON or as literals.
"""

from collections.abc import Sequence

import msgspec

from balai.backend.rest.errors import unknown_column
from balai.backend.rest.plan.nodes import Condition, EmbedPlan, SelectPlan
from balai.backend.rest.request.payload import Payload
from balai.backend.rest.request.syntax import Column as SelectedColumn
from balai.backend.rest.request.syntax import Param, Star
from balai.backend.rest.schema.schema_cache import Column, Relation
from balai.backend.rest.sql.conditions import write_where
from balai.backend.rest.sql.writer import Writer, qualified, quote

SOURCE = '"~source"'
# Holds the rows of a body too large for one value: JSON arrays of some rows each.
STAGE = 'pg_temp."~stage"'
STAGED_ROWS = '"~stage".rows'
_BODY, _ELEMENT = '"~body"', '"~element"'
UPDATED = "balai.updated"
# Counts the rows that an upsert updates. xmax would tell too, but not through views.
_COUNT_UPDATED = (
    f"set_config('{UPDATED}', (coalesce(nullif(current_setting('{UPDATED}', true), ''), '0')::int + 1)::text, true)"
    " IS NOT NULL"
)


class Conflict(msgspec.Struct, frozen=True):
    """How an insert treats rows that exist already."""

    columns: tuple[str, ...]
    merges: bool


def payload_columns(relation: Relation, payload: Payload) -> list[Column]:
    """The columns of a payload.

    Raises:
        RestError: PGRST204 for a name that is not a column.
    """
    for key in payload.keys:
        if key not in relation.columns:
            raise unknown_column(key, relation.name)
    return [relation.columns[key] for key in payload.keys]


def write_insert(
    writer: Writer,
    relation: Relation,
    payload: Payload,
    body: Param,
    returning: str,
    *,
    conflict: Conflict | None = None,
    fills_defaults: bool = False,
    only: Sequence[tuple[str, Param]] = (),
) -> str:
    """Writes the INSERT of the payload's rows. `only` inserts just the rows whose columns equal those values."""
    columns = payload_columns(relation, payload)
    target = f"INSERT INTO {qualified(relation.key)} AS {quote(relation.name)}"
    if columns:
        names = ", ".join(quote(column.name) for column in columns)
        values = ", ".join(_value(writer, column, fills_defaults=fills_defaults) for column in columns)
        rows = _rows(writer, payload, body, columns, fills_defaults=fills_defaults)
        text = f"{target} ({names}) SELECT {values} FROM {rows}"
        keys = [_key(writer, relation.columns[name], value) for name, value in only]
        text += f" WHERE {' AND '.join(keys)}" if keys else ""
    else:
        elements = writer.bind(body, "pg_catalog.json") if payload.is_array else "'[{}]'::json"
        text = f"{target} SELECT FROM json_array_elements({elements})"
        text = text if payload.is_array else f"{target} DEFAULT VALUES"
    return f"{text}{_on_conflict(conflict, columns)} RETURNING {returning}"


def _key(writer: Writer, column: Column, value: Param) -> str:
    """Compares a column of the payload with a value of the URL."""
    parse = column.representation.from_text
    expected = writer.bind(value) if parse is None else f"{qualified(parse)}({writer.bind(value, 'text')})"
    return f"{_value(writer, column, fills_defaults=False)} = {expected}"


def _value(writer: Writer, column: Column, *, fills_defaults: bool) -> str:
    value = f"{_BODY}.{quote(column.name)}"
    if column.representation.from_json is not None:
        value = f"{qualified(column.representation.from_json)}({value})"
    if not fills_defaults:
        return value
    has_key = f"jsonb_exists({_ELEMENT}.value, {writer.bind(Param(column.name), 'text')})"
    return f"CASE WHEN {has_key} THEN {value} ELSE {column.default or 'NULL'} END"


def _payload_type(column: Column) -> str:
    """The type that a value of the payload is read as."""
    return column.type if column.representation.from_json is None else "pg_catalog.json"


def _rows(
    writer: Writer,
    payload: Payload,
    body: Param,
    columns: Sequence[Column],
    *,
    fills_defaults: bool,
    first: bool = False,
) -> str:
    """Writes the payload as rows with the types of the columns."""
    record = ", ".join(f"{quote(column.name)} {_payload_type(column)}" for column in columns)
    source = ""
    if payload.is_staged:
        source, text = f"{STAGE}, LATERAL ", f"{STAGED_ROWS}{'::pg_catalog.jsonb' if fills_defaults else ''}"
    else:
        text = writer.bind(body, "pg_catalog.jsonb" if fills_defaults else "pg_catalog.json")
    if payload.is_array and first:
        text = f"({text} -> 0)"
    is_array = payload.is_array and not first
    if fills_defaults:
        elements = f"jsonb_array_elements({text})" if is_array else f"(SELECT {text} AS value)"
        return f"{source}{elements} AS {_ELEMENT}, LATERAL jsonb_to_record({_ELEMENT}.value) AS {_BODY}({record})"
    return f"{source}json_to_record{'set' if is_array else ''}({text}) AS {_BODY}({record})"


def _on_conflict(conflict: Conflict | None, columns: Sequence[Column]) -> str:
    if conflict is None:
        return ""
    target = ", ".join(quote(name) for name in conflict.columns)
    if not conflict.merges or not columns:
        return f" ON CONFLICT ({target}) DO NOTHING"
    updates = ", ".join(f"{quote(column.name)} = EXCLUDED.{quote(column.name)}" for column in columns)
    return f" ON CONFLICT ({target}) DO UPDATE SET {updates} WHERE {_COUNT_UPDATED}"


def write_update(
    writer: Writer,
    relation: Relation,
    payload: Payload,
    body: Param,
    conditions: Sequence[Condition],
    returning: str,
    *,
    fills_defaults: bool = False,
) -> str:
    """Writes the UPDATE of the matching rows with the payload's first element."""
    columns = payload_columns(relation, payload)
    values = [_value(writer, column, fills_defaults=fills_defaults) for column in columns]
    updates = ", ".join(f"{quote(column.name)} = {value}" for column, value in zip(columns, values, strict=True))
    rows = _rows(writer, payload, body, columns, fills_defaults=fills_defaults, first=True)
    where = write_where(writer, relation, relation.name, conditions)
    target = f"UPDATE {qualified(relation.key)} AS {quote(relation.name)}"
    return f"{target} SET {updates} FROM {rows}{where} RETURNING {returning}"


def write_delete(writer: Writer, relation: Relation, conditions: Sequence[Condition], returning: str) -> str:
    """Writes the DELETE of the matching rows."""
    where = write_where(writer, relation, relation.name, conditions)
    return f"DELETE FROM {qualified(relation.key)} AS {quote(relation.name)}{where} RETURNING {returning}"


def returned_columns(select: SelectPlan) -> str:
    """Writes the RETURNING list: only the columns that the representation needs, because of column privileges."""
    is_starred = any(isinstance(item, Star) for item in select.items)
    if is_starred or any(embed.relationship.function is not None for embed in select.embeds):
        computed = [f"{quote(select.alias)}.{quote(name)}" for name in select.computed_names]
        return ", ".join([f"{quote(select.alias)}.*", *computed])
    names: dict[str, None] = {}
    for item in select.items:
        if isinstance(item, SelectedColumn) and item.field is not None:
            names[item.field.name] = None
    for order in select.orders:
        if order.embed_alias is None:
            names[order.field.name] = None
    for embed in select.embeds:
        names.update(dict.fromkeys(_join_columns(embed)))
    columns = [f"{quote(select.alias)}.{quote(name)}" for name in names]
    return ", ".join(columns) or "1"


def _join_columns(embed: EmbedPlan) -> list[str]:
    if embed.relationship.junction is not None:
        return [origin for _, origin in embed.relationship.junction.origin_pairs]
    return [origin for origin, _ in embed.relationship.pairs]
