"""One SAML identity provider for all SAML tests, and a service that has it configured."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from tests.backend.auth.service import Service
from tests.support.saml_provider import SamlIdentityProvider, running_saml_provider

MAPPING = {"keys": {"full_name": {"name": "displayName"}, "team": {"names": ["ou"], "default": "all"}}}


@dataclass
class Campus:
    """A service with the identity provider of a campus, and the browser's requests between them."""

    service: Service
    provider: SamlIdentityProvider
    id: str
    metadata: str

    async def start_sign_in(self, **more: Any) -> str:
        body = {"domain": "campus.example", "skip_http_redirect": True, **more}
        response = await self.service.post("/sso", body)
        assert response.status_code == 200, response.text
        return str(response.json()["url"])

    async def respond(self, user: str = "mei", *, sso: dict[str, Any] | None = None, **more: Any) -> dict[str, str]:
        return self.provider.respond(await self.start_sign_in(**(sso or {})), user, self.metadata, **more)

    async def post(self, form: dict[str, str]) -> httpx.Response:
        return await self.service.http.post("/sso/saml/acs", data=form)


@pytest.fixture(scope="session")
def saml_provider() -> Iterator[SamlIdentityProvider]:
    with running_saml_provider() as provider:
        yield provider


@pytest.fixture
async def campus(make_service: Callable[..., Service], saml_provider: SamlIdentityProvider) -> Campus:
    service = make_service(saml=True)
    body = {
        "type": "saml", "metadata_xml": saml_provider.metadata, "domains": ["campus.example"],
        "attribute_mapping": MAPPING,
    }  # fmt: skip
    created = await service.http.post("/admin/sso/providers", json=body, headers=service.admin)
    assert created.status_code == 200, created.text
    metadata = (await service.http.get("/sso/saml/metadata")).text
    return Campus(service, saml_provider, created.json()["id"], metadata)
