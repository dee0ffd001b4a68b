"""Runs inside a process of the sandbox: loads one `handle` and serves one request after another.

The kernel enforces the limits: RLIMIT_DATA for memory, and a timer that ends the process even if its parent has died.
"""

import asyncio
import importlib
import importlib.util
import inspect
import json
import os
import resource
import signal
import sys
import traceback
from collections.abc import AsyncIterator, Callable
from typing import Any

from balai.backend.sandbox.frames import BODY, END, FAILED, HEAD, READY, body_frames, frame, read_frame
from balai.functions import Request, Response

Handle = Callable[[Request], Any]
JSON_TYPE = "application/json"


def main() -> None:
    """Entry of `python -m balai.backend.sandbox.worker LOCATION MEMORY_BYTES TIME_LIMIT_S`."""
    location, memory, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    # Printed text goes to the log, so that the parent receives frames only.
    reading, writing = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asyncio.run(_run(location, seconds, reading, writing))


async def _run(location: str, seconds: float, reading: int, writing: int) -> None:
    reader, writer = await _pipes(reading, writing)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        handle = _load(location)
    except BaseException as error:  # noqa: BLE001 - the parent has to know, whatever it is
        traceback.print_exc()
        writer.write(frame(FAILED, b"memory" if isinstance(error, MemoryError) else b"boot"))
        await writer.drain()
        return
    writer.write(frame(READY))
    try:
        while True:
            signal.setitimer(signal.ITIMER_REAL, 0)
            _, head = await read_frame(reader)
            # One second more than the parent waits: this timer matters if the parent has ended.
            signal.setitimer(signal.ITIMER_REAL, seconds + 1)
            if not await _handle_request(handle, json.loads(head), reader, writer):
                return
    except (asyncio.IncompleteReadError, ConnectionError):
        return


async def _pipes(reading: int, writing: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(reading, "rb"))
    transport, protocol = await loop.connect_write_pipe(
        asyncio.streams.FlowControlMixin, os.fdopen(writing, "wb", buffering=0)
    )
    return reader, asyncio.StreamWriter(transport, protocol, None, loop)


def _load(location: str) -> Handle:
    kind, _, where = location.partition(":")
    if kind == "module":
        name, _, attribute = where.partition(":")
        return _check_callable(getattr(importlib.import_module(name), attribute or "handle"))
    # Modules that functions share lie in the function's directory.
    sys.path.insert(0, os.path.dirname(where))  # noqa: PTH120 - pathlib would be imported only for this
    spec = importlib.util.spec_from_file_location("balai_function", where)
    if spec is None or spec.loader is None:
        raise ImportError(where)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return _check_callable(module.handle)


def _check_callable(handle: Any) -> Handle:
    if not callable(handle):
        raise TypeError("handle is not a function")
    return handle  # type: ignore[no-any-return]  # its type is unknown


async def _handle_request(
    handle: Handle, head: dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> bool:
    """Handles one request; False if the process has to end."""
    body = _RequestBody(reader)
    try:
        result = await _call(handle, Request(head, body.parts()))
        await _send(_response_of(result), writer)
        await body.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        return False
    except MemoryError:
        writer.write(frame(FAILED, b"memory"))
        await writer.drain()
        return False
    except Exception:  # noqa: BLE001 - a function may raise anything; the log has it
        traceback.print_exc()
        writer.write(frame(FAILED, b"error"))
        await writer.drain()
        return False
    return True


async def _call(handle: Handle, request: Request) -> Any:
    if inspect.iscoroutinefunction(handle):
        return await handle(request)
    result = await asyncio.to_thread(handle, request)
    return await result if inspect.isawaitable(result) else result


class _RequestBody:
    """The body of the current request."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self._has_ended = False

    async def parts(self) -> AsyncIterator[bytes]:
        while not self._has_ended:
            kind, payload = await read_frame(self._reader)
            self._has_ended = kind == END
            if kind == BODY:
                yield payload

    async def drain(self) -> None:
        async for _ in self.parts():
            pass


def _response_of(result: Any) -> Response:
    return result if isinstance(result, Response) else Response(result, 204 if result is None else 200)


async def _send(response: Response, writer: asyncio.StreamWriter) -> None:
    body = response.body
    headers = {name.lower(): value for name, value in response.headers.items()}
    if isinstance(body, str):
        kind, body = "text/plain; charset=utf-8", body.encode()
    elif isinstance(body, dict | list):
        kind, body = JSON_TYPE, json.dumps(body, ensure_ascii=False).encode()
    else:
        kind = "application/octet-stream"
    if body is not None:
        headers.setdefault("content-type", kind)
    if body is None or isinstance(body, bytes):
        headers["content-length"] = str(len(body or b""))
    writer.write(frame(HEAD, json.dumps({"status": response.status, "headers": headers}).encode()))
    async for part in _parts(body):
        for piece in body_frames(part):
            writer.write(piece)
        await writer.drain()
    writer.write(frame(END))
    await writer.drain()


async def _parts(body: Any) -> AsyncIterator[bytes]:
    if isinstance(body, bytes):
        yield body
    elif hasattr(body, "__aiter__"):
        async for part in body:
            yield part
    elif body is not None:
        for part in body:
            yield part


if __name__ == "__main__":
    main()
