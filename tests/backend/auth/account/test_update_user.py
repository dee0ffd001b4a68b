"""Updates of the signed-in user's account."""

from typing import Any

from tests.backend.auth.service import PASSWORD, SITE, Service, bearer


async def test_metadata_is_merged_and_null_deletes(service: Service) -> None:
    session = await service.member()
    put = service.http.put
    user = (await put("/user", json={"data": {"name": "Mei", "x": 1}}, headers=bearer(session))).json()
    assert user["user_metadata"]["name"] == "Mei"
    user = (await put("/user", json={"data": {"x": None, "y": [1]}}, headers=bearer(session))).json()
    assert user["user_metadata"]["name"] == "Mei"
    assert "x" not in user["user_metadata"]
    assert user["user_metadata"]["y"] == [1]


async def test_rejected_changes(service: Service) -> None:
    session = await service.member("mei@example.org")
    await service.member("other@example.org")
    cases: list[tuple[dict[str, Any], int, str]] = [
        ({"password": PASSWORD}, 422, "same_password"),
        ({"password": "short"}, 422, "weak_password"),
        ({"password": ""}, 422, "weak_password"),
        ({"email": "no address"}, 400, "validation_failed"),
        ({"email": "other@example.org"}, 422, "email_exists"),
        ({"app_metadata": {"role": "boss"}}, 403, "not_admin"),
        ({"data": {"a": "\0"}}, 400, "validation_failed"),
    ]
    for body, status, code in cases:
        response = await service.http.put("/user", json=body, headers=bearer(session))
        assert (response.status_code, response.json()["code"]) == (status, code), body
    user = (await service.http.get("/user", headers=bearer(session))).json()
    assert user["email"] == "mei@example.org"
    assert user["app_metadata"] == {"provider": "email", "providers": ["email"]}
    wrong = {**bearer(session), "X-JWT-AUD": "others"}
    assert (await service.http.get("/user", headers=wrong)).status_code == 400


async def test_email_change_needs_both_confirmations_in_any_order(service: Service) -> None:
    session = await service.member("old@example.org")
    response = await service.http.put("/user", json={"email": "New@example.org"}, headers=bearer(session))
    user = response.json()
    assert (user["email"], user["new_email"]) == ("old@example.org", "new@example.org")
    assert user["email_change_sent_at"]
    to_old, to_new = await service.email_to("old@example.org"), await service.email_to("new@example.org")
    assert to_new.facts["url"].startswith(f"{SITE}/en/signin?")
    half = await service.post("/verify", {"type": "email_change", "token_hash": to_new.link["token_hash"]})
    assert half.json() == {
        "msg": "Confirmation link accepted. Please proceed to confirm link sent to the other email",
        "code": "200",
    }
    again = await service.post("/verify", {"type": "email_change", "token_hash": to_new.link["token_hash"]})
    assert again.status_code == 403
    body = {"type": "email_change", "token": to_old.code, "email": "old@example.org"}
    done = await service.post("/verify", body)
    assert done.status_code == 200, done.text
    user = done.json()["user"]
    assert user["email"] == "new@example.org"
    assert "new_email" not in user
    assert user["identities"][0]["email"] == "new@example.org"
    assert user["identities"][0]["identity_data"]["email_verified"] is True
    assert (await service.sign_in("new@example.org")).status_code == 200
    assert (await service.sign_in("old@example.org")).status_code == 400


async def test_address_taken_in_the_meantime_is_rejected(service: Service) -> None:
    session = await service.member("old@example.org")
    await service.http.put("/user", json={"email": "new@example.org"}, headers=bearer(session))
    to_old, to_new = await service.email_to("old@example.org"), await service.email_to("new@example.org")
    await service.member("new@example.org")
    await service.post("/verify", {"type": "email_change", "token_hash": to_old.link["token_hash"]})
    last = await service.post("/verify", {"type": "email_change", "token_hash": to_new.link["token_hash"]})
    assert (last.status_code, last.json()["code"]) == (422, "email_exists")


async def test_reauthentication(service: Service) -> None:
    session = await service.member("mei@example.org")
    assert (await service.http.get("/reauthenticate", headers=bearer(session))).json() == {}
    message = await service.email_to("mei@example.org")
    assert message.kind == "reauthentication"
    assert len(message.code) == 6
    soon = await service.http.get("/reauthenticate", headers=bearer(session))
    assert soon.json()["code"] == "over_email_send_rate_limit"


async def test_large_metadata_is_returned_whole(service: Service) -> None:
    session = await service.member()
    put = await service.http.put("/user", json={"data": {"life": "x" * 1_040_000}}, headers=bearer(session))
    assert put.status_code == 200
    shown = await service.http.get("/user", headers=bearer(session))
    assert len(shown.json()["user_metadata"]["life"]) == 1_040_000
    refreshed = await service.refresh(session["refresh_token"])
    assert len(refreshed.json()["user"]["user_metadata"]["life"]) == 1_040_000


async def test_all_endpoints_return_the_same_user(service: Service) -> None:
    session = await service.member()
    enrolled = await service.http.post("/factors", json={"factor_type": "totp"}, headers=bearer(session))
    assert enrolled.status_code == 200
    shown = (await service.http.get("/user", headers=bearer(session))).json()
    changed = (await service.http.put("/user", json={"data": {}}, headers=bearer(session))).json()
    assert {**changed, "updated_at": ""} == {**shown, "updated_at": ""}
    assert shown["factors"][0]["last_challenged_at"] is None
    assert (await service.http.get("/user/", headers=bearer(session))).json() == changed
