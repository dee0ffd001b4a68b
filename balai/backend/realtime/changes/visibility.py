"""Loads from the database the values of changes as JSON, results of filters, and which callers may see a change.

Several changes go in one message, so a change costs at most two round trips, for any number of subscribers and claims.
If the message fails, each change is sent alone; one that still fails is delivered to no subscriber.
"""

from collections.abc import Iterable, Sequence

import msgspec
import structlog

from balai.backend.realtime.changes.filter_matching import Test
from balai.backend.realtime.changes.tables import Table
from balai.backend.realtime.replication.pgoutput import Change, Row
from balai.database.pipeline.connection import DatabaseError, PipelinedConnection, Step
from balai.database.pipeline.connection import Value as Sent
from balai.database.transaction import Caller

log = structlog.get_logger("balai.realtime.changes")
# Claims in one call.
MAX_CLAIMS = 200
# From this size on a row is loaded alone, since it could exceed the memory: its long values are spooled to a file.
LARGE_CHANGE = 100_000
AWAIT_COMMIT = "select realtime.await_commit($1::bigint)"
VISIBLE = "select array_to_string(realtime.visible_to($1::oid, $2::text[], $3::text[], $4, $5::text[]), '', '-')"
BEGIN: Step = ("BEGIN READ ONLY", ())
SET_TIMEOUT = "select set_config('statement_timeout', $1, true)"
TIMEOUT_MS = 3000
COMMIT: Step = ("COMMIT", ())
PREFIX_STEPS = 2


class ChangeVisibility(msgspec.Struct, eq=False):
    """The loaded values (JSON by column) and visibility of one change. `visible_to` None: all callers may see it."""

    change: Change
    table: Table
    new: dict[str, bytes] = {}
    old: dict[str, bytes] = {}
    visible_to: set[Caller] | None = None


async def evaluate_filters(
    connection: PipelinedConnection, requests: Sequence[tuple[Test, Row]], *, timeout_ms: int
) -> list[bool]:
    """Evaluates tests in the database. Raises DatabaseError if one fails or takes too long."""
    steps = [test.step(row) for test, row in requests]
    answers = iter(await _run(connection, [step for step in steps if step is not None], timeout_ms))
    return [step is not None and next(answers)[0][0] == b"t" for step in steps]


async def load_visibility(
    connection: PipelinedConnection, requests: Sequence[tuple[ChangeVisibility, Iterable[Caller]]]
) -> list[ChangeVisibility]:
    """Fills in the values and the callers that may see them; changes on which the database fails are left out."""
    batch = [(visibility, list(callers)) for visibility, callers in requests if visibility.change.size < LARGE_CHANGE]
    oversized = [
        (visibility, list(callers)) for visibility, callers in requests if visibility.change.size >= LARGE_CHANGE
    ]
    loaded = await _load_batch(connection, batch)
    for visibility, callers in oversized:
        loaded += await _load_large(connection, visibility, callers)
    order = {id(visibility): place for place, (visibility, _) in enumerate(requests)}
    return sorted(loaded, key=lambda visibility: order[id(visibility)])


async def _load_batch(
    connection: PipelinedConnection, requests: list[tuple[ChangeVisibility, list[Caller]]]
) -> list[ChangeVisibility]:
    if not requests:
        return []
    steps: list[Step] = []
    for visibility, callers in requests:
        steps += [*_value_steps(visibility), *_visibility_steps(visibility, callers)]
    last = requests[-1][0].change.transaction
    try:
        answers = iter(await _run(connection, [(AWAIT_COMMIT, (str(last),)), *steps]))
    except DatabaseError:
        if len(requests) > 1:
            return [one for pair in requests for one in await _load_batch(connection, [pair])]
        log.warning("change_visibility_failed", table=requests[0][0].table.name, exc_info=True)
        return []
    next(answers)
    for visibility, callers in requests:
        for row, values in ((visibility.change.new, visibility.new), (visibility.change.old, visibility.old)):
            if row is not None:
                _store_values(visibility.table, row, next(answers)[0], values)
        if visibility.visible_to is not None:
            for part in _caller_batches(callers):
                _add_visible(visibility.visible_to, part, next(answers)[0][0] or b"")
    return [visibility for visibility, _ in requests]


