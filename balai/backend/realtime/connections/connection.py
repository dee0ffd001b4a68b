"""One websocket: its frames in, its channels, and the way out (contract, sections 1 to 3)."""

import time
from collections.abc import Callable
from typing import Protocol

import msgspec
import structlog

from balai.backend.realtime.authentication import Access, Gate, given
from balai.backend.realtime.authorization import Policies
from balai.backend.realtime.connections.channel import Channel
from balai.backend.realtime.errors import RealtimeError
from balai.backend.realtime.hub import Hub
from balai.backend.realtime.limits import IDLE_S, MOST_WAITING, WITHOUT_CHANNEL_S
from balai.backend.realtime.protocol.frames import Frame, Incoming, Version, closed, push_to, read, reply
from balai.backend.realtime.protocol.join import name_of, read_join
from balai.backend.realtime.rate_limits import Rate

log = structlog.get_logger("balai.realtime")
UNMATCHED = b'{"reason":"unmatched topic"}'
LEFT_ALONE, GOING_AWAY = 1000, 1001
TOO_MANY_JOINS = RealtimeError("ClientJoinRateLimitReached", "Too many joins per second")
TOO_MANY_CHANNELS = RealtimeError("ChannelRateLimitReached", "Too many channels")
PRIVATE_ONLY = RealtimeError("PrivateOnly", "This project only allows private channels")
NAMELESS = RealtimeError("TopicNameRequired", "You must provide a topic name")


class Line(Protocol):
    """The way out of a connection, as the server gives it."""

    @property
    def buffered_bytes(self) -> int:
        """Bytes that the other side has not taken yet."""

    def write(self, frame: bytes) -> None:
        """Send a whole websocket frame; never waits."""

    def abort(self) -> None:
        """Hang up at once."""


