from http import HTTPStatus

import pytest

from balai.site.request.exchange import Request, read_body, read_request, redirect_response


def request(query: bytes = b"", **more: object) -> Request:
    scope = {
        "method": "GET",
        "path": "/zh/blog/诊所",
        "raw_path": b"/zh/blog/%E8%AF%8A%E6%89%80",
        "query_string": query,
        "headers": [(b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"accept-encoding", b"br")],
        **more,
    }
    return read_request(scope)


def test_request_fields_are_parsed() -> None:
    read = request()
    assert (read.path, read.raw_path) == ("/zh/blog/诊所", "/zh/blog/%E8%AF%8A%E6%89%80")
    assert (read.cookie, read.accept_encoding, read.client) == (b"a=1; b=2", b"br", "")


def test_only_known_query_parameters_are_read_in_a_fixed_order() -> None:
    read = request(b"utm=x&tag=b&after=1&tag=c&q=")
    assert list(read.query(("after", "tag", "q")).items()) == [("after", "1"), ("tag", "b")]
    assert read.query(()) == {}


def test_characters_invalid_in_postgresql_are_removed_from_the_query() -> None:
    assert request(b"q=a%00b%FF").query(("q",)) == {"q": "ab\ufffd"}
    assert len(request(b"q=" + b"x" * 9000).query(("q",))["q"]) == 500


@pytest.mark.parametrize(
    "location",
    ["//evil.example", "https://evil.example", "/\\evil.example", "/en/..//evil.example", "/%2fevil.example", ""],
)
def test_redirect_never_leaves_the_site(location: str) -> None:
    response = redirect_response(location, HTTPStatus.FOUND)
    assert response.status == 404
    assert b"location" not in dict(response.headers)


async def test_long_body_is_not_read_to_its_end() -> None:
    parts = iter([b"x" * 60, b"x" * 60])

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": next(parts), "more_body": True}

    assert await read_body(receive, 100) is None


async def test_disconnected_browser_sends_no_body() -> None:
    async def receive() -> dict[str, object]:
        return {"type": "http.disconnect"}

    assert await read_body(receive, 100) is None
