"""Emailed codes and links: single use, valid for a day, and not redeemed by a GET of the link."""

import asyncio
import base64
import hashlib
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from balai.security import tokens
from tests.backend.auth.service import SECRET, SITE, Service, bearer

VERIFIER = "v" * 64
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()


def fragment(location: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(location).fragment, keep_blank_values=True))


async def test_recovery_by_code_and_a_new_password(service: Service) -> None:
    await service.member("mei@example.org")
    other = await service.member("mei@example.org")
    recover = await service.post(f"/recover?redirect_to={SITE}/vi/reset-password", {"email": "Mei@example.org"})
    assert (recover.status_code, recover.json()) == (200, {})
    mail = await service.email_to("mei@example.org")
    assert (mail.kind, mail.language) == ("recovery", "vi")
    assert mail.facts["url"].startswith(f"{SITE}/vi/reset-password?token_hash=")
    body = {"type": "recovery", "token": mail.code, "email": "mei@example.org"}
    session = (await service.post("/verify", body)).json()
    changed = await service.http.put("/user", json={"password": "a new password"}, headers=bearer(session))
    assert changed.status_code == 200, changed.text
    assert (await service.sign_in("mei@example.org")).status_code == 400
    assert (await service.sign_in("mei@example.org", "a new password")).status_code == 200
    # All other sessions have ended.
    assert (await service.http.get("/user", headers=bearer(other))).json()["code"] == "session_not_found"
    assert (await service.http.get("/user", headers=bearer(session))).status_code == 200


async def test_unknown_emails_recover_like_known_ones(service: Service) -> None:
    await service.member("mei@example.org")
    responses = []
    for email in ("mei@example.org", "nobody@example.org"):
        first = await service.post("/recover", {"email": email})
        second = await service.post("/recover", {"email": email})
        responses.append((first.status_code, first.json(), second.status_code, second.json()["code"]))
        service.wait(seconds=61)
        assert (await service.post("/recover", {"email": email})).status_code == 200
    assert responses[0] == responses[1] == (200, {}, 429, "over_email_send_rate_limit")


async def test_codes_expire(service: Service) -> None:
    await service.sign_up("mei@example.org")
    mail = await service.email_to("mei@example.org")
    service.wait(days=1, seconds=1)
    for body in ({"token": mail.code, "email": "mei@example.org"}, {"token_hash": mail.link["token_hash"]}):
        response = await service.post("/verify", {"type": "signup", **body})
        assert (response.status_code, response.json()["code"]) == (403, "otp_expired")


async def test_concurrent_uses_of_a_code_succeed_once(service: Service) -> None:
    await service.sign_up("mei@example.org")
    body = {"type": "signup", "token_hash": (await service.email_to("mei@example.org")).link["token_hash"]}
    responses = await asyncio.gather(*(service.post("/verify", body) for _ in range(6)))
    assert sorted(response.status_code for response in responses) == [200, 403, 403, 403, 403, 403]


async def test_code_is_valid_for_its_own_type_only(service: Service) -> None:
    await service.sign_up("mei@example.org")
    mail = await service.email_to("mei@example.org")
    for type_ in ("recovery", "magiclink", "email_change"):
        response = await service.post("/verify", {"type": type_, "token_hash": mail.link["token_hash"]})
        assert response.json()["message"] == "Email link is invalid or has expired"
    assert (await service.post("/verify", {"type": "email", "token_hash": mail.link["token_hash"]})).status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ({"token": "1", "email": "a@b.c"}, 400, "Verify requires a verification type"),
        ({"type": "signup"}, 400, "Verify requires either a token or a token hash"),
        ({"type": "signup", "token": "1", "token_hash": "2"}, 400, "Verify requires either a token or a token hash"),
        (
            {"type": "signup", "token": "1"},
            400,
            "Only an email address or phone number should be provided on verify",
        ),
        (
            {"type": "signup", "token_hash": "1", "email": "a@b.c"},
            400,
            "Only the token_hash and type should be provided",
        ),
        ({"type": "signup", "token": "1", "email": "a b"}, 422, "Invalid email format"),
        ({"type": "sms", "token_hash": "1"}, 400, "Invalid email verification type"),
        ({"type": "signup", "token": "000000", "email": "a@b.c"}, 403, "Token has expired or is invalid"),
        ({"type": "signup", "token_hash": "00\x0000"}, 403, "Email link is invalid or has expired"),
    ],
)
async def test_invalid_verifications_are_rejected(
    service: Service, body: dict[str, str], status: int, message: str
) -> None:
    response = await service.post("/verify", body)
    assert (response.status_code, response.json()["message"]) == (status, message)


async def test_emailed_link_opens_a_page_and_is_not_redeemed_by_get(service: Service) -> None:
    await service.sign_up("mei@example.org", data={"language": "ms"})
    mail = await service.email_to("mei@example.org")
    url = urlsplit(mail.facts["url"])
    assert (url.path, mail.link["type"]) == ("/ms/signin", "signup")
    # The URL is a page of the site. A GET never reaches this service, so the token stays valid until it is posted.
    assert not url.path.startswith("/auth/v1")
    response = await service.post("/verify", {"type": "signup", "token_hash": mail.link["token_hash"]})
    assert response.status_code == 200


