"""Errors of the contract that need several steps, over HTTP: status, code and message."""

from collections.abc import Callable
from typing import Any

import httpx

from balai.database.pool import Pool
from balai.server.observability import RequestMiddleware
from tests.backend.auth.mfa.test_factors import ALL, assert_error, enroll
from tests.backend.auth.service import PASSWORD, Service, bearer
from tests.backend.auth.sign_in.test_verify import CHALLENGE, fragment

MakeService = Callable[..., Service]
PHONE = "60123456789"


async def test_reauthentication_needs_a_confirmed_address(make_service: MakeService) -> None:
    """For users without a confirmed email or phone, and users with neither."""
    service = make_service(anonymous_users=True, sms_provider="mailbox")

    async def ask(session: dict[str, Any], status: int, code: str, words: str) -> None:
        assert_error(await service.http.get("/reauthenticate", headers=bearer(session)), status, code, words)

    nobody = (await service.post("/signup")).json()
    words = "Reauthentication requires the user to have an email or a phone number"
    await ask(nobody, 400, "validation_failed", words)
    session = await service.member()
    await service.pool.execute("update auth.users set email_confirmed_at = null")
    await ask(session, 422, "email_not_confirmed", "Please verify your email first.")
    await service.pool.execute("update auth.users set email = null, phone = $1 where email is not null", PHONE)
    await ask(session, 422, "phone_not_confirmed", "Please verify your phone first.")
    await service.pool.execute("update auth.users set phone_confirmed_at = now() where phone is not null")
    service = make_service()
    await ask(session, 500, "unexpected_failure", "Unable to get SMS provider")


async def test_taken_phone_number(service: Service) -> None:
    headers = {**service.admin, "X-Supabase-Api-Version": "2024-01-01"}
    body = {"phone": PHONE, "password": PASSWORD, "phone_confirm": True}
    assert (await service.http.post("/admin/users", json=body, headers=headers)).status_code == 200
    again = await service.http.post("/admin/users", json={**body, "phone": f"+{PHONE}"}, headers=headers)
    assert_error(again, 422, "phone_exists", "Phone number already registered by another user")


async def test_factors_of_a_disabled_type(make_service: MakeService) -> None:
    before = make_service(factor_types=ALL, sms_provider="mailbox")
    now = make_service(factor_types=frozenset(), verified_factor_types=frozenset())
    session = await before.member()
    kinds = {
        "totp": ({}, "mfa_totp_verify_not_enabled", "TOTP"),
        "phone": ({"phone": f"+{PHONE}"}, "mfa_phone_verify_not_enabled", "Phone"),
        "webauthn": ({}, "mfa_webauthn_enroll_not_enabled", "WebAuthn"),
    }
    for kind, (more, code, name) in kinds.items():
        made = await enroll(before, session, factor_type=kind, friendly_name=kind, **more)
        path = f"/factors/{made.json()['id']}"
        asked = (await before.post(f"{path}/challenge", **bearer(session))).json()["id"]
        words = f"MFA verification is disabled for {name}"
        assert_error(await now.post(f"{path}/challenge", **bearer(session)), 422, code, words)
        body = {"challenge_id": asked, "code": "123456"}
        assert_error(await now.post(f"{path}/verify", body, **bearer(session)), 422, code, words)


async def test_link_of_a_missing_flow_keeps_its_token(make_service: MakeService, auth_pool: Pool) -> None:
    service = make_service(email_link_pages=None)
    await service.member()
    body = {"email": "mei@example.org", "code_challenge": CHALLENGE, "code_challenge_method": "s256"}
    await service.post("/magiclink", body)
    await auth_pool.execute("delete from auth.flow_state")
    message = await service.email_to("mei@example.org")
    ends = [(await service.http.get("/verify", params=message.link)).headers["location"] for _ in range(2)]
    assert ends[0] == ends[1]
    facts = fragment(ends[0])
    assert (facts["error"], facts["error_code"]) == ("invalid_request", "flow_state_not_found")
    code = {"type": "magiclink", "email": "mei@example.org", "token": message.code}
    assert (await service.post("/verify", code)).status_code == 200


async def test_unexpected_error_hides_its_cause(service: Service, auth_pool: Pool) -> None:
    await auth_pool.execute("alter table auth.identities rename to lost_identities")
    words = "Unexpected failure, please check server logs for more information"
    app = RequestMiddleware(service.http._transport.app, service_of=lambda _: "auth")  # type: ignore[attr-defined]  # the served application
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=service.http.base_url) as http:
        body = {"email": "mei@example.org", "password": PASSWORD}
        old = await http.post("/signup", json=body, headers={"x-request-id": "forged"})
        new = await http.post("/signup", json=body, headers={"X-Supabase-Api-Version": "2024-01-01"})
    assert (new.status_code, new.json()) == (500, {"code": "unexpected_failure", "message": words})
    id = old.headers["x-request-id"]
    assert id not in {"", "forged"}
    assert old.json() == {"code": 500, "error_code": "unexpected_failure", "msg": words, "error_id": id}
    assert new.headers["access-control-allow-origin"] == "*"
