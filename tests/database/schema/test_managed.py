"""Managed services: the migrating user owns the database and is not a superuser."""

import asyncio
from pathlib import Path

import asyncpg
import httpx

from balai.backend.rest.routes import rest_app
from balai.database.embedded import EmbeddedPostgres
from balai.database.migrate import migrate
from tests.backend.rest.conftest import IDENTIFY, KEYS


async def test_owner_without_further_rights_migrates_and_serves(tmp_path: Path) -> None:
    server = EmbeddedPostgres(tmp_path)
    server.start()
    superuser = await asyncpg.connect(server.url)
    await superuser.execute("create role host login createrole bypassrls")
    await superuser.execute("create database hall owner host")
    await superuser.close()
    url = server.url.replace("//postgres@/postgres?", "//host@/hall?")
    await migrate(url)
    app = rest_app(url, **IDENTIFY)
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://node/rest/v1") as client:
        for key in (KEYS.anon, KEYS.service_role):
            response = await client.get("/forums?select=id", headers={"apikey": key})
            assert (response.status_code, response.json()) == (200, [])
        # Without event triggers, a manual notification reloads the schema.
        connection = await asyncpg.connect(url)
        assert await connection.fetchval("select count(*) from pg_event_trigger") == 0
        await connection.execute(
            "create table public.fresh (id int); grant select on public.fresh to anon; notify pgrst"
        )
        for _ in range(100):
            response = await client.get("/fresh", headers={"apikey": KEYS.anon})
            if response.status_code == 200:
                break
            await asyncio.sleep(0.05)
        assert response.json() == []
        await connection.close()
    await app.close()
    await asyncio.to_thread(server.stop)
