"""Administration of accounts with the service key."""

from uuid import uuid4

import httpx

from tests.backend.auth.mfa.test_factors import assert_error, with_factor
from tests.backend.auth.service import PASSWORD, Service, bearer


async def test_only_the_service_key_is_allowed(service: Service) -> None:
    session = await service.member()
    user = session["user"]["id"]
    for headers, status, code in (
        ({"X-Supabase-Api-Version": "2024-01-01"}, 401, "no_authorization"),
        (bearer(session), 403, "not_admin"),
        ({**bearer(session), "Authorization": f"Bearer {service.keys.anon}"}, 403, "not_admin"),
    ):
        for method, path in (
            ("GET", "/admin/users"),
            ("POST", "/admin/users"),
            ("GET", f"/admin/users/{user}"),
            ("PUT", f"/admin/users/{user}"),
            ("DELETE", f"/admin/users/{user}"),
            ("POST", "/invite"),
        ):
            response = await service.http.request(method, path, headers=headers, json={"email": "x@example.org"})
            assert (response.status_code, response.json()["code"]) == (status, code), (method, path)


async def test_create_read_update_delete(service: Service) -> None:
    body = {
        "email": "Mei@example.org",
        "password": PASSWORD,
        "email_confirm": True,
        "user_metadata": {"full_name": "Mei"},
        "app_metadata": {"team": "a"},
    }
    created = (await service.http.post("/admin/users", json=body, headers=service.admin)).json()
    assert created["email"] == "mei@example.org"
    assert created["app_metadata"] == {"provider": "email", "providers": ["email"], "team": "a"}
    assert created["user_metadata"]["full_name"] == "Mei"
    assert created["email_confirmed_at"]
    path = f"/admin/users/{created['id']}"
    assert (await service.http.get(path, headers=service.admin)).json() == created
    session = await service.member("mei@example.org")
    change = {"email": "new@example.org", "password": "another one", "user_metadata": {"full_name": None, "x": 1}}
    changed = (await service.http.put(path, json=change, headers=service.admin)).json()
    assert changed["email"] == "new@example.org"
    assert changed["identities"][0]["email"] == "new@example.org"
    assert "full_name" not in changed["user_metadata"]
    assert (await service.http.get("/user", headers=bearer(session))).json()["code"] == "session_not_found"
    assert (await service.sign_in("new@example.org", "another one")).status_code == 200
    deleted = await service.http.request("DELETE", path, headers=service.admin)
    assert (deleted.status_code, deleted.json()) == (200, {})
    assert (await service.http.get(path, headers=service.admin)).status_code == 404


async def test_soft_delete_removes_personal_data(service: Service) -> None:
    session = await service.member("mei@example.org")
    path = f"/admin/users/{session['user']['id']}"
    body = {"should_soft_delete": True}
    await service.http.request("DELETE", path, headers=service.admin, json=body)
    remaining = (await service.http.get(path, headers=service.admin)).json()
    assert remaining["deleted_at"]
    assert "mei" not in str(remaining)
    assert remaining["user_metadata"] == {}
    assert (await service.sign_in("mei@example.org")).status_code == 400
    # The email is available again.
    assert (await service.member("mei@example.org"))["user"]["id"] != session["user"]["id"]


async def test_invalid_accounts_are_rejected(service: Service) -> None:
    await service.member("mei@example.org")
    headers = {**service.admin, "X-Supabase-Api-Version": "2024-01-01"}
    for body, status, message in (
        ({}, 400, "Cannot create a user without either an email or phone"),
        (
            {"email": "a@b.c", "password": "x", "password_hash": "y"},
            400,
            "Only a password or a password hash should be provided",
        ),
        ({"email": "a@b.c", "id": "x"}, 400, "ID must conform to the uuid v4 format"),
        ({"email": "a@b.c", "id": "00000000-0000-0000-0000-000000000000"}, 400, "ID cannot be a nil uuid"),
        ({"email": "MEI@example.org"}, 422, "A user with this email address has already been registered"),
    ):
        response = await service.http.post("/admin/users", json=body, headers=headers)
        assert (response.status_code, response.json()["message"]) == (status, message)
    bad = await service.http.get("/admin/users/not-an-id", headers=headers)
    assert (bad.status_code, bad.json()["message"]) == (404, "user_id must be an UUID")
    assert (await service.http.get(f"/admin/users/{uuid4()}", headers=headers)).json()["code"] == "user_not_found"
    ban = await service.http.post("/admin/users", json={"email": "b@b.c", "ban_duration": "soon"}, headers=headers)
    assert ban.json()["message"].startswith("invalid format for ban duration")


