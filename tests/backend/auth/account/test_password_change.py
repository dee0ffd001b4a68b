"""Password change: the required proofs, in the protocol's order and words."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.backend.auth.mfa.test_factors import answer_challenge, code_of, with_factor
from tests.backend.auth.service import PASSWORD, Service, bearer

MakeService = Callable[..., Service]
NEW = "another good password"


async def change(service: Service, session: dict[str, Any], **body: Any) -> httpx.Response:
    return await service.http.put("/user", json=body, headers=bearer(session))


def assert_error(response: httpx.Response, status: int, code: str, message: str) -> None:
    body = response.json()
    assert (response.status_code, body["code"], body["message"]) == (status, code, message)


async def test_day_old_session_needs_an_emailed_code(make_service: MakeService) -> None:
    service = make_service(reauthentication_required=True)
    session = await service.member()
    assert (await change(service, session, password=NEW)).status_code == 200
    service.wait(hours=25)
    session = (await service.refresh(session["refresh_token"])).json()
    needed = "Password update requires reauthentication"
    assert_error(await change(service, session, password=PASSWORD), 400, "reauthentication_needed", needed)
    await service.http.get("/reauthenticate", headers=bearer(session))
    code = (await service.email_to("mei@example.org")).code
    invalid = "Nonce has expired or is invalid"
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    response = await change(service, session, password=PASSWORD, nonce=wrong)
    assert_error(response, 422, "reauthentication_not_valid", invalid)
    # Rejecting the same password uses up no code.
    assert (await change(service, session, password=NEW, nonce=code)).json()["code"] == "same_password"
    assert (await change(service, session, password=PASSWORD, nonce=code)).status_code == 200
    response = await change(service, session, password=NEW, nonce=code)
    assert_error(response, 422, "reauthentication_not_valid", invalid)
    # Other changes need no code.
    assert (await change(service, session, data={"a": 1})).status_code == 200


async def test_wrong_attempts_invalidate_a_code(make_service: MakeService) -> None:
    service = make_service(reauthentication_required=True)
    session = await service.member()
    service.wait(hours=25)
    session = (await service.refresh(session["refresh_token"])).json()
    await service.http.get("/reauthenticate", headers=bearer(session))
    code = (await service.email_to("mei@example.org")).code
    for number in range(1, 6):
        wrong = f"{(int(code) + number) % 1_000_000:06}"
        assert (await change(service, session, password=NEW, nonce=wrong)).status_code == 422
    assert (await change(service, session, password=NEW, nonce=code)).json()["code"] == "reauthentication_not_valid"


async def test_current_password_is_required(make_service: MakeService) -> None:
    service = make_service(current_password_required=True)
    session = await service.member()
    text = "Current password required when setting new password."
    assert_error(await change(service, session, password=NEW), 400, "current_password_required", text)
    response = await change(service, session, password=NEW, current_password="wrong")
    assert_error(response, 400, "current_password_invalid", text)
    assert (await change(service, session, password=NEW, current_password=PASSWORD)).status_code == 200
    # A user who signed in by an emailed code may have forgotten the password.
    await service.post("/recover", {"email": "mei@example.org"})
    code = (await service.email_to("mei@example.org")).code
    signed_in = (await service.post("/verify", {"type": "recovery", "email": "mei@example.org", "token": code})).json()
    assert (await change(service, signed_in, password=PASSWORD)).status_code == 200


@pytest.mark.parametrize("body", [{"password": NEW}, {"email": "new@example.org"}, {"phone": "60123456789"}])
async def test_second_factor_requires_aal2(make_service: MakeService, body: dict[str, str]) -> None:
    service = make_service(sms_provider="mailbox")
    _, factor, secret = await with_factor(service)
    weak = await service.member()
    text = "AAL2 session is required to update email or password when MFA is enabled."
    assert_error(await change(service, weak, **body), 401, "insufficient_aal", text)
    assert (await change(service, weak, data={"language": "vi"})).status_code == 200
    strong = (await answer_challenge(service, weak, factor, code_of(service, secret))).json()
    assert (await change(service, strong, **body)).status_code == 200


async def test_sso_users_cannot_change_passwords(make_service: MakeService) -> None:
    service = make_service()
    session = await service.member()
    await service.pool.execute("update auth.users set is_sso_user = true")
    text = "Updating email, phone, password of a SSO account only possible via SSO"
    for body in ({"password": NEW}, {"email": "new@example.org"}, {"nonce": "123456"}):
        assert_error(await change(service, session, **body), 422, "user_sso_managed", text)
