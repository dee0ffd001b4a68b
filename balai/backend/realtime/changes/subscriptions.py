"""The subscriptions of this process. A subscription that many channels share is stored, and evaluated, once."""

from collections.abc import Collection, Iterator

import msgspec

from balai.backend.realtime.changes.filter_matching import Test
from balai.backend.realtime.interfaces import Channel
from balai.backend.realtime.replication.pgoutput import Change, Relation
from balai.database.transaction import Caller


class Subscription(msgspec.Struct, frozen=True):
    """A checked subscription to changes of a table (`*` for all)."""

    event: str
    schema: str
    table: str
    tests: tuple[Test, ...] = ()
    select: tuple[str, ...] | None = None


class Subscriber(msgspec.Struct, frozen=True, eq=False):
    """One subscription of one channel. `number` is the id that the client knows."""

    channel: Channel
    caller: Caller
    number: int


SubscribersBySubscription = dict[Subscription, dict[Caller, set[Subscriber]]]


class Subscriptions:
    """All subscriptions of this process, by table."""

    def __init__(self) -> None:
        self._by_table: dict[tuple[str, str], SubscribersBySubscription] = {}
        self._by_channel: dict[Channel, list[tuple[Subscription, Subscriber]]] = {}

    def add(self, subscription: Subscription, subscriber: Subscriber) -> None:
        """Adds a subscriber."""
        subscriptions = self._by_table.setdefault((subscription.schema, subscription.table), {})
        subscriptions.setdefault(subscription, {}).setdefault(subscriber.caller, set()).add(subscriber)
        self._by_channel.setdefault(subscriber.channel, []).append((subscription, subscriber))

    def remove(self, channel: Channel) -> None:
        """Removes all subscriptions of a channel."""
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
        """Returns the channels that use one of these tests in their filters."""
        return {
            channel
            for channel, subscriptions in self._by_channel.items()
            if any(test in tests for subscription, _ in subscriptions for test in subscription.tests)
        }

    def is_wanted(self, relation: Relation) -> bool:
        """Whether there is a subscription to this table."""
        return any(place in self._by_table for place in _places(relation))

    def matching(self, change: Change) -> Iterator[tuple[Subscription, dict[Caller, set[Subscriber]]]]:
        """Yields the subscriptions to a change's table and kind; their tests are still to be evaluated."""
        for place in _places(change.relation):
            for subscription, callers in self._by_table.get(place, {}).items():
                if subscription.event in {"*", change.kind}:
                    yield subscription, callers


def _places(relation: Relation) -> tuple[tuple[str, str], ...]:
    return (relation.schema, relation.table), (relation.schema, "*"), ("*", "*")
