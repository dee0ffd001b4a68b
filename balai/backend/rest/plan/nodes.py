"""The plan: a query whose names are all resolved, as input of the SQL writers."""

import msgspec

from balai.backend.rest.request.syntax import Column, Field, Filter, Param, Star
from balai.backend.rest.schema.schema_cache import Relation, Relationship


class EmbedFilter(msgspec.Struct, frozen=True):
    """A condition on whether an embed has a row; `alias` is that of its subquery."""

    alias: str
    is_present: bool


class Group(msgspec.Struct, frozen=True):
    """Planned conditions joined by `and` or `or`."""

    operator: str
    nodes: tuple["Filter | Group | EmbedFilter", ...]
    negated: bool = False


Condition = Filter | Group | EmbedFilter


class Order(msgspec.Struct, frozen=True):
    """One term of an order. With `embed_alias` it refers to that subquery's hidden column `hidden`.

    The column may be shown as well: then rows that are grouped by the embed can be ordered by it.
    """

    field: Field
    direction: str
    nulls: str
    embed_alias: str | None = None
    hidden: str = ""
    is_shown: bool = False


class HiddenColumn(msgspec.Struct, frozen=True):
    """A value that a to-one subquery returns beside its output: a field, or a hidden column of an inner subquery."""

    name: str
    field: Field | None = None
    cast: str | None = None
    source: tuple[str, str] | None = None


class LiftedAggregate(msgspec.Struct, frozen=True):
    """An aggregate over hidden column `name` of subquery `alias`, or over rows; `key` is its name in the output."""

    alias: str
    name: str | None
    aggregate: str
    cast: str | None
    key: str


class ByteLimit(msgspec.Struct, frozen=True):
    """The bytes that the embeds of a statement may aggregate, and the size up to which one aggregate is not counted."""

    max_bytes: int
    uncounted: int


class EmbedPlan(msgspec.Struct, frozen=True):
    """An embed, joined as a lateral subquery named `alias`; `key` is its name in the output."""

    key: str
    alias: str
    relationship: Relationship
    select: "SelectPlan"
    is_inner: bool
    is_spread: bool
    is_omitted: bool
    hidden: tuple[HiddenColumn, ...] = ()
    lifted: tuple[LiftedAggregate, ...] = ()
    byte_limit: ByteLimit | None = None


class SelectPlan(msgspec.Struct, frozen=True):
    """One SELECT: rows of `relation` under `alias`, with their embeds."""

    relation: Relation
    alias: str
    items: tuple[Star | Column, ...]
    embeds: tuple[EmbedPlan, ...]
    conditions: tuple[Condition, ...]
    orders: tuple[Order, ...]
    limit: int | None
    offset: Param | None

    @property
    def has_aggregate(self) -> bool:
        """Whether rows are grouped by the columns that are not aggregates."""
        has_own = any(isinstance(item, Column) and item.aggregate is not None for item in self.items)
        return has_own or any(embed.lifted for embed in self.embeds)

    @property
    def lifted(self) -> list[LiftedAggregate]:
        """The aggregates that its spreads leave to it."""
        return [one for embed in self.embeds for one in embed.lifted]

    @property
    def computed_names(self) -> tuple[str, ...]:
        """The names that are not columns of its relation: functions of the row, if there are any.

        PostgreSQL chooses between functions of one name by the row type, which the rows of a WITH query have lost. So
        they must be called in that query. `count` can be the aggregate, which must not.
        """
        names = [item.field.name for item in self.items if isinstance(item, Column) and item.field is not None]
        names += [name for condition in self.conditions for name in _filtered_names(condition)]
        names += [order.field.name for order in self.orders if order.embed_alias is None]
        return tuple(dict.fromkeys(name for name in names if name not in self.relation.columns and name != "count"))

    @property
    def is_grouped(self) -> bool:
        """Whether it returns fewer rows than it reads.

        This includes `count` without parentheses, which PostgreSQL reads as a call if the relation has no such column.
        """
        return self.has_aggregate or any(
            isinstance(item, Column) and item.field == Field("count") and "count" not in self.relation.columns
            for item in self.items
        )


def _filtered_names(condition: Condition) -> list[str]:
    if isinstance(condition, Filter):
        return [condition.field.name]
    nodes = condition.nodes if isinstance(condition, Group) else ()
    return [name for node in nodes for name in _filtered_names(node)]
