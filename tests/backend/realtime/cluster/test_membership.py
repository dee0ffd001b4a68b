"""How nodes handle each other's messages, without a real bus."""

import asyncio
from collections.abc import Callable

from balai.backend.realtime.cluster.membership import Cluster
from balai.backend.realtime.hub import Hub
from balai.backend.realtime.limits import Limits
from balai.backend.realtime.presence import Meta
from balai.database.pool import Pool


class DuplicatingTransport:
    """A transport that delivers everything twice, as after a publication with unknown result."""

    max_bundle = 900_000

    def __init__(self) -> None:
        self.handlers: list[Callable[[bytes], None]] = []

    async def start(self, handler: Callable[[bytes], None]) -> None:
        self.handlers.append(handler)

    async def publish(self, bundles: list[bytes]) -> None:
        for bundle in bundles * 2:
            for handler in self.handlers:
                handler(bundle)

    async def stop(self) -> None:
        """There is nothing to release."""


async def test_repeated_snapshot_does_not_restore_removed_presence(pool: Pool) -> None:
    transport = DuplicatingTransport()
    hubs = [Hub(Limits()), Hub(Limits())]
    clusters = [Cluster(hub, transport, pool) for hub in hubs]
    for cluster in clusters:
        await cluster.start()
    (here, there), (sender, receiver) = hubs, clusters
    async with asyncio.timeout(10):
        while not (sender._nodes and receiver._nodes and sender._snapshot_timer is None):  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.01)
    topic = here.get_topic("room", False)
    for name, leaves in (("mei", ()), ("tan", ("mei",))):
        joins = {name: Meta(here.node, name, b"{}")}
        topic.presence.change(joins, leaves)
        sender.publish_presence(topic, joins, leaves)
        if name == "mei":
            # A node has requested the presence, and the snapshot is sent in between.
            sender._publish_presence_snapshot()
    async with asyncio.timeout(10):
        while sender._bus._outgoing:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.01)
    assert list(there.topics["room", False].presence.metas) == ["tan"]
    for cluster in clusters:
        await cluster.stop()
