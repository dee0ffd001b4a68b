"""Writes the parts of a statement: quoted names, bound values, fields and conditions.

Identifiers are always quoted. Values are never part of the text. They travel as text, and `$n` gets the type that
PostgreSQL infers, as an untyped literal would; `$n::type` is used where the type is known here.
"""

from collections.abc import Sequence

import msgspec

from balai.backend.rest.plan.nodes import Condition, EmbedFilter, Group
from balai.backend.rest.request.syntax import Field, Filter, Operation, Param, Step
from balai.backend.rest.rules import QualifiedName
from balai.backend.rest.schema.schema_cache import Relation
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


def quote(name: str) -> str:
    """Quotes an identifier. NUL would end the message to the server, so the name is cut there."""
    return '"' + name.split("\0", 1)[0].replace('"', '""') + '"'


def qualified(name: QualifiedName) -> str:
    """Quotes a schema-qualified name."""
    return f"{quote(name[0])}.{quote(name[1])}"


class Template(msgspec.Struct, frozen=True):
    """A statement, and the values bound to its parameters (from 1)."""

    text: str
    params: tuple[Param, ...]


class Writer:
    """Collects the values of a statement while its text is written."""

    def __init__(self) -> None:
        self.params: list[Param] = []

    def finish(self, text: str) -> Template:
        """Returns the statement."""
        return Template(text, tuple(self.params))

    def bind(self, param: Param, type_name: str | None = None) -> str:
        """Binds a value with this type, or with the type that PostgreSQL infers."""
        self.params.append(param)
        return f"${len(self.params)}" if type_name is None else f"${len(self.params)}::{type_name}"

    def field(self, relation: Relation, alias: str, field: Field) -> str:
        """Writes a column with its JSON path. Unknown names pass: they may be computed fields."""
        column = f"{quote(alias)}.{quote(field.name)}"
        if not field.steps:
            return column
        known = relation.columns.get(field.name)
        if known is None or known.base_type not in ("json", "jsonb"):
            column = f"to_jsonb({column})"
        return column + "".join(self._step(step) for step in field.steps)

    def _step(self, step: Step) -> str:
        arrow = "->>" if step.as_text else "->"
        return f"{arrow}({self.bind(Param(step.key), 'pg_catalog.int4' if step.is_index else 'text')})"

    def where(self, relation: Relation, alias: str, conditions: Sequence[Condition], joins: Sequence[str] = ()) -> str:
        """Writes the WHERE clause; empty without conditions."""
        written = [*joins, *(self.condition(relation, alias, condition) for condition in conditions)]
        return f" WHERE {' AND '.join(written)}" if written else ""

    def condition(self, relation: Relation, alias: str, condition: Condition) -> str:
        """Writes one condition, in parentheses where they matter."""
        if isinstance(condition, EmbedFilter):
            return f"{quote(condition.alias)} IS {'' if condition.is_present else 'NOT '}DISTINCT FROM NULL"
        if isinstance(condition, Group):
            nodes = [self.condition(relation, alias, node) for node in condition.nodes]
            joined = f" {condition.operator.upper()} ".join(nodes)
            return f"{'NOT ' if condition.negated else ''}({joined})"
        return self._filter(relation, alias, condition)

    def _filter(self, relation: Relation, alias: str, condition: Filter) -> str:
        operation = condition.operation
        subject = self.field(relation, alias, condition.field)
        if operation.operator in FULL_TEXT:
            text = self._full_text(relation, subject, condition.field, operation)
        elif operation.operator == "is":
            text = f"{subject} IS {IS[operation.value.text]}"
        elif operation.operator == "in":
            text = f"{subject} = ANY({self.bind(operation.value)})"
        elif operation.quantifier:
            which = operation.quantifier.upper()
            text = f"{subject} {OPERATORS[operation.operator]} {which}({self.bind(operation.value)})"
        else:
            text = f"{subject} {OPERATORS[operation.operator]} {self.bind(operation.value)}"
        return f"NOT ({text})" if operation.negated else f"({text})"

    def _full_text(self, relation: Relation, subject: str, field: Field, operation: Operation) -> str:
        # The configuration is written literally, because an index over to_tsvector(…) can only be used then.
        config = f"{literal(operation.config)}::regconfig, " if operation.config else ""
        known = relation.columns.get(field.name)
        if field.steps or (known is not None and known.base_type != "tsvector"):
            subject = f"to_tsvector({config}{subject})"
        return f"{subject} @@ {FULL_TEXT[operation.operator]}({config}{self.bind(operation.value, 'text')})"
