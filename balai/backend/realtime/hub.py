"""Who is joined to what in this worker, and delivery to them. A public and a private channel of one name are two."""

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
    """A broadcast on its way to all subscribers of a name: `text` (JSON) as it was sent, or `sent` in its own right."""

    name: str
    is_private: bool
    text: bytes | None = None
    sent: UserBroadcast | None = None
    metadata: bytes = b""

    def frame(self) -> Frame:
        """What receivers get."""
        topic = PREFIX + self.name
        if self.sent is not None:
            return broadcast_frame(topic, self.sent, self.metadata)
        return push_frame(topic, "broadcast", self.text or b"{}")


class RemoteNodes(Protocol):
    """The other workers and nodes, as the hub tells them things."""

    def publish_broadcast(self, broadcast: Broadcast) -> None:
        """Deliver it to your subscribers too."""

    def publish_presence(self, topic: "Topic", joins: Mapping[str, Meta], leaves: Iterable[str]) -> None:
        """Take these in and out."""


class NoRemoteNodes:
    """There are no others."""

    def publish_broadcast(self, broadcast: Broadcast) -> None:
        """Nobody hears it."""

    def publish_presence(self, topic: "Topic", joins: Mapping[str, Meta], leaves: Iterable[str]) -> None:
        """Nobody hears it."""


class Topic:
    """One name, private or not, with the channels that are joined to it here."""

    __slots__ = ("channels", "is_private", "name", "presence")

    def __init__(self, name: str, is_private: bool) -> None:
        self.name = name
        self.is_private = is_private
        self.channels: dict[Channel, None] = {}
        self.presence = Presence(self._send_presence, self.channels.__len__)

    def deliver(self, frame: Frame, *, exclude: Channel | None = None) -> None:
        """A broadcast for everybody who may read it, except one."""
        for channel in list(self.channels):
            if channel is not exclude and channel.reads_broadcasts:
                channel.deliver(frame)

    def _send_presence(self, difference: bytes) -> None:
        frame = push_frame(PREFIX + self.name, "presence_diff", difference)
        for channel in list(self.channels):
            if channel.reads_presence:
                channel.deliver(frame)


class Hub:
    """One for each worker. `changes` and `others` are set before the first client comes."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.changes: RowChanges = NoRowChanges()
        self.remote_nodes: RemoteNodes = NoRemoteNodes()
        self.node = secrets.token_hex(6)
        self.connections: dict[Connection, None] = {}
        # How many of them come from each network.
        self.networks: Counter[str] = Counter()
        self.topics: dict[tuple[str, bool], Topic] = {}
        self.joins = AverageRate(limits.joins_per_second)
        self.presence_events = AverageRate(limits.presence_per_second)
        self._channels = 0
        self._refs = 0

    def has_capacity(self, network: str) -> bool:
        """Whether one more connection from there is within the limits."""
        total, per_network = self.limits.connections, self.limits.client_connections
        if total and len(self.connections) >= total:
            return False
        return not (per_network and self.networks[network] >= per_network)

    def add_connection(self, connection: Connection, network: str) -> None:
        """A connection has been let in."""
        self.connections[connection] = None
        self.networks[network] += 1

    def remove_connection(self, connection: Connection, network: str) -> None:
        """A connection is gone."""
        if self.connections.pop(connection, self) is None:
            self.networks[network] -= 1
            if not self.networks[network]:
                del self.networks[network]

    def next_ref(self) -> str:
        """A reference that no other node makes."""
        self._refs += 1
        return f"{self.node}{self._refs:x}"

    def get_topic(self, name: str, is_private: bool) -> Topic:
        """The topic of a name, made where there is none yet."""
        topic = self.topics.get((name, is_private))
        if topic is None:
            topic = self.topics[name, is_private] = Topic(name, is_private)
        return topic

    def add_channel(self, channel: Channel) -> Topic:
        """A channel has joined."""
        topic = self.get_topic(channel.name, channel.is_private)
        topic.channels[channel] = None
        self._channels += 1
        if self._channels == 1:
            self.changes.want_messages(True)
        return topic

    def remove_channel(self, channel: Channel, topic: Topic) -> None:
        """A channel has ended."""
        del topic.channels[channel]
        self._channels -= 1
        if self._channels == 0:
            self.changes.want_messages(False)
        self.remove_if_empty(topic)

    def remove_if_empty(self, topic: Topic) -> None:
        """Forget a topic that nobody is joined to and nobody is known to be on."""
        if not topic.channels and not topic.presence.metas:
            topic.presence.close()
            self.topics.pop((topic.name, topic.is_private), None)

    def send(self, broadcast: Broadcast, *, exclude: Channel | None = None) -> None:
        """A broadcast to the subscribers everywhere, except one channel."""
        self.deliver(broadcast, exclude=exclude)
        self.remote_nodes.publish_broadcast(broadcast)

    def deliver(self, broadcast: Broadcast, *, exclude: Channel | None = None) -> None:
        """A broadcast to the subscribers of this worker."""
        topic = self.topics.get((broadcast.name, broadcast.is_private))
        if topic is not None and topic.channels:
            topic.deliver(broadcast.frame(), exclude=exclude)

    async def restart_all_channels(self) -> None:
        """Messages are missing: every client joins its channels again and looks what there is. Not all at once."""
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
        """A row of `realtime.messages` (extension `broadcast`) was committed: `payload` is its JSON text.

        Every worker reads the log by itself, so it goes to the subscribers of this one alone.
        """
        topic = self.topics.get((name, is_private))
        if topic is None or not topic.channels:
            return
        body = payload if binary is None else binary
        if body is None:
            body = b"{}"
        if len(body) > self.limits.max_payload:
            log.warning("a message from the database is too long", topic=name, bytes=len(body))
            return
        sent = UserBroadcast(event, JSON if binary is None else RAW, body)
        frame = broadcast_frame(PREFIX + name, sent, msgspec.json.encode({"id": message_id}))
        for channel in list(topic.channels):
            if channel.reads_broadcasts and message_id not in channel.replayed:
                channel.deliver(frame)
