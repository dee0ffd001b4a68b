"""A request with an Idempotency-Key is executed once, whatever happens between two attempts."""

import asyncio
import json
from collections.abc import AsyncIterator

import asyncpg
import httpx
import pytest

from balai.database.pool import open_pool
from balai.jobs.cleanup import clean_up
from tests.backend.rest.conftest import KEYS, bearer

BEN = "22222222-2222-2222-2222-222222222222"
SCHEMA = """
create table public.wishes (
  id bigint generated always as identity primary key, owner uuid not null default auth.uid(), note text not null
);
alter table public.wishes enable row level security;
create policy own on public.wishes using (owner = auth.uid());
grant select, insert on public.wishes to authenticated;
grant insert on public.wishes to anon;
create policy anybody on public.wishes for insert to anon with check (true);
alter table public.wishes alter owner drop not null;
create function public.wish(note text, seconds float8 default 0) returns bigint language plpgsql as $$
declare made bigint;
begin
  if note = 'full' then raise exception 'full'; end if;
  insert into wishes (note) values (note) returning id into made;
  perform pg_sleep(seconds), set_config('response.headers', '[{"x-wish": "one"}]', true);
  return made;
end $$;
grant execute on function public.wish to authenticated;
"""


@pytest.fixture
async def connection(library: str) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
    opened = await asyncpg.connect(library)
    await opened.execute(SCHEMA)
    yield opened
    await opened.close()


def keyed(key: str, **claims: str) -> dict[str, str]:
    return bearer(**claims) | {"Idempotency-Key": key}


async def count(connection: "asyncpg.Connection[asyncpg.Record]") -> int:
    return int(await connection.fetchval("select count(*) from public.wishes") or 0)


async def test_a_repeated_request_replays_the_response_and_writes_one_row(
    client: httpx.AsyncClient, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    path, headers = "/wishes?select=id,note", keyed("k1") | {"Prefer": "return=representation"}
    first, again = [await client.post(path, json={"note": "a 'quoted' 社区"}, headers=headers) for _ in range(2)]
    assert (first.status_code, first.json()[0]["note"]) == (201, "a 'quoted' 社区")
    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["idempotent-replayed"] == "true" and "idempotent-replayed" not in first.headers
    same = {name: value for name, value in again.headers.items() if name != "idempotent-replayed"}
    assert same == dict(first.headers)
    # Function calls too, with the status and headers that they set.
    calls = [await client.post("/rpc/wish", json={"note": "b"}, headers=keyed("k2")) for _ in range(2)]
    assert [call.json() for call in calls] == [calls[0].json()] * 2
    assert [call.headers["x-wish"] for call in calls] == ["one"] * 2
    assert await count(connection) == 2


async def test_two_concurrent_requests_are_executed_once(
    client: httpx.AsyncClient, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    body = {"note": "slow", "seconds": 0.5}
    responses = await asyncio.gather(*(client.post("/rpc/wish", json=body, headers=keyed("k")) for _ in range(4)))
    assert [response.status_code for response in responses] == [200] * 4
    assert len({response.text for response in responses}) == 1
    assert await count(connection) == 1


async def test_a_key_belongs_to_one_user_and_one_request(
    client: httpx.AsyncClient, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    mine = await client.post("/rpc/wish", json={"note": "mine"}, headers=keyed("k"))
    others = await client.post("/rpc/wish", json={"note": "mine"}, headers=keyed("k", sub=BEN))
    assert (others.status_code, others.json() != mine.json()) == (200, True)
    other = await client.post("/rpc/wish", json={"note": "other"}, headers=keyed("k"))
    assert (other.status_code, other.json()["code"]) == (422, "BLI422")
    for _ in range(2):
        anonymous = {"Idempotency-Key": "k", "Prefer": "return=minimal"}
        assert (await client.post("/wishes", json={"note": "mine"}, headers=anonymous)).status_code == 201
    assert await count(connection) == 4
    assert (await client.post("/rpc/wish", json={"note": "x"}, headers=keyed("k" * 256))).status_code == 400


async def test_a_failed_request_can_be_sent_again(
    client: httpx.AsyncClient, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    rejected = await client.post("/rpc/wish", json={"note": "full"}, headers=keyed("k"))
    assert rejected.status_code == 400
    assert await connection.fetchval("select count(*) from balai.idempotency_keys") == 0
    assert (await client.post("/rpc/wish", json={"note": "free"}, headers=keyed("k"))).status_code == 200
    large = {"Prefer": "return=representation"} | keyed("large")
    response = await client.post("/wishes", json={"note": "y" * 1_100_000}, headers=large)
    assert (response.status_code, response.json()["code"]) == (400, "BLI413")
    assert await count(connection) == 1
    many = json.dumps([{"note": "z" * 1000}] * 1200)
    minimal = keyed("many") | {"Content-Type": "application/json"}
    for _ in range(2):
        assert (await client.post("/wishes", content=many, headers=minimal)).status_code == 201
    assert await count(connection) == 1201


async def test_a_key_can_be_reused_after_a_day(
    library: str, client: httpx.AsyncClient, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    age = "update balai.idempotency_keys set created_at = now() - interval '25 hours'"
    await client.post("/rpc/wish", json={"note": "a"}, headers=keyed("k"))
    await connection.execute(age)
    response = await client.post("/rpc/wish", json={"note": "b"}, headers=keyed("k"))
    assert (response.status_code, "idempotent-replayed" in response.headers) == (200, False)
    await connection.execute(age)
    pool = await open_pool(library, size=2)
    await clean_up(pool)
    await pool.close()
    assert await connection.fetchval("select count(*) from balai.idempotency_keys") == 0


async def test_keys_are_rejected_without_their_table(
    client: httpx.AsyncClient, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    await connection.execute("drop table balai.idempotency_keys; notify pgrst")
    for _ in range(100):
        response = await client.post("/rpc/wish", json={"note": "a"}, headers=keyed("k", role="service_role"))
        if response.status_code == 501:
            break
        await asyncio.sleep(0.05)
    assert response.json()["code"] == "BLI501"
    assert (
        await client.get("/books?limit=1", headers={"Idempotency-Key": "k", "apikey": KEYS.anon})
    ).status_code == 200
