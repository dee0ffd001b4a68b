"""Whose account somebody from elsewhere gets, and whose she never does."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from tests.backend.auth.oauth.flows import CALLBACK, come_back, count, leave, link, travel
from tests.backend.auth.service import PASSWORD, Service, bearer
from tests.support.oidc_provider import IdentityProvider, fragment_of, query_of

UNVERIFIED = "Unverified email with campus. A confirmation email has been sent to your campus email"


async def user_of(hall: Service, facts: dict[str, Any]) -> dict[str, Any]:
    return dict((await hall.http.get("/user", headers=bearer(facts))).json())


def denied(end: str) -> tuple[str, str, str]:
    facts = query_of(end)
    return facts["error"], facts["error_code"], facts["error_description"]


async def test_a_checked_address_leads_to_the_account_that_has_it(hall: Service, campus: IdentityProvider) -> None:
    before = (await hall.member("mei@example.org"))["user"]["id"]
    user = await user_of(hall, fragment_of(await travel(hall, campus, "mei")))
    assert user["id"] == before
    assert [identity["provider"] for identity in user["identities"]] == ["email", "campus"]
    assert user["app_metadata"] == {"provider": "email", "providers": ["email", "campus"]}
    assert (await hall.sign_in("mei@example.org")).status_code == 200


async def test_who_waits_in_an_unconfirmed_account_is_put_out(hall: Service, campus: IdentityProvider) -> None:
    await hall.sign_up("mei@example.org")
    user = await user_of(hall, fragment_of(await travel(hall, campus, "mei")))
    assert [identity["provider"] for identity in user["identities"]] == ["campus"]
    assert (await hall.sign_in("mei@example.org")).json()["code"] == "invalid_credentials"


async def test_an_unchecked_address_is_confirmed_by_mail_first(hall: Service, campus: IdentityProvider) -> None:
    refusal = ("access_denied", "provider_email_needs_verification", UNVERIFIED)
    assert denied(await travel(hall, campus, "unverified")) == refusal
    assert await count(hall, "sessions") == 0
    code = (await hall.mail_to("unverified@example.org")).code
    assert "over_email_send_rate_limit" in await travel(hall, campus, "unverified")
    body = {"type": "signup", "email": "unverified@example.org", "token": code}
    assert (await hall.post("/verify", body)).status_code == 200
    user = await user_of(hall, fragment_of(await travel(hall, campus, "unverified")))
    assert user["email_confirmed_at"]


async def test_an_unchecked_address_leads_to_nobodys_account(hall: Service, campus: IdentityProvider) -> None:
    await hall.member("unverified@example.org")
    mails = await hall.count_mails()
    end = await travel(hall, campus, "unverified")
    assert denied(end)[2] == UNVERIFIED, "the answer does not tell that there is an account"
    assert await hall.count_mails() == mails
    assert await count(hall, "identities") == 1


async def test_an_unchecked_identity_does_not_wait_for_who_owns_the_address(
    hall: Service, campus: IdentityProvider
) -> None:
    asked = {
        "/signup": {"password": PASSWORD},
        "/otp": {},
        "/recover": {},
        "/invite": {},
        "/admin/generate_link": {"type": "magiclink"},
    }
    for path, more in asked.items():
        await travel(hall, campus, f"unverified-{path.rpartition('/')[2]}")
        hall.wait(minutes=2)
        body = {"email": f"unverified-{path.rpartition('/')[2]}@example.org", **more}
        assert (await hall.http.post(path, json=body, headers=hall.admin)).status_code == 200, path
        providers = await hall.pool.fetch("delete from auth.identities returning provider")
        assert [row["provider"] for row in providers] == ["email"], path


async def test_unchecked_addresses_where_the_operator_lets_them_in(
    make_service: Callable[..., Service], campus: IdentityProvider
) -> None:
    hall = make_service(providers={"campus": campus.settings()}, allows_unverified_email=True)
    session = fragment_of(await travel(hall, campus, "unverified"))
    assert "email_confirmed_at" not in await user_of(hall, session)
    # Whose address it is does not share the account that she confirms.
    assert (await hall.post("/otp", {"email": "unverified@example.org"})).status_code == 200
    assert (await hall.refresh(session["refresh_token"])).json()["code"] == "refresh_token_not_found"
    await hall.member("unverified-2@example.org")
    assert denied(await travel(hall, campus, "unverified-2"))[1] == "provider_email_needs_verification"


async def test_autoconfirm_makes_accounts_but_gives_none_away(
    make_service: Callable[..., Service], campus: IdentityProvider
) -> None:
    hall = make_service(providers={"campus": campus.settings()}, email_autoconfirm=True)
    assert "access_token" in fragment_of(await travel(hall, campus, "unverified"))
    await hall.member("unverified-2@example.org")
    assert denied(await travel(hall, campus, "unverified-2"))[1] == "email_exists"


async def test_no_new_accounts_where_sign_ups_are_closed(
    make_service: Callable[..., Service], campus: IdentityProvider
) -> None:
    hall = make_service(providers={"campus": campus.settings()}, signup_disabled=True)
    refusal = ("access_denied", "signup_disabled", "Signups not allowed for this instance")
    assert denied(await travel(hall, campus, "mei")) == refusal
    await hall.member("mei@example.org")
    assert "access_token" in fragment_of(await travel(hall, campus, "mei"))


async def test_nobody_who_is_banned(hall: Service, campus: IdentityProvider) -> None:
    user_id = (await hall.member("mei@example.org"))["user"]["id"]
    await hall.http.put(f"/admin/users/{user_id}", json={"ban_duration": "1h"}, headers=hall.admin)
    assert denied(await travel(hall, campus, "mei")) == ("access_denied", "user_banned", "User is banned")


async def test_a_person_without_an_address(
    hall: Service, make_service: Callable[..., Service], campus: IdentityProvider
) -> None:
    end = await travel(hall, campus, "mailless")
    assert denied(end) == ("server_error", "unexpected_failure", "Error getting user email from external provider")
    lenient = make_service(providers={"campus": campus.settings(email_optional=True)})
    user = await user_of(lenient, fragment_of(await travel(lenient, campus, "mailless")))
    assert (user["email"], user["is_anonymous"]) == ("", False)


async def test_an_invitation(hall: Service, campus: IdentityProvider) -> None:
    await hall.http.post("/invite", json={"email": "mei@example.org"}, headers=hall.admin)
    token = (await hall.mail_to("mei@example.org")).link["token_hash"]
    end = await travel(hall, campus, "ah-kow", invite_token=token)
    assert query_of(end)["error_description"] == "Invited email does not match emails from external provider"
    assert "access_token" in fragment_of(await travel(hall, campus, "mei", invite_token=token))
    answer = await hall.http.get("/authorize", params={"provider": "campus", "invite_token": token})
    assert (answer.status_code, answer.json()["error_code"]) == (404, "user_not_found")


async def test_an_invitation_that_was_taken_back_on_the_way(hall: Service, campus: IdentityProvider) -> None:
    await hall.http.post("/invite", json={"email": "mei@example.org"}, headers=hall.admin)
    token = (await hall.mail_to("mei@example.org")).link["token_hash"]
    back = campus.visit(await leave(hall, "mei", invite_token=token), until=CALLBACK)
    await hall.pool.execute("delete from auth.one_time_tokens")
    end = (await come_back(hall, back)).headers["location"]
    assert denied(end) == ("server_error", "invite_not_found", "Invite not found")


async def test_somebody_without_an_address_links_one(
    make_service: Callable[..., Service], campus: IdentityProvider
) -> None:
    hall = make_service(providers={"campus": campus.settings()}, manual_linking=True, anonymous_users=True)
    await hall.member("mei@example.org")
    nobody = (await hall.post("/signup")).json()
    taken = "A user with this email address has already been registered"
    assert denied(await link(hall, campus, nobody, "mei")) == ("invalid_request", "email_exists", taken)
    unproved = denied(await link(hall, campus, nobody, "unverified"))
    assert unproved == ("server_error", "email_not_confirmed", UNVERIFIED)
    assert (await hall.mail_to("unverified@example.org")).kind == "signup"


@pytest.mark.parametrize("path", ["/signup", "/otp", "/recover", "/invite", "/admin/generate_link"])
async def test_an_unchecked_address_does_not_lead_its_owner_into_the_account_of_a_phone(
    make_service: Callable[..., Service], campus: IdentityProvider, path: str
) -> None:
    hall = make_service(providers={"campus": campus.settings()}, manual_linking=True, sms_provider="mailbox")
    await hall.post("/signup", {"phone": "60123456789", "password": PASSWORD})
    code = (await hall.text_to("60123456789")).code
    thief = (await hall.post("/verify", {"type": "sms", "phone": "60123456789", "token": code})).json()
    assert denied(await link(hall, campus, thief, "unverified"))[1] == "email_not_confirmed"
    hall.wait(minutes=2)
    more = {"password": PASSWORD, "type": "magiclink"}
    assert (await hall.http.post(path, json={"email": "unverified@example.org", **more}, headers=hall.admin)).is_success
    assert (await user_of(hall, thief))["email"] == ""
    owner = await hall.pool.fetchval("select id::text from auth.users where email = 'unverified@example.org'")
    # Of nobody's account there is nothing to recover.
    assert owner != thief["user"]["id"] and (owner is None) == (path == "/recover")
    # What administration wrote there stays.
    body = {"email": "mei@example.org", "phone": "60123456780", "phone_confirm": True}
    made = (await hall.http.post("/admin/users", json=body, headers=hall.admin)).json()
    await hall.http.post(path, json={"email": "mei@example.org", **more}, headers=hall.admin)
    assert await hall.pool.fetchval("select email from auth.users where id = $1", made["id"]) == "mei@example.org"


async def test_linking_and_unlinking(hall: Service, campus: IdentityProvider) -> None:
    session = await hall.member("mei@example.org")
    assert "access_token" in fragment_of(await link(hall, campus, session, "mei-at-work"))
    user = await user_of(hall, session)
    assert [identity["id"] for identity in user["identities"]] == [user["id"], "mei-at-work"]
    assert user["email"] == user["user_metadata"].get("email", user["email"]) == "mei@example.org"
    assert "provider_id" not in user["user_metadata"]
    again = await link(hall, campus, session, "mei-at-work")
    assert query_of(again)["error_description"] == "Identity is already linked"
    other = await hall.member("ah-kow@example.org")
    assert denied(await link(hall, campus, other, "mei-at-work")) == (
        "server_error", "identity_already_exists", "Identity is already linked to another user"
    )  # fmt: skip
    path = f"/user/identities/{user['identities'][1]['identity_id']}"
    done = await hall.http.delete(path, headers=bearer(session))
    assert (done.status_code, done.json()) == (200, {})
    assert (await user_of(hall, session))["app_metadata"]["providers"] == ["email"]


async def test_who_was_signed_out_on_the_way_links_nothing(hall: Service, campus: IdentityProvider) -> None:
    """A thief would come back by it however often the password is changed."""
    thief, owner = await hall.member("mei@example.org"), await hall.member("mei@example.org")
    query = {"provider": "campus", "login_hint": "ah-kow", "skip_http_redirect": "true"}
    left = await hall.http.get("/user/identities/authorize", params=query, headers=bearer(thief))
    changed = await hall.http.put("/user", json={"password": "another horse battery"}, headers=bearer(owner))
    assert changed.status_code == 200
    back = await come_back(hall, campus.visit(left.json()["url"], until=CALLBACK))
    assert query_of(back.headers["location"])["error_code"] == "session_not_found"
    assert len((await user_of(hall, owner))["identities"]) == 1


async def test_unlinking_the_address_takes_another_that_is_free(hall: Service, campus: IdentityProvider) -> None:
    session = await hall.member("mei@example.org")
    await link(hall, campus, session, "mei-at-work")
    await link(hall, campus, session, "mei-at-home")
    mail, work, _ = (await user_of(hall, session))["identities"]
    await hall.member("mei-at-work@example.org")
    await hall.http.delete(f"/user/identities/{mail['identity_id']}", headers=bearer(session))
    user = await user_of(hall, session)
    assert (user["email"], bool(user["email_confirmed_at"])) == ("mei-at-home@example.org", True)
    home = user["identities"][1]
    answer = await hall.http.delete(f"/user/identities/{home['identity_id']}", headers=bearer(session))
    assert (answer.status_code, answer.json()) == (
        422,
        {
            "code": "email_conflict_identity_not_deletable",
            "message": "Unable to unlink identity due to email conflict",
        },
    )
    assert work["id"] == "mei-at-work"


REFUSALS: list[tuple[str, str, int, str, str]] = [
    ("x", "", 404, "validation_failed", "identity_id must be an UUID"),
    (str(uuid4()), "", 422, "identity_not_found", "Identity doesn't exist"),
    (str(uuid4()), "b", 403, "unexpected_audience", "Token audience doesn't match request audience"),
]


async def test_refusals_of_unlinking(hall: Service, campus: IdentityProvider) -> None:
    session = await hall.member("mei@example.org")
    await link(hall, campus, session, "mei-at-work")
    for identity_id, audience, status, code, message in REFUSALS:
        headers = {**bearer(session), "X-JWT-AUD": audience}
        answer = await hall.http.delete(f"/user/identities/{identity_id}", headers=headers)
        assert (answer.status_code, answer.json()) == (status, {"code": code, "message": message})


async def test_the_last_identity_stays(hall: Service) -> None:
    session = await hall.member("mei@example.org")
    identity_id = session["user"]["identities"][0]["identity_id"]
    answer = await hall.http.delete(f"/user/identities/{identity_id}", headers=bearer(session))
    assert (answer.status_code, answer.json()) == (
        422,
        {
            "code": "single_identity_not_deletable",
            "message": "User must have at least 1 identity after unlinking",
        },
    )


async def test_linking_where_it_is_off(make_service: Callable[..., Service]) -> None:
    service = make_service()
    session = await service.member()
    for method, path in (("GET", "/user/identities/authorize"), ("DELETE", f"/user/identities/{uuid4()}")):
        answer = await service.http.request(method, path, headers=bearer(session))
        assert (answer.status_code, answer.json()["message"]) == (404, "Manual linking is disabled")


async def test_settings_name_the_providers(hall: Service) -> None:
    settings = (await hall.http.get("/settings")).json()
    assert (settings["external"]["campus"], settings["external"]["google"]) == (True, False)
    assert settings["providers"] == [{"name": "campus", "label": "Campus"}]
