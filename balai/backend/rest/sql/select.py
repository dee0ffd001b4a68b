# ruff: noqa: S608 - identifiers are quoted and values bound by the Writer.
"""Writes the SELECT of a plan: one lateral subquery for each embed, with JSON built by PostgreSQL."""

from collections.abc import Sequence

import msgspec

from balai.backend.rest.plan.nodes import (
    Condition,
    EmbedFilter,
    EmbedPlan,
    Group,
    HiddenColumn,
    LiftedAggregate,
    SelectPlan,
)
from balai.backend.rest.request.syntax import Column, Star
from balai.backend.rest.schema.schema_cache import Relationship
from balai.backend.rest.sql.byte_limit import check_embed
from balai.backend.rest.sql.conditions import write_where
from balai.backend.rest.sql.writer import Writer, qualified, quote

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
    outputs = write_outputs(writer, select) or list(default)
    embeds = "".join(_write_join(writer, select, embed, has_source=source is not None) for embed in select.embeds)
    origin = f"{source or qualified(select.relation.key)} AS {quote(select.alias)}"
    text = f"SELECT {', '.join(outputs)} FROM {extra_from}{origin}{embeds}"
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
            if order.embed_alias is None:
                term = writer.field(select.relation, select.alias, order.field)
            else:
                term = f"{quote(order.embed_alias)}.{quote(order.hidden)}"
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


def write_outputs(writer: Writer, select: SelectPlan) -> list[str]:
    """The output of a SELECT: columns in the requested order, then embeds."""
    is_grouped = select.has_aggregate
    outputs: list[str] = []
    for item in select.items:
        if isinstance(item, Column):
            outputs.append(_write_column(writer, select, item))
        elif is_grouped:
            outputs += [f"{quote(select.alias)}.{quote(name)}" for name in select.relation.columns]
        else:
            outputs.append(f"{quote(select.alias)}.*")
    for embed in select.embeds:
        outputs += _embed_outputs(embed, is_grouped=is_grouped)
    return outputs + [_write_lifted(one) for one in select.lifted]


def _write_lifted(one: LiftedAggregate) -> str:
    value = f"{quote(one.alias)}.{quote(one.name)}" if one.name is not None else "*"
    text = f"{one.aggregate}({value})"
    return f"{f'CAST({text} AS {one.cast})' if one.cast is not None else text} AS {quote(one.key)}"


def _write_column(writer: Writer, select: SelectPlan, column: Column) -> str:
    text = writer.field(select.relation, select.alias, column.field) if column.field is not None else "*"
    if column.cast is not None and column.field is not None:
        text = f"CAST({text} AS {column.cast})"
    if column.aggregate is not None:
        text = f"{column.aggregate}({text})"
        if column.aggregate_cast is not None:
            text = f"CAST({text} AS {column.aggregate_cast})"
    name = output_name(column)
    return f"{text} AS {quote(name)}" if name is not None else text


def _embed_outputs(embed: EmbedPlan, *, is_grouped: bool) -> list[str]:
    if embed.is_omitted:
        return []
    alias = quote(embed.alias)
    if embed.is_spread:
        if embed.relationship.is_to_one and not embed.hidden:
            return [f"{alias}.*"]
        names = spread_names(embed)
        if embed.relationship.is_to_one:
            return [f"{alias}.{quote(name)}" for name in names]
        return [f"COALESCE({alias}.{quote(name)}, '[]'::json) AS {quote(name)}" for name in names]
    text = f'{alias}."~json"' if not embed.relationship.is_to_one or embed.hidden else f"row_to_json({alias}.*)"
    if not embed.relationship.is_to_one:
        text = f"COALESCE({text}, '[]'::json)"
    # json has no equality to group by, jsonb has.
    return [f"{text}{'::jsonb' if is_grouped else ''} AS {quote(embed.key)}"]


def spread_names(embed: EmbedPlan) -> list[str]:
    """The names that a spread adds to its parent."""
    names: list[str] = []
    for item in embed.select.items:
        if isinstance(item, Star):
            names += list(embed.select.relation.columns)
        else:
            names.append(output_name(item) or (item.field.name if item.field else "count"))
    for inner in embed.select.embeds:
        if not inner.is_omitted:
            names += spread_names(inner) if inner.is_spread else [inner.key]
    return names


def _group(select: SelectPlan, outputs: Sequence[str]) -> str:
    aggregates = {
        _assign_clauses
        for _assign_clauses, item in enumerate(_expanded_items(select))
        if isinstance(item, Column) and item.aggregate is not None
    }
    # Lifted aggregates come last.
    numbers = [str(place + 1) for place in range(len(outputs) - len(select.lifted)) if place not in aggregates]
    return f" GROUP BY {', '.join(numbers)}" if numbers else ""


def _expanded_items(select: SelectPlan) -> list[Column | None]:
    """The items with `*` expanded, so that positions match the outputs."""
    items: list[Column | None] = []
    for item in select.items:
        items += [item] if isinstance(item, Column) else [None] * len(select.relation.columns)
    return items


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


def write_source(relationship: Relationship, parent: SelectPlan, *, has_source: bool) -> str | None:
    """The FROM item of a computed relationship."""
    if relationship.function is None:
        return None
    # Rows of a write or a function have lost the row type that the function takes.
    cast = f"::{qualified(parent.relation.key)}" if has_source else ""
    return f"{qualified(relationship.function)}({quote(parent.alias)}{cast})"


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
    source = write_source(embed.relationship, parent, has_source=has_source)
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
    values = {"json_agg(r.*)": "~json"}
    if embed.is_spread:
        values = {f"json_agg(r.{quote(name)})": name for name in spread_names(embed)}
    outputs = [f"{value} AS {quote(name)}" for value, name in values.items()]
    return f"SELECT {', '.join(outputs)} FROM ({inner}) AS r{check_embed('r', list(values), embed.byte_limit)}"


def _write_with_hidden(writer: Writer, embed: EmbedPlan, source: str | None, joins: Sequence[str]) -> str:
    """Writes a to-one embed with hidden columns, which are beside its output, not in it."""
    select = embed.select
    outputs = write_outputs(writer, select)
    below = "".join(_write_join(writer, select, inner, has_source=False) for inner in select.embeds)
    hidden = [_write_hidden(writer, select, value) for value in embed.hidden]
    shown = outputs
    if not embed.is_spread:
        shown = [f'(SELECT row_to_json(r.*) FROM (SELECT {", ".join(outputs)}) AS r) AS "~json"']
    origin = f"{source or qualified(select.relation.key)} AS {quote(select.alias)}"
    text = f"SELECT {', '.join([*shown, *hidden])} FROM {origin}"
    return text + below + write_where(writer, select.relation, select.alias, select.conditions, joins)


def _write_hidden(writer: Writer, select: SelectPlan, value: HiddenColumn) -> str:
    if value.source is not None:
        text = f"{quote(value.source[0])}.{quote(value.source[1])}"
    else:
        assert value.field is not None
        text = writer.field(select.relation, select.alias, value.field)
    return f"{f'CAST({text} AS {value.cast})' if value.cast is not None else text} AS {quote(value.name)}"


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