async def test_list_is_paginated(service: Service) -> None:
    for number in range(5):
        body = {"email": f"m{number}@example.org", "user_metadata": {"full_name": f"Person {number}"}}
        await service.http.post("/admin/users", json=body, headers=service.admin)
    first = await service.http.get("/admin/users?page=1&per_page=2&filter=example", headers=service.admin)
    body = first.json()
    assert body["aud"] == "authenticated"
    assert [user["email"] for user in body["users"]] == ["m4@example.org", "m3@example.org"]
    assert body["users"][0]["identities"] is None
    assert first.headers["x-total-count"] == "5"
    assert first.headers["link"] == (
        '</admin/users?page=2&filter=example&per_page=2>; rel="next", '
        '</admin/users?page=3&filter=example&per_page=2>; rel="last"'
    )
    last = await service.http.get("/admin/users?page=3&per_page=2", headers=service.admin)
    assert "next" not in last.headers["link"]
    assert len(last.json()["users"]) == 1
    found = await service.http.get("/admin/users?filter=PERSON 3", headers=service.admin)
    assert [user["email"] for user in found.json()["users"]] == ["m3@example.org"]
    empty = await service.http.get("/admin/users?page=&per_page=&filter=nobody", headers=service.admin)
    assert "page=0" in empty.headers["link"]
    assert (await service.http.get("/admin/users?filter=%25", headers=service.admin)).json()["users"] == []
    for query in ("page=-1", "per_page=0", "page=x", "sort=email"):
        bad = await service.http.get(f"/admin/users?{query}", headers=service.admin)
        assert (bad.status_code, bad.json()["error_code"]) == (400, "validation_failed")


async def test_invitation(service: Service) -> None:
    body = {"email": "mei@example.org", "data": {"display_name": "Mei", "language": "zh"}}
    invited = (await service.http.post("/invite", json=body, headers=service.admin)).json()
    assert invited["invited_at"]
    assert invited["user_metadata"] == body["data"]
    mail = await service.email_to("mei@example.org")
    assert (mail.kind, mail.language) == ("invite", "zh")
    stranger = (await service.sign_up("mei@example.org")).json()
    assert "user_metadata" not in stranger or stranger["user_metadata"] == {}
    accepted = await service.post("/verify", {"type": "invite", "token_hash": mail.link["token_hash"]})
    session = accepted.json()
    updated = await service.http.put("/user", json={"password": "my own password"}, headers=bearer(session))
    assert updated.status_code == 200
    assert (await service.sign_in("mei@example.org", "my own password")).status_code == 200
    again = await service.http.post("/invite", json=body, headers=service.admin)
    assert (again.status_code, again.json()["error_code"]) == (422, "email_exists")


async def test_phone_is_set_and_confirmed(service: Service) -> None:
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
    assert_error(taken, 422, "phone_exists")


async def test_soft_delete_removes_all_credentials(service: Service) -> None:
    session, _, _ = await with_factor(service)
    await service.post("/recovery-codes", **bearer(session))
    path = f"/admin/users/{session['user']['id']}"
    await service.http.request("DELETE", path, json={"should_soft_delete": True}, headers=service.admin)
    for table in ("mfa_factors", "recovery_codes", "sessions", "one_time_tokens"):
        assert await service.pool.fetchval(f"select count(*) from auth.{table}") == 0, table


async def test_pkce_code_of_a_deleted_account_is_rejected(service: Service) -> None:
    session = await service.member()
    verifier = "v" * 43
    asked = {"email": "mei@example.org", "code_challenge": verifier, "code_challenge_method": "plain"}
    await service.post("/otp", asked)
    token = (await service.email_to("mei@example.org")).link["token_hash"]
    back = await service.http.get("/verify", params={"token": token, "type": "magiclink"})
    code = httpx.URL(back.headers["location"]).params["code"]
    path = f"/admin/users/{session['user']['id']}"
    await service.http.request("DELETE", path, json={"should_soft_delete": True}, headers=service.admin)
    late = await service.post("/token?grant_type=pkce", {"auth_code": code, "code_verifier": verifier})
    assert_error(late, 404, "user_not_found")
    assert await service.pool.fetchval("select count(*) from auth.sessions") == 0
