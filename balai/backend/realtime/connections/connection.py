"""One WebSocket connection: its messages, its channels and its end (contract, sections 1 to 3)."""

import time
from collections.abc import Callable
from typing import Protocol

import msgspec
import structlog

from balai.backend.realtime.authentication import Authenticator, Grant, first_token
from balai.backend.realtime.authorization import ChannelAuthorizer
from balai.backend.realtime.connections.channel import Channel
from balai.backend.realtime.errors import RealtimeError
from balai.backend.realtime.hub import Hub
from balai.backend.realtime.limits import IDLE_TIMEOUT_S, MAX_BUFFERED_BYTES, NO_CHANNEL_TIMEOUT_S
from balai.backend.realtime.protocol.frames import (
    ClientMessage,
    Frame,
    Version,
    encode_close,
    encode_push,
    encode_reply,
    read_message,
)
from balai.backend.realtime.protocol.join import name_of, read_join
from balai.backend.realtime.rate_limits import AverageRate

log = structlog.get_logger("balai.realtime")
UNMATCHED = b'{"reason":"unmatched topic"}'
NORMAL_CLOSURE, GOING_AWAY = 1000, 1001
TOO_MANY_JOINS = RealtimeError("ClientJoinRateLimitReached", "Too many joins per second")
TOO_MANY_CHANNELS = RealtimeError("ChannelRateLimitReached", "Too many channels")
PRIVATE_ONLY = RealtimeError("PrivateOnly", "This project only allows private channels")
TOPIC_REQUIRED = RealtimeError("TopicNameRequired", "You must provide a topic name")


class WebSocketWriter(Protocol):
    """Writes to the socket, as the server provides it."""

    @property
    def buffered_bytes(self) -> int:
        """Bytes that the client has not read yet."""

    def write(self, frame: bytes) -> None:
        """Sends a whole WebSocket frame; never waits."""

    def abort(self) -> None:
        """Closes the connection immediately."""


