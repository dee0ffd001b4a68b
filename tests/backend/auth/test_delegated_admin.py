"""Site administrators manage members with their own tokens, within the allowed requests."""

from collections.abc import AsyncIterator

import pytest

from balai.database.pool import Pool
from tests.backend.auth.service import PASSWORD, Service, bearer

# Like the site's function, on a table of this test: the backend's database has no site tables.
SITE_RULE = """
create table public.administrators (user_id uuid primary key);
create function public.may_administer(actor uuid, level text, target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.administrators where user_id = actor)
    and not exists (select from public.administrators where user_id = target)
$$;
"""

ACTS = """
select e.payload ->> 'action' as action, e.payload -> 'traits' ->> 'changed' as changed,
  u.email = 'ada@example.org' as is_ada
from auth.audit_log_entries as e join auth.users as u on u.id = (e.payload -> 'traits' ->> 'by')::uuid order by 1
"""


@pytest.fixture
async def site_rule(auth_pool: Pool) -> AsyncIterator[None]:
    await auth_pool.execute(SITE_RULE)
    yield
    await auth_pool.execute("drop function public.may_administer; drop table public.administrators")


async def administrator(service: Service, email: str = "ada@example.org") -> dict[str, str]:
    session = await service.member(email)
    await service.pool.execute("insert into public.administrators values ($1)", session["user"]["id"])
    return bearer(session)


@pytest.mark.usefixtures("site_rule")
async def test_allowed_requests(service: Service) -> None:
    ada, mai = await administrator(service), (await service.member("mai@example.org"))["user"]["id"]
    call = service.http.request
    listed = await call("GET", "/admin/users?per_page=1", headers=ada)
    assert (listed.status_code, listed.headers["x-total-count"]) == (200, "2")
    body = {"email": "new@example.org", "password": PASSWORD, "email_confirm": True}
    assert (await call("POST", "/admin/users", headers=ada, json=body)).status_code == 200
    assert (await call("POST", "/invite", headers=ada, json={"email": "guest@example.org"})).status_code == 200
    path = f"/admin/users/{mai}"
    banned = await call("PUT", path, headers=ada, json={"ban_duration": "24h"})
    assert banned.json()["banned_until"]
    assert (await service.sign_in("mai@example.org")).json()["code"] == "user_banned"
    assert (await call("DELETE", path, headers=ada)).status_code == 200
    asked = await service.pool.fetchval(
        "select count(*) from auth.audit_log_entries where payload ->> 'action' = 'administration_asked'"
    )
    assert asked == 4
    acts = await service.pool.fetch(ACTS)
    assert [(row["action"], row["is_ada"], row["changed"]) for row in acts] == [
        ("user_deleted", True, None),
        ("user_invited", True, None),
        ("user_modified", True, '["ban_duration"]'),
        ("user_signedup", True, None),
    ]


@pytest.mark.usefixtures("site_rule")
async def test_forbidden_requests(service: Service) -> None:
    ada = await administrator(service)
    other = (await service.member("ben@example.org"))["user"]["id"]
    mai = (await service.member("mai@example.org"))["user"]["id"]
    await service.pool.execute("insert into public.administrators values ($1)", other)
    for method, path, body in (
        ("PUT", f"/admin/users/{mai}", {"role": "service_role"}),
        ("PUT", f"/admin/users/{mai}", {"app_metadata": {"role": "x"}}),
        ("PUT", f"/admin/users/{mai}", {"password": "a password of mine"}),
        ("POST", "/admin/users", {"email": "x@example.org", "role": "service_role"}),
        ("POST", "/admin/generate_link", {"type": "recovery", "email": "mai@example.org"}),
        ("PUT", f"/admin/users/{other}", {"ban_duration": "24h"}),
        ("PUT", f"/admin/users/{other.upper()}", {"ban_duration": "24h"}),
        ("PUT", f"/admin/users/{other}/", {"ban_duration": "24h"}),
        ("DELETE", f"/admin/users/{other}", None),
    ):
        response = await service.http.request(method, path, headers=ada, json=body)
        assert response.status_code in {403, 404}, (method, path, response.text)
    assert await service.pool.fetchval("select banned_until from auth.users where id = $1", other) is None


@pytest.mark.usefixtures("site_rule")
async def test_access_ends_with_the_role_and_with_the_session(service: Service) -> None:
    ada = await administrator(service)
    await service.http.post("/logout", headers=ada)
    assert (await service.http.get("/admin/users", headers=ada)).json()["code"] == "session_not_found"
    again = await service.member("ada@example.org")
    await service.pool.execute("delete from public.administrators")
    assert (await service.http.get("/admin/users", headers=bearer(again))).json()["code"] == "not_admin"
