"""Parses the filter of a subscription: `column=[not.]op.value`, several joined by commas (contract 9.2)."""

from collections.abc import Iterator

import msgspec

OPERATORS: dict[str, str] = {
    "eq": "=",
    "neq": "<>",
    "lt": "<",
    "lte": "<=",
    "gt": ">",
    "gte": ">=",
    "in": "in",
    "like": "~~",
    "ilike": "~~*",
    "match": "~",
    "imatch": "~*",
    "is": "is",
    "isdistinct": "is distinct from",
}
PATTERNS = {"like", "ilike", "match", "imatch"}
STATES = {"null", "true", "false", "unknown"}
MAX_VALUES = 100
MAX_FILTER_LENGTH = 16_384


class FilterError(ValueError):
    """Not a valid filter; the client receives the message."""


class Filter(msgspec.Struct, frozen=True):
    """One comparison. `values` contains one text, or up to 100 for `in`."""

    column: str
    operator: str
    values: tuple[str, ...]
    is_negated: bool = False

    @property
    def description(self) -> str:
        """The form in system messages."""
        operator = f"not.{self.operator}" if self.is_negated else self.operator
        value = f"({','.join(self.values)})" if self.operator == "in" else self.values[0]
        return f'{{"{self.column}", "{operator}", "{value}"}}'


def parse_filter(text: str) -> tuple[Filter, ...]:
    """Returns the comparisons of a filter, none for an empty text. Raises FilterError."""
    if not text:
        return ()
    if len(text) > MAX_FILTER_LENGTH:
        raise FilterError(f"Error parsing `filter` params: longer than {MAX_FILTER_LENGTH} characters")
    segments = list(_split(text))
    if not all(segment.strip() for segment in segments):
        raise FilterError("filter must not contain empty segments (check for extra commas)")
    return tuple(_parse_comparison(segment) for segment in segments)


def _parse_comparison(segment: str) -> Filter:
    column, is_assigned, rest = segment.partition("=")
    if not is_assigned or not column.strip():
        raise FilterError(f"Error parsing `filter` params: {_as_json([segment])}")
    is_negated = rest.startswith("not.")
    operator, has_value, value = rest.removeprefix("not.").partition(".")
    if not has_value or operator not in OPERATORS:
        raise FilterError(f"Error parsing `filter` params: {_as_json(rest.split('.', 1))}")
    if operator != "in":
        return Filter(column.strip(), operator, (_unquote(value),), is_negated)
    if not (value.startswith("(") and value.endswith(")")):
        raise FilterError("`in` filter value must be wrapped by parentheses")
    inside = value[1:-1]
    values = tuple(_unquote(part) for part in _split(inside)) if inside else ()
    if len(values) > MAX_VALUES:
        raise FilterError(f"too many values for `in` filter. Maximum {MAX_VALUES}")
    return Filter(column.strip(), operator, values, is_negated)


def _split(text: str) -> Iterator[str]:
    """Yields the parts between commas outside of parentheses and double quotes."""
    depth, start, at = 0, 0, 0
    is_quoted = False
    while at < len(text):
        character = text[at]
        if is_quoted and character == "\\":
            at += 1
        elif character == '"':
            is_quoted = not is_quoted
        elif not is_quoted and character == "(":
            depth += 1
        elif not is_quoted and character == ")":
            depth -= 1
        elif not is_quoted and depth <= 0 and character == ",":
            yield text[start:at]
            start = at + 1
        at += 1
    yield text[start:]


def _unquote(text: str) -> str:
    if len(text) < 2 or not (text.startswith('"') and text.endswith('"')):
        return text
    characters, is_escaped = [], False
    for character in text[1:-1]:
        if character == "\\" and not is_escaped:
            is_escaped = True
        else:
            characters.append(character)
            is_escaped = False
    return "".join(characters)


def _as_json(parts: list[str]) -> str:
    return msgspec.json.encode(parts).decode()
