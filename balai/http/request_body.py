"""Reads a request body from ASGI within a maximum size and an idle timeout.

Without the idle timeout a client that sends nothing holds its request, and what it has sent so far, for as long as it
likes: no other layer closes such a connection. The errors are neutral; each service turns them into its own responses.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping

from balai.http.asgi import Receive

# A client that sends nothing for this long has lost its network, or wants to hold memory.
IDLE_TIMEOUT_S = 60.0


class ClientGone(Exception):
    """The client disconnected before its request was complete. No response can reach it."""


class BodyTimeout(Exception):
    """The client sent nothing for the idle timeout."""


class BodyTooLarge(Exception):
    """The body is, or is declared as, larger than the maximum."""


class RequestBody:
    """The body of one request. `length` is the declared length; None where it is not known."""

    def __init__(self, receive: Receive, length: int | None = None) -> None:
        self._receive = receive
        self.length = length
        # Bytes received so far.
        self.received = 0
        self.is_complete = False
        self._is_interrupted = False
        self._timer: asyncio.Timeout | None = None

    @classmethod
    def of(cls, receive: Receive, headers: Mapping[str, str]) -> "RequestBody":
        """The body of a request with these headers."""
        declared = headers.get("content-length", "")
        if declared.isdecimal():
            return cls(receive, int(declared))
        return cls(receive, None if "transfer-encoding" in headers else 0)

    async def next_chunk(self) -> bytes:
        """The next bytes; empty ones do not mean the end, `is_complete` does.

        Raises:
            ClientGone: the client disconnected.
            BodyTimeout: the client sent nothing for IDLE_TIMEOUT_S, or `interrupt` was called.
        """
        try:
            async with asyncio.timeout(0 if self._is_interrupted else IDLE_TIMEOUT_S) as self._timer:
                message = await self._receive()
        except TimeoutError as error:
            raise BodyTimeout from error
        finally:
            self._timer = None
        if message["type"] == "http.disconnect":
            raise ClientGone
        self.is_complete = not message.get("more_body", False)
        chunk: bytes = message.get("body", b"")
        self.received += len(chunk)
        return chunk

    async def chunks(self) -> AsyncIterator[bytes]:
        """The rest of the body as it arrives. Raises what `next_chunk` raises."""
        while not self.is_complete:
            if chunk := await self.next_chunk():
                yield chunk

    async def read(self, maximum: int) -> bytes:
        """The whole body, in memory.

        Raises:
            BodyTooLarge: more than `maximum` bytes; a body declared as larger is not read at all.
            ClientGone: the client disconnected.
            BodyTimeout: the client sent nothing for IDLE_TIMEOUT_S.
        """
        if (self.length or 0) > maximum:
            raise BodyTooLarge
        parts: list[bytes] = []
        while not self.is_complete:
            parts.append(await self.next_chunk())
            if self.received > maximum:
                raise BodyTooLarge
        return b"".join(parts)

    def interrupt(self) -> None:
        """End the wait for the next chunk, and every later one, as if the idle timeout had passed."""
        self._is_interrupted = True
        if self._timer is not None:
            self._timer.reschedule(asyncio.get_running_loop().time())
