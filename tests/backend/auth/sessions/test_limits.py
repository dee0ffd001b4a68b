"""Session limits: each in the protocol's words, and none unless the operator sets them."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest

from balai.security.tokens import sign
from balai.security.tokens import verify as read_token
from tests.backend.auth.mfa.test_factors import answer_challenge, code_of, with_factor
from tests.backend.auth.service import SECRET, Service, bearer

MakeService = Callable[..., Service]
DAY = timedelta(days=1)


def assert_expired(response: httpx.Response, why: str = "") -> None:
    body = response.json()
    assert (response.status_code, body["code"]) == (400, "session_expired")
    assert body["message"] == f"Invalid Refresh Token: Session Expired{why}"


async def test_without_limits_a_session_continues(make_service: MakeService) -> None:
    service = make_service()
    session = await service.member()
    service.wait(days=3650)
    assert (await service.refresh(session["refresh_token"])).status_code == 200


async def test_timebox_is_not_extended_by_use(make_service: MakeService) -> None:
    service = make_service(session_timebox=DAY)
    session = await service.member()
    service.wait(hours=23)
    session = (await service.refresh(session["refresh_token"])).json()
    service.wait(hours=2)
    assert_expired(await service.refresh(session["refresh_token"]))


async def test_inactivity(make_service: MakeService) -> None:
    service = make_service(session_inactivity=DAY)
    session = await service.member()
    for _ in range(3):
        service.wait(hours=23)
        session = (await service.refresh(session["refresh_token"])).json()
    service.wait(hours=25)
    assert_expired(await service.refresh(session["refresh_token"]), " (Inactivity)")


async def test_low_aal(make_service: MakeService) -> None:
    service = make_service(session_low_aal=timedelta(minutes=15))
    plain = await service.member("tan@example.org")
    strong, factor, secret = await with_factor(service)
    weak = await service.member()
    # The access token ends no later than the time by which the second factor is due.
    assert weak["expires_in"] <= 900 and plain["expires_in"] == strong["expires_in"] == 3600
    claims = read_token(weak["access_token"], SECRET)
    assert claims["exp"] == weak["expires_at"] == claims["iat"] + weak["expires_in"]
    service.wait(minutes=16)
    assert_expired(await service.refresh(weak["refresh_token"]), " (Low AAL: User Needs MFA Verification)")
    for session in (plain, strong):
        assert (await service.refresh(session["refresh_token"])).status_code == 200
    in_time = await service.member()
    raised = (await answer_challenge(service, in_time, factor, code_of(service, secret))).json()
    service.wait(minutes=16)
    assert (await service.refresh(raised["refresh_token"])).status_code == 200


async def test_newer_sign_in_ends_other_sessions(make_service: MakeService) -> None:
    service = make_service(session_single=True, session_inactivity=DAY)
    old = await service.member()
    service.wait(seconds=1)
    new = await service.member()
    other_session = await service.member("tan@example.org")
    assert_expired(await service.refresh(old["refresh_token"]), " (Revoked by Newer Login)")
    assert (await service.refresh(new["refresh_token"])).status_code == 200
    assert (await service.refresh(other_session["refresh_token"])).status_code == 200


async def test_limits_apply_to_administration_sessions(make_service: MakeService) -> None:
    service = make_service(session_timebox=DAY)
    session = await service.member()
    claims = {**read_token(session["access_token"], SECRET), "role": "service_role", "exp": 4_000_000_000}
    headers = {**bearer(session), "Authorization": f"Bearer {sign(claims, SECRET)}"}
    assert (await service.http.get("/admin/users", headers=headers)).status_code == 200
    service.wait(hours=25)
    response = await service.http.get("/admin/users", headers=headers)
    assert (response.status_code, response.json()["message"]) == (403, "Session is no longer valid")


async def test_second_factor_does_not_extend_an_expired_session(make_service: MakeService) -> None:
    service = make_service(session_timebox=timedelta(minutes=50))
    session, factor, secret = await with_factor(service)
    service.wait(minutes=51)
    response = await answer_challenge(service, session, factor, code_of(service, secret))
    assert (response.status_code, response.json()["code"]) == (403, "session_expired")


async def test_lock_timeout_responds_with_conflict(make_service: MakeService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("balai.backend.auth.sessions.refresh.SET_LOCK_TIMEOUT", ("set local lock_timeout = '50ms'", ()))
    service = make_service()
    session: dict[str, Any] = await service.member()
    async with service.pool.acquire() as connection:
        transaction = connection.transaction()
        await transaction.start()
        await connection.execute("select from auth.sessions for update")
        response = await asyncio.wait_for(service.refresh(session["refresh_token"]), 10)
        await transaction.rollback()
    assert (response.status_code, response.json()["code"]) == (409, "conflict")
    assert (await service.refresh(session["refresh_token"])).status_code == 200
