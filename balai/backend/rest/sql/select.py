# ruff: noqa: S608 - identifiers are quoted and values bound by the Writer.
"""Writes the SELECT of a plan: one lateral subquery for each embed, with JSON built by PostgreSQL."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from balai.backend.rest.plan.nodes import (
    Condition,
    EmbedFilter,
    EmbedPlan,
    Group,
    HiddenColumn,
    LiftedAggregate,
    Order,
    SelectPlan,
)
from balai.backend.rest.request.syntax import Column, Star
from balai.backend.rest.schema.schema_cache import Relation, Relationship
from balai.backend.rest.sql.byte_limit import check_embed
from balai.backend.rest.sql.conditions import write_where
from balai.backend.rest.sql.writer import Writer, convert, qualified, quote

_PRESENT = 'TRUE AS "~present"'


def write_select(
    writer: Writer,
    select: SelectPlan,
    *,
    source: str | None = None,
    joins: Sequence[str] = (),
    extra_from: str = "",
    default: Sequence[str] = (),
) -> str:
    """Writes a SELECT.

    `source` replaces the relation in FROM, `joins` are further conditions, `default` is selected if the SELECT itself
    has no output.
    """
    outputs = write_outputs(writer, select)
    shown = [output.text for output in outputs] or list(default)
    embeds = "".join(_write_join(writer, select, embed, has_source=source is not None) for embed in select.embeds)
    origin = f"{source or qualified(select.relation.key)} AS {quote(select.alias)}"
    text = f"SELECT {', '.join(shown)} FROM {extra_from}{origin}{embeds}"
    text += write_where(writer, select.relation, select.alias, select.conditions, joins)
    if select.has_aggregate:
        text += _group(select, outputs)
    return text + write_order_and_limit(writer, select)


def write_order_and_limit(writer: Writer, select: SelectPlan) -> str:
    """Writes ORDER BY, LIMIT and OFFSET. A limit is a checked number: written literally, it lets the plan be cached."""
    text = ""
    if select.orders:
        terms = []
        for order in select.orders:
            is_own = order.embed_alias is None
            term = writer.field(select.relation, select.alias, order.field) if is_own else _related(order)
            direction = f" {order.direction.upper()}" if order.direction else ""
            terms.append(term + direction + (f" NULLS {order.nulls.upper()}" if order.nulls else ""))
        text += f" ORDER BY {', '.join(terms)}"
    if select.limit is not None:
        text += f" LIMIT {select.limit}"
    if select.offset is not None:
        text += f" OFFSET {writer.bind(select.offset, 'pg_catalog.int8')}"
    return text


def output_name(column: Column) -> str | None:
    """The name of a column in the output; None where PostgreSQL's own name is right."""
    if column.alias is not None:
        return column.alias
    if column.aggregate is not None:
        return column.aggregate
    if column.field is None or not column.field.steps:
        return column.field.name if column.cast and column.field else None
    keys = [step.key for step in column.field.steps if not step.is_index]
    return keys[-1] if keys else column.field.name


class Output(NamedTuple):
    """A column of the output, and the expression to group by it; None for an aggregate."""

    text: str
    key: str | None


def write_outputs(writer: Writer, select: SelectPlan) -> list[Output]:
    """The output of a SELECT: columns in the requested order, then embeds."""
    is_grouped = select.has_aggregate
    outputs: list[Output] = []
    for item in select.items:
        if isinstance(item, Column):
            outputs.append(_write_column(writer, select, item))
        elif is_grouped:
            names = select.relation.columns
            written = writer.each_column(select.relation, select.alias)
            keys = [f"{quote(select.alias)}.{quote(name)}" for name in names]
            outputs += map(Output, written, keys)
        else:
            outputs += [Output(text, text) for text in writer.star(select.relation, select.alias)]
    for embed in select.embeds:
        outputs += _embed_outputs(embed, is_grouped=is_grouped)
    return outputs + [Output(_write_lifted(one), None) for one in select.lifted]


def _write_lifted(one: LiftedAggregate) -> str:
    value = f"{quote(one.alias)}.{quote(one.name)}" if one.name is not None else "*"
    text = f"{one.aggregate}({value})"
    return f"{f'CAST({text} AS {one.cast})' if one.cast is not None else text} AS {quote(one.key)}"


def _write_column(writer: Writer, select: SelectPlan, column: Column) -> Output:
    name = output_name(column)
    if column.field is None or column.aggregate is not None:
        text = writer.field(select.relation, select.alias, column.field) if column.field is not None else "*"
        text = f"{column.aggregate}({_cast(text, column.cast)})"
        return Output(f"{_cast(text, column.aggregate_cast)} AS {quote(name or '')}", None)
    raw = writer.field(select.relation, select.alias, column.field)
    text = convert(select.relation, column.field, raw)
    if text != raw:
        # A converted value is JSON, which has no equality: rows are grouped by the value before.
        return Output(f"{_cast(text, column.cast)} AS {quote(name or column.field.name)}", raw)
    text = _cast(text, column.cast)
    return Output(f"{text} AS {quote(name)}" if name is not None else text, text)


