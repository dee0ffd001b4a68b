"""Takes changes from the log and brings them to their subscribers, in the order of their commits.

The log is never kept waiting: what comes faster than it can be delivered waits here up to a bound, then it is skipped.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence

import msgspec
import structlog

from balai.backend.realtime.changes.filter_matching import Test
from balai.backend.realtime.changes.filters import PATTERNS
from balai.backend.realtime.changes.payloads import deliver, row_to_test
from balai.backend.realtime.changes.subscriptions import Subscriber, Subscriptions, Want
from balai.backend.realtime.changes.tables import Table, describe
from balai.backend.realtime.changes.visibility import Sight, look, passing
from balai.backend.realtime.interfaces import Channel
from balai.backend.realtime.replication.pgoutput import Change, Relation, Row
from balai.database.pipeline.connection import ConnectionLost, DatabaseError, NoConnection, PipelinedConnection
from balai.database.pipeline.pool import PipelinePool
from balai.database.transaction import Caller

log = structlog.get_logger("balai.realtime.changes")
MOST_CHANGES = 20_000
MOST_BYTES = 64 * 1024 * 1024
# Changes that are looked at together.
AT_ONCE = 50
# Rights that do not show in the log (a role's memberships) are looked up again after this long.
TABLE_AGE_S = 60.0
# A pattern can be made to take very long. All filters of a batch together have this, and one alone a part of it; whose
# filter takes longer is not followed any more, so that nobody else waits for it again.
FILTERS_TIMEOUT_MS = 500
FILTER_TIMEOUT_MS = 100
PATIENCE_S = 1.0
SAY_AGAIN_S = 10.0
Callers = dict[Caller, set[Subscriber]]
Matched = list[tuple[Want, Callers]]


class Candidate(msgspec.Struct, eq=False):
    """A change, its table, and the wishes for it."""

    change: Change
    table: Table
    matched: Matched


class Postman:
    """The queue of one worker, and the task that empties it. `drop` ends channels whose filters take too long."""

    def __init__(
        self, pool: PipelinePool, subscriptions: Subscriptions, drop: Callable[[Iterable[Channel]], None]
    ) -> None:
        self._pool = pool
        self._subscriptions = subscriptions
        self._drop = drop
        self._queue: deque[Change] = deque()
        self._bytes = 0
        self._has_mail = asyncio.Event()
        self._tables: dict[Relation, tuple[float, Table | None]] = {}
        self._skipped = 0
        self._said = 0.0

    def take(self, change: Change) -> None:
        """Queue a change, or skip it where too many wait."""
        if len(self._queue) >= MOST_CHANGES or self._bytes + change.size > MOST_BYTES:
            self._skip()
            return
        self._queue.append(change)
        self._bytes += change.size
        self._has_mail.set()

    def _skip(self) -> None:
        self._skipped += 1
        if time.monotonic() - self._said > SAY_AGAIN_S:
            self._said = time.monotonic()
            log.warning("changes come faster than they can be delivered", skipped=self._skipped)

    async def run(self) -> None:
        """Deliver, until cancelled."""
        while True:
            await self._has_mail.wait()
            batch = [self._queue.popleft() for _ in range(min(AT_ONCE, len(self._queue)))]
            self._bytes -= sum(change.size for change in batch)
            if not self._queue:
                self._has_mail.clear()
            try:
                await self._deliver(batch)
            except (ConnectionLost, NoConnection, TimeoutError, DatabaseError):
                # The log is lost at the same moment: then everybody is told.
                log.warning("changes are lost", count=len(batch), exc_info=True)
            except Exception:
                # Whatever one batch stumbles over, the others' changes still have to be delivered.
                log.exception("changes could not be delivered", count=len(batch))

    async def _deliver(self, batch: Sequence[Change]) -> None:
        async with self._pool.connection() as connection:
            candidates = await self._match(connection, batch)
            asked = [(sight, callers, one.matched) for one in candidates for sight, callers in [_sight_of(one)]]
            sights = await look(connection, [(sight, callers) for sight, callers, _ in asked])
        matched = {id(sight): wishes for sight, _, wishes in asked}
        for sight in sights:
            await deliver(sight, matched[id(sight)])

    async def _match(self, connection: PipelinedConnection, batch: Sequence[Change]) -> list[Candidate]:
        """Changes that somebody wants once all filters are compared."""
        candidates = []
        for change in batch:
            wishes = [(want, callers) for want, callers in self._subscriptions.about(change) if _may_pass(want, change)]
            table = await self._table(connection, change.relation) if wishes else None
            if table is not None:
                candidates.append(Candidate(change, table, wishes))
        asked = {
            (test, id(one.change)): row_to_test(one.change)
            for one in candidates
            for want, _ in one.matched
            for test in want.tests
            if test.statement
        }
        if asked:
            answers = await self._compare(connection, [(test, row) for (test, _), row in asked.items()])
            passed = {place for place, answer in zip(asked, answers, strict=True) if answer}
            for one in candidates:
                one.matched = [
                    (want, callers)
                    for want, callers in one.matched
                    if all(not test.statement or (test, id(one.change)) in passed for test in want.tests)
                ]
        return [one for one in candidates if one.matched]

    async def _compare(self, connection: PipelinedConnection, asked: Sequence[tuple[Test, Row]]) -> list[bool]:
        try:
            return await passing(connection, asked, timeout_ms=FILTERS_TIMEOUT_MS)
        except DatabaseError:
            pass
        bad: set[Test] = set()
        answers = dict.fromkeys(range(len(asked)), False)
        until = time.monotonic() + PATIENCE_S
        # Patterns last: only they can be made slow on purpose, and of those that are not reached nothing is known.
        for place in sorted(answers, key=lambda place: asked[place][0].operator in PATTERNS):
            test, _ = asked[place]
            if test in bad:
                continue
            if time.monotonic() > until and test.operator in PATTERNS:
                bad.add(test)
                continue
            try:
                [answers[place]] = await passing(connection, [asked[place]], timeout_ms=FILTER_TIMEOUT_MS)
            except DatabaseError:
                bad.add(test)
        self._drop(self._subscriptions.channels_of(bad))
        return list(answers.values())

    async def _table(self, connection: PipelinedConnection, relation: Relation) -> Table | None:
        """The table as it is. The log describes it anew after each change to it or to its rights."""
        known = self._tables.get(relation)
        if known is not None and time.monotonic() - known[0] < TABLE_AGE_S:
            return known[1]
        table = await describe(connection, relation.oid)
        for other in [other for other in self._tables if other.oid == relation.oid]:
            del self._tables[other]
        self._tables[relation] = (time.monotonic(), table)
        return table


def _may_pass(want: Want, change: Change) -> bool:
    """Whether all tests that can be made here are passed."""
    row = row_to_test(change)
    return all(test.statement or test.look(row) for test in want.tests)


def _sight_of(one: Candidate) -> tuple[Sight, Iterable[Caller]]:
    """What is to be asked about a change: of a deleted row nothing (contract 9.3), else who may see it."""
    table = one.table
    if one.change.kind == "DELETE" or not table.is_guarded or not table.key:
        return Sight(one.change, table), ()
    callers = {caller for _, callers in one.matched for caller in callers if table.is_open_to(caller.role)}
    return Sight(one.change, table, seen_by=set()), callers
