"""Sign-in, refresh and sign-out: what each token allows, and for how long."""

import asyncio
from datetime import datetime
from typing import Any

import pytest

from balai.backend.auth.passwords.hashing import Hasher
from balai.security import tokens
from tests.backend.auth.service import PASSWORD, SECRET, Service, bearer


async def test_password_grant_returns_a_session(service: Service) -> None:
    session = await service.member("mei@example.org")
    assert session["token_type"] == "bearer"
    assert session["expires_in"] == 3600
    assert len(session["refresh_token"]) == 12
    assert session["user"]["last_sign_in_at"]
    claims = tokens.verify(session["access_token"], SECRET)
    assert claims["sub"] == session["user"]["id"]
    assert claims["aud"] == "authenticated"
    assert claims["role"] == "authenticated"
    assert claims["email"] == "mei@example.org"
    assert claims["phone"] == ""
    assert claims["is_anonymous"] is False
    assert claims["exp"] - claims["iat"] == 3600
    assert [entry["method"] for entry in claims["amr"]] == ["password"]
    assert (await service.sign_in("MEI@example.org")).status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "code", "message"),
    [
        ({"email": "nobody@example.org", "password": "x"}, 400, "invalid_credentials", "Invalid login credentials"),
        ({"email": "mei@example.org", "password": "x"}, 400, "invalid_credentials", "Invalid login credentials"),
        ({"email": "mei@example.org"}, 400, "invalid_credentials", "Invalid login credentials"),
        ({"email": "mei@example.org", "password": "x" * 5000}, 400, "invalid_credentials", "Invalid login credentials"),
        ({"email": "mei\0@example.org", "password": "\0"}, 400, "invalid_credentials", "Invalid login credentials"),
        ({"password": "x"}, 400, "validation_failed", "missing email or phone"),
        ({"phone": "+65 1234", "password": "x"}, 422, "phone_provider_disabled", "Phone logins are disabled"),
        (
            {"email": "a@b.c", "phone": "1", "password": "x"},
            400,
            "validation_failed",
            "Only an email address or phone number should be provided on login.",
        ),
    ],
)
async def test_rejected_sign_ins(service: Service, body: dict[str, str], status: int, code: str, message: str) -> None:
    await service.member("mei@example.org")
    response = await service.post("/token?grant_type=password", body)
    assert (response.status_code, response.json()["code"], response.json()["message"]) == (status, code, message)


class SlowHasher(Hasher):
    """Compares a password, but returns only when the test allows it."""

    def __init__(self) -> None:
        super().__init__(cost=4)
        self.has_compared, self.may_go_on = asyncio.Event(), asyncio.Event()

    async def matches(self, password: str, stored: str | None) -> bool:
        is_same = await super().matches(password, stored)
        self.has_compared.set()
        await self.may_go_on.wait()
        return is_same


@pytest.mark.parametrize(("changed_to", "status"), [("another horse battery", 400), (PASSWORD, 200)])
async def test_password_changed_during_comparison(make_service: Any, changed_to: str, status: int) -> None:
    service, hasher = make_service(), SlowHasher()
    session = await service.member()
    coming = asyncio.create_task(make_service(hasher=hasher).sign_in("mei@example.org"))
    await hasher.has_compared.wait()
    if changed_to == PASSWORD:
        # Another sign-in that upgrades the hash does this.
        anew = await hasher.hash(PASSWORD)
        await service.pool.execute("update auth.users set encrypted_password = $1", anew)
    else:
        changed = await service.http.put("/user", json={"password": changed_to}, headers=bearer(session))
        assert changed.status_code == 200
    hasher.may_go_on.set()
    assert (await coming).status_code == status
    assert await service.pool.fetchval("select count(*) from auth.sessions") == (2 if status == 200 else 1)


class FullHasher(Hasher):
    """The queue is full after its comparison."""

    async def matches(self, password: str, stored: str | None) -> bool:
        is_same = await super().matches(password, stored)
        self._max_jobs = 0
        return is_same


