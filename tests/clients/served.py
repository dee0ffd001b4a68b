"""The data service on a port of this machine, for clients that are programs of their own."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn

from balai.backend.rest.application import RestApplication


@asynccontextmanager
async def served(application: RestApplication) -> AsyncIterator[str]:
    """Address of the application, for as long as the block lasts."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(application, lifespan="off", log_level="warning", access_log=False)  # type: ignore[arg-type]
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    await running
