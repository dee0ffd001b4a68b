"""One channel of one websocket, from its join to its end (contract, sections 4 to 8).

What needs the database (the policies of a private channel, a replay) runs in a task; messages that come meanwhile wait
their turn, so that the order in which a client sent them holds and its other channels go on.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec

from balai.backend.realtime.authentication import Access, Gate, given
from balai.backend.realtime.authorization import Extension, Policies
from balai.backend.realtime.connections.presence_tracking import Tracking
from balai.backend.realtime.errors import RealtimeError
from balai.backend.realtime.hub import Hub, Letter, Topic
from balai.backend.realtime.limits import MOST_QUEUED
from balai.backend.realtime.protocol.frames import BROADCAST, JSON, Frame, Incoming, UserBroadcast, broadcast
from balai.backend.realtime.protocol.join import PREFIX, Join

UNREADABLE = "You do not have permissions to read from this Channel topic: {}"
NO_LONGER = "You no longer have permission to read from this Channel topic: {}"
TOO_MANY_MESSAGES = "Too many messages per second"
UNABLE_TO_REPLAY = "UnableToReplayMessages"
REPLICATION_LOOKS = 120
REPLICATION_EVERY_S = 0.5


class Socket(Protocol):
    """What a channel needs of its connection."""

    headers: str
    hub: Hub
    gate: Gate
    policies: Policies

    def count_event(self) -> bool: ...
    def note_expiry(self, expires_at: float) -> None: ...
    def reply(self, message: Incoming, status: str, response: bytes) -> None: ...
    def push(self, join_ref: str | int | None, topic: str, event: str, payload: bytes) -> None: ...
    def deliver(self, frame: Frame) -> None: ...
    def refuse_join(self, channel: "Channel", message: Incoming, reason: str) -> None: ...
    def end_former(self, channel: "Channel") -> None: ...
    def leave(self, channel: "Channel", message: Incoming) -> None: ...
    def end(self, channel: "Channel", event: str) -> None: ...
    def log_failure(self, channel: "Channel") -> None: ...


class Channel:
    """Joined, or about to be. `topic` is its full name on the wire, `name` the part after `realtime:`."""

    __slots__ = (
        "_busy",
        "_queue",
        "_room",
        "_shows_presence",
        "_tracking",
        "_watch",
        "_writes_broadcasts",
        "access",
        "is_over",
        "join",
        "join_ref",
        "name",
        "reads_broadcasts",
        "reads_presence",
        "replayed",
        "socket",
        "topic",
    )

    def __init__(self, socket: Socket, topic: str, message: Incoming, join: Join, access: Access) -> None:
        self.socket = socket
        self.topic = topic
        self.name = topic[len(PREFIX) :]
        self.join_ref = message.ref if message.join_ref is None else message.join_ref
        self.join = join
        self.access = access
        self.reads_broadcasts = self.reads_presence = not join.is_private
        self.replayed: frozenset[str] = frozenset()
        self.is_over = False
        self._writes_broadcasts = None if join.is_private else True
        self._shows_presence = join.has_presence
        self._tracking: Tracking | None = None
        self._room: Topic | None = None
        self._busy: asyncio.Task[None] | None = None
        self._queue: deque[Incoming] | None = None
        self._watch: asyncio.Task[None] | None = None

    @property
    def is_private(self) -> bool:
        """Whether policies decide who takes part."""
        return self.join.is_private

    @property
    def is_legacy(self) -> bool:
        """Whether it was joined without a configuration."""
        return self.join.is_legacy

    @property
    def hub(self) -> Hub:
        """The worker's hub."""
        return self.socket.hub

    @property
    def presence_key(self) -> str:
        """The key that the client asked for."""
        return self.join.presence_key

    def reply(self, message: Incoming, status: str, response: bytes) -> None:
        """Answer a message of the client."""
        self.socket.reply(message, status, response)

    # Joining

    def begin(self, message: Incoming) -> None:
        """Join, and answer."""
        if self.is_private:
            self._run(self._join_private, message)
        else:
            self._enter(message)

    async def _join_private(self, message: Incoming) -> None:
        past: list[Frame] = []
        try:
            await self._ask_readable()
            if not (self.reads_broadcasts or self.reads_presence):
                raise RealtimeError("Unauthorized", UNREADABLE.format(self.name))
            past = await self._past()
        except RealtimeError as refusal:
            if not self.is_over:
                self.socket.refuse_join(self, message, str(refusal))
            return
        if not self.is_over:
            self._enter(message)
            for frame in past:
                self.deliver(frame)

    def _enter(self, message: Incoming) -> None:
        hub = self.socket.hub
        self._room = hub.enter(self)
        ids = hub.changes.subscribe(self, self.join.changes)
        items = [{**item, "id": number} for item, number in zip(self.join.changes, ids, strict=True)]
        self.socket.reply(message, "ok", b'{"postgres_changes":%b}' % msgspec.json.encode(items))
        self.socket.end_former(self)
        if self.join.has_presence:
            # After what a replay brings.
            self.later(self._send_presence_state)
        if self.join.wants_replication:
            self._watch = asyncio.create_task(self._wait_for_replication())

    async def _past(self) -> list[Frame]:
        replay = self.join.replay
        if self.join.wrong_replay:
            raise RealtimeError(UNABLE_TO_REPLAY, "Replay params are not valid")
        if replay is None or not self.reads_broadcasts:
            return []
        stored = await self.socket.policies.past(self.name, replay)
        self.replayed = frozenset(message.id for message in stored)
        frames = []
        for message in stored:
            metadata = msgspec.json.encode({"id": message.id, "replayed": True})
            body, encoding = (message.payload or b"{}", JSON) if message.binary is None else (message.binary, 0)
            frames.append(broadcast(self.topic, UserBroadcast(message.event, encoding, body), metadata))
        return frames

    def _send_presence_state(self) -> None:
        if self._room is not None and self.reads_presence:
            self.push("presence_state", self._room.presence.state())

    async def _wait_for_replication(self) -> None:
        for _ in range(REPLICATION_LOOKS):
            if self.socket.hub.changes.is_ready():
                self.system("system", "ok", "Replication connection established")
                return
            await asyncio.sleep(REPLICATION_EVERY_S)
        self.shut("Replication connection was not established in time")

    # What comes in

    def take(self, message: Incoming) -> None:
        """A message of the client for this channel."""
        if self._busy is not None:
            self._queue = self._queue or deque()
            self._queue.append(message)
            if len(self._queue) > MOST_QUEUED:
                self.shut(TOO_MANY_MESSAGES)
        elif message.event == BROADCAST:
            self._take_broadcast(message)
        elif message.event == "presence":
            self._take_presence(message)
        elif message.event == "access_token":
            self._take_token(message)
        elif message.event == "phx_leave":
            self.socket.leave(self, message)

    def _take_broadcast(self, message: Incoming) -> None:
        if not self.socket.count_event():
            self.shut(TOO_MANY_MESSAGES)
        elif self._writes_broadcasts is None:
            self._run(self._ask_writable, message)
        elif self._writes_broadcasts:
            self._broadcast(message)

    async def _ask_writable(self, message: Incoming) -> None:
        try:
            self._writes_broadcasts = await self.socket.policies.writable(
                self.access, self.name, self.socket.headers, "broadcast"
            )
        except RealtimeError as refusal:
            self.shut(refusal.text)
            return
        if self._writes_broadcasts and not self.is_over:
            self._broadcast(message)

    def _broadcast(self, message: Incoming) -> None:
        sent = message.broadcast
        size = len(message.payload) if sent is None else len(sent.body)
        if size > self.socket.hub.limits.largest_payload:
            if self.join.wants_acks:
                self.socket.reply(message, "error", b'"payload_size_exceeded"')
            return
        text = bytes(message.payload) if sent is None else None
        if text is not None and not text.startswith(b"{"):
            return
        letter = Letter(self.name, self.is_private, text, sent)
        self.socket.hub.send(letter, but=None if self.join.wants_own else self)
        if self.join.wants_acks:
            self.socket.reply(message, "ok", b"{}")

    def _take_presence(self, message: Incoming) -> None:
        if self._tracking is None:
            self._tracking = Tracking(self)
        self._tracking.take(message)

    def ask_presence(self, message: Incoming) -> None:
        """Learn whether presence may be written here, and go on with the message then."""
        self._run(self._ask_presence, message)

    async def _ask_presence(self, message: Incoming) -> None:
        tracking = self._tracking
        assert tracking is not None
        try:
            allowed = await self.socket.policies.writable(self.access, self.name, self.socket.headers, "presence")
            if not self._shows_presence:
                self._shows_presence = True
                await self._ask_readable()
                self._send_presence_state()
        except RealtimeError as refusal:
            self.shut(refusal.text)
            return
        tracking.is_allowed = allowed
        if not self.is_over:
            tracking.take(message)

    def show_presence(self) -> None:
        """Who tracks on a channel that was joined without presence gets it from then on."""
        if not self._shows_presence:
            self._shows_presence = True
            self._send_presence_state()

    # Tokens

    def _take_token(self, message: Incoming) -> None:
        try:
            payload = msgspec.json.decode(message.payload)
        except (msgspec.DecodeError, RecursionError):
            return
        token = given(payload.get("access_token") if isinstance(payload, dict) else None)
        if token is None or token == self.access.token:
            return
        if not self.socket.count_event():
            self.shut(TOO_MANY_MESSAGES)
            return
        try:
            self.access = self.socket.gate.admit(token)
        except RealtimeError as refusal:
            self.shut(refusal.text)
            return
        self.socket.note_expiry(self.access.expires_at)
        if self.is_private:
            self._run(self._ask_again)
        else:
            self.socket.hub.changes.renew(self)

    async def _ask_again(self) -> None:
        self._writes_broadcasts = None
        if self._tracking is not None:
            self._tracking.is_allowed = None
        try:
            await self._ask_readable()
        except RealtimeError as refusal:
            self.shut(refusal.text)
            return
        if not (self.reads_broadcasts or self.reads_presence):
            self.shut(NO_LONGER.format(self.name))
        elif not self.is_over:
            self.socket.hub.changes.renew(self)

    async def _ask_readable(self) -> None:
        extensions: tuple[Extension, ...] = ("broadcast", "presence") if self._shows_presence else ("broadcast",)
        readable = await self.socket.policies.readable(self.access, self.name, self.socket.headers, extensions)
        self.reads_broadcasts, self.reads_presence = "broadcast" in readable, "presence" in readable

    def recheck(self) -> None:
        """End it where its token is not believed any more."""
        try:
            self.socket.gate.check(self.access)
        except RealtimeError as refusal:
            self.shut(refusal.text)

    # What goes out

    def deliver(self, frame: Frame) -> None:
        """A frame that others get too. Never waits, never raises."""
        if not self.is_over:
            self.socket.deliver(frame)

    def push(self, event: str, payload: bytes) -> None:
        """A message to this channel alone; `payload` is JSON text."""
        if not self.is_over:
            self.socket.push(self.join_ref, self.topic, event, payload)

    def system(self, extension: str, status: str, message: str) -> None:
        """A system message (contract, section 5)."""
        said = {"extension": extension, "status": status, "message": message, "channel": self.name}
        self.push("system", msgspec.json.encode(said))

    def later(self, act: Callable[[], None]) -> None:
        """Do something right after what is being done."""
        asyncio.get_running_loop().call_soon(act)

    # The end

    def shut(self, reason: str) -> None:
        """End it for a reason that the client is told."""
        if not self.is_over:
            self.system("system", "error", reason)
            self.socket.end(self, "phx_close")

    def finish(self) -> None:
        """Let go of everything. The socket calls it once it has let go of the channel."""
        if self.is_over:
            return
        self.is_over = True
        if self._busy is not None and self._busy is not asyncio.current_task():
            self._busy.cancel()
        if self._watch is not None:
            self._watch.cancel()
        self._queue = None
        if self._tracking is not None:
            self._tracking.forget()
        room, self._room = self._room, None
        if room is not None:
            self.socket.hub.changes.unsubscribe(self)
            self.socket.hub.leave(self, room)

    def error(self) -> None:
        """End it so that the client joins again: something went wrong here."""
        self.socket.end(self, "phx_error")

    @property
    def is_working(self) -> bool:
        """Whether messages of it wait for the database: what comes now comes after them."""
        return self._busy is not None and self._room is not None

    @property
    def room(self) -> Topic | None:
        """The topic that it is joined to; None before and after."""
        return self._room

    def _run(self, work: Callable[..., Awaitable[None]], *given: Any) -> None:
        self._busy = asyncio.create_task(self._work(work, *given))

    async def _work(self, work: Callable[..., Awaitable[None]], *given: Any) -> None:
        try:
            await work(*given)
        except Exception:  # noqa: BLE001 - logged; the client is told to join again
            self.socket.log_failure(self)
            self.error()
        finally:
            self._busy = None
        while self._queue and self._busy is None and not self.is_over:
            self.take(self._queue.popleft())
        if not self._queue:
            self._queue = None
