"""Encodes and delivers changes: one text for all subscribers that may see the same columns (contract 9.1)."""

import asyncio
from collections.abc import Iterable, Mapping

import msgspec

from balai.backend.realtime.changes.subscriptions import Subscriber, Subscription
from balai.backend.realtime.changes.tables import Column
from balai.backend.realtime.changes.visibility import ChangeVisibility
from balai.backend.realtime.interfaces import Channel
from balai.backend.realtime.protocol.frames import Frame, push_frame
from balai.backend.realtime.replication.pgoutput import Change, Row
from balai.database.transaction import Caller

NO_KEY = "Error 400: Bad Request, no primary key"
NO_RIGHT = "Error 401: Unauthorized"
TOO_LARGE = "Error 413: Payload Too Large"
# Other tasks of the process get a turn after this many deliveries.
YIELD_EVERY = 100
Select = tuple[str, ...] | None
Matched = Iterable[tuple[Subscription, Mapping[Caller, Iterable[Subscriber]]]]
_encode = msgspec.json.encode


async def deliver(visibility: ChangeVisibility, matched: Matched) -> None:
    """Delivers a change to all subscribers that may see it."""
    encoded: dict[tuple[str, Select], bytes] = {}
    frames: dict[tuple[str, bool, str, Select, tuple[int, ...]], Frame] = {}
    for count, (channel, role, select, ids) in enumerate(_group_by_channel(visibility, matched), 1):
        data = encoded.get((role, select))
        if data is None:
            data = encoded[role, select] = encode_data(visibility, role, select)
        key = (channel.topic, channel.is_legacy, role, select, ids)
        frame = frames.get(key)
        if frame is None:
            frame = frames[key] = _frame(channel, visibility.change.kind, data, ids)
        channel.deliver(frame)
        if count % YIELD_EVERY == 0:
            await asyncio.sleep(0)


def _frame(channel: Channel, kind: str, data: bytes, ids: tuple[int, ...]) -> Frame:
    if channel.is_legacy:
        return push_frame(channel.topic, kind, data)
    return push_frame(channel.topic, "postgres_changes", b'{"ids":%b,"data":%b}' % (_encode(ids), data))


def _group_by_channel(
    visibility: ChangeVisibility, matched: Matched
) -> list[tuple[Channel, str, Select, tuple[int, ...]]]:
    """Returns each channel once per set of columns, with the ids of all its subscriptions that match."""
    ids: dict[tuple[Channel, str, Select], list[int]] = {}
    for subscription, callers in matched:
        for caller, subscribers in callers.items():
            if (
                visibility.visible_to is not None
                and caller not in visibility.visible_to
                and not _is_denied(visibility, caller.role)
            ):
                continue
            for subscriber in subscribers:
                ids.setdefault((subscriber.channel, caller.role, subscription.select), []).append(subscriber.number)
    return [(channel, role, select, tuple(sorted(found))) for (channel, role, select), found in ids.items()]


def encode_data(visibility: ChangeVisibility, role: str, select: Select) -> bytes:
    """Encodes the member `data` of an event, as JSON."""
    change, table = visibility.change, visibility.table
    members = [
        (b'"type"', _encode(change.kind)),
        (b'"schema"', _encode(table.schema)),
        (b'"table"', _encode(table.name)),
    ]
    if _is_denied(visibility, role):
        error = NO_RIGHT if table.key else NO_KEY
        empty = [(b'"commit_timestamp"', b"null"), (b'"columns"', b"[]"), (b'"record"', b"{}")]
        return _object([*members, *empty, (b'"errors"', _encode([error]))])
    columns = table.shown_to(role, select)
    described = [{"name": column.name, "type": column.type} for column in columns]
    moment = change.committed.strftime("%Y-%m-%dT%H:%M:%S.") + f"{change.committed.microsecond // 1000:03d}Z"
    parts = [*members, (b'"commit_timestamp"', _encode(moment)), (b'"columns"', _encode(described))]
    if change.new is not None:
        parts.append((b'"record"', _row(columns, visibility.new)))
    if change.kind != "INSERT":
        parts.append(
            (
                b'"old_record"',
                _row(_visible_old_columns(visibility, columns), visibility.old or _unchanged_key(visibility)),
            )
        )
    parts.append((b'"errors"', _encode([TOO_LARGE]) if change.is_too_large else b"null"))
    return _object(parts)


def _is_denied(visibility: ChangeVisibility, role: str) -> bool:
    """Whether the change is delivered as an error: without a readable key, the row's visibility cannot be checked."""
    return visibility.change.kind != "DELETE" and not (visibility.table.key and visibility.table.is_open_to(role))


def _visible_old_columns(visibility: ChangeVisibility, columns: tuple[Column, ...]) -> tuple[Column, ...]:
    # Row-level security cannot be checked for a deleted row, so only its primary key is delivered.
    return tuple(column for column in columns if column.is_key) if visibility.table.is_guarded else columns


def _unchanged_key(visibility: ChangeVisibility) -> dict[str, bytes]:
    """Returns the old key of an update that did not change it: the stream does not repeat it."""
    relation = visibility.change.relation
    if visibility.change.kind != "UPDATE" or relation.identity not in {"d", "i"}:
        return {}
    return {name: value for name, value in visibility.new.items() if name in relation.key}


def _row(columns: Iterable[Column], values: Mapping[str, bytes]) -> bytes:
    return _object([(_encode(column.name), values[column.name]) for column in columns if column.name in values])


def _object(parts: Iterable[tuple[bytes, bytes]]) -> bytes:
    return b"{" + b",".join(b"%b:%b" % part for part in parts) + b"}"


def filtered_row(change: Change) -> Row:
    """Returns the row that filters evaluate: the new one, or what the stream contains of a deleted one."""
    return change.new if change.new is not None else change.old or {}
