"""Reads the schema cache from PostgreSQL's catalogs, in one read-only transaction.

The search path is empty while reading, so that every expression and name comes out qualified.
"""

from collections import defaultdict
from collections.abc import Sequence

import asyncpg

from balai.backend.rest.links import ForeignKey, derive_links
from balai.backend.rest.schema_cache import Column, Function, Name, Parameter, Relation, SchemaCache
from balai.backend.rest.views import Origin, trace_view
from balai.database.pool import Connection

# Types under all their domains, spelled so that no type modifier is implied.
TYPES = """
with recursive resolved as (
  select t.oid, t.oid as base, t.typtype, t.typbasetype from pg_catalog.pg_type t
  union all
  select r.oid, t.oid, t.typtype, t.typbasetype
  from resolved r join pg_catalog.pg_type t on t.oid = r.typbasetype where r.typtype = 'd'
)
select t.oid, pg_catalog.format('%I.', n.nspname) || '"' || pg_catalog.replace(t.typname, '"', '""') || '"' as spelled,
  t.typname, b.typname as base_name, b.typtype::text as base_kind, b.typrelid as base_relation,
  pg_catalog.format_type(t.oid, null) as label, t.typdefault as fallback
from pg_catalog.pg_type t
join pg_catalog.pg_namespace n on n.oid = t.typnamespace
join resolved r on r.oid = t.oid and r.typtype <> 'd'
join pg_catalog.pg_type b on b.oid = r.base
"""
RELATIONS = """
select c.oid, n.nspname, c.relname, c.relkind::text as kind, pg_catalog.obj_description(c.oid, 'pg_class') as comment,
  pg_catalog.pg_relation_is_updatable(c.oid, true) as events
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
  and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
"""
COLUMNS = """
select a.attrelid, a.attnum, a.attname, a.atttypid, a.attnotnull,
  pg_catalog.format_type(a.atttypid, a.atttypmod) as label,
  pg_catalog.col_description(a.attrelid, a.attnum) as comment,
  case
    when a.attgenerated <> '' then null
    when a.attidentity = 'd' then pg_catalog.format('nextval(%L::regclass)', pg_catalog.pg_get_serial_sequence(
      pg_catalog.format('%I.%I', n.nspname, c.relname), a.attname))
    else pg_catalog.pg_get_expr(d.adbin, d.adrelid)
  end as fallback,
  a.attidentity <> '' or a.attgenerated <> '' as is_filled
from pg_catalog.pg_attribute a
join pg_catalog.pg_class c on c.oid = a.attrelid
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
where a.attnum > 0 and not a.attisdropped and a.attrelid = any($1::oid[])
order by a.attrelid, a.attnum
"""
CONSTRAINTS = """
select conname, contype::text as kind, conrelid, confrelid, conkey, confkey
from pg_catalog.pg_constraint where contype in ('p', 'u', 'f') and conparentid = 0 order by conname
"""
VIEWS = """
select ev_class, ev_action::text as tree from pg_catalog.pg_rewrite where ev_type = '1' and ev_class = any($1::oid[])
"""
FUNCTIONS = """
select p.oid, n.nspname, p.proname, p.proargnames, p.proargmodes::text[] as modes,
  coalesce(p.proallargtypes, p.proargtypes::oid[]) as types, p.pronargs, p.pronargdefaults, p.proretset,
  p.prorettype, p.provolatile::text as volatility, p.prorows, p.proconfig,
  pg_catalog.obj_description(p.oid, 'pg_proc') as comment
from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
where p.prokind = 'f' and n.nspname = any($1::text[]) and p.prorettype <> 'pg_catalog.trigger'::pg_catalog.regtype
order by n.nspname, p.proname, p.oid
"""
# Only what any user may set, in the order in which it applies: for all databases, then for this one.
ROLES = """
select r.rolname, array(
  select entry from pg_catalog.pg_db_role_setting s, unnest(s.setconfig) as entry
  left join pg_catalog.pg_settings known on known.name = pg_catalog.split_part(entry, '=', 1)
  where s.setrole = r.oid and pg_catalog.split_part(entry, '=', 1) not in ('search_path', 'role')
    and s.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database()))
    and (known.context = 'user' or entry like '%.%=%' and known.name is null)
  order by s.setdatabase
) as setconfig
from pg_catalog.pg_roles r
"""
SCHEMAS = """
select nspname, pg_catalog.obj_description(oid, 'pg_namespace') as comment
from pg_catalog.pg_namespace where nspname = any($1::text[])
"""
ZONES = "select name from pg_catalog.pg_timezone_names"
RAW_TYPES = frozenset({"json", "jsonb", "text", "xml", "bytea"})
_INSERT, _UPDATE, _DELETE = 8, 4, 16

