"""Who wants what. A wish that many share is kept, and looked at, once."""

from collections.abc import Collection, Iterator

import msgspec

from balai.backend.realtime.changes.filter_matching import Test
from balai.backend.realtime.interfaces import Channel
from balai.backend.realtime.replication.pgoutput import Change, Relation
from balai.database.transaction import Caller


class Subscription(msgspec.Struct, frozen=True):
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


SubscribersBySubscription = dict[Subscription, dict[Caller, set[Subscriber]]]


class Subscriptions:
    """All wishes of this process, by the table that they are about."""

    def __init__(self) -> None:
        self._by_table: dict[tuple[str, str], SubscribersBySubscription] = {}
        self._by_channel: dict[Channel, list[tuple[Subscription, Subscriber]]] = {}

    def add(self, subscription: Subscription, subscriber: Subscriber) -> None:
        """From now on."""
        subscriptions = self._by_table.setdefault((subscription.schema, subscription.table), {})
        subscriptions.setdefault(subscription, {}).setdefault(subscriber.caller, set()).add(subscriber)
        self._by_channel.setdefault(subscriber.channel, []).append((subscription, subscriber))

    def remove(self, channel: Channel) -> None:
        """All that a channel wanted."""
        for subscription, subscriber in self._by_channel.pop(channel, ()):
            place = (subscription.schema, subscription.table)
            subscriptions = self._by_table[place]
            callers = subscriptions[subscription]
            callers[subscriber.caller].discard(subscriber)
            if not callers[subscriber.caller]:
                del callers[subscriber.caller]
            if not callers:
                del subscriptions[subscription]
            if not subscriptions:
                del self._by_table[place]

    def __contains__(self, channel: object) -> bool:
        return channel in self._by_channel

    def channels_of(self, tests: Collection[Test]) -> set[Channel]:
        """All that have one of these among their filters."""
        return {
            channel
            for channel, subscriptions in self._by_channel.items()
            if any(test in tests for subscription, _ in subscriptions for test in subscription.tests)
        }

    def is_wanted(self, relation: Relation) -> bool:
        """Whether any change of this table is."""
        return any(place in self._by_table for place in _places(relation))

    def matching(self, change: Change) -> Iterator[tuple[Subscription, dict[Caller, set[Subscriber]]]]:
        """Wishes for such a change; their tests are still to be made."""
        for place in _places(change.relation):
            for subscription, callers in self._by_table.get(place, {}).items():
                if subscription.event in {"*", change.kind}:
                    yield subscription, callers


def _places(relation: Relation) -> tuple[tuple[str, str], ...]:
    return (relation.schema, relation.table), (relation.schema, "*"), ("*", "*")
