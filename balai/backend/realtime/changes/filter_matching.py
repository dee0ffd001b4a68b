"""Filters against a table: checked once when somebody subscribes, then answered for each row.

Most filters compare a plain value for equality: that is done here. What needs PostgreSQL's own idea of order, patterns
or equality is asked of PostgreSQL.
"""

from collections.abc import Sequence

import msgspec

from balai.backend.realtime.changes.filters import OPERATORS, PATTERNS, STATES, Filter
from balai.backend.realtime.changes.tables import Column, Table
from balai.backend.realtime.replication.pgoutput import Row
from balai.database.pipeline.connection import PipelinedConnection, Step

EQUALITIES = {"eq", "neq", "in", "isdistinct"}
TRUTHS = {"true": b"t", "false": b"f"}


class InvalidFilter(ValueError):
    """The filter does not fit the table; the message is the database's."""


class Test(msgspec.Struct, frozen=True):
    """One filter, ready. `values` are texts as the column's type writes them; `statement`: the database answers."""

    column: str
    operator: str
    values: tuple[bytes, ...]
    is_negated: bool
    statement: str = ""

    def matches(self, row: Row) -> bool | None:
        """Whether a row passes; None: not known, which is not delivered. Only for tests without a statement."""
        answer = self._compare(row)
        return answer if answer is None or not self.is_negated else not answer

    def _compare(self, row: Row) -> bool | None:
        if self.column not in row:
            return None
        value = row[self.column]
        if not (value is None or isinstance(value, bytes)):
            return None
        if self.operator == "is":
            state = self.values[0].decode()
            return value is None if state in {"null", "unknown"} else value == TRUTHS[state]
        if self.operator == "isdistinct":
            return value is None or value != self.values[0]
        if value is None:
            return None
        return value != self.values[0] if self.operator == "neq" else value in self.values

    def step(self, row: Row) -> Step | None:
        """What to ask the database; None where the row has no such value, so it does not pass."""
        value = row.get(self.column)
        if self.column not in row or not (value is None or isinstance(value, bytes)):
            return None
        return self.statement, (value, *self.values)


async def prepare_filters(
    connection: PipelinedConnection, table: Table, role: str, filters: Sequence[Filter]
) -> list[Test]:
    """Check filters against the table.

    Raises:
        InvalidFilter: a column that is not there or not this role's to read, a value that its type does not take.
        DatabaseError: what PostgreSQL has against a value.
    """
    tests = []
    for filter_ in filters:
        column = table.by_name.get(filter_.column)
        if column is None or role not in column.readers:
            raise InvalidFilter(f"invalid column for filter {filter_.column}")
        tests.append(await _prepare(connection, column, filter_))
    return tests


async def _prepare(connection: PipelinedConnection, column: Column, filter_: Filter) -> Test:
    name, operator, is_negated = column.name, filter_.operator, filter_.is_negated
    if operator == "is":
        [state] = filter_.values
        if state.lower() not in STATES or (state.lower() != "null" and column.type != "bool"):
            raise InvalidFilter(f"invalid value for filter {name}: is.{state}")
        return Test(name, operator, (state.lower().encode(),), is_negated)
    if operator in PATTERNS:
        sign = OPERATORS[operator]
        statement = f"select ($1::{column.cast} {sign} $2)"
        # The pattern itself is looked at only where there is something to compare.
        await connection.run([(statement, (None, filter_.values[0])), (f"select '' {sign} $1", filter_.values)])
        return Test(
            name, operator, (filter_.values[0].encode(),), is_negated, _negated(statement, is_negated=is_negated)
        )
    written = f"select ($1::{column.cast})::text"
    rows = await connection.run([(written, (value,)) for value in filter_.values]) if filter_.values else []
    values = tuple(row[0][0] or b"" for row in rows)
    if operator in EQUALITIES and column.is_plain:
        return Test(name, operator, values, is_negated)
    statement = _comparison(column, operator, len(values))
    await connection.run([(statement, (None, *values))])
    return Test(name, operator, values, is_negated, _negated(statement, is_negated=is_negated))


def _comparison(column: Column, operator: str, count: int) -> str:
    given = [f"${number}::{column.cast}" for number in range(1, count + 2)]
    if operator != "in":
        return f"select ({given[0]} {OPERATORS[operator]} {given[1]})"
    return f"select ({given[0]} in ({', '.join(given[1:])}))" if count else f"select ({given[0]} is not null and false)"


def _negated(statement: str, *, is_negated: bool) -> str:
    return statement.replace("select ", "select not ", 1) if is_negated else statement
