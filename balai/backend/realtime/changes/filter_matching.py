"""Filters of a table: checked once when a client subscribes, then evaluated for each row.

Most filters compare a plain value for equality, which this process does. PostgreSQL evaluates ordering, patterns, and
equality of types with rules of their own.
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
    """A checked filter. `values` are texts in the column type's output form. With a `statement` the database evaluates
    it.
    """

    column: str
    operator: str
    values: tuple[bytes, ...]
    is_negated: bool
    statement: str = ""

    def matches(self, row: Row) -> bool | None:
        """Whether a row passes; None: unknown, and not delivered. Only for tests without a statement."""
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
        """Returns the statement for the database; None if the row lacks the value, so that it does not pass."""
        value = row.get(self.column)
        if self.column not in row or not (value is None or isinstance(value, bytes)):
            return None
        return self.statement, (value, *self.values)


async def prepare_filters(
    connection: PipelinedConnection, table: Table, role: str, filters: Sequence[Filter]
) -> list[Test]:
    """Checks filters against the table.

    Raises:
        InvalidFilter: the column does not exist, this role may not read it, or its type does not accept the value.
        DatabaseError: PostgreSQL rejected a value.
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
        # Without a value PostgreSQL does not check the pattern itself, so a second statement does.
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
