"""Administration beyond the accounts themselves: links, other people's factors, the audit trail."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from uuid import uuid4

import httpx
import pytest

from tests.backend.auth.mfa.test_factors import enrol, refused, with_factor
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


async def test_other_peoples_factors(service: Service) -> None:
    session, factor, _ = await with_factor(service)
    other = (await enrol(service, session, friendly_name="spare")).json()["id"]
    own = f"/admin/users/{session['user']['id']}/factors"
    headers = {**service.admin, "X-Supabase-Api-Version": "2024-01-01"}
    listed = (await service.http.get(own, headers=headers)).json()
    assert [(one["id"], one["status"]) for one in listed] == [(factor, "verified"), (other, "unverified")]
    assert not [one for one in listed if "secret" in one]
    named = await service.http.put(f"{own}/{factor}", json={"friendly_name": "lost phone"}, headers=headers)
    assert named.json()["friendly_name"] == "lost phone"
    clash = await service.http.put(f"{own}/{factor}", json={"friendly_name": "spare"}, headers=headers)
    refused(clash, 422, "mfa_factor_name_conflict")
    gone = await service.http.delete(f"{own}/{factor}", headers=headers)
    assert gone.json()["id"] == factor
    # The session that it had raised is of level 1 again: the spare one could not be proved into the account unseen.
    level = await service.pool.fetchval("select aal::text from auth.sessions where user_id = $1", session["user"]["id"])
    assert level == "aal1"
    refused(await service.http.delete(f"{own}/{factor}", headers=headers), 404, "mfa_factor_not_found")
    bad = await service.http.delete(f"{own}/x", headers=headers)
    refused(bad, 404, "validation_failed", "factor_id must be an UUID")
    bad = await service.http.get("/admin/users/x/factors", headers=headers)
    refused(bad, 404, "validation_failed", "user_id must be an UUID")
    refused(await service.http.get(f"/admin/users/{uuid4()}/factors", headers=headers), 404, "user_not_found")
    none = await service.member("tan@example.org")
    assert (await service.http.get(f"/admin/users/{none['user']['id']}/factors", headers=headers)).json() == []


async def test_the_audit_trail_in_pages(service: Service) -> None:
    await service.member()
    service.wait(seconds=1)
    await service.member("tan_@example.org")
    headers = {**service.admin, "X-Supabase-Api-Version": "2024-01-01"}
    answer = await service.http.get("/admin/audit?page=1&per_page=1", headers=headers)
    (entry,) = answer.json()
    assert entry["payload"]["actor_username"] == "tan_@example.org" and entry["payload"]["action"] == "login"
    assert entry["ip_address"] == "127.0.0.1" and entry["created_at"]
    assert answer.headers["x-total-count"] == "4"
    assert answer.headers["link"] == (
        '</admin/audit?page=2&per_page=1>; rel="next", </admin/audit?page=4&per_page=1>; rel="last"'
    )
    for query, count in (
        ("author:MEI@", 2),
        ("author:an_@", 2),
        ("author:m_i", 0),
        ("action:login", 2),
        ("type:team", 2),
        ("type:a%t", 0),
    ):
        found = await service.http.get("/admin/audit", params={"query": query}, headers=headers)
        assert len(found.json()) == count, query
    for query in ("smell:x", "author"):
        wrong = await service.http.get("/admin/audit", params={"query": query}, headers=headers)
        refused(wrong, 400, "validation_failed", f"Invalid query scope: {query}")
    session = await service.member()
    assert (await service.http.get("/admin/audit", headers=bearer(session))).status_code == 403


async def test_a_phone_is_set_and_confirmed_at_once(service: Service) -> None:
    session = await service.member()
    path = f"/admin/users/{session['user']['id']}"
    headers = {**service.admin, "X-Supabase-Api-Version": "2024-01-01"}
    user = (await service.http.put(path, json={"phone": "+60123456789"}, headers=headers)).json()
    assert user["phone"] == "60123456789" and "phone_confirmed_at" not in user
    identity = next(one for one in user["identities"] if one["provider"] == "phone")
    assert identity["identity_data"]["phone_verified"] is False
    user = (await service.http.put(path, json={"phone_confirm": True}, headers=headers)).json()
    assert user["phone_confirmed_at"] and user["app_metadata"]["providers"] == ["email", "phone"]
    other = await service.member("tan@example.org")
    path = f"/admin/users/{other['user']['id']}"
    taken = await service.http.put(path, json={"phone": "60123456789"}, headers=headers)
    refused(taken, 422, "phone_exists")


async def test_a_soft_deletion_leaves_nothing_to_prove_with(service: Service) -> None:
    session, _, _ = await with_factor(service)
    await service.post("/recovery-codes", **bearer(session))
    path = f"/admin/users/{session['user']['id']}"
    await service.http.request("DELETE", path, json={"should_soft_delete": True}, headers=service.admin)
    for table in ("mfa_factors", "recovery_codes", "sessions", "one_time_tokens"):
        assert await service.pool.fetchval(f"select count(*) from auth.{table}") == 0, table


async def test_a_link_that_was_followed_opens_no_account_that_was_removed_since(service: Service) -> None:
    session = await service.member()
    verifier = "v" * 43
    asked = {"email": "mei@example.org", "code_challenge": verifier, "code_challenge_method": "plain"}
    await service.post("/otp", asked)
    token = (await service.mail_to("mei@example.org")).link["token_hash"]
    back = await service.http.get("/verify", params={"token": token, "type": "magiclink"})
    code = httpx.URL(back.headers["location"]).params["code"]
    path = f"/admin/users/{session['user']['id']}"
    await service.http.request("DELETE", path, json={"should_soft_delete": True}, headers=service.admin)
    late = await service.post("/token?grant_type=pkce", {"auth_code": code, "code_verifier": verifier})
    refused(late, 404, "user_not_found")
    assert await service.pool.fetchval("select count(*) from auth.sessions") == 0
