"""PostgreSQL restarts under the service: requests meanwhile fail with 503, and the service recovers by itself."""

import asyncio
from pathlib import Path

import asyncpg
import httpx

from balai.backend.rest.routes import rest_app
from balai.database.embedded import EmbeddedPostgres
from tests.backend.rest.conftest import IDENTIFY, KEYS

SCHEMA = """
create role anon nologin;
create schema extensions;
create table public.notes (id int primary key);
insert into public.notes values (1);
grant select on public.notes to anon;
create function public.nap() returns void language sql volatile as 'select pg_sleep(30)';
"""
NAPS = """
select count(*) from pg_stat_activity where query like '%"nap"%' and state = 'active' and pid <> pg_backend_pid()
"""


async def test_a_restart_during_requests(tmp_path: Path) -> None:
    server = EmbeddedPostgres(tmp_path)
    server.start()
    connection = await asyncpg.connect(server.url)
    await connection.execute(SCHEMA)
    app = rest_app(server.url, **IDENTIFY)
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(
        transport=transport, base_url="http://node/rest/v1", headers={"apikey": KEYS.anon}, timeout=30
    ) as client:
        assert (await client.get("/notes")).json() == [{"id": 1}]
        napping = asyncio.create_task(client.post("/rpc/nap"))
        for _ in range(1000):
            if await connection.fetchval(NAPS):
                break
            await asyncio.sleep(0.02)
        await connection.close()
        await asyncio.to_thread(server.stop)
        cut_off, meanwhile = await napping, await client.get("/notes")
        assert (cut_off.status_code, cut_off.json()["code"]) in ((503, "57P01"), (503, "PGRST001"))
        assert (meanwhile.status_code, meanwhile.json()["code"]) == (503, "PGRST000")
        assert meanwhile.headers["retry-after"] == "1"
        await asyncio.to_thread(server.start)
        assert (await client.get("/notes")).json() == [{"id": 1}]
        await app.close()
    await asyncio.to_thread(server.stop)
