"""What subscribers get: one text for all who may see the same columns, however many they are (contract 9.1)."""

import asyncio
from collections.abc import Iterable, Mapping

import msgspec

from balai.backend.realtime.changes.subscriptions import Subscriber, Want
from balai.backend.realtime.changes.tables import Column
from balai.backend.realtime.changes.visibility import Sight
from balai.backend.realtime.interfaces import Channel
from balai.backend.realtime.protocol.frames import Frame, push
from balai.backend.realtime.replication.pgoutput import Change, Row
from balai.database.transaction import Caller

NO_KEY = "Error 400: Bad Request, no primary key"
NO_RIGHT = "Error 401: Unauthorized"
TOO_LARGE = "Error 413: Payload Too Large"
# Other work of the process gets its turn after so many.
AT_ONCE = 100
Select = tuple[str, ...] | None
Matched = Iterable[tuple[Want, Mapping[Caller, Iterable[Subscriber]]]]
_encode = msgspec.json.encode


async def deliver(sight: Sight, matched: Matched) -> None:
    """Send a change to everybody who asked for it and may see it."""
    whole: dict[tuple[str, Select], bytes] = {}
    frames: dict[tuple[str, bool, str, Select, tuple[int, ...]], Frame] = {}
    for count, (channel, role, select, numbers) in enumerate(_gathered(sight, matched), 1):
        data = whole.get((role, select))
        if data is None:
            data = whole[role, select] = data_of(sight, role, select)
        place = (channel.topic, channel.is_legacy, role, select, numbers)
        frame = frames.get(place)
        if frame is None:
            frame = frames[place] = _frame(channel, sight.change.kind, data, numbers)
        channel.deliver(frame)
        if count % AT_ONCE == 0:
            await asyncio.sleep(0)


def _frame(channel: Channel, kind: str, data: bytes, numbers: tuple[int, ...]) -> Frame:
    if channel.is_legacy:
        return push(channel.topic, kind, data)
    return push(channel.topic, "postgres_changes", b'{"ids":%b,"data":%b}' % (_encode(numbers), data))


def _gathered(sight: Sight, matched: Matched) -> list[tuple[Channel, str, Select, tuple[int, ...]]]:
    """Each channel once for each set of columns, with all its wishes that this change fulfils."""
    numbers: dict[tuple[Channel, str, Select], list[int]] = {}
    for want, callers in matched:
        for caller, subscribers in callers.items():
            if sight.seen_by is not None and caller not in sight.seen_by and not _is_refused(sight, caller.role):
                continue
            for subscriber in subscribers:
                numbers.setdefault((subscriber.channel, caller.role, want.select), []).append(subscriber.number)
    return [(channel, role, select, tuple(sorted(found))) for (channel, role, select), found in numbers.items()]


def data_of(sight: Sight, role: str, select: Select) -> bytes:
    """The member `data` of an event, as JSON."""
    change, table = sight.change, sight.table
    head = [
        (b'"type"', _encode(change.kind)),
        (b'"schema"', _encode(table.schema)),
        (b'"table"', _encode(table.name)),
    ]
    if _is_refused(sight, role):
        error = NO_RIGHT if table.key else NO_KEY
        empty = [(b'"commit_timestamp"', b"null"), (b'"columns"', b"[]"), (b'"record"', b"{}")]
        return _object([*head, *empty, (b'"errors"', _encode([error]))])
    columns = table.shown_to(role, select)
    described = [{"name": column.name, "type": column.type} for column in columns]
    moment = change.committed.strftime("%Y-%m-%dT%H:%M:%S.") + f"{change.committed.microsecond // 1000:03d}Z"
    parts = [*head, (b'"commit_timestamp"', _encode(moment)), (b'"columns"', _encode(described))]
    if change.new is not None:
        parts.append((b'"record"', _row(columns, sight.new)))
    if change.kind != "INSERT":
        parts.append((b'"old_record"', _row(_old_columns(sight, columns), sight.old or _unchanged(sight))))
    parts.append((b'"errors"', _encode([TOO_LARGE]) if change.is_too_large else b"null"))
    return _object(parts)


def _is_refused(sight: Sight, role: str) -> bool:
    """Whether such a change is told of as an error: nobody could be asked about the row by its key."""
    return sight.change.kind != "DELETE" and not (sight.table.key and sight.table.is_open_to(role))


def _old_columns(sight: Sight, columns: tuple[Column, ...]) -> tuple[Column, ...]:
    # Row-level security says nothing of a row that is gone: of it the primary key alone is told.
    return tuple(column for column in columns if column.is_key) if sight.table.is_guarded else columns


def _unchanged(sight: Sight) -> dict[str, bytes]:
    """The old key of an update that left it alone: the log does not repeat it."""
    relation = sight.change.relation
    if sight.change.kind != "UPDATE" or relation.identity not in {"d", "i"}:
        return {}
    return {name: value for name, value in sight.new.items() if name in relation.key}


def _row(columns: Iterable[Column], values: Mapping[str, bytes]) -> bytes:
    return _object([(_encode(column.name), values[column.name]) for column in columns if column.name in values])


def _object(parts: Iterable[tuple[bytes, bytes]]) -> bytes:
    return b"{" + b",".join(b"%b:%b" % part for part in parts) + b"}"


def row_to_test(change: Change) -> Row:
    """The row that filters look at: the new one, or of a deleted one what the log has kept."""
    return change.new if change.new is not None else change.old or {}
