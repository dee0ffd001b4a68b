"""The baseline of a broadcast: the same server, and an ASGI application that forwards each message to all others.

`python -m bench.baseline_fan_out PORT`.
"""

import sys
from typing import Any

import uvicorn
import uvloop

from balai.server.worker import server_config
from balai.settings import load_settings


def main() -> None:
    """Serve until terminated."""
    receivers: dict[Any, None] = {}

    async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        await receive()
        await send({"type": "websocket.accept"})
        receivers[send] = None
        while (message := await receive())["type"] == "websocket.receive":
            for other in list(receivers):
                if other is not send:
                    await other({"type": "websocket.send", "text": message["text"]})
        del receivers[send]

    config = server_config(load_settings({}), app)
    config.port = int(sys.argv[1])
    uvloop.run(uvicorn.Server(config).serve())


if __name__ == "__main__":
    main()
