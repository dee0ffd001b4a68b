"""Passkeys over HTTP: registration, sign-in, and invalid or foreign responses."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from balai.backend.auth.config import supports_webauthn
from balai.security.tokens import verify as read_token
from tests.backend.auth.mfa.test_factors import assert_error, with_factor
from tests.backend.auth.security_key import SecurityKey, b64
from tests.backend.auth.service import SECRET, SITE, Service, bearer

MakeService = Callable[..., Service]


@pytest.fixture
def service(make_service: MakeService) -> Service:
    return make_service(passkeys=True)


def new_key() -> SecurityKey:
    return SecurityKey(SITE, "site.example")


async def begin_registration(service: Service, session: dict[str, Any]) -> dict[str, Any]:
    response = await service.post("/passkeys/registration/options", **bearer(session))
    assert response.status_code == 200, response.text
    return dict(response.json())


async def register(service: Service, session: dict[str, Any], key: SecurityKey) -> httpx.Response:
    asked = await begin_registration(service, session)
    body = {"challenge_id": asked["challenge_id"], "credential": key.create(asked["options"])}
    return await service.post("/passkeys/registration/verify", body, **bearer(session))


async def sign_in(service: Service, key: SecurityKey, handle: UUID | None = None) -> httpx.Response:
    asked = (await service.post("/passkeys/authentication/options")).json()
    credential = key.get(asked["options"])
    if handle is not None:
        credential["response"]["userHandle"] = b64(handle.bytes)
    body = {"challenge_id": asked["challenge_id"], "credential": credential}
    return await service.post("/passkeys/authentication/verify", body)


async def test_passkey_signs_its_owner_in(service: Service) -> None:
    session = await service.member()
    asked = await begin_registration(service, session)
    assert asked["options"]["authenticatorSelection"]["residentKey"] == "required"
    key = new_key()
    body = {"challenge_id": asked["challenge_id"], "credential": key.create(asked["options"])}
    made = await service.post("/passkeys/registration/verify", body, **bearer(session))
    assert made.status_code == 200 and set(made.json()) == {"id", "friendly_name", "created_at"}
    again = await service.post("/passkeys/registration/verify", body, **bearer(session))
    assert_error(again, 400, "webauthn_challenge_not_found", "Challenge not found or already used")
    owner = UUID(session["user"]["id"])
    signed_in = await sign_in(service, key, owner)
    assert signed_in.json()["user"]["id"] == str(owner)
    claims = read_token(signed_in.json()["access_token"], SECRET)
    assert (claims["aal"], claims["amr"][0]["method"]) == ("aal1", "passkey")
    path = f"/passkeys/{made.json()['id']}"
    named = await service.http.patch(path, json={"friendly_name": "laptop"}, headers=bearer(session))
    assert named.json()["friendly_name"] == "laptop"
    (listed,) = (await service.http.get("/passkeys", headers=bearer(session))).json()
    assert listed["last_used_at"] and listed["friendly_name"] == "laptop"
    assert (await service.http.delete(path, headers=bearer(session))).status_code == 204
    assert_error(await sign_in(service, key), 400, "webauthn_verification_failed", "Credential verification failed")


async def test_invalid_responses(service: Service) -> None:
    session, other_session = await service.member(), await service.member("tan@example.org")
    key = new_key()
    assert (await register(service, session, key)).status_code == 200
    text = "Credential verification failed"
    forged = SecurityKey(SITE, "site.example", id=key.id)
    for wrong in (new_key(), forged, SecurityKey("http://evil.example", "site.example", key.id, key.private)):
        assert_error(await sign_in(service, wrong), 400, "webauthn_verification_failed", text)
    other_handle = await sign_in(service, key, UUID(other_session["user"]["id"]))
    assert_error(other_handle, 400, "webauthn_verification_failed", text)
    asked = (await service.post("/passkeys/authentication/options")).json()
    response = {"challenge_id": asked["challenge_id"], "credential": key.get(asked["options"])}
    together = await asyncio.gather(*(service.post("/passkeys/authentication/verify", response) for _ in range(3)))
    assert sorted(one.status_code for one in together) == [200, 400, 400]
    # Another user's registration challenge, an expired one, and a key that is registered already.
    theirs = await begin_registration(service, other_session)
    body = {"challenge_id": theirs["challenge_id"], "credential": new_key().create(theirs["options"])}
    mixed = await service.post("/passkeys/registration/verify", body, **bearer(session))
    assert_error(mixed, 400, "webauthn_challenge_not_found")
    service.wait(seconds=301)
    late = await service.post("/passkeys/registration/verify", body, **bearer(other_session))
    assert_error(late, 400, "webauthn_challenge_expired", "Challenge has expired")
    assert_error(await register(service, other_session, key), 422, "webauthn_credential_exists")
    for bad in ({}, {"challenge_id": "x", "credential": {}}, {"challenge_id": str(uuid4()), "credential": {"a": 1}}):
        assert (await service.post("/passkeys/authentication/verify", bad)).status_code == 400


async def test_banned_and_unconfirmed_users_are_rejected(service: Service) -> None:
    session = await service.member()
    key = new_key()
    await register(service, session, key)
    path = f"/admin/users/{session['user']['id']}"
    await service.http.put(path, json={"ban_duration": "1h"}, headers=service.admin)
    assert_error(await sign_in(service, key), 403, "user_banned", "User is banned")
    service.wait(hours=2)
    await service.pool.execute("update auth.users set email_confirmed_at = null")
    assert_error(await sign_in(service, key), 403, "email_not_confirmed", "Email not confirmed")
    await service.pool.execute("update auth.users set email = null, phone = '60123456789'")
    assert_error(await sign_in(service, key), 403, "phone_not_confirmed", "Phone not confirmed")


async def test_second_factor_requires_aal2_to_register(service: Service) -> None:
    await with_factor(service)
    weak = await service.member()
    response = await service.post("/passkeys/registration/options", **bearer(weak))
    text = "AAL2 session is required to manage passkeys when MFA is enabled"
    assert_error(response, 403, "insufficient_aal", text)


async def test_only_owner_and_administration_access_passkeys(service: Service) -> None:
    session, other_session = await service.member(), await service.member("tan@example.org")
    made = (await register(service, session, new_key())).json()["id"]
    for wrong in (made, "x"):
        gone = await service.http.delete(f"/passkeys/{wrong}", headers=bearer(other_session))
        assert_error(gone, 404, "validation_failed", "Passkey not found")
    own = f"/admin/users/{session['user']['id']}/passkeys"
    assert (await service.http.get(own, headers=bearer(other_session))).status_code == 403
    assert [one["id"] for one in (await service.http.get(own, headers=service.admin)).json()] == [made]
    assert (await service.http.delete(f"{own}/{made}", headers=service.admin)).status_code == 204
    assert (await service.http.get(own, headers=service.admin)).json() == []


async def test_owner_is_notified(make_service: MakeService) -> None:
    service = make_service(passkeys=True, sends_security_notices=True)
    session = await service.member()
    made = (await register(service, session, new_key())).json()["id"]
    assert (await service.email_to("mei@example.org")).kind == "notice_passkey_added"
    await service.http.delete(f"/passkeys/{made}", headers=bearer(session))
    assert (await service.email_to("mei@example.org")).kind == "notice_passkey_removed"


async def test_passkeys_are_off_by_default(make_service: MakeService) -> None:
    service = make_service()
    session = await service.member()
    for method, path in (
        ("POST", "/passkeys/registration/options"),
        ("POST", "/passkeys/authentication/options"),
        ("POST", "/passkeys/authentication/verify"),
        ("GET", "/passkeys"),
        ("DELETE", "/passkeys/x"),
    ):
        assert_error(await service.http.request(method, path, headers=bearer(session)), 404, "passkey_disabled")


async def test_maximum_of_ten_passkeys(make_service: MakeService) -> None:
    service = make_service(passkeys=True, max_passkeys=1)
    session = await service.member()
    asked = [await begin_registration(service, session) for _ in range(3)]
    bodies = [{"challenge_id": one["challenge_id"], "credential": new_key().create(one["options"])} for one in asked]
    path = "/passkeys/registration/verify"
    responses = await asyncio.gather(*(service.post(path, body, **bearer(session)) for body in bodies))
    assert sorted(response.status_code for response in responses) == [200, 422, 422]
    full = await service.post("/passkeys/registration/options", **bearer(session))
    assert_error(full, 422, "too_many_passkeys", "Maximum number of passkeys reached")


@pytest.mark.parametrize(
    ("address", "takes"),
    [
        ("https://site.example", True),
        ("http://localhost:8000", True),
        ("http://site.example", False),
        ("http://127.0.0.1:8000", False),
        ("https://[::1]:8000", False),
    ],
)
def test_webauthn_needs_a_host_name_and_https(address: str, takes: bool) -> None:
    assert supports_webauthn(address) is takes
