"""CAPTCHA: protected requests need a solved challenge, or a token that a provider confirms."""

import base64
import hashlib
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

import pytest

from tests.backend.auth.service import PASSWORD, Service
from tests.support.outside_server import outside_server

Make = Callable[..., Service]
EMAIL = "mei@example.org"
GUARDED = {
    "/signup": {"email": EMAIL, "password": PASSWORD},
    "/token?grant_type=password": {"email": EMAIL, "password": PASSWORD},
    "/otp": {"email": EMAIL},
    "/magiclink": {"email": EMAIL},
    "/recover": {"email": EMAIL},
    "/resend": {"email": EMAIL, "type": "signup"},
}


def solve(fetch_challenge: dict[str, Any], **changes: Any) -> str:
    wanted, salt = fetch_challenge["challenge"], fetch_challenge["salt"]
    number = next(n for n in range(10**6) if hashlib.sha256(f"{salt}{n}".encode()).hexdigest() == wanted)
    facts = {key: fetch_challenge[key] for key in ("algorithm", "challenge", "salt", "signature")}
    return base64.b64encode(json.dumps({**facts, "number": number, **changes}).encode()).decode()


async def ask(service: Service, token: Any, path: str = "/recover") -> tuple[int, str]:
    response = await service.post(path, {**GUARDED[path], "gotrue_meta_security": {"captcha_token": token}})
    return response.status_code, response.json().get("message", "")


def rejection(why: str) -> tuple[int, str]:
    return 400, f"captcha protection: request disallowed ({why})"


@pytest.fixture
def guarded(make_service: Make) -> Service:
    return make_service(captcha_provider="altcha")


async def fetch_challenge(service: Service) -> dict[str, Any]:
    response = await service.http.get("/captcha")
    # The solver in the web app reads its upper limit from this field.
    assert response.json()["provider"] != "altcha" or response.json()["maxNumber"] > 0
    assert response.headers["cache-control"] == "no-store"
    return dict(response.json())


@pytest.mark.parametrize("path", GUARDED)
async def test_protected_requests_need_a_token_before_their_body_is_checked(guarded: Service, path: str) -> None:
    for security in ({}, {"gotrue_meta_security": None}, {"gotrue_meta_security": {"captcha_token": ""}}):
        response = await guarded.post(path, {"email": "no address", **security})
        assert (response.status_code, response.json()["message"]) == rejection("no captcha_token found")
        assert response.json()["code"] == "captcha_failed"


async def test_solution_can_be_used_once(guarded: Service) -> None:
    asked = await fetch_challenge(guarded)
    assert asked["provider"] == "altcha"
    token = solve(asked)
    assert await ask(guarded, token) == (200, "")
    assert await ask(guarded, token) == rejection("timeout-or-duplicate")
    assert await ask(guarded, solve(await fetch_challenge(guarded)), "/signup") == (200, "")


async def test_invalid_solutions(guarded: Service, make_service: Make) -> None:
    asked = await fetch_challenge(guarded)
    foreign = await fetch_challenge(
        make_service(captcha_provider="altcha", jwt_secret="another secret that is long enough")
    )
    prolonged = asked["salt"].replace("expires=", "expires=9")
    for wrong in (
        "x", "é", "e30=", "a" * 9000, solve(asked, number=-1), solve(asked, number="1"), solve(foreign),
        solve(asked, algorithm="SHA-1"), solve(asked, salt=prolonged),
    ):  # fmt: skip
        assert await ask(guarded, wrong) == rejection("invalid-input-response"), wrong
    assert (await guarded.post("/recover", {"gotrue_meta_security": 7})).json()["code"] == "bad_json"
    guarded.wait(minutes=11)
    assert await ask(guarded, solve(asked)) == rejection("timeout-or-duplicate")


async def test_service_key_and_other_requests_need_no_token(guarded: Service) -> None:
    response = await guarded.http.post("/recover", json={"email": EMAIL}, headers=guarded.admin)
    assert response.status_code == 200
    assert (await guarded.refresh("abcdefghijkl")).json()["code"] == "refresh_token_not_found"


async def test_captcha_is_off_by_default(service: Service) -> None:
    assert await fetch_challenge(service) == {"provider": ""}
    assert (await service.post("/recover", {"email": EMAIL})).status_code == 200


async def test_siteverify_request_follows_its_documentation(make_service: Make) -> None:
    settings = {"captcha_provider": "turnstile", "captcha_secret": "hush", "captcha_site_key": "public"}
    with outside_server() as other:
        service = make_service(peer="203.0.113.9", captcha_verify_url=f"http://{other.address}/siteverify", **settings)
        assert await fetch_challenge(service) == {"provider": "turnstile", "site_key": "public"}
        other.responses = [
            (200, b'{"success": true}'),
            (200, b'{"success": false, "error-codes": ["invalid-input-response", "bad-request"]}'),
            (503, b"{}"),
            (200, b"no json"),
        ]
        assert await ask(service, "token") == (200, "")
        assert await ask(service, "token") == rejection("invalid-input-response, bad-request")
        for _ in range(2):
            assert await ask(service, "token") == (500, "captcha verification process failed")
    path, headers, body = other.requests[0]
    assert path == "/siteverify"
    assert headers["content-type"] == "application/x-www-form-urlencoded"
    assert parse_qs(body.decode()) == {"secret": ["hush"], "response": ["token"], "remoteip": ["203.0.113.9"]}
    assert await ask(service, "token") == (500, "captcha verification process failed")


async def test_emailed_code_can_be_used_once(guarded: Service, make_service: Make) -> None:
    assert (await make_service().post("/captcha/email-code", {"email": EMAIL})).status_code == 404
    assert (await guarded.post("/captcha/email-code", {"email": "no address"})).status_code == 400
    assert (await guarded.post("/captcha/email-code", {"email": "Mei@Example.org"})).status_code == 200
    again = await guarded.post("/captcha/email-code", {"email": EMAIL})
    assert (again.status_code, again.json()["code"]) == (429, "over_email_send_rate_limit")
    [row] = await guarded.pool.fetch("select recipient, content from mailbox.queue")
    assert row["recipient"] == EMAIL
    code = json.loads(row["content"])["variables"]["code"]
    wrong = rejection("invalid-input-response")
    for token in (
        "email:",
        f"email:{code}",
        f"email:{code}:other@example.org",
        f"email:\u0000é:{EMAIL}",
        f"email:x:{EMAIL}",
    ):
        assert await ask(guarded, token) == wrong
    assert await ask(guarded, f"email:{code}:{EMAIL}") == (200, "")
    assert await ask(guarded, f"email:{code}:{EMAIL}") == wrong


async def test_guesses_at_emailed_codes_are_limited(guarded: Service) -> None:
    responses = [await ask(guarded, f"email:{n:06}:{EMAIL}") for n in range(25)]
    assert responses[-1][0] == 429


async def test_every_endpoint_rejects_disallowed_recipients(make_service: Callable[..., Service]) -> None:
    service = make_service(captcha_provider="altcha", email_allowed_recipients=frozenset({EMAIL}))
    for path in ("/captcha/email-code", "/invite"):
        rejection = await service.post(path, {"email": "stranger@example.org"}, **service.admin)
        assert (rejection.status_code, rejection.json()["code"]) == (400, "email_address_not_authorized"), path
        assert (await service.post(path, {"email": EMAIL}, **service.admin)).status_code == 200, path
