# ruff: noqa: S608 - identifiers are quoted and values bound by the Writer.
"""Turns filters into SQL conditions: the WHERE clause of a statement.

Operators as in the REST contract, section 4: comparison, pattern, array, range and full-text search.
"""

from collections.abc import Sequence

from balai.backend.rest.plan.nodes import Condition, EmbedFilter, Group
from balai.backend.rest.request.syntax import Field, Filter, Operation, Param
from balai.backend.rest.rules import QualifiedName
from balai.backend.rest.schema.schema_cache import Relation
from balai.backend.rest.sql.writer import Writer, qualified, quote
from balai.database.transaction import literal

OPERATORS = {
    "eq": "=",
    "neq": "<>",
    "gt": ">",
    "gte": ">=",
    "lt": "<",
    "lte": "<=",
    "like": "LIKE",
    "ilike": "ILIKE",
    "match": "~",
    "imatch": "~*",
    "cs": "@>",
    "cd": "<@",
    "ov": "&&",
    "sl": "<<",
    "sr": ">>",
    "nxr": "&<",
    "nxl": "&>",
    "adj": "-|-",
    "isdistinct": "IS DISTINCT FROM",
}
FULL_TEXT = {
    "fts": "to_tsquery",
    "plfts": "plainto_tsquery",
    "phfts": "phraseto_tsquery",
    "wfts": "websearch_to_tsquery",
}
# Operators that compare with a value of the column's own type: a domain's function reads it from the text.
_PARSED = frozenset({"eq", "neq", "gt", "gte", "lt", "lte", "isdistinct"})
IS = {"null": "NULL", "not_null": "NOT NULL", "true": "TRUE", "false": "FALSE", "unknown": "UNKNOWN"}


def write_where(
    writer: Writer, relation: Relation, alias: str, conditions: Sequence[Condition], joins: Sequence[str] = ()
) -> str:
    """Writes the WHERE clause; empty without conditions."""
    written = [*joins, *(write_condition(writer, relation, alias, condition) for condition in conditions)]
    return f" WHERE {' AND '.join(written)}" if written else ""


def write_condition(writer: Writer, relation: Relation, alias: str, condition: Condition) -> str:
    """Writes one condition, in parentheses where they matter."""
    if isinstance(condition, EmbedFilter):
        return f"{quote(condition.alias)} IS {'' if condition.is_present else 'NOT '}DISTINCT FROM NULL"
    if isinstance(condition, Group):
        nodes = [write_condition(writer, relation, alias, node) for node in condition.nodes]
        joined = f" {condition.operator.upper()} ".join(nodes)
        return f"{'NOT ' if condition.negated else ''}({joined})"
    return _write_filter(writer, relation, alias, condition)


def _write_filter(writer: Writer, relation: Relation, alias: str, condition: Filter) -> str:
    operation = condition.operation
    subject = writer.field(relation, alias, condition.field)
    parse = None if condition.field.steps else relation.representation_of(condition.field.name).from_text
    if operation.operator in FULL_TEXT:
        text = _write_full_text(writer, relation, subject, condition.field, operation)
    elif operation.operator == "is":
        text = f"{subject} IS {IS[operation.value.text]}"
    elif operation.operator == "in":
        text = f"{subject} = ANY({_write_array(writer, operation.value, parse)})"
    elif operation.quantifier:
        values = _write_array(writer, operation.value, parse if operation.operator in _PARSED else None)
        text = f"{subject} {OPERATORS[operation.operator]} {operation.quantifier.upper()}({values})"
    elif parse is not None and operation.operator in _PARSED:
        value = f"{qualified(parse)}({writer.bind(operation.value, 'text')})"
        text = f"{subject} {OPERATORS[operation.operator]} {value}"
    else:
        text = f"{subject} {OPERATORS[operation.operator]} {writer.bind(operation.value)}"
    return f"NOT ({text})" if operation.negated else f"({text})"


def _write_array(writer: Writer, value: Param, parse: QualifiedName | None) -> str:
    if parse is None:
        return writer.bind(value)
    return f"ARRAY(SELECT {qualified(parse)}(v) FROM unnest({writer.bind(value, 'text[]')}) AS v)"


def _write_full_text(writer: Writer, relation: Relation, subject: str, field: Field, operation: Operation) -> str:
    # The configuration is written literally, because an index over to_tsvector(…) can only be used then.
    config = f"{literal(operation.config)}::regconfig, " if operation.config else ""
    known = relation.columns.get(field.name)
    if field.steps or (known is not None and known.base_type != "tsvector"):
        subject = f"to_tsvector({config}{subject})"
    return f"{subject} @@ {FULL_TEXT[operation.operator]}({config}{writer.bind(operation.value, 'text')})"
