"""`balai backend` over a foreign schema: database unchanged, a user without rights, the official client."""

import asyncio
import subprocess
import sys
import uuid
from collections.abc import Iterator

import asyncpg
import httpx
import pytest
from postgrest import APIError, SyncPostgrestClient

from balai.security.tokens import sign
from tests.conftest import address
from tests.support.program import SECRET, free_port, running_command, without_settings

TAG = uuid.uuid4().hex[:8]
ROLES = (f"web_login_{TAG}", f"web_anon_{TAG}", f"clerk_{TAG}", f"boss_{TAG}")
LOGIN, ANON, CLERK, BOSS = ROLES
SCHEMA = f"""
create role {LOGIN} login noinherit;
create role {ANON} nologin; create role {CLERK} nologin; create role {BOSS} nologin;
grant {ANON}, {CLERK} to {LOGIN};
revoke create on schema public from public;
create schema shop;
create table shop.makers (id int primary key, name text not null);
create table shop.things (id int primary key, name text not null, price numeric, maker_id int references shop.makers);
create table shop.till (id int generated always as identity primary key, amount numeric);
insert into shop.makers values (1, 'Ana');
insert into shop.things values (1, 'lamp', 9.50, 1), (2, 'chair', 40, 1), (3, 'desk', 90, null);
create function shop.cheap(most numeric) returns setof shop.things language sql stable
  as $$ select * from shop.things where price <= most $$;
create function shop.check_shop() returns void language plpgsql as $$
begin
  if current_setting('request.headers')::json ->> 'x-shop' = 'closed' then
    raise exception 'the shop is closed';
  end if;
end $$;
grant usage on schema shop to {ANON}, {CLERK};
grant select on shop.makers, shop.things to {ANON}, {CLERK};
grant insert, select on shop.till to {CLERK};
"""
SETTINGS = {
    "BALAI_REST_SCHEMAS": "shop",
    "BALAI_REST_EXTRA_SEARCH_PATH": "public",
    "BALAI_REST_ANON_ROLE": ANON,
    "BALAI_REST_MAX_ROWS": "2",
    "BALAI_REST_PRE_REQUEST": "shop.check_shop",
    "BALAI_REST_ROLE_CLAIM": ".app.role",
}


@pytest.fixture(scope="module")
def shop(postgres: str) -> Iterator[str]:
    """Address of a foreign database, as a user without rights of its own."""
    name = f"shop_{TAG}"
    asyncio.run(_run(postgres, f"create database {name}"))
    asyncio.run(_run(address(postgres, name), SCHEMA))
    yield address(postgres, name).replace("//postgres@", f"//{LOGIN}@")
    asyncio.run(_run(postgres, f"drop database {name} with (force)"))
    asyncio.run(_run(postgres, "; ".join(f"drop role {role}" for role in ROLES)))


async def _run(url: str, text: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(text)
    await connection.close()


def token(role: str) -> str:
    return sign({"app": {"role": role}, "sub": "somebody"}, SECRET)


def test_foreign_schema_is_served(shop: str) -> None:
    with running_command("backend", "--data-only", "--database-url", shop, **SETTINGS) as url:
        anybody = SyncPostgrestClient(f"{url}/rest/v1", schema="shop")
        things = anybody.from_("things").select("name, maker:makers(name)").order("id").execute()
        assert things.data == [
            {"name": "lamp", "maker": {"name": "Ana"}},
            {"name": "chair", "maker": {"name": "Ana"}},
        ]
        assert [row["name"] for row in anybody.rpc("cheap", {"most": 10}).execute().data] == ["lamp"]
        with pytest.raises(APIError) as refusal:
            anybody.from_("till").insert({"amount": 5}).execute()
        assert refusal.value.code == "42501"
        clerk = SyncPostgrestClient(
            f"{url}/rest/v1", schema="shop", headers={"Authorization": f"Bearer {token(CLERK)}"}
        )
        assert clerk.from_("till").insert({"amount": 5}).execute().data == [{"id": 1, "amount": 5}]
        with pytest.raises(APIError, match="the shop is closed"):
            SyncPostgrestClient(f"{url}/rest/v1", schema="shop", headers={"X-Shop": "closed"}).from_("things").select(
                "id"
            ).execute()
        for role, status in ((BOSS, 403), ("nobody", 401), (LOGIN, 403)):
            headers = {"Authorization": f"Bearer {token(role)}"}
            assert httpx.get(f"{url}/rest/v1/things", headers=headers).status_code == status, role
        assert httpx.get(f"{url}/auth/v1/settings").status_code == 404


def test_missing_setup_is_reported_with_its_fix(shop: str) -> None:
    def say(*arguments: str, **changes: str) -> str:
        environment = (
            without_settings() | SETTINGS | {"BALAI_JWT_SECRET": SECRET, "BALAI_PORT": str(free_port())} | changes
        )
        command = [sys.executable, "-m", "balai.cli", "backend", "--database-url", shop, *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 1 and "Traceback" not in done.stderr
        return done.stderr

    faults = say("--data-only", BALAI_REST_SCHEMAS="shop,none", BALAI_REST_ANON_ROLE=BOSS)
    assert "there is no schema none" in faults
    assert f"`grant {BOSS} to {LOGIN}`" in faults
    assert f"`grant usage on schema shop to {BOSS}`" in faults
    assert "there is no role nobody" in say("--data-only", BALAI_REST_ANON_ROLE="nobody")
    assert "--data-only" in say()
