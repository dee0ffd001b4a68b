"""Parses the raw query string into a tree, in two steps.

`extract_values` splits the string into tokens and moves the plain values to slots; it is cheap and runs on every
request. The remaining tokens are the request's shape, by which statements are cached. `parse` reads the tokens with the
whole grammar, once for each shape.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import unquote_plus

from balai.backend.rest.errors import invalid_range
from balai.backend.rest.request.filters import (
    IN,
    OPERATOR,
    array_literal,
    operation_of,
    parse_list,
    parse_operation,
    parse_tree,
    replace_stars,
)
from balai.backend.rest.request.ranges import Window
from balai.backend.rest.request.scanner import Scanner
from balai.backend.rest.request.selection import parse_names, parse_order, parse_select
from balai.backend.rest.request.syntax import Condition, Field, Filter, Operation, OrderTerm, Param, Path, Query, Star
from balai.cache import cached_if_short

CLAUSES = frozenset({"order", "limit", "offset", "and", "or"})
TEXT_PARAMETERS = frozenset({"select", "columns", "on_conflict"})
_INTEGER = re.compile(r"-?[0-9]{1,30}")
_LOOKS_LIKE_FILTER = re.compile(r"(?:in|is|not)\.")
_LARGEST = 2**63 - 1
_ARGUMENT = "="


class Token(NamedTuple):
    """A parameter. With a slot, `text` is only what precedes the value: an operator, or nothing for an argument."""

    key: str
    text: str
    slot: int


class ExtractedQuery(NamedTuple):
    """A query string and its values. `offset` is the root's."""

    tokens: tuple[Token, ...]
    values: tuple[str, ...]
    offset: int


def extract_values(raw: bytes, *, has_arguments: bool = False) -> ExtractedQuery:
    """Splits a query string and moves its values to slots.

    With `has_arguments`, a parameter that is not a filter is an argument of the function.
    """
    tokens: list[Token] = []
    values: list[str] = []
    offset = 0
    for pair in raw.decode("utf-8", "replace").split("&"):
        # All but one or two parameters of a query are the same each time.
        read = _read_pair(pair, has_arguments)
        if read is None:
            continue
        key, text, value = read
        tokens.append(Token(key, text, -1 if value is None else len(values)))
        if value is not None:
            values.append(value)
            if key == "offset":
                offset = max(int(value), 0)
    return ExtractedQuery(tuple(tokens), tuple(values), offset)


@cached_if_short(200, maxsize=8192)
def _read_pair(pair: str, has_arguments: bool) -> tuple[str, str, str | None] | None:
    """Returns the key of a parameter, its part of the shape, and its value if it can be moved to a slot."""
    key, equals, value = pair.partition("=")
    if not equals:
        return None
    if "%" in pair or "+" in pair:
        key, value = unquote_plus(key), unquote_plus(value)
    tail = key.rpartition(".")[2]
    if tail == "offset":
        skipped = _integer(value)
        return None if skipped is None else (key, "" if skipped > 0 else "0", str(skipped))
    if tail in CLAUSES or key in TEXT_PARAMETERS:
        return key, value, None
    return key, *_extract_value(value, has_arguments)


def _integer(value: str) -> int | None:
    """Reads an integer; PostgreSQL's largest one stands for larger ones."""
    return min(int(value), _LARGEST) if _INTEGER.fullmatch(value) else None


def _extract_value(value: str, has_arguments: bool) -> tuple[str, str | None]:
    """Returns the part of the shape, and the value if it can be moved to a slot."""
    found = OPERATOR.match(value)
    if found is not None:
        return found[0], replace_stars(found["quantified"] or "", value[found.end() :])
    found = IN.match(value)
    if found is not None:
        scanner = Scanner(value, "filter")
        scanner.at = found.end()
        return found[0], array_literal(parse_list(scanner))
    if has_arguments and not _LOOKS_LIKE_FILTER.match(value):
        return "", value
    return value, None


def with_arguments(extracted: ExtractedQuery, pairs: Sequence[tuple[str, str]]) -> ExtractedQuery:
    """Adds the arguments of a form. They are never clauses, whatever their names."""
    first = len(extracted.values)
    tokens = tuple(Token(name, _ARGUMENT, first + place) for place, (name, _) in enumerate(pairs))
    return ExtractedQuery(
        extracted.tokens + tokens, extracted.values + tuple(value for _, value in pairs), extracted.offset
    )


