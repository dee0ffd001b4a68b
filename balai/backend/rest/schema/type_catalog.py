"""Reads what TypeScript types need beyond the schema cache: nullability, enums, composites."""

from collections.abc import Sequence

import asyncpg
import msgspec

from balai.backend.rest.schema.catalog import load_schema_cache
from balai.backend.rest.schema.schema_cache import SchemaCache
from balai.database.pool import Connection

_TYPES = """
select t.oid, n.nspname as schema, t.typname as name, t.typtype::text as kind, t.typcategory::text as category,
  t.typelem as element, t.typbasetype as base, c.relkind::text as relation_kind, c.relname as relation,
  array(select enumlabel from pg_catalog.pg_enum where enumtypid = t.oid order by enumsortorder)::text[] as labels
from pg_catalog.pg_type t
join pg_catalog.pg_namespace n on n.oid = t.typnamespace
left join pg_catalog.pg_class c on c.oid = t.typrelid
"""
_COLUMNS = """
select a.attrelid as relation, a.attname as name, a.atttypid as type, a.attnotnull or t.typnotnull as is_required,
  a.atthasdef or a.attidentity <> '' or t.typdefault is not null as has_default,
  a.attgenerated <> '' or a.attidentity = 'a' as is_always
from pg_catalog.pg_attribute a
join pg_catalog.pg_class c on c.oid = a.attrelid
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_type t on t.oid = a.atttypid
where a.attnum > 0 and not a.attisdropped and n.nspname = any($1::text[])
  and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c')
order by a.attrelid, a.attname
"""
_FUNCTIONS = """
select p.oid, p.proisstrict as is_strict, p.prorettype as returns, p.proargtypes::oid[] as inputs,
  coalesce(p.proallargtypes, p.proargtypes::oid[]) as types, p.proargmodes::text[] as modes, p.proargnames as names
from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
where p.prokind = 'f' and n.nspname = any($1::text[])
"""
_COMPOSITES = """
select t.oid, n.nspname as schema, t.typname as name, t.typrelid as relation
from pg_catalog.pg_type t
join pg_catalog.pg_class c on c.oid = t.typrelid and c.relkind = 'c'
join pg_catalog.pg_namespace n on n.oid = t.typnamespace
where n.nspname = any($1::text[]) order by t.typname
"""


class TypeCatalog(msgspec.Struct, frozen=True):
    """A schema cache and further catalog rows, by oid."""

    cache: SchemaCache
    types: dict[int, asyncpg.Record]
    columns: dict[int, list[asyncpg.Record]]
    functions: dict[int, asyncpg.Record]
    composites: list[asyncpg.Record]


async def load_type_catalog(connection: Connection, schemas: Sequence[str]) -> TypeCatalog:
    """Reads the catalog of these schemas."""
    cache = await load_schema_cache(connection, schemas, ())
    columns: dict[int, list[asyncpg.Record]] = {}
    for row in await connection.fetch(_COLUMNS, list(schemas)):
        columns.setdefault(row["relation"], []).append(row)
    return TypeCatalog(
        cache,
        {row["oid"]: row for row in await connection.fetch(_TYPES)},
        columns,
        {row["oid"]: row for row in await connection.fetch(_FUNCTIONS, list(schemas))},
        list(await connection.fetch(_COMPOSITES, list(schemas))),
    )
