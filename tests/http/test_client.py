"""Questions to other machines go where they may, no farther, and end."""

import asyncio

import httpx
import pytest

from balai.http import client as outgoing
from balai.http.client import MAX_ANSWER, Outgoing, Unreachable


def answering(body: bytes = b"{}") -> httpx.MockTransport:
    return httpx.MockTransport(lambda _: httpx.Response(200, content=body))


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://evil.example/", "127.0.0.1"),
        ("https://evil.example/", "10.1.2.3"),
        ("https://evil.example/", "169.254.169.254"),
        ("https://evil.example/", "::1"),
        ("https://evil.example/", "fd00::1"),
        ("https://evil.example/", "::ffff:127.0.0.1"),
        ("http://evil.example/", "93.184.216.34"),
        ("https://user@evil.example/", "93.184.216.34"),
        ("file:///etc/passwd", "93.184.216.34"),
    ],
)
async def test_no_way_into_this_network(url: str, address: str) -> None:
    async def resolve(_host: str, _port: int) -> list[str]:
        return [address]

    with pytest.raises(Unreachable):
        await Outgoing(answering(), resolve=resolve).fetch("GET", url, trusted=False)


async def test_the_connection_goes_to_the_address_that_was_checked() -> None:
    seen: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200)

    async def resolve(_host: str, _port: int) -> list[str]:
        return ["93.184.216.34"]

    client = Outgoing(httpx.MockTransport(answer), resolve=resolve)
    await client.fetch("GET", "https://login.example/keys?a=b", trusted=False)
    assert (seen[0].url.host, seen[0].headers["host"]) == ("93.184.216.34", "login.example")
    assert seen[0].extensions["sni_hostname"] == "login.example"


async def test_an_answer_without_end() -> None:
    with pytest.raises(Unreachable):
        await Outgoing(answering(b"x" * (MAX_ANSWER + 1))).fetch("GET", "https://a.example", trusted=True)


async def test_an_answer_that_never_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 0.05)

    async def never(_request: httpx.Request) -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError

    with pytest.raises(Unreachable):
        await Outgoing(httpx.MockTransport(never)).fetch("GET", "https://a.example", trusted=True)


async def test_redirects_are_not_followed() -> None:
    def answer(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(302, headers={"location": "http://127.0.0.1/"})

    assert (await Outgoing(httpx.MockTransport(answer)).fetch("GET", "https://a.example", trusted=True))[0] == 302
