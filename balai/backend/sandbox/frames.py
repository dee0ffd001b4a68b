"""The protocol between server and process over two pipes: frames of a kind, a length and that many bytes."""

import asyncio
import struct

HEAD = b"H"
BODY = b"B"
END = b"E"
READY = b"R"
FAILED = b"F"
# Maximum size of a frame; bodies are split.
MAX_FRAME = 1 << 18
_PREFIX = struct.Struct("!cI")


def frame(kind: bytes, payload: bytes = b"") -> bytes:
    """Encodes one frame."""
    return _PREFIX.pack(kind, len(payload)) + payload


def body_frames(data: bytes) -> list[bytes]:
    """Splits a chunk of a body into frames."""
    return [frame(BODY, data[at : at + MAX_FRAME]) for at in range(0, len(data), MAX_FRAME)]


async def read_frame(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Returns kind and content of the next frame. Raises asyncio.IncompleteReadError if the other side has ended."""
    kind, length = _PREFIX.unpack(await reader.readexactly(_PREFIX.size))
    return kind, await reader.readexactly(length) if length else b""