async def test_backend_without_a_site_links_to_itself(make_service: Any) -> None:
    service: Service = make_service(email_link_pages=None)
    await service.post(f"/signup?redirect_to={SITE}/welcome", {"email": "mei@example.org", "password": "long enough"})
    url = (await service.email_to("mei@example.org")).facts["url"]
    assert url.startswith(f"{SITE}/auth/v1/verify?token=")
    assert url.endswith(f"&type=signup&redirect_to={SITE}/welcome")
    followed = await service.http.get(url.removeprefix(f"{SITE}/auth/v1"))
    assert followed.status_code == 303
    location = followed.headers["location"]
    assert location.startswith(f"{SITE}/welcome#access_token=")
    facts = fragment(location)
    assert list(facts) == sorted(facts)
    assert (facts["type"], facts["sb"], facts["token_type"]) == ("signup", "", "bearer")
    assert tokens.verify(facts["access_token"], SECRET)["amr"][0]["method"] == "otp"
    again = await service.http.get(url.removeprefix(f"{SITE}/auth/v1"))
    assert again.headers["location"] == (
        f"{SITE}/welcome#error=access_denied&error_code=otp_expired"
        "&error_description=Email+link+is+invalid+or+has+expired&sb="
    )


async def test_pkce_link_returns_a_code_for_its_client_only(make_service: Any) -> None:
    service: Service = make_service(email_link_pages=None)
    await service.member("mei@example.org")
    body = {"email": "mei@example.org", "code_challenge": CHALLENGE, "code_challenge_method": "s256"}
    await service.post(f"/recover?redirect_to={SITE}/new?a=b", body)
    url = (await service.email_to("mei@example.org")).facts["url"]
    assert "token=pkce_" in url
    followed = await service.http.get(url.removeprefix(f"{SITE}/auth/v1"))
    query = dict(parse_qsl(urlsplit(followed.headers["location"]).query))
    assert query["a"] == "b"
    wrong = await service.post("/token?grant_type=pkce", {"auth_code": query["code"], "code_verifier": "w" * 64})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "bad_code_verifier")
    grant = {"auth_code": query["code"], "code_verifier": VERIFIER}
    session = await service.post("/token?grant_type=pkce", grant)
    assert session.status_code == 200, session.text
    claims = tokens.verify(session.json()["access_token"], SECRET)
    assert claims["amr"][0]["method"] == "recovery"
    again = await service.post("/token?grant_type=pkce", grant)
    assert (again.status_code, again.json()["code"]) == (404, "flow_state_not_found")
    empty = await service.post("/token?grant_type=pkce", {"auth_code": query["code"]})
    assert empty.json()["message"] == "invalid request: both auth code and code verifier should be non-empty"


async def test_otp_signs_in(service: Service) -> None:
    await service.member("mei@example.org")
    assert (await service.post("/otp", {"email": "mei@example.org", "create_user": False})).json() == {}
    mail = await service.email_to("mei@example.org")
    assert mail.kind == "magiclink"
    body = {"type": "email", "token": mail.code, "email": "mei@example.org"}
    assert (await service.post("/verify", body)).status_code == 200
    rejected = await service.post("/otp", {"email": "nobody@example.org", "create_user": False})
    assert (rejected.status_code, rejected.json()["message"]) == (422, "Signups not allowed for otp")
    assert (await service.post("/otp", {"email": "new@example.org", "data": {"language": "vi"}})).json() == {}
    mail = await service.email_to("new@example.org")
    assert (mail.kind, mail.language) == ("signup", "vi")


async def test_resend(service: Service) -> None:
    await service.sign_up("mei@example.org")
    first = await service.email_to("mei@example.org")
    service.wait(seconds=61)
    assert (await service.post("/resend", {"type": "signup", "email": "mei@example.org"})).json() == {}
    second = await service.email_to("mei@example.org")
    old = await service.post("/verify", {"type": "signup", "token_hash": first.link["token_hash"]})
    assert old.status_code == 403
    new = await service.post("/verify", {"type": "signup", "token_hash": second.link["token_hash"]})
    assert new.status_code == 200
    count = await service.count_emails()
    service.wait(seconds=61)
    assert (await service.post("/resend", {"type": "signup", "email": "mei@example.org"})).json() == {}
    assert (await service.post("/resend", {"type": "email_change", "email": "x@example.org"})).json() == {}
    assert await service.count_emails() == count
    missing = await service.post("/resend", {"email": "mei@example.org"})
    assert missing.json()["message"] == "Missing one of these types: signup, email_change, sms, phone_change"


async def test_links_redirect_to_allowed_urls_only(make_service: Any) -> None:
    service: Service = make_service(redirect_urls=("https://*.example.net/**",))
    for email, asked, kept in (
        ("a@example.org", f"{SITE}/en/forum", f"{SITE}/en/forum"),
        ("b@example.org", "https://evil.example.com/", None),
        ("c@example.org", "https://app.example.net/welcome?x=1", "https://app.example.net/welcome?x=1"),
        ("d@example.org", "javascript:alert(1)", None),
        ("e@example.org", "http://site.example.evil.com/", None),
        ("f@example.org", "http://site.example@evil.com/", None),
    ):
        await service.http.post(
            "/signup", params={"redirect_to": asked}, json={"email": email, "password": "long enough"}
        )
        assert (await service.email_to(email)).link.get("redirect_to") == kept, asked
