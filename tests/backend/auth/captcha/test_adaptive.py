"""The proof of work that busy networks alone need: from which sign-up of an hour on, for which networks, and once."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from balai.backend.auth.config import auth_config
from balai.http.client_address import client_range
from balai.settings.load import load_settings
from tests.backend.auth.captcha.test_captcha import fetch_challenge, rejection, solve
from tests.backend.auth.service import PASSWORD, Service

Make = Callable[..., Service]
MISSING = rejection("no captcha_token found")
KEYS = "select array_agg(distinct length(key)) from auth.request_counts where key like 'network%'"


def busy(make_service: Make, peer: str, **changes: Any) -> Service:
    return make_service(peer=peer, captcha_provider="altcha", captcha_after=3, **changes)


async def recover(service: Service, token: str = "") -> tuple[int, str]:
    # Emails to one address have limits of their own.
    body = {"email": f"{uuid4()}@example.org", "gotrue_meta_security": {"captcha_token": token}}
    response = await service.post("/recover", body)
    return response.status_code, response.json().get("message", "")


async def test_a_network_needs_a_token_from_its_fourth_request_in_an_hour(make_service: Make) -> None:
    service = busy(make_service, "203.0.113.1")
    assert await fetch_challenge(service) == {"provider": "", "adaptive": True}
    for _ in range(3):
        assert await recover(service) == (200, "")
    assert await recover(service) == MISSING
    # Of the same /24; another one is free.
    assert await recover(busy(make_service, "203.0.113.77")) == MISSING
    assert await recover(busy(make_service, "203.0.114.1")) == (200, "")
    # A token is valid once, and does not make the network free again.
    token = solve(await fetch_challenge(service))
    assert await recover(service, token) == (200, "")
    assert await recover(service, token) == rejection("timeout-or-duplicate")
    assert await recover(service) == MISSING
    # Signing in by a password is not counted.
    signed = await service.post("/token?grant_type=password", {"email": "mei@example.org", "password": PASSWORD})
    assert signed.json()["code"] == "invalid_credentials"
    service.wait(minutes=61)
    assert await recover(service) == (200, "")
    assert await service.pool.fetchval(KEYS) == [9]


async def test_simultaneous_requests_count_each_other(make_service: Make) -> None:
    service = busy(make_service, "2001:db8:1:2::1")
    answers = await asyncio.gather(*(recover(service) for _ in range(10)))
    assert sorted(answers) == [(200, "")] * 3 + [MISSING] * 7
    assert await recover(busy(make_service, "2001:db8:1:2:ffff::9")) == MISSING
    assert await recover(busy(make_service, "2001:db8:1:3::1")) == (200, "")


async def test_requests_of_this_machine_are_not_counted(make_service: Make) -> None:
    service = busy(make_service, "127.0.0.1")
    assert [await recover(service) for _ in range(5)] == [(200, "")] * 5
    assert await fetch_challenge(service) == {"provider": "", "adaptive": True}


def test_it_is_the_default_of_a_site() -> None:
    def chosen(has_site: bool, **given: str) -> tuple[str, int]:
        config = auth_config(load_settings({"BALAI_JWT_SECRET": "s" * 40, **given}), has_site=has_site)
        return config.captcha_provider, config.captcha_after

    assert (chosen(True), chosen(False)) == (("altcha", 20), ("", 0))
    assert chosen(True, BALAI_CAPTCHA_AFTER="5") == ("altcha", 5)
    assert (chosen(True, BALAI_CAPTCHA="none"), chosen(True, BALAI_CAPTCHA="altcha")) == (("", 0), ("altcha", 0))


def test_networks_are_ranges() -> None:
    given = ("203.0.113.9", "::ffff:203.0.113.9", "2001:db8:1:2::9", "odd")
    assert [client_range(one) for one in given] == ["203.0.113.0/24", "203.0.113.0/24", "2001:db8:1:2::", "odd"]
