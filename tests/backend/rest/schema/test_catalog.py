"""Settings of roles and functions that apply to a request."""

import asyncpg
import httpx

from tests.backend.rest.conftest import bearer


async def test_a_function_s_own_timeout_applies_to_the_statement(client: httpx.AsyncClient) -> None:
    response = await client.post("/rpc/hurried", json={})
    assert (response.status_code, response.json()["code"]) == (500, "57014")
    assert (await client.post("/rpc/nap", json={"seconds": 0.2})).status_code == 204


async def test_a_role_s_settings_apply_to_its_requests(library: str, client: httpx.AsyncClient) -> None:
    name = library.split("@/")[1].split("?")[0]
    connection = await asyncpg.connect(library)
    await connection.execute(f"alter role authenticated in database {name} set statement_timeout = '100ms'")
    await connection.execute(f"alter role authenticated in database {name} set search_path = 'nowhere'")
    await connection.execute(f"alter role authenticated in database {name} set log_statement = 'all'")
    await connection.close()
    slow = {"seconds": 20}
    rejected = await client.post("/rpc/nap", json=slow, headers=bearer())
    assert (rejected.status_code, rejected.json()["code"]) == (500, "57014")
    assert (await client.get("/books?select=shout&id=eq.1", headers=bearer())).json() == [{"shout": "ALPHA"}]
    assert (await client.post("/rpc/nap", json={"seconds": 0.2})).status_code == 204
