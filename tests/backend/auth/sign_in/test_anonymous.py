"""Anonymous sign-in, and how such an account becomes permanent."""

from collections.abc import Callable

import httpx
import pytest

from balai.backend.auth.rate_limits import RateLimitSettings
from balai.security.tokens import verify as read_token
from tests.backend.auth.service import PASSWORD, SECRET, Service, bearer

MakeService = Callable[..., Service]


@pytest.fixture
def service(make_service: MakeService) -> Service:
    return make_service(anonymous_users=True)


async def test_anonymous_session(service: Service) -> None:
    session = (await service.post("/signup", {"data": {"language": "ms"}, "password": "x"})).json()
    user = session["user"]
    assert (user["is_anonymous"], user["email"], user["phone"]) == (True, "", "")
    assert (user["app_metadata"], user["identities"]) == ({}, [])
    assert user["user_metadata"] == {"language": "ms"}
    claims = read_token(session["access_token"], SECRET)
    assert claims["is_anonymous"] is True and claims["role"] == "authenticated"
    assert [one["method"] for one in claims["amr"]] == ["anonymous"]
    assert (await service.refresh(session["refresh_token"])).status_code == 200
    rejected = await service.post("/factors", {"factor_type": "totp"}, **bearer(session))
    assert (rejected.status_code, rejected.json()["code"]) == (403, "no_authorization")
    assert (await service.http.get("/settings")).json()["external"]["anonymous_users"] is True


async def test_disabled_by_default(make_service: MakeService) -> None:
    for changes, code in (
        ({}, "anonymous_provider_disabled"),
        ({"anonymous_users": True, "signup_disabled": True}, "signup_disabled"),
    ):
        response = await make_service(**changes).post("/signup", {})
        assert (response.status_code, response.json()["code"]) == (422, code)


async def test_rate_limit_per_client(make_service: MakeService) -> None:
    service = make_service(anonymous_users=True, peer="203.0.113.7", rate_limits=RateLimitSettings(anonymous_users=30))
    responses = [(await service.post("/signup", {})).status_code for _ in range(31)]
    assert responses == [200] * 30 + [429]


async def change(service: Service, session: dict[str, str], **body: str) -> httpx.Response:
    return await service.http.put("/user", json=body, headers=bearer(session))


async def test_email_makes_the_account_permanent(service: Service) -> None:
    session = (await service.post("/signup", {})).json()
    without_email = await change(service, session, password=PASSWORD)
    text = "Updating password of an anonymous user without an email or phone is not allowed"
    assert (without_email.status_code, without_email.json()["message"]) == (422, text)
    asked = await change(service, session, email="mei@example.org", password=PASSWORD)
    assert asked.json()["new_email"] == "mei@example.org" and asked.json()["is_anonymous"] is True
    assert (await service.sign_in("mei@example.org")).status_code == 400
    code = (await service.email_to("mei@example.org")).code
    done = await service.post("/verify", {"type": "email_change", "email": "mei@example.org", "token": code})
    user = done.json()["user"]
    assert (user["id"], user["is_anonymous"], user["email"]) == (session["user"]["id"], False, "mei@example.org")
    assert user["app_metadata"]["providers"] == ["email"]
    signed_in = await service.sign_in("mei@example.org")
    assert signed_in.json()["user"]["id"] == user["id"]


async def test_autoconfirm_makes_the_account_permanent_at_once(make_service: MakeService) -> None:
    service = make_service(anonymous_users=True, email_autoconfirm=True)
    session = (await service.post("/signup", {})).json()
    user = (await change(service, session, email="mei@example.org", password=PASSWORD)).json()
    assert (user["is_anonymous"], user["email"]) == (False, "mei@example.org")
    assert await service.count_emails() == 0
    taken = (await service.post("/signup", {})).json()
    rejected = await change(service, taken, email="mei@example.org")
    assert (rejected.status_code, rejected.json()["code"]) == (422, "email_exists")
