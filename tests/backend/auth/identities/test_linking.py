"""Which account a provider's profile is linked to, and which it must never be linked to."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from tests.backend.auth.oauth.flows import (
    CALLBACK,
    complete_flow,
    count_rows,
    link_identity,
    request_callback,
    start_flow,
)
from tests.backend.auth.service import PASSWORD, Service, bearer
from tests.support.oidc_provider import IdentityProvider, fragment_of, query_of

UNVERIFIED = "Unverified email with campus. A confirmation email has been sent to your campus email"


async def user_of(service: Service, session: dict[str, Any]) -> dict[str, Any]:
    return dict((await service.http.get("/user", headers=bearer(session))).json())


def error_of(end: str) -> tuple[str, str, str]:
    parameters = query_of(end)
    return parameters["error"], parameters["error_code"], parameters["error_description"]


async def test_verified_email_links_to_the_existing_account(service: Service, campus: IdentityProvider) -> None:
    before = (await service.member("mei@example.org"))["user"]["id"]
    user = await user_of(service, fragment_of(await complete_flow(service, campus, "mei")))
    assert user["id"] == before
    assert [identity["provider"] for identity in user["identities"]] == ["email", "campus"]
    assert user["app_metadata"] == {"provider": "email", "providers": ["email", "campus"]}
    assert (await service.sign_in("mei@example.org")).status_code == 200


async def test_unconfirmed_account_loses_its_credentials(service: Service, campus: IdentityProvider) -> None:
    await service.sign_up("mei@example.org")
    user = await user_of(service, fragment_of(await complete_flow(service, campus, "mei")))
    assert [identity["provider"] for identity in user["identities"]] == ["campus"]
    assert (await service.sign_in("mei@example.org")).json()["code"] == "invalid_credentials"


async def test_provider_replaces_the_metadata_of_an_unconfirmed_account(
    service: Service, campus: IdentityProvider
) -> None:
    await service.sign_up("mei@example.org", data={"role": "chair", "name": "Eve"})
    user = await user_of(service, fragment_of(await complete_flow(service, campus, "mei")))
    assert "role" not in user["user_metadata"]
    assert user["user_metadata"] == user["identities"][0]["identity_data"]


@pytest.mark.parametrize(("path", "kind"), [("/otp", "email"), ("/recover", "recovery"), ("/signup", "signup")])
async def test_code_into_an_unconfirmed_account_replaces_its_metadata(service: Service, path: str, kind: str) -> None:
    await service.sign_up("mei@example.org", data={"role": "chair", "display_name": "Eve"})
    service.wait(minutes=2)
    body = {"email": "mei@example.org", "password": f"{PASSWORD} 2", "data": {"display_name": "Mei"}}
    assert (await service.post(path, body)).status_code == 200
    code = (await service.email_to("mei@example.org")).code
    answer = await service.post("/verify", {"type": kind, "email": "mei@example.org", "token": code})
    metadata = answer.json()["user"]["user_metadata"]
    assert metadata.get("display_name") == (None if path == "/recover" else "Mei")
    assert "role" not in metadata
    assert metadata["email"] == "mei@example.org"


async def test_unverified_email_must_be_confirmed_first(service: Service, campus: IdentityProvider) -> None:
    expected = ("access_denied", "provider_email_needs_verification", UNVERIFIED)
    assert error_of(await complete_flow(service, campus, "unverified")) == expected
    assert await count_rows(service, "sessions") == 0
    code = (await service.email_to("unverified@example.org")).code
    assert "over_email_send_rate_limit" in await complete_flow(service, campus, "unverified")
    body = {"type": "signup", "email": "unverified@example.org", "token": code}
    assert (await service.post("/verify", body)).status_code == 200
    user = await user_of(service, fragment_of(await complete_flow(service, campus, "unverified")))
    assert user["email_confirmed_at"]


async def test_unverified_email_never_links_to_an_existing_account(service: Service, campus: IdentityProvider) -> None:
    await service.member("unverified@example.org")
    mails = await service.count_emails()
    end = await complete_flow(service, campus, "unverified")
    assert error_of(end)[2] == UNVERIFIED, "the response does not reveal the account"
    assert await service.count_emails() == mails
    assert await count_rows(service, "identities") == 1


async def test_unverified_identity_is_removed_for_the_owner_of_the_email(
    service: Service, campus: IdentityProvider
) -> None:
    requests = {
        "/signup": {"password": PASSWORD},
        "/otp": {},
        "/recover": {},
        "/invite": {},
        "/admin/generate_link": {"type": "magiclink"},
    }
    for path, more in requests.items():
        await complete_flow(service, campus, f"unverified-{path.rpartition('/')[2]}")
        service.wait(minutes=2)
        body = {"email": f"unverified-{path.rpartition('/')[2]}@example.org", **more}
        assert (await service.http.post(path, json=body, headers=service.admin)).status_code == 200, path
        providers = await service.pool.fetch("delete from auth.identities returning provider")
        assert [row["provider"] for row in providers] == ["email"], path


async def test_unverified_emails_allowed_by_settings(
    make_service: Callable[..., Service], campus: IdentityProvider
) -> None:
    service = make_service(providers={"campus": campus.settings()}, allows_unverified_email=True)
    session = fragment_of(await complete_flow(service, campus, "unverified"))
    assert "email_confirmed_at" not in await user_of(service, session)
    # When the owner of the email confirms it, the earlier session ends.
    assert (await service.post("/otp", {"email": "unverified@example.org"})).status_code == 200
    assert (await service.refresh(session["refresh_token"])).json()["code"] == "refresh_token_not_found"
    await service.member("unverified-2@example.org")
    assert error_of(await complete_flow(service, campus, "unverified-2"))[1] == "provider_email_needs_verification"


async def test_autoconfirm_creates_accounts_but_links_none(
    make_service: Callable[..., Service], campus: IdentityProvider
) -> None:
    service = make_service(providers={"campus": campus.settings()}, email_autoconfirm=True)
    assert "access_token" in fragment_of(await complete_flow(service, campus, "unverified"))
    await service.member("unverified-2@example.org")
    assert error_of(await complete_flow(service, campus, "unverified-2"))[1] == "email_exists"


async def test_disabled_signup_creates_no_accounts(
    make_service: Callable[..., Service], campus: IdentityProvider
) -> None:
    service = make_service(providers={"campus": campus.settings()}, signup_disabled=True)
    expected = ("access_denied", "signup_disabled", "Signups not allowed for this instance")
    assert error_of(await complete_flow(service, campus, "mei")) == expected
    await service.member("mei@example.org")
    assert "access_token" in fragment_of(await complete_flow(service, campus, "mei"))


async def test_banned_user_is_rejected(service: Service, campus: IdentityProvider) -> None:
    user_id = (await service.member("mei@example.org"))["user"]["id"]
    await service.http.put(f"/admin/users/{user_id}", json={"ban_duration": "1h"}, headers=service.admin)
    assert error_of(await complete_flow(service, campus, "mei")) == ("access_denied", "user_banned", "User is banned")


async def test_profile_without_email(
    service: Service, make_service: Callable[..., Service], campus: IdentityProvider
) -> None:
    end = await complete_flow(service, campus, "mailless")
    assert error_of(end) == ("server_error", "unexpected_failure", "Error getting user email from external provider")
    lenient = make_service(providers={"campus": campus.settings(email_optional=True)})
    user = await user_of(lenient, fragment_of(await complete_flow(lenient, campus, "mailless")))
    assert (user["email"], user["is_anonymous"]) == ("", False)


async def test_invitation_is_accepted_with_a_provider(service: Service, campus: IdentityProvider) -> None:
    await service.http.post("/invite", json={"email": "mei@example.org"}, headers=service.admin)
    token = (await service.email_to("mei@example.org")).link["token_hash"]
    end = await complete_flow(service, campus, "ah-kow", invite_token=token)
    assert query_of(end)["error_description"] == "Invited email does not match emails from external provider"
    assert "access_token" in fragment_of(await complete_flow(service, campus, "mei", invite_token=token))
    response = await service.http.get("/authorize", params={"provider": "campus", "invite_token": token})
    assert (response.status_code, response.json()["error_code"]) == (404, "user_not_found")


async def test_invitation_revoked_during_the_flow(service: Service, campus: IdentityProvider) -> None:
    await service.http.post("/invite", json={"email": "mei@example.org"}, headers=service.admin)
    token = (await service.email_to("mei@example.org")).link["token_hash"]
    back = campus.visit(await start_flow(service, "mei", invite_token=token), until=CALLBACK)
    await service.pool.execute("delete from auth.one_time_tokens")
    end = (await request_callback(service, back)).headers["location"]
    assert error_of(end) == ("server_error", "invite_not_found", "Invite not found")


async def test_anonymous_user_links_an_identity(make_service: Callable[..., Service], campus: IdentityProvider) -> None:
    service = make_service(providers={"campus": campus.settings()}, manual_linking=True, anonymous_users=True)
    await service.member("mei@example.org")
    anonymous = (await service.post("/signup")).json()
    taken = error_of(await link_identity(service, campus, anonymous, "mei"))
    message = "A user with this email address has already been registered"
    assert taken == ("invalid_request", "email_exists", message)
    unverified = error_of(await link_identity(service, campus, anonymous, "unverified"))
    assert unverified == ("server_error", "email_not_confirmed", UNVERIFIED)
    assert (await service.email_to("unverified@example.org")).kind == "signup"


@pytest.mark.parametrize("path", ["/signup", "/otp", "/recover", "/invite", "/admin/generate_link"])
async def test_unverified_email_on_a_phone_account_is_released_to_its_owner(
    make_service: Callable[..., Service], campus: IdentityProvider, path: str
) -> None:
    service = make_service(providers={"campus": campus.settings()}, manual_linking=True, sms_provider="mailbox")
    await service.post("/signup", {"phone": "60123456789", "password": PASSWORD})
    code = (await service.sms_to("60123456789")).code
    attacker = (await service.post("/verify", {"type": "sms", "phone": "60123456789", "token": code})).json()
    assert error_of(await link_identity(service, campus, attacker, "unverified"))[1] == "email_not_confirmed"
    service.wait(minutes=2)
    more = {"password": PASSWORD, "type": "magiclink"}
    assert (
        await service.http.post(path, json={"email": "unverified@example.org", **more}, headers=service.admin)
    ).is_success
    assert (await user_of(service, attacker))["email"] == ""
    owner = await service.pool.fetchval("select id::text from auth.users where email = 'unverified@example.org'")
    # Without an account there is nothing to recover.
    assert owner != attacker["user"]["id"] and (owner is None) == (path == "/recover")
    # An email set by an administrator stays.
    body = {"email": "mei@example.org", "phone": "60123456780", "phone_confirm": True}
    created = (await service.http.post("/admin/users", json=body, headers=service.admin)).json()
    await service.http.post(path, json={"email": "mei@example.org", **more}, headers=service.admin)
    assert await service.pool.fetchval("select email from auth.users where id = $1", created["id"]) == "mei@example.org"


async def test_linking_and_unlinking(service: Service, campus: IdentityProvider) -> None:
    session = await service.member("mei@example.org")
    assert "access_token" in fragment_of(await link_identity(service, campus, session, "mei-at-work"))
    user = await user_of(service, session)
    assert [identity["id"] for identity in user["identities"]] == [user["id"], "mei-at-work"]
    assert user["email"] == user["user_metadata"].get("email", user["email"]) == "mei@example.org"
    assert "provider_id" not in user["user_metadata"]
    again = await link_identity(service, campus, session, "mei-at-work")
    assert query_of(again)["error_description"] == "Identity is already linked"
    other = await service.member("ah-kow@example.org")
    assert error_of(await link_identity(service, campus, other, "mei-at-work")) == (
        "server_error", "identity_already_exists", "Identity is already linked to another user"
    )  # fmt: skip
    path = f"/user/identities/{user['identities'][1]['identity_id']}"
    done = await service.http.delete(path, headers=bearer(session))
    assert (done.status_code, done.json()) == (200, {})
    assert (await user_of(service, session))["app_metadata"]["providers"] == ["email"]


async def test_ended_session_cannot_link_an_identity(service: Service, campus: IdentityProvider) -> None:
    """Otherwise an attacker would keep access after any password change."""
    attacker, owner = await service.member("mei@example.org"), await service.member("mei@example.org")
    query = {"provider": "campus", "login_hint": "ah-kow", "skip_http_redirect": "true"}
    left = await service.http.get("/user/identities/authorize", params=query, headers=bearer(attacker))
    changed = await service.http.put("/user", json={"password": "another horse battery"}, headers=bearer(owner))
    assert changed.status_code == 200
    back = await request_callback(service, campus.visit(left.json()["url"], until=CALLBACK))
    assert query_of(back.headers["location"])["error_code"] == "session_not_found"
    assert len((await user_of(service, owner))["identities"]) == 1


async def test_unlinking_sets_the_next_available_email(service: Service, campus: IdentityProvider) -> None:
    session = await service.member("mei@example.org")
    await link_identity(service, campus, session, "mei-at-work")
    await link_identity(service, campus, session, "mei-at-home")
    mail, work, _ = (await user_of(service, session))["identities"]
    await service.member("mei-at-work@example.org")
    await service.http.delete(f"/user/identities/{mail['identity_id']}", headers=bearer(session))
    user = await user_of(service, session)
    assert (user["email"], bool(user["email_confirmed_at"])) == ("mei-at-home@example.org", True)
    home = user["identities"][1]
    response = await service.http.delete(f"/user/identities/{home['identity_id']}", headers=bearer(session))
    assert (response.status_code, response.json()) == (
        422,
        {
            "code": "email_conflict_identity_not_deletable",
            "message": "Unable to unlink identity due to email conflict",
        },
    )
    assert work["id"] == "mei-at-work"


INVALID_REQUESTS: list[tuple[str, str, int, str, str]] = [
    ("x", "", 404, "validation_failed", "identity_id must be an UUID"),
    (str(uuid4()), "", 422, "identity_not_found", "Identity doesn't exist"),
    (str(uuid4()), "b", 403, "unexpected_audience", "Token audience doesn't match request audience"),
]


async def test_invalid_unlink_requests_are_rejected(service: Service, campus: IdentityProvider) -> None:
    session = await service.member("mei@example.org")
    await link_identity(service, campus, session, "mei-at-work")
    for identity_id, audience, status, code, message in INVALID_REQUESTS:
        headers = {**bearer(session), "X-JWT-AUD": audience}
        response = await service.http.delete(f"/user/identities/{identity_id}", headers=headers)
        assert (response.status_code, response.json()) == (status, {"code": code, "message": message})


async def test_last_identity_cannot_be_unlinked(service: Service) -> None:
    session = await service.member("mei@example.org")
    identity_id = session["user"]["identities"][0]["identity_id"]
    response = await service.http.delete(f"/user/identities/{identity_id}", headers=bearer(session))
    assert (response.status_code, response.json()) == (
        422,
        {
            "code": "single_identity_not_deletable",
            "message": "User must have at least 1 identity after unlinking",
        },
    )


async def test_linking_disabled_by_settings(make_service: Callable[..., Service]) -> None:
    service = make_service()
    session = await service.member()
    for method, path in (("GET", "/user/identities/authorize"), ("DELETE", f"/user/identities/{uuid4()}")):
        response = await service.http.request(method, path, headers=bearer(session))
        assert (response.status_code, response.json()["message"]) == (404, "Manual linking is disabled")


async def test_public_settings_list_the_providers(service: Service) -> None:
    settings = (await service.http.get("/settings")).json()
    assert (settings["external"]["campus"], settings["external"]["google"]) == (True, False)
    assert settings["providers"] == [{"name": "campus", "label": "Campus"}]