def _cast(text: str, type_name: str | None) -> str:
    return f"CAST({text} AS {type_name})" if type_name is not None else text


def _embed_outputs(embed: EmbedPlan, *, is_grouped: bool) -> list[Output]:
    if embed.is_omitted:
        return []
    alias = quote(embed.alias)
    is_to_one = embed.relationship.is_to_one
    if embed.is_spread and is_to_one and not embed.hidden and not is_grouped:
        return [Output(f"{alias}.*", None)]
    if embed.is_spread:
        return [
            _embed_output(f"{alias}.{quote(name)}", name, is_json=is_json, is_to_one=is_to_one, is_grouped=is_grouped)
            for name, is_json in spread_outputs(embed)
        ]
    text = f'{alias}."~json"' if not is_to_one or embed.hidden else f"row_to_json({alias}.*)"
    return [_embed_output(text, embed.key, is_json=True, is_to_one=is_to_one, is_grouped=is_grouped)]


def _embed_output(text: str, name: str, *, is_json: bool, is_to_one: bool, is_grouped: bool) -> Output:
    if not is_to_one:
        text, is_json = f"COALESCE({text}, '[]'::json)", True
    # json has no equality to group by, jsonb has.
    text = f"{text}::jsonb" if is_json and is_grouped else text
    return Output(f"{text} AS {quote(name)}", text)


def spread_outputs(embed: EmbedPlan) -> list[tuple[str, bool]]:
    """The names that a spread adds to its parent, each with whether its subquery returns JSON."""
    names: list[tuple[str, bool]] = []
    relation = embed.select.relation
    for item in embed.select.items:
        if isinstance(item, Star):
            names += [(name, relation.representation_of(name).to_json is not None) for name in relation.columns]
        else:
            is_json = item.field is not None and _is_converted(relation, item)
            names.append((output_name(item) or (item.field.name if item.field else "count"), is_json))
    for inner in embed.select.embeds:
        if inner.is_omitted:
            continue
        if inner.is_spread:
            is_many = not inner.relationship.is_to_one
            names += [(name, is_many or is_json) for name, is_json in spread_outputs(inner)]
        else:
            names.append((inner.key, True))
    return names


def _is_converted(relation: Relation, column: Column) -> bool:
    if column.field is None or column.field.steps or column.cast is not None:
        return False
    return relation.representation_of(column.field.name).to_json is not None


def _group(select: SelectPlan, outputs: Sequence[Output]) -> str:
    keys = [output.key for output in outputs if output.key is not None]
    # A shown column of an embed is the same for all rows of a group.
    keys += [_related(order) for order in select.orders if order.embed_alias is not None and order.is_shown]
    return f" GROUP BY {', '.join(dict.fromkeys(keys))}" if keys else ""


def _related(order: Order) -> str:
    return f"{quote(order.embed_alias or '')}.{quote(order.hidden)}"


def write_joins(relationship: Relationship, parent: str, child: str) -> list[str]:
    """The conditions that join the two sides of a relationship."""
    if relationship.junction is None:
        return [
            f"{quote(child)}.{quote(target)} = {quote(parent)}.{quote(origin)}" for origin, target in relationship.pairs
        ]
    junction = quote(_junction_alias(child))
    return [
        f"{junction}.{quote(column)} = {quote(parent)}.{quote(origin)}"
        for column, origin in relationship.junction.origin_pairs
    ] + [
        f"{junction}.{quote(column)} = {quote(child)}.{quote(target)}"
        for column, target in relationship.junction.target_pairs
    ]


def _junction_alias(child: str) -> str:
    return f"~via {child}"


def write_source(writer: Writer, relationship: Relationship, parent: SelectPlan, *, has_source: bool) -> str | None:
    """The FROM item of a computed relationship."""
    if relationship.function is None:
        return None
    row = quote(parent.alias)
    if has_source and writer.lists_columns:
        columns = [f"{quote(parent.alias)}.{quote(name)}" for name in parent.relation.columns]
        row = f"ROW({', '.join(columns)})"
    # Rows of a write or a function have lost the row type that the function takes.
    cast = f"::{qualified(parent.relation.key)}" if has_source else ""
    return f"{qualified(relationship.function)}({row}{cast})"


