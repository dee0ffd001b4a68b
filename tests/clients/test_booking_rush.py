"""The last places of a slot, requested by many clients at once, over HTTP."""

import asyncio
import time
import uuid
from collections import Counter
from typing import Any

import bcrypt
import httpx

from balai.security.tokens import sign
from tests.clients.conftest import Instance
from tests.factories.booking import days_ahead
from tests.support.program import SECRET

PEOPLE = 200
PLACES = 3
HASH = bcrypt.hashpw(b"correct horse battery", bcrypt.gensalt(4)).decode()


async def test_200_requests_at_once_for_3_places(instance: Instance) -> None:
    limits = httpx.Limits(max_connections=PEOPLE)
    async with httpx.AsyncClient(base_url=instance.url, limits=limits, timeout=120) as client:
        service = await _make_service(client, instance)
        members = await asyncio.gather(*(_make_member(client, instance) for _ in range(PEOPLE)))
        responses = await asyncio.gather(*(_book(client, instance, member, service) for member in members))
    assert Counter(responses) == {(200, "booked"): PLACES, (409, "full"): PEOPLE - PLACES}


async def _make_service(client: httpx.AsyncClient, instance: Instance) -> str:
    service = {
        "id": str(uuid.uuid4()), "slug": f"rush-{uuid.uuid4().hex[:6]}", "kind": "session", "duration_minutes": 60,
        "capacity": PLACES, "per_person": 1, "time_zone": "Asia/Singapore",
    }  # fmt: skip
    hours = [{"service_id": service["id"], "weekday": day, "opens": "09:00", "closes": "17:00"} for day in range(1, 8)]
    for table, rows in (("services", [service]), ("service_hours", hours)):
        response = await client.post(f"/rest/v1/{table}", json=rows, headers=_as(instance.service_key, instance))
        assert response.status_code == 201, response.text
    return str(service["id"])


async def _make_member(client: httpx.AsyncClient, instance: Instance) -> str:
    # A precomputed hash: computing 200 would take half a minute.
    body = {"email": f"{uuid.uuid4().hex[:12]}@example.org", "email_confirm": True, "password_hash": HASH}
    response = await client.post("/auth/v1/admin/users", json=body, headers=_as(instance.service_key, instance))
    assert response.status_code == 200, response.text
    return str(response.json()["id"])


async def _book(client: httpx.AsyncClient, instance: Instance, member: str, service: str) -> tuple[int, Any]:
    now = int(time.time())
    claims = {"sub": member, "role": "authenticated", "aud": "authenticated", "iat": now, "exp": now + 600}
    wish = {"id": str(uuid.uuid4()), "service": service, "starts_at": days_ahead(3).isoformat()}
    response = await client.post("/rest/v1/rpc/book", json=wish, headers=_as(sign(claims, SECRET), instance))
    body = response.json()
    return response.status_code, body.get("details") or body.get("status")


def _as(token: str, instance: Instance) -> dict[str, str]:
    return {"apikey": instance.anon_key, "authorization": f"Bearer {token}"}
