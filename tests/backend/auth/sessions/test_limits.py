"""Limits of sessions: each in the protocol's words, and none where the operator set none."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest

from balai.security.tokens import sign
from balai.security.tokens import verify as read_token
from tests.backend.auth.mfa.test_factors import code_of, give, with_factor
from tests.backend.auth.service import SECRET, Service, bearer

MakeService = Callable[..., Service]
DAY = timedelta(days=1)


def expired(answer: httpx.Response, why: str = "") -> None:
    body = answer.json()
    assert (answer.status_code, body["code"]) == (400, "session_expired")
    assert body["message"] == f"Invalid Refresh Token: Session Expired{why}"


async def test_without_limits_a_session_goes_on(make_service: MakeService) -> None:
    service = make_service()
    session = await service.member()
    service.wait(days=3650)
    assert (await service.refresh(session["refresh_token"])).status_code == 200


async def test_a_whole_life_is_not_lengthened_by_use(make_service: MakeService) -> None:
    service = make_service(session_timebox=DAY)
    session = await service.member()
    service.wait(hours=23)
    session = (await service.refresh(session["refresh_token"])).json()
    service.wait(hours=2)
    expired(await service.refresh(session["refresh_token"]))


async def test_lying_idle(make_service: MakeService) -> None:
    service = make_service(session_inactivity=DAY)
    session = await service.member()
    for _ in range(3):
        service.wait(hours=23)
        session = (await service.refresh(session["refresh_token"])).json()
    service.wait(hours=25)
    expired(await service.refresh(session["refresh_token"]), " (Inactivity)")


async def test_staying_below_the_level_that_one_has(make_service: MakeService) -> None:
    service = make_service(session_low_aal=timedelta(minutes=15))
    plain = await service.member("tan@example.org")
    strong, factor, secret = await with_factor(service)
    weak = await service.member()
    # The token itself ends no later than the time by which the second factor is due.
    assert weak["expires_in"] <= 900 and plain["expires_in"] == strong["expires_in"] == 3600
    claims = read_token(weak["access_token"], SECRET)
    assert claims["exp"] == weak["expires_at"] == claims["iat"] + weak["expires_in"]
    service.wait(minutes=16)
    expired(await service.refresh(weak["refresh_token"]), " (Low AAL: User Needs MFA Verification)")
    for session in (plain, strong):
        assert (await service.refresh(session["refresh_token"])).status_code == 200
    in_time = await service.member()
    raised = (await give(service, in_time, factor, code_of(service, secret))).json()
    service.wait(minutes=16)
    assert (await service.refresh(raised["refresh_token"])).status_code == 200


async def test_a_newer_sign_in_takes_the_place_of_the_others(make_service: MakeService) -> None:
    service = make_service(session_single=True, session_inactivity=DAY)
    old = await service.member()
    service.wait(seconds=1)
    new = await service.member()
    stranger = await service.member("tan@example.org")
    expired(await service.refresh(old["refresh_token"]), " (Revoked by Newer Login)")
    assert (await service.refresh(new["refresh_token"])).status_code == 200
    assert (await service.refresh(stranger["refresh_token"])).status_code == 200


async def test_a_session_of_administration_is_held_to_the_limits(make_service: MakeService) -> None:
    service = make_service(session_timebox=DAY)
    session = await service.member()
    claims = {**read_token(session["access_token"], SECRET), "role": "service_role", "exp": 4_000_000_000}
    headers = {**bearer(session), "Authorization": f"Bearer {sign(claims, SECRET)}"}
    assert (await service.http.get("/admin/users", headers=headers)).status_code == 200
    service.wait(hours=25)
    answer = await service.http.get("/admin/users", headers=headers)
    assert (answer.status_code, answer.json()["message"]) == (403, "Session is no longer valid")


async def test_a_proof_lengthens_no_session_that_is_over(make_service: MakeService) -> None:
    service = make_service(session_timebox=timedelta(minutes=50))
    session, factor, secret = await with_factor(service)
    service.wait(minutes=51)
    answer = await give(service, session, factor, code_of(service, secret))
    assert (answer.status_code, answer.json()["code"]) == (403, "session_expired")


async def test_who_waits_too_long_for_the_session_is_told_so(
    make_service: MakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("balai.backend.auth.sessions.refresh.SET_LOCK_TIMEOUT", ("set local lock_timeout = '50ms'", ()))
    service = make_service()
    session: dict[str, Any] = await service.member()
    async with service.pool.acquire() as connection:
        transaction = connection.transaction()
        await transaction.start()
        await connection.execute("select from auth.sessions for update")
        answer = await asyncio.wait_for(service.refresh(session["refresh_token"]), 10)
        await transaction.rollback()
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert (await service.refresh(session["refresh_token"])).status_code == 200