async def test_sign_in_succeeds_when_the_strength_estimate_cannot_run(make_service: Any) -> None:
    await make_service().member()
    service = make_service(hasher=FullHasher(cost=4), estimates_password_strength=True)
    assert (await service.sign_in("mei@example.org")).status_code == 200


async def test_ban_is_checked_before_the_password(service: Service) -> None:
    session = await service.member("mei@example.org")
    user = session["user"]["id"]
    await service.http.put(f"/admin/users/{user}", json={"ban_duration": "1h30m"}, headers=service.admin)
    assert (await service.sign_in("mei@example.org", "wrong")).json()["code"] == "user_banned"
    refreshed = await service.refresh(session["refresh_token"])
    assert refreshed.json()["message"] == "Invalid Refresh Token: User Banned"
    own = await service.http.get("/user", headers=bearer(session))
    assert (own.status_code, own.json()["code"]) == (403, "user_banned")
    service.wait(hours=2)
    assert (await service.sign_in("mei@example.org")).status_code == 200


async def test_end_and_reason_of_a_ban_need_the_password(service: Service) -> None:
    session = await service.member("mei@example.org")
    ban = {"ban_duration": "24h", "ban_reason": "Advertising"}
    banned = await service.http.put(f"/admin/users/{session['user']['id']}", json=ban, headers=service.admin)
    assert "ban" not in (await service.sign_in("mei@example.org", "wrong")).json()
    said = (await service.sign_in("mei@example.org")).json()
    assert (said["code"], said["message"], said["ban"]["reason"]) == ("user_banned", "User is banned", "Advertising")
    assert datetime.fromisoformat(said["ban"]["until"]) == datetime.fromisoformat(banned.json()["banned_until"])


async def test_refresh_rotates_the_token(service: Service) -> None:
    session = await service.member()
    service.wait(seconds=30)
    response = await service.refresh(session["refresh_token"])
    fresh = response.json()
    assert response.status_code == 200
    assert fresh["refresh_token"] != session["refresh_token"]
    old, new = (tokens.verify(one["access_token"], SECRET) for one in (session, fresh))
    assert new["session_id"] == old["session_id"]
    assert new["iat"] >= old["iat"] + 30
    assert new["amr"] == old["amr"]
    assert fresh["user"]["id"] == session["user"]["id"]


async def test_parent_of_the_active_token_returns_it_at_any_time(service: Service) -> None:
    session = await service.member()
    first = (await service.refresh(session["refresh_token"])).json()
    service.wait(hours=5)
    again = (await service.refresh(session["refresh_token"])).json()
    assert again["refresh_token"] == first["refresh_token"]


async def test_reuse_within_the_interval_rotates(service: Service) -> None:
    session = await service.member()
    first = (await service.refresh(session["refresh_token"])).json()
    await service.refresh(first["refresh_token"])
    within = await service.refresh(session["refresh_token"])
    assert within.status_code == 200


async def test_reuse_after_the_interval_revokes_the_family(service: Service) -> None:
    session = await service.member()
    first = (await service.refresh(session["refresh_token"])).json()
    second = (await service.refresh(first["refresh_token"])).json()
    service.wait(seconds=11)
    reused = await service.refresh(session["refresh_token"])
    assert (reused.status_code, reused.json()["code"]) == (400, "refresh_token_already_used")
    assert reused.json()["message"] == "Invalid Refresh Token: Already Used"
    assert (await service.refresh(second["refresh_token"])).json()["code"] == "refresh_token_already_used"
    # The session remains: issued access tokens stay valid until they expire.
    assert (await service.http.get("/user", headers=bearer(second))).status_code == 200


async def test_concurrent_tabs_share_one_session(service: Service) -> None:
    session = await service.member()
    responses = await asyncio.gather(*(service.refresh(session["refresh_token"]) for _ in range(8)))
    assert [response.status_code for response in responses] == [200] * 8
    assert len({response.json()["refresh_token"] for response in responses}) == 1


