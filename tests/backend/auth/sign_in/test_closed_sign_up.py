"""Sign-up by an invitation of the site while sign-up is closed, with the site's own tables."""

import asyncio
from collections.abc import Callable

import pytest

from tests.backend.auth.service import Service

INVITE = "insert into public.invitations (language, max_uses) values ('en', 1) returning token"
CLOSED = (422, "signup_disabled", "Signups not allowed for this instance")
OVER = (422, "signup_disabled", "Invitation is no longer valid")


@pytest.fixture
def backend_database(database: str) -> str:
    return database


@pytest.fixture
def closed(make_service: Callable[..., Service]) -> Service:
    return make_service(signup_disabled=True)


async def follow(service: Service, email: str) -> str:
    mail = await service.email_to(email)
    query = f"token={mail.link['token_hash']}&type=signup&redirect_to=http://site.example/en"
    return (await service.http.get(f"/verify?{query}")).headers["location"]


async def test_an_open_invitation_lets_one_person_in(closed: Service) -> None:
    token = await closed.pool.fetchval(INVITE)
    for data in ({}, {"invitation": None}, {"invitation": 7}):
        refused = await closed.sign_up("mei@example.org", data=data)
        assert (refused.status_code, refused.json()["code"], refused.json()["message"]) == CLOSED
    for unknown in ("made up", "x\0y"):
        refused = await closed.sign_up("mei@example.org", data={"invitation": unknown})
        assert (refused.status_code, refused.json()["code"], refused.json()["message"]) == OVER
    for name in ("mei", "ben", "cai"):
        made = await closed.sign_up(f"{name}@example.org", data={"invitation": token})
        assert made.status_code == 200, made.text
    assert "access_token" in await follow(closed, "mei@example.org")
    assert "error_code=signup_disabled&error_description=Invitation+is+no+longer+valid" in await follow(
        closed, "ben@example.org"
    )
    mail = await closed.email_to("cai@example.org")
    typed = await closed.post("/verify", {"type": "signup", "token": mail.code, "email": "cai@example.org"})
    assert (typed.status_code, typed.json()["code"], typed.json()["message"]) == OVER
    late = await closed.sign_up("dan@example.org", data={"invitation": token})
    assert (late.status_code, late.json()["code"], late.json()["message"]) == OVER
    assert (await closed.sign_in("mei@example.org")).status_code == 200
    assert (await closed.sign_in("ben@example.org")).json()["code"] == "email_not_confirmed"


async def test_of_two_confirmations_at_once_one_succeeds(closed: Service) -> None:
    token = await closed.pool.fetchval(INVITE)
    names = ("mei@example.org", "ben@example.org")
    for email in names:
        await closed.sign_up(email, data={"invitation": token})
    results = await asyncio.gather(*(follow(closed, email) for email in names))
    assert sorted("access_token" in one for one in results) == [False, True]


async def test_without_a_confirmation_email_one_account_is_made(make_service: Callable[..., Service]) -> None:
    closed = make_service(signup_disabled=True, email_autoconfirm=True)
    token = await closed.pool.fetchval(INVITE)
    made = await asyncio.gather(
        *(closed.sign_up(f"{name}@example.org", data={"invitation": token}) for name in ("mei", "ben", "cai"))
    )
    assert sorted(one.status_code for one in made) == [200, 422, 422]
    assert await closed.pool.fetchval("select count(*) from auth.users") == 1


async def test_an_invitation_of_the_auth_service_suffices(closed: Service) -> None:
    token = await closed.pool.fetchval(INVITE)
    await closed.sign_up("mei@example.org", data={"invitation": token})
    await closed.pool.execute("update public.invitations set revoked_at = now()")
    closed.wait(minutes=2)
    sent = await closed.http.post("/invite", json={"email": "mei@example.org"}, headers=closed.admin)
    assert sent.status_code == 200, sent.text
    mail = await closed.email_to("mei@example.org")
    typed = await closed.post("/verify", {"type": "invite", "token_hash": mail.link["token_hash"]})
    assert typed.status_code == 200, typed.text
