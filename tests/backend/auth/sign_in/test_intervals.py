"""The interval between requests for messages: the same whatever the state of the account."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.backend.auth.service import PASSWORD, Service

EMAIL, PHONE = "mei@example.org", "60123456789"
REQUESTS: dict[str, tuple[str, dict[str, Any]]] = {
    "recover": ("/recover", {"email": EMAIL}),
    "code": ("/otp", {"email": EMAIL}),
    "code of a known address": ("/otp", {"email": EMAIL, "create_user": False}),
    "link": ("/magiclink", {"email": EMAIL}),
    "sign-up": ("/signup", {"email": EMAIL, "password": PASSWORD}),
    "phone sign-up": ("/signup", {"phone": PHONE, "password": PASSWORD}),
    "phone code": ("/otp", {"phone": PHONE}),
    "resend": ("/resend", {"type": "signup", "email": EMAIL}),
}


async def add_confirmed(service: Service) -> None:
    await service.member(EMAIL)
    await service.pool.execute("update auth.users set phone = $1, phone_confirmed_at = now()", PHONE)


async def add_pending(service: Service) -> None:
    await service.sign_up(EMAIL)
    await service.post("/signup", {"phone": PHONE, "password": PASSWORD})


async def add_invited(service: Service) -> None:
    await service.http.post("/invite", json={"email": EMAIL}, headers=service.admin)


async def add_none(service: Service) -> None:
    """The address is unknown."""


@pytest.mark.parametrize("first", REQUESTS)
async def test_two_requests_do_not_reveal_the_state_of_an_account(
    make_service: Callable[..., Service], first: str
) -> None:
    service = make_service(sms_provider="mailbox", reveals_unknown_addresses=False)
    statuses: dict[str, list[tuple[int, int]]] = {}
    for add in (add_none, add_confirmed, add_pending, add_invited):
        for second in REQUESTS:
            await service.pool.execute("truncate auth.users, auth.address_requests cascade")
            await add(service)
            service.wait(minutes=2)
            responses = [await service.post(*REQUESTS[name]) for name in (first, second)]
            statuses.setdefault(second, []).append((responses[0].status_code, responses[1].status_code))
    assert {second: set(found) for second, found in statuses.items() if len(set(found)) > 1} == {}
