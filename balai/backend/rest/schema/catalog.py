"""Reads the schema cache from PostgreSQL's catalogs, in one read-only transaction.

The search path is empty during the read, so every expression and name is qualified.
"""

import asyncio
import re
from collections import defaultdict
from collections.abc import Sequence

import asyncpg
import msgspec

from balai.backend.rest.rules import QualifiedName
from balai.backend.rest.schema.catalog_queries import (
    COLUMNS,
    CONSTRAINTS,
    FUNCTIONS,
    GEOJSON,
    HANDLERS,
    RELATIONS,
    REPRESENTATIONS,
    ROLES,
    SCHEMAS,
    TYPES,
    VIEWS,
    ZONES,
)
from balai.backend.rest.schema.relationships import ForeignKey, derive_relationships
from balai.backend.rest.schema.schema_cache import (
    Column,
    Function,
    MediaHandler,
    Parameter,
    Relation,
    Representation,
    SchemaCache,
)
from balai.backend.rest.schema.view_columns import Origin, trace_view
from balai.database.pool import Connection

RAW_TYPES = frozenset({"json", "jsonb", "text", "xml", "bytea"})
_INSERT, _UPDATE, _DELETE = 8, 4, 16
_MEDIA = re.compile(r"[A-Za-z0-9.-]+/[A-Za-z0-9.+-]+|\*/\*")

Row = asyncpg.Record
Types = dict[int, Row]
TableColumn = tuple[int, str]


class CatalogRows(msgspec.Struct, frozen=True):
    """The catalog rows that a schema cache is built from."""

    types: Sequence[Row]
    relations: Sequence[Row]
    columns: Sequence[Row]
    constraints: Sequence[Row]
    views: Sequence[Row]
    functions: Sequence[Row]
    roles: Sequence[Row]
    descriptions: Sequence[Row]
    zones: Sequence[Row]
    handlers: Sequence[Row]
    has_geojson: bool
    representations: Sequence[Row] = ()


async def load_schema_cache(connection: Connection, schemas: Sequence[str], extra: Sequence[str]) -> SchemaCache:
    """Loads the schema cache. `extra` schemas have no endpoints, but computed relationships may be in them."""
    read = await read_catalogs(connection, schemas, extra)
    # Building the cache of a large schema takes long, so it runs in a thread beside the requests.
    return await asyncio.to_thread(build_schema_cache, read, schemas)


async def read_catalogs(connection: Connection, schemas: Sequence[str], extra: Sequence[str]) -> CatalogRows:
    """Reads the catalogs in one snapshot: a change between two queries would mix two schemas."""
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        await connection.execute("set local search_path = ''")
        relations = await connection.fetch(RELATIONS)
        oids = [row["oid"] for row in relations]
        return CatalogRows(
            types=await connection.fetch(TYPES),
            relations=relations,
            columns=await connection.fetch(COLUMNS, oids),
            constraints=await connection.fetch(CONSTRAINTS),
            views=await connection.fetch(VIEWS, oids),
            functions=await connection.fetch(FUNCTIONS, [*schemas, *extra]),
            roles=await connection.fetch(ROLES),
            descriptions=await connection.fetch(SCHEMAS, list(schemas)),
            zones=await connection.fetch(ZONES),
            handlers=await connection.fetch(HANDLERS, [*schemas, *extra]),
            has_geojson=await connection.fetchval(GEOJSON),
            representations=await connection.fetch(REPRESENTATIONS),
        )


def build_schema_cache(read: CatalogRows, schemas: Sequence[str]) -> SchemaCache:
    """Builds the cache from catalog rows. Only functions of `schemas` can be called."""
    types: Types = {row["oid"]: row for row in read.types}
    attributes: dict[int, list[Row]] = defaultdict(list)
    for row in read.columns:
        attributes[row["attrelid"]].append(row)
    origins = _trace_views(read.views, read.relations)
    represented = _representations(read.representations)
    relations = _relations(read.relations, attributes, read.constraints, origins, types, represented)
    built = [_function(row, types, relations) for row in read.functions]
    callables = [function for function in built if function.schema in schemas and _is_callable(function)]
    names = _column_names(attributes)
    keys = _foreign_keys(read.constraints, relations, names)
    uniques = _unique_sets(read.constraints, names)
    computed = [function for function in built if len(function.parameters) == 1]
    row_types = {row["qualified_name"]: row["base_relation"] for row in read.types if row["base_relation"] in relations}
    return SchemaCache(
        {relation.key: relation for relation in relations.values()},
        _by_name(callables),
        derive_relationships(relations, keys, uniques, _exports(origins, names), computed, row_types),
        frozenset(row["rolname"] for row in read.roles),
        frozenset(row["name"] for row in read.zones),
        {row["rolname"]: _settings(row["setconfig"]) for row in read.roles if row["setconfig"]},
        {row["nspname"]: row["comment"] for row in read.descriptions if row["comment"]},
        _handlers(read.handlers, relations),
        read.has_geojson,
        frozenset(row["rolname"] for row in read.roles if row["is_allowed"]),
        frozenset(row["rolname"] for row in read.roles if row["is_rls_exempt"]),
    )


def _settings(config: Sequence[str]) -> tuple[tuple[str, str], ...]:
    pairs = (entry.partition("=") for entry in config)
    return tuple((name, value) for name, _, value in pairs)


