"""Takes the body of a request off the wire, piece by piece."""

import asyncio
from collections.abc import AsyncIterator, Mapping

from balai.backend.storage.errors import ClientGone, StorageError, invalid_body
from balai.backend.storage.schemas import LARGEST_JSON
from balai.observability import Receive

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

    async def pieces(self) -> AsyncIterator[bytes]:
        """What comes, as it comes.

        Raises:
            ClientGone: she hung up.
            StorageError: she fell silent.
        """
        while not self._is_over:
            try:
                async with asyncio.timeout(PATIENCE):
                    message = await self._receive()
            except TimeoutError as error:
                raise StorageError("AbortedTerminate", "The upload fell silent", 408, http_status=408) from error
            if message["type"] == "http.disconnect":
                raise ClientGone
            self._is_over = not message.get("more_body", False)
            if data := message.get("body", b""):
                yield data

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
