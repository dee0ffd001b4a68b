"""What goes over a websocket, in both protocol versions: reading what clients send, writing what they get.

Contract: realtime, section 2. Payloads are checked to be JSON and passed on as the bytes that they came in; nothing is
decoded that the service does not look at. A `Frame` is written once for each version, however many get it.
"""

from collections.abc import Callable
from typing import Literal

import msgspec

from balai.backend.realtime.limits import LONGEST_TOPIC
from balai.http.websocket_protocol import BINARY, TEXT, encode_frame

Version = Literal[1, 2]
VERSIONS: dict[str, Version] = {"1.0.0": 1, "2.0.0": 2}
USER_PUSH, USER_BROADCAST = 3, 4
RAW, JSON = 0, 1
# What clients choose and the service keeps or repeats: a counter, a name.
LONGEST_REF = 64
SHORTEST_BINARY = 7
BROADCAST = "broadcast"
_MALFORMED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, IndexError, ValueError)
_encode = msgspec.json.encode


class UserBroadcast(msgspec.Struct, frozen=True):
    """A broadcast in its own right (kinds 3 and 4): `body` is JSON text where `encoding` is 1."""

    event: str
    encoding: int
    body: bytes


class Incoming(msgspec.Struct, frozen=True):
    """What a client sent. `payload` is JSON text as it came, unless it is a broadcast in its own right."""

    topic: str
    event: str
    payload: msgspec.Raw
    ref: str | int | None
    join_ref: str | int | None = None
    broadcast: UserBroadcast | None = None


class _Old(msgspec.Struct, frozen=True):
    topic: str
    event: str
    payload: msgspec.Raw
    ref: str | int | None
    join_ref: str | int | None = None


_OLD = msgspec.json.Decoder(_Old)
_NEW = msgspec.json.Decoder(tuple[str | int | None, str | int | None, str, str, msgspec.Raw])
_ANY_JSON = msgspec.json.Decoder(msgspec.Raw)


def read(version: Version, data: str | bytes) -> Incoming | None:
    """The message in a frame; None where it is malformed, which costs the sender the message and nothing else."""
    try:
        message = _read_text(version, data) if isinstance(data, str) else _read_binary(version, data)
    except _MALFORMED:
        return None
    if len(message.topic) > LONGEST_TOPIC or max(len(str(message.ref)), len(str(message.join_ref))) > LONGEST_REF:
        return None
    return message


def is_json(text: bytes) -> bool:
    """Whether a text is JSON through and through: receivers would choke on another one."""
    try:
        # The decoder passes over what stands within strings: readers of text are cut off by what is no UTF-8.
        _ANY_JSON.decode(text.decode())
    except _MALFORMED:
        return False
    return True


def _read_text(version: Version, text: str) -> Incoming:
    if version == 1:
        old = _OLD.decode(text)
        return Incoming(old.topic, old.event, old.payload, old.ref, old.join_ref)
    join_ref, ref, topic, event, payload = _NEW.decode(text)
    return Incoming(topic, event, payload, ref, join_ref)


def _read_binary(version: Version, data: bytes) -> Incoming:
    kind = data[0]
    if version == 1 or kind != USER_PUSH or len(data) < SHORTEST_BINARY:
        raise ValueError("a kind that nobody sends")
    lengths, encoding = data[1:6], data[6]
    parts: list[str] = []
    at = SHORTEST_BINARY
    for length in lengths:
        parts.append(data[at : at + length].decode())
        at += length
    body = data[at:]
    if at > len(data) or encoding not in (RAW, JSON) or (encoding == JSON and not is_json(body)):
        raise ValueError("not whole")
    join_ref, ref, topic, event, _metadata = parts
    sent = UserBroadcast(event, encoding, body)
    return Incoming(topic, BROADCAST, msgspec.Raw(b"{}"), ref or None, join_ref or None, sent)


class Frame:
    """A message for any number of receivers: `wire(version)` is the websocket frame, None where there is none."""

    __slots__ = ("_makers", "_new", "_old")

    def __init__(self, old: Callable[[], bytes | None], new: Callable[[], bytes | None]) -> None:
        self._makers = (old, new)
        self._old: bytes | None = None
        self._new: bytes | None = None

    def wire(self, version: Version) -> bytes | None:
        """The bytes for a client of that version; b"" and None mean that it gets nothing."""
        if version == 1:
            if self._old is None:
                self._old = self._makers[0]() or b""
            return self._old
        if self._new is None:
            self._new = self._makers[1]() or b""
        return self._new


def push(topic: str, event: str, payload: bytes) -> Frame:
    """A message to all of a channel topic (`realtime:…`); `payload` is JSON text."""
    return Frame(lambda: push_to(1, None, topic, event, payload), lambda: push_to(2, None, topic, event, payload))


def push_to(version: Version, join_ref: str | int | None, topic: str, event: str, payload: bytes) -> bytes:
    """A message of the service to one channel."""
    return _text(version, join_ref, None, topic, event, payload)


def reply(version: Version, message: Incoming, status: str, response: bytes) -> bytes:
    """The answer to a message; `response` is JSON text."""
    payload = b'{"status":"%b","response":%b}' % (status.encode(), response)
    return _text(version, message.join_ref, message.ref, message.topic, "phx_reply", payload)


def closed(version: Version, join_ref: str | int | None, topic: str, event: str) -> bytes:
    """The end of a channel (`phx_close`, `phx_error`): its ref says which of the client's joins ends."""
    return _text(version, join_ref, join_ref, topic, event, b"{}")


def broadcast(topic: str, sent: UserBroadcast, metadata: bytes = b"") -> Frame:
    """A broadcast as binary for who reads it, as JSON for who does not; bytes reach only the former."""

    def old() -> bytes | None:
        if sent.encoding != JSON:
            return None
        return push_to(1, None, topic, BROADCAST, _as_text(sent, metadata))

    def new() -> bytes | None:
        head = (topic.encode(), sent.event.encode(), metadata)
        if max(map(len, head)) > 255:
            if sent.encoding != JSON:
                return None
            return push_to(2, None, topic, BROADCAST, _as_text(sent, metadata))
        lengths = bytes((USER_BROADCAST, *map(len, head), sent.encoding))
        return encode_frame(b"".join((lengths, *head, sent.body)), BINARY)

    return Frame(old, new)


def _as_text(sent: UserBroadcast, metadata: bytes) -> bytes:
    more = b',"meta":%b' % metadata if metadata else b""
    return b'{"type":"broadcast","event":%b,"payload":%b%b}' % (_encode(sent.event), sent.body, more)


def _text(
    version: Version, join_ref: str | int | None, ref: str | int | None, topic: str, event: str, payload: bytes
) -> bytes:
    named = (_encode(topic), _encode(event), payload)
    if version == 1:
        text = b'{"topic":%b,"event":%b,"payload":%b,"ref":%b}' % (*named, _encode(ref))
    else:
        text = b"[%b,%b,%b,%b,%b]" % (_encode(join_ref), _encode(ref), *named)
    return encode_frame(text, TEXT)
