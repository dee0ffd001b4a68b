"""Aggregates inside a to-one spread belong to the nearest level that is no spread, which groups by what is left.

The spread's subquery gives the values under hidden names, one row for each row of its parent; the parent aggregates.
"""

import msgspec

from balai.backend.rest.plan.nodes import HiddenColumn, LiftedAggregate, SelectPlan
from balai.backend.rest.request.syntax import Column


def lift_aggregates(
    select: SelectPlan, alias: str
) -> tuple[SelectPlan, tuple[HiddenColumn, ...], tuple[LiftedAggregate, ...]]:
    """The level without its aggregates, the values that it gives instead, and what its parent makes of them.

    `alias` names the level's subquery.
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
    kept = tuple(item for item in select.items if not isinstance(item, Column) or item.aggregate is None)
    embeds = tuple(msgspec.structs.replace(embed, lifted=()) for embed in select.embeds)
    return msgspec.structs.replace(select, items=kept, embeds=embeds), tuple(hidden), tuple(lifted)
