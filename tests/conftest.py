"""Fixtures of all tests: one real PostgreSQL for the run, a fresh copy of a migrated database per test."""

import asyncio
import os
import shutil
import tempfile
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio
import structlog
from hypothesis import settings

from balai.database.embedded import EmbeddedPostgres
from balai.database.migrate import migrate
from balai.database.pool import Pool, open_pool
from balai.database.schema_files import SETS
from balai.demo.load import load_demo
from tests.support.program import WITHOUT_PAUSES, execute

# Machines are shared, so there is no deadline per example. The seed is fixed, so a failing run is reproducible.
settings.register_profile("balai", deadline=None, derandomize=True)
settings.load_profile("balai")

# Each client loads the machine's certificate authorities, 20 ms each; no test connects to another machine.
os.environ["SSL_CERT_FILE"] = str(Path(__file__).parent / "support" / "authority.pem")

# Formatting one traceback by Rich, the default where it is installed, takes 50 ms.
RENDERER = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
structlog.configure([structlog.processors.add_log_level, RENDERER])

# Maximum size of a run's databases with their WAL, in bytes.
REQUIRED_SPACE = 3 * 2**30

WITHOUT_SYNCING = ("fsync = off", "synchronous_commit = off", "full_page_writes = off")

# Long tests first, so that the workers end together: `make test` distributes files in this order.
LONG_TESTS = ("tests/journeys/", "tests/cli/test_serve.py", "tests/test_wheel.py", "tests/clients/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Move the long tests to the front, in the order of `LONG_TESTS`."""
    items.sort(
        key=lambda item: next((order for order, part in enumerate(LONG_TESTS) if part in item.nodeid), len(LONG_TESTS))
    )


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """URL of this run's PostgreSQL server; `address` derives those of its databases."""
    folder = Path(tempfile.mkdtemp(prefix="balai-test-", dir=choose_folder()))
    server = EmbeddedPostgres(folder)
    server.start()
    asyncio.run(_tune(server.url))
    # `max_connections` needs a restart.
    server.stop()
    server.start()
    yield server.url
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


def choose_folder() -> str | None:
    """The folder for databases of tests."""
    # A copy is some 800 files: in memory it takes a tenth of the time on a busy disk. None is the default folder.
    shared_memory = Path("/dev/shm")
    has_space = (
        shared_memory.is_dir()
        and os.access(shared_memory, os.W_OK)
        and shutil.disk_usage(shared_memory).free >= REQUIRED_SPACE
    )
    return str(shared_memory) if has_space else None


async def _tune(url: str) -> None:
    # No data outlives the run: waiting for the disk would only slow the tests.
    connection = await asyncpg.connect(url)
    # The kernel copies a database's files in two thirds of the time (`clone`). Fresh tables have no statistics: without
    # a forced plan most statements would be planned at each execution, a fifth of the time of the database's tests.
    faster = ("file_copy_method = clone", "plan_cache_mode = force_generic_plan")
    for setting in (*WITHOUT_SYNCING, *faster, "max_connections = 300"):
        await connection.execute(f"alter system set {setting}")
    await connection.close()


DISCONNECT_REPLICATION = "select count(pg_terminate_backend(active_pid)) from pg_replication_slots where database = $1"


def address(url: str, name: str) -> str:
    """Return the URL of another database on the same server."""
    return url.replace("@/postgres?", f"@/{name}?")


@pytest.fixture(scope="session")
def template(postgres: str) -> str:
    """Name of a template database with the whole schema, without limits of new members."""
    asyncio.run(_make_template(postgres, "template_site", SETS, WITHOUT_PAUSES))
    return "template_site"


@pytest.fixture(scope="session")
def backend_template(postgres: str) -> str:
    """Name of a template database with the backend's schema only."""
    asyncio.run(_make_template(postgres, "template_backend", ("backend",)))
    return "template_backend"


@pytest.fixture(scope="session")
def demo_template(postgres: str, template: str) -> str:
    """Name of a template database with the sample content, loaded at the first use."""
    asyncio.run(execute(postgres, f"create database template_demo template {template} strategy file_copy"))
    asyncio.run(_load_demo(address(postgres, "template_demo")))
    return "template_demo"


async def _load_demo(url: str) -> None:
    async with await open_pool(url, size=1) as pool:
        assert await load_demo(pool)


@pytest.fixture(scope="module")
def demo_database(postgres: str, demo_template: str) -> Iterator[str]:
    """URL of a database with the sample content, shared by a module whose tests only read."""
    name = f"demo_{uuid.uuid4().hex[:12]}"
    asyncio.run(execute(postgres, f"create database {name} template {demo_template} strategy file_copy"))
    yield address(postgres, name)
    asyncio.run(execute(postgres, f"drop database {name} with (force)"))


async def _make_template(url: str, name: str, sets: tuple[str, ...], change: str = "") -> None:
    await execute(url, f"create database {name}")
    await migrate(address(url, name), sets)
    if change:
        await execute(address(url, name), change)


async def copy_of(url: str, template_name: str) -> AsyncIterator[str]:
    """URL of a copy, dropped at the end."""
    name = f"test_{uuid.uuid4().hex[:12]}"
    connection = await asyncpg.connect(url)
    await connection.execute(f"create database {name} template {template_name} strategy file_copy")
    yield address(url, name)
    # Replication connections hold the database until the server has noticed that they are closed.
    for _ in range(500):
        if not await connection.fetchval(DISCONNECT_REPLICATION, name):
            break
        await asyncio.sleep(0.02)
    await connection.execute(f"drop database {name} with (force)")
    await connection.close()


@pytest.fixture
async def database(postgres: str, template: str) -> AsyncIterator[str]:
    """URL of a fresh database with the whole schema."""
    async for url in copy_of(postgres, template):
        yield url


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def read_only_database(postgres: str, template: str) -> AsyncIterator[str]:
    """URL of a database with the whole schema that refuses to be written: one for all tests of functions that compute.

    A copy takes 70 ms, a function's answer less than one.
    """
    async for url in copy_of(postgres, template):
        connection = await asyncpg.connect(url)
        name = await connection.fetchval("select current_database()")
        await connection.execute(f"alter database {name} set default_transaction_read_only = on")
        await connection.close()
        yield url


@pytest.fixture
async def functions(read_only_database: str) -> AsyncIterator[Pool]:
    """A pool on the database that all tests of functions share."""
    opened = await open_pool(read_only_database, size=1)
    yield opened
    await opened.close()


@pytest.fixture
async def backend_database(postgres: str, backend_template: str) -> AsyncIterator[str]:
    """URL of a fresh database with the backend's schema only."""
    async for url in copy_of(postgres, backend_template):
        yield url


@pytest.fixture
async def pool(database: str) -> AsyncIterator[Pool]:
    """A pool on a fresh database with the whole schema."""
    opened = await open_pool(database, size=10)
    yield opened
    await opened.close()
