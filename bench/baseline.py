"""The baseline of a cached page: the same server and bytes, from an ASGI application that does nothing else.

`python -m bench.baseline PORT` reads the response from standard input.
"""

import sys
from typing import Any

import msgspec
import uvicorn
import uvloop

from balai.server.worker import server_config
from balai.settings import load_settings


class Response(msgspec.Struct, frozen=True):
    """The response to every request."""

    headers: list[tuple[str, str]]
    body: bytes


def main() -> None:
    """Serve until terminated."""
    response = msgspec.json.decode(sys.stdin.buffer.readline(), type=Response)
    headers = [(name.encode(), value.encode()) for name, value in response.headers]

    async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": response.body})

    config = server_config(load_settings({}), app)
    config.port = int(sys.argv[1])
    uvloop.run(uvicorn.Server(config).serve())


if __name__ == "__main__":
    main()
