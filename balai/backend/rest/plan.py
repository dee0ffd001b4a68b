"""A request with every name looked up: what the SQL writers write."""

import msgspec

from balai.backend.rest.schema_cache import Link, Relation
from balai.backend.rest.syntax import Column, Field, Filter, Param, Star


class Presence(msgspec.Struct, frozen=True):
    """A condition on whether an embed has a row; `alias` names its subquery."""

    alias: str
    is_present: bool


class Group(msgspec.Struct, frozen=True):
    """Planned conditions joined by `and` or `or`."""

    joint: str
    nodes: tuple["Filter | Group | Presence", ...]
    negated: bool = False


Condition = Filter | Group | Presence


class Order(msgspec.Struct, frozen=True):
    """One term of an order. With `embed_alias` the field is that subquery's hidden output number `hidden`."""

    field: Field
    direction: str
    nulls: str
    embed_alias: str | None = None
    hidden: int = 0


class EmbedPlan(msgspec.Struct, frozen=True):
    """An embed joined as a lateral subquery called `alias`; `key` is its name in the output."""

    key: str
    alias: str
    link: Link
    level: "Level"
    is_inner: bool
    is_spread: bool
    is_silent: bool
    hidden: tuple[Field, ...] = ()


class Level(msgspec.Struct, frozen=True):
    """One SELECT: rows of `relation` under `alias`, with what is embedded in them."""

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
        """Whether rows are grouped."""
        return any(isinstance(item, Column) and item.aggregate is not None for item in self.items)
