"""Reading a request body within a maximum size and an idle timeout."""

import asyncio
from collections.abc import Iterable

import pytest

from balai.http import request_body
from balai.http.asgi import Message, Receive
from balai.http.request_body import BodyTimeout, BodyTooLarge, ClientGone, RequestBody


def sending(parts: Iterable[bytes], *, is_silent: bool = False) -> Receive:
    """Sends these parts, the last one as the end of the body; `is_silent`: sends no end."""
    left = list(parts)

    async def receive() -> Message:
        if not left:
            await asyncio.Event().wait()
        part = left.pop(0)
        return {"type": "http.request", "body": part, "more_body": is_silent or bool(left)}

    return receive


async def disconnect() -> Message:
    return {"type": "http.disconnect"}


async def test_reads_chunks_to_the_end() -> None:
    body = RequestBody(sending([b"ab", b"", b"c"]))
    assert [chunk async for chunk in body.chunks()] == [b"ab", b"c"]
    assert (body.received, body.is_complete) == (3, True)
    assert await RequestBody(sending([b"ab", b"c"])).read(3) == b"abc"


async def test_body_above_the_maximum_is_rejected() -> None:
    body = RequestBody(sending([b"ab", b"cd", b"ef"]))
    with pytest.raises(BodyTooLarge):
        await body.read(3)
    assert body.received == 4
    declared = RequestBody.of(sending([]), {"content-length": "4"})
    with pytest.raises(BodyTooLarge):
        await declared.read(3)


@pytest.mark.parametrize(
    ("headers", "length"),
    [({}, 0), ({"content-length": "7"}, 7), ({"transfer-encoding": "chunked"}, None), ({"content-length": "x"}, 0)],
)
def test_declared_length(headers: dict[str, str], length: int | None) -> None:
    assert RequestBody.of(disconnect, headers).length == length


async def test_disconnect_is_reported() -> None:
    with pytest.raises(ClientGone):
        await RequestBody(disconnect).read(10)


@pytest.mark.parametrize("parts", [[], [b"ab"]])
async def test_idle_client_times_out(monkeypatch: pytest.MonkeyPatch, parts: list[bytes]) -> None:
    monkeypatch.setattr(request_body, "IDLE_TIMEOUT_S", 0.02)
    async with asyncio.timeout(5):
        with pytest.raises(BodyTimeout):
            await RequestBody(sending(parts, is_silent=True)).read(10)


async def test_interrupt_ends_the_wait() -> None:
    body = RequestBody(sending([b"ab"], is_silent=True))
    assert await body.next_chunk() == b"ab"
    reading = asyncio.create_task(body.next_chunk())
    await asyncio.sleep(0)
    body.interrupt()
    async with asyncio.timeout(5):
        with pytest.raises(BodyTimeout):
            await reading
        with pytest.raises(BodyTimeout):
            await body.next_chunk()
