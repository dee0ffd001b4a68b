"""Decodes the messages of the output plug-in `pgoutput`, protocol version 1, with values as text.

Source: PostgreSQL manual, "Logical Replication Message Formats".
"""

import struct
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Final, Literal

import msgspec

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
Kind = Literal["INSERT", "UPDATE", "DELETE"]
# Of a change that is too large only values up to this many bytes are delivered (contract 9.3).
MAX_SHORTENED_VALUE = 64
_BEGIN = struct.Struct("!QqI")
_OID = struct.Struct("!I")
_LENGTH = struct.Struct("!I")
_COUNT = struct.Struct("!H")


class Missing(Enum):
    """The reason why a column has no value."""

    UNCHANGED = "a long value that the change did not touch"
    TOO_LONG = "left out, since the change is too large"


UNCHANGED: Final = Missing.UNCHANGED
TOO_LONG: Final = Missing.TOO_LONG
Value = bytes | Missing | None
Row = dict[str, Value]


class Relation(msgspec.Struct, frozen=True, eq=False):
    """A table as the stream describes it. `identity`: d primary key, n nothing, f all columns, i an index."""

    oid: int
    schema: str
    table: str
    identity: str
    columns: tuple[str, ...]
    key: frozenset[str]


class Change(msgspec.Struct, frozen=True, eq=False):
    """One change of a row. `old` contains what the replica identity includes; `new` is None for a deleted row."""

    relation: Relation
    kind: Kind
    new: Row | None
    old: Row | None
    committed: datetime
    transaction: int
    is_too_large: bool = False

    @property
    def size(self) -> int:
        """Size of its values in bytes."""
        return _size(self.new) + _size(self.old)


class Decoder:
    """Decodes the stream's messages in order; calls `on_change` for each change of a subscribed table.

    `max_size_of(table)` is the size in bytes up to which its changes are delivered whole; 0 without subscribers.
    """

    def __init__(self, on_change: Callable[[Change], None], max_size_of: Callable[[Relation], int]) -> None:
        self._on_change = on_change
        self._max_size_of = max_size_of
        self._relations: dict[int, Relation] = {}
        self._committed = EPOCH
        self._transaction = 0

    def feed(self, message: bytes) -> None:
        """Decodes one message; kinds without a row (commit, truncate, type, origin) are ignored."""
        match message[:1]:
            case b"B":
                _, microseconds, self._transaction = _BEGIN.unpack_from(message, 1)
                self._committed = EPOCH + timedelta(microseconds=microseconds)
            case b"R":
                relation = _relation(message)
                self._relations[relation.oid] = relation
            case b"I":
                self._row(message, "INSERT")
            case b"U":
                self._row(message, "UPDATE")
            case b"D":
                self._row(message, "DELETE")
            case _:
                pass

    def _row(self, message: bytes, kind: Kind) -> None:
        relation = self._relations[_OID.unpack_from(message, 1)[0]]
        max_size = self._max_size_of(relation)
        if not max_size:
            return
        old: Row | None = None
        new: Row | None = None
        at = 5
        while at < len(message):
            part = message[at : at + 1]
            row, at = _row(message, at + 1, relation.columns)
            if part == b"N":
                new = row
            elif part == b"K":
                old = {name: row[name] for name in relation.columns if name in relation.key}
            else:
                old = row
        if new is not None and old is not None:
            # An unchanged long value is only in the old row.
            new = {name: old.get(name, value) if value is UNCHANGED else value for name, value in new.items()}
        is_too_large = _size(new) + _size(old) > max_size
        if is_too_large:
            new, old = _shorten(new), _shorten(old)
        self._on_change(Change(relation, kind, new, old, self._committed, self._transaction, is_too_large))


def _relation(message: bytes) -> Relation:
    oid = _OID.unpack_from(message, 1)[0]
    schema, at = _text(message, 5)
    table, at = _text(message, at)
    identity = chr(message[at])
    (count,) = _COUNT.unpack_from(message, at + 1)
    at += 3
    columns: list[str] = []
    key: set[str] = set()
    for _ in range(count):
        is_key = message[at] & 1
        name, at = _text(message, at + 1)
        columns.append(name)
        if is_key:
            key.add(name)
        at += 8
    return Relation(oid, schema or "pg_catalog", table, identity, tuple(columns), frozenset(key))


def _text(message: bytes, at: int) -> tuple[str, int]:
    end = message.index(0, at)
    return message[at:end].decode(), end + 1


def _row(message: bytes, at: int, columns: tuple[str, ...]) -> tuple[Row, int]:
    (count,) = _COUNT.unpack_from(message, at)
    at += 2
    row: Row = {}
    for index in range(count):
        kind = message[at]
        at += 1
        value: Value = None
        if kind == ord("u"):
            value = UNCHANGED
        elif kind != ord("n"):
            (length,) = _LENGTH.unpack_from(message, at)
            at += 4
            value = message[at : at + length]
            at += length
        row[columns[index]] = value
    return row, at


def _size(row: Row | None) -> int:
    return 0 if row is None else sum(len(value) for value in row.values() if isinstance(value, bytes))


def _shorten(row: Row | None) -> Row | None:
    if row is None:
        return None
    return {
        name: TOO_LONG if isinstance(value, bytes) and len(value) > MAX_SHORTENED_VALUE else value
        for name, value in row.items()
    }
