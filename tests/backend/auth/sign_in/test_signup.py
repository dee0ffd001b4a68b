"""Sign-up: the responses, which do not reveal whether an email has an account."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest

from balai.backend.auth.passwords import hashing
from balai.security import tokens
from tests.backend.auth.service import PASSWORD, SECRET, Service


async def test_new_email_gets_a_user_without_a_session(service: Service) -> None:
    response = await service.sign_up("Mei@Example.org", data={"display_name": "Mei", "language": "zh", "sub": "x"})
    user = response.json()
    assert response.status_code == 200
    assert user["email"] == "mei@example.org"
    assert user["role"] == "authenticated"
    assert user["aud"] == "authenticated"
    assert user["phone"] == ""
    assert "confirmation_sent_at" in user
    assert "email_confirmed_at" not in user
    assert "access_token" not in user
    assert user["app_metadata"] == {"provider": "email", "providers": ["email"]}
    assert user["user_metadata"]["display_name"] == "Mei"
    assert user["user_metadata"]["sub"] == user["id"]
    assert user["user_metadata"]["email_verified"] is False
    [identity] = user["identities"]
    assert identity["id"] == user["id"]
    assert identity["provider"] == "email"
    assert identity["email"] == "mei@example.org"
    assert identity["identity_data"] == user["user_metadata"]
    mail = await service.email_to("mei@example.org")
    assert (mail.kind, mail.language) == ("signup", "zh")
    assert len(mail.code) == 6
    assert mail.facts["url"].startswith("http://site.example/zh/signin?token_hash=")


async def test_emailed_code_confirms_once(service: Service) -> None:
    await service.sign_up("mei@example.org")
    rejected = await service.sign_in("mei@example.org")
    assert (rejected.status_code, rejected.json()["code"]) == (400, "email_not_confirmed")
    mail = await service.email_to("mei@example.org")
    body = {"type": "signup", "token": mail.code, "email": "mei@example.org"}
    confirmed = await service.post("/verify", body)
    assert confirmed.status_code == 200, confirmed.text
    session = confirmed.json()
    assert session["user"]["email_confirmed_at"]
    assert session["user"]["user_metadata"]["email_verified"] is True
    assert session["user"]["identities"][0]["identity_data"]["email_verified"] is True
    claims = tokens.verify(session["access_token"], SECRET)
    assert claims["amr"][0]["method"] == "otp"
    assert claims["aal"] == "aal1"
    assert claims["iss"] == "http://site.example/auth/v1"
    again = await service.post("/verify", body)
    assert (again.status_code, again.json()["code"]) == (403, "otp_expired")
    assert (await service.sign_in("mei@example.org")).status_code == 200


async def test_known_email_gets_the_same_response_as_a_new_one(service: Service) -> None:
    await service.member("mei@example.org")
    before = await service.count_emails()
    response = await service.sign_up("mei@example.org", data={"display_name": "Eve"})
    user = response.json()
    assert response.status_code == 200
    assert user["identities"] == []
    assert user["role"] == ""
    assert user["user_metadata"] == {"display_name": "Eve"}
    assert "confirmation_sent_at" in user
    assert "email_confirmed_at" not in user
    assert "last_sign_in_at" not in user
    assert await service.count_emails() == before


async def test_every_email_costs_the_same_hash_work(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """One hash operation for each of: a new email, an unconfirmed one, a member's."""
    operations: list[str] = []
    for name in ("_hash", "_is_match"):
        original = getattr(hashing, name)
        monkeypatch.setattr(hashing, name, lambda *given, o=original, n=name: (operations.append(n), o(*given))[1])
    await service.member("mei@example.org")
    await service.sign_up("waits@example.org")
    service.wait(seconds=61)
    for email in ("mei@example.org", "waits@example.org", "new@example.org"):
        operations.clear()
        assert (await service.sign_up(email)).status_code == 200
        assert len(operations) == 1, (email, operations)
    for email in ("mei@example.org", "nobody@example.org"):
        operations.clear()
        assert (await service.sign_in(email, "wrong")).status_code == 400
        assert operations == ["_is_match"]


async def test_no_response_comes_before_the_minimum_time(make_service: Callable[..., Service]) -> None:
    """A different number of SQL statements is not measurable: every path waits for the same minimum time."""
    service = make_service(min_response_time=timedelta(seconds=0.2))
    await service.member("mei@example.org")
    for path, body in {
        "/recover": {}, "/otp": {}, "/magiclink": {}, "/resend": {"type": "signup"}, "/signup": {"password": PASSWORD},
    }.items():  # fmt: skip
        responses = [
            service.post(path, {"email": email, **body}) for email in ("mei@example.org", "nobody@example.org")
        ]
        for response in await asyncio.gather(*responses):
            assert response.elapsed >= timedelta(seconds=0.2)


