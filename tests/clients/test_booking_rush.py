"""The last places of a slot, requested by many clients at once, over HTTP."""

import asyncio
import time
import uuid
from collections import Counter
from typing import Any

import bcrypt
import httpx

from balai.security.tokens import sign
from tests.clients.conftest import Hall
from tests.factories.booking import days_ahead
from tests.support.program import SECRET

PEOPLE = 200
PLACES = 3
HASH = bcrypt.hashpw(b"correct horse battery", bcrypt.gensalt(4)).decode()


async def test_200_requests_at_once_for_3_places(hall: Hall) -> None:
    limits = httpx.Limits(max_connections=PEOPLE)
    async with httpx.AsyncClient(base_url=hall.url, limits=limits, timeout=120) as client:
        service = await _make_service(client, hall)
        members = await asyncio.gather(*(_make_member(client, hall) for _ in range(PEOPLE)))
        answers = await asyncio.gather(*(_book(client, hall, member, service) for member in members))
    assert Counter(answers) == {(200, "booked"): PLACES, (409, "full"): PEOPLE - PLACES}


async def _make_service(client: httpx.AsyncClient, hall: Hall) -> str:
    service = {
        "id": str(uuid.uuid4()), "slug": f"rush-{uuid.uuid4().hex[:6]}", "kind": "session", "duration_minutes": 60,
        "capacity": PLACES, "per_person": 1, "time_zone": "Asia/Singapore",
    }  # fmt: skip
    hours = [{"service_id": service["id"], "weekday": day, "opens": "09:00", "closes": "17:00"} for day in range(1, 8)]
    for table, rows in (("services", [service]), ("service_hours", hours)):
        answer = await client.post(f"/rest/v1/{table}", json=rows, headers=_as(hall.service_key, hall))
        assert answer.status_code == 201, answer.text
    return str(service["id"])


async def _make_member(client: httpx.AsyncClient, hall: Hall) -> str:
    # A precomputed hash: computing 200 would take half a minute.
    body = {"email": f"{uuid.uuid4().hex[:12]}@example.org", "email_confirm": True, "password_hash": HASH}
    answer = await client.post("/auth/v1/admin/users", json=body, headers=_as(hall.service_key, hall))
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


async def _book(client: httpx.AsyncClient, hall: Hall, member: str, service: str) -> tuple[int, Any]:
    now = int(time.time())
    claims = {"sub": member, "role": "authenticated", "aud": "authenticated", "iat": now, "exp": now + 600}
    wish = {"id": str(uuid.uuid4()), "service": service, "starts_at": days_ahead(3).isoformat()}
    answer = await client.post("/rest/v1/rpc/book", json=wish, headers=_as(sign(claims, SECRET), hall))
    body = answer.json()
    return answer.status_code, body.get("details") or body.get("status")


def _as(token: str, hall: Hall) -> dict[str, str]:
    return {"apikey": hall.anon_key, "authorization": f"Bearer {token}"}