@pytest.mark.parametrize("token", ["", "short", "UPPERCASE123", "abcdefghijkl.", "a" * 40])
async def test_malformed_tokens(service: Service, token: str) -> None:
    response = await service.refresh(token)
    assert (response.status_code, response.json()["message"]) == (400, "Refresh token is not valid")


async def test_unknown_token(service: Service) -> None:
    response = await service.refresh("abcdefghijkl")
    assert (response.status_code, response.json()["code"]) == (400, "refresh_token_not_found")
    assert response.json()["message"] == "Invalid Refresh Token: Refresh Token Not Found"


@pytest.mark.parametrize(
    ("scope", "this_lives", "other_lives"), [("local", False, True), ("others", True, False), ("global", False, False)]
)
async def test_sign_out_scopes(service: Service, scope: str, this_lives: bool, other_lives: bool) -> None:
    this, other = await service.member(), await service.member()
    response = await service.http.post(f"/logout?scope={scope}", headers=bearer(this))
    assert (response.status_code, response.content) == (204, b"")
    for session, lives in ((this, this_lives), (other, other_lives)):
        own = await service.http.get("/user", headers=bearer(session))
        assert own.status_code == (200 if lives else 403)
        if not lives:
            assert own.json()["code"] == "session_not_found"
            assert (await service.refresh(session["refresh_token"])).json()["code"] == "refresh_token_not_found"


async def test_unknown_scope(service: Service) -> None:
    session = await service.member()
    response = await service.http.post("/logout?scope=everything", headers=bearer(session))
    assert response.json()["message"] == 'Unsupported logout scope "everything"'


def _signed(claims: dict[str, Any], secret: str = SECRET) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens.sign(claims, secret)}", "X-Supabase-Api-Version": "2024-01-01"}


async def test_authentication_checks_are_in_order(service: Service) -> None:
    session = await service.member()
    user = session["user"]["id"]
    far = 4_000_000_000
    unknown_id = "00000000-0000-4000-8000-000000000000"
    cases: list[tuple[dict[str, str], int, str]] = [
        ({}, 401, "no_authorization"),
        ({"Authorization": "Basic abc"}, 401, "no_authorization"),
        ({"Authorization": "Bearer nonsense"}, 403, "bad_jwt"),
        (_signed({"sub": user, "exp": far}, "another secret that is long enough"), 403, "bad_jwt"),
        (_signed({"sub": user, "exp": 1}), 403, "bad_jwt"),
        (_signed({"role": "anon", "exp": far}), 403, "bad_jwt"),
        (_signed({"sub": "x", "exp": far}), 400, "bad_jwt"),
        (_signed({"sub": unknown_id, "exp": far}), 403, "user_not_found"),
        (_signed({"sub": user, "session_id": "x", "exp": far}), 403, "bad_jwt"),
        (_signed({"sub": user, "session_id": unknown_id, "exp": far}), 403, "session_not_found"),
        (_signed({"sub": user, "exp": far}), 200, ""),
    ]
    for headers, status, code in cases:
        response = await service.http.get("/user", headers={"X-Supabase-Api-Version": "2024-01-01", **headers})
        assert (response.status_code, response.json().get("code", "")) == (status, code), headers


async def test_sign_in_is_limited_after_too_many_attempts(make_service: Any) -> None:
    service: Service = make_service(peer="203.0.113.9")
    codes = [(await service.refresh("abcdefghijkl")).status_code for _ in range(40)]
    assert codes[:30] == [400] * 30
    assert 429 in codes[30:]
    rejected = await service.refresh("abcdefghijkl")
    assert rejected.json() == {"code": "over_request_rate_limit", "message": "Request rate limit reached"}
    assert "retry-after" not in rejected.headers
    assert (await service.http.get("/settings")).status_code == 200
