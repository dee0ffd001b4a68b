"""Bodies, parsed only for their keys."""

import pytest

from balai.backend.rest.errors import RestError
from balai.backend.rest.request.payload import EMPTY, JSON_TYPE, Payload, media_type_of, read_arguments, read_rows


def test_the_text_is_unchanged() -> None:
    text = ' {"a": 1.000, "b": {"x": [1, 2]}, "a": 2}'
    assert read_rows(JSON_TYPE, text.encode(), None) == Payload(text, False, ("a", "b"))


def test_keys_may_come_in_any_order() -> None:
    assert read_rows(JSON_TYPE, b'[{"a":1,"b":2},{"b":3,"a":4}]', None).keys == ("a", "b")
    assert read_rows(JSON_TYPE, b'[{"a":1},{"b":2}]', ("a",)).keys == ("a",)


@pytest.mark.parametrize("body", [b"5", b'"x"', b"null", b"[]"])
def test_bodies_without_rows_are_empty(body: bytes) -> None:
    assert read_rows(JSON_TYPE, body, None) == EMPTY


@pytest.mark.parametrize("body", [b"", b"{", b"[1]", b'{"a":1}x', b"\xff", b'[{"a":1},{"b":1}]', b"[" * 9999])
def test_unreadable_bodies_are_rejected(body: bytes) -> None:
    with pytest.raises(RestError) as raised:
        read_rows(JSON_TYPE, body, None)
    assert (raised.value.status, raised.value.code) == (400, "PGRST102")


def test_arguments_are_one_object() -> None:
    assert read_arguments(JSON_TYPE, b"", None) == Payload("{}", False, ())
    assert read_arguments(JSON_TYPE, b'[ {"a":1}, {"a":2}]', None) == Payload('{"a":1}', False, ("a",))
    assert read_arguments(JSON_TYPE, b"[1, 2]", None) == Payload("{}", False, ())


def test_media_types_lose_their_parameters() -> None:
    assert media_type_of(None) == media_type_of("") == media_type_of("Application/JSON; charset=utf-8") == JSON_TYPE
