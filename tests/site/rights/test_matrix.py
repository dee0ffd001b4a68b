"""The rights matrix: every role does every verb to every thing, on every way in, and what expected.py allows works.

Ways in: pages, feeds and the site map over HTTP; tables, functions and the search over /rest/v1 and as statements
with a caller's role; row changes and presence as the realtime service decides them; files as the storage service does.
Leaves build/rights.json.
"""

import json
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from balai.backend.rest.routes import rest_app
from balai.backend.rest.rules import Rules
from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.security.tokens import api_keys, verify
from tests.site.conftest import SECRET, OpenSite
from tests.site.rights import expected
from tests.site.rights.matrix import Matrix, Session
from tests.site.rights.probes_of_rows import (
    probe_areas,
    probe_articles,
    probe_bookings,
    probe_categories,
    probe_groups,
    probe_library,
    probe_pictures,
    probe_presence,
    probe_realtime,
    probe_site,
)
from tests.site.rights.probes_of_ways import probe_pages, probe_rest, probe_sitemap
from tests.site.rights.world import World, make_world

MIN_PROBES = 5000
REPORT = Path(__file__).parents[3] / "build/rights.json"


@pytest.fixture
async def world(pool: Pool) -> World:
    return await make_world(pool)


@pytest.fixture
async def rest(database: str) -> AsyncIterator[httpx.AsyncClient]:
    """The data service on the same database."""
    keys = api_keys(SECRET)
    app = rest_app(database, keys=keys, verify=partial(verify, secret=SECRET), rules=Rules(("public",), 1000))
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(
        transport=transport, base_url="http://node/rest/v1", headers={"apikey": keys.anon}
    ) as client:
        yield client
    await app.close()


@pytest.mark.timeout(500)
async def test_every_role_does_what_the_table_says(world: World, rest: httpx.AsyncClient, open_site: OpenSite) -> None:
    matrix = Matrix()
    for name in sorted(expected.ALL):
        async with as_role(world.pool, world.caller(name), read_only=False) as connection:
            session = Session(connection, world, name)
            await probe_areas(matrix, session)
            await probe_library(matrix, session)
            await probe_categories(matrix, session)
            await probe_pictures(matrix, session)
            await probe_articles(matrix, session)
            await probe_bookings(matrix, session)
            await probe_groups(matrix, session)
            await probe_site(matrix, session)
        await probe_realtime(matrix, world, name)
        await probe_presence(matrix, world, name)
        await probe_rest(matrix, world, name, rest)
    async with open_site() as site:
        for name in sorted(expected.ALL):
            await probe_pages(matrix, world, name, site)
        await probe_sitemap(matrix, site, world.held.values())
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps({"probes": matrix.probes, "failures": matrix.failures}, indent=1) + "\n")
    assert matrix.failures == []
    assert matrix.probes >= MIN_PROBES
