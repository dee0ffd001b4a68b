"""The table columns that views show, on query trees as PostgreSQL stores them."""

import asyncpg

from balai.backend.rest.schema.catalog import load_schema_cache
from balai.backend.rest.schema.view_columns import trace_view

VIEWS = """
create table t (id int, name text, "odd } :resno 9" int);
create view plain as select name, id, upper(name) as computed, "odd } :resno 9" from t;
create view nested as select s.id, (select max(u.id) from t u) as most from (select id from t) s;
create view united as select id from t union select id from t;
"""
TREES = """
select c.relname, r.ev_action::text as tree, 't'::regclass::oid as source
from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relname in ('plain', 'nested', 'united')
"""


async def test_origins(backend_database: str) -> None:
    connection = await asyncpg.connect(backend_database)
    await connection.execute(VIEWS)
    rows = {row["relname"]: row for row in await connection.fetch(TREES)}
    await connection.close()
    source = rows["plain"]["source"]
    assert trace_view(rows["plain"]["tree"]) == {1: (source, 2), 2: (source, 1), 4: (source, 3)}
    assert trace_view(rows["nested"]["tree"]) == {1: (source, 1)}
    assert trace_view(rows["united"]["tree"]) == {}


async def test_a_view_of_itself_does_not_prevent_the_others_from_being_served(backend_database: str) -> None:
    connection = await asyncpg.connect(backend_database)
    await connection.execute(VIEWS)
    await connection.execute("create view first as select * from t; create view second as select * from first")
    await connection.execute("create or replace view first as select * from second")
    await connection.execute("create view itself as select * from t; create or replace view itself as table itself")
    cache = await load_schema_cache(connection, ["public"], [])
    assert {("public", name) for name in ("t", "plain", "itself", "first")} <= set(cache.relations)
    await connection.close()
