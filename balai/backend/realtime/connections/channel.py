"""One channel of a connection, from its join to its end (contract, sections 4 to 8).

Work that needs the database (policies of a private channel, a replay) runs in a task. Messages that arrive meanwhile
are queued: the order of the client's messages holds, and its other channels continue.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec

from balai.backend.realtime.authentication import Authenticator, Grant, first_token
from balai.backend.realtime.authorization import ChannelAuthorizer, Extension
from balai.backend.realtime.connections.presence_tracking import PresenceTracking
from balai.backend.realtime.errors import RealtimeError
from balai.backend.realtime.hub import Broadcast, Hub, Topic
from balai.backend.realtime.limits import MAX_QUEUED_MESSAGES
from balai.backend.realtime.protocol.frames import BROADCAST, JSON, ClientMessage, Frame, UserBroadcast, broadcast_frame
from balai.backend.realtime.protocol.join import PREFIX, Join

READ_DENIED = "You do not have permissions to read from this Channel topic: {}"
READ_REVOKED = "You no longer have permission to read from this Channel topic: {}"
TOO_MANY_MESSAGES = "Too many messages per second"
UNABLE_TO_REPLAY = "UnableToReplayMessages"
REPLICATION_CHECKS = 120
REPLICATION_CHECK_INTERVAL_S = 0.5


class ChannelConnection(Protocol):
    """The parts of a connection that a channel uses."""

    headers: str
    hub: Hub
    authenticator: Authenticator
    authorizer: ChannelAuthorizer

    def count_event(self) -> bool: ...
    def schedule_expiry(self, expires_at: float) -> None: ...
    def reply(self, message: ClientMessage, status: str, response: bytes) -> None: ...
    def push(self, join_ref: str | int | None, topic: str, event: str, payload: bytes) -> None: ...
    def deliver(self, frame: Frame) -> None: ...
    def reject_join(self, channel: "Channel", message: ClientMessage, reason: str) -> None: ...
    def close_replaced(self, channel: "Channel") -> None: ...
    def leave(self, channel: "Channel", message: ClientMessage) -> None: ...
    def end(self, channel: "Channel", event: str) -> None: ...
    def log_failure(self, channel: "Channel") -> None: ...


class Channel:
    """A channel that has joined or is joining. `topic` is its full name, `name` the part after `realtime:`."""

    __slots__ = (
        "_joined_topic",
        "_queue",
        "_replication_task",
        "_shows_presence",
        "_task",
        "_tracking",
        "_writes_broadcasts",
        "connection",
        "grant",
        "is_closed",
        "join",
        "join_ref",
        "name",
        "reads_broadcasts",
        "reads_presence",
        "replayed",
        "topic",
    )

    def __init__(
        self, connection: ChannelConnection, topic: str, message: ClientMessage, join: Join, grant: Grant
    ) -> None:
        self.connection = connection
        self.topic = topic
        self.name = topic[len(PREFIX) :]
        self.join_ref = message.ref if message.join_ref is None else message.join_ref
        self.join = join
        self.grant = grant
        self.reads_broadcasts = self.reads_presence = not join.is_private
        self.replayed: frozenset[str] = frozenset()
        self.is_closed = False
        self._writes_broadcasts = None if join.is_private else True
        self._shows_presence = join.has_presence
        self._tracking: PresenceTracking | None = None
        self._joined_topic: Topic | None = None
        self._task: asyncio.Task[None] | None = None
        self._queue: deque[ClientMessage] | None = None
        self._replication_task: asyncio.Task[None] | None = None

    @property
    def is_private(self) -> bool:
        """Whether policies apply."""
        return self.join.is_private

    @property
    def is_legacy(self) -> bool:
        """Whether it was joined without a configuration."""
        return self.join.is_legacy

    @property
    def hub(self) -> Hub:
        """The worker's hub."""
        return self.connection.hub

    @property
    def presence_key(self) -> str:
        """The presence key that the client requested."""
        return self.join.presence_key

    def reply(self, message: ClientMessage, status: str, response: bytes) -> None:
        """Replies to a message of the client."""
        self.connection.reply(message, status, response)

    # Joining

    def begin(self, message: ClientMessage) -> None:
        """Joins, and replies."""
        if self.is_private:
            self._run(self._join_private, message)
        else:
            self._complete_join(message)

    async def _join_private(self, message: ClientMessage) -> None:
        past: list[Frame] = []
        try:
            await self._check_read_permission()
            if not (self.reads_broadcasts or self.reads_presence):
                raise RealtimeError("Unauthorized", READ_DENIED.format(self.name))
            past = await self._load_replay()
        except RealtimeError as error:
            if not self.is_closed:
                self.connection.reject_join(self, message, str(error))
            return
        if not self.is_closed:
            self._complete_join(message)
            for frame in past:
                self.deliver(frame)

    def _complete_join(self, message: ClientMessage) -> None:
        hub = self.connection.hub
        self._joined_topic = hub.add_channel(self)
        ids = hub.changes.subscribe(self, self.join.changes)
        items = [{**item, "id": number} for item, number in zip(self.join.changes, ids, strict=True)]
        self.connection.reply(message, "ok", b'{"postgres_changes":%b}' % msgspec.json.encode(items))
        self.connection.close_replaced(self)
        if self.join.has_presence:
            # After the frames of a replay.
            self.call_soon(self._send_presence_state)
        if self.join.wants_replication:
            self._replication_task = asyncio.create_task(self._wait_for_replication())

    async def _load_replay(self) -> list[Frame]:
        replay = self.join.replay
        if self.join.has_invalid_replay:
            raise RealtimeError(UNABLE_TO_REPLAY, "Replay params are not valid")
        if replay is None or not self.reads_broadcasts:
            return []
        stored = await self.connection.authorizer.load_replay(self.name, replay)
        self.replayed = frozenset(message.id for message in stored)
        frames = []
        for message in stored:
            metadata = msgspec.json.encode({"id": message.id, "replayed": True})
            body, encoding = (message.payload or b"{}", JSON) if message.binary is None else (message.binary, 0)
            frames.append(broadcast_frame(self.topic, UserBroadcast(message.event, encoding, body), metadata))
        return frames

    def _send_presence_state(self) -> None:
        if self._joined_topic is not None and self.reads_presence:
            self.push("presence_state", self._joined_topic.presence.state())

    async def _wait_for_replication(self) -> None:
        for _ in range(REPLICATION_CHECKS):
            if self.connection.hub.changes.is_ready():
                self.system("system", "ok", "Replication connection established")
                return
            await asyncio.sleep(REPLICATION_CHECK_INTERVAL_S)
        self.close_with_error("Replication connection was not established in time")

    # Receiving

    def receive(self, message: ClientMessage) -> None:
        """Handles a message of the client for this channel."""
        if self._task is not None:
            self._queue = self._queue or deque()
            self._queue.append(message)
            if len(self._queue) > MAX_QUEUED_MESSAGES:
                self.close_with_error(TOO_MANY_MESSAGES)
        elif message.event == BROADCAST:
            self._receive_broadcast(message)
        elif message.event == "presence":
            self._receive_presence(message)
        elif message.event == "access_token":
            self._receive_token(message)
        elif message.event == "phx_leave":
            self.connection.leave(self, message)

    def _receive_broadcast(self, message: ClientMessage) -> None:
        if not self.connection.count_event():
            self.close_with_error(TOO_MANY_MESSAGES)
        elif self._writes_broadcasts is None:
            self._run(self._check_write_permission, message)
        elif self._writes_broadcasts:
            self._broadcast(message)

    async def _check_write_permission(self, message: ClientMessage) -> None:
        try:
            self._writes_broadcasts = await self.connection.authorizer.may_write(
                self.grant, self.name, self.connection.headers, "broadcast"
            )
        except RealtimeError as error:
            self.close_with_error(error.text)
            return
        if self._writes_broadcasts and not self.is_closed:
            self._broadcast(message)

    def _broadcast(self, message: ClientMessage) -> None:
        sent = message.broadcast
        size = len(message.payload) if sent is None else len(sent.body)
        if size > self.connection.hub.limits.max_payload:
            if self.join.wants_acks:
                self.connection.reply(message, "error", b'"payload_size_exceeded"')
            return
        text = bytes(message.payload) if sent is None else None
        if text is not None and not text.startswith(b"{"):
            return
        broadcast = Broadcast(self.name, self.is_private, text, sent)
        self.connection.hub.send(broadcast, exclude=None if self.join.wants_own else self)
        if self.join.wants_acks:
            self.connection.reply(message, "ok", b"{}")

    def _receive_presence(self, message: ClientMessage) -> None:
        if self._tracking is None:
            self._tracking = PresenceTracking(self)
        self._tracking.receive(message)

    def check_presence_permission(self, message: ClientMessage) -> None:
        """Checks whether the token may write presence, then handles the message."""
        self._run(self._check_presence_permission, message)

    async def _check_presence_permission(self, message: ClientMessage) -> None:
        tracking = self._tracking
        assert tracking is not None
        try:
            authorizer, headers = self.connection.authorizer, self.connection.headers
            allowed = await authorizer.may_write(self.grant, self.name, headers, "presence")
            if allowed and authorizer.decides_presence(self.name):
                tracking.own = await authorizer.load_presence(self.grant, self.name, headers)
                allowed = tracking.own is not None
            if not self._shows_presence:
                self._shows_presence = True
                await self._check_read_permission()
                self._send_presence_state()
        except RealtimeError as error:
            self.close_with_error(error.text)
            return
        tracking.is_allowed = allowed
        if not self.is_closed:
            tracking.receive(message)

    def show_presence(self) -> None:
        """Enables presence on a channel that was joined without it, once it tracks."""
        if not self._shows_presence:
            self._shows_presence = True
            self._send_presence_state()

    # Tokens

    def _receive_token(self, message: ClientMessage) -> None:
        try:
            payload = msgspec.json.decode(message.payload)
        except (msgspec.DecodeError, RecursionError):
            return
        token = first_token(payload.get("access_token") if isinstance(payload, dict) else None)
        if token is None or token == self.grant.token:
            return
        if not self.connection.count_event():
            self.close_with_error(TOO_MANY_MESSAGES)
            return
        try:
            self.grant = self.connection.authenticator.authenticate(token)
        except RealtimeError as error:
            self.close_with_error(error.text)
            return
        self.connection.schedule_expiry(self.grant.expires_at)
        if self.is_private:
            self._run(self._check_new_token)
        else:
            self.connection.hub.changes.renew(self)

    async def _check_new_token(self) -> None:
        self._writes_broadcasts = None
        if self._tracking is not None:
            self._tracking.is_allowed = None
        try:
            await self._check_read_permission()
        except RealtimeError as error:
            self.close_with_error(error.text)
            return
        if not (self.reads_broadcasts or self.reads_presence):
            self.close_with_error(READ_REVOKED.format(self.name))
        elif not self.is_closed:
            self.connection.hub.changes.renew(self)

    async def _check_read_permission(self) -> None:
        extensions: tuple[Extension, ...] = ("broadcast", "presence") if self._shows_presence else ("broadcast",)
        readable = await self.connection.authorizer.readable_extensions(
            self.grant, self.name, self.connection.headers, extensions
        )
        self.reads_broadcasts, self.reads_presence = "broadcast" in readable, "presence" in readable

    def recheck(self) -> None:
        """Closes the channel if its token is no longer valid."""
        try:
            self.connection.authenticator.check(self.grant)
        except RealtimeError as error:
            self.close_with_error(error.text)

    # Sending

    def deliver(self, frame: Frame) -> None:
        """Sends a frame that is shared with other channels. Never waits, never raises."""
        if not self.is_closed:
            self.connection.deliver(frame)

    def push(self, event: str, payload: bytes) -> None:
        """Sends a message to this channel only; `payload` is JSON text."""
        if not self.is_closed:
            self.connection.push(self.join_ref, self.topic, event, payload)

    def system(self, extension: str, status: str, message: str) -> None:
        """Sends a system message (contract, section 5)."""
        payload = {"extension": extension, "status": status, "message": message, "channel": self.name}
        self.push("system", msgspec.json.encode(payload))

    def call_soon(self, callback: Callable[[], None]) -> None:
        """Schedules a callback right after the current step."""
        asyncio.get_running_loop().call_soon(callback)

    # Closing

    def close_with_error(self, reason: str) -> None:
        """Closes the channel with a system message that gives the reason."""
        if not self.is_closed:
            self.system("system", "error", reason)
            self.connection.end(self, "phx_close")

    def release(self) -> None:
        """Releases everything. The connection calls it after removing the channel."""
        if self.is_closed:
            return
        self.is_closed = True
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        if self._replication_task is not None:
            self._replication_task.cancel()
        self._queue = None
        if self._tracking is not None:
            self._tracking.untrack()
        joined_topic, self._joined_topic = self._joined_topic, None
        if joined_topic is not None:
            self.connection.hub.changes.unsubscribe(self)
            self.connection.hub.remove_channel(self, joined_topic)

    def restart(self) -> None:
        """Closes the channel so that the client joins again, after an unexpected error."""
        self.connection.end(self, "phx_error")

    @property
    def has_pending_work(self) -> bool:
        """Whether messages are queued for the database: new ones have to be queued behind them."""
        return self._task is not None and self._joined_topic is not None

    @property
    def joined_topic(self) -> Topic | None:
        """The topic that it has joined; None before and after."""
        return self._joined_topic

    def _run(self, work: Callable[..., Awaitable[None]], *args: Any) -> None:
        self._task = asyncio.create_task(self._run_queued(work, *args))

    async def _run_queued(self, work: Callable[..., Awaitable[None]], *args: Any) -> None:
        try:
            await work(*args)
        except Exception:  # noqa: BLE001 - logged; the client joins again
            self.connection.log_failure(self)
            self.restart()
        finally:
            self._task = None
        while self._queue and self._task is None and not self.is_closed:
            self.receive(self._queue.popleft())
        if not self._queue:
            self._queue = None
