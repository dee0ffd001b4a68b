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
from balai.backend.realtime.protocol.frames import JSON, RAW, Frame, UserBroadcast, broadcast, push
from balai.backend.realtime.protocol.join import PREFIX
from balai.backend.realtime.rate_limits import Rate
from balai.backend.realtime.row_changes import NoRowChanges

log = structlog.get_logger("balai.realtime")
ANEW_AT_ONCE, ANEW_EVERY_S = 100, 0.1


class Letter(msgspec.Struct, frozen=True):
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
            return broadcast(topic, self.sent, self.metadata)
        return push(topic, "broadcast", self.text or b"{}")


class Others(Protocol):
    """The other workers and nodes, as the hub tells them things."""

    def tell_letter(self, letter: Letter) -> None:
        """Deliver it to your subscribers too."""

    def tell_presence(self, topic: "Topic", joins: Mapping[str, Meta], leaves: Iterable[str]) -> None:
        """Take these in and out."""


class Nobody:
    """There are no others."""

    def tell_letter(self, letter: Letter) -> None:
        """Nobody hears it."""

    def tell_presence(self, topic: "Topic", joins: Mapping[str, Meta], leaves: Iterable[str]) -> None:
        """Nobody hears it."""


class Topic:
    """One name, private or not, with the channels that are joined to it here."""

    __slots__ = ("channels", "is_private", "name", "presence")

    def __init__(self, name: str, is_private: bool) -> None:
        self.name = name
        self.is_private = is_private
        self.channels: dict[Channel, None] = {}
        self.presence = Presence(self._tell_presence, self.channels.__len__)

    def deliver(self, frame: Frame, *, but: Channel | None = None) -> None:
        """A broadcast for everybody who may read it, except one."""
        for channel in list(self.channels):
            if channel is not but and channel.reads_broadcasts:
                channel.deliver(frame)

    def _tell_presence(self, difference: bytes) -> None:
        frame = push(PREFIX + self.name, "presence_diff", difference)
        for channel in list(self.channels):
            if channel.reads_presence:
                channel.deliver(frame)


class Hub:
    """One for each worker. `changes` and `others` are set before the first client comes."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.changes: RowChanges = NoRowChanges()
        self.others: Others = Nobody()
        self.node = secrets.token_hex(6)
        self.sockets: dict[Connection, None] = {}
        # How many of them come from each network.
        self.networks: Counter[str] = Counter()
        self.topics: dict[tuple[str, bool], Topic] = {}
        self.joins = Rate(limits.joins_per_second)
        self.presence_events = Rate(limits.presence_per_second)
        self._channels = 0
        self._refs = 0

    def has_room(self, network: str) -> bool:
        """Whether one more connection from there is within the limits."""
        most, most_each = self.limits.connections, self.limits.client_connections
        return not (most and len(self.sockets) >= most) and not (most_each and self.networks[network] >= most_each)

    def meet(self, socket: Connection, network: str) -> None:
        """A connection has been let in."""
        self.sockets[socket] = None
        self.networks[network] += 1

    def part(self, socket: Connection, network: str) -> None:
        """A connection is gone."""
        if self.sockets.pop(socket, self) is None:
            self.networks[network] -= 1
            if not self.networks[network]:
                del self.networks[network]

    def next_ref(self) -> str:
        """A reference that no other node makes."""
        self._refs += 1
        return f"{self.node}{self._refs:x}"

    def topic_of(self, name: str, is_private: bool) -> Topic:
        """The topic of a name, made where there is none yet."""
        topic = self.topics.get((name, is_private))
        if topic is None:
            topic = self.topics[name, is_private] = Topic(name, is_private)
        return topic

    def enter(self, channel: Channel) -> Topic:
        """A channel has joined."""
        topic = self.topic_of(channel.name, channel.is_private)
        topic.channels[channel] = None
        self._channels += 1
        if self._channels == 1:
            self.changes.want_messages(True)
        return topic

    def leave(self, channel: Channel, topic: Topic) -> None:
        """A channel has ended."""
        del topic.channels[channel]
        self._channels -= 1
        if self._channels == 0:
            self.changes.want_messages(False)
        self.tidy(topic)

    def tidy(self, topic: Topic) -> None:
        """Forget a topic that nobody is joined to and nobody is known to be on."""
        if not topic.channels and not topic.presence.metas:
            topic.presence.close()
            self.topics.pop((topic.name, topic.is_private), None)

    def send(self, letter: Letter, *, but: Channel | None = None) -> None:
        """A broadcast to the subscribers everywhere, except one channel."""
        self.deliver(letter, but=but)
        self.others.tell_letter(letter)

    def deliver(self, letter: Letter, *, but: Channel | None = None) -> None:
        """A broadcast to the subscribers of this worker."""
        topic = self.topics.get((letter.name, letter.is_private))
        if topic is not None and topic.channels:
            topic.deliver(letter.frame(), but=but)

    async def let_join_anew(self) -> None:
        """Messages are missing: every client joins its channels again and looks what there is. Not all at once."""
        sockets = list(self.sockets)
        for at in range(0, len(sockets), ANEW_AT_ONCE):
            for socket in sockets[at : at + ANEW_AT_ONCE]:
                socket.restart_channels()
            await asyncio.sleep(ANEW_EVERY_S)

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
        if len(body) > self.limits.largest_payload:
            log.warning("a message from the database is too long", topic=name, bytes=len(body))
            return
        sent = UserBroadcast(event, JSON if binary is None else RAW, body)
        frame = broadcast(PREFIX + name, sent, msgspec.json.encode({"id": message_id}))
        for channel in list(topic.channels):
            if channel.reads_broadcasts and message_id not in channel.replayed:
                channel.deliver(frame)
