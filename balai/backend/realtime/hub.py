"""Tracks which channels joined which topic in this worker, and delivers messages to them.

A public and a private channel of the same name are two topics.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec
import structlog

from balai.backend.realtime.interfaces import Channel, Connection, RowChanges
from balai.backend.realtime.limits import Limits
from balai.backend.realtime.presence import Meta, Presence
from balai.backend.realtime.protocol.frames import JSON, RAW, Frame, UserBroadcast, broadcast_frame, push_frame
from balai.backend.realtime.protocol.join import PREFIX
from balai.backend.realtime.rate_limits import AverageRate
from balai.backend.realtime.row_changes import NoRowChanges

log = structlog.get_logger("balai.realtime")
RESTART_BATCH, RESTART_INTERVAL_S = 100, 0.1


class Broadcast(msgspec.Struct, frozen=True):
    """A broadcast to all subscribers of a name: `text` is the JSON text as received, or `sent` is a user broadcast."""

    name: str
    is_private: bool
    text: bytes | None = None
    sent: UserBroadcast | None = None
    metadata: bytes = b""

    def frame(self) -> Frame:
        """Returns the frame for the subscribers."""
        topic = PREFIX + self.name
        if self.sent is not None:
            return broadcast_frame(topic, self.sent, self.metadata)
        return push_frame(topic, "broadcast", self.text or b"{}")


class RemoteNodes(Protocol):
    """The other workers and nodes, as the hub uses them."""

    def publish_broadcast(self, broadcast: Broadcast) -> None:
        """Delivers a broadcast to the subscribers of the other nodes."""

    def publish_presence(self, topic: "Topic", joins: Mapping[str, Meta], leaves: Iterable[str]) -> None:
        """Publishes presence changes to the other nodes."""


class NoRemoteNodes:
    """There are no other nodes."""

    def publish_broadcast(self, broadcast: Broadcast) -> None:
        """Does nothing."""

    def publish_presence(self, topic: "Topic", joins: Mapping[str, Meta], leaves: Iterable[str]) -> None:
        """Does nothing."""


class Topic:
    """One name, private or public, with the channels of this worker that joined it."""

    __slots__ = ("channels", "is_private", "name", "presence")

    def __init__(self, name: str, is_private: bool) -> None:
        self.name = name
        self.is_private = is_private
        self.channels: dict[Channel, None] = {}
        self.presence = Presence(self._send_presence, self.channels.__len__)

    def deliver(self, frame: Frame, *, exclude: Channel | None = None) -> None:
        """Delivers a broadcast to all channels that may read it, except one."""
        for channel in list(self.channels):
            if channel is not exclude and channel.reads_broadcasts:
                channel.deliver(frame)

    def _send_presence(self, difference: bytes) -> None:
        frame = push_frame(PREFIX + self.name, "presence_diff", difference)
        for channel in list(self.channels):
            if channel.reads_presence:
                channel.deliver(frame)


class Hub:
    """The hub of one worker. `changes` and `remote_nodes` are set before the first client connects."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.changes: RowChanges = NoRowChanges()
        self.remote_nodes: RemoteNodes = NoRemoteNodes()
        self.node = secrets.token_hex(6)
        self.connections: dict[Connection, None] = {}
        # Number of connections from each network.
        self.networks: Counter[str] = Counter()
        self.topics: dict[tuple[str, bool], Topic] = {}
        self.joins = AverageRate(limits.joins_per_second)
        self.presence_events = AverageRate(limits.presence_per_second)
        self._channels = 0
        self._refs = 0

    def has_capacity(self, network: str) -> bool:
        """Whether the limits allow one more connection from this network."""
        total, per_network = self.limits.connections, self.limits.client_connections
        if total and len(self.connections) >= total:
            return False
        return not (per_network and self.networks[network] >= per_network)

    def add_connection(self, connection: Connection, network: str) -> None:
        """Registers an accepted connection."""
        self.connections[connection] = None
        self.networks[network] += 1

    def remove_connection(self, connection: Connection, network: str) -> None:
        """Removes a closed connection."""
        if self.connections.pop(connection, self) is None:
            self.networks[network] -= 1
            if not self.networks[network]:
                del self.networks[network]

    def next_ref(self) -> str:
        """Returns a reference that is unique among all nodes."""
        self._refs += 1
        return f"{self.node}{self._refs:x}"

    def get_topic(self, name: str, is_private: bool) -> Topic:
        """Returns the topic of a name; creates it if necessary."""
        topic = self.topics.get((name, is_private))
        if topic is None:
            topic = self.topics[name, is_private] = Topic(name, is_private)
        return topic

    def add_channel(self, channel: Channel) -> Topic:
        """Registers a joined channel."""
        topic = self.get_topic(channel.name, channel.is_private)
        topic.channels[channel] = None
        self._channels += 1
        if self._channels == 1:
            self.changes.want_messages(True)
        return topic

    def remove_channel(self, channel: Channel, topic: Topic) -> None:
        """Removes a closed channel."""
        del topic.channels[channel]
        self._channels -= 1
        if self._channels == 0:
            self.changes.want_messages(False)
        self.remove_if_empty(topic)

    def remove_if_empty(self, topic: Topic) -> None:
        """Deletes a topic without channels and without presence."""
        if not topic.channels and not topic.presence.metas:
            topic.presence.close()
            self.topics.pop((topic.name, topic.is_private), None)

    def send(self, broadcast: Broadcast, *, exclude: Channel | None = None) -> None:
        """Sends a broadcast to the subscribers on all nodes, except one channel."""
        self.deliver(broadcast, exclude=exclude)
        self.remote_nodes.publish_broadcast(broadcast)

    def deliver(self, broadcast: Broadcast, *, exclude: Channel | None = None) -> None:
        """Delivers a broadcast to the subscribers of this worker."""
        topic = self.topics.get((broadcast.name, broadcast.is_private))
        if topic is not None and topic.channels:
            topic.deliver(broadcast.frame(), exclude=exclude)

    def recheck_readers(self, name: str) -> None:
        """Makes all readers of a private topic join again: those that may no longer read it are rejected."""
        topic = self.topics.get((name, True))
        for channel in list(topic.channels) if topic is not None else ():
            channel.restart()

    async def restart_all_channels(self) -> None:
        """Makes every client join its channels again, since messages are missing. Connections restart in batches."""
        connections = list(self.connections)
        for at in range(0, len(connections), RESTART_BATCH):
            for connection in connections[at : at + RESTART_BATCH]:
                connection.restart_channels()
            await asyncio.sleep(RESTART_INTERVAL_S)

    def deliver_from_database(
        self,
        name: str,
        is_private: bool,
        event: str,
        payload: bytes | None,
        message_id: str,
        binary: bytes | None = None,
    ) -> None:
        """Delivers a committed row of `realtime.messages` (extension `broadcast`); `payload` is its JSON text.

        Every worker reads the replication stream itself, so only the subscribers of this worker receive it here.
        """
        topic = self.topics.get((name, is_private))
        if topic is None or not topic.channels:
            return
        body = payload if binary is None else binary
        if body is None:
            body = b"{}"
        if len(body) > self.limits.max_payload:
            log.warning("database_message_too_large", topic=name, bytes=len(body))
            return
        sent = UserBroadcast(event, JSON if binary is None else RAW, body)
        frame = broadcast_frame(PREFIX + name, sent, msgspec.json.encode({"id": message_id}))
        for channel in list(topic.channels):
            if channel.reads_broadcasts and message_id not in channel.replayed:
                channel.deliver(frame)
