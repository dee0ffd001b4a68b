"""Writes the OpenAPI description (Swagger 2.0) that client generators read.

Column descriptions contain notes on keys in a form that generators parse. `definitions` are the rows, `parameters` the
filters, `paths` the relations and functions. Only what the caller's role has a privilege on is listed.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from balai.backend.rest.schema.schema_cache import Column, Function, Relation, Relationship, SchemaCache

Json = dict[str, Any]
# Which of these relations and functions the current role has any privilege on.
ALLOWED = """
select coalesce((select json_agg(o::bigint) from unnest($1::oid[]) as o
    where has_table_privilege(o, 'SELECT, INSERT, UPDATE, DELETE')
      or has_any_column_privilege(o, 'SELECT, INSERT, UPDATE')), '[]')::text,
  coalesce((select json_agg(o::bigint) from unnest($2::oid[]) as o
    where has_function_privilege(o, 'EXECUTE')), '[]')::text
"""
_NUMBERS = {"int2": "int32", "int4": "int32", "int8": "int64"}
_OK: Json = {"200": {"description": "OK"}}
_SHARED: dict[str, tuple[str, str, str]] = {
    "select": ("query", "select", "Filtering Columns"),
    "order": ("query", "order", "Ordering"),
    "offset": ("query", "offset", "Limiting and Pagination"),
    "limit": ("query", "limit", "Limiting and Pagination"),
    "on_conflict": ("query", "on_conflict", "On Conflict"),
    "range": ("header", "Range", "Limiting and Pagination"),
    "rangeUnit": ("header", "Range-Unit", "Limiting and Pagination"),
    "preferReturn": ("header", "Prefer", "Preference"),
    "preferCount": ("header", "Prefer", "Preference"),
    "preferPost": ("header", "Prefer", "Preference"),
    "preferParams": ("header", "Prefer", "Preference"),
}
_CHOICES = {
    "preferReturn": ["return=representation", "return=minimal", "return=none"],
    "preferCount": ["count=none"],
    "preferPost": [
        "return=representation",
        "return=minimal",
        "return=none",
        "resolution=ignore-duplicates",
        "resolution=merge-duplicates",
    ],
    "preferParams": ["params=single-object"],
}


def describe(cache: SchemaCache, schema: str, relations: Iterable[int], functions: Iterable[int], host: str) -> bytes:
    """Writes the document for the relations and functions with these oids."""
    allowed, callable_ = frozenset(relations), frozenset(functions)
    shown = [relation for key, relation in sorted(cache.relations.items()) if key[0] == schema]
    shown = [relation for relation in shown if relation.oid in allowed]
    called = [
        function
        for key, overloads in sorted(cache.functions.items())
        for function in overloads
        if key[0] == schema and function.oid in callable_
    ]
    title, _, text = cache.descriptions.get(schema, "").partition("\n")
    paths: Json = {"/": {"get": {"tags": ["Introspection"], "summary": "OpenAPI description", "responses": _OK}}}
    paths |= {f"/{relation.name}": _relation_path(relation) for relation in shown}
    paths |= {f"/rpc/{function.name}": _function_path(function) for function in called}
    return msgspec.json.encode(
        {
            "swagger": "2.0",
            "info": {"title": title or "PostgREST API", "description": text.strip(), "version": "14"},
            "host": host,
            "basePath": "/",
            "schemes": ["http"],
            "consumes": _types(),
            "produces": _types(),
            "paths": paths,
            "definitions": {relation.name: _definition(relation, cache.relationships) for relation in shown},
            "parameters": _parameters(shown),
        }
    )


def _types() -> list[str]:
    return ["application/json", "application/vnd.pgrst.object+json", "text/csv"]


def _relation_path(relation: Relation) -> Json:
    filters = [_reference(f"rowFilter.{relation.name}.{name}") for name in relation.columns]
    body = _reference(f"body.{relation.name}")
    reading = [_reference(name) for name in ("select", "order", "range", "rangeUnit", "offset", "limit", "preferCount")]
    methods: Json = {"get": _operation(relation, [*filters, *reading])}
    if relation.insertable:
        shared = [_reference(name) for name in ("select", "on_conflict", "preferPost")]
        methods["post"] = _operation(relation, [body, *shared], "201")
    if relation.updatable:
        methods["patch"] = _operation(relation, [*filters, body, _reference("preferReturn")], "204")
    if relation.deletable:
        methods["delete"] = _operation(relation, [*filters, _reference("preferReturn")], "204")
    return methods


def _operation(relation: Relation, parameters: list[Json], status: str = "200") -> Json:
    answer: Json = {"description": "OK"}
    if status == "200":
        rows = {"type": "array", "items": {"$ref": f"#/definitions/{relation.name}"}}
        answer["schema"] = rows
    summary, _, description = (relation.comment or "").partition("\n")
    operation: Json = {"tags": [relation.name], "parameters": parameters, "responses": {status: answer}}
    if summary:
        operation["summary"] = summary
    if description.strip():
        operation["description"] = description.strip()
    return operation


def _reference(name: str) -> Json:
    return {"$ref": f"#/parameters/{name}"}


def _function_path(function: Function) -> Json:
    members = {parameter.name: _type_of(parameter.base_type, parameter.label) for parameter in function.parameters}
    required = [parameter.name for parameter in function.parameters if parameter.is_required]
    schema: Json = {"type": "object", "properties": members} | ({"required": required} if required else {})
    arguments: list[Json] = [{"in": "body", "name": "args", "required": True, "schema": schema}]
    shared: Json = {"tags": [f"(rpc) {function.name}"], "responses": _OK}
    methods: Json = {"post": shared | {"parameters": [*arguments, _reference("preferParams")]}}
    if not function.is_volatile:
        queries = [
            {"in": "query", "name": name, "required": name in required} | _scalar(member)
            for name, member in members.items()
        ]
        methods["get"] = shared | {"parameters": queries}
    return methods


def _scalar(member: Mapping[str, object]) -> Json:
    """A URL parameter always has a type, even where a body member of the same kind may have any."""
    return {"type": member.get("type", "string"), "format": member["format"]}


def _type_of(base: str, label: str) -> Json:
    if base.startswith("_"):
        return {"type": "array", "format": label, "items": {"type": _type_name(base[1:]) or "string"}}
    name = _type_name(base)
    return {"format": label} | ({"type": name} if name else {})


def _type_name(base: str) -> str | None:
    if base in ("json", "jsonb"):
        return None
    if base in _NUMBERS:
        return "integer"
    if base in ("numeric", "float4", "float8"):
        return "number"
    return "boolean" if base == "bool" else "string"


def _definition(relation: Relation, relationships: Mapping[tuple[str, str], tuple[Relationship, ...]]) -> Json:
    required = [column.name for column in relation.columns.values() if column.is_required]
    targets = {
        relationship.pairs[0][0]: (relationship.target[1], relationship.pairs[0][1])
        for relationship in reversed(relationships.get(relation.key, ()))
        if relationship.is_to_one
        and len(relationship.pairs) == 1
        and not relationship.target_is_view
        and not relationship.is_inverse
    }
    members = {
        column.name: _member(column, column.name in relation.primary_key, targets.get(column.name))
        for column in relation.columns.values()
    }
    definition: Json = {"type": "object", "properties": members}
    if required:
        definition["required"] = required
    if relation.comment:
        definition["description"] = relation.comment
    return definition


def _member(column: Column, is_key: bool, target: tuple[str, str] | None) -> Json:
    notes = []
    if is_key:
        notes.append("This is a Primary Key.<pk/>")
    if target is not None:
        table, name = target
        notes.append(f"This is a Foreign Key to `{table}.{name}`.<fk table='{table}' column='{name}'/>")
    parts = [part for part in (column.comment, "Note:\n" + "\n".join(notes) if notes else None) if part]
    member = _type_of(column.base_type, column.label)
    return member | ({"description": "\n\n".join(parts)} if parts else {})


def _parameters(relations: Iterable[Relation]) -> Json:
    parameters: Json = {
        key: {"in": place, "name": name, "description": text, "type": "string", "required": False}
        | ({"enum": _CHOICES[key]} if key in _CHOICES else {})
        for key, (place, name, text) in _SHARED.items()
    }
    for relation in relations:
        row = {"$ref": f"#/definitions/{relation.name}"}
        parameters[f"body.{relation.name}"] = {"in": "body", "name": relation.name, "required": False, "schema": row}
        for column in relation.columns.values():
            place = {"in": "query", "name": column.name, "required": False, "type": "string"}
            parameters[f"rowFilter.{relation.name}.{column.name}"] = place
    return parameters
