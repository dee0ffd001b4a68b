"""Downloads from third parties: hostile addresses, redirects and bodies."""

import asyncio
import gzip
import time
from collections.abc import AsyncIterator

import httpx
import pytest

from balai.http import client as client_module
from balai.http.client import OutgoingHttpClient, RequestFailed, ResponseTooLarge
from tests.site.pictures.hosts import PUBLIC, Respond, endless, sent

PATIENT_S = 5.0


async def public(_host: str, _port: int) -> list[str]:
    return [PUBLIC]


def hello(_request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, content=sent(b"hello"))


async def download(url: str, respond: Respond = hello, *, max_bytes: int = 1000) -> bytes:
    """Download as if every name were on the internet; addresses resolve to themselves, as in the real resolver."""
    seen: list[str] = []

    def check(request: httpx.Request) -> httpx.Response:
        seen.append(request.url.host)
        return respond(request)

    client = OutgoingHttpClient(httpx.MockTransport(check), resolve=resolve_like_the_system)
    try:
        return await client.download(url, max_bytes=max_bytes, accept="image/*")
    finally:
        await client.close()
        assert set(seen) <= {PUBLIC}, "a connection to an address that was not checked"


async def resolve_like_the_system(host: str, port: int) -> list[str]:
    if host.endswith(".example"):
        return [PUBLIC]
    return await client_module.resolve(host, port)


HOSTILE = [
    *("https://10.0.0.1/a.png", "https://127.0.0.1/a.png", "https://127.1/a.png", "https://169.254.169.254/latest"),
    *("https://192.168.1.1/", "https://172.16.0.1/", "https://100.64.0.1/", "https://0.0.0.0/", "https://0/"),
    *(
        "https://[::1]/a.png",
        "https://[fc00::1]/",
        "https://[fe80::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::]/",
    ),
    *("https://[::ffff:a9fe:a9fe]/", "https://[64:ff9b::7f00:1]/", "https://[2002:7f00:1::]/", "https://[ff02::1]/"),
    *("https://2130706433/", "https://0x7f000001/", "https://0x7f.1/", "https://017700000001/", "https://0177.0.0.1/"),
    *("https://localhost/", "https://LOCALHOST/", "https://localhost./", "https://ip6-localhost/"),
    *("http://pictures.example/a.png", "file:///etc/passwd", "ftp://pictures.example/a", "gopher://pictures.example/"),
    *(
        "data:image/png;base64,AAAA",
        "javascript:alert(1)",
        "//pictures.example/a",
        "/a.png",
        "",
        "https://",
        "https:///a",
    ),
    *("https://user@pictures.example/", "https://user:pass@pictures.example/", "https://pictures.example:22/a"),
    *("https://pictures.example:8443/", "https://pictures.example:0/", "https://127.0.0.1:443/", "https://[::1]:443/"),
    *("https://pictures.example\t@127.0.0.1/", "https://127.0.0.1\\@pictures.example/", "https://①②⑦.⓪.⓪.①/"),
    *(
        "https://127。0。0。1/",
        "https://" + "a" * 70_000,
        "https://xn--/",
        "https://[::1%25eth0]/",
        "\x00",
        "https://a\x00b/",
    ),
]


@pytest.mark.parametrize("url", HOSTILE, ids=lambda url: repr(url[:40]))
async def test_a_url_that_is_not_on_the_public_internet_is_rejected(url: str) -> None:
    with pytest.raises(RequestFailed):
        await download(url)


@pytest.mark.parametrize("url", HOSTILE, ids=lambda url: repr(url[:40]))
async def test_a_redirect_to_it_is_rejected(url: str) -> None:
    def respond(request: httpx.Request) -> httpx.Response:
        if request.headers["host"] == "pictures.example" and request.url.path == "/start":
            return httpx.Response(302, headers=[(b"location", url.encode("utf-8", "replace"))])
        return httpx.Response(404)

    with pytest.raises(RequestFailed):
        await download("https://pictures.example/start", respond)


