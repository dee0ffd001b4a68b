"""Messages and details of PGRST100: the column and the words that PostgREST expects there."""

import pytest

from balai.backend.rest.errors import ParseError
from balai.backend.rest.request.query_string import extract_values, parse

DIRECTIONS = '"asc", "desc", "nullsfirst" or "nullslast"'
NULLS = '"nullsfirst" or "nullslast"'
OPERATOR = "operator (eq, gt, ...)"
NODE = "field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)"
# Query, what is named, its column, what was found and expected.
WRONG = [
    ("id=0", "filter (0)", 1, f'"0" expecting "not" or {OPERATOR}'),
    ("id=foo.1", "filter (foo.1)", 1, f'"f" expecting "not" or {OPERATOR}'),
    ("id=not.foo.1", "filter (not.foo.1)", 5, f'"f" expecting {OPERATOR}'),
    ("id=in.1", "filter (in.1)", 4, '"1" expecting "("'),
    ("a.id=", "filter ()", 1, f'end of input expecting "not" or {OPERATOR}'),
    ("id->>=eq.1", "tree path (id->>)", 6, "end of input expecting JSON path key"),
    ("or=()", "logic tree (())", 4, f'")" expecting {NODE}'),
    ("or=(a.eq.1,)", "logic tree ((a.eq.1,))", 11, f'")" expecting {NODE}'),
    ("or=)(", "logic tree ()()", 3, '")" expecting "("'),
    ("or=(id.in.1,2,id.eq.3)", "logic tree ((id.in.1,2,id.eq.3))", 10, '"1" expecting "("'),
    ("not.or=(id.in.1)", "logic tree ((id.in.1))", 14, '"1" expecting "("'),
    ("b.not.and=(id.in.1)", "logic tree ((id.in.1))", 15, '"1" expecting "("'),
    (
        "or=(id.eq.1,not.xor(id.eq.2,id.eq.3))",
        "logic tree ((id.eq.1,not.xor(id.eq.2,id.eq.3)))",
        16,
        '"x" expecting logic operator (and, or)',
    ),
    ("order=id.ac", "order (id.ac)", 4, f'"c" expecting {DIRECTIONS}'),
    ("order=id.nulsfist", "order (id.nulsfist)", 4, f'"n" expecting {DIRECTIONS}'),
    ("order=id.smth34", "order (id.smth34)", 4, f'"s" expecting {DIRECTIONS}'),
    ("order=id.", "order (id.)", 4, f"end of input expecting {DIRECTIONS}"),
    ("order=id.descc", "order (id.descc)", 8, "'c' expecting delimiter (.), \",\" or end of input"),
    ("order=id.nullslasttt", "order (id.nullslasttt)", 13, "'t' expecting \",\" or end of input"),
    ("order=id.asc.nlsfst", "order (id.asc.nlsfst)", 8, f'"l" expecting {NULLS}'),
    ("order=id.asc.nullslasttt", "order (id.asc.nullslasttt)", 17, "'t' expecting \",\" or end of input"),
]


@pytest.mark.parametrize(("query", "named", "column", "details"), WRONG)
def test_a_parse_error_names_the_text_and_what_is_expected(query: str, named: str, column: int, details: str) -> None:
    with pytest.raises(ParseError) as raised:
        parse(extract_values(query.encode()).tokens)
    assert raised.value.message == f'"failed to parse {named}" (line 1, column {column})'
    assert raised.value.details == f"unexpected {details}"


@pytest.mark.parametrize(
    "query", ["order=id , name.desc", "order=id.asc ,name", "order=a(b).desc.nullsfirst", "or=(not.eq.1,a.eq.2)"]
)
def test_what_is_right_is_parsed(query: str) -> None:
    assert parse(extract_values(query.encode()).tokens)
