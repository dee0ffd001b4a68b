"""Outgoing requests reach only allowed hosts, and end in time."""

import asyncio
from collections.abc import AsyncIterator

import brotli
import httpx
import pytest

from balai.http import client as client_module
from balai.http.client import MAX_RESPONSE_BYTES, OutgoingHttpClient, RequestFailed


def transport(body: bytes = b"{}") -> httpx.MockTransport:
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
async def test_addresses_that_are_not_public_are_rejected(url: str, address: str) -> None:
    async def resolve(_host: str, _port: int) -> list[str]:
        return [address]

    with pytest.raises(RequestFailed):
        await OutgoingHttpClient(transport(), resolve=resolve).fetch("GET", url, trusted=False)


async def test_the_connection_uses_the_checked_address() -> None:
    seen: list[httpx.Request] = []

    def respond(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200)

    async def resolve(_host: str, _port: int) -> list[str]:
        return ["93.184.216.34"]

    client = OutgoingHttpClient(httpx.MockTransport(respond), resolve=resolve)
    await client.fetch("GET", "https://login.example/keys?a=b", trusted=False)
    assert (seen[0].url.host, seen[0].headers["host"]) == ("93.184.216.34", "login.example")
    assert seen[0].extensions["sni_hostname"] == "login.example"


async def test_a_response_above_the_maximum_size_is_rejected() -> None:
    client = OutgoingHttpClient(transport(b"x" * (MAX_RESPONSE_BYTES + 1)))
    with pytest.raises(RequestFailed):
        await client.fetch("GET", "https://a.example", trusted=True)


class Bomb(httpx.AsyncByteStream):
    """A compressed body that notes whether it was read."""

    was_read = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        self.was_read = True
        yield brotli.compress(b"\0" * 10_000_000)


async def test_a_compressed_response_of_a_third_party_is_not_read() -> None:
    """A member names the push service of their device, and a few hundred bytes took a gigabyte."""
    bomb, asked = Bomb(), ""

    def respond(request: httpx.Request) -> httpx.Response:
        nonlocal asked
        asked = request.headers["accept-encoding"]
        return httpx.Response(201, headers={"content-encoding": "br"}, stream=bomb)

    async def resolve(_host: str, _port: int) -> list[str]:
        return ["93.184.216.34"]

    client = OutgoingHttpClient(httpx.MockTransport(respond), resolve=resolve)
    assert await client.fetch("POST", "https://push.example/x", trusted=False) == (201, b"")
    assert (asked, bomb.was_read) == ("identity", False)


async def test_a_response_that_never_comes_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "TOTAL_TIMEOUT_S", 0.05)

    async def never(_request: httpx.Request) -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError

    with pytest.raises(RequestFailed):
        await OutgoingHttpClient(httpx.MockTransport(never)).fetch("GET", "https://a.example", trusted=True)


async def test_redirects_are_not_followed() -> None:
    def respond(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(302, headers={"location": "http://127.0.0.1/"})

    client = OutgoingHttpClient(httpx.MockTransport(respond))
    status, _ = await client.fetch("GET", "https://a.example", trusted=True)
    assert status == 302
