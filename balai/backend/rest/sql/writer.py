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


def convert(relation: Relation, field: Field, text: str) -> str:
    """Writes a field as it is sent to the client: values of some domains are converted to JSON."""
    function = None if field.steps else relation.representation_of(field.name).to_json
    return text if function is None else f"{qualified(function)}({text})"


class Template(msgspec.Struct, frozen=True):
    """A statement, and the values bound to its parameters (from 1)."""

    text: str
    params: tuple[Param, ...]


class Writer:
    """Collects the values of a statement while its text is written.

    With `keeps_rows`, rows keep the row type of their relation: an aggregate of the database takes them as they are.
    With `lists_columns`, all columns are written one by one, because their source has other columns too.
    """

    def __init__(self, *, keeps_rows: bool = False) -> None:
        self.params: list[Param] = []
        self.keeps_rows = keeps_rows
        self.lists_columns = False
        self._numbers: dict[tuple[Param, str], int] = {}

    def finish(self, text: str) -> Template:
        """Returns the statement."""
        return Template(text, tuple(self.params))

    def bind(self, param: Param, type_name: str | None = None) -> str:
        """Binds a value with this type, or with the type that PostgreSQL infers."""
        if type_name is None:
            self.params.append(param)
            return f"${len(self.params)}"
        return f"{self._bind_once(param, type_name)}::{type_name}"

    def _bind_once(self, param: Param, type_name: str) -> str:
        """Binds equal values of one type once. Then a JSON path in GROUP BY is the same as in SELECT."""
        key = (param, type_name)
        if key not in self._numbers:
            self.params.append(param)
            self._numbers[key] = len(self.params)
        return f"${self._numbers[key]}"

    def field(self, relation: Relation, alias: str, field: Field) -> str:
        """Writes a column with its JSON path. Unknown names pass: they may be computed fields."""
        column = f"{quote(alias)}.{quote(field.name)}"
        if not field.steps:
            return column
        known = relation.columns.get(field.name)
        if known is None or known.base_type not in ("json", "jsonb"):
            column = f"to_jsonb({column})"
        return column + "".join(self._step(step) for step in field.steps)

    def star(self, relation: Relation, alias: str) -> list[str]:
        """Writes all columns."""
        if self.lists_columns or (relation.is_represented and not self.keeps_rows):
            return self.each_column(relation, alias)
        return [f"{quote(alias)}.*"]

    def each_column(self, relation: Relation, alias: str) -> list[str]:
        """Writes all columns, one by one."""
        fields = {name: f"{quote(alias)}.{quote(name)}" for name in relation.columns}
        if self.keeps_rows:
            return list(fields.values())
        return [f"{convert(relation, Field(name), text)} AS {quote(name)}" for name, text in fields.items()]

    def _step(self, step: Step) -> str:
        arrow = "->>" if step.as_text else "->"
        if step.is_index:
            return f"{arrow}({self.bind(Param(step.key), 'pg_catalog.int4')})"
        return f"{arrow}({self._bind_once(Param(step.key), '')})"
