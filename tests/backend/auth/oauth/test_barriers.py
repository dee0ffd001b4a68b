"""Sign-up with a provider from a blocked email domain or network: refused, and no account is made."""

from collections.abc import AsyncIterator

import pytest

from balai.database.pool import Pool
from tests.backend.auth.oauth.flows import complete_flow, count_rows
from tests.backend.auth.service import Service
from tests.support.oidc_provider import IdentityProvider, query_of

# Like the site's function: the backend's database has no site tables.
SITE_RULE = """
create function public.barrier_of_sign_up(email text, network text) returns text
language sql stable set search_path = '' as $$
  select case when email like 'throwaway@%' then 'mail' when email like 'far@%' and network <> '' then 'range' end
$$;
"""


@pytest.fixture
async def site_rule(auth_pool: Pool) -> AsyncIterator[None]:
    await auth_pool.execute(SITE_RULE)
    yield
    await auth_pool.execute("drop function public.barrier_of_sign_up")


@pytest.mark.usefixtures("site_rule")
async def test_blocked_users_of_a_provider_get_no_account(service: Service, campus: IdentityProvider) -> None:
    for who, code in (("throwaway", "email_address_not_authorized"), ("far", "signup_disabled")):
        end = await complete_flow(service, campus, who)
        assert "access_token" not in end
        assert query_of(end)["error_code"] == code, who
    assert await count_rows(service, "users") == 0
    assert "access_token" in await complete_flow(service, campus, "mei")
    assert await count_rows(service, "identities") == 1
