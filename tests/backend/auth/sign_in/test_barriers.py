"""Sign-ups that the site's database refuses: by their email domain, by their network."""

from collections.abc import AsyncIterator

import pytest

from balai.database.pool import Pool
from tests.backend.auth.service import PASSWORD, Service

# Like the site's function: the backend's database has no site tables.
SITE_RULE = """
create function public.barrier_of_sign_up(email text, network text) returns text
language sql stable set search_path = '' as $$
  select case when email like '%@throwaway.example' then 'mail'
    when email like 'far@%' and network <> '' then 'range' end
$$;
"""


@pytest.fixture
async def site_rule(auth_pool: Pool) -> AsyncIterator[None]:
    await auth_pool.execute(SITE_RULE)
    yield
    await auth_pool.execute("drop function public.barrier_of_sign_up")


@pytest.mark.usefixtures("site_rule")
@pytest.mark.parametrize(
    ("email", "status", "code"),
    [
        ("a@throwaway.example", 400, "email_address_not_authorized"),
        ("far@home.example", 422, "signup_disabled"),
    ],
)
async def test_refused_by_every_way(service: Service, email: str, status: int, code: str) -> None:
    for path, body in (("/signup", {"email": email, "password": PASSWORD}), ("/otp", {"email": email})):
        refused = await service.http.post(path, json=body)
        assert (refused.status_code, refused.json()["error_code"]) == (status, code), path
    assert await service.pool.fetchval("select count(*) from auth.users where email = $1", email) == 0


@pytest.mark.usefixtures("site_rule")
async def test_others_sign_up(service: Service) -> None:
    answer = await service.http.post("/signup", json={"email": "a@home.example", "password": PASSWORD})
    assert answer.status_code == 200
