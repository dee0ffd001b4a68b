"""A provider that does not respond delays a request by one timeout at most."""

import asyncio
from collections.abc import Callable

import httpx
import pytest
from joserfc.jwk import ECKey

from balai.backend.auth.oidc.discovery import KEYS_MIN_INTERVAL_S, KEYS_TTL_S, Discovery
from balai.http.client import OutgoingHttpClient, RequestFailed

ISSUER = "https://login.example"
KEY = ECKey.generate_key("P-256", {"kid": "one"})
DOCUMENT = {"issuer": ISSUER, "authorization_endpoint": f"{ISSUER}/authorize", "jwks_uri": f"{ISSUER}/keys"}


class FakeProvider:
    """A provider that is available or not, and counts its requests."""

    def __init__(self) -> None:
        self.is_up = True
        self.request_count = 0
        self.time = 0.0

    async def __call__(self, request: httpx.Request) -> httpx.Response:
        self.request_count += 1
        if not self.is_up:
            await asyncio.sleep(0)
            self.time += 6
            raise httpx.ReadTimeout("no answer")
        keys = {"keys": [KEY.as_dict(private=False)]}
        return httpx.Response(200, json=keys if request.url.path == "/keys" else DOCUMENT)


@pytest.fixture
def provider() -> FakeProvider:
    return FakeProvider()


@pytest.fixture
def discovery(provider: FakeProvider) -> Discovery:
    clock: Callable[[], float] = lambda: provider.time  # noqa: E731
    return Discovery(OutgoingHttpClient(httpx.MockTransport(provider)), clock)


async def test_cached_keys_are_used_while_the_provider_is_unavailable(
    discovery: Discovery, provider: FakeProvider
) -> None:
    assert len(await discovery.find_keys(ISSUER, "one")) == 1
    provider.is_up, provider.time, provider.request_count = False, KEYS_TTL_S, 0
    found = await asyncio.gather(*(discovery.find_keys(ISSUER, "one") for _ in range(3)))
    assert [len(keys) for keys in found] == [1, 1, 1]
    assert len(await discovery.find_keys(ISSUER, "one")) == 1
    assert provider.request_count == 1
    # An unknown key causes another fetch, but at most one in each interval.
    for _ in range(3):
        assert await discovery.find_keys(ISSUER, "two") == []
    provider.time += KEYS_MIN_INTERVAL_S
    assert await discovery.find_keys(ISSUER, "two") == []
    assert provider.request_count == 2


async def test_concurrent_calls_share_one_failed_fetch(discovery: Discovery, provider: FakeProvider) -> None:
    provider.is_up = False
    results = await asyncio.gather(*(discovery.find_keys(ISSUER, None) for _ in range(3)), return_exceptions=True)
    assert [type(result) for result in results] == [RequestFailed] * 3
    assert provider.request_count == 1
    provider.is_up = True
    assert len(await discovery.find_keys(ISSUER, None)) == 1
