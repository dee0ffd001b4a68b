# ruff: noqa: S608 - identifiers are quoted and values bound by the Writer.
"""Writes the call of a function, exactly once, in named notation."""

from collections.abc import Sequence

from balai.backend.rest.request.syntax import Param
from balai.backend.rest.schema.schema_cache import Function, Parameter
from balai.backend.rest.sql.result import SCALAR
from balai.backend.rest.sql.writer import Writer, qualified, quote

_ARGUMENTS, _CALL = '"~arguments"', '"~call"'


def write_call_with_values(
    writer: Writer, function: Function, arguments: Sequence[tuple[str, Param]], computed: Sequence[str] = ()
) -> str:
    """Writes the call with arguments from the URL: text converted to each parameter's type."""
    values_by_name: dict[str, list[Param]] = {}
    for name, value in arguments:
        values_by_name.setdefault(name, []).append(value)
    written = []
    for parameter in function.parameters:
        values = values_by_name.get(parameter.name)
        if values is None:
            continue
        if parameter.is_variadic:
            elements = ", ".join(writer.bind(value, "text") for value in values)
            argument = f"ARRAY[{elements}]::text[]::{parameter.type}"
        else:
            argument = writer.bind(values[-1], parameter.type)
        written.append(_argument(parameter, argument))
    return _select(function, ", ".join(written), "", computed)


def write_call_with_json(
    writer: Writer, function: Function, keys: Sequence[str], body: Param, computed: Sequence[str] = ()
) -> str:
    """Writes the call with arguments from a JSON object."""
    used = [parameter for parameter in function.parameters if parameter.name in keys]
    if not used:
        return _select(function, "", "", computed)
    record = ", ".join(f"{quote(parameter.name)} {parameter.type}" for parameter in used)
    source = f"json_to_record({writer.bind(body, 'pg_catalog.json')}) AS {_ARGUMENTS}({record})"
    written = [_argument(parameter, f"{_ARGUMENTS}.{quote(parameter.name)}") for parameter in used]
    return _select(function, ", ".join(written), source, computed)


def write_call_with_body(writer: Writer, function: Function, body: Param, computed: Sequence[str] = ()) -> str:
    """Writes the call of a function whose only, unnamed parameter takes the whole body."""
    return _select(function, writer.bind(body, function.parameters[0].type), "", computed)


def _argument(parameter: Parameter, value: str) -> str:
    named = f"{quote(parameter.name)} => {value}" if parameter.name else value
    return f"{'VARIADIC ' if parameter.is_variadic else ''}{named}"


def _select(function: Function, arguments: str, source: str, computed: Sequence[str]) -> str:
    """Writes the call; `computed` are functions of its rows, which only here still have their row type."""
    call = f"{qualified(function.key)}({arguments})"
    prefix = f"{source}, " if source else ""
    if function.returns == "row":
        columns = "".join(f", {_CALL}.{quote(name)}" for name in computed)
        return f"SELECT {_CALL}.*{columns} FROM {prefix}LATERAL {call} AS {_CALL}"
    if function.returns == "scalar" and function.returns_set:
        return f"SELECT {_CALL} AS {SCALAR} FROM {prefix}LATERAL {call} AS {_CALL}"
    # A bare record has no columns to name in FROM, but as a value it can be converted to JSON.
    value = f"row_to_json({call})" if function.returns == "record" else call
    return f"SELECT {value} AS {SCALAR}" + (f" FROM {source}" if source else "")
