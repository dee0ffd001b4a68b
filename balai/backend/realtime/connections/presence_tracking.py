"""The presence that one channel tracks (contract, section 8)."""

from typing import Protocol

import msgspec

from balai.backend.realtime.authorization import TrackedState
from balai.backend.realtime.hub import Hub, Topic
from balai.backend.realtime.limits import MAX_TRACK_BYTES, PRESENCE_WINDOW_S
from balai.backend.realtime.presence import Meta, meta_text
from balai.backend.realtime.protocol.frames import ClientMessage
from balai.backend.realtime.rate_limits import SlidingWindow

NOT_AN_OBJECT = b'{"reason":"Presence track payload must be a map"}'
TOO_MANY_CALLS = "Client presence rate limit exceeded"
TOO_MANY_EVENTS = "Too many presence messages per second"
PAYLOAD_TOO_LARGE = "Track message size exceeded"


class _PresencePayload(msgspec.Struct, frozen=True):
    event: str = ""
    payload: msgspec.Raw = msgspec.Raw(b"{}")


class TrackedChannel(Protocol):
    """The parts of a channel that tracking uses."""

    @property
    def hub(self) -> Hub: ...
    @property
    def is_private(self) -> bool: ...
    @property
    def presence_key(self) -> str: ...
    @property
    def joined_topic(self) -> Topic | None: ...
    def reply(self, message: ClientMessage, status: str, response: bytes) -> None: ...
    def close_with_error(self, reason: str) -> None: ...
    def show_presence(self) -> None: ...
    def check_presence_permission(self, message: ClientMessage) -> None: ...


class PresenceTracking:
    """The presence of one channel. `is_allowed` is None until the policies of a private channel were checked. `own`
    replaces what the client tracks.
    """

    __slots__ = ("_calls", "_channel", "_key", "_ref", "_tracked", "is_allowed", "own")

    def __init__(self, channel: TrackedChannel) -> None:
        self._channel = channel
        self._calls = SlidingWindow(channel.hub.limits.presence_calls, PRESENCE_WINDOW_S)
        self._key = channel.presence_key or channel.hub.next_ref()
        self._tracked: TrackedState | None = None
        self._ref: str | None = None
        self.own: TrackedState | None = None
        self.is_allowed: bool | None = None if channel.is_private else True

    def receive(self, message: ClientMessage) -> None:
        """Handles a `presence` message of the client."""
        try:
            request = msgspec.json.decode(message.payload, type=_PresencePayload)
        except (msgspec.DecodeError, RecursionError):
            request = _PresencePayload()
        event = request.event.lower()
        if event == "untrack":
            self.untrack()
            self._reply(message, "ok", b"{}")
        elif event != "track":
            self._reply(message, "error", b"{}")
        elif self.is_allowed is None:
            self._channel.check_presence_permission(message)
        elif self._is_within_limits(request):
            self._track(message, bytes(request.payload))

    def _is_within_limits(self, request: _PresencePayload) -> bool:
        if len(request.payload) > MAX_TRACK_BYTES:
            self._channel.close_with_error(PAYLOAD_TOO_LARGE)
        elif not self._calls.add():
            self._channel.close_with_error(TOO_MANY_CALLS)
        elif not self._channel.hub.presence_events.add():
            self._channel.close_with_error(TOO_MANY_EVENTS)
        else:
            return True
        return False

    def _track(self, message: ClientMessage, fields: bytes) -> None:
        if not self.is_allowed:
            self._reply(message, "error", b"{}")
        elif not fields.startswith(b"{"):
            self._reply(message, "error", NOT_AN_OBJECT)
        else:
            tracked = self.own or TrackedState(self._key, fields)
            if tracked != self._tracked:
                self._replace_meta(tracked)
            self._reply(message, "ok", b"{}")

    def _replace_meta(self, tracked: TrackedState) -> None:
        joined_topic, hub = self._channel.joined_topic, self._channel.hub
        if joined_topic is None:
            return
        ref, previous = hub.next_ref(), self._ref
        joins = {ref: Meta(hub.node, tracked.key, meta_text(tracked.fields, ref, previous))}
        leaves = () if previous is None else (previous,)
        self._ref, self._tracked = ref, tracked
        self._channel.show_presence()
        joined_topic.presence.change(joins, leaves)
        hub.remote_nodes.publish_presence(joined_topic, joins, leaves)

    def untrack(self) -> None:
        """Removes the tracked state."""
        joined_topic, ref = self._channel.joined_topic, self._ref
        self._ref = self._tracked = None
        if joined_topic is not None and ref is not None:
            joined_topic.presence.change({}, (ref,))
            self._channel.hub.remote_nodes.publish_presence(joined_topic, {}, (ref,))

    def _reply(self, message: ClientMessage, status: str, response: bytes) -> None:
        self._channel.reply(message, status, response)