async def test_unconfirmed_email_gets_another_confirmation_after_the_interval(service: Service) -> None:
    first = (await service.sign_up("mei@example.org")).json()
    soon = await service.sign_up("mei@example.org", password="another password")
    assert (soon.status_code, soon.json()["code"]) == (429, "over_email_send_rate_limit")
    assert soon.json()["message"].startswith("For security purposes, you can only request this after ")
    service.wait(seconds=61)
    later = await service.sign_up("mei@example.org", password="another password")
    assert later.json()["id"] == first["id"]
    mail = await service.email_to("mei@example.org")
    await service.post("/verify", {"type": "signup", "token_hash": mail.link["token_hash"]})
    # It is unknown which sign-up came from the owner of the email, so neither password is valid.
    assert (await service.sign_in("mei@example.org", "another password")).status_code == 400
    assert (await service.sign_in("mei@example.org")).status_code == 400


@pytest.mark.parametrize("path", ["/otp", "/magiclink", "/recover", "/invite"])
async def test_unconfirmed_password_is_removed_when_the_owner_signs_in(service: Service, path: str) -> None:
    await service.sign_up("mei@example.org")
    service.wait(minutes=2)
    assert (await service.post(path, {"email": "mei@example.org"}, **service.admin)).status_code == 200
    mail = await service.email_to("mei@example.org")
    proof = {"type": mail.link["type"], "token_hash": mail.link["token_hash"]}
    assert (await service.post("/verify", proof)).status_code == 200
    assert (await service.sign_in("mei@example.org")).status_code == 400


async def test_repeated_sign_up_with_the_same_password_keeps_it(service: Service) -> None:
    await service.sign_up("mei@example.org")
    service.wait(seconds=61)
    await service.sign_up("mei@example.org")
    mail = await service.email_to("mei@example.org")
    await service.post("/verify", {"type": "signup", "token_hash": mail.link["token_hash"]})
    assert (await service.sign_in("mei@example.org")).status_code == 200


async def test_repeated_sign_up_responds_the_same_for_known_and_new_emails(service: Service) -> None:
    await service.member("mei@example.org")
    service.wait(seconds=61)
    for email in ("mei@example.org", "new@example.org"):
        codes = [(await service.sign_up(email)).status_code for _ in range(2)]
        assert codes == [200, 429], email


async def test_autoconfirm_returns_a_session(make_service) -> None:  # type: ignore[no-untyped-def]
    service: Service = make_service(email_autoconfirm=True)
    response = (await service.sign_up("mei@example.org")).json()
    assert response["token_type"] == "bearer"
    assert response["expires_in"] == 3600
    assert response["user"]["email_confirmed_at"]
    assert tokens.verify(response["access_token"], SECRET)["amr"][0]["method"] == "password"
    again = await service.sign_up("mei@example.org")
    assert (again.status_code, again.json()["code"]) == (422, "user_already_exists")
    assert again.json()["message"] == "User already registered"


async def test_concurrent_sign_ups_create_one_account(service: Service) -> None:
    responses = await asyncio.gather(*(service.sign_up("mei@example.org") for _ in range(5)))
    assert {response.status_code for response in responses} <= {200, 429}
    assert await service.pool.fetchval("select count(*) from auth.users") == 1


@pytest.mark.parametrize(
    ("body", "status", "code", "message"),
    [
        ({"password": PASSWORD}, 422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"),
        ({"email": "a@b.c"}, 400, "validation_failed", "Signup requires a valid password"),
        ({"email": "a@b.c", "password": "short"}, 422, "weak_password", "Password should be at least 6 characters."),
        (
            {"email": "a@b.c", "password": "密" * 25},
            400,
            "validation_failed",
            "Password cannot be longer than 72 characters",
        ),
        (
            {"email": "no address", "password": PASSWORD},
            400,
            "validation_failed",
            "Unable to validate email address: invalid format",
        ),
        (
            {"email": "a@b.c", "phone": "+6512345678", "password": PASSWORD},
            400,
            "validation_failed",
            "Only an email address or phone number should be provided on signup.",
        ),
        ({"phone": "+6512345678", "password": PASSWORD}, 400, "phone_provider_disabled", "Phone signups are disabled"),
        (
            {"email": "a@b.c", "password": PASSWORD, "code_challenge": "x" * 43},
            400,
            "validation_failed",
            "PKCE flow requires code_challenge_method and code_challenge",
        ),
        (
            {"email": "a@b.c", "password": PASSWORD, "code_challenge": "x", "code_challenge_method": "s256"},
            400,
            "validation_failed",
            "code challenge has to be between 43 and 128 characters",
        ),
    ],
)
async def test_invalid_sign_ups_are_rejected(
    service: Service, body: dict[str, str], status: int, code: str, message: str
) -> None:
    response = await service.post("/signup", body)
    assert (response.status_code, response.json()["code"], response.json()["message"]) == (status, code, message)


async def test_metadata_with_nul_is_a_validation_error(service: Service) -> None:
    response = await service.sign_up("mei@example.org", data={"display_name": "a\0b"})
    assert (response.status_code, response.json()["code"]) == (400, "validation_failed")
