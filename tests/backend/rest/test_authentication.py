"""Authentication: bearer tokens, API keys, and neither."""

import asyncio
import base64
import time
import uuid
from collections.abc import AsyncIterator

import asyncpg
import httpx
import msgspec
import pytest

from balai.backend.rest.authentication import parse_claim_path
from balai.backend.rest.routes import rest_app
from balai.backend.rest.rules import Rules
from balai.security.tokens import sign
from tests.backend.rest.conftest import ANA, IDENTIFY, KEYS, SECRET, bearer

AUDIENCE_TYPE = "The JWT 'aud' claim must be a string or an array of strings"


def encode(header: dict[str, str]) -> str:
    """A token without a valid signature."""
    return ".".join(
        base64.urlsafe_b64encode(part).decode().rstrip("=") for part in (msgspec.json.encode(header), b"{}", b"x")
    )


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
    (sign({"role": "authenticated", "exp": "soon"}, SECRET), "PGRST303", "The JWT 'exp' claim must be a number"),
    (sign({"role": "authenticated", "exp": NOW - 31}, SECRET), "PGRST303", "JWT expired"),
    (sign({"role": "authenticated", "nbf": NOW + 86_400}, SECRET), "PGRST303", "JWT not yet valid"),
    (sign({"role": "authenticated", "iat": NOW + 86_400}, SECRET), "PGRST303", "JWT issued at future"),
    (sign({"role": "authenticated", "nbf": "x"}, SECRET), "PGRST303", "The JWT 'nbf' claim must be a number"),
    (sign({"role": "authenticated", "iat": "x"}, SECRET), "PGRST303", "The JWT 'iat' claim must be a number"),
    (sign({"role": "authenticated", "aud": {"a": "b"}}, SECRET), "PGRST303", AUDIENCE_TYPE),
    (sign({"role": "authenticated", "aud": ["a", {"b": 1}]}, SECRET), "PGRST303", AUDIENCE_TYPE),
    (sign({"role": "authenticated", "aud": 5}, SECRET), "PGRST303", AUDIENCE_TYPE),
    (encode({"alg": "none"}), "PGRST301", "Wrong or unsupported encoding algorithm"),
    (encode({"alg": "HS512"}), "PGRST301", "No suitable key or wrong key type"),
    (encode({"alg": "ES256", "kid": "unknown"}), "PGRST301", "No suitable key or wrong key type"),
]


async def role_of(client: httpx.AsyncClient, **headers: str) -> str:
    response = await client.get("/rpc/whoami", headers=headers)
    assert response.status_code == 200, response.text
    return str(response.json()["role"])


async def test_the_bearer_token_takes_precedence_over_the_key(client: httpx.AsyncClient) -> None:
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
async def test_an_invalid_bearer_is_never_anonymous(
    client: httpx.AsyncClient, token: str, code: str, message: str
) -> None:
    response = await client.get("/books", headers={"Authorization": f"Bearer {token}"})
    assert (response.status_code, response.json()["code"], response.json()["message"]) == (401, code, message)
    assert response.headers["www-authenticate"] == f'Bearer error="invalid_token", error_description="{message}"'


async def test_roles_that_are_not_open_are_rejected(client: httpx.AsyncClient) -> None:
    for role in ("postgres", "pg_read_all_data"):
        response = await client.get("/books", headers=bearer(role=role))
        assert (response.status_code, response.json()["code"]) == (403, "42501"), role
        assert response.json()["message"] == f'permission denied to set role "{role}"'
    response = await client.get("/", headers=bearer(role="nobody"))
    assert (response.status_code, response.json()["code"]) == (401, "22023")
    assert (response.json()["message"], response.headers["www-authenticate"]) == (
        'role "nobody" does not exist',
        "Bearer",
    )


@pytest.mark.parametrize(("claim", "role"), [(5, "5"), (None, "null"), (["anon"], '["anon"]'), ("", "")])
async def test_a_role_of_another_type_does_not_exist(client: httpx.AsyncClient, claim: object, role: str) -> None:
    response = await client.get("/books", headers=bearer(role=claim))
    assert (response.status_code, response.json()["code"]) == (401, "22023")
    assert response.json()["message"] == f'role "{role}" does not exist'


