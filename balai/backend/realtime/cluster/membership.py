"""The other workers and nodes: their broadcasts, their presence, and whether they are alive.

Each node counts its broadcasts and its presence changes. Every message carries both counters, and a heartbeat does so
every second, so a node detects missing messages within a second. It requests missing presence again. After missing
broadcasts its clients join again, as after any fault. A node without messages for a few seconds has timed out, and its
presence is removed.
"""

import asyncio
import time
from collections.abc import Iterable, Mapping

import msgspec
import structlog

from balai.backend.realtime.cluster.bus import MessageBus, Transport
from balai.backend.realtime.hub import Broadcast, Hub, Topic
from balai.backend.realtime.presence import Meta
from balai.backend.realtime.protocol.frames import UserBroadcast
from balai.database.pool import Pool

log = structlog.get_logger("balai.realtime.cluster")
HEARTBEAT_S = 1.0
# With the next heartbeat and the delay of the difference, presence of a killed node is removed within five seconds.
NODE_TIMEOUT_S = 3.2
# A node that timed out may come back: broadcasts are published to it for this long.
FORGET_AFTER_S = 3600.0
REQUEST_TIMEOUT_S = 2.0
SNAPSHOT_MIN_INTERVAL_S = 0.5


class Heartbeat(msgspec.Struct, frozen=True, array_like=True, tag="b"):
    """The node is alive."""


class NodeJoined(msgspec.Struct, frozen=True, array_like=True, tag="h"):
    """The node is new and requests the presence of all others."""


class NodeLeft(msgspec.Struct, frozen=True, array_like=True, tag="x"):
    """The node stops; its presence is removed."""


class PresenceRequest(msgspec.Struct, frozen=True, array_like=True, tag="a"):
    """The node has missed presence changes of `node` and requests its presence."""

    node: str


class RemoteBroadcast(msgspec.Struct, frozen=True, array_like=True, tag="l"):
    """A broadcast."""

    name: str
    is_private: bool
    metadata: bytes
    text: bytes | None = None
    event: str = ""
    encoding: int = 0
    body: bytes = b""


class PresenceChange(msgspec.Struct, frozen=True, array_like=True, tag="p"):
    """Presence changes of one topic: added metas (reference, key, JSON text) and removed references."""

    name: str
    is_private: bool
    joins: list[tuple[str, str, bytes]]
    leaves: list[str]


class PresenceSnapshot(msgspec.Struct, frozen=True, array_like=True, tag="s"):
    """All metas of the node."""

    topics: list[PresenceChange]


Message = Heartbeat | NodeJoined | NodeLeft | PresenceRequest | RemoteBroadcast | PresenceChange | PresenceSnapshot


class Envelope(msgspec.Struct, frozen=True, array_like=True):
    """A message, its node, and the node's counters of broadcasts and presence changes, this message included."""

    node: str
    broadcasts: int
    changes: int
    message: Message


class RemoteNode:
    """The known state of another node."""

    __slots__ = ("broadcasts", "changes", "has_timed_out", "metas", "received_at", "requested_at")

    def __init__(self, envelope: Envelope) -> None:
        self.broadcasts = envelope.broadcasts - isinstance(envelope.message, RemoteBroadcast)
        self.changes = envelope.changes - isinstance(envelope.message, PresenceChange)
        self.received_at = time.monotonic()
        self.has_timed_out = False
        self.requested_at = 0.0
        # References of its metas, by topic.
        self.metas: dict[tuple[str, bool], set[str]] = {}


