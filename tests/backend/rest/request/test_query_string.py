"""Splitting the query string: shape, values, and precedence of repeated clauses."""

from balai.backend.rest.request.query_string import apply_range, extract_values, parse
from balai.backend.rest.request.ranges import Window
from balai.backend.rest.request.syntax import Field, Filter, Operation, Param, Star


def test_requests_that_differ_in_values_have_one_shape() -> None:
    first = extract_values(b"id=eq.1&name=like.a*&age=in.(1,2)&offset=20&limit=5")
    second = extract_values(b"id=eq.2&name=like.b*c&age=in.(3)&offset=40&limit=5")
    assert first.tokens == second.tokens
    assert first.values == ("1", "a%", '{"1","2"}', "20")
    assert second.values == ("2", "b%c", '{"3"}', "40")
    assert second.offset == 40


def test_the_operator_belongs_to_the_shape() -> None:
    assert extract_values(b"id=eq.1").tokens != extract_values(b"id=gt.1").tokens
    assert extract_values(b"limit=1").tokens != extract_values(b"limit=2").tokens
    assert extract_values(b"offset=0").tokens != extract_values(b"offset=1").tokens


def test_percent_and_plus_are_decoded_and_lone_names_dropped() -> None:
    assert extract_values(b"t=eq.a%26b+c&flag&t=eq.%E4%BD%A0").values == ("a&b c", "\u4f60")


def test_repeated_clauses() -> None:
    query = parse(extract_values(b"select=a&select=b&order=a&order=b&limit=1&limit=2&id=gt.1&id=lt.5").tokens)
    assert [item.field.name for item in query.select] == ["a"]  # type: ignore[union-attr]
    assert query.orders[0][1][0].field.name == "a"
    assert query.limits == (((), 2),)
    assert len(query.conditions) == 2


def test_reserved_names_are_escaped_by_quotes() -> None:
    query = parse(extract_values(b'"order"=eq.1').tokens)
    assert query.conditions == (((), Filter(Field("order"), Operation("eq", Param(slot=0)))),)
    assert query.select == (Star(),)


def test_paths_lead_to_embeds() -> None:
    query = parse(extract_values(b"a.b.id=eq.1&a.or=(x.eq.1)&a.not.and=(x.eq.1)&a.b.order=c&a.limit=1").tokens)
    assert [path for path, _ in query.conditions] == [("a", "b"), ("a",), ("a",)]
    assert [path for path, _ in query.orders] == [("a", "b")]


def test_a_parameter_that_is_no_filter_can_be_an_argument() -> None:
    extracted = extract_values(b"a=5&b=gt.2&a=x", has_arguments=True)
    query = parse(extracted.tokens)
    assert query.arguments == (("a", Param(slot=0)), ("a", Param(slot=2)))
    assert extracted.values == ("5", "2", "x")
    assert len(query.conditions) == 1


def test_a_range_narrows_the_window() -> None:
    extracted = apply_range(extract_values(b"limit=10&offset=5"), Window(8, 100))
    assert extracted.offset == 8
    assert [(token.key, token.text) for token in extracted.tokens] == [("limit", "7"), ("offset", "")]


def test_limits_that_are_not_numbers_are_ignored() -> None:
    assert parse(extract_values(b"limit=x&offset=y").tokens).limits == ()
    assert extract_values(b"offset=-3").offset == 0
