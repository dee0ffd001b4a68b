"""Names, bare and quoted, and paths into JSON."""

import pytest

from balai.backend.rest.errors import ParseError
from balai.backend.rest.request.scanner import Scanner
from balai.backend.rest.request.syntax import Field, Step


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("id", "id"),
        (" a b ", "a b"),
        ("a-b", "a-b"),
        ("tên", "tên"),
        ("名", "名"),
        ('"a.b"', "a.b"),
        ('"a\\"b\\\\"', 'a"b\\'),
    ],
)
def test_names(text: str, name: str) -> None:
    assert Scanner(text, "name").name() == name


@pytest.mark.parametrize("text", ["", ".", "(", "-a", "  "])
def test_invalid_names(text: str) -> None:
    with pytest.raises(ParseError):
        Scanner(text, "name").name()


def test_an_arrow_ends_a_name() -> None:
    assert Scanner("data->a-b->>0", "field").field() == Field(
        "data", (Step("a-b", False, False), Step("0", True, True))
    )


@pytest.mark.parametrize("index", ["99999999999", "9" * 5000])
def test_an_index_too_large_for_postgres_is_a_key(index: str) -> None:
    assert Scanner(f"a->{index}", "field").field().steps == (Step(index, False, False),)


def test_an_index_before_a_parenthesis_is_an_index() -> None:
    assert Scanner("a->0)", "field").field().steps == (Step("0", False, True),)
