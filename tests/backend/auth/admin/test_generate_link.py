"""POST /admin/generate_link: links and codes for applications that send their own emails."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest

from tests.backend.auth.mfa.test_factors import assert_error
from tests.backend.auth.service import PASSWORD, SITE, Service, bearer

MakeService = Callable[..., Service]
LINK = "/admin/generate_link"


async def generate_link(service: Service, **body: Any) -> httpx.Response:
    headers = {**service.admin, "X-Supabase-Api-Version": "2024-01-01"}
    return await service.http.post(LINK, json=body, headers=headers)


def fragment_of(response: httpx.Response) -> dict[str, str]:
    """Return the parameters in the fragment of a redirect."""
    assert response.status_code == 303
    return dict(parse_qsl(urlsplit(response.headers["location"]).fragment))


@pytest.mark.parametrize("kind", ["signup", "invite", "magiclink"])
async def test_link_for_a_new_user(service: Service, kind: str) -> None:
    body = (await generate_link(service, type=kind, email="New@Example.org", password=PASSWORD, data={"a": 1})).json()
    assert body["email"] == "new@example.org" and body["user_metadata"] == {"a": 1}
    assert body["verification_type"] == ("signup" if kind == "magiclink" else kind)
    assert await service.count_emails() == 0
    query = dict(parse_qsl(urlsplit(body["action_link"]).query))
    assert query == {"token": body["hashed_token"], "type": body["verification_type"], "redirect_to": SITE}
    assert ("invited_at" in body) == (kind == "invite")
    by_code = {"type": body["verification_type"], "email": "new@example.org", "token": body["email_otp"]}
    session = await service.post("/verify", by_code)
    assert session.json()["user"]["id"] == body["id"]


@pytest.mark.parametrize("kind", ["magiclink", "recovery"])
async def test_link_for_an_existing_user(service: Service, kind: str) -> None:
    session = await service.member()
    body = (await generate_link(service, type=kind, email="mei@example.org")).json()
    assert (body["id"], body["verification_type"]) == (session["user"]["id"], kind)
    facts = fragment_of(await service.http.get(body["action_link"]))
    assert facts["type"] == kind and facts["access_token"]
    assert fragment_of(await service.http.get(body["action_link"]))["error_code"] == "otp_expired"


async def test_links_for_an_email_change(service: Service) -> None:
    await service.member("old@example.org")
    both = {"email": "old@example.org", "new_email": "new@example.org"}
    current = (await generate_link(service, type="email_change_current", **both)).json()
    new = (await generate_link(service, type="email_change_new", **both)).json()
    assert current["verification_type"] == "email_change_current" and new["new_email"] == "new@example.org"
    assert "message" in fragment_of(await service.http.get(current["action_link"]))
    assert fragment_of(await service.http.get(new["action_link"]))["type"] == "email_change"
    assert (await service.sign_in("new@example.org")).status_code == 200


async def test_link_redirects_to_allowed_urls_only(make_service: MakeService) -> None:
    service = make_service(redirect_urls=("https://app.example/*",))
    await service.member()
    known = {"type": "recovery", "email": "mei@example.org"}
    body = (await generate_link(service, **known, redirect_to="https://app.example/in")).json()
    assert body["redirect_to"] == "https://app.example/in"
    assert (await generate_link(service, **known, redirect_to="https://evil.example/in")).json()["redirect_to"] == SITE
    in_query = await service.http.post(f"{LINK}?redirect_to=https://app.example/q", json=known, headers=service.admin)
    assert in_query.json()["redirect_to"] == "https://app.example/q"


async def test_invalid_link_requests_are_rejected(service: Service, make_service: MakeService) -> None:
    await service.member()
    await service.member("tan@example.org")
    mei = {"email": "mei@example.org"}
    unknown = "User with this email not found"
    taken = "A user with this email address has already been registered"
    for body, status, code, message in (
        ({"type": "smell", **mei}, 400, "validation_failed", "Invalid email action link type requested: smell"),
        ({"type": "recovery", "email": "no@example.org"}, 404, "user_not_found", unknown),
        ({"type": "signup", "email": "no@example.org"}, 400, "validation_failed", "Signup requires a valid password"),
        ({"type": "signup", "password": PASSWORD, **mei}, 422, "email_exists", taken),
        ({"type": "invite", **mei}, 422, "email_exists", taken),
        ({"type": "email_change_new", "new_email": "tan@example.org", **mei}, 422, "email_exists", taken),
        (
            {"type": "email_change_new", "email": "no@example.org", "new_email": "n@example.org"},
            404,
            "user_not_found",
            unknown,
        ),
    ):
        assert_error(await generate_link(service, **body), status, code, message)
    lenient = make_service(secure_email_change=False)
    text = "Enable secure email change to generate link for current email"
    response = await generate_link(lenient, type="email_change_current", new_email="n@example.org", **mei)
    assert_error(response, 400, "validation_failed", text)
    session = await service.member()
    response = await service.post(LINK, {"type": "recovery", **mei}, **bearer(session))
    assert_error(response, 403, "not_admin", "User not allowed")
