"""A trip to the provider and back, as the tests make it."""

import base64
import hashlib
from typing import Any

import httpx

from tests.backend.auth.service import SITE, Service
from tests.support.oidc_provider import IdentityProvider, query_of

VERIFIER = "v" * 64
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
CALLBACK = f"{SITE}/auth/v1/callback"


async def start_flow(service: Service, who: str, **query: str) -> str:
    """The provider's address that /authorize sends a person to."""
    answer = await service.http.get("/authorize", params={"provider": "campus", "login_hint": who, **query})
    assert answer.status_code == 302, answer.text
    return str(answer.headers["location"])


async def request_callback(service: Service, address: str) -> httpx.Response:
    return await service.http.get("/callback", params=query_of(address))


async def complete_flow(service: Service, campus: IdentityProvider, who: str, **query: str) -> str:
    """Where the whole trip ends."""
    answer = await request_callback(service, campus.visit(await start_flow(service, who, **query), until=CALLBACK))
    assert answer.status_code == 302
    return str(answer.headers["location"])


async def link_identity(service: Service, campus: IdentityProvider, session: dict[str, Any], who: str) -> str:
    """Where a trip ends that adds an identity to an account."""
    query = {"provider": "campus", "login_hint": who, "skip_http_redirect": "true"}
    headers = {"Authorization": f"Bearer {session['access_token']}"}
    answer = await service.http.get("/user/identities/authorize", params=query, headers=headers)
    assert answer.status_code == 200, answer.text
    answer = await request_callback(service, campus.visit(answer.json()["url"], until=CALLBACK))
    return str(answer.headers["location"])


async def count_rows(service: Service, table: str) -> int:
    return int(await service.pool.fetchval(f"select count(*) from auth.{table}"))
