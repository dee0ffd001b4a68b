"""A small library as the served schema, and clients of the application in this process."""

import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from balai.backend.rest.application import RestApplication
from balai.backend.rest.routes import rest_app
from balai.backend.rest.rules import Rules
from balai.security.tokens import api_keys, sign, verify

SECRET = "a secret for these tests that is long enough"
KEYS = api_keys(SECRET)
IDENTIFY: dict[str, Any] = {"keys": KEYS, "verify": partial(verify, secret=SECRET)}
ANA = "11111111-1111-1111-1111-111111111111"
SCHEMA = (Path(__file__).parent / "schema.sql").read_text()


def bearer(**claims: Any) -> dict[str, str]:
    """The header of a signed-in user.

    It stays valid long, because a table of cases is built long before its last case runs.
    """
    token = sign({"role": "authenticated", "sub": ANA, "exp": int(time.time()) + 86_400, **claims}, SECRET)
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture
async def library(backend_database: str) -> str:
    """URL of a database with the library in it."""
    connection = await asyncpg.connect(backend_database)
    await connection.execute(SCHEMA)
    await connection.close()
    return backend_database


@pytest.fixture
async def application(library: str) -> AsyncIterator[RestApplication]:
    """The data service over the library."""
    app = rest_app(library, **IDENTIFY, rules=Rules(("public", "other"), 100))
    yield app
    await app.close()


@pytest.fixture
async def client(application: RestApplication) -> AsyncIterator[httpx.AsyncClient]:
    """A client with the public key."""
    transport = httpx.ASGITransport(app=application)  # type: ignore[arg-type]
    async with httpx.AsyncClient(
        transport=transport, base_url="http://node/rest/v1", headers={"apikey": KEYS.anon}
    ) as opened:
        yield opened