class Connection:
    """An accepted connection. `close_websocket` is called with a close code when the service wants to close it."""

    __slots__ = (
        "_channels",
        "_close_websocket",
        "_events",
        "_last_channel_at",
        "_network",
        "_received_at",
        "_replaced",
        "_writer",
        "authenticator",
        "authorizer",
        "due_at",
        "grant",
        "headers",
        "hub",
        "version",
    )

    def __init__(
        self,
        writer: WebSocketWriter,
        version: Version,
        grant: Grant,
        headers: str,
        *,
        network: str,
        hub: Hub,
        authenticator: Authenticator,
        authorizer: ChannelAuthorizer,
        close_websocket: Callable[[int], None],
    ) -> None:
        self._writer = writer
        self._close_websocket = close_websocket
        self._network = network
        self.version: Version = version
        self.grant = grant
        self.headers = headers
        self.hub = hub
        self.authenticator = authenticator
        self.authorizer = authorizer
        self._channels: dict[str, Channel] = {}
        self._replaced: dict[Channel, Channel] | None = None
        self._events: AverageRate | None = None
        self._received_at = self._last_channel_at = time.monotonic()
        # Time of the next check (Unix seconds): the connection is idle then, or one of its tokens expires.
        self.due_at = 0.0
        hub.add_connection(self, network)
        self.check_timeouts(self._received_at, time.time())

    # Receiving

    def receive(self, data: str | bytes) -> None:
        """Handles a message of the client."""
        self._received_at = time.monotonic()
        message = read_message(self.version, data)
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
                channel.receive(message)

    def _join(self, message: ClientMessage) -> None:
        name = name_of(message.topic)
        if name is None or "\0" in name:
            self.reply(message, "error", UNMATCHED)
            return
        if not self.count_event():
            self._reject_join(message, TOO_MANY_JOINS)
            return
        join = read_join(name, bytes(message.payload))
        try:
            self._check_join(name, message.topic, join.is_private)
            token = first_token(*join.tokens)
            grant = self.grant if token is None else self.authenticator.authenticate(token)
            self.authenticator.check(grant)
            if join.replay is not None and not join.is_private:
                raise RealtimeError("UnableToReplayMessages", "Replay is not allowed for public channels")
        except RealtimeError as error:
            self._reject_join(message, error)
            return
        channel = Channel(self, message.topic, message, join, grant)
        replaced = self._channels.pop(message.topic, None)
        if replaced is not None:
            # It ends now; the client is notified after the reply to the new join.
            replaced.release()
            self.close_replaced(replaced)
            self._replaced = self._replaced or {}
            self._replaced[channel] = replaced
        self._channels[message.topic] = channel
        self.schedule_expiry(grant.expires_at)
        channel.begin(message)

    def _check_join(self, name: str, topic: str, is_private: bool) -> None:
        limits = self.hub.limits
        if not name:
            raise TOPIC_REQUIRED
        if limits.private_only and not is_private:
            raise PRIVATE_ONLY
        if not self.hub.joins.add():
            raise TOO_MANY_JOINS
        if limits.channels and topic not in self._channels and len(self._channels) >= limits.channels:
            raise TOO_MANY_CHANNELS

    def _reject_join(self, message: ClientMessage, error: RealtimeError) -> None:
        self.reply(message, "error", msgspec.json.encode({"reason": str(error)}))
        if error is TOO_MANY_JOINS:
            self._close_websocket(GOING_AWAY)

    def reject_join(self, channel: Channel, message: ClientMessage, reason: str) -> None:
        """Rejects a join after its permission check."""
        self._remove(channel)
        self.reply(message, "error", msgspec.json.encode({"reason": reason}))
        self.close_replaced(channel)

    def close_replaced(self, channel: Channel) -> None:
        """Notifies the client that the channel which this one replaced has closed."""
        replaced = self._replaced.pop(channel, None) if self._replaced else None
        if replaced is not None:
            self.send(encode_close(self.version, replaced.join_ref, replaced.topic, "phx_close"))

    def _leave(self, message: ClientMessage) -> None:
        channel = self._channels.get(message.topic)
        if channel is None:
            self.reply(message, "ok", b"{}")
        elif channel.has_pending_work:
            channel.receive(message)
        else:
            self.leave(channel, message)

    def leave(self, channel: Channel, message: ClientMessage) -> None:
        """Closes a channel that the client leaves."""
        self.reply(message, "ok", b"{}")
        self.end(channel, "phx_close")

    def count_event(self) -> bool:
        """Counts a broadcast of this client; False above the limit."""
        if self._events is None:
            self._events = AverageRate(self.hub.limits.events_per_second)
        return self._events.add()

    # Sending

    def deliver(self, frame: Frame) -> None:
        """Sends a frame that is shared with other connections."""
        wire = frame.wire(self.version)
        if wire:
            self.send(wire)

    def send(self, wire: bytes) -> None:
        """Sends a whole WebSocket frame. A client that does not read is disconnected: it must not cost other clients
        memory.
        """
        if self._writer.buffered_bytes > MAX_BUFFERED_BYTES:
            self._writer.abort()
        else:
            self._writer.write(wire)

    def push(self, join_ref: str | int | None, topic: str, event: str, payload: bytes) -> None:
        """Sends a message of the service to one of the channels."""
        self.send(encode_push(self.version, join_ref, topic, event, payload))

    def reply(self, message: ClientMessage, status: str, response: bytes) -> None:
        """Replies to a message; `response` is JSON text."""
        self.send(encode_reply(self.version, message, status, response))

    # Closing

    def end(self, channel: Channel, event: str) -> None:
        """Closes a channel: `phx_close` for good, `phx_error` so that the client joins again."""
        if self._remove(channel):
            self.send(encode_close(self.version, channel.join_ref, channel.topic, event))
            # The channel ended before its join was answered, so the end of the replaced channel is still to be sent.
            self.close_replaced(channel)

    def _remove(self, channel: Channel) -> bool:
        was_there = self._channels.get(channel.topic) is channel
        if was_there:
            del self._channels[channel.topic]
            self._last_channel_at = time.monotonic()
        channel.release()
        return was_there

    def schedule_expiry(self, expires_at: float) -> None:
        """Schedules a check for when a token of this connection expires (Unix seconds)."""
        self.due_at = min(self.due_at, expires_at)

    def check_timeouts(self, now: float, clock: float) -> None:
        """Closes an idle connection and channels with expired tokens. `now` is monotonic, `clock` is Unix time."""
        if now - self._received_at >= IDLE_TIMEOUT_S or (
            not self._channels and now - self._last_channel_at >= NO_CHANNEL_TIMEOUT_S
        ):
            self.due_at = clock + IDLE_TIMEOUT_S
            self._close_websocket(NORMAL_CLOSURE)
            return
        # Runs at least once a minute, so a withdrawn key closes the channels of its tokens within that time.
        for channel in list(self._channels.values()):
            channel.recheck()
        silent_at = self._received_at + IDLE_TIMEOUT_S
        ends = [one.grant.expires_at for one in self._channels.values()]
        self.due_at = min(clock + silent_at - now, *ends) if ends else clock + silent_at - now

    def recheck(self, session_ids: frozenset[str]) -> None:
        """Closes the channels of these ended sessions."""
        for channel in list(self._channels.values()):
            if channel.grant.session_id in session_ids:
                channel.recheck()

    def restart_channels(self) -> None:
        """Makes the client join all its channels again, since messages may be missing."""
        for channel in list(self._channels.values()):
            channel.restart()

    def close(self) -> None:
        """Releases everything; the connection has ended."""
        self.hub.remove_connection(self, self._network)
        channels, self._channels = self._channels, {}
        for channel in channels.values():
            channel.release()

    def log_failure(self, channel: Channel) -> None:
        """Logs an unexpected error of a channel."""
        log.exception("channel_failed", topic=channel.topic)
