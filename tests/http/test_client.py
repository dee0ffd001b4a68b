"""Outgoing requests reach only allowed hosts, and end in time."""

import asyncio

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