class Socket:
    """A connection that was let in. `hang_up` is called with a close code when the service wants it closed."""

    __slots__ = (
        "_channels",
        "_events",
        "_former",
        "_hang_up",
        "_heard_at",
        "_joined_at",
        "_line",
        "_network",
        "access",
        "due_at",
        "gate",
        "headers",
        "hub",
        "policies",
        "version",
    )

    def __init__(
        self,
        line: Line,
        version: Version,
        access: Access,
        headers: str,
        *,
        network: str,
        hub: Hub,
        gate: Gate,
        policies: Policies,
        hang_up: Callable[[int], None],
    ) -> None:
        self._line = line
        self._hang_up = hang_up
        self._network = network
        self.version: Version = version
        self.access = access
        self.headers = headers
        self.hub = hub
        self.gate = gate
        self.policies = policies
        self._channels: dict[str, Channel] = {}
        self._former: dict[Channel, Channel] | None = None
        self._events: Rate | None = None
        self._heard_at = self._joined_at = time.monotonic()
        # When it has to be looked at again (Unix seconds): it has gone quiet, or a token of it runs out.
        self.due_at = 0.0
        hub.meet(self, network)
        self.look_after(self._heard_at, time.time())

    # What comes in

    def take(self, data: str | bytes) -> None:
        """A frame of the client."""
        self._heard_at = time.monotonic()
        message = read(self.version, data)
        if message is None:
            return
        event = message.event
        if event == "heartbeat" and message.topic == "phoenix":
            self.reply(message, "ok", b"{}")
        elif event == "phx_join":
            self._join(message)
        elif event == "phx_leave":
            self._leave(message)
        else:
            channel = self._channels.get(message.topic)
            if channel is None:
                self.reply(message, "error", UNMATCHED)
            else:
                channel.take(message)

    def _join(self, message: Incoming) -> None:
        name = name_of(message.topic)
        if name is None or "\0" in name:
            self.reply(message, "error", UNMATCHED)
            return
        if not self.count_event():
            self._refuse(message, TOO_MANY_JOINS)
            return
        wishes = read_join(name, bytes(message.payload))
        try:
            self._check_join(name, message.topic, wishes.is_private)
            token = given(*wishes.tokens)
            access = self.access if token is None else self.gate.admit(token)
            self.gate.check(access)
            if wishes.replay is not None and not wishes.is_private:
                raise RealtimeError("UnableToReplayMessages", "Replay is not allowed for public channels")
        except RealtimeError as refusal:
            self._refuse(message, refusal)
            return
        channel = Channel(self, message.topic, message, wishes, access)
        former = self._channels.pop(message.topic, None)
        if former is not None:
            # It is over now; that it is comes after the reply to the new one.
            former.finish()
            self.end_former(former)
            self._former = self._former or {}
            self._former[channel] = former
        self._channels[message.topic] = channel
        self.note_expiry(access.expires_at)
        channel.begin(message)

    def _check_join(self, name: str, topic: str, is_private: bool) -> None:
        limits = self.hub.limits
        if not name:
            raise NAMELESS
        if limits.private_only and not is_private:
            raise PRIVATE_ONLY
        if not self.hub.joins.add():
            raise TOO_MANY_JOINS
        if limits.channels and topic not in self._channels and len(self._channels) >= limits.channels:
            raise TOO_MANY_CHANNELS

    def _refuse(self, message: Incoming, refusal: RealtimeError) -> None:
        self.reply(message, "error", msgspec.json.encode({"reason": str(refusal)}))
        if refusal is TOO_MANY_JOINS:
            self._hang_up(GOING_AWAY)

    def refuse_join(self, channel: Channel, message: Incoming, reason: str) -> None:
        """A join that took time has come to nothing."""
        self._forget(channel)
        self.reply(message, "error", msgspec.json.encode({"reason": reason}))
        self.end_former(channel)

    def end_former(self, channel: Channel) -> None:
        """Say that the channel is over whose place this one has taken."""
        former = self._former.pop(channel, None) if self._former else None
        if former is not None:
            self.send(closed(self.version, former.join_ref, former.topic, "phx_close"))

    def _leave(self, message: Incoming) -> None:
        channel = self._channels.get(message.topic)
        if channel is None:
            self.reply(message, "ok", b"{}")
        elif channel.is_working:
            channel.take(message)
        else:
            self.leave(channel, message)

    def leave(self, channel: Channel, message: Incoming) -> None:
        """A client leaves a channel for good."""
        self.reply(message, "ok", b"{}")
        self.end(channel, "phx_close")

    def count_event(self) -> bool:
        """Count a broadcast of this client; False where there are too many."""
        if self._events is None:
            self._events = Rate(self.hub.limits.events_per_second)
        return self._events.add()

    # What goes out

    def deliver(self, frame: Frame) -> None:
        """A frame that others get too."""
        wire = frame.wire(self.version)
        if wire:
            self.send(wire)

    def send(self, wire: bytes) -> None:
        """A whole websocket frame. A client that does not read is cut off: it must cost nobody but itself."""
        if self._line.buffered_bytes > MOST_WAITING:
            self._line.abort()
        else:
            self._line.write(wire)

    def push(self, join_ref: str | int | None, topic: str, event: str, payload: bytes) -> None:
        """A message of the service to one of the channels."""
        self.send(push_to(self.version, join_ref, topic, event, payload))

    def reply(self, message: Incoming, status: str, response: bytes) -> None:
        """Answer a message; `response` is JSON text."""
        self.send(reply(self.version, message, status, response))

    # Its life

    def end(self, channel: Channel, event: str) -> None:
        """End a channel: `phx_close` for good, `phx_error` so that the client joins again."""
        if self._forget(channel):
            self.send(closed(self.version, channel.join_ref, channel.topic, event))
            # Ended before its join was answered: nothing else says that the one before it is over.
            self.end_former(channel)

    def _forget(self, channel: Channel) -> bool:
        was_there = self._channels.get(channel.topic) is channel
        if was_there:
            del self._channels[channel.topic]
            self._joined_at = time.monotonic()
        channel.finish()
        return was_there

    def note_expiry(self, expires_at: float) -> None:
        """A token of this connection runs out then (Unix seconds)."""
        self.due_at = min(self.due_at, expires_at)

    def look_after(self, now: float, clock: float) -> None:
        """What time brings: a client that fell silent, tokens that ran out. `now` is monotonic, `clock` Unix time."""
        if now - self._heard_at >= IDLE_S or (not self._channels and now - self._joined_at >= WITHOUT_CHANNEL_S):
            self.due_at = clock + IDLE_S
            self._hang_up(LEFT_ALONE)
            return
        # It is looked at once a minute at least: a key that was withdrawn takes the channels of its tokens along.
        for channel in list(self._channels.values()):
            channel.recheck()
        silent_at = self._heard_at + IDLE_S
        ends = [one.access.expires_at for one in self._channels.values()]
        self.due_at = min(clock + silent_at - now, *ends) if ends else clock + silent_at - now

    def recheck(self, session_ids: frozenset[str]) -> None:
        """These sessions have ended: channels of theirs do."""
        for channel in list(self._channels.values()):
            if channel.access.session_id in session_ids:
                channel.recheck()

    def restart_channels(self) -> None:
        """Messages may be missing: let the client join anew and look again."""
        for channel in list(self._channels.values()):
            channel.error()

    def close(self) -> None:
        """The connection is gone."""
        self.hub.part(self, self._network)
        channels, self._channels = self._channels, {}
        for channel in channels.values():
            channel.finish()

    def log_failure(self, channel: Channel) -> None:
        """Something went wrong that nobody foresaw."""
        log.exception("a channel failed", topic=channel.topic)
