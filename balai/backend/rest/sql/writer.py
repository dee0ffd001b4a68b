"""Writes the parts of a statement: quoted names, bound values and fields.

Identifiers are always quoted. Values are never part of the text. They travel as text, and `$n` gets the type that
PostgreSQL infers, as an untyped literal would; `$n::type` is used where the type is known here.
"""

import msgspec

from balai.backend.rest.request.syntax import Field, Param, Step
from balai.backend.rest.rules import QualifiedName
from balai.backend.rest.schema.schema_cache import Relation


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
