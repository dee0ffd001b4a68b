"""Decodes and encodes WebSocket messages in both protocol versions (contract, section 2).

Payloads are checked to be JSON and passed on as received; only what the service reads is decoded. A `Frame` is encoded
once per version, for any number of receivers.
"""

from collections.abc import Callable
from typing import Literal

import msgspec

from balai.backend.realtime.limits import MAX_TOPIC_LENGTH
from balai.http.websocket_protocol import BINARY, TEXT, encode_frame

Version = Literal[1, 2]
VERSIONS: dict[str, Version] = {"1.0.0": 1, "2.0.0": 2}
USER_PUSH, USER_BROADCAST = 3, 4
RAW, JSON = 0, 1
# Maximum length of a reference, which a client chooses and the service repeats.
MAX_REF_LENGTH = 64
MIN_BINARY_LENGTH = 7
BROADCAST = "broadcast"
_MALFORMED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, IndexError, ValueError)
_encode = msgspec.json.encode


class UserBroadcast(msgspec.Struct, frozen=True):
    """A user broadcast (kinds 3 and 4); `body` is JSON text if `encoding` is 1."""

    event: str
    encoding: int
    body: bytes


class ClientMessage(msgspec.Struct, frozen=True):
    """A message of a client. `payload` is JSON text as received, unless the message is a user broadcast."""

    topic: str
    event: str
    payload: msgspec.Raw
    ref: str | int | None
    join_ref: str | int | None = None
    broadcast: UserBroadcast | None = None


class _MessageV1(msgspec.Struct, frozen=True):
    topic: str
    event: str
    payload: msgspec.Raw
    ref: str | int | None
    join_ref: str | int | None = None


_V1_DECODER = msgspec.json.Decoder(_MessageV1)
_V2_DECODER = msgspec.json.Decoder(tuple[str | int | None, str | int | None, str, str, msgspec.Raw])
_ANY_JSON = msgspec.json.Decoder(msgspec.Raw)


def read_message(version: Version, data: str | bytes) -> ClientMessage | None:
    """Decodes a message; None if it is malformed. Malformed messages are ignored."""
    try:
        message = _read_text(version, data) if isinstance(data, str) else _read_binary(version, data)
    except _MALFORMED:
        return None
    if len(message.topic) > MAX_TOPIC_LENGTH or max(len(str(message.ref)), len(str(message.join_ref))) > MAX_REF_LENGTH:
        return None
    return message


def is_json(text: bytes) -> bool:
    """Whether a text is valid JSON throughout: receivers would fail on an invalid one."""
    try:
        # The decoder does not check strings for UTF-8, and text that is not UTF-8 disconnects the receivers.
        _ANY_JSON.decode(text.decode())
    except _MALFORMED:
        return False
    return True


def _read_text(version: Version, text: str) -> ClientMessage:
    if version == 1:
        v1 = _V1_DECODER.decode(text)
        return ClientMessage(v1.topic, v1.event, v1.payload, v1.ref, v1.join_ref)
    join_ref, ref, topic, event, payload = _V2_DECODER.decode(text)
    return ClientMessage(topic, event, payload, ref, join_ref)


def _read_binary(version: Version, data: bytes) -> ClientMessage:
    kind = data[0]
    if version == 1 or kind != USER_PUSH or len(data) < MIN_BINARY_LENGTH:
        raise ValueError("unknown kind of message")
    lengths, encoding = data[1:6], data[6]
    parts: list[str] = []
    at = MIN_BINARY_LENGTH
    for length in lengths:
        parts.append(data[at : at + length].decode())
        at += length
    body = data[at:]
    if at > len(data) or encoding not in (RAW, JSON) or (encoding == JSON and not is_json(body)):
        raise ValueError("truncated or malformed message")
    join_ref, ref, topic, event, _metadata = parts
    sent = UserBroadcast(event, encoding, body)
    return ClientMessage(topic, BROADCAST, msgspec.Raw(b"{}"), ref or None, join_ref or None, sent)


class Frame:
    """A message for any number of receivers, encoded once per version."""

    __slots__ = ("_encoders", "_v1", "_v2")

    def __init__(self, v1: Callable[[], bytes | None], v2: Callable[[], bytes | None]) -> None:
        self._encoders = (v1, v2)
        self._v1: bytes | None = None
        self._v2: bytes | None = None

    def wire(self, version: Version) -> bytes | None:
        """Returns the WebSocket frame for clients of that version; empty or None if they receive nothing."""
        if version == 1:
            if self._v1 is None:
                self._v1 = self._encoders[0]() or b""
            return self._v1
        if self._v2 is None:
            self._v2 = self._encoders[1]() or b""
        return self._v2


def push_frame(topic: str, event: str, payload: bytes) -> Frame:
    """Returns a message to all channels of a topic (`realtime:…`); `payload` is JSON text."""
    return Frame(
        lambda: encode_push(1, None, topic, event, payload), lambda: encode_push(2, None, topic, event, payload)
    )


def encode_push(version: Version, join_ref: str | int | None, topic: str, event: str, payload: bytes) -> bytes:
    """Encodes a message of the service to one channel."""
    return _encode_message(version, join_ref, None, topic, event, payload)


def encode_reply(version: Version, message: ClientMessage, status: str, response: bytes) -> bytes:
    """Encodes the reply to a message; `response` is JSON text."""
    payload = b'{"status":"%b","response":%b}' % (status.encode(), response)
    return _encode_message(version, message.join_ref, message.ref, message.topic, "phx_reply", payload)


def encode_close(version: Version, join_ref: str | int | None, topic: str, event: str) -> bytes:
    """Encodes the end of a channel (`phx_close`, `phx_error`). Its reference names the join that ends."""
    return _encode_message(version, join_ref, join_ref, topic, event, b"{}")


def broadcast_frame(topic: str, sent: UserBroadcast, metadata: bytes = b"") -> Frame:
    """Returns a broadcast: binary for version 2, JSON for version 1. Raw bytes reach version 2 only."""

    def v1() -> bytes | None:
        if sent.encoding != JSON:
            return None
        return encode_push(1, None, topic, BROADCAST, _broadcast_json(sent, metadata))

    def v2() -> bytes | None:
        head = (topic.encode(), sent.event.encode(), metadata)
        if max(map(len, head)) > 255:
            if sent.encoding != JSON:
                return None
            return encode_push(2, None, topic, BROADCAST, _broadcast_json(sent, metadata))
        lengths = bytes((USER_BROADCAST, *map(len, head), sent.encoding))
        return encode_frame(b"".join((lengths, *head, sent.body)), BINARY)

    return Frame(v1, v2)


def _broadcast_json(sent: UserBroadcast, metadata: bytes) -> bytes:
    more = b',"meta":%b' % metadata if metadata else b""
    return b'{"type":"broadcast","event":%b,"payload":%b%b}' % (_encode(sent.event), sent.body, more)


def _encode_message(
    version: Version, join_ref: str | int | None, ref: str | int | None, topic: str, event: str, payload: bytes
) -> bytes:
    named = (_encode(topic), _encode(event), payload)
    if version == 1:
        text = b'{"topic":%b,"event":%b,"payload":%b,"ref":%b}' % (*named, _encode(ref))
    else:
        text = b"[%b,%b,%b,%b,%b]" % (_encode(join_ref), _encode(ref), *named)
    return encode_frame(text, TEXT)
