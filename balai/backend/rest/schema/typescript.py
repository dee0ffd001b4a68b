"""Writes the TypeScript type of a database as supabase-js takes it: `createClient<Database>(…)`.

Everything is sorted by name, so the same schema always gives the same text.
"""

import re
from collections.abc import Iterator, Sequence

import asyncpg
import msgspec

from balai.backend.rest.schema.schema_cache import Function, Relation, Relationship
from balai.backend.rest.schema.type_catalog import TypeCatalog

FIRST_LINE = "// Written by `balai types` from the database. Not edited by hand.\n"
_JSON = """
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];
"""
_NUMBERS = frozenset({"int2", "int4", "int8", "float4", "float8", "numeric", "oid", "money"})
_OVERRIDABLE = {"bool": "boolean", "json": "Json", "jsonb": "Json", "void": "null", "record": "Record<string, unknown>"}
_EMPTY_OBJECT = "{ [name in never]: never }"
_PLAIN_KEY = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")


def write_database_type(typed: TypeCatalog, schemas: Sequence[str]) -> str:
    """Writes the whole file."""
    writer = _Writer(typed, schemas)
    lines = [FIRST_LINE, _JSON, "\nexport type Database = {\n"]
    for schema in schemas:
        lines += [f"  {_key(schema)}: {{\n", *(f"    {line}\n" for line in writer.schema(schema)), "  };\n"]
    return "".join([*lines, "};\n"])


class _Writer:
    def __init__(self, typed: TypeCatalog, schemas: Sequence[str]) -> None:
        self._typed = typed
        self._schemas = schemas

    def schema(self, schema: str) -> Iterator[str]:
        relations = sorted((one for one in self._typed.cache.relations.values() if one.schema == schema), key=_name_of)
        tables = [one for one in relations if not one.is_view]
        yield from _section("Tables", ((one.name, self._relation(one)) for one in tables))
        yield from _section("Views", ((one.name, self._relation(one)) for one in relations if one.is_view))
        functions = sorted(name for owner, name in self._typed.cache.functions if owner == schema)
        yield from _section("Functions", ((name, self._overloads(schema, name)) for name in functions))
        enums = sorted(
            (row["name"], row["labels"])
            for row in self._typed.types.values()
            if row["kind"] == "e" and row["schema"] == schema
        )
        yield from _section("Enums", ((name, [_union(labels)]) for name, labels in enums))
        composites = [row for row in self._typed.composites if row["schema"] == schema]
        yield from _section("CompositeTypes", ((row["name"], self._composite(row["relation"])) for row in composites))

    def _relation(self, relation: Relation) -> list[str]:
        columns = self._typed.columns.get(relation.oid, [])
        lines = ["{", *_indented(_member("Row", self._row(columns, may_be_null=relation.is_view)))]
        if relation.insertable or not relation.is_view:
            lines += _indented(_member("Insert", self._insert(columns, relation, is_update=False)))
        if relation.updatable or not relation.is_view:
            lines += _indented(_member("Update", self._insert(columns, relation, is_update=True)))
        return [*lines, *_indented(_member("Relationships", self._relationships(relation))), "}"]

    def _row(self, columns: Sequence[asyncpg.Record], *, may_be_null: bool) -> list[str]:
        return _object(
            (_key(row["name"]), self.type(row["type"]) + ("" if row["is_required"] and not may_be_null else " | null"))
            for row in columns
        )

    def _insert(self, columns: Sequence[asyncpg.Record], relation: Relation, *, is_update: bool) -> list[str]:
        members = []
        for row in columns:
            if row["is_always"]:
                members.append((f"{_key(row['name'])}?", "never"))
                continue
            is_required = row["is_required"] and not relation.is_view
            is_optional = is_update or not is_required or row["has_default"]
            null = "" if is_required else " | null"
            members.append((f"{_key(row['name'])}{'?' if is_optional else ''}", self.type(row["type"]) + null))
        return _object(members)

    def _relationships(self, relation: Relation) -> list[str]:
        relationships = [
            relationship
            for relationship in self._typed.cache.relationships.get(relation.key, ())
            if relationship.is_to_one
            and not relationship.is_inverse
            and relationship.pairs
            and relationship.target[0] in self._schemas
        ]
        if not relationships:
            return ["[]"]
        relationships.sort(key=lambda relationship: (relationship.constraint, relationship.target, relationship.pairs))
        return ["[", *(line for relationship in relationships for line in _indented(_relationship(relationship))), "]"]

    def _overloads(self, schema: str, name: str) -> list[str]:
        forms = sorted(self._function(function) for function in self._typed.cache.functions[schema, name])
        return [" | ".join(forms)]

    def _function(self, function: Function) -> str:
        row = self._typed.functions[function.oid]
        null = "" if row["is_strict"] else " | null"
        inputs = zip(function.parameters, row["inputs"], strict=True)
        named = [
            f"{_key(parameter.name)}{'' if parameter.is_required else '?'}: {self.type(oid)}{null}"
            for parameter, oid in sorted(inputs, key=lambda pair: pair[0].name)
        ]
        arguments = f"{{ {'; '.join(named)} }}" if named else "Record<PropertyKey, never>"
        returned = self._returned(row) + ("[]" if function.returns_set else "")
        return f"{{ Args: {arguments}; Returns: {returned} }}"

    def _returned(self, row: asyncpg.Record) -> str:
        """The type of one row of the result; columns that the function itself declares count."""
        outputs = [
            f"{_key(name)}: {self.type(oid)}"
            for name, oid, mode in zip(row["names"] or (), row["types"], row["modes"] or (), strict=False)
            if mode in "bot"
        ]
        return f"{{ {'; '.join(sorted(outputs))} }}" if outputs else self.type(row["returns"])

    def _composite(self, relation: int) -> list[str]:
        return self._row(self._typed.columns.get(relation, []), may_be_null=True)

    def type(self, oid: int) -> str:
        """The TypeScript type of a PostgreSQL type."""
        row = self._typed.types[oid]
        if row["kind"] == "d":
            return self.type(row["base"])
        if row["category"] == "A" and row["element"]:
            element = self.type(row["element"])
            return f"({element})[]" if " " in element else f"{element}[]"
        place = {"e": "Enums", "c": _PLACES.get(row["relation_kind"] or "", "")}.get(row["kind"])
        if place and row["schema"] in self._schemas:
            name = msgspec.json.encode(row["name"]).decode()
            schema = msgspec.json.encode(row["schema"]).decode()
            return f'Database[{schema}]["{place}"][{name}]' + ('["Row"]' if place in ("Tables", "Views") else "")
        if row["kind"] == "e":
            return _union(row["labels"])
        if row["name"] in _NUMBERS:
            return "number"
        # All other types travel as text: dates, uuids, ranges, vectors, bytes.
        return _OVERRIDABLE.get(row["name"]) or ("unknown" if row["kind"] in "pc" else "string")