class Cluster:
    """The cluster as seen by one worker; implements `RemoteNodes` for its hub."""

    def __init__(self, hub: Hub, transport: Transport, pool: Pool) -> None:
        self._hub = hub
        self._bus = MessageBus(hub.node, transport, pool, self._handle)
        self._nodes: dict[str, RemoteNode] = {}
        self._broadcasts = 0
        self._changes = 0
        self._snapshot_at = 0.0
        self._snapshot_timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._restart: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Joins the cluster."""
        await self._bus.start()
        self._publish(NodeJoined())
        self._task = asyncio.create_task(self._send_heartbeats(), name="realtime cluster")

    async def stop(self, *, graceful: bool = True) -> None:
        """Leaves the cluster; without `graceful` as if the process was killed."""
        if self._snapshot_timer is not None:
            self._snapshot_timer.cancel()
        tasks = [task for task in (self._task, self._restart) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if graceful:
            self._publish(NodeLeft())
        await self._bus.stop()

    # Publishing

    def publish_broadcast(self, broadcast: Broadcast) -> None:
        """Publishes a broadcast to the other nodes."""
        if self._nodes:
            self._broadcasts += 1
            sent = broadcast.sent
            message = RemoteBroadcast(broadcast.name, broadcast.is_private, broadcast.metadata, broadcast.text)
            if sent is not None:
                message = msgspec.structs.replace(message, event=sent.event, encoding=sent.encoding, body=sent.body)
            self._publish(message)

    def publish_presence(self, topic: Topic, joins: Mapping[str, Meta], leaves: Iterable[str]) -> None:
        """Publishes presence changes to the other nodes."""
        if self._nodes:
            self._changes += 1
            added = [(ref, meta.key, meta.text) for ref, meta in joins.items()]
            self._publish(PresenceChange(topic.name, topic.is_private, added, list(leaves)))

    def _publish(
        self,
        message: Heartbeat
        | NodeJoined
        | NodeLeft
        | PresenceRequest
        | RemoteBroadcast
        | PresenceChange
        | PresenceSnapshot,
    ) -> None:
        envelope = Envelope(self._hub.node, self._broadcasts, self._changes, message)
        self._bus.send(msgspec.msgpack.encode(envelope))

    def _schedule_presence_snapshot(self) -> None:
        """Schedules a snapshot of this node's presence; several requests share one."""
        if self._snapshot_timer is None:
            loop = asyncio.get_running_loop()
            wait = max(0.0, self._snapshot_at + SNAPSHOT_MIN_INTERVAL_S - loop.time())
            self._snapshot_timer = loop.call_later(wait, self._publish_presence_snapshot)

    def _publish_presence_snapshot(self) -> None:
        self._snapshot_timer = None
        self._snapshot_at = asyncio.get_running_loop().time()
        own = self._hub.node
        topics = []
        for topic in self._hub.topics.values():
            added = [(ref, meta.key, meta.text) for ref, meta in topic.presence.metas.items() if meta.node == own]
            if added:
                topics.append(PresenceChange(topic.name, topic.is_private, added, []))
        self._publish(PresenceSnapshot(topics))

    async def _send_heartbeats(self) -> None:
        last = time.monotonic()
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            self._publish(Heartbeat())
            now = time.monotonic()
            if now - last > 2 * HEARTBEAT_S:
                # This process was suspended: the other nodes have not timed out.
                for remote in self._nodes.values():
                    remote.received_at = max(remote.received_at, now - HEARTBEAT_S)
            last = now
            for node, remote in list(self._nodes.items()):
                if now - remote.received_at > FORGET_AFTER_S:
                    del self._nodes[node]
                elif now - remote.received_at > NODE_TIMEOUT_S and not remote.has_timed_out:
                    log.warning("node_timed_out", node=node)
                    remote.has_timed_out = True
                    self._remove_presence(node, remote)
                elif remote.requested_at and now - remote.requested_at > REQUEST_TIMEOUT_S:
                    remote.requested_at = 0.0
                    self._request_presence(node, remote)

    # Receiving

    def _handle(self, encoded: bytes) -> None:
        try:
            envelope = msgspec.msgpack.decode(encoded, type=Envelope)
        except msgspec.DecodeError:
            log.warning("bus_message_invalid")
            return
        message = envelope.message
        remote = self._nodes.get(envelope.node)
        if isinstance(message, NodeLeft):
            if remote is not None:
                self._remove_presence(envelope.node, remote)
                del self._nodes[envelope.node]
            return
        if remote is None:
            remote = self._add_node(envelope)
        elif not self._is_new(envelope, remote):
            return
        if isinstance(message, RemoteBroadcast):
            self._deliver(message)
        elif isinstance(message, PresenceChange):
            self._apply_presence_change(envelope.node, remote, message)
        elif isinstance(message, PresenceSnapshot):
            self._apply_snapshot(envelope.node, remote, message)
        elif isinstance(message, NodeJoined) or (
            isinstance(message, PresenceRequest) and message.node == self._hub.node
        ):
            self._schedule_presence_snapshot()

    def _add_node(self, envelope: Envelope) -> RemoteNode:
        """Registers a node that is new, or was forgotten."""
        remote = self._nodes[envelope.node] = RemoteNode(envelope)
        if not isinstance(envelope.message, PresenceSnapshot):
            self._request_presence(envelope.node, remote)
        return remote

    def _is_new(self, envelope: Envelope, remote: RemoteNode) -> bool:
        """Whether a message is new; requests what is missing before it."""
        remote.received_at = time.monotonic()
        is_broadcast = isinstance(envelope.message, RemoteBroadcast)
        is_change = isinstance(envelope.message, PresenceChange)
        if is_broadcast and envelope.broadcasts <= remote.broadcasts:
            return False
        if is_change and envelope.changes <= remote.changes:
            return False
        if isinstance(envelope.message, PresenceSnapshot) and envelope.changes < remote.changes:
            # An outdated snapshot that was published again. Presence changes since then would be lost, as they are not
            # repeated.
            return False
        has_missed_broadcasts = envelope.broadcasts - is_broadcast > remote.broadcasts
        has_missed_changes = envelope.changes - is_change > remote.changes or remote.has_timed_out
        remote.broadcasts = max(remote.broadcasts, envelope.broadcasts)
        remote.changes = max(remote.changes, envelope.changes)
        remote.has_timed_out = False
        if has_missed_broadcasts:
            log.warning("node_messages_missing", node=envelope.node)
            self._restart_channels()
        if has_missed_changes and not isinstance(envelope.message, PresenceSnapshot):
            self._request_presence(envelope.node, remote)
        return True

    def _request_presence(self, node: str, remote: RemoteNode) -> None:
        if not remote.requested_at:
            remote.requested_at = time.monotonic()
            self._publish(PresenceRequest(node))

    def _deliver(self, message: RemoteBroadcast) -> None:
        sent = None if message.text is not None else UserBroadcast(message.event, message.encoding, message.body)
        self._hub.deliver(Broadcast(message.name, message.is_private, message.text, sent, message.metadata))

    def _apply_presence_change(self, node: str, remote: RemoteNode, changed: PresenceChange) -> None:
        topic = self._hub.get_topic(changed.name, changed.is_private)
        known = remote.metas.setdefault((changed.name, changed.is_private), set())
        topic.presence.change({ref: Meta(node, key, text) for ref, key, text in changed.joins}, changed.leaves)
        known.update(ref for ref, _, _ in changed.joins)
        known.difference_update(changed.leaves)
        if not known:
            del remote.metas[changed.name, changed.is_private]
            self._hub.remove_if_empty(topic)

    def _apply_snapshot(self, node: str, remote: RemoteNode, message: PresenceSnapshot) -> None:
        remote.requested_at = 0.0
        present = {(one.name, one.is_private): one for one in message.topics}
        for name, is_private in list(remote.metas):
            here = present.pop((name, is_private), None)
            joins = [] if here is None else here.joins
            removed = remote.metas[name, is_private] - {ref for ref, _, _ in joins}
            self._apply_presence_change(node, remote, PresenceChange(name, is_private, joins, list(removed)))
        for here in present.values():
            self._apply_presence_change(node, remote, here)

    def _remove_presence(self, node: str, remote: RemoteNode) -> None:
        """Removes the presence of a node."""
        self._apply_snapshot(node, remote, PresenceSnapshot([]))

    def _restart_channels(self) -> None:
        if self._restart is None or self._restart.done():
            self._restart = asyncio.create_task(self._hub.restart_all_channels(), name="realtime restart")