async def test_redirects_between_public_hosts_are_followed() -> None:
    def respond(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/a":
            return httpx.Response(301, headers={"location": "/b"})
        if request.url.path == "/b":
            return httpx.Response(307, headers={"location": "https://other.example/c"})
        assert (request.headers["host"], request.extensions["sni_hostname"]) == ("other.example", "other.example")
        return httpx.Response(200, content=sent(b"found"))

    assert await download("https://pictures.example/a", respond) == b"found"


async def test_redirects_in_a_circle_end() -> None:
    requests = 0

    def respond(_request: httpx.Request) -> httpx.Response:
        nonlocal requests
        requests += 1
        return httpx.Response(302, headers={"location": "/again"})

    with pytest.raises(RequestFailed):
        await download("https://pictures.example/", respond)
    assert requests == 4


async def test_a_name_that_resolves_differently_the_second_time_stays_at_the_checked_address() -> None:
    answers = [[PUBLIC], ["127.0.0.1"]]
    seen: list[str] = []

    async def rebinding(_host: str, _port: int) -> list[str]:
        return answers.pop(0)

    def respond(request: httpx.Request) -> httpx.Response:
        seen.append(request.url.host)
        return httpx.Response(302, headers={"location": "/next"})

    client = OutgoingHttpClient(httpx.MockTransport(respond), resolve=rebinding)
    with pytest.raises(RequestFailed, match="public internet"):
        await client.download("https://rebinding.example/", max_bytes=10, accept="*/*")
    assert seen == [PUBLIC]


async def test_one_private_address_among_public_ones_is_enough_to_reject() -> None:
    async def mixed(_host: str, _port: int) -> list[str]:
        return [PUBLIC, "10.0.0.1"]

    client = OutgoingHttpClient(httpx.MockTransport(hello), resolve=mixed)
    with pytest.raises(RequestFailed):
        await client.download("https://mixed.example/", max_bytes=10, accept="*/*")


@pytest.mark.parametrize("status", [204, 206, 304, 403, 404, 500])
async def test_responses_without_a_file_are_rejected(status: int) -> None:
    with pytest.raises(RequestFailed):
        await download("https://pictures.example/", lambda _: httpx.Response(status, content=b"x"))


async def test_an_endless_body_ends_at_the_maximum() -> None:
    with pytest.raises(ResponseTooLarge):
        await download("https://pictures.example/", lambda _: httpx.Response(200, content=endless()), max_bytes=300_000)


async def test_a_declared_length_above_the_maximum_is_not_read() -> None:
    async def unread() -> AsyncIterator[bytes]:
        raise AssertionError
        yield b""

    def respond(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"content-length": "1001"}, content=unread())

    with pytest.raises(ResponseTooLarge):
        await download("https://pictures.example/", respond)


async def test_compressed_bodies_are_not_decompressed() -> None:
    def respond(request: httpx.Request) -> httpx.Response:
        assert request.headers["accept-encoding"] == "identity"
        return httpx.Response(200, headers={"content-encoding": "gzip"}, content=sent(gzip.compress(bytes(10_000_000))))

    with pytest.raises(RequestFailed):
        await download("https://pictures.example/", respond, max_bytes=1_000_000)


async def test_a_body_that_trickles_in_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "DOWNLOAD_TIMEOUT_S", 0.3)

    async def trickle() -> AsyncIterator[bytes]:
        while True:
            yield b"x"
            await asyncio.sleep(0.01)

    start = time.monotonic()
    with pytest.raises(RequestFailed):
        await download("https://pictures.example/", lambda _: httpx.Response(200, content=trickle()))
    assert time.monotonic() - start < PATIENT_S


async def test_a_name_server_that_never_answers_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "DOWNLOAD_TIMEOUT_S", 0.1)

    async def silent(_host: str, _port: int) -> list[str]:
        await asyncio.Event().wait()
        raise AssertionError

    with pytest.raises(RequestFailed):
        await OutgoingHttpClient(httpx.MockTransport(hello), resolve=silent).download(
            "https://silent.example/", max_bytes=10, accept="*/*"
        )


async def test_no_cookie_is_stored_and_no_connection_is_shared() -> None:
    requests: list[httpx.Request] = []

    def respond(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(200, headers={"set-cookie": "a=b; path=/"}, content=sent(b"x"))

    client = OutgoingHttpClient(httpx.MockTransport(respond), resolve=public)
    for host in ("one", "two"):
        await client.download(f"https://{host}.example/", max_bytes=10, accept="*/*")
    assert all("cookie" not in request.headers for request in requests)
    assert all(request.headers["connection"] == "close" for request in requests)
