"""The service provider's key: signed requests and encrypted assertions; and the refresh of metadata."""

import base64
from collections.abc import Callable

import httpx
import pytest

from balai.database.pool import Pool
from tests.backend.auth.saml.conftest import Campus
from tests.backend.auth.service import Service
from tests.support.oidc_provider import query_of


async def location_after(campus: Campus, form: dict[str, str]) -> str:
    response = await campus.post(form)
    return response.headers["location"]


@pytest.mark.parametrize("sign", ["assertion", "message", "both"])
async def test_encrypted_assertion_is_accepted(campus: Campus, sign: str) -> None:
    form = await campus.respond("mei", encrypted=True, sign=sign)
    assert "access_token=" in await location_after(campus, form)
    assert "mei@campus" not in form["SAMLResponse"]


async def test_encrypted_assertion_is_verified(campus: Campus, make_service: Callable[..., Service]) -> None:
    form = await campus.respond("mei", encrypted=True, changes={"Audience": "https://elsewhere.example"})
    assert "SAML+assertion+is+not+valid" in await location_after(campus, form)
    form = await campus.respond("mei", encrypted=True)
    form["SAMLResponse"] = tampered(form["SAMLResponse"])
    assert "SAML+assertion+is+not+valid" in await location_after(campus, form)
    # Another worker has the same key. An assertion encrypted for an earlier key is rejected.
    other = make_service(saml=True)
    assert (await other.http.get("/sso/saml/metadata")).text == campus.metadata
    await campus.service.pool.execute("delete from auth.saml_keys")
    campus.service = make_service(saml=True)
    assert "SAML+assertion+is+not+valid" in await location_after(campus, await campus.respond("mei", encrypted=True))


async def test_key_that_was_not_stored_is_not_used(make_service: Callable[..., Service]) -> None:
    service, other = make_service(saml=True), make_service(saml=True)
    await service.pool.execute("alter table auth.saml_keys add constraint no_room check (false)")
    assert (await service.http.get("/sso/saml/metadata")).status_code == 400
    await service.pool.execute("alter table auth.saml_keys drop constraint no_room")
    metadata = [(await one.http.get("/sso/saml/metadata")).text for one in (service, other)]
    assert metadata[0] == metadata[1]


def tampered(response: str) -> str:
    """Return the response with one character of the encrypted content changed."""
    xml = base64.b64decode(response).decode()
    start = xml.rindex("CipherValue>") - 40
    changed = "A" if xml[start] != "A" else "B"
    return base64.b64encode((xml[:start] + changed + xml[start + 1 :]).encode()).decode()


async def test_authn_requests_are_signed(campus: Campus) -> None:
    redirect_url = await campus.start_sign_in()
    assert query_of(redirect_url)["SigAlg"].endswith("rsa-sha256")
    form = campus.provider.respond(redirect_url, "mei", campus.metadata, checks_request=True)
    assert "access_token=" in await location_after(campus, form)
    tampered_url = redirect_url.replace("RelayState=", "RelayState=0")
    with pytest.raises(AssertionError, match="SIGNATURE"):
        campus.provider.respond(tampered_url, "mei", campus.metadata, checks_request=True)


class MetadataServer(httpx.AsyncBaseTransport):
    """A server that publishes the provider's metadata."""

    text = ""

    async def handle_async_request(self, _request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, text=self.text)


async def resolve_public(_host: str, _port: int) -> list[str]:
    return ["93.184.216.34"]


async def test_metadata_are_refreshed_after_a_day(
    make_service: Callable[..., Service], campus: Campus, auth_pool: Pool
) -> None:
    server = MetadataServer()
    service = make_service(saml=True, transport=server, resolve=resolve_public)
    original = campus.provider.metadata
    url = {"metadata_url": "https://campus.example/metadata"}
    server.text = original
    changed = await service.http.put(f"/admin/sso/providers/{campus.id}", json=url, headers=service.admin)
    assert changed.status_code == 200, changed.text

    async def sign_in_after(hours: float, text: str) -> str:
        server.text = text
        service.wait(hours=hours)
        await service.post("/sso", {"domain": "campus.example", "skip_http_redirect": True})
        await service.settle()
        return str(await auth_pool.fetchval("select metadata_xml from auth.saml_providers"))

    rotated = original.replace("/sso", "/sso2")
    assert "/sso2" not in await sign_in_after(1, rotated)
    assert await sign_in_after(24, rotated) == rotated
    # Metadata with another entityID, and invalid metadata, are ignored.
    assert await sign_in_after(25, original.replace("/metadata", "/other")) == rotated
    assert await sign_in_after(25, "nothing") == rotated
