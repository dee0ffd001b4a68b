"""Row ranges in requests and responses."""

import pytest

from balai.backend.rest.errors import RestError
from balai.backend.rest.request.ranges import Window, content_range, parse_range, range_status


@pytest.mark.parametrize(
    ("header", "window"),
    [("0-9", Window(0, 10)), ("5-", Window(5)), ("bytes=0-9", None), ("-5", None), ("0-9,20-29", None), ("", None)],
)
def test_range_headers(header: str, window: Window | None) -> None:
    assert parse_range(header) == window


def test_a_reversed_range_is_rejected() -> None:
    with pytest.raises(RestError) as raised:
        parse_range("9-0")
    assert (raised.value.status, raised.value.code) == (416, "PGRST103")


@pytest.mark.parametrize(
    ("offset", "rows", "total", "status", "header"),
    [
        (0, 2, None, 200, "0-1/*"),
        (0, 0, None, 200, "*/*"),
        (0, 2, 5, 206, "0-1/5"),
        (3, 2, 5, 206, "3-4/5"),
        (5, 0, 5, 206, "*/5"),
        (0, 5, 5, 200, "0-4/5"),
        (0, 0, 0, 200, "*/0"),
    ],
)
def test_content_range_and_status(offset: int, rows: int, total: int | None, status: int, header: str) -> None:
    assert range_status(offset, rows, total) == status
    assert content_range(offset, rows, total) == header


def test_an_offset_beyond_the_end_is_rejected() -> None:
    with pytest.raises(RestError) as raised:
        range_status(6, 0, 5)
    assert raised.value.headers == {"Content-Range": "*/5"}
