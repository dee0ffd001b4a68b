"""The schema cache follows the schema, and the service outlives its database."""

import asyncio

import asyncpg
import httpx

from tests.backend.rest.reading import get


async def _until(client: httpx.AsyncClient, path: str, status: int) -> httpx.Response:
    for _ in range(100):
        answer = await client.get(path)
        if answer.status_code == status:
            return answer
        await asyncio.sleep(0.05)
    raise AssertionError(f"{path} stayed at {answer.status_code}: {answer.text}")


async def test_a_new_table_is_served_after_the_notice(library: str, client: httpx.AsyncClient) -> None:
    await get(client, "/books?limit=1")
    connection = await asyncpg.connect(library)
    await connection.execute("create table public.fresh (id int); grant select on public.fresh to anon")
    assert (await client.get("/fresh")).json()["code"] == "PGRST205"
    await connection.execute("notify pgrst, 'something else'")
    await connection.execute("notify pgrst, 'reload schema'")
    await _until(client, "/fresh", 200)
    await connection.execute("drop table public.fresh; create table public.fresh (id text); notify pgrst")
    await connection.execute("grant select on public.fresh to anon")
    await _until(client, "/fresh?id=eq.word", 200)
    await connection.close()


async def test_a_database_that_goes_away_and_comes_back(library: str, client: httpx.AsyncClient) -> None:
    await get(client, "/books?limit=1")
    name = library.split("@/")[1].split("?")[0]
    connection = await asyncpg.connect(library.replace(f"@/{name}?", "@/postgres?"))
    await connection.execute(f"alter database {name} allow_connections false")
    await connection.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", name)
    gone = await _until(client, "/books?limit=1", 503)
    assert gone.json()["code"] in ("PGRST000", "PGRST001", "57P01")
    assert gone.headers["retry-after"] == "1"
    await connection.execute(f"alter database {name} allow_connections true")
    await _until(client, "/books?limit=1", 200)
    await connection.close()


async def test_no_cache_is_an_answer_of_its_own(library: str, client: httpx.AsyncClient) -> None:
    name = library.split("@/")[1].split("?")[0]
    connection = await asyncpg.connect(library.replace(f"@/{name}?", "@/postgres?"))
    await connection.execute(f"alter database {name} allow_connections false")
    answer = await get(client, "/books", 503)
    assert (answer.json()["code"], answer.headers["retry-after"]) == ("PGRST002", "1")
    await connection.execute(f"alter database {name} allow_connections true")
    await get(client, "/books")
    await connection.close()
