"""Serves REST on a local port, for clients that run as separate programs."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest
import uvicorn

from balai.backend.rest.application import RestApplication
from balai.backend.rest.routes import rest_app
from balai.backend.storage.application import StorageApplication
from tests.backend.rest.conftest import IDENTIFY
from tests.backend.rest.contract.conftest import EVERYTHING, EXTRAS


@pytest.fixture
async def everything(library: str) -> AsyncIterator[RestApplication]:
    """REST over the library schema with all extras, with every rule enabled."""
    connection = await asyncpg.connect(library)
    await connection.execute(EXTRAS)
    await connection.close()
    app = rest_app(library, **IDENTIFY, rules=EVERYTHING)
    yield app
    await app.close()


@asynccontextmanager
async def served(application: RestApplication | StorageApplication) -> AsyncIterator[str]:
    """Serves an application and yields its URL."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    # Connections made early wait in the socket's backlog.
    listener.listen()
    config = uvicorn.Config(application, lifespan="off", log_level="warning", access_log=False)  # type: ignore[arg-type]
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    await running
