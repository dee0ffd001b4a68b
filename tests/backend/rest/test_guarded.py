"""Unguarded tables do not exist for visitors and members, unless their comment marks them as public."""

from collections.abc import AsyncIterator

import asyncpg
import httpx
import pytest

from balai.backend.rest.routes import rest_app
from balai.backend.rest.rules import Rules
from balai.backend.rest.schema.catalog import load_schema_cache
from tests.backend.rest.conftest import IDENTIFY, KEYS, bearer
from tests.backend.rest.reading import get

SCHEMA = """
create table public.bare (id int primary key, note text);
create table public.mute (id int primary key, bare_id int references public.bare);
alter table public.mute enable row level security;
create table public.shown (id int primary key, bare_id int references public.bare);
comment on table public.shown is 'public-read: opening hours';
create table public.ruled (
  id int primary key, shown_id int references public.shown, bare_id int references public.bare
);
alter table public.ruled enable row level security;
create policy everybody on public.ruled for select using (true);
create function public.is_fine(value int) returns boolean language sql as $$ select value > 0 $$;
comment on function public.is_fine(int) is 'internal: for a constraint';
create function public.is_free(value int) returns boolean language sql as $$ select public.is_fine(value) $$;
grant execute on function public.is_fine(int), public.is_free(int) to anon, authenticated, service_role;
insert into public.bare values (1, 'secret');
insert into public.shown values (1, 1);
insert into public.ruled values (1, 1, 1);
grant all on public.bare, public.mute, public.shown, public.ruled to anon, authenticated, service_role;
"""
REACHED = """
select relname from pg_class c, unnest(array['anon', 'authenticated']) as role
where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  and (has_any_column_privilege(role, c.oid, 'select, insert, update') or has_table_privilege(role, c.oid, 'delete'))
"""


@pytest.fixture
async def guarded(backend_database: str) -> AsyncIterator[httpx.AsyncClient]:
    """An anonymous client of a service that hides unguarded tables."""
    connection = await asyncpg.connect(backend_database)
    await connection.execute(SCHEMA)
    await connection.close()
    app = rest_app(backend_database, **IDENTIFY, rules=Rules(requires_policies=True))
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
    headers = {"apikey": KEYS.anon}
    async with httpx.AsyncClient(transport=transport, base_url="http://node/rest/v1", headers=headers) as opened:
        yield opened
    await app.close()


async def test_internal_functions_are_hidden(guarded: httpx.AsyncClient) -> None:
    for headers in ({}, bearer()):
        for method, path in (("GET", "/rpc/is_fine?value=1"), ("POST", "/rpc/is_fine"), ("OPTIONS", "/rpc/is_fine")):
            response = await guarded.request(method, path, headers=headers, json={"value": 1})
            assert (response.status_code, response.json()["code"]) == (404, "PGRST202"), method
            assert response.json()["hint"] in (None, "Perhaps you meant to call the function public.is_free")
        paths = (await get(guarded, "/", **headers)).json()["paths"]
        assert "/rpc/is_free" in paths
        assert "/rpc/is_fine" not in paths
        assert (await get(guarded, "/rpc/is_free?value=1", **headers)).json() is True
    service = {"Authorization": f"Bearer {KEYS.service_role}"}
    assert (await get(guarded, "/rpc/is_fine?value=1", **service)).json() is True


async def test_unguarded_tables_are_hidden(guarded: httpx.AsyncClient) -> None:
    for headers in ({}, bearer()):
        for name in ("bare", "mute"):
            for method in ("GET", "POST", "PATCH", "DELETE", "OPTIONS"):
                response = await guarded.request(method, f"/{name}", headers=headers, json={"id": 5})
                assert (response.status_code, response.json()["code"]) == (404, "PGRST205"), (method, name)
        assert (await get(guarded, "/shown?select=id", **headers)).json() == [{"id": 1}]
        assert (await get(guarded, "/ruled?select=id,shown(id)", **headers)).json() == [{"id": 1, "shown": {"id": 1}}]
        # Nor through relationships, nor in the description.
        for query in (
            "/ruled?select=id,bare(note)",
            "/shown?select=id,ruled(bare(note))",
            "/ruled?select=...bare(note)",
        ):
            assert (await get(guarded, query, 400, **headers)).json()["code"] == "PGRST200"
        described = (await get(guarded, "/", **headers)).json()["definitions"]
        assert {"shown", "ruled"} <= described.keys() and not {"bare", "mute"} & described.keys()


async def test_roles_exempt_from_row_security_see_everything(guarded: httpx.AsyncClient) -> None:
    await get(guarded, "/bare", 404)
    rows = await get(guarded, "/ruled?select=id,bare(note)", apikey=KEYS.service_role)
    assert rows.json() == [{"id": 1, "bare": {"note": "secret"}}]
    await get(guarded, "/bare", 404)


async def test_our_own_tables_are_guarded(database: str) -> None:
    connection = await asyncpg.connect(database)
    cache = await load_schema_cache(connection, ("public",), ())
    reached = {row["relname"] for row in await connection.fetch(REACHED)}
    await connection.close()
    hidden = {name for schema, name in cache.relations if schema == "public"} - {
        name for schema, name in cache.without_unguarded().relations if schema == "public"
    }
    assert reached and not reached & hidden