def write_extra_from(relationship: Relationship, child: str) -> str:
    """The junction of a many-to-many relationship, before the target."""
    if relationship.junction is None:
        return ""
    return f"{qualified(relationship.junction.key)} AS {quote(_junction_alias(child))}, "


def _write_join(writer: Writer, parent: SelectPlan, embed: EmbedPlan, *, has_source: bool) -> str:
    select, alias = embed.select, quote(embed.alias)
    if embed.relationship.function is not None:
        joins: list[str] = []
    else:
        joins = write_joins(embed.relationship, parent.alias, select.alias)
    source = write_source(writer, embed.relationship, parent, has_source=has_source)
    extra = write_extra_from(embed.relationship, select.alias)
    if embed.hidden:
        inner = _write_with_hidden(writer, embed, source, joins)
    else:
        inner = write_select(writer, select, source=source, joins=joins, extra_from=extra, default=[_PRESENT])
    if not embed.relationship.is_to_one:
        inner = _aggregate(embed, inner)
    kind = "INNER" if embed.is_inner else "LEFT"
    condition = f"{alias} IS DISTINCT FROM NULL" if embed.is_inner else "TRUE"
    return f" {kind} JOIN LATERAL ({inner}) AS {alias} ON {condition}"


def _aggregate(embed: EmbedPlan, inner: str) -> str:
    """Aggregates many rows into one; returns no row if there are none, so that presence is that of the subquery."""
    if embed.is_omitted:
        return f"SELECT {_PRESENT} FROM ({inner}) AS r LIMIT 1"
    members = {"~json": "row_to_json(r.*)"}
    if embed.is_spread:
        members = {name: f"to_json(r.{quote(name)})" for name, _ in spread_outputs(embed)}
    # OFFSET 0 keeps PostgreSQL from making the members twice: for the aggregate and for its limit.
    made = ", ".join(f"{member} AS {quote(name)}" for name, member in members.items())
    values = {name: f"json_agg(r.{quote(name)})" for name in members}
    outputs = ", ".join(f"{value} AS {quote(name)}" for name, value in values.items())
    check = check_embed("pg_column_size(r.*)", list(values.values()), embed.byte_limit)
    return f"SELECT {outputs} FROM (SELECT {made} FROM ({inner}) AS r OFFSET 0) AS r{check}"


def _write_with_hidden(writer: Writer, embed: EmbedPlan, source: str | None, joins: Sequence[str]) -> str:
    """Writes a to-one embed with hidden columns, which are beside its output, not in it."""
    select = embed.select
    outputs = [output.text for output in write_outputs(writer, select)]
    below = "".join(_write_join(writer, select, inner, has_source=False) for inner in select.embeds)
    hidden = [_write_hidden(writer, select, value) for value in embed.hidden]
    shown = outputs
    if not embed.is_spread:
        shown = [f'(SELECT row_to_json(r.*) FROM (SELECT {", ".join(outputs)}) AS r) AS "~json"']
    origin = f"{source or qualified(select.relation.key)} AS {quote(select.alias)}"
    text = f"SELECT {', '.join([*shown, *hidden])} FROM {origin}"
    text += below + write_where(writer, select.relation, select.alias, select.conditions, joins)
    return text + write_order_and_limit(writer, select)


def _write_hidden(writer: Writer, select: SelectPlan, value: HiddenColumn) -> str:
    if value.source is not None:
        text = f"{quote(value.source[0])}.{quote(value.source[1])}"
    else:
        assert value.field is not None
        text = writer.field(select.relation, select.alias, value.field)
    return f"{_cast(text, value.cast)} AS {quote(value.name)}"


def write_count(writer: Writer, select: SelectPlan, *, source: str | None = None) -> str:
    """Selects all rows of a SELECT: only its conditions and the embeds that filter rows, without output."""
    deciding = {alias for condition in select.conditions for alias in _embed_filter_aliases(condition)}
    embeds = [_without_output(embed) for embed in select.embeds if embed.is_inner or embed.alias in deciding]
    joins = "".join(_write_join(writer, select, embed, has_source=source is not None) for embed in embeds)
    origin = f"{source or qualified(select.relation.key)} AS {quote(select.alias)}"
    return f"SELECT 1 FROM {origin}{joins}{write_where(writer, select.relation, select.alias, select.conditions)}"


def _embed_filter_aliases(condition: Condition) -> list[str]:
    if isinstance(condition, EmbedFilter):
        return [condition.alias]
    return (
        [alias for node in condition.nodes for alias in _embed_filter_aliases(node)]
        if isinstance(condition, Group)
        else []
    )


def _without_output(embed: EmbedPlan) -> EmbedPlan:
    select = msgspec.structs.replace(embed.select, items=(), orders=())
    return msgspec.structs.replace(embed, select=select, is_omitted=True, hidden=(), lifted=())
