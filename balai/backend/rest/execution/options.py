"""Handles `OPTIONS`: the methods that a relation or function supports. Grants are not considered."""

from balai.backend.rest.execution.responses import RestResponse
from balai.backend.rest.plan.overloads import get_function
from balai.backend.rest.request.query_string import extract_values, parse
from balai.backend.rest.schema.schema_cache import Relation, SchemaCache
from balai.backend.rest.sql.compile_read import get_relation


def options_response(cache: SchemaCache, schema: str, name: str, query: bytes, *, is_call: bool) -> RestResponse:
    """Returns the response to OPTIONS."""
    if is_call:
        methods = _of_function(cache, schema, name, query)
    else:
        methods = _of_relation(get_relation(cache, schema, name)) if name else "OPTIONS,GET,HEAD"
    headers = [(b"allow", methods.encode()), (b"content-length", b"0")]
    return RestResponse(200, headers)


def _of_relation(relation: Relation) -> str:
    methods = ["OPTIONS", "GET", "HEAD"]
    if relation.insertable:
        methods.append("POST")
    if relation.insertable and relation.updatable and relation.primary_key:
        methods.append("PUT")
    if relation.updatable:
        methods.append("PATCH")
    if relation.deletable:
        methods.append("DELETE")
    return ",".join(methods)


def _of_function(cache: SchemaCache, schema: str, name: str, query: bytes) -> str:
    arguments = parse(extract_values(query, has_arguments=True).tokens).arguments
    names = tuple(dict.fromkeys(argument for argument, _ in arguments))
    is_volatile = get_function(cache, (schema, name), names).is_volatile
    return "OPTIONS,POST" if is_volatile else "OPTIONS,GET,HEAD,POST"
