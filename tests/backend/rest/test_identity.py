"""Who is calling: bearers, keys, and neither."""

import time

import httpx
import pytest

from balai.tokens import sign
from tests.backend.rest.conftest import ANA, KEYS, SECRET, bearer

NOW = int(time.time())
FOREIGN = sign({"role": "anon"}, "another secret that is long enough, too")
REFUSED = [
    ("", "PGRST301", "Empty JWT is sent in Authorization header"),
    ("a.b", "PGRST301", "Expected 3 parts in JWT; got 2"),
    ("sb_secret_unknown", "PGRST301", "Expected 3 parts in JWT; got 1"),
    ("a.b.c", "PGRST301", "JWT cryptographic operation failed"),
    (
        sign({"role": "anon"}, "another secret that is long enough, too"),
        "PGRST301",
        "JWT cryptographic operation failed",
    ),
    (sign({"role": "authenticated", "exp": NOW - 60}, SECRET), "PGRST303", "JWT expired"),
    (sign({"role": "authenticated", "exp": "soon"}, SECRET), "PGRST303", "Parsing claims failed"),
    (sign({"role": "authenticated", "nbf": NOW + 600}, SECRET), "PGRST303", "JWT not yet valid"),
    (sign({"role": "authenticated", "iat": NOW + 600}, SECRET), "PGRST303", "JWT issued at future"),
    (sign({"role": "authenticated", "nbf": "x"}, SECRET), "PGRST303", "The JWT 'nbf' claim must be a number"),
    (sign({"role": 5}, SECRET), "PGRST303", "Parsing claims failed"),
]


async def role_of(client: httpx.AsyncClient, **headers: str) -> str:
    answer = await client.get("/rpc/whoami", headers=headers)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["role"])


async def test_the_bearer_decides_and_else_the_key(client: httpx.AsyncClient) -> None:
    assert await role_of(client) == "anon"
    assert await role_of(client, **bearer()) == "authenticated"
    assert await role_of(client, Authorization=f"bearer {KEYS.service_role}") == "service_role"
    assert await role_of(client, apikey=KEYS.service_role) == "service_role"
    assert await role_of(client, apikey=KEYS.service_role, **bearer()) == "authenticated"
    assert await role_of(client, apikey=KEYS.service_role, Authorization=f"Bearer {KEYS.anon}") == "anon"
    assert await role_of(client, Authorization="Basic abc") == "anon"
    without_role = sign({"sub": ANA}, SECRET)
    assert await role_of(client, Authorization=f"Bearer {without_role}") == "anon"


@pytest.mark.parametrize(("token", "code", "message"), REFUSED)
async def test_a_wrong_bearer_is_never_anonymous(
    client: httpx.AsyncClient, token: str, code: str, message: str
) -> None:
    answer = await client.get("/books", headers={"Authorization": f"Bearer {token}"})
    assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (401, code, message)
    assert answer.headers["www-authenticate"] == f'Bearer error="invalid_token", error_description="{message}"'


async def test_roles_that_nobody_may_take(client: httpx.AsyncClient) -> None:
    for role in ("postgres", "pg_read_all_data", "nobody"):
        answer = await client.get("/books", headers=bearer(role=role))
        assert (answer.status_code, answer.json()["code"]) == (403, "42501"), role


async def test_an_unknown_key_is_refused(client: httpx.AsyncClient) -> None:
    assert (await client.get("/books", headers={"apikey": "sb_publishable_unknown"})).status_code == 401


async def test_a_token_that_was_good_expires(client: httpx.AsyncClient) -> None:
    headers = bearer(exp=time.time() + 0.3)
    assert (await client.get("/books?select=id", headers=headers)).status_code == 200
    until = time.time() + 60
    while time.time() < until:
        answer = await client.get("/books?select=id", headers=headers)
        if answer.status_code == 401:
            break
    assert answer.json()["message"] == "JWT expired"


async def test_an_anonymous_token_is_anonymous(client: httpx.AsyncClient) -> None:
    assert (await client.get("/secrets", headers=bearer(role="anon"))).status_code == 401
