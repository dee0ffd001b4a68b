"""Helpers that run an OAuth flow with the provider `campus`."""

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
    """Start a flow; return the provider's URL to which /authorize redirects."""
    response = await service.http.get("/authorize", params={"provider": "campus", "login_hint": who, **query})
    assert response.status_code == 302, response.text
    return str(response.headers["location"])


async def request_callback(service: Service, address: str) -> httpx.Response:
    return await service.http.get("/callback", params=query_of(address))


async def complete_flow(service: Service, campus: IdentityProvider, who: str, **query: str) -> str:
    """Run a whole flow; return the URL of the last redirect."""
    response = await request_callback(service, campus.visit(await start_flow(service, who, **query), until=CALLBACK))
    assert response.status_code == 302
    return str(response.headers["location"])


async def link_identity(service: Service, campus: IdentityProvider, session: dict[str, Any], who: str) -> str:
    """Run a flow that links an identity to an account; return the URL of the last redirect."""
    query = {"provider": "campus", "login_hint": who, "skip_http_redirect": "true"}
    headers = {"Authorization": f"Bearer {session['access_token']}"}
    response = await service.http.get("/user/identities/authorize", params=query, headers=headers)
    assert response.status_code == 200, response.text
    response = await request_callback(service, campus.visit(response.json()["url"], until=CALLBACK))
    return str(response.headers["location"])


async def count_rows(service: Service, table: str) -> int:
    return int(await service.pool.fetchval(f"select count(*) from auth.{table}"))
