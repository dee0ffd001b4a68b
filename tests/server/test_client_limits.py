"""A flood from one network, over the whole program: it is refused, and all other visitors are served."""

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from balai.security.tokens import api_keys
from tests.support.program import SECRET, running_program

# As a proxy on this machine names the client.
FLOOD, VISITOR = ({"x-forwarded-for": address} for address in ("1.2.3.4", "5.6.7.8"))
ANON = {"apikey": api_keys(SECRET).anon}
SERVICE = {"apikey": api_keys(SECRET).service_role, "authorization": f"Bearer {api_keys(SECRET).service_role}"}
ORIGIN = {"origin": "https://app.example"}


async def flood(client: httpx.AsyncClient, path: str, headers: dict[str, str]) -> httpx.Response:
    """Request the path from twenty connections until the limit is reached. Returns the refusal."""
    refusals: list[httpx.Response] = []

    async def crawl(crawler: int) -> None:
        for number in range(200):
            response = await client.get(path.format(crawler * 200 + number), headers=headers)
            if response.status_code == 429:
                refusals.append(response)
            else:
                assert response.is_success, response.text
            if refusals:
                return

    await asyncio.gather(*(crawl(number) for number in range(20)))
    return refusals[0]


@pytest.fixture
def program(postgres: str) -> Iterator[str]:
    with running_program(postgres) as (url, _):
        yield url


@pytest.fixture
def unlimited(postgres: str) -> Iterator[str]:
    with running_program(postgres, BALAI_RATE_LIMITS="false") as (url, _):
        yield url


async def test_flood_of_a_network_is_refused_and_others_are_served(program: str) -> None:
    async with httpx.AsyncClient(base_url=program, timeout=60) as client:
        refused = await flood(client, "/vi/search/_payload.json?q=n{}", FLOOD)
        assert 1 <= int(refused.headers["retry-after"]) <= 10
        assert refused.text == "Bạn thử quá nhiều lần. Vui lòng đợi một lát rồi thử lại.\n"
        page = "/vi/search/_payload.json?q=xin"
        assert (await client.get(page, headers=VISITOR)).status_code == 200
        assert (await client.get(page)).status_code == 200
        # Cached pages and files are not counted.
        for path in ("/vi", "/robots.txt"):
            await client.get(path, headers=VISITOR)
            assert (await client.get(path, headers=FLOOD)).status_code == 200

        refused = await flood(client, "/rest/v1/forums?select=id&limit=1&offset={}", FLOOD | ANON | ORIGIN)
        assert refused.json() == {"code": "PGRSTX29", "message": "Too many requests", "details": None, "hint": None}
        assert refused.headers["retry-after"] == "1" and refused.headers["access-control-allow-origin"] == "*"
        path = "/rest/v1/forums?select=id"
        assert (await client.get(path, headers=FLOOD | SERVICE)).status_code == 200
        assert (await client.get(path, headers=VISITOR | ANON)).status_code == 200


async def test_limits_can_be_switched_off(unlimited: str) -> None:
    async with httpx.AsyncClient(base_url=unlimited, timeout=60) as client:
        statuses = {(await client.get("/vi/search/_payload.json", headers=FLOOD)).status_code for _ in range(320)}
        assert statuses == {200}
