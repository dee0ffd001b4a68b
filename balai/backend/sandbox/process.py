"""One process of the sandbox, as the server sees it."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Mapping
from typing import Any, Literal

import msgspec

from balai.backend.sandbox.frames import BODY, END, FAILED, HEAD, MAX_FRAME, READY, body_frames, frame, read_frame
from balai.functions import Function

MIB = 1 << 20
Reason = Literal["boot", "error", "memory", "time", "busy"]


class SandboxError(Exception):
    """The work failed: the function did not start, raised an error, exceeded a limit, or no process was free."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class ResponseHead(msgspec.Struct, frozen=True):
    """Status and headers of a response."""

    status: int
    headers: dict[str, str]


class SandboxProcess:
    """A running process that handles one request at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("a process needs both pipes")
        self._process = process
        self._writer = process.stdin
        self._reader = process.stdout
        self._sender: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, function: Function, environment: Mapping[str, str]) -> "SandboxProcess":
        """Starts a process for a function. Raises SandboxError if its code cannot be loaded."""
        running = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "balai.backend.sandbox.worker"),
            *(function.location, str(function.memory_mb * MIB), str(function.time_limit_s)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**_own_environment(), **environment},
            limit=MAX_FRAME,
        )
        process = cls(running)
        try:
            kind, payload = await read_frame(process._reader)
        except asyncio.IncompleteReadError as error:
            await process.stop()
            raise SandboxError("boot") from error
        except BaseException:
            await process.stop()
            raise
        if kind != READY:
            await process.stop()
            raise SandboxError("memory" if payload == b"memory" else "boot")
        return process

    @property
    def is_alive(self) -> bool:
        """Whether it can handle another request."""
        return self._process.returncode is None and self._sender is None and not self._reader.at_eof()

    async def send(
        self, head: Mapping[str, Any], body: AsyncIterator[bytes]
    ) -> tuple[ResponseHead, AsyncIterator[bytes]]:
        """Sends a request and waits for the start of its response; the iterator yields the rest.

        Raises:
            SandboxError: from the iterator too.
        """
        self._writer.write(frame(HEAD, msgspec.json.encode(head)))
        self._sender = asyncio.create_task(self._send_body(body))
        kind, payload = await self._next()
        if kind != HEAD:
            raise SandboxError("error")
        try:
            return msgspec.json.decode(payload, type=ResponseHead), self._rest()
        except msgspec.MsgspecError as error:
            raise SandboxError("error") from error

    async def _rest(self) -> AsyncIterator[bytes]:
        while True:
            kind, payload = await self._next()
            if kind == END:
                break
            if kind == BODY:
                yield payload
        # Only a process that has read its request to the end can handle another one.
        if self._sender is not None and self._sender.done() and self._sender.exception() is None:
            self._sender = None

    async def _send_body(self, body: AsyncIterator[bytes]) -> None:
        with contextlib.suppress(ConnectionError):
            async for part in body:
                for piece in body_frames(part):
                    self._writer.write(piece)
                await self._writer.drain()
            self._writer.write(frame(END))
            await self._writer.drain()

    async def _next(self) -> tuple[bytes, bytes]:
        """Returns the next frame. An error in the request's own body ends the response too."""
        reading = asyncio.ensure_future(read_frame(self._reader))
        try:
            if self._sender is not None and not self._sender.done():
                await asyncio.wait({reading, self._sender}, return_when=asyncio.FIRST_COMPLETED)
            if self._sender is not None and self._sender.done() and (error := self._sender.exception()) is not None:
                raise error
            kind, payload = await reading
        except asyncio.IncompleteReadError as error:
            raise SandboxError("error") from error
        finally:
            reading.cancel()
        if kind == FAILED:
            raise SandboxError("memory" if payload == b"memory" else "error")
        return kind, payload

    async def stop(self) -> None:
        """Kills the process."""
        if self._sender is not None:
            self._sender.cancel()
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._writer.close()
        await self._process.wait()


def _own_environment() -> dict[str, str]:
    """Returns the environment for functions: the operator's, without Balai's own settings and secrets."""
    return {name: value for name, value in os.environ.items() if not name.startswith("BALAI_")}