def apply_range(extracted: ExtractedQuery, window: Window) -> ExtractedQuery:
    """Restricts the root's limit and offset to those of a Range header."""
    limits = [_integer(token.text) for token in extracted.tokens if token.key == "limit"]
    limit = limits[-1] if limits else None
    offset = max(extracted.offset, window.offset)
    ends = [extracted.offset + limit] if limit is not None and limit >= 0 else []
    ends += [window.offset + window.limit] if window.limit is not None else []
    if ends and min(ends) <= offset and limit != 0:
        raise invalid_range("Limit should be greater than or equal to zero.")
    tokens = [token for token in extracted.tokens if token.key not in ("limit", "offset")]
    if ends:
        tokens.append(Token("limit", str(max(min(ends) - offset, 0)), -1))
    elif limit is not None:
        tokens.append(Token("limit", str(limit), -1))
    values = extracted.values
    if offset:
        tokens.append(Token("offset", "", len(values)))
        values = (*values, str(offset))
    return ExtractedQuery(tuple(tokens), values, offset)


def parse(tokens: tuple[Token, ...]) -> Query:
    """Parses the whole query.

    Of repeated clauses the first counts, but of limits and offsets the last.
    """
    conditions: list[tuple[Path, Condition]] = []
    orders: dict[Path, tuple[OrderTerm, ...]] = {}
    limits: dict[Path, int] = {}
    offsets: dict[Path, Param] = {}
    texts: dict[str, str] = {}
    arguments: list[tuple[str, Param]] = []
    for token in tokens:
        tail = token.key.rpartition(".")[2]
        if token.text == _ARGUMENT:
            arguments.append((token.key, Param(slot=token.slot)))
        elif token.key in TEXT_PARAMETERS:
            texts.setdefault(token.key, token.text)
        elif tail in ("and", "or"):
            conditions.append(_parse_logic(token))
        elif tail == "order":
            orders.setdefault(_parse_path(token.key), parse_order(token.text))
        elif tail == "limit":
            limit = _integer(token.text)
            if limit is not None:
                limits[_parse_path(token.key)] = limit
        elif tail == "offset":
            offsets[_parse_path(token.key)] = Param(slot=token.slot) if not token.text else Param("0")
        elif token.slot >= 0 and not token.text:
            arguments.append((_argument_name(token.key), Param(slot=token.slot)))
        else:
            conditions.append(_parse_filter(token))
    return Query(
        parse_select(texts["select"]) if "select" in texts else (Star(),),
        tuple(conditions),
        tuple(orders.items()),
        tuple(limits.items()),
        tuple(offsets.items()),
        parse_names(texts["columns"], "columns parameter") if "columns" in texts else None,
        parse_names(texts["on_conflict"], "on_conflict parameter") if "on_conflict" in texts else None,
        tuple(arguments),
    )


def _parse_path(key: str) -> Path:
    """Parses the names before a reserved word."""
    scanner = Scanner(key, "tree path")
    names: list[str] = []
    while not scanner.text.find(".", scanner.at) < 0:
        names.append(scanner.name())
        scanner.expect(".")
    return tuple(names)


def _argument_name(key: str) -> str:
    """Quotes allow an argument to have the name of a reserved word."""
    scanner = Scanner(key, "argument")
    name = scanner.name() if key.startswith('"') else key
    return name if scanner.is_done() else key


def _parse_key(key: str) -> tuple[Path, Field]:
    scanner = Scanner(key, "tree path")
    names = [scanner.name()]
    while scanner.take("."):
        names.append(scanner.name())
    field = Field(names[-1], scanner.steps())
    scanner.expect_end()
    return tuple(names[:-1]), field


def _parse_logic(token: Token) -> tuple[Path, Condition]:
    path, _, operator = token.key.rpartition(".")
    names = _parse_path(f"{path}.{operator}" if path else operator)
    negated = bool(names) and names[-1] == "not"
    scanner = Scanner(token.text, "logic tree", f"not.{operator}" if negated else operator)
    return (names[:-1] if negated else names), parse_tree(scanner, operator, negated=negated)


def _parse_filter(token: Token) -> tuple[Path, Condition]:
    path, field = _parse_key(token.key)
    return path, Filter(field, _parse_operation(token))


def _parse_operation(token: Token) -> Operation:
    if token.slot < 0:
        return parse_operation(Scanner(token.text, "filter"), in_tree=False)
    value = Param(slot=token.slot)
    found = OPERATOR.match(token.text)
    if found is not None:
        return operation_of(found, value)
    return Operation("in", value, token.text.startswith("not."))
