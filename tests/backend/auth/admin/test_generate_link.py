"""Administration beyond the accounts themselves: links, other people's factors, the audit trail."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest

from tests.backend.auth.mfa.test_factors import refused
from tests.backend.auth.service import PASSWORD, SITE, Service, bearer

MakeService = Callable[..., Service]
LINK = "/admin/generate_link"


async def link(service: Service, **body: Any) -> httpx.Response:
    headers = {**service.admin, "X-Supabase-Api-Version": "2024-01-01"}
    return await service.http.post(LINK, json=body, headers=headers)


def followed(answer: httpx.Response) -> dict[str, str]:
    """The facts at the end of a link that was followed."""
    assert answer.status_code == 303
    return dict(parse_qsl(urlsplit(answer.headers["location"]).fragment))


@pytest.mark.parametrize("kind", ["signup", "invite", "magiclink"])
async def test_a_link_for_somebody_new(service: Service, kind: str) -> None:
    body = (await link(service, type=kind, email="New@Example.org", password=PASSWORD, data={"a": 1})).json()
    assert body["email"] == "new@example.org" and body["user_metadata"] == {"a": 1}
    assert body["verification_type"] == ("signup" if kind == "magiclink" else kind)
    assert await service.count_mails() == 0
    query = dict(parse_qsl(urlsplit(body["action_link"]).query))
    assert query == {"token": body["hashed_token"], "type": body["verification_type"], "redirect_to": SITE}
    assert ("invited_at" in body) == (kind == "invite")
    by_code = {"type": body["verification_type"], "email": "new@example.org", "token": body["email_otp"]}
    session = await service.post("/verify", by_code)
    assert session.json()["user"]["id"] == body["id"]


@pytest.mark.parametrize("kind", ["magiclink", "recovery"])
async def test_a_link_for_a_member(service: Service, kind: str) -> None:
    session = await service.member()
    body = (await link(service, type=kind, email="mei@example.org")).json()
    assert (body["id"], body["verification_type"]) == (session["user"]["id"], kind)
    facts = followed(await service.http.get(body["action_link"]))
    assert facts["type"] == kind and facts["access_token"]
    assert followed(await service.http.get(body["action_link"]))["error_code"] == "otp_expired"


async def test_links_to_change_an_address(service: Service) -> None:
    await service.member("old@example.org")
    both = {"email": "old@example.org", "new_email": "new@example.org"}
    current = (await link(service, type="email_change_current", **both)).json()
    new = (await link(service, type="email_change_new", **both)).json()
    assert current["verification_type"] == "email_change_current" and new["new_email"] == "new@example.org"
    assert "message" in followed(await service.http.get(current["action_link"]))
    assert followed(await service.http.get(new["action_link"]))["type"] == "email_change"
    assert (await service.sign_in("new@example.org")).status_code == 200


async def test_where_a_link_leads(make_service: MakeService) -> None:
    service = make_service(redirect_urls=("https://app.example/*",))
    await service.member()
    known = {"type": "recovery", "email": "mei@example.org"}
    body = (await link(service, **known, redirect_to="https://app.example/in")).json()
    assert body["redirect_to"] == "https://app.example/in"
    assert (await link(service, **known, redirect_to="https://evil.example/in")).json()["redirect_to"] == SITE
    in_query = await service.http.post(f"{LINK}?redirect_to=https://app.example/q", json=known, headers=service.admin)
    assert in_query.json()["redirect_to"] == "https://app.example/q"


async def test_links_that_are_refused(service: Service, make_service: MakeService) -> None:
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
        refused(await link(service, **body), status, code, message)
    loose = make_service(secure_email_change=False)
    text = "Enable secure email change to generate link for current email"
    answer = await link(loose, type="email_change_current", new_email="n@example.org", **mei)
    refused(answer, 400, "validation_failed", text)
    session = await service.member()
    answer = await service.post(LINK, {"type": "recovery", **mei}, **bearer(session))
    refused(answer, 403, "not_admin", "User not allowed")