Row = asyncpg.Record
Types = dict[int, Row]
TableColumn = tuple[int, str]


async def load_schema_cache(connection: Connection, schemas: Sequence[str], extra: Sequence[str]) -> SchemaCache:
    """Read everything anew. `extra` schemas have no endpoints, but computed relationships may live there."""
    async with connection.transaction(readonly=True):
        await connection.execute("set local search_path = ''")
        types: Types = {row["oid"]: row for row in await connection.fetch(TYPES)}
        rows = await connection.fetch(RELATIONS)
        oids = [row["oid"] for row in rows]
        attributes: dict[int, list[Row]] = defaultdict(list)
        for row in await connection.fetch(COLUMNS, oids):
            attributes[row["attrelid"]].append(row)
        constraints = await connection.fetch(CONSTRAINTS)
        origins = _trace_views(await connection.fetch(VIEWS, oids), rows)
        functions = await connection.fetch(FUNCTIONS, [*schemas, *extra])
        roles = await connection.fetch(ROLES)
        descriptions = await connection.fetch(SCHEMAS, list(schemas))
        zones = await connection.fetch(ZONES)
    relations = _relations(rows, attributes, constraints, origins, types)
    built = [_function(row, types, relations) for row in functions]
    callables = [function for function in built if function.schema in schemas and _is_callable(function)]
    names = _column_names(attributes)
    keys = _foreign_keys(constraints, relations, names)
    uniques = _unique_sets(constraints, names)
    computed = [function for function in built if len(function.parameters) == 1]
    row_types = {row["spelled"]: row["base_relation"] for row in types.values() if row["base_relation"] in relations}
    return SchemaCache(
        {relation.key: relation for relation in relations.values()},
        _by_name(callables),
        derive_links(relations, keys, uniques, _exports(origins, names), computed, row_types),
        frozenset(row["rolname"] for row in roles),
        frozenset(row["name"] for row in zones),
        {row["rolname"]: _settings(row["setconfig"]) for row in roles if row["setconfig"]},
        {row["nspname"]: row["comment"] for row in descriptions if row["comment"]},
    )


def _settings(config: Sequence[str]) -> tuple[tuple[str, str], ...]:
    pairs = (entry.partition("=") for entry in config)
    return tuple((name, value) for name, _, value in pairs)


def _column_names(attributes: dict[int, list[Row]]) -> dict[int, dict[int, str]]:
    return {oid: {row["attnum"]: row["attname"] for row in rows} for oid, rows in attributes.items()}


def _trace_views(rules: Sequence[Row], rows: Sequence[Row]) -> dict[int, dict[int, Origin]]:
    kinds = {row["oid"]: row["kind"] for row in rows}
    direct = {row["ev_class"]: trace_view(row["tree"]) for row in rules if kinds.get(row["ev_class"]) in ("v", "m")}

    def resolve(origin: Origin) -> Origin | None:
        # A view over a view leads further down; the chain ends at a table, or where a column is computed.
        while origin[0] in direct:
            deeper = direct[origin[0]].get(origin[1])
            if deeper is None:
                return None
            origin = deeper
        return origin

    traced: dict[int, dict[int, Origin]] = {}
    for view, columns in direct.items():
        found = {number: resolve(origin) for number, origin in columns.items()}
        traced[view] = {number: origin for number, origin in found.items() if origin is not None}
    return traced


def _exports(
    origins: dict[int, dict[int, Origin]], names: dict[int, dict[int, str]]
) -> dict[int, dict[TableColumn, list[str]]]:
    """For each view: (table, its column) → the view's columns that show it."""
    exports: dict[int, dict[TableColumn, list[str]]] = {}
    for view, columns in origins.items():
        shown: dict[TableColumn, list[str]] = defaultdict(list)
        for number, (table, column) in columns.items():
            name = names.get(table, {}).get(column)
            if name is not None and number in names.get(view, {}):
                shown[table, name].append(names[view][number])
        exports[view] = dict(shown)
    return exports


