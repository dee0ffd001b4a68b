"""Takes the body of a request off the wire, piece by piece."""

import asyncio
from collections.abc import AsyncIterator, Mapping

from balai.backend.storage.errors import ClientGone, StorageError, invalid_body
from balai.backend.storage.validation import LARGEST_JSON
from balai.http.asgi import Receive

# A sender who says nothing for so long, in seconds, is gone.
PATIENCE = 60.0


class Arrival:
    """A body on its way. `length` is what the sender says it is; None where she does not."""

    def __init__(self, receive: Receive, headers: Mapping[str, str]) -> None:
        self._receive = receive
        announced = headers.get("content-length", "")
        self.length = int(announced) if announced.isdecimal() else None
        if self.length is None and "transfer-encoding" not in headers:
            self.length = 0
        self._is_over = False
        self._is_waiting = False
        self._is_interrupted = False
        # Bytes that have come.
        self.count = 0
        self._patience: asyncio.Timeout | None = None

    async def pieces(self) -> AsyncIterator[bytes]:
        """What comes, as it comes.

        Raises:
            ClientGone: she hung up.
            StorageError: she fell silent.
        """
        while not self._is_over:
            try:
                async with asyncio.timeout(0 if self._is_interrupted else PATIENCE) as self._patience:
                    self._is_waiting = True
                    message = await self._receive()
                    self._is_waiting = False
            except TimeoutError as error:
                self._is_waiting = False
                raise StorageError("AbortedTerminate", "The upload fell silent", 408, http_status=408) from error
            if message["type"] == "http.disconnect":
                raise ClientGone
            self._is_over = not message.get("more_body", False)
            if data := message.get("body", b""):
                self.count += len(data)
                yield data

    def interrupt(self) -> None:
        """Take the sender for silent at once."""
        self._is_interrupted = True
        if self._is_waiting and self._patience is not None:
            self._patience.reschedule(asyncio.get_running_loop().time())

    async def read_all(self, most: int = LARGEST_JSON) -> bytes:
        """All of it. Raises StorageError when it is larger than `most` bytes, ClientGone."""
        if (self.length or 0) > most:
            raise invalid_body("Request body is too large", 413)
        parts: list[bytes] = []
        size = 0
        async for part in self.pieces():
            size += len(part)
            if size > most:
                raise invalid_body("Request body is too large", 413)
            parts.append(part)
        return b"".join(parts)
