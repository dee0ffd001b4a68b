"""The grammar of conditions: `column=op.value`, `or=(…)`, and their nesting.

A condition at the top level takes the rest of its parameter verbatim. Inside a tree an unquoted value ends at a comma
or parenthesis. The protocol defines this difference, and clients rely on it.
"""

import re

from balai.backend.rest.errors import ParseError
from balai.backend.rest.request.scanner import Scanner, unescape
from balai.backend.rest.request.syntax import Condition, Filter, Operation, Param, Tree

QUANTIFIED = ("eq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch")
PLAIN = ("neq", "cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj", "isdistinct")
FULL_TEXT = ("fts", "plfts", "phfts", "wfts")
STARRED = frozenset({"like", "ilike"})

# Everything before a value that is taken verbatim.
OPERATOR = re.compile(
    rf"(?P<negated>not\.)?(?:(?P<quantified>{'|'.join(QUANTIFIED)})(?:\((?P<quantifier>any|all)\))?"
    rf"|(?P<plain>{'|'.join(PLAIN)})"
    rf"|(?P<text>{'|'.join(FULL_TEXT)})(?:\((?P<config>[\w$ ]+)\))?)\."
)
IN = re.compile(r"(?P<negated>not\.)?in\.")
_IS = re.compile(r"(?P<negated>not\.)?is\.(?P<word>(?i:not_null|null|true|false|unknown))")
_WORD_AHEAD = re.compile(r"(?:not\.)?is\.")
_QUOTED_ELEMENT = re.compile(r'"((?:[^"\\]|\\.)*)"(?=[,)])', re.DOTALL)
_ELEMENT = re.compile(r"[^,)]*")
_BRACED = re.compile(r"\{[^{}]*\}")
_EXPECTED = "operator (eq, gt, ...)"
_EXPECTED_NODE = "field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)"
_MAX_TREE_DEPTH = 50


def replace_stars(operator: str, value: str) -> str:
    """Replaces `*` by the `%` of LIKE."""
    return value.replace("*", "%") if operator in STARRED else value


def array_literal(elements: list[str]) -> str:
    """Writes the elements as one PostgreSQL array literal."""
    quoted = ['"' + element.replace("\\", "\\\\").replace('"', '\\"') + '"' for element in elements]
    return "{" + ",".join(quoted) + "}"


def parse_list(scanner: Scanner) -> list[str]:
    """Parses the list of `in`; a list of one empty element is empty."""
    scanner.expect("(")
    scanner.skip_blanks()
    elements: list[str] = []
    while True:
        quoted = scanner.match(_QUOTED_ELEMENT)
        plain = None if quoted else scanner.match(_ELEMENT)
        elements.append(unescape(quoted[1]) if quoted else plain[0] if plain else "")
        if not scanner.take(","):
            break
    scanner.expect(")")
    return [] if elements == [""] else elements


def operation_of(found: re.Match[str], value: Param) -> Operation:
    """Builds the operation that a match of OPERATOR begins."""
    operator = found["quantified"] or found["plain"] or found["text"]
    return Operation(operator, value, found["negated"] is not None, found["quantifier"] or "", found["config"])


def parse_operation(scanner: Scanner, *, in_tree: bool) -> Operation:
    """Parses `[not.]op.value` from here: to the end, or in a tree to the end of the value."""
    found = scanner.match(OPERATOR)
    if found is not None:
        operator = found["quantified"] or found["plain"] or found["text"]
        value = _tree_value(scanner) if in_tree else _rest(scanner)
        return operation_of(found, Param(replace_stars(operator, value)))
    found = scanner.match(IN)
    if found is not None:
        return Operation("in", Param(array_literal(parse_list(scanner))), found["negated"] is not None)
    found = scanner.match(_IS)
    if found is not None:
        return Operation("is", Param(found["word"].lower()), found["negated"] is not None)
    if scanner.match(_WORD_AHEAD):
        raise scanner.error("null, not_null, true, false or unknown")
    raise scanner.error(_EXPECTED if scanner.take("not.") else f'"not" or {_EXPECTED}')


def _rest(scanner: Scanner) -> str:
    value = scanner.text[scanner.at :]
    scanner.at = len(scanner.text)
    return value


def _tree_value(scanner: Scanner) -> str:
    quoted = scanner.match(_QUOTED_ELEMENT)
    if quoted is not None:
        return unescape(quoted[1])
    found = scanner.match(_BRACED) or scanner.match(_ELEMENT)
    return found[0] if found is not None else ""


def parse_tree(scanner: Scanner, operator: str, *, negated: bool = False, depth: int = 0) -> Tree:
    """Parses `(node, node, …)`."""
    if depth > _MAX_TREE_DEPTH:
        raise scanner.error("a shallower tree")
    scanner.skip_blanks()
    scanner.expect("(")
    nodes: list[Condition] = []
    while True:
        scanner.skip_blanks()
        nodes.append(_parse_node(scanner, depth))
        scanner.skip_blanks()
        if not scanner.take(","):
            break
    scanner.expect(")")
    return Tree(operator, tuple(nodes), negated)


_TREE_OPERATOR = re.compile(r"(?P<negated>not\.)?(?P<operator>and|or)(?=[ \t]*\()")


def _parse_node(scanner: Scanner, depth: int) -> Condition:
    found = scanner.match(_TREE_OPERATOR)
    if found is not None:
        return parse_tree(scanner, found["operator"], negated=found["negated"] is not None, depth=depth + 1)
    if scanner.is_next(")") or scanner.is_next(","):
        raise scanner.error(_EXPECTED_NODE)
    field = scanner.field()
    if not scanner.take("."):
        raise scanner.error("delimiter (.)")
    start = scanner.at
    try:
        return Filter(field, parse_operation(scanner, in_tree=True))
    except ParseError:
        if field.name == "not":
            raise scanner.error("logic operator (and, or)", at=start) from None
        raise
