"""Lock order: concurrent changes of an account wait for each other, and none is aborted.

In a deadlock the database aborts one of the transactions after a second, with an error that the client cannot act on.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from uuid import UUID

import httpx
import pytest

from balai.backend.auth.users.rows import get_user
from balai.database.pool import Connection
from balai.database.transaction import as_owner
from tests.backend.auth.mfa.test_factors import ALL, assert_error, enroll, with_factor
from tests.backend.auth.service import Service, bearer

MakeService = Callable[..., Service]
WAITING = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"


@asynccontextmanager
async def user_locked(service: Service, user_id: str) -> AsyncIterator[Connection]:
    """Locks the account as a change of it does."""
    async with as_owner(service.pool) as conn:
        await get_user(conn, UUID(user_id), lock=True)
        yield conn


async def wait_until_blocked(service: Service, call: asyncio.Task[httpx.Response]) -> None:
    """Waits until a request is answered, or waits for a lock."""
    for _ in range(500):
        if call.done() or await service.pool.fetchval(WAITING):
            return
        await asyncio.sleep(0.01)


async def test_refresh_during_password_change(service: Service) -> None:
    session = await service.member()
    async with user_locked(service, session["user"]["id"]) as conn:
        refreshing = asyncio.create_task(service.refresh(session["refresh_token"]))
        await wait_until_blocked(service, refreshing)
        await conn.execute("delete from auth.sessions")
    assert (await refreshing).status_code == 200


async def test_request_waiting_for_its_own_sign_out_is_rejected(service: Service) -> None:
    session = await service.member()
    async with user_locked(service, session["user"]["id"]) as conn:
        change = service.http.put("/user", json={"password": "another horse battery"}, headers=bearer(session))
        changing = asyncio.create_task(change)
        await wait_until_blocked(service, changing)
        await conn.execute("delete from auth.sessions")
    assert_error(await changing, 403, "session_not_found")
    assert (await service.sign_in("mei@example.org")).status_code == 200


@pytest.mark.parametrize("is_typed", [True, False])
async def test_code_used_while_another_is_requested(service: Service, *, is_typed: bool) -> None:
    user_id = (await service.member())["user"]["id"]
    await service.post("/otp", {"email": "mei@example.org"})
    message = await service.email_to("mei@example.org")
    given = (
        {"email": "mei@example.org", "token": message.code} if is_typed else {"token_hash": message.link["token_hash"]}
    )
    async with user_locked(service, user_id) as conn:
        redeeming = asyncio.create_task(service.post("/verify", {"type": "email", **given}))
        await wait_until_blocked(service, redeeming)
        await conn.execute("update auth.one_time_tokens set updated_at = now()")
    assert (await redeeming).status_code == 200


async def test_two_sessions_elevated_at_once(service: Service) -> None:
    strong, _, _ = await with_factor(service)
    for _ in range(5):
        codes = (await service.post("/recovery-codes", **bearer(strong))).json()["codes"]
        weak = [await service.member() for _ in range(3)]
        calls = [
            service.post("/recovery-codes/verify", {"code": code}, **bearer(one))
            for code, one in zip(codes, weak, strict=False)
        ]
        responses = [response.status_code for response in await asyncio.gather(*calls)]
        assert sorted(responses) == [200, 403, 403]


async def test_concurrent_requests_send_one_code(make_service: MakeService) -> None:
    service = make_service(factor_types=ALL, sms_provider="mailbox")
    session = await service.member()
    mailed = [service.http.get("/reauthenticate", headers=bearer(session)) for _ in range(4)]
    assert sorted(response.status_code for response in await asyncio.gather(*mailed)) == [200, 429, 429, 429]
    factors = [
        (await enroll(service, session, factor_type="phone", phone=f"6012345678{last}", friendly_name=f"{last}")).json()
        for last in range(4)
    ]
    texted = [service.post(f"/factors/{factor['id']}/challenge", **bearer(session)) for factor in factors]
    assert sorted(response.status_code for response in await asyncio.gather(*texted)) == [200, 429, 429, 429]
