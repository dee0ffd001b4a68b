"""What parent and child say to each other over two pipes: frames of a kind, a length and that many bytes."""

import asyncio
import struct

HEAD = b"H"
BODY = b"B"
END = b"E"
READY = b"R"
FAILED = b"F"
# A frame holds no more than this; bodies are cut.
MAX_FRAME = 1 << 18
_PREFIX = struct.Struct("!cI")


def frame(kind: bytes, payload: bytes = b"") -> bytes:
    """One frame."""
    return _PREFIX.pack(kind, len(payload)) + payload


def body_frames(data: bytes) -> list[bytes]:
    """The frames of a piece of a body."""
    return [frame(BODY, data[at : at + MAX_FRAME]) for at in range(0, len(data), MAX_FRAME)]


async def read_frame(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Kind and content of the next frame. Raises asyncio.IncompleteReadError when the other side is gone."""
    kind, length = _PREFIX.unpack(await reader.readexactly(_PREFIX.size))
    return kind, await reader.readexactly(length) if length else b""
