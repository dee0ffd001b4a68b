"""Reads a request body: into memory, or into a file if it may insert many rows."""

from collections.abc import Callable

from balai.backend.rest.errors import RestError
from balai.backend.rest.request.payload import CSV_TYPE, JSON_TYPE, media_type_of
from balai.database.pipeline.spool import Spool
from balai.http.asgi import Receive
from balai.http.request_body import BodyTimeout, BodyTooLarge, RequestBody

# In bytes. A body larger than the first goes to a file if it may insert many rows. No other body may exceed the second,
# and none the third.
MAX_IN_MEMORY = 1024 * 1024
MAX_BODY = 10 * 1024 * 1024
MAX_BULK_BODY = 512 * 1024 * 1024


def may_be_bulk(method: str, path: str, headers: dict[str, str]) -> bool:
    """Whether a body may insert many rows."""
    return (
        method == "POST" and "/rpc/" not in path and media_type_of(headers.get("content-type")) in (JSON_TYPE, CSV_TYPE)
    )


async def read_body(
    receive: Receive, headers: dict[str, str], *, is_bulk: bool, allows_bulk: Callable[[], bool]
) -> bytes | Spool:
    """Reads the whole body. `allows_bulk` tells whether the client may use the large maximum; called only if needed.

    Raises:
        RestError: 413 if too large (a declared length is checked before reading), 503 if the disk is full, 408 after
            the idle timeout.
        ClientGone: the client disconnected.
    """
    if "content-length" not in headers and "transfer-encoding" not in headers:
        return b""
    body = RequestBody.of(receive, headers)
    try:
        return await (_read_bulk(body, allows_bulk) if is_bulk else body.read(MAX_BODY))
    except BodyTooLarge as error:
        raise too_large() from error
    except BodyTimeout as error:
        raise RestError(408, "PGRSTX00", "Timed out waiting for the request body") from error


async def _read_bulk(body: RequestBody, allows_bulk: Callable[[], bool]) -> bytes | Spool:
    if (body.length or 0) > MAX_BULK_BODY:
        raise BodyTooLarge
    parts: list[bytes] = []
    while not body.is_complete and body.received <= MAX_IN_MEMORY:
        parts.append(await body.next_chunk())
    if body.is_complete:
        return b"".join(parts)
    maximum = MAX_BULK_BODY if allows_bulk() else MAX_BODY
    if max(body.length or 0, body.received) > maximum:
        raise BodyTooLarge
    return await _spool(body, parts, maximum)


async def _spool(body: RequestBody, parts: list[bytes], maximum: int) -> Spool:
    spool = None
    try:
        spool = Spool()
        for part in parts:
            spool.write(part)
        async for part in body.chunks():
            if body.received > maximum:
                raise BodyTooLarge
            spool.write(part)
        spool.rewind()
    except BaseException as error:
        if spool is not None:
            spool.close()
        if not isinstance(error, OSError):
            raise
        raise RestError(503, "PGRSTX00", "No room for so large a body now", headers={"Retry-After": "10"}) from error
    return spool


def too_large() -> RestError:
    """The body exceeds its maximum."""
    return RestError(413, "PGRST102", "Request body too large")
