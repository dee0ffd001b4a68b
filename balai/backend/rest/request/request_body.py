"""Reads the body of a request off the wire: into memory, or, where many rows are inserted, into a file."""

import asyncio
from collections.abc import Callable

from balai.backend.rest.errors import RestError
from balai.backend.rest.request.payload import CSV_TYPE, JSON_TYPE, media_of
from balai.database.pipeline.spool import Spool
from balai.http.asgi import Receive

# In bytes. What is larger than the first goes to a file, if it may be an insert of many rows; nothing else may be
# larger than the second, and nothing at all larger than the third.
IN_MEMORY = 1024 * 1024
LARGEST_BODY = 10 * 1024 * 1024
LARGEST_BULK = 512 * 1024 * 1024
# Who says nothing for so long has lost her network: nobody else would ever tell.
PATIENCE_S = 60.0


class ClientGone(Exception):
    """It hung up before its request was whole."""


def may_be_bulk(method: str, path: str, headers: dict[str, str]) -> bool:
    """Whether a body can be an insert of many rows."""
    return method == "POST" and "/rpc/" not in path and media_of(headers.get("content-type")) in (JSON_TYPE, CSV_TYPE)


async def read_body(
    receive: Receive, headers: dict[str, str], *, is_bulk: bool, may_be_huge: Callable[[], bool]
) -> bytes | Spool:
    """The whole body. `may_be_huge` says of its sender, once that matters, whether much of the disk is meant for her.

    Raises:
        RestError: 413; what is announced as too large is not even listened to. 503 when the disk has no room, 408
            when she falls silent.
        ClientGone: it hung up.
    """
    if "content-length" not in headers and "transfer-encoding" not in headers:
        return b""
    most = LARGEST_BULK if is_bulk else LARGEST_BODY
    if int(headers.get("content-length") or 0) > most:
        raise too_large()
    parts: list[bytes] = []
    size, is_more = 0, True
    while is_more and (size <= IN_MEMORY or not is_bulk):
        part, is_more = await _next(receive)
        parts.append(part)
        size += len(part)
        if size > most:
            raise too_large()
    if not is_more:
        return b"".join(parts)
    most = LARGEST_BULK if may_be_huge() else LARGEST_BODY
    if int(headers.get("content-length") or 0) > most:
        raise too_large()
    return await _read_on(receive, parts, most)


async def _read_on(receive: Receive, parts: list[bytes], most: int) -> Spool:
    spool = None
    try:
        spool = Spool()
        for part in parts:
            spool.write(part)
        is_more = True
        while is_more:
            part, is_more = await _next(receive)
            if len(spool) + len(part) > most:
                raise too_large()
            spool.write(part)
        spool.rewind()
    except BaseException as error:
        if spool is not None:
            spool.close()
        if not isinstance(error, OSError):
            raise
        raise RestError(503, "PGRSTX00", "No room for so large a body now", headers={"Retry-After": "10"}) from error
    return spool


async def _next(receive: Receive) -> tuple[bytes, bool]:
    try:
        async with asyncio.timeout(PATIENCE_S):
            message = await receive()
    except TimeoutError as error:
        raise RestError(408, "PGRSTX00", "The request fell silent") from error
    if message["type"] == "http.disconnect":
        raise ClientGone
    return message.get("body", b""), message.get("more_body", False)


def too_large() -> RestError:
    """A body beyond its bound."""
    return RestError(413, "PGRST102", "Request body too large")