def _relations(
    rows: Sequence[Row],
    attributes: dict[int, list[Row]],
    constraints: Sequence[Row],
    origins: dict[int, dict[int, Origin]],
    types: Types,
) -> dict[int, Relation]:
    names = _column_names(attributes)
    keys = {
        row["conrelid"]: tuple(names[row["conrelid"]][n] for n in row["conkey"])
        for row in constraints
        if row["kind"] == "p" and row["conrelid"] in names
    }
    exports = _exports(origins, names)
    relations = {}
    for row in rows:
        oid = row["oid"]
        key = keys.get(oid) or _view_key(exports.get(oid, {}), keys)
        is_plain = row["kind"] in "rp"
        columns = [_column(attribute, types) for attribute in attributes.get(oid, ())]
        relations[oid] = Relation(
            oid,
            row["nspname"],
            row["relname"],
            row["kind"],
            {column.name: column for column in columns},
            key,
            is_plain or bool(row["events"] & _INSERT),
            is_plain or bool(row["events"] & _UPDATE),
            is_plain or bool(row["events"] & _DELETE),
            row["comment"],
        )
    return relations


def _view_key(shown: dict[TableColumn, list[str]], keys: dict[int, tuple[str, ...]]) -> tuple[str, ...]:
    """The key of the first table whose whole primary key the view shows."""
    for table in dict.fromkeys(table for table, _ in shown):
        key = keys.get(table)
        if key and all((table, column) in shown for column in key):
            return tuple(shown[table, column][0] for column in key)
    return ()


def _column(row: Row, types: Types) -> Column:
    type_row = types[row["atttypid"]]
    default = row["fallback"] or type_row["fallback"]
    return Column(
        row["attname"],
        type_row["spelled"],
        type_row["base_name"],
        row["label"],
        row["attnotnull"] and default is None and not row["is_filled"],
        default,
        row["comment"],
    )


def _function(row: Row, types: Types, relations: dict[int, Relation]) -> Function:
    modes = row["modes"] or ["i"] * len(row["types"])
    names = list(row["proargnames"] or []) + [""] * len(row["types"])
    inputs = [i for i, mode in enumerate(modes) if mode in "ibv"]
    required = len(inputs) - row["pronargdefaults"]
    parameters = tuple(
        Parameter(
            names[i],
            types[row["types"][i]]["spelled"],
            types[row["types"][i]]["base_name"],
            types[row["types"][i]]["label"],
            position < required and modes[i] != "v",
            modes[i] == "v",
        )
        for position, i in enumerate(inputs)
    )
    result = types[row["prorettype"]]
    row_of = relations.get(result["base_relation"])
    return Function(
        row["oid"],
        row["nspname"],
        row["proname"],
        parameters,
        _returned_kind(result, modes),
        row["proretset"],
        row["proretset"] and row["prorows"] != 1,
        row_of.key if row_of is not None else None,
        row["volatility"] == "v",
        tuple(row["proconfig"] or ()),
        row["comment"],
    )


def _returned_kind(result: Row, modes: Sequence[str]) -> str:
    if result["typname"] == "void":
        return "void"
    if result["base_kind"] == "c" or any(mode in "bot" for mode in modes):
        return "row"
    return "record" if result["typname"] == "record" else "scalar"


def _is_callable(function: Function) -> bool:
    """Arguments have names on the wire; a single unnamed parameter can take the whole body."""
    if all(parameter.name for parameter in function.parameters):
        return True
    return len(function.parameters) == 1 and function.parameters[0].label in RAW_TYPES


def _by_name(functions: Sequence[Function]) -> dict[Name, tuple[Function, ...]]:
    grouped: dict[Name, list[Function]] = defaultdict(list)
    for function in functions:
        grouped[function.key].append(function)
    return {name: tuple(overloads) for name, overloads in grouped.items()}


def _foreign_keys(
    constraints: Sequence[Row], relations: dict[int, Relation], names: dict[int, dict[int, str]]
) -> list[ForeignKey]:
    return [
        ForeignKey(
            row["conname"],
            row["conrelid"],
            row["confrelid"],
            tuple(
                (names[row["conrelid"]][child], names[row["confrelid"]][parent])
                for child, parent in zip(row["conkey"], row["confkey"], strict=True)
            ),
        )
        for row in constraints
        if row["kind"] == "f" and row["conrelid"] in relations and row["confrelid"] in relations
    ]


def _unique_sets(constraints: Sequence[Row], names: dict[int, dict[int, str]]) -> dict[int, list[frozenset[str]]]:
    sets: dict[int, list[frozenset[str]]] = defaultdict(list)
    for row in constraints:
        if row["kind"] in "pu" and row["conrelid"] in names:
            sets[row["conrelid"]].append(frozenset(names[row["conrelid"]][n] for n in row["conkey"]))
    return sets
