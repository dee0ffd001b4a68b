"""What the database is asked about changes: their values as JSON, the filters that it must compare, who may see them.

Several changes go in one message, so however many subscribers and claims there are, a change costs two round trips at
most. Where the message fails, each change is asked about alone; one that still fails is shown to nobody.
"""

import logging
from collections.abc import Iterable, Sequence

import msgspec

from balai.backend.realtime.changes.filter_matching import Test
from balai.backend.realtime.changes.tables import Table
from balai.backend.realtime.replication.pgoutput import Change, Row
from balai.database.pipeline.connection import DatabaseError, PipelinedConnection, Step
from balai.database.pipeline.connection import Value as Sent
from balai.database.transaction import Caller

log = logging.getLogger(__name__)
# Claims that one call looks at.
CLAIMS_AT_ONCE = 200
# A row of the answer from which on it could go past the memory: asked alone, its long values come by file.
LARGE = 100_000
AWAIT = "select realtime.await_commit($1::bigint)"
VISIBLE = "select array_to_string(realtime.visible_to($1::oid, $2::text[], $3::text[], $4, $5::text[]), '', '-')"
BEGIN: Step = ("BEGIN READ ONLY", ())
LIMIT = "select set_config('statement_timeout', $1, true)"
TIMEOUT_MS = 3000
COMMIT: Step = ("COMMIT", ())
HEAD = 2


class Sight(msgspec.Struct, eq=False):
    """What is known of one change. `seen_by` of None: everybody; values are JSON by column."""

    change: Change
    table: Table
    new: dict[str, bytes] = {}
    old: dict[str, bytes] = {}
    seen_by: set[Caller] | None = None


async def passing(connection: PipelinedConnection, asked: Sequence[tuple[Test, Row]], *, timeout_ms: int) -> list[bool]:
    """Answers of the tests that the database makes. Raises DatabaseError where one fails or takes too long."""
    steps = [test.step(row) for test, row in asked]
    answers = iter(await _run(connection, [step for step in steps if step is not None], timeout_ms))
    return [step is not None and next(answers)[0][0] == b"t" for step in steps]


async def look(connection: PipelinedConnection, asked: Sequence[tuple[Sight, Iterable[Caller]]]) -> list[Sight]:
    """Fill in values and who of the callers sees them; sights about which the database fails are left out."""
    small = [(sight, list(callers)) for sight, callers in asked if sight.change.size < LARGE]
    large = [(sight, list(callers)) for sight, callers in asked if sight.change.size >= LARGE]
    done = await _look_together(connection, small)
    for sight, callers in large:
        done += await _look_alone(connection, sight, callers)
    order = {id(sight): place for place, (sight, _) in enumerate(asked)}
    return sorted(done, key=lambda sight: order[id(sight)])


async def _look_together(connection: PipelinedConnection, asked: list[tuple[Sight, list[Caller]]]) -> list[Sight]:
    if not asked:
        return []
    steps: list[Step] = []
    for sight, callers in asked:
        steps += [*_values(sight), *_checks(sight, callers)]
    last = asked[-1][0].change.transaction
    try:
        answers = iter(await _run(connection, [(AWAIT, (str(last),)), *steps]))
    except DatabaseError:
        if len(asked) > 1:
            return [one for pair in asked for one in await _look_together(connection, [pair])]
        log.warning("a change of %s cannot be looked at", asked[0][0].table.name, exc_info=True)
        return []
    next(answers)
    for sight, callers in asked:
        for row, values in ((sight.change.new, sight.new), (sight.change.old, sight.old)):
            if row is not None:
                _take(sight.table, row, next(answers)[0], values)
        if sight.seen_by is not None:
            for part in _chunks(callers):
                _note(sight.seen_by, part, next(answers)[0][0] or b"")
    return [sight for sight, _ in asked]


async def _look_alone(connection: PipelinedConnection, sight: Sight, callers: list[Caller]) -> list[Sight]:
    """A change with long values: one statement at a time, since a long value of an answer comes by file."""
    try:
        for row, values in ((sight.change.new, sight.new), (sight.change.old, sight.old)):
            if row is None:
                continue
            [[answer]] = await connection.run([_value_step(sight.table, row)])
            whole = list(answer)
            for place in range(len(whole)):
                spool = connection.take_spool(place)
                if spool is not None:
                    whole[place] = b"".join(spool.parts())
                    spool.close()
            _take(sight.table, row, whole, values)
        rest = await _run(connection, [(AWAIT, (str(sight.change.transaction),)), *_checks(sight, callers)])
    except (DatabaseError, OSError):
        log.warning("a large change of %s cannot be looked at", sight.table.name, exc_info=True)
        return []
    if sight.seen_by is not None:
        for part, answered in zip(_chunks(callers), rest[1:], strict=True):
            _note(sight.seen_by, part, answered[0][0] or b"")
    return [sight]


async def _run(
    connection: PipelinedConnection, steps: list[Step], timeout_ms: int = TIMEOUT_MS
) -> list[list[tuple[bytes | None, ...]]]:
    if not steps:
        return []
    try:
        return (await connection.run([BEGIN, (LIMIT, (str(timeout_ms),)), *steps, COMMIT]))[HEAD:-1]
    except DatabaseError:
        await connection.run([("ROLLBACK", ())])
        raise


def _values(sight: Sight) -> list[Step]:
    return [_value_step(sight.table, row) for row in (sight.change.new, sight.change.old) if row is not None]


def _value_step(table: Table, row: Row) -> Step:
    values: list[Sent] = []
    for column in table.columns:
        value = row.get(column.name)
        values.append(value if isinstance(value, bytes) else None)
    return table.as_json, values


def _take(table: Table, row: Row, answer: Sequence[bytes | None], values: dict[str, bytes]) -> None:
    """Keep the values that are there: what the log did not have is not null."""
    for column, text in zip(table.columns, answer, strict=True):
        if column.name in row and (row[column.name] is None or isinstance(row[column.name], bytes)):
            values[column.name] = b"null" if text is None else text


def _checks(sight: Sight, callers: list[Caller]) -> list[Step]:
    if sight.seen_by is None:
        return []
    row = sight.change.new or {}
    key = _array(sight.table.key)
    values = _array([value.decode() for name in sight.table.key if isinstance(value := row.get(name), bytes)])
    return [
        (VISIBLE, (str(sight.table.oid), key, values, part[0].role, _array([caller.claims for caller in part])))
        for part in _chunks(callers)
    ]


def _chunks(callers: list[Caller]) -> list[list[Caller]]:
    """Callers of one role each, not too many."""
    by_role: dict[str, list[Caller]] = {}
    for caller in callers:
        by_role.setdefault(caller.role, []).append(caller)
    return [
        same[start : start + CLAIMS_AT_ONCE]
        for same in by_role.values()
        for start in range(0, len(same), CLAIMS_AT_ONCE)
    ]


def _note(seen_by: set[Caller], asked: list[Caller], answer: bytes) -> None:
    seen_by.update(caller for caller, letter in zip(asked, answer.decode(), strict=True) if letter == "t")


def _array(texts: Iterable[str]) -> str:
    """A text array as PostgreSQL reads one."""
    quoted = ('"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"' for text in texts)
    return "{" + ",".join(quoted) + "}"
