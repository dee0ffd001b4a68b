"""The grammar of select, order and lists of names."""

import pytest

from balai.backend.rest.errors import ParseError
from balai.backend.rest.request.selection import parse_names, parse_order, parse_select
from balai.backend.rest.request.syntax import Column, Embed, Field, OrderTerm, Star, Step


def test_columns_with_alias_cast_and_path() -> None:
    assert parse_select("*, id ,n:name,price::text,x:data->a->>0::int") == (
        Star(),
        Column(Field("id")),
        Column(Field("name"), "n"),
        Column(Field("price"), cast="text"),
        Column(Field("data", (Step("a", False, False), Step("0", True, True))), "x", "int"),
    )


def test_aggregates() -> None:
    assert parse_select("count(),n:count()::text,price::int.sum()::text,count") == (
        Column(None, aggregate="count"),
        Column(None, "n", aggregate="count", aggregate_cast="text"),
        Column(Field("price"), None, "int", "sum", "text"),
        Column(Field("count")),
    )


def test_embeds_with_hints_and_kinds_of_join() -> None:
    assert parse_select("a:b!fk!inner(id),c!left(*),...d(e()),f!inner!col()") == (
        Embed("b", (Column(Field("id")),), "a", "fk", is_inner=True),
        Embed("c", (Star(),)),
        Embed("d", (Embed("e", ()),), is_spread=True),
        Embed("f", (), hint="col", is_inner=True),
    )


def test_an_empty_select_means_all_columns() -> None:
    assert parse_select("") == (Star(),)


@pytest.mark.parametrize(
    "text", ["id,", ",id", "a(", "a(id", "id::", "a:", "...a", "id.foo()", "id.foo", "*x", "id::int.foo"]
)
def test_invalid_selects(text: str) -> None:
    with pytest.raises(ParseError):
        parse_select(text)


@pytest.mark.parametrize("text", ["id)", "id).foo", "id)("])
def test_text_after_the_list_is_ignored(text: str) -> None:
    assert parse_select(text) == (Column(Field("id")),)


def test_the_depth_of_embeds_is_limited() -> None:
    with pytest.raises(ParseError):
        parse_select("a(" * 1000 + ")" * 1000)


def test_order_terms() -> None:
    assert parse_order("a, b.desc,c.asc.nullslast,d.nullsfirst,rel(e->f).desc") == (
        OrderTerm(Field("a")),
        OrderTerm(Field("b"), direction="desc"),
        OrderTerm(Field("c"), direction="asc", nulls="last"),
        OrderTerm(Field("d"), nulls="first"),
        OrderTerm(Field("e", (Step("f", False, False),)), "rel", "desc"),
    )
    with pytest.raises(ParseError):
        parse_order("a.down")


def test_names() -> None:
    assert parse_names('"a","b c",d', "columns") == ("a", "b c", "d")
    with pytest.raises(ParseError):
        parse_names("", "columns")
