"""The library with extras, shared by all cases; whatever a case writes is rolled back with its transaction."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import httpx
import msgspec
import pytest
import pytest_asyncio

from balai.backend.rest.routes import rest_app
from balai.backend.rest.rules import Rules
from tests.backend.rest.conftest import IDENTIFY, KEYS, SCHEMA
from tests.conftest import copy_of

EXTRAS = "".join(
    (Path(__file__).parent / f"{name}.sql").read_text()
    for name in ("extras", "representations", "aggregates", "computed", "views", "hints")
)
EVERYTHING = Rules(
    ("public", "other"),
    100,
    has_aggregates=True,
    has_plans=True,
    tx_end="commit-allow-override",
    has_timing=True,
    trace_header="x-trace",
)
UNLIMITED = msgspec.structs.replace(EVERYTHING, max_rows=None)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def world(postgres: str, backend_template: str) -> AsyncIterator[str]:
    """URL of the database."""
    async for url in copy_of(postgres, backend_template):
        connection = await asyncpg.connect(url)
        await connection.execute(SCHEMA)
        await connection.execute(EXTRAS)
        await connection.close()
        yield url


@asynccontextmanager
async def serving(url: str, rules: Rules) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service under these rules."""
    app = rest_app(url, **IDENTIFY, rules=rules)
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(
        transport=transport, base_url="http://node/rest/v1", headers={"apikey": KEYS.anon}
    ) as client:
        yield client
    await app.close()


@pytest_asyncio.fixture(
    scope="session", loop_scope="session", params=[EVERYTHING, UNLIMITED], ids=["100 rows", "all rows"]
)
async def client(world: str, request: pytest.FixtureRequest) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service that allows everything, with and without a maximum number of rows.

    Without one, other statements are written: the total of a read without a limit is its number of rows.
    """
    async with serving(world, request.param) as opened:
        yield opened


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def plain(world: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service under the default rules."""
    async with serving(world, Rules()) as opened:
        yield opened
