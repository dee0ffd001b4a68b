"""Delivers changes of the replication stream to their subscribers, in commit order.

Reading the stream never waits: changes that arrive faster than they can be delivered are queued up to a maximum, then
skipped.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence

import msgspec
import structlog

from balai.backend.realtime.changes.filter_matching import Test
from balai.backend.realtime.changes.filters import PATTERNS
from balai.backend.realtime.changes.payloads import deliver, filtered_row
from balai.backend.realtime.changes.subscriptions import Subscriber, Subscription, Subscriptions
from balai.backend.realtime.changes.tables import Table, describe
from balai.backend.realtime.changes.visibility import ChangeVisibility, evaluate_filters, load_visibility
from balai.backend.realtime.interfaces import Channel
from balai.backend.realtime.replication.pgoutput import Change, Relation, Row
from balai.database.pipeline.connection import ConnectionLost, DatabaseError, NoConnection, PipelinedConnection
from balai.database.pipeline.pool import PipelinePool
from balai.database.transaction import Caller

log = structlog.get_logger("balai.realtime.changes")
MAX_CHANGES = 20_000
MAX_BYTES = 64 * 1024 * 1024
# Changes in one batch.
BATCH_SIZE = 50
# Permissions that do not appear in the stream (memberships of a role) are loaded again after this time.
TABLE_CACHE_TTL_S = 60.0
# A pattern can be made to take very long. This is the timeout for all filters of a batch, and for a single one. A
# subscription whose filter exceeds it is dropped, so that the others do not wait for it again.
FILTERS_TIMEOUT_MS = 500
FILTER_TIMEOUT_MS = 100
SINGLE_FILTERS_TIMEOUT_S = 1.0
LOG_INTERVAL_S = 10.0
Callers = dict[Caller, set[Subscriber]]
Matches = list[tuple[Subscription, Callers]]


class Candidate(msgspec.Struct, eq=False):
    """A change, its table, and the subscriptions that match it."""

    change: Change
    table: Table
    matched: Matches


class ChangeDispatcher:
    """The queue of one worker, and the task that delivers it. `drop` ends subscriptions whose filters take too long."""

    def __init__(
        self, pool: PipelinePool, subscriptions: Subscriptions, drop: Callable[[Iterable[Channel]], None]
    ) -> None:
        self._pool = pool
        self._subscriptions = subscriptions
        self._drop = drop
        self._queue: deque[Change] = deque()
        self._bytes = 0
        self._has_changes = asyncio.Event()
        self._tables: dict[Relation, tuple[float, Table | None]] = {}
        self._skipped = 0
        self._logged_at = 0.0

    def enqueue(self, change: Change) -> None:
        """Queues a change, or skips it if the queue is full."""
        if len(self._queue) >= MAX_CHANGES or self._bytes + change.size > MAX_BYTES:
            self._skip()
            return
        self._queue.append(change)
        self._bytes += change.size
        self._has_changes.set()

    def _skip(self) -> None:
        self._skipped += 1
        if time.monotonic() - self._logged_at > LOG_INTERVAL_S:
            self._logged_at = time.monotonic()
            log.warning("changes_skipped", skipped=self._skipped)

    async def run(self) -> None:
        """Delivers until cancelled."""
        while True:
            await self._has_changes.wait()
            batch = [self._queue.popleft() for _ in range(min(BATCH_SIZE, len(self._queue)))]
            self._bytes -= sum(change.size for change in batch)
            if not self._queue:
                self._has_changes.clear()
            try:
                await self._deliver(batch)
            except (ConnectionLost, NoConnection, TimeoutError, DatabaseError):
                # The stream disconnects at the same moment, and all subscribers are notified then.
                log.warning("changes_lost", count=len(batch), exc_info=True)
            except Exception:
                # Other batches still have to be delivered.
                log.exception("change_delivery_failed", count=len(batch))

    async def _deliver(self, batch: Sequence[Change]) -> None:
        async with self._pool.connection() as connection:
            candidates = await self._match(connection, batch)
            comparisons = [
                (visibility, callers, one.matched)
                for one in candidates
                for visibility, callers in [_visibility_of(one)]
            ]
            visibilities = await load_visibility(
                connection, [(visibility, callers) for visibility, callers, _ in comparisons]
            )
        matched = {id(visibility): matched for visibility, _, matched in comparisons}
        for visibility in visibilities:
            await deliver(visibility, matched[id(visibility)])

    async def _match(self, connection: PipelinedConnection, batch: Sequence[Change]) -> list[Candidate]:
        """Returns the changes that match a subscription once all filters are evaluated."""
        candidates = []
        for change in batch:
            matched = [
                (subscription, callers)
                for subscription, callers in self._subscriptions.matching(change)
                if _may_pass(subscription, change)
            ]
            table = await self._load_table(connection, change.relation) if matched else None
            if table is not None:
                candidates.append(Candidate(change, table, matched))
        comparisons = {
            (test, id(one.change)): filtered_row(one.change)
            for one in candidates
            for subscription, _ in one.matched
            for test in subscription.tests
            if test.statement
        }
        if comparisons:
            answers = await self._evaluate(connection, [(test, row) for (test, _), row in comparisons.items()])
            passed = {place for place, answer in zip(comparisons, answers, strict=True) if answer}
            for one in candidates:
                one.matched = [
                    (subscription, callers)
                    for subscription, callers in one.matched
                    if all(not test.statement or (test, id(one.change)) in passed for test in subscription.tests)
                ]
        return [one for one in candidates if one.matched]

    async def _evaluate(self, connection: PipelinedConnection, comparisons: Sequence[tuple[Test, Row]]) -> list[bool]:
        try:
            return await evaluate_filters(connection, comparisons, timeout_ms=FILTERS_TIMEOUT_MS)
        except DatabaseError:
            pass
        slow_tests: set[Test] = set()
        answers = dict.fromkeys(range(len(comparisons)), False)
        until = time.monotonic() + SINGLE_FILTERS_TIMEOUT_S
        # Patterns come last: only they can be made slow on purpose. Those not reached in time count as slow.
        for place in sorted(answers, key=lambda place: comparisons[place][0].operator in PATTERNS):
            test, _ = comparisons[place]
            if test in slow_tests:
                continue
            if time.monotonic() > until and test.operator in PATTERNS:
                slow_tests.add(test)
                continue
            try:
                [answers[place]] = await evaluate_filters(
                    connection, [comparisons[place]], timeout_ms=FILTER_TIMEOUT_MS
                )
            except DatabaseError:
                slow_tests.add(test)
        self._drop(self._subscriptions.channels_of(slow_tests))
        return list(answers.values())

    async def _load_table(self, connection: PipelinedConnection, relation: Relation) -> Table | None:
        """Returns the current table. The stream describes a table again after each change to it or its permissions."""
        cached = self._tables.get(relation)
        if cached is not None and time.monotonic() - cached[0] < TABLE_CACHE_TTL_S:
            return cached[1]
        table = await describe(connection, relation.oid)
        for other in [other for other in self._tables if other.oid == relation.oid]:
            del self._tables[other]
        self._tables[relation] = (time.monotonic(), table)
        return table


def _may_pass(subscription: Subscription, change: Change) -> bool:
    """Whether the change passes all filters that are evaluated in this process."""
    row = filtered_row(change)
    return all(test.statement or test.matches(row) for test in subscription.tests)


def _visibility_of(one: Candidate) -> tuple[ChangeVisibility, Iterable[Caller]]:
    """Returns what to check about a change: nothing for a deleted row (contract 9.3), else which callers may see it."""
    table = one.table
    if one.change.kind == "DELETE" or not table.is_guarded or not table.key:
        return ChangeVisibility(one.change, table), ()
    callers = {caller for _, callers in one.matched for caller in callers if table.is_open_to(caller.role)}
    return ChangeVisibility(one.change, table, visible_to=set()), callers