_PLACES = {"c": "CompositeTypes", "r": "Tables", "p": "Tables", "f": "Tables", "v": "Views", "m": "Views"}


def _name_of(relation: Relation) -> str:
    return relation.name


def _relationship(relationship: Relationship) -> list[str]:
    columns = ", ".join(_text(origin) for origin, _ in relationship.pairs)
    referenced = ", ".join(_text(target) for _, target in relationship.pairs)
    return [
        "{",
        f"  foreignKeyName: {_text(relationship.constraint)};",
        f"  columns: [{columns}];",
        f"  isOneToOne: {'true' if relationship.cardinality == 'one-to-one' else 'false'};",
        f"  referencedRelation: {_text(relationship.target[1])};",
        f"  referencedColumns: [{referenced}];",
        "},",
    ]


def _section(name: str, members: Iterator[tuple[str, list[str]]]) -> Iterator[str]:
    written = [line for key, lines in members for line in _indented(_member(_key(key), lines))]
    yield from [f"{name}: {{", *written, "};"] if written else [f"{name}: {_EMPTY_OBJECT};"]


def _member(key: str, lines: Sequence[str]) -> list[str]:
    """Writes `key: value;` for a value of one or several lines."""
    written = list(lines)
    written[0] = f"{key}: {written[0]}"
    written[-1] += ";"
    return written


def _object(members: Iterator[tuple[str, str]] | Sequence[tuple[str, str]]) -> list[str]:
    return ["{", *(f"  {key}: {kind};" for key, kind in members), "}"]


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _union(labels: Sequence[str]) -> str:
    return " | ".join(_text(label) for label in labels) or "never"


def _key(name: str) -> str:
    return name if _PLAIN_KEY.fullmatch(name) else _text(name)


def _text(text: str) -> str:
    return msgspec.json.encode(text).decode()
