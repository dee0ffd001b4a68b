"""Accounts with a phone: sign-up, sign-in, SMS codes, change of number, and invalid requests."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from balai.security import tokens
from tests.backend.auth.service import PASSWORD, SECRET, Service, bearer

PHONE = "60123456789"
MakeService = Callable[..., Service]
EXPIRED = (403, "otp_expired", "Token has expired or is invalid")


@pytest.fixture
def phones(make_service: MakeService) -> Service:
    return make_service(sms_provider="mailbox")


async def verify(service: Service, token: str, *, type_: str = "sms", phone: str = PHONE) -> Any:
    return await service.post("/verify", {"type": type_, "token": token, "phone": phone})


def error_of(response: Any) -> tuple[int, str, str]:
    return response.status_code, response.json()["code"], response.json()["message"]


async def test_sign_up_confirm_and_sign_in_by_phone(phones: Service) -> None:
    created = await phones.post(
        "/signup", {"phone": "+60 12 345 6789", "password": PASSWORD, "data": {"language": "ms"}}
    )
    user = created.json()
    assert (created.status_code, user["phone"], user["email"]) == (200, PHONE, "")
    assert user["app_metadata"] == {"provider": "phone", "providers": ["phone"]}
    assert [one["provider"] for one in user["identities"]] == ["phone"]
    assert "confirmation_sent_at" in user and "access_token" not in user
    body = {"phone": PHONE, "password": PASSWORD}
    early = await phones.post("/token?grant_type=password", body)
    assert error_of(early) == (400, "phone_not_confirmed", "Phone not confirmed")
    text = await phones.sms_to(PHONE)
    assert text.language == "ms"
    confirmed = await verify(phones, text.code)
    assert confirmed.status_code == 200, confirmed.text
    session = confirmed.json()
    assert session["user"]["phone_confirmed_at"]
    facts = session["user"]["identities"][0]["identity_data"]
    assert facts["phone_verified"] is False and session["user"]["user_metadata"]["phone_verified"] is False
    claims = tokens.verify(session["access_token"], SECRET)
    assert (claims["phone"], claims["email"], claims["amr"][0]["method"]) == (PHONE, "", "otp")
    assert error_of(await verify(phones, text.code)) == EXPIRED
    assert (await phones.post("/token?grant_type=password", body)).status_code == 200
    wrong = await phones.post("/token?grant_type=password", {**body, "password": "wrong"})
    assert error_of(wrong) == (400, "invalid_credentials", "Invalid login credentials")


async def test_known_number_gets_the_same_response_as_a_new_one(phones: Service) -> None:
    body = {"phone": PHONE, "password": PASSWORD, "phone_confirm": True}
    await phones.http.post("/admin/users", json=body, headers=phones.admin)
    response = (await phones.post("/signup", {"phone": PHONE, "password": PASSWORD, "data": {"name": "Eve"}})).json()
    assert (response["role"], response["identities"], response["phone"]) == ("", [], PHONE)
    assert response["user_metadata"] == {"name": "Eve"}
    assert await phones.count_emails() == 0
    soon = await phones.post("/signup", {"phone": PHONE, "password": PASSWORD})
    assert error_of(soon)[:2] == (429, "over_sms_send_rate_limit")


async def test_sms_code_signs_in(phones: Service) -> None:
    first = await phones.post("/otp", {"phone": PHONE, "data": {"display_name": "Mei"}})
    assert (first.status_code, first.json()) == (200, {})
    soon = await phones.post("/otp", {"phone": PHONE})
    assert error_of(soon)[:2] == (429, "over_sms_send_rate_limit")
    assert (await verify(phones, (await phones.sms_to(PHONE)).code)).status_code == 200
    phones.wait(seconds=61)
    again = await phones.post("/otp", {"phone": PHONE, "create_user": False})
    assert (again.status_code, again.json()) == (200, {})
    session = (await verify(phones, (await phones.sms_to(PHONE)).code)).json()
    assert session["user"]["user_metadata"]["display_name"] == "Mei"


async def test_sms_code_expires_after_a_minute_or_five_attempts(phones: Service) -> None:
    await phones.post("/otp", {"phone": PHONE})
    code = (await phones.sms_to(PHONE)).code
    wrong = f"{(int(code) + 1) % 10**6:06d}"
    for _ in range(5):
        assert error_of(await verify(phones, wrong)) == EXPIRED
    assert error_of(await verify(phones, code)) == EXPIRED
    phones.wait(seconds=61)
    await phones.post("/resend", {"type": "sms", "phone": PHONE})
    code = (await phones.sms_to(PHONE)).code
    phones.wait(seconds=61)
    assert error_of(await verify(phones, code)) == EXPIRED


async def test_concurrent_guesses_are_limited_to_five_attempts(phones: Service) -> None:
    await phones.post("/otp", {"phone": PHONE})
    code = (await phones.sms_to(PHONE)).code
    guesses = [f"{(int(code) + n) % 10**6:06d}" for n in range(1, 13)]
    await asyncio.gather(*(verify(phones, guess) for guess in guesses))
    assert error_of(await verify(phones, code)) == EXPIRED
    assert await phones.pool.fetchval("select attempts from auth.one_time_tokens") == 5


async def test_hash_of_an_sms_code_is_not_an_email_link(phones: Service) -> None:
    await phones.post("/otp", {"phone": PHONE})
    token_hash = await phones.pool.fetchval("select token_hash from auth.one_time_tokens")
    response = await phones.post("/verify", {"type": "signup", "token_hash": token_hash})
    assert error_of(response) == (403, "otp_expired", "Email link is invalid or has expired")


async def test_phone_change(phones: Service) -> None:
    session = await phones.member("mei@example.org")
    headers = bearer(session)
    other = {"phone": "6591234567", "password": PASSWORD, "phone_confirm": True}
    await phones.http.post("/admin/users", json=other, headers=phones.admin)
    taken = await phones.http.put("/user", json={"phone": "+6591234567"}, headers=headers)
    assert error_of(taken) == (422, "phone_exists", "A user with this phone number has already been registered")
    asked = await phones.http.put("/user", json={"phone": f"+{PHONE}"}, headers=headers)
    assert (asked.json()["new_phone"], asked.json()["phone"]) == (PHONE, "")
    assert asked.json()["phone_change_sent_at"]
    code = (await phones.sms_to(PHONE)).code
    assert error_of(await verify(phones, code)) == EXPIRED, "it is not a sign-in code"
    phones.wait(seconds=61)
    await phones.http.put("/user", json={"phone": PHONE}, headers=headers)
    code = (await phones.sms_to(PHONE)).code
    done = (await verify(phones, code, type_="phone_change")).json()
    assert (done["user"]["phone"], "new_phone" in done["user"]) == (PHONE, False)
    assert done["user"]["app_metadata"]["providers"] == ["email", "phone"]
    assert (await phones.http.put("/user", json={"phone": PHONE}, headers=headers)).status_code == 200
    assert await phones.pool.fetchval("select phone_change from auth.users where email = 'mei@example.org'") == ""


async def test_unconfirmed_password_is_removed_when_the_owner_signs_in(phones: Service) -> None:
    await phones.post("/signup", {"phone": PHONE, "password": PASSWORD})
    phones.wait(minutes=2)
    await phones.post("/otp", {"phone": PHONE})
    assert (await verify(phones, (await phones.sms_to(PHONE)).code)).status_code == 200
    body = {"phone": PHONE, "password": PASSWORD}
    assert (await phones.post("/token?grant_type=password", body)).status_code == 400


async def test_resend_and_reauthenticate(phones: Service) -> None:
    for type_ in ("sms", "phone_change"):
        response = await phones.post("/resend", {"type": type_, "phone": PHONE})
        assert (response.status_code, response.json()) == (200, {}), "an unknown number looks like a known one"
    await phones.post("/signup", {"phone": PHONE, "password": PASSWORD})
    session = (await verify(phones, (await phones.sms_to(PHONE)).code)).json()
    response = await phones.http.get("/reauthenticate", headers=bearer(session))
    assert (response.status_code, response.json()) == (200, {})
    assert (await phones.sms_to(PHONE)).code
    assert error_of(await phones.http.get("/reauthenticate", headers=bearer(session)))[1] == "over_sms_send_rate_limit"


async def test_test_numbers_get_no_sms(make_service: MakeService) -> None:
    service = make_service(sms_provider="twilio", sms_test_codes={PHONE: "123456"})
    await service.post("/otp", {"phone": PHONE})
    assert (await verify(service, "123456")).status_code == 200
    service.wait(seconds=61)
    assert (await service.post("/otp", {"phone": PHONE, "channel": "whatsapp"})).json() == {"message_id": "test-otp"}
    assert await service.count_emails() == 0


async def test_autoconfirm(make_service: MakeService) -> None:
    service = make_service(sms_provider="mailbox", sms_autoconfirm=True)
    session = (await service.post("/signup", {"phone": PHONE, "password": PASSWORD})).json()
    assert session["user"]["phone_confirmed_at"]
    moved = await service.http.put("/user", json={"phone": "6591234567"}, headers=bearer(session))
    assert moved.json()["phone"] == "6591234567"
    again = await service.post("/signup", {"phone": "6591234567", "password": PASSWORD})
    assert error_of(again) == (422, "user_already_exists", "User already registered")


@pytest.mark.parametrize("typed", ["012-345 6789", "+60 12-345 6789", "60123456789", "(012) 345 6789"])
async def test_local_number_formats_are_accepted(make_service: MakeService, typed: str) -> None:
    service = make_service(sms_provider="mailbox", phone_regions=("MY", "SG", "VN"))
    response = await service.post("/signup", {"phone": typed, "password": PASSWORD})
    assert response.json()["phone"] == PHONE


@pytest.mark.parametrize(("typed", "stored"), [("0912 345 678", "84912345678"), ("9123 4567", "6591234567")])
async def test_numbers_of_all_configured_regions(make_service: MakeService, typed: str, stored: str) -> None:
    service = make_service(sms_provider="mailbox", phone_regions=("MY", "SG", "VN"))
    assert (await service.post("/signup", {"phone": typed, "password": PASSWORD})).json()["phone"] == stored


CHANNELS = (
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio "
    "Verify is used as the provider."
)
E164 = "Invalid phone number format (E.164 required)"
BOTH = {"phone": PHONE, "email": "mei@example.org", "password": PASSWORD}


@pytest.mark.parametrize(
    ("path", "body", "status", "code", "message"),
    [
        ("/signup", BOTH, 400, "validation_failed",
         "Only an email address or phone number should be provided on signup."),
        ("/signup", {"phone": "012-345", "password": PASSWORD}, 400, "validation_failed", E164),
        ("/signup", {"phone": PHONE, "password": PASSWORD, "channel": "fax"}, 400, "validation_failed", CHANNELS),
        ("/signup", {"phone": PHONE, "password": PASSWORD, "channel": "whatsapp"}, 400, "validation_failed", CHANNELS),
        (
            "/signup",
            {"phone": PHONE, "password": PASSWORD, "code_challenge": "x" * 43, "code_challenge_method": "s256"},
            400, "validation_failed", "PKCE not supported for phone signups",
        ),
        ("/token?grant_type=password", BOTH, 400, "validation_failed",
         "Only an email address or phone number should be provided on login."),
        ("/token?grant_type=password", {"password": "x"}, 400, "validation_failed", "missing email or phone"),
        ("/token?grant_type=password", {"phone": PHONE, "password": "x"}, 400, "invalid_credentials",
         "Invalid login credentials"),
        ("/otp", BOTH, 400, "validation_failed", "Only an email address or phone number should be provided"),
        ("/otp", {"phone": PHONE, "create_user": False}, 422, "otp_disabled", "Signups not allowed for otp"),
        ("/otp", {"phone": "1"}, 400, "validation_failed", E164),
        ("/verify", {"type": "sms", "token": "123456", "phone": PHONE}, *EXPIRED),
        ("/verify", {"type": "signup", "token": "123456", "phone": PHONE}, *EXPIRED),
        ("/verify", {"type": "sms", "token": "123456", "email": "mei@example.org"}, *EXPIRED),
        ("/verify", {"type": "sms", "token": "123456", "phone": "x"}, 400, "validation_failed", E164),
        ("/resend", {"type": "sms", "email": "mei@example.org"}, 400, "validation_failed",
         "Type provided requires a phone number"),
        ("/resend", {"type": "signup", "phone": PHONE}, 400, "validation_failed",
         "Type provided requires an email address"),
    ],
)  # fmt: skip
async def test_invalid_requests_are_rejected(
    phones: Service, path: str, body: dict[str, Any], status: int, code: str, message: str
) -> None:
    assert error_of(await phones.post(path, body)) == (status, code, message)


@pytest.mark.parametrize(
    ("path", "status", "message"),
    [
        ("/signup", 400, "Phone signups are disabled"),
        ("/token?grant_type=password", 422, "Phone logins are disabled"),
        ("/otp", 400, "Unsupported phone provider"),
        ("/resend", 400, "Phone logins are disabled"),
    ],
)
async def test_phone_endpoints_are_disabled_without_an_sms_provider(
    service: Service, path: str, status: int, message: str
) -> None:
    body = {"phone": PHONE, "type": "sms"} if path == "/resend" else {"phone": PHONE}
    if path not in {"/otp", "/resend"}:
        body["password"] = PASSWORD
    assert error_of(await service.post(path, body)) == (status, "phone_provider_disabled", message)
    assert (await service.http.get("/settings")).json()["external"]["phone"] is False
