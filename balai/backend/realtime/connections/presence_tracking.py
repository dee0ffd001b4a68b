"""What one channel tells of itself to the others on its topic (contract, section 8)."""

from typing import Protocol

import msgspec

from balai.backend.realtime.hub import Hub, Topic
from balai.backend.realtime.limits import LARGEST_TRACK, PRESENCE_WINDOW_S
from balai.backend.realtime.presence import Meta, meta_text
from balai.backend.realtime.protocol.frames import Incoming
from balai.backend.realtime.rate_limits import Calls

NO_MAP = b'{"reason":"Presence track payload must be a map"}'
TOO_MANY_CALLS = "Client presence rate limit exceeded"
TOO_MANY_EVENTS = "Too many presence messages per second"
TOO_LONG = "Track message size exceeded"


class _Asked(msgspec.Struct, frozen=True):
    event: str = ""
    payload: msgspec.Raw = msgspec.Raw(b"{}")


class Owner(Protocol):
    """What tracking needs of its channel."""

    @property
    def hub(self) -> Hub: ...
    @property
    def is_private(self) -> bool: ...
    @property
    def presence_key(self) -> str: ...
    @property
    def room(self) -> Topic | None: ...
    def reply(self, message: Incoming, status: str, response: bytes) -> None: ...
    def shut(self, reason: str) -> None: ...
    def show_presence(self) -> None: ...
    def ask_presence(self, message: Incoming) -> None: ...


class Tracking:
    """The presence of a channel. `is_allowed` is None until the policies of a private channel were asked."""

    __slots__ = ("_calls", "_channel", "_fields", "_key", "_ref", "is_allowed")

    def __init__(self, channel: Owner) -> None:
        self._channel = channel
        self._calls = Calls(channel.hub.limits.presence_calls, PRESENCE_WINDOW_S)
        self._key = channel.presence_key or channel.hub.next_ref()
        self._fields: bytes | None = None
        self._ref: str | None = None
        self.is_allowed: bool | None = None if channel.is_private else True

    def take(self, message: Incoming) -> None:
        """A `presence` message of the client."""
        try:
            asked = msgspec.json.decode(message.payload, type=_Asked)
        except (msgspec.DecodeError, RecursionError):
            asked = _Asked()
        event = asked.event.lower()
        if event == "untrack":
            self.forget()
            self._reply(message, "ok", b"{}")
        elif event != "track":
            self._reply(message, "error", b"{}")
        elif self.is_allowed is None:
            self._channel.ask_presence(message)
        elif self._is_within_limits(asked):
            self._track(message, bytes(asked.payload))

    def _is_within_limits(self, asked: _Asked) -> bool:
        if len(asked.payload) > LARGEST_TRACK:
            self._channel.shut(TOO_LONG)
        elif not self._calls.add():
            self._channel.shut(TOO_MANY_CALLS)
        elif not self._channel.hub.presence_events.add():
            self._channel.shut(TOO_MANY_EVENTS)
        else:
            return True
        return False

    def _track(self, message: Incoming, fields: bytes) -> None:
        if not self.is_allowed:
            self._reply(message, "error", b"{}")
        elif not fields.startswith(b"{"):
            self._reply(message, "error", NO_MAP)
        else:
            if fields != self._fields:
                self._put(fields)
            self._reply(message, "ok", b"{}")

    def _put(self, fields: bytes) -> None:
        room, hub = self._channel.room, self._channel.hub
        if room is None:
            return
        ref, former = hub.next_ref(), self._ref
        joins = {ref: Meta(hub.node, self._key, meta_text(fields, ref, former))}
        leaves = () if former is None else (former,)
        self._ref, self._fields = ref, fields
        self._channel.show_presence()
        room.presence.change(joins, leaves)
        hub.others.tell_presence(room, joins, leaves)

    def forget(self) -> None:
        """Nothing is tracked any more."""
        room, ref = self._channel.room, self._ref
        self._ref = self._fields = None
        if room is not None and ref is not None:
            room.presence.change({}, (ref,))
            self._channel.hub.others.tell_presence(room, {}, (ref,))

    def _reply(self, message: Incoming, status: str, response: bytes) -> None:
        self._channel.reply(message, status, response)
