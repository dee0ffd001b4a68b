"""Aggregates inside a to-one spread belong to the nearest level that is no spread, which groups by what is left.

The spread's subquery gives the values under hidden names, one row for each row of its parent; the parent aggregates.
"""

import msgspec

from balai.backend.rest.plan.nodes import Hidden, Level, Lifted
from balai.backend.rest.request.syntax import Column


def lift_aggregates(level: Level, alias: str) -> tuple[Level, tuple[Hidden, ...], tuple[Lifted, ...]]:
    """The level without its aggregates, the values that it gives instead, and what its parent makes of them.

    `alias` names the level's subquery.
    """
    hidden: list[Hidden] = []
    lifted: list[Lifted] = []

    def lift(value: Hidden | None, one: Lifted) -> None:
        name = None
        if value is not None:
            name = f"~value{len(hidden) + 1}"
            hidden.append(msgspec.structs.replace(value, name=name))
        lifted.append(msgspec.structs.replace(one, alias=alias, name=name))

    for item in level.items:
        if isinstance(item, Column) and item.aggregate is not None:
            value = Hidden("", item.field, item.cast) if item.field is not None else None
            lift(value, Lifted("", None, item.aggregate, item.aggregate_cast, item.alias or item.aggregate))
    for one in level.lifted:
        lift(Hidden("", source=(one.alias, one.name)) if one.name is not None else None, one)
    kept = tuple(item for item in level.items if not isinstance(item, Column) or item.aggregate is None)
    embeds = tuple(msgspec.structs.replace(embed, lifted=()) for embed in level.embeds)
    return msgspec.structs.replace(level, items=kept, embeds=embeds), tuple(hidden), tuple(lifted)
