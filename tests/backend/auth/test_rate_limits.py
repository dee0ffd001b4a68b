"""Rate limits hold across workers, floods cause no queries, and known devices are never locked out."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from balai.backend.auth.config import auth_config
from balai.backend.auth.rate_limits import RateLimits, RateLimitSettings
from balai.jobs.cleanup import clean_up
from balai.settings import load_settings
from tests.backend.auth.service import PASSWORD, SECRET, Service

Make = Callable[..., Service]
EMPTY = {"code": "over_request_rate_limit", "message": "Request rate limit reached"}
LINK = {"type": "signup", "token_hash": "0" * 56}


@asynccontextmanager
async def unknown_client(service: Service, peer: str = "198.51.100.7") -> AsyncIterator[httpx.AsyncClient]:
    """A client of the same service at another address, without cookies."""
    app = service.http._transport.app  # type: ignore[attr-defined]  # the same service, another client
    transport = httpx.ASGITransport(app, client=(peer, 1))
    async with httpx.AsyncClient(
        transport=transport, base_url=service.http.base_url, headers={"X-Supabase-Api-Version": "2024-01-01"}
    ) as client:
        yield client


async def test_workers_share_buckets(make_service: Make) -> None:
    workers = [make_service(peer="203.0.113.1", sends_retry_after=True) for _ in range(2)]
    for worker in workers:
        worker.stop_clock()
    responses = [await workers[turn % 2].post("/verify", LINK) for turn in range(40)]
    assert [response.status_code for response in responses].count(403) == 30
    assert responses[-1].json() == EMPTY
    assert 1 <= int(responses[-1].headers["retry-after"]) <= 10
    async with unknown_client(workers[0]) as other:
        assert (await other.post("/verify", json=LINK)).status_code == 403
    for worker in workers:
        worker.wait(seconds=11)
    assert [(await worker.post("/verify", LINK)).status_code for worker in workers] == [403, 429]


async def test_backend_without_site_limits_attempts_but_not_clients(make_service: Make) -> None:
    given = {"BALAI_JWT_SECRET": SECRET}
    asked = [auth_config(load_settings(given), has_site=has_site).limits_clients for has_site in (True, False)]
    asked.append(auth_config(load_settings(given | {"BALAI_RATE_LIMITS": "true"}), has_site=False).limits_clients)
    assert asked == [True, False, True]
    service = make_service(peer="203.0.113.1", limits_clients=False)
    service.stop_clock()
    assert {(await service.post("/verify", LINK)).status_code for _ in range(50)} == {403}
    statuses = [(await service.sign_in("mei@example.org", "wrong")).status_code for _ in range(12)]
    assert statuses == [400] * 10 + [429] * 2


async def test_flood_causes_no_queries(make_service: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    service, reports = make_service(peer="203.0.113.1"), []
    service.stop_clock()
    original = RateLimits._report

    async def report(self: RateLimits, *given: Any) -> None:
        reports.append(given)
        await original(self, *given)

    monkeypatch.setattr(RateLimits, "_report", report)
    for _ in range(100):
        await service.post("/verify", LINK)
    assert len(reports) == 30


async def test_each_endpoint_has_a_bucket_of_configurable_size(make_service: Make) -> None:
    service = make_service(peer="203.0.113.1", rate_limits=RateLimitSettings(otp=600))
    service.stop_clock()
    codes = [(await service.post("/recover", {"email": f"m{n}@example.org"})).status_code for n in range(125)]
    assert codes == [200] * 120 + [429] * 5
    assert (await service.post("/resend", {"email": "m@example.org", "type": "signup"})).status_code == 200


async def test_hourly_email_quota_is_shared_and_reveals_nothing(make_service: Make) -> None:
    service = make_service(sends_retry_after=True, rate_limits=RateLimitSettings(email_sent=2))
    service.stop_clock()
    await service.member("mei@example.org")
    for number in range(2):
        assert (await service.sign_up(f"m{number}@example.org")).status_code == 200
    for email in ("mei@example.org", "nobody@example.org"):
        rejected = await service.post("/recover", {"email": email})
        assert rejected.status_code == 429
        assert rejected.json() == {"code": "over_email_send_rate_limit", "message": "email rate limit exceeded"}
        assert rejected.headers["retry-after"] == "1800"
    assert await service.pool.fetchval("select count(*) from auth.users") == 3
    service.wait(minutes=31)
    assert (await service.post("/recover", {"email": "mei@example.org"})).status_code == 200


async def test_quotas_of_zero(make_service: Make) -> None:
    service = make_service(sms_provider="mailbox", rate_limits=RateLimitSettings(email_sent=0, sms_sent=0))
    assert (await service.sign_up("mei@example.org")).json()["message"] == "email rate limit exceeded"
    rejected = (await service.post("/otp", {"phone": "60123456789"})).json()
    assert rejected == {"code": "over_sms_send_rate_limit", "message": "SMS rate limit exceeded"}
    assert await service.count_emails() == 0


async def test_password_guessing_does_not_block_known_devices(make_service: Make) -> None:
    """Clients at many addresses share the attempts of an account; a known device has its own."""
    service = make_service(sends_retry_after=True)
    service.stop_clock()
    await service.member("mei@example.org")
    statuses: dict[str, list[int]] = {"mei@example.org": [], "nobody@example.org": []}
    for number in range(12):
        async with unknown_client(service, f"198.51.100.{number}") as client:
            for email, seen in statuses.items():
                body = {"email": email, "password": f"guess {number}"}
                seen.append((await client.post("/token?grant_type=password", json=body)).status_code)
    assert statuses["mei@example.org"] == [400] * 10 + [429] * 2
    assert statuses["nobody@example.org"] == statuses["mei@example.org"], "the limit reveals the account"
    right = {"email": "mei@example.org", "password": PASSWORD}
    async with unknown_client(service) as client:
        rejected = await client.post("/token?grant_type=password", json=right)
        assert rejected.json() == EMPTY
        assert 1 <= int(rejected.headers["retry-after"]) <= 60
        client.cookies.set("balai-device", "name.seal.mark")
        assert (await client.post("/token?grant_type=password", json=right)).status_code == 429
    assert (await service.sign_in("mei@example.org")).status_code == 200
    service.wait(seconds=61)
    async with unknown_client(service) as client:
        assert (await client.post("/token?grant_type=password", json=right)).status_code == 200


async def test_known_device_passes_behind_a_limited_address(make_service: Make) -> None:
    service = make_service(peer="198.51.100.7", rate_limits=RateLimitSettings(token_refresh=20))
    service.stop_clock()
    await service.member("mei@example.org")
    async with unknown_client(service) as neighbour:
        for _ in range(40):
            await neighbour.post("/token?grant_type=password", json={"email": "x@example.org", "password": "x"})
        rejected = await neighbour.post("/token?grant_type=refresh_token", json={"refresh_token": "abcdefghijkl"})
        assert rejected.status_code == 429
        cookie = neighbour.cookies.get("balai-device")
    assert cookie is None
    assert (await service.sign_in("mei@example.org")).status_code == 200


async def test_users_behind_one_address_refresh_without_a_limit_of_the_address(make_service: Make) -> None:
    service = make_service(peer="198.51.100.7", rate_limits=RateLimitSettings(token_refresh=20))
    service.stop_clock()
    sessions = [await service.member(f"member-{number}@example.org") for number in range(20)]
    for _ in range(3):
        for number, session in enumerate(sessions):
            answer = await service.refresh(session["refresh_token"])
            assert answer.status_code == 200, answer.text
            sessions[number] = answer.json()
    # One session has a limit of its own.
    statuses = [(await service.refresh(sessions[0]["refresh_token"])).status_code for _ in range(40)]
    assert statuses[:5] == [200] * 5 and statuses[-1] == 429
    assert (await service.refresh(sessions[1]["refresh_token"])).status_code == 200
    # Unknown tokens are counted by address, and do not stop the sessions behind it.
    unknown = [(await service.refresh("abcdefghijkl")).status_code for _ in range(40)]
    assert (unknown[0], unknown[-1]) == (400, 429)
    assert (await service.refresh(sessions[1]["refresh_token"])).status_code == 200


async def test_correct_password_resets_attempts(service: Service) -> None:
    await service.member("mei@example.org")
    for _ in range(3):
        for _ in range(8):
            assert (await service.sign_in("mei@example.org", "wrong")).status_code == 400
        assert (await service.sign_in("mei@example.org")).status_code == 200


async def test_full_buckets_are_cleaned_up(service: Service) -> None:
    await service.sign_in("mei@example.org", "wrong")
    assert await service.pool.fetchval("select count(*) from auth.request_counts") > 0
    await service.pool.execute("update auth.request_counts set seen_at = seen_at - interval '3 hours'")
    await clean_up(service.pool)
    assert await service.pool.fetchval("select count(*) from auth.request_counts") == 0
