"""The syntax tree of a request, before any name has been resolved.

A value is a `Param`: literal text, or the number of a slot. Slots stand for values taken out of the URL. Two requests
that differ only in values are the same tree and share one statement.
"""

import msgspec


class Param(msgspec.Struct, frozen=True):
    """A value to bind: the text itself, or slot number `slot` of the request's values."""

    text: str = ""
    slot: int = -1


class Step(msgspec.Struct, frozen=True):
    """One step of a JSON path; `as_text` is the double arrow."""

    key: str
    as_text: bool
    is_index: bool


class Field(msgspec.Struct, frozen=True):
    """A column, with a path into it when it holds JSON."""

    name: str
    steps: tuple[Step, ...] = ()


class Operation(msgspec.Struct, frozen=True):
    """`[not.]operator[(any|all|config)].value`"""

    operator: str
    value: Param
    negated: bool = False
    quantifier: str = ""
    config: str | None = None


class Filter(msgspec.Struct, frozen=True):
    """A condition on a field."""

    field: Field
    operation: Operation


class Tree(msgspec.Struct, frozen=True):
    """Conditions joined by `and` or `or`."""

    operator: str
    nodes: tuple["Filter | Tree", ...]
    negated: bool = False


Condition = Filter | Tree


class Star(msgspec.Struct, frozen=True):
    """All columns."""


class Column(msgspec.Struct, frozen=True):
    """A selected column, or an aggregate: `field` is None for `count()`."""

    field: Field | None
    alias: str | None = None
    cast: str | None = None
    aggregate: str | None = None
    aggregate_cast: str | None = None


class Embed(msgspec.Struct, frozen=True):
    """A related relation requested inside each row."""

    target: str
    items: tuple["Star | Column | Embed", ...]
    alias: str | None = None
    hint: str | None = None
    is_inner: bool = False
    is_spread: bool = False


Item = Star | Column | Embed
Path = tuple[str, ...]


class OrderTerm(msgspec.Struct, frozen=True):
    """One term of `order`; `relation` is the embedded relation whose column it refers to."""

    field: Field
    relation: str | None = None
    direction: str = ""
    nulls: str = ""


class Query(msgspec.Struct, frozen=True):
    """A whole query string. The empty path is the root; other paths lead to embeds."""

    select: tuple[Item, ...]
    conditions: tuple[tuple[Path, Condition], ...] = ()
    orders: tuple[tuple[Path, tuple[OrderTerm, ...]], ...] = ()
    limits: tuple[tuple[Path, int], ...] = ()
    offsets: tuple[tuple[Path, Param], ...] = ()
    columns: tuple[str, ...] | None = None
    on_conflict: tuple[str, ...] | None = None
    arguments: tuple[tuple[str, Param], ...] = ()
