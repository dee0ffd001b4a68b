"""Administration of SAML identity providers."""

import asyncio
from typing import Any
from uuid import uuid4

import httpx

from tests.backend.auth.saml.conftest import Campus
from tests.backend.auth.service import Service, bearer

PATH = "/admin/sso/providers"
WAITING = "select count(*) from pg_locks where not granted and locktype = 'transactionid'"


async def request(service: Service, method: str, path: str, body: Any = None) -> httpx.Response:
    headers = {**service.admin, "X-Supabase-Api-Version": "2024-01-01"}
    return await service.http.request(method, path, json=body, headers=headers)


async def test_create_read_update_delete(campus: Campus) -> None:
    service, path = campus.service, f"{PATH}/{campus.id}"
    [listed] = (await request(service, "GET", PATH)).json()["items"]
    shown = (await request(service, "GET", path)).json()
    assert shown == listed
    assert shown["saml"]["entity_id"] == f"{campus.provider.url}/metadata"
    assert [domain["domain"] for domain in shown["domains"]] == ["campus.example"]
    change = {"domains": ["Campus.example", "staff.campus.example"], "disabled": True}
    changed = (await request(service, "PUT", path, change)).json()
    assert [domain["domain"] for domain in changed["domains"]] == ["campus.example", "staff.campus.example"]
    assert changed["saml"] == shown["saml"]
    off = await service.post("/sso", {"domain": "staff.campus.example"})
    assert (off.status_code, off.json()["code"]) == (404, "sso_provider_disabled")
    assert (await request(service, "DELETE", path)).json()["id"] == campus.id
    for method in ("GET", "PUT", "DELETE"):
        for missing in (path, f"{PATH}/x"):
            response = await request(service, method, missing, {})
            assert (response.status_code, response.json()) == (
                404,
                {"code": "sso_provider_not_found", "message": "SSO Identity Provider not found"},
            )


def without_certificate(xml: str) -> str:
    return xml.replace("KeyDescriptor", "KeyDescription")


INVALID_PROVIDERS: list[tuple[dict[str, Any], str]] = [
    ({"type": "oidc"}, "validation_failed"),
    ({"metadata_xml": None}, "validation_failed"),
    ({"metadata_url": "https://campus.example"}, "validation_failed"),
    ({"metadata_xml": None, "metadata_url": "http://campus.example"}, "validation_failed"),
    ({"metadata_xml": None, "metadata_url": "https://127.0.0.1/"}, "saml_metadata_fetch_failed"),
    ({"metadata_xml": "<a/>"}, "validation_failed"),
    ({"metadata_xml": "no xml"}, "validation_failed"),
    ({"metadata_xml": without_certificate}, "validation_failed"),
    ({"domains": ["campus.example"]}, "sso_domain_already_exists"),
    ({"domains": ["no domain"]}, "validation_failed"),
    ({"domains": "x"}, "bad_json"),
    ({}, "saml_idp_already_exists"),
]


async def test_invalid_providers_are_rejected(campus: Campus) -> None:
    for change, code in INVALID_PROVIDERS:
        other = campus.provider.metadata
        if code != "saml_idp_already_exists":
            other = other.replace("/metadata", "/other")
        body = {"type": "saml", "metadata_xml": other, **change}
        if callable(body["metadata_xml"]):
            body["metadata_xml"] = body["metadata_xml"](other)
        response = await request(campus.service, "POST", PATH, body)
        assert (response.status_code, response.json()["code"]) == (422 if "idp" in code else 400, code), change
    assert len((await request(campus.service, "GET", PATH)).json()["items"]) == 1


async def test_concurrent_assignment_of_a_domain(campus: Campus) -> None:
    body = {"type": "saml", "metadata_xml": campus.provider.metadata.replace("/metadata", "/other"), "domains": []}
    other = (await request(campus.service, "POST", PATH, body)).json()["id"]
    third = {**body, "metadata_xml": campus.provider.metadata.replace("/metadata", "/third"), "domains": ["b.example"]}
    calls = [("PUT", f"{PATH}/{campus.id}", {"domains": ["b.example"]}), ("POST", PATH, third)]
    async with campus.service.pool.acquire() as conn, conn.transaction():
        await conn.execute("insert into auth.sso_domains (sso_provider_id, domain) values ($1, 'b.example')", other)
        tasks = [asyncio.create_task(request(campus.service, *call)) for call in calls]
        async with asyncio.timeout(10):
            while await campus.service.pool.fetchval(WAITING) < len(tasks):  # noqa: ASYNC110 - no event for locks
                await asyncio.sleep(0.01)
    changed, created = [await task for task in tasks]
    assert (changed.status_code, changed.json()["code"]) == (422, "conflict")
    assert (created.status_code, created.json()["code"]) == (400, "sso_domain_already_exists")


async def test_metadata_with_another_entity_id_are_rejected(campus: Campus) -> None:
    xml = campus.provider.metadata.replace("/metadata", "/other")
    response = await request(campus.service, "PUT", f"{PATH}/{campus.id}", {"metadata_xml": xml})
    assert (response.status_code, response.json()["code"]) == (400, "saml_entity_id_mismatch")


async def test_members_are_denied(campus: Campus) -> None:
    session = await campus.service.member()
    for method, path in (
        ("GET", PATH),
        ("POST", PATH),
        ("GET", f"{PATH}/{uuid4()}"),
        ("DELETE", f"{PATH}/{campus.id}"),
    ):
        response = await campus.service.http.request(method, path, headers=bearer(session))
        assert (response.status_code, response.json()["code"]) == (403, "not_admin")
