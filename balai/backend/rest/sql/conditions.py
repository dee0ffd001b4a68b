"""Turns filters into SQL conditions: the WHERE clause of a statement.

Operators as in the REST contract, section 4: comparison, pattern, array, range and full-text search.
"""

from collections.abc import Sequence

from balai.backend.rest.plan.nodes import Condition, EmbedFilter, Group
from balai.backend.rest.request.syntax import Field, Filter, Operation
from balai.backend.rest.schema.schema_cache import Relation
from balai.backend.rest.sql.writer import Writer, quote
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
    if operation.operator in FULL_TEXT:
        text = _write_full_text(writer, relation, subject, condition.field, operation)
    elif operation.operator == "is":
        text = f"{subject} IS {IS[operation.value.text]}"
    elif operation.operator == "in":
        text = f"{subject} = ANY({writer.bind(operation.value)})"
    elif operation.quantifier:
        which = operation.quantifier.upper()
        text = f"{subject} {OPERATORS[operation.operator]} {which}({writer.bind(operation.value)})"
    else:
        text = f"{subject} {OPERATORS[operation.operator]} {writer.bind(operation.value)}"
    return f"NOT ({text})" if operation.negated else f"({text})"


def _write_full_text(writer: Writer, relation: Relation, subject: str, field: Field, operation: Operation) -> str:
    # The configuration is written literally, because an index over to_tsvector(…) can only be used then.
    config = f"{literal(operation.config)}::regconfig, " if operation.config else ""
    known = relation.columns.get(field.name)
    if field.steps or (known is not None and known.base_type != "tsvector"):
        subject = f"to_tsvector({config}{subject})"
    return f"{subject} @@ {FULL_TEXT[operation.operator]}({config}{writer.bind(operation.value, 'text')})"