def _handlers(rows: Sequence[Row], relations: dict[int, Relation]) -> tuple[MediaHandler, ...]:
    """Builds the media handlers; those for one relation come first."""
    found = []
    for row in rows:
        relation = relations.get(row["relation"])
        if _MEDIA.fullmatch(row["media"]) and (relation is not None or not row["relation"]):
            key = relation.key if relation is not None else None
            found.append(MediaHandler(row["media"].lower(), (row["nspname"], row["proname"]), key, row["is_binary"]))
    return tuple(found)


def _column_names(attributes: dict[int, list[Row]]) -> dict[int, dict[int, str]]:
    return {oid: {row["attnum"]: row["attname"] for row in rows} for oid, rows in attributes.items()}


def _trace_views(rules: Sequence[Row], rows: Sequence[Row]) -> dict[int, dict[int, Origin]]:
    kinds = {row["oid"]: row["kind"] for row in rows}
    direct = {row["ev_class"]: trace_view(row["tree"]) for row in rules if kinds.get(row["ev_class"]) in ("v", "m")}

    def resolve(origin: Origin) -> Origin | None:
        # A view over a view is followed down to a table, or until a column is computed. A view can select from itself
        # (`create or replace view v as table v`): such a column has no origin.
        seen: set[Origin] = set()
        while origin[0] in direct:
            deeper = direct[origin[0]].get(origin[1])
            if deeper is None or deeper in seen:
                return None
            seen.add(deeper)
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
    represented: dict[int, Representation],
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
        columns = [_column(attribute, types, represented) for attribute in attributes.get(oid, ())]
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
            bool(row["is_guarded"]),
        )
    return relations


def _view_key(shown: dict[TableColumn, list[str]], keys: dict[int, tuple[str, ...]]) -> tuple[str, ...]:
    """The keys of all tables whose whole primary key the view shows.

    One of them alone would not name a row of a view over several tables. A column shown twice counts once.
    """
    whole = {
        (table, column)
        for table, key in keys.items()
        for column in key
        if all((table, other) in shown for other in key)
    }
    return tuple(names[0] for column, names in shown.items() if column in whole)


def _representations(rows: Sequence[Row]) -> dict[int, Representation]:
    """The conversions of each domain, by its oid."""
    found: dict[int, dict[str, QualifiedName]] = defaultdict(dict)
    for row in rows:
        found[row["domain"]][row["direction"]] = (row["nspname"], row["proname"])
    return {domain: Representation(**functions) for domain, functions in found.items()}


def _column(row: Row, types: Types, represented: dict[int, Representation]) -> Column:
    type_row = types[row["atttypid"]]
    default = row["default_expression"] or type_row["default_expression"]
    return Column(
        row["attname"],
        type_row["qualified_name"],
        type_row["base_name"],
        type_row["described"],
        row["attnotnull"] or type_row["typnotnull"],
        default,
        row["comment"],
        row["max_length"],
        tuple(type_row["choices"] or ()),
        represented.get(row["atttypid"], Representation()),
    )


def _function(row: Row, types: Types, relations: dict[int, Relation]) -> Function:
    modes = row["modes"] or ["i"] * len(row["types"])
    names = list(row["proargnames"] or []) + [""] * len(row["types"])
    inputs = [i for i, mode in enumerate(modes) if mode in "ibv"]
    required = len(inputs) - row["pronargdefaults"]
    parameters = tuple(
        Parameter(
            names[i],
            types[row["types"][i]]["qualified_name"],
            types[row["types"][i]]["base_name"],
            types[row["types"][i]]["label"],
            position < required,
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
        _function_handler(row, result),
    )


def _function_handler(row: Row, result: Row) -> MediaHandler | None:
    """The handler of a function that returns a media type."""
    name = result["typname"]
    if row["proretset"] or name == result["base_name"] or not _MEDIA.fullmatch(name):
        return None
    return MediaHandler(name.lower(), None, (row["nspname"], row["proname"]), result["base_name"] == "bytea")


def _returned_kind(result: Row, modes: Sequence[str]) -> str:
    if result["typname"] == "void":
        return "void"
    if result["base_kind"] == "c" or any(mode in "bot" for mode in modes):
        return "row"
    return "record" if result["typname"] == "record" else "scalar"


def _is_callable(function: Function) -> bool:
    """Whether a request can call it: all arguments have names, or one unnamed parameter takes the whole body."""
    if all(parameter.name for parameter in function.parameters):
        return True
    return len(function.parameters) == 1 and function.parameters[0].label in RAW_TYPES


def _by_name(functions: Sequence[Function]) -> dict[QualifiedName, tuple[Function, ...]]:
    grouped: dict[QualifiedName, list[Function]] = defaultdict(list)
    for function in functions:
        grouped[function.key].append(function)
    return {name: tuple(sorted(overloads, key=_order)) for name, overloads in grouped.items()}


def _order(function: Function) -> tuple[int, bool, str, list[tuple[str, str]]]:
    """The order of overloads as PostgREST has it, which shows in errors: by the number of parameters, then by text."""
    parameters = [(parameter.name, parameter.label) for parameter in function.parameters]
    return len(parameters), function.comment is not None, function.comment or "", parameters


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
