"""Writes the table `realtime.subscription`, which shows operators the subscriptions. Delivery does not read it.

Rows are written in batches after a short delay, so that a join never waits for them.
"""

import asyncio
import uuid
from collections.abc import Sequence

import msgspec
import structlog

from balai.backend.realtime.changes.requests import ChangeRequest
from balai.backend.realtime.interfaces import Channel
from balai.database.pipeline.connection import ConnectionLost, DatabaseError, NoConnection
from balai.database.pipeline.pool import PipelinePool
from balai.database.transaction import Caller

log = structlog.get_logger("balai.realtime.changes")
WRITE_DELAY_S = 0.5
ADD = """
insert into realtime.subscription
  (subscription_id, entity, filters, claims, action_filter, selected_columns, slot)
select (note ->> 'id')::uuid, (note ->> 'entity')::oid::regclass,
  array(
    select row(f ->> 'column', f ->> 'operator', f ->> 'value', (f ->> 'is_negated')::boolean)
      ::realtime.user_defined_filter
    from jsonb_array_elements(note -> 'filters') as f),
  (note ->> 'claims')::jsonb, note ->> 'event',
  case when jsonb_typeof(note -> 'select') = 'array' then array(select jsonb_array_elements_text(note -> 'select')) end,
  note ->> 'slot'
from jsonb_array_elements($1::jsonb) as note
where exists (select from pg_class where oid = (note ->> 'entity')::oid)
"""
REMOVE = """
delete from realtime.subscription
where subscription_id in (select given::uuid from jsonb_array_elements_text($1::jsonb) as given)
"""
# Rows of processes that ended: their slots were dropped with them.
CLEAN = "delete from realtime.subscription where slot not in (select slot_name from pg_replication_slots)"


class SubscriptionTable:
    """Collects rows for the table, and writes them in a task."""

    def __init__(self, pool: PipelinePool) -> None:
        self._pool = pool
        self._ids: dict[Channel, str] = {}
        self._added: list[dict[str, object]] = []
        self._removed: list[str] = []
        self._has_changes = asyncio.Event()
        self._must_clean = True

    def add(self, channel: Channel, caller: Caller, slot: str, item: ChangeRequest, tables: Sequence[int]) -> None:
        """Adds a subscription of a channel."""
        name = self._ids.setdefault(channel, str(uuid.uuid4()))
        filters = [
            {
                "column": part.column,
                "operator": part.operator,
                "value": "{" + ",".join(part.values) + "}" if part.operator == "in" else part.values[0],
                "is_negated": part.is_negated,
            }
            for part in item.filters
        ]
        for oid in tables:
            row = {"id": name, "entity": str(oid), "filters": filters, "claims": caller.claims, "event": item.event}
            self._added.append({**row, "select": item.select, "slot": slot})
        self._has_changes.set()

    def remove(self, channel: Channel) -> None:
        """Removes all subscriptions of a channel."""
        name = self._ids.pop(channel, None)
        if name is not None:
            self._removed.append(name)
            self._has_changes.set()

    def clean(self) -> None:
        """Removes the rows of replication slots that no longer exist."""
        self._must_clean = True
        self._has_changes.set()

    async def run(self) -> None:
        """Writes until cancelled."""
        while True:
            await self._has_changes.wait()
            await asyncio.sleep(WRITE_DELAY_S)
            self._has_changes.clear()
            try:
                await self._write()
            except (DatabaseError, ConnectionLost, NoConnection, TimeoutError):
                log.warning("subscription_table_write_failed", exc_info=True)

    async def _write(self) -> None:
        added, self._added = self._added, []
        removed, self._removed = self._removed, []
        removed_ids = set(removed)
        added = [row for row in added if row["id"] not in removed_ids]
        steps: list[tuple[str, tuple[bytes, ...]]] = [("BEGIN", ())]
        if self._must_clean:
            steps.append((CLEAN, ()))
            self._must_clean = False
        if removed:
            steps.append((REMOVE, (msgspec.json.encode(removed),)))
        if added:
            steps.append((ADD, (msgspec.json.encode(added),)))
        async with self._pool.connection() as connection:
            await connection.run([*steps, ("COMMIT", ())])
