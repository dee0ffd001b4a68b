"""Hosts of the internet for tests, and pictures as they would send them."""

import io
import struct
import zlib
from collections.abc import AsyncIterator, Callable

import httpx
from PIL import Image

PUBLIC = "93.184.216.34"
Respond = Callable[[httpx.Request], httpx.Response]


def picture(kind: str = "PNG", size: tuple[int, int] = (60, 40), **options: object) -> bytes:
    """A file of this format."""
    file = io.BytesIO()
    Image.new("RGB", size, "green").save(file, kind, **options)
    return file.getvalue()


def bomb(side: int = 12_000) -> bytes:
    """A PNG of 140 kB that is 144 million pixels large."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack("!I", len(body)) + kind + body + struct.pack("!I", zlib.crc32(kind + body))

    rows = zlib.compressobj(9)
    packed = b"".join(rows.compress(bytes(side + 1) * 100) for _ in range(side // 100)) + rows.flush()
    head = struct.pack("!IIBBBBB", side, side, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


async def sent(body: bytes) -> AsyncIterator[bytes]:
    """A body as a host sends it."""
    yield body


async def endless() -> AsyncIterator[bytes]:
    """A body that never ends."""
    while True:
        yield b"\x89PNG\r\n\x1a\n" + bytes(100_000)
