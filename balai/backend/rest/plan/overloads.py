"""Resolves overloaded functions by the names of the arguments, never by their types."""

from collections.abc import Sequence

from balai.backend.rest.errors import RestError
from balai.backend.rest.plan.hints import MIN_SIMILARITY_OF_KNOWN, find_similar
from balai.backend.rest.request.payload import JSON_TYPE, RAW_TYPES
from balai.backend.rest.rules import QualifiedName
from balai.backend.rest.schema.schema_cache import Function, SchemaCache


def get_function(cache: SchemaCache, key: QualifiedName, names: Sequence[str], *, body_media: str = "") -> Function:
    """Returns the one overload that takes arguments of these names. `body_media` is the type of a POST's body.

    Raises:
        RestError: PGRST202 if none does, PGRST203 if several do.
    """
    overloads = cache.functions.get(key, ())
    is_raw = body_media in RAW_TYPES
    found = [function for function in overloads if _accepts_arguments(function, set(names), is_raw=is_raw)]
    if not found and body_media:
        labels = RAW_TYPES.get(body_media, ("json", "jsonb") if body_media == JSON_TYPE else ())
        found = [
            function
            for function in overloads
            if has_unnamed_parameter(function) and function.parameters[0].label in labels
        ]
    if not found:
        raise _no_function(cache, key, sorted(set(names)), body_media)
    if len(found) > 1:
        raise _many_functions(found)
    return found[0]


def _accepts_arguments(function: Function, names: set[str], *, is_raw: bool) -> bool:
    if not function.parameters:
        return not names and not is_raw
    required = {parameter.name for parameter in function.parameters if parameter.is_required}
    return required <= names <= {parameter.name for parameter in function.parameters}


def has_unnamed_parameter(function: Function) -> bool:
    """Whether the only parameter has no name, and so takes the whole body."""
    return len(function.parameters) == 1 and not function.parameters[0].name


def _no_function(cache: SchemaCache, key: QualifiedName, names: Sequence[str], body_media: str) -> RestError:
    called = f"{key[0]}.{key[1]}"
    listed = f"({', '.join(names)})" if names else " without parameters"
    described = f" with parameter{'s' if len(names) > 1 else ''} {', '.join(names)}" if names else listed
    hint = None
    if body_media in RAW_TYPES:
        # The whole body is one argument, so no names were searched for.
        listed, described = "", f" with a single unnamed {RAW_TYPES[body_media][0]} parameter"
    else:
        hint = _hint(cache, key, names)
        described += " or with a single unnamed json/jsonb parameter" if body_media == JSON_TYPE else ""
    return RestError(
        404,
        "PGRST202",
        f"Could not find the function {called}{listed} in the schema cache",
        details=f"Searched for the function {called}{described}, but no matches were found in the schema cache.",
        hint=hint,
    )


def _hint(cache: SchemaCache, key: QualifiedName, names: Sequence[str]) -> str | None:
    """Suggests another function, or the same function with other arguments."""
    schema, name = key
    overloads = cache.functions.get(key, ())
    if overloads:
        lists = [sorted(parameter.name for parameter in function.parameters) for function in overloads]
        known = (f"({', '.join(listed)})" for listed in lists)
        meant = find_similar(f"({', '.join(names)})", known, MIN_SIMILARITY_OF_KNOWN)
        similar = f"{name}{meant}" if meant else None
    else:
        similar = find_similar(name, (known[1] for known in cache.functions if known[0] == schema))
    return f"Perhaps you meant to call the function {schema}.{similar}" if similar else None


def _many_functions(found: Sequence[Function]) -> RestError:
    described = ", ".join(
        f"{function.schema}.{function.name}"
        f"({', '.join(f'{parameter.name} => {parameter.label}' for parameter in function.parameters)})"
        for function in found
    )
    return RestError(
        300,
        "PGRST203",
        f"Could not choose the best candidate function between: {described}",
        hint="Try renaming the parameters or the function itself in the database "
        "so function overloading can be resolved",
    )
