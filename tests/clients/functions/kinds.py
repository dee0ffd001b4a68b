"""Answers of each kind, and refusals."""

import time
from collections.abc import AsyncIterator
from typing import Any

from balai.functions import Request, Response


async def _events() -> AsyncIterator[bytes]:
    for number in range(3):
        yield f"data: {number}\n\n".encode()


def handle(request: Request) -> Any:
    match request.path:
        case "/text":
            return "mee goreng 炒面"
        case "/bytes":
            return b"\x00\x01\xff"
        case "/pdf":
            return Response(b"%PDF-1.7", headers={"Content-Type": "application/pdf"})
        case "/events":
            return Response(_events(), headers={"Content-Type": "text/event-stream"})
        case "/nothing":
            return None
        case "/refused":
            return Response({"error": "not today"}, status=418)
        case "/raises":
            raise RuntimeError("with a secret in it")
        case "/sleeps":
            time.sleep(60)
        case "/greedy":
            return str(len(bytearray(1 << 30)))
        case "/splits":
            return Response("x", headers={"X-A": "b\r\nSet-Cookie: c=d"})
        case "/exits":
            raise SystemExit(3)
    return {"path": request.path}
