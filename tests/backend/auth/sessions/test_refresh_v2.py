"""Version 2 refresh tokens, which have a counter (contract 3.3)."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pyotp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balai.backend.auth.sessions.refresh_token_v2 import new_key, read_token, write_token
from balai.database.pool import Pool
from balai.security import tokens
from tests.backend.auth.service import SECRET, Service, bearer

KEY_OF = "select refresh_token_hmac_key from auth.sessions where id = $1"


@pytest.fixture
def service(make_service: Callable[..., Service]) -> Service:
    return make_service(uses_refresh_tokens_v2=True)


async def rejection(service: Service, token: str) -> tuple[int, str, str]:
    response = await service.refresh(token)
    return response.status_code, response.json()["code"], response.json()["message"]


def session_of(session: dict[str, Any]) -> UUID:
    return UUID(tokens.verify(session["access_token"], SECRET)["session_id"])


@given(st.uuids(), st.integers(0, 2**60), st.binary(max_size=60))
def test_tokens_round_trip_and_noise_is_rejected(session: UUID, count: int, noise: bytes) -> None:
    key = new_key()
    text = write_token(session, count, key)
    token = read_token(text)
    assert token is not None
    assert (token.session_id, token.count, token.is_signed(key)) == (session, count, True)
    assert not token.is_signed(new_key())
    changed = ("A" if text[20] != "A" else "B").join((text[:20], text[21:]))
    assert read_token(changed) is None
    assert read_token(noise.decode("latin-1")) is None


async def test_each_refresh_advances_and_the_last_one_may_be_repeated(service: Service, auth_pool: Pool) -> None:
    session = await service.member()
    first = session["refresh_token"]
    service.stop_clock()
    second = (await service.refresh(first)).json()["refresh_token"]
    service.wait(minutes=10)
    # After a lost response the last token can be repeated at any time.
    assert (await service.refresh(first)).json()["refresh_token"] == second
    third = (await service.refresh(second)).json()["refresh_token"]
    fourth = (await service.refresh(third)).json()["refresh_token"]
    # Older tokens are accepted within the reuse interval.
    assert (await service.refresh(first)).json()["refresh_token"] == fourth
    assert await auth_pool.fetchval("select count(*) from auth.refresh_tokens") == 0
    service.wait(seconds=11)
    already_used = (400, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
    assert await rejection(service, first) == already_used
    assert (await rejection(service, fourth))[1] == "refresh_token_not_found"
    assert (await service.http.get("/user", headers=bearer(session))).json()["code"] == "session_not_found"


async def test_forged_tokens_are_rejected(service: Service, auth_pool: Pool) -> None:
    session = await service.member()
    id = session_of(session)
    key = await auth_pool.fetchval(KEY_OF, id)
    assert await rejection(service, session["refresh_token"] + "A") == (
        400, "validation_failed", "Refresh token is not valid",
    )  # fmt: skip
    assert (await rejection(service, write_token(id, 0, new_key())))[1] == "refresh_token_not_found"
    assert (await rejection(service, write_token(UUID(int=7), 0, key)))[1] == "refresh_token_not_found"
    ahead = (400, "validation_failed", "Invalid Refresh Token: Not Issued By This Server")
    assert await rejection(service, write_token(id, 5, key)) == ahead
    assert (await service.refresh(session["refresh_token"])).status_code == 200


async def test_second_factor_advances_by_two(service: Service) -> None:
    session = await service.member()
    enrolled = (await service.http.post("/factors", json={"factor_type": "totp"}, headers=bearer(session))).json()
    path = f"/factors/{enrolled['id']}"
    challenge = (await service.http.post(f"{path}/challenge", headers=bearer(session))).json()
    body = {"challenge_id": challenge["id"], "code": pyotp.TOTP(enrolled["totp"]["secret"]).now()}
    raised = (await service.http.post(f"{path}/verify", json=body, headers=bearer(session))).json()
    token = read_token(raised["refresh_token"])
    assert token is not None
    assert token.count == 2
    again = (await service.refresh(raised["refresh_token"])).json()
    assert tokens.verify(again["access_token"], SECRET)["aal"] == "aal2"


async def test_reuse_setting_and_sessions_keep_their_version(make_service: Callable[..., Service]) -> None:
    plain = make_service()
    session = await plain.member()
    service = make_service(uses_refresh_tokens_v2=True, refresh_token_reuse=True)
    assert len((await service.refresh(session["refresh_token"])).json()["refresh_token"]) == 12
    first = last = (await service.sign_in("mei@example.org")).json()["refresh_token"]
    for _ in range(3):
        last = (await service.refresh(last)).json()["refresh_token"]
    service.wait(hours=1)
    assert (await plain.refresh(last)).status_code == 200
    assert (await service.refresh(first)).status_code == 200