async def _load_large(
    connection: PipelinedConnection, visibility: ChangeVisibility, callers: list[Caller]
) -> list[ChangeVisibility]:
    """Loads a change with long values by one statement at a time, since long values are spooled to a file."""
    try:
        for row, values in ((visibility.change.new, visibility.new), (visibility.change.old, visibility.old)):
            if row is None:
                continue
            [[answer]] = await connection.run([_value_step(visibility.table, row)])
            whole = list(answer)
            for place in range(len(whole)):
                spool = connection.take_spool(place)
                if spool is not None:
                    whole[place] = b"".join(spool.parts())
                    spool.close()
            _store_values(visibility.table, row, whole, values)
        rest = await _run(
            connection, [(AWAIT_COMMIT, (str(visibility.change.transaction),)), *_visibility_steps(visibility, callers)]
        )
    except (DatabaseError, OSError):
        log.warning("large_change_visibility_failed", table=visibility.table.name, exc_info=True)
        return []
    if visibility.visible_to is not None:
        for part, answered in zip(_caller_batches(callers), rest[1:], strict=True):
            _add_visible(visibility.visible_to, part, answered[0][0] or b"")
    return [visibility]


async def _run(
    connection: PipelinedConnection, steps: list[Step], timeout_ms: int = TIMEOUT_MS
) -> list[list[tuple[bytes | None, ...]]]:
    if not steps:
        return []
    try:
        return (await connection.run([BEGIN, (SET_TIMEOUT, (str(timeout_ms),)), *steps, COMMIT]))[PREFIX_STEPS:-1]
    except DatabaseError:
        await connection.run([("ROLLBACK", ())])
        raise


def _value_steps(visibility: ChangeVisibility) -> list[Step]:
    return [
        _value_step(visibility.table, row) for row in (visibility.change.new, visibility.change.old) if row is not None
    ]


def _value_step(table: Table, row: Row) -> Step:
    values: list[Sent] = []
    for column in table.columns:
        value = row.get(column.name)
        values.append(value if isinstance(value, bytes) else None)
    return table.as_json, values


def _store_values(table: Table, row: Row, answer: Sequence[bytes | None], values: dict[str, bytes]) -> None:
    """Stores the values that are present: a value that the stream omits is not null."""
    for column, text in zip(table.columns, answer, strict=True):
        if column.name in row and (row[column.name] is None or isinstance(row[column.name], bytes)):
            values[column.name] = b"null" if text is None else text


def _visibility_steps(visibility: ChangeVisibility, callers: list[Caller]) -> list[Step]:
    if visibility.visible_to is None:
        return []
    row = visibility.change.new or {}
    key = _array(visibility.table.key)
    values = _array([value.decode() for name in visibility.table.key if isinstance(value := row.get(name), bytes)])
    return [
        (VISIBLE, (str(visibility.table.oid), key, values, part[0].role, _array([caller.claims for caller in part])))
        for part in _caller_batches(callers)
    ]


def _caller_batches(callers: list[Caller]) -> list[list[Caller]]:
    """Groups callers by role, in batches."""
    by_role: dict[str, list[Caller]] = {}
    for caller in callers:
        by_role.setdefault(caller.role, []).append(caller)
    return [same[start : start + MAX_CLAIMS] for same in by_role.values() for start in range(0, len(same), MAX_CLAIMS)]


def _add_visible(visible_to: set[Caller], requests: list[Caller], answer: bytes) -> None:
    visible_to.update(caller for caller, broadcast in zip(requests, answer.decode(), strict=True) if broadcast == "t")


def _array(texts: Iterable[str]) -> str:
    """Formats a text array as PostgreSQL reads it."""
    quoted = ('"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"' for text in texts)
    return "{" + ",".join(quoted) + "}"
