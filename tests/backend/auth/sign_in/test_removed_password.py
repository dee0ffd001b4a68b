"""A password that no longer works is reported: in the user, and in the email whose code confirms the account."""

import pytest

from balai.messaging.email_rendering import render
from balai.messaging.queue import OutgoingMessage
from tests.backend.auth.service import PASSWORD, Service, bearer

EMAIL = "mei@example.org"


async def verify(service: Service, kind: str) -> dict[str, object]:
    code = (await service.email_to(EMAIL)).code
    response = await service.post("/verify", {"type": kind, "email": EMAIL, "token": code})
    assert response.status_code == 200
    return dict(response.json())


@pytest.mark.parametrize(("path", "kind"), [("/otp", "email"), ("/recover", "recovery")])
async def test_code_after_a_sign_up_reports_the_removed_password(service: Service, path: str, kind: str) -> None:
    await service.sign_up(EMAIL)
    assert "password_removed" not in (await service.email_to(EMAIL)).facts
    service.wait(minutes=2)
    await service.post(path, {"email": EMAIL})
    assert ("password_removed" in (await service.email_to(EMAIL)).facts) is (path == "/otp")
    session = await verify(service, kind)
    assert session["user"]["password_removed_at"]  # type: ignore[index]
    assert (await service.sign_in(EMAIL)).status_code == 400
    changed = await service.http.put("/user", json={"password": f"{PASSWORD} 2"}, headers=bearer(session))
    assert "password_removed_at" not in changed.json()
    assert (await service.sign_in(EMAIL, f"{PASSWORD} 2")).status_code == 200


async def test_sign_up_with_another_password_reports_that_neither_works(service: Service) -> None:
    await service.sign_up(EMAIL)
    service.wait(minutes=2)
    await service.post("/signup", {"email": EMAIL, "password": f"{PASSWORD} 2"})
    assert "password_removed" in (await service.email_to(EMAIL)).facts
    assert (await verify(service, "signup"))["user"]["password_removed_at"]  # type: ignore[index]


async def test_sign_up_after_a_code_reports_that_its_password_is_not_stored(service: Service) -> None:
    await service.post("/otp", {"email": EMAIL})
    service.wait(minutes=2)
    await service.sign_up(EMAIL)
    assert "password_removed" in (await service.email_to(EMAIL)).facts
    assert (await verify(service, "signup"))["user"]["password_removed_at"]  # type: ignore[index]
    assert (await service.sign_in(EMAIL)).status_code == 400


async def test_other_accounts_report_nothing(service: Service) -> None:
    session = await service.member(EMAIL)
    assert "password_removed_at" not in session["user"]
    service.wait(minutes=2)
    await service.post("/otp", {"email": EMAIL})
    assert "password_removed" not in (await service.email_to(EMAIL)).facts
    await service.post("/otp", {"email": "new@example.org"})
    assert "password_removed" not in (await service.email_to("new@example.org")).facts


@pytest.mark.parametrize("language", ["en", "zh", "ms", "vi"])
def test_email_says_that_the_password_does_not_work(language: str) -> None:
    variables = {"url": "https://site.example/x", "code": "012345", "code_minutes": "10"}
    kind = "signup"
    without = render(OutgoingMessage(kind, EMAIL, language, variables), site="Site")
    told = render(OutgoingMessage(kind, EMAIL, language, {**variables, "password_removed": "yes"}), site="Site")
    assert len(told.plain) > len(without.plain)
    assert len(told.html) > len(without.html)
