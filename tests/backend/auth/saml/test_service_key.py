"""The hall's own key: requests signed with it, assertions encrypted for it; and metadata looked at again."""

import base64
from collections.abc import Callable

import httpx
import pytest

from balai.database.pool import Pool
from tests.backend.auth.saml.conftest import Campus
from tests.backend.auth.service import Service
from tests.support.oidc_provider import query_of


async def landed(campus: Campus, form: dict[str, str]) -> str:
    answer = await campus.post(form)
    return answer.headers["location"]


@pytest.mark.parametrize("sign", ["assertion", "message", "both"])
async def test_an_encrypted_assertion_is_opened(campus: Campus, sign: str) -> None:
    form = await campus.form("mei", encrypted=True, sign=sign)
    assert "access_token=" in await landed(campus, form)
    assert "mei@campus" not in form["SAMLResponse"]


async def test_an_encrypted_assertion_is_no_less_looked_at(
    campus: Campus, make_service: Callable[..., Service]
) -> None:
    form = await campus.form("mei", encrypted=True, changes={"Audience": "https://elsewhere.example"})
    assert "SAML+assertion+is+not+valid" in await landed(campus, form)
    form = await campus.form("mei", encrypted=True)
    form["SAMLResponse"] = meddled_with(form["SAMLResponse"])
    assert "SAML+assertion+is+not+valid" in await landed(campus, form)
    # Another worker has the same key; one that was encrypted for a key of before is not opened.
    other = make_service(saml=True)
    assert (await other.http.get("/sso/saml/metadata")).text == campus.metadata
    await campus.hall.pool.execute("delete from auth.saml_keys")
    campus.hall = make_service(saml=True)
    assert "SAML+assertion+is+not+valid" in await landed(campus, await campus.form("mei", encrypted=True))


async def test_a_key_that_could_not_be_kept_is_not_used(make_service: Callable[..., Service]) -> None:
    service, other = make_service(saml=True), make_service(saml=True)
    await service.pool.execute("alter table auth.saml_keys add constraint no_room check (false)")
    assert (await service.http.get("/sso/saml/metadata")).status_code == 400
    await service.pool.execute("alter table auth.saml_keys drop constraint no_room")
    metadata = [(await one.http.get("/sso/saml/metadata")).text for one in (service, other)]
    assert metadata[0] == metadata[1]


def meddled_with(response: str) -> str:
    """With one sign of the encrypted content changed."""
    xml = base64.b64decode(response).decode()
    start = xml.rindex("CipherValue>") - 40
    changed = "A" if xml[start] != "A" else "B"
    return base64.b64encode((xml[:start] + changed + xml[start + 1 :]).encode()).decode()


async def test_requests_are_signed_and_the_provider_can_check_them(campus: Campus) -> None:
    departure = await campus.leave()
    assert query_of(departure)["SigAlg"].endswith("rsa-sha256")
    form = campus.provider.respond(departure, "mei", campus.metadata, checks_request=True)
    assert "access_token=" in await landed(campus, form)
    meddled = departure.replace("RelayState=", "RelayState=0")
    with pytest.raises(AssertionError, match="SIGNATURE"):
        campus.provider.respond(meddled, "mei", campus.metadata, checks_request=True)


class Publishing(httpx.AsyncBaseTransport):
    """The provider's address on the internet."""

    text = ""

    async def handle_async_request(self, _request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, text=self.text)


async def public(_host: str, _port: int) -> list[str]:
    return ["93.184.216.34"]


async def test_metadata_are_looked_at_again_after_a_day(
    make_service: Callable[..., Service], campus: Campus, auth_pool: Pool
) -> None:
    place = Publishing()
    hall = make_service(saml=True, transport=place, resolve=public)
    kept = campus.provider.metadata
    url = {"metadata_url": "https://campus.example/metadata"}
    place.text = kept
    changed = await hall.http.put(f"/admin/sso/providers/{campus.id}", json=url, headers=hall.admin)
    assert changed.status_code == 200, changed.text

    async def sign_in_after(hours: float, text: str) -> str:
        place.text = text
        hall.wait(hours=hours)
        await hall.post("/sso", {"domain": "campus.example", "skip_http_redirect": True})
        await hall.settle()
        return str(await auth_pool.fetchval("select metadata_xml from auth.saml_providers"))

    newer = kept.replace("/sso", "/sso2")
    assert "/sso2" not in await sign_in_after(1, newer)
    assert await sign_in_after(24, newer) == newer
    # Another one at the same address is not believed, and nonsense neither.
    assert await sign_in_after(25, kept.replace("/metadata", "/other")) == newer
    assert await sign_in_after(25, "nothing") == newer
