"""Sign-up: who gets what answer, and that nobody learns who has an account."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest

from balai.backend.auth.passwords import hashing
from balai.security import tokens
from tests.backend.auth.service import PASSWORD, SECRET, Service


async def test_a_new_address_gets_a_user_without_a_session_and_a_mail(service: Service) -> None:
    answer = await service.sign_up("Mei@Example.org", data={"display_name": "Mei", "language": "zh", "sub": "x"})
    user = answer.json()
    assert answer.status_code == 200
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
    mail = await service.mail_to("mei@example.org")
    assert (mail.kind, mail.language) == ("signup", "zh")
    assert len(mail.code) == 6
    assert mail.facts["url"].startswith("http://hall.example/zh/signin?token_hash=")


async def test_the_mailed_code_confirms_once(service: Service) -> None:
    await service.sign_up("mei@example.org")
    refused = await service.sign_in("mei@example.org")
    assert (refused.status_code, refused.json()["code"]) == (400, "email_not_confirmed")
    mail = await service.mail_to("mei@example.org")
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
    assert claims["iss"] == "http://hall.example/auth/v1"
    again = await service.post("/verify", body)
    assert (again.status_code, again.json()["code"]) == (403, "otp_expired")
    assert (await service.sign_in("mei@example.org")).status_code == 200


async def test_a_known_address_is_answered_like_a_new_one(service: Service) -> None:
    await service.member("mei@example.org")
    before = await service.count_mails()
    answer = await service.sign_up("mei@example.org", data={"display_name": "Eve"})
    user = answer.json()
    assert answer.status_code == 200
    assert user["identities"] == []
    assert user["role"] == ""
    assert user["user_metadata"] == {"display_name": "Eve"}
    assert "confirmation_sent_at" in user
    assert "email_confirmed_at" not in user
    assert "last_sign_in_at" not in user
    assert await service.count_mails() == before


async def test_every_address_costs_the_same_work(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """One act on a password, whether the address is new, waits for its confirmation, or is a member's."""
    done: list[str] = []
    for name in ("_hash", "_is_match"):
        original = getattr(hashing, name)
        monkeypatch.setattr(hashing, name, lambda *given, o=original, n=name: (done.append(n), o(*given))[1])
    await service.member("mei@example.org")
    await service.sign_up("waits@example.org")
    service.wait(seconds=61)
    for email in ("mei@example.org", "waits@example.org", "new@example.org"):
        done.clear()
        assert (await service.sign_up(email)).status_code == 200
        assert len(done) == 1, (email, done)
    for email in ("mei@example.org", "nobody@example.org"):
        done.clear()
        assert (await service.sign_in(email, "wrong")).status_code == 400
        assert done == ["_is_match"]


async def test_no_answer_about_an_address_comes_early(make_service: Callable[..., Service]) -> None:
    """What a few statements more or less would tell is hidden: every path waits for the same moment."""
    service = make_service(min_response_time=timedelta(seconds=0.2))
    await service.member("mei@example.org")
    for path, body in {
        "/recover": {}, "/otp": {}, "/magiclink": {}, "/resend": {"type": "signup"}, "/signup": {"password": PASSWORD},
    }.items():  # fmt: skip
        answers = [service.post(path, {"email": email, **body}) for email in ("mei@example.org", "nobody@example.org")]
        for answer in await asyncio.gather(*answers):
            assert answer.elapsed >= timedelta(seconds=0.2)


async def test_an_unconfirmed_address_is_mailed_again_but_not_too_soon(service: Service) -> None:
    first = (await service.sign_up("mei@example.org")).json()
    soon = await service.sign_up("mei@example.org", password="another password")
    assert (soon.status_code, soon.json()["code"]) == (429, "over_email_send_rate_limit")
    assert soon.json()["message"].startswith("For security purposes, you can only request this after ")
    service.wait(seconds=61)
    later = await service.sign_up("mei@example.org", password="another password")
    assert later.json()["id"] == first["id"]
    mail = await service.mail_to("mei@example.org")
    await service.post("/verify", {"type": "signup", "token_hash": mail.link["token_hash"]})
    # Whose mail it was is not known: neither the first nor the second password came with it for certain.
    assert (await service.sign_in("mei@example.org", "another password")).status_code == 400
    assert (await service.sign_in("mei@example.org")).status_code == 400


@pytest.mark.parametrize("path", ["/otp", "/magiclink", "/recover", "/invite"])
async def test_a_password_does_not_wait_for_whose_address_it_is(service: Service, path: str) -> None:
    await service.sign_up("mei@example.org")
    service.wait(minutes=2)
    assert (await service.post(path, {"email": "mei@example.org"}, **service.admin)).status_code == 200
    mail = await service.mail_to("mei@example.org")
    proof = {"type": mail.link["type"], "token_hash": mail.link["token_hash"]}
    assert (await service.post("/verify", proof)).status_code == 200
    assert (await service.sign_in("mei@example.org")).status_code == 400


async def test_an_unconfirmed_address_keeps_the_password_that_was_given_twice(service: Service) -> None:
    await service.sign_up("mei@example.org")
    service.wait(seconds=61)
    await service.sign_up("mei@example.org")
    mail = await service.mail_to("mei@example.org")
    await service.post("/verify", {"type": "signup", "token_hash": mail.link["token_hash"]})
    assert (await service.sign_in("mei@example.org")).status_code == 200


async def test_signing_up_twice_says_the_same_of_a_known_and_of_a_new_address(service: Service) -> None:
    await service.member("mei@example.org")
    service.wait(seconds=61)
    for email in ("mei@example.org", "new@example.org"):
        codes = [(await service.sign_up(email)).status_code for _ in range(2)]
        assert codes == [200, 429], email


async def test_autoconfirm_opens_a_session_at_once(make_service) -> None:  # type: ignore[no-untyped-def]
    service: Service = make_service(email_autoconfirm=True)
    answer = (await service.sign_up("mei@example.org")).json()
    assert answer["token_type"] == "bearer"
    assert answer["expires_in"] == 3600
    assert answer["user"]["email_confirmed_at"]
    assert tokens.verify(answer["access_token"], SECRET)["amr"][0]["method"] == "password"
    again = await service.sign_up("mei@example.org")
    assert (again.status_code, again.json()["code"]) == (422, "user_already_exists")
    assert again.json()["message"] == "User already registered"


async def test_two_at_once_make_one_account(service: Service) -> None:
    answers = await asyncio.gather(*(service.sign_up("mei@example.org") for _ in range(5)))
    assert {answer.status_code for answer in answers} <= {200, 429}
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
async def test_refusals(service: Service, body: dict[str, str], status: int, code: str, message: str) -> None:
    answer = await service.post("/signup", body)
    assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (status, code, message)


async def test_data_that_no_row_can_hold_is_the_callers_mistake(service: Service) -> None:
    answer = await service.sign_up("mei@example.org", data={"display_name": "a\0b"})
    assert (answer.status_code, answer.json()["code"]) == (400, "validation_failed")
