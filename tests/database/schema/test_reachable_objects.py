"""Privileges: every function and table that visitors and members can reach, by name.

A new one fails here until it is added to a module of `reachable` on purpose.
"""

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from tests.database.schema.reachable.functions import (
    BY_CONSTRAINTS,
    FOR_ALL,
    FOR_MEMBERS,
    INTERNAL_FOR_ALL,
    INTERNAL_FOR_MEMBERS,
)
from tests.database.schema.reachable.functions_of_administrators import FOR_ADMINISTRATORS
from tests.database.schema.reachable.tables import MEMBERS_TABLES, READ_BY_ALL, WRITTEN_COLUMNS

FUNCTIONS = """
select proc.oid::regprocedure::text from pg_proc as proc
where pronamespace = 'public'::regnamespace and has_function_privilege($1, proc.oid, 'execute')
  and not exists (select from pg_depend as part where part.objid = proc.oid and part.deptype = 'e')
"""
INTERNAL = """
select oid::regprocedure::text from pg_proc
where pronamespace = 'public'::regnamespace and obj_description(oid, 'pg_proc') like 'internal%'
"""
TABLES = """
select relname, string_agg(privilege, ' ' order by place) as privileges
from pg_class, unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'])
  with ordinality as asked (privilege, place)
where relnamespace = $2::text::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
  and case when privilege in ('delete', 'truncate', 'trigger') then has_table_privilege($1, oid, privilege)
    else has_any_column_privilege($1, oid, privilege) end
group by relname
"""
COLUMNS = """
select attname from pg_attribute
where attrelid = $2::text::regclass and attnum > 0 and not attisdropped
  and has_column_privilege($1, attrelid, attnum, $3)
"""


async def test_functions_of_visitors(pool: Pool) -> None:
    assert await _functions(pool, "anon") == FOR_ALL


async def test_functions_that_clients_do_not_call_are_internal(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        found = {row[0] for row in await connection.fetch(INTERNAL)}
    assert found == BY_CONSTRAINTS | INTERNAL_FOR_ALL | INTERNAL_FOR_MEMBERS


async def test_functions_of_members(pool: Pool) -> None:
    assert await _functions(pool, "authenticated") == FOR_ALL | BY_CONSTRAINTS | FOR_MEMBERS | FOR_ADMINISTRATORS


async def test_table_privileges_of_visitors(pool: Pool) -> None:
    assert await _tables(pool, "anon", "public") == READ_BY_ALL


async def test_table_privileges_of_members(pool: Pool) -> None:
    assert await _tables(pool, "authenticated", "public") == MEMBERS_TABLES


async def test_writable_columns_of_members(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        for (table, action), columns in WRITTEN_COLUMNS.items():
            rows = await connection.fetch(COLUMNS, "authenticated", f"public.{table}", action)
            assert {row["attname"] for row in rows} == columns, (table, action)


async def test_private_columns_of_profiles(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        for role in ("anon", "authenticated"):
            rows = await connection.fetch(COLUMNS, role, "public.profiles", "select")
            assert {row["attname"] for row in rows} == {"id", "display_name", "picture_url"}


async def test_other_schemas_are_unreachable(pool: Pool) -> None:
    tables = ("han_variants", "han_readings", "han_words", "malay_prefixes", "malay_words", "stop_words")
    words = dict.fromkeys(tables, "select")
    for role in ("anon", "authenticated"):
        assert await _tables(pool, role, "search") == words
        for schema in ("auth", "mailbox", "balai"):
            assert await _tables(pool, role, schema) == {}, schema


async def test_files_are_reachable_only_through_policies(pool: Pool) -> None:
    everything = "select insert update delete truncate references trigger"
    for role in ("anon", "authenticated"):
        assert await _tables(pool, role, "storage") == {"buckets": everything, "objects": everything}


async def test_every_table_has_row_security(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        without = await connection.fetch("""
            select oid::regclass::text from pg_class where relkind in ('r', 'p') and not relrowsecurity
              and relnamespace::regnamespace::text in ('public', 'auth', 'mailbox', 'search', 'storage')""")
    assert [row[0] for row in without] == []


async def test_security_definer_functions_fix_their_search_path(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        without = await connection.fetch("""
            select oid::regprocedure::text from pg_proc where prosecdef
              and not exists (select from unnest(proconfig) as setting where setting like 'search_path=%')""")
    assert [row[0] for row in without] == []


async def _functions(pool: Pool, role: str) -> set[str]:
    async with as_owner(pool) as connection:
        return {row[0] for row in await connection.fetch(FUNCTIONS, role)}


async def _tables(pool: Pool, role: str, schema: str) -> dict[str, str]:
    async with as_owner(pool) as connection:
        rows = await connection.fetch(TABLES, role, schema)
    return {row["relname"]: row["privileges"] for row in rows}
