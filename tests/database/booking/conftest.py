"""People and connections of the booking tests."""

from collections.abc import AsyncIterator

import pytest

from balai.database.pool import Pool, open_pool
from tests.factories.members import Member, make_member


@pytest.fixture
async def admin(pool: Pool) -> Member:
    return await make_member(pool, display_name="Aisyah", is_admin=True)


@pytest.fixture
async def many(database: str) -> AsyncIterator[Pool]:
    """A pool with as many connections as the server allows."""
    opened = await open_pool(database, size=60)
    yield opened
    await opened.close()
