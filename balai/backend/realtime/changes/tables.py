"""Loads the description of a table: types of its columns, its primary key, and the columns that each role may read."""

import msgspec

from balai.database.pipeline.connection import PipelinedConnection

# Types whose values are equal exactly if their texts are: compared in this process, without the database.
PLAIN_TYPES = {"bool", "int2", "int4", "int8", "oid", "uuid", "text", "varchar", "name"}
ROLES = ("anon", "authenticated", "service_role")
DESCRIBE = """
select json_build_object(
  'oid', c.oid::bigint, 'schema', n.nspname, 'name', c.relname, 'is_guarded', c.relrowsecurity,
  'columns', (
    select json_agg(json_build_object(
      'name', a.attname, 'type', t.typname, 'cast', format('%I.%I', tn.nspname, t.typname),
      'is_key', coalesce(a.attnum = any(i.indkey), false),
      'is_enum', t.typtype = 'e', 'is_exact', coalesce(l.collisdeterministic, true),
      'readers', array(
        select role from unnest($2::text[]) as role where has_column_privilege(role, c.oid, a.attnum, 'select'))
    ) order by a.attnum)
    from pg_attribute as a
    join pg_type as t on t.oid = a.atttypid
    join pg_namespace as tn on tn.oid = t.typnamespace
    left join pg_collation as l on l.oid = a.attcollation
    left join pg_index as i on i.indrelid = c.oid and i.indisprimary
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped))::text
from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
where c.oid = $1::oid
"""
FIND = """
select c.oid::text from pg_publication_tables as p
join pg_namespace as n on n.nspname = p.schemaname
join pg_class as c on c.relnamespace = n.oid and c.relname = p.tablename
where p.pubname = 'supabase_realtime' and ($1 = '*' or p.schemaname = $1) and ($2 = '*' or p.tablename = $2)
"""


class Column(msgspec.Struct, frozen=True):
    """One column. `cast` is its type's quoted name; `readers` are the roles that may select it."""

    name: str
    type: str
    cast: str
    is_key: bool
    is_enum: bool
    is_exact: bool
    readers: frozenset[str]

    @property
    def is_plain(self) -> bool:
        """Whether two values are equal exactly if their texts are."""
        return self.is_exact and (self.is_enum or self.type in PLAIN_TYPES)


class Table(msgspec.Struct, eq=False, dict=True):
    """A table at one moment. `is_guarded`: row-level security is enabled."""

    oid: int
    schema: str
    name: str
    is_guarded: bool
    columns: tuple[Column, ...] = ()

    def __post_init__(self) -> None:
        """Precomputes values that are used for every change."""
        self.by_name = {column.name: column for column in self.columns}
        self.key = tuple(column.name for column in self.columns if column.is_key)
        self.as_json = f"select {', '.join(map(_value, range(1, len(self.columns) + 1), self.columns))}"

    def is_open_to(self, role: str) -> bool:
        """Whether a role may read the whole primary key."""
        return all(role in self.by_name[name].readers for name in self.key)

    def shown_to(self, role: str, select: tuple[str, ...] | None) -> tuple[Column, ...]:
        """Returns the columns for a subscriber: those the role may read, limited to the selection and primary key."""
        return tuple(
            column
            for column in self.columns
            if role in column.readers and (select is None or column.is_key or column.name in select)
        )


def _value(number: int, column: Column) -> str:
    # The value in the form of the contract: to_jsonb, and bytea without its prefix.
    typed = f"${number}::{column.cast}"
    return f"to_jsonb(encode({typed}, 'hex'))::text" if column.type == "bytea" else f"to_jsonb({typed})::text"


async def describe(connection: PipelinedConnection, oid: int) -> Table | None:
    """Returns the table with this identifier; None if it no longer exists."""
    [rows] = await connection.run([(DESCRIBE, (str(oid), "{" + ",".join(ROLES) + "}"))])
    return msgspec.json.decode(rows[0][0] or b"", type=Table) if rows else None


async def find_published(connection: PipelinedConnection, schema: str, table: str) -> list[int]:
    """Returns the identifiers of the published tables that match a schema and a table name, `*` for all."""
    [rows] = await connection.run([(FIND, (schema, table))])
    return [int(row[0] or b"0") for row in rows]
