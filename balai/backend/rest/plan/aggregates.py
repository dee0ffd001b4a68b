"""Moves aggregates of a to-one spread to the nearest SELECT that is not a spread; it groups by its other columns.

The spread's subquery returns the values in hidden columns, one row for each row of its parent. The parent aggregates
them.
"""

import msgspec

from balai.backend.rest.plan.nodes import HiddenColumn, LiftedAggregate, SelectPlan
from balai.backend.rest.request.syntax import Column


def lift_aggregates(
    select: SelectPlan, alias: str
) -> tuple[SelectPlan, tuple[HiddenColumn, ...], tuple[LiftedAggregate, ...]]:
    """Returns the SELECT without its aggregates, its hidden columns, and the aggregates over them for its parent.

    `alias` is the alias of the subquery.
    """
    hidden: list[HiddenColumn] = []
    lifted: list[LiftedAggregate] = []

    def add(value: HiddenColumn | None, one: LiftedAggregate) -> None:
        name = None
        if value is not None:
            name = f"~value{len(hidden) + 1}"
            hidden.append(msgspec.structs.replace(value, name=name))
        lifted.append(msgspec.structs.replace(one, alias=alias, name=name))

    for item in select.items:
        if isinstance(item, Column) and item.aggregate is not None:
            value = HiddenColumn("", item.field, item.cast) if item.field is not None else None
            add(value, LiftedAggregate("", None, item.aggregate, item.aggregate_cast, item.alias or item.aggregate))
    for one in select.lifted:
        add(HiddenColumn("", source=(one.alias, one.name)) if one.name is not None else None, one)
    items = tuple(item for item in select.items if not isinstance(item, Column) or item.aggregate is None)
    embeds = tuple(msgspec.structs.replace(embed, lifted=()) for embed in select.embeds)
    return msgspec.structs.replace(select, items=items, embeds=embeds), tuple(hidden), tuple(lifted)
