"""The grammar of `select`, `order`, `columns` and `on_conflict`."""

import re

from balai.backend.rest.request.scanner import Scanner
from balai.backend.rest.request.syntax import Column, Embed, Field, Item, OrderTerm, Star

_AGGREGATE = re.compile(r"\.(sum|avg|count|max|min)\(\)")
# The characters that may follow a column. Only after `)` the rest of `select` is ignored.
_END = re.compile(r"(?=[,)])")
_MAX_EMBED_DEPTH = 20


def parse_select(text: str) -> tuple[Item, ...]:
    """Parses `select`; empty means all columns."""
    scanner = Scanner(text, "select parameter")
    scanner.skip_blanks()
    if scanner.is_done():
        return (Star(),)
    return _items(scanner, depth=0)


def _items(scanner: Scanner, depth: int) -> tuple[Item, ...]:
    if depth > _MAX_EMBED_DEPTH:
        raise scanner.error("fewer levels of embedding")
    items: list[Item] = []
    while True:
        scanner.skip_blanks()
        items.append(_item(scanner, depth))
        scanner.skip_blanks()
        if not isinstance(items[-1], Embed) and not scanner.is_done() and scanner.match(_END) is None:
            raise scanner.error('")", "," or end of input')
        if not scanner.take(","):
            return tuple(items)


def _item(scanner: Scanner, depth: int) -> Item:
    if scanner.take("..."):
        return _embed(scanner, scanner.name(), None, depth, is_spread=True)
    if scanner.take("*"):
        return Star()
    name, alias = scanner.name(), None
    if scanner.is_next(":") and not scanner.is_next("::"):
        scanner.take(":")
        alias, name = name, scanner.name()
    if name == "count" and scanner.take("()"):
        return Column(None, alias, aggregate="count", aggregate_cast=_cast(scanner))
    if scanner.is_next("!") or scanner.is_next("("):
        return _embed(scanner, name, alias, depth)
    field = Field(name, scanner.steps())
    cast = _cast(scanner)
    found = scanner.match(_AGGREGATE)
    if found is None:
        _cast(scanner)  # A cast of an aggregate's result that is not there is ignored.
        return Column(field, alias, cast)
    return Column(field, alias, cast, found[1], _cast(scanner))


def _cast(scanner: Scanner) -> str | None:
    return scanner.type_name() if scanner.take("::") else None


def _embed(scanner: Scanner, target: str, alias: str | None, depth: int, *, is_spread: bool = False) -> Embed:
    if target == "count":
        raise scanner.error('")" after "count("')
    hint, is_inner = None, False
    for _ in range(2):
        if not scanner.take("!"):
            break
        if scanner.take("inner"):
            is_inner = True
        elif not scanner.take("left"):
            hint = scanner.name()
    scanner.skip_blanks()
    scanner.expect("(")
    scanner.skip_blanks()
    items = () if scanner.is_next(")") else _items(scanner, depth + 1)
    scanner.expect(")")
    return Embed(target, items, alias, hint, is_inner, is_spread)


_DIRECTIONS = ("asc", "desc")
_NULLS = ("nullsfirst", "nullslast")


def parse_order(text: str) -> tuple[OrderTerm, ...]:
    """Parses `order`."""
    scanner = Scanner(text, "order")
    terms: list[OrderTerm] = []
    while True:
        scanner.skip_blanks()
        terms.append(_order_term(scanner))
        scanner.skip_blanks()
        if scanner.is_done():
            return tuple(terms)
        scanner.expect(",")


def _order_term(scanner: Scanner) -> OrderTerm:
    name, relation = scanner.name(), None
    if scanner.take("("):
        relation, field = name, scanner.field()
        scanner.expect(")")
    else:
        field = Field(name, scanner.steps())
    direction = "asc" if scanner.take(".asc") else "desc" if scanner.take(".desc") else ""
    nulls = "first" if scanner.take(".nullsfirst") else "last" if scanner.take(".nullslast") else ""
    if not nulls and scanner.take("."):
        raise scanner.word_error(_NULLS if direction else _DIRECTIONS + _NULLS)
    if (direction or nulls) and not scanner.is_done() and scanner.text[scanner.at] not in ", \t":
        ends = '"," or end of input' if nulls else 'delimiter (.), "," or end of input'
        raise scanner.error(ends, found=f"'{scanner.text[scanner.at]}'")
    return OrderTerm(field, relation, direction, nulls)


def parse_names(text: str, clause: str) -> tuple[str, ...]:
    """Parses names separated by commas."""
    scanner = Scanner(text, clause)
    names: list[str] = []
    while True:
        scanner.skip_blanks()
        names.append(scanner.name())
        scanner.skip_blanks()
        if not scanner.take(","):
            scanner.expect_end()
            return tuple(names)