async def test_tokens_without_a_key_have_details(client: httpx.AsyncClient) -> None:
    details = {
        "ES256": "No suitable key was found to decode the JWT",
        "none": "JWT is unsecured but expected 'alg' was not 'none'",
    }
    for algorithm, expected in details.items():
        response = await client.get("/books", headers={"Authorization": f"Bearer {encode({'alg': algorithm})}"})
        assert response.json()["details"] == expected


async def test_any_audience_is_accepted_where_none_is_required(client: httpx.AsyncClient) -> None:
    for audience in ("books", "", ["a", "b"], [], None):
        assert await role_of(client, **bearer(aud=audience)) == "authenticated"


async def test_a_granted_role_is_accepted(library: str, client: httpx.AsyncClient) -> None:
    connection = await asyncpg.connect(library)
    name = f"librarian_{uuid.uuid4().hex[:12]}"
    await connection.execute(f"create role {name}; grant {name} to current_user; grant authenticated to {name}")
    try:
        await connection.execute(f"grant execute on function public.whoami() to {name}; notify pgrst")
        for _ in range(100):
            response = await client.get("/rpc/whoami", headers=bearer(role=name))
            if response.status_code == 200:
                break
            await asyncio.sleep(0.05)
        assert response.json()["role"] == name
    finally:
        await connection.execute(f"drop owned by {name}; drop role {name}")
        await connection.close()


async def test_clock_skew_of_half_a_minute_is_tolerated(client: httpx.AsyncClient) -> None:
    now = time.time()
    assert await role_of(client, **bearer(exp=now - 20, nbf=now + 20, iat=now + 20)) == "authenticated"


@pytest.fixture
async def strict(library: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service without anonymous access, with one audience and its own role claim."""
    path = parse_claim_path('.app."https://a.example/roles"[1]')
    app = rest_app(library, **IDENTIFY, rules=Rules(("public",), None, anon_role="", audience="books", role_claim=path))
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://node/rest/v1") as opened:
        yield opened
    await app.close()


async def test_audience_role_claim_and_no_anonymous_access(strict: httpx.AsyncClient) -> None:
    roles = {"app": {"https://a.example/roles": ["x", "authenticated"]}}
    for audience in ("books", ["films", "books"], None, []):
        assert await role_of(strict, **bearer(aud=audience, **roles)) == "authenticated"
    for audience, message in (
        ("films", "JWT not in audience"),
        (["films"], "JWT not in audience"),
        (5, "The JWT 'aud' claim must be a string or an array of strings"),
        (["books", 5], "The JWT 'aud' claim must be a string or an array of strings"),
    ):
        response = await strict.get("/books", headers=bearer(aud=audience, **roles))
        assert (response.status_code, response.json()["code"], response.json()["message"]) == (401, "PGRST303", message)
    for headers in ({}, {"apikey": KEYS.anon}, bearer(), bearer(app={"https://a.example/roles": []})):
        response = await strict.get("/books", headers=headers)
        assert (response.status_code, response.json()["code"]) == (401, "PGRST302"), headers
        assert (response.json()["message"], response.headers["www-authenticate"]) == (
            "Anonymous access is disabled",
            "Bearer",
        )
    with pytest.raises(ValueError, match="no path"):
        parse_claim_path("role")


async def test_an_unknown_key_is_rejected(client: httpx.AsyncClient) -> None:
    assert (await client.get("/books", headers={"apikey": "sb_publishable_unknown"})).status_code == 401


async def test_a_cached_token_expires(client: httpx.AsyncClient) -> None:
    headers = bearer(exp=time.time() - 29)
    assert (await client.get("/books?select=id", headers=headers)).status_code == 200
    until = time.time() + 60
    while time.time() < until:
        response = await client.get("/books?select=id", headers=headers)
        if response.status_code == 401:
            break
    assert response.json()["message"] == "JWT expired"


async def test_an_anonymous_token_is_anonymous(client: httpx.AsyncClient) -> None:
    assert (await client.get("/secrets", headers=bearer(role="anon"))).status_code == 401
