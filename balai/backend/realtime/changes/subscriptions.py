"""Who wants what. A wish that many share is kept, and looked at, once."""

from collections.abc import Collection, Iterator

import msgspec

from balai.backend.realtime.changes.filter_matching import Test
from balai.backend.realtime.interfaces import Channel
from balai.backend.realtime.replication.pgoutput import Change, Relation
from balai.database.transaction import Caller


class Want(msgspec.Struct, frozen=True):
    """One wish, ready to be compared with changes of the table that it names (`*` for all)."""

    event: str
    schema: str
    table: str
    tests: tuple[Test, ...] = ()
    select: tuple[str, ...] | None = None


class Subscriber(msgspec.Struct, frozen=True, eq=False):
    """One wish of one channel. `number` is what the client knows it by."""

    channel: Channel
    caller: Caller
    number: int


Wishes = dict[Want, dict[Caller, set[Subscriber]]]


class Subscriptions:
    """All wishes of this process, by the table that they are about."""

    def __init__(self) -> None:
        self._by_table: dict[tuple[str, str], Wishes] = {}
        self._of: dict[Channel, list[tuple[Want, Subscriber]]] = {}

    def add(self, want: Want, subscriber: Subscriber) -> None:
        """From now on."""
        wishes = self._by_table.setdefault((want.schema, want.table), {})
        wishes.setdefault(want, {}).setdefault(subscriber.caller, set()).add(subscriber)
        self._of.setdefault(subscriber.channel, []).append((want, subscriber))

    def remove(self, channel: Channel) -> None:
        """All that a channel wanted."""
        for want, subscriber in self._of.pop(channel, ()):
            place = (want.schema, want.table)
            wishes = self._by_table[place]
            callers = wishes[want]
            callers[subscriber.caller].discard(subscriber)
            if not callers[subscriber.caller]:
                del callers[subscriber.caller]
            if not callers:
                del wishes[want]
            if not wishes:
                del self._by_table[place]

    def __contains__(self, channel: object) -> bool:
        return channel in self._of

    def channels_of(self, tests: Collection[Test]) -> set[Channel]:
        """All that have one of these among their filters."""
        return {
            channel
            for channel, wishes in self._of.items()
            if any(test in tests for want, _ in wishes for test in want.tests)
        }

    def is_wanted(self, relation: Relation) -> bool:
        """Whether any change of this table is."""
        return any(place in self._by_table for place in _places(relation))

    def about(self, change: Change) -> Iterator[tuple[Want, dict[Caller, set[Subscriber]]]]:
        """Wishes for such a change; their tests are still to be made."""
        for place in _places(change.relation):
            for want, callers in self._by_table.get(place, {}).items():
                if want.event in {"*", change.kind}:
                    yield want, callers


def _places(relation: Relation) -> tuple[tuple[str, str], ...]:
    return (relation.schema, relation.table), (relation.schema, "*"), ("*", "*")
