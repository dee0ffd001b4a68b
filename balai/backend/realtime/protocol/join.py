"""Reads the configuration of a join (contract, section 4). Malformed parts count as missing."""

from collections.abc import Mapping
from typing import Any, TypeGuard

import msgspec

from balai.backend.realtime.limits import MAX_CHANGE_REQUESTS

PREFIX = "realtime:"
MAX_REPLAYED = 25
MAX_PRESENCE_KEY = 256
# The configuration is stored as long as the channel lasts.
MAX_JOIN_BYTES = 262_144
_TRUE = "true"


class Replay(msgspec.Struct, frozen=True):
    """A requested replay: the latest `limit` messages since a moment (Unix milliseconds)."""

    since: int
    limit: int


class Join(msgspec.Struct, frozen=True, kw_only=True):
    """The configuration of one join. `replay` is None if none is requested, `has_invalid_replay` if it is malformed."""

    wants_acks: bool = False
    wants_own: bool = False
    replay: Replay | None = None
    has_invalid_replay: bool = False
    wants_replication: bool = False
    presence_key: str = ""
    has_presence: bool = False
    changes: tuple[Mapping[str, Any], ...] = ()
    is_legacy: bool = False
    is_private: bool = False
    tokens: tuple[object, ...] = ()


def name_of(topic: str) -> str | None:
    """Returns the channel's name in a topic; None if the topic is not a channel's."""
    return topic[len(PREFIX) :] if topic.startswith(PREFIX) else None


def read_join(name: str, payload: bytes) -> Join:
    """Reads the payload (JSON text) of a join to the channel of that name."""
    fields = _mapping(_decode(payload))
    tokens = (fields.get("user_token"), fields.get("access_token"))
    if "config" not in fields:
        return Join(changes=(_legacy_request(name),), is_legacy=True, tokens=tokens)
    config = _mapping(fields["config"])
    broadcast, presence = _mapping(config.get("broadcast")), _mapping(config.get("presence"))
    replay = broadcast.get("replay")
    wanted = None if replay is None else _read_replay(replay)
    key = presence.get("key")
    items = config.get("postgres_changes")
    return Join(
        wants_acks=_is_on(broadcast.get("ack")),
        wants_own=_is_on(broadcast.get("self")),
        replay=wanted,
        has_invalid_replay=replay is not None and wanted is None,
        wants_replication=_is_on(broadcast.get("replication_ready")),
        presence_key=key[:MAX_PRESENCE_KEY] if isinstance(key, str) else "",
        has_presence=_is_on(presence.get("enabled")),
        # One entry above the maximum is enough for a rejection. More would only cost time, since each entry gets a
        # unique id.
        changes=tuple(item for item in items if isinstance(item, dict))[: MAX_CHANGE_REQUESTS + 1]
        if isinstance(items, list)
        else (),
        is_private=_is_on(config.get("private")),
        tokens=tokens,
    )


def _legacy_request(name: str) -> dict[str, Any]:
    """Early clients joined `realtime:schema:table:filter` without a configuration."""
    parts = name.split(":", 2)
    return {"event": "*"} | dict(zip(("schema", "table", "filter"), parts, strict=False))


def _read_replay(value: object) -> Replay | None:
    fields = _mapping(value)
    since, limit = fields.get("since"), fields.get("limit")
    limit = MAX_REPLAYED if limit is None else limit
    if not _is_integer(since) or not _is_integer(limit) or not 1 <= limit <= MAX_REPLAYED or not 0 <= since < 2**53:
        return None
    return Replay(since, limit)


def _is_integer(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_on(value: object) -> bool:
    return value is True or (isinstance(value, str) and value.lower() == _TRUE)


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _decode(payload: bytes) -> object:
    if len(payload) > MAX_JOIN_BYTES:
        return None
    try:
        return msgspec.json.decode(payload)
    except (msgspec.DecodeError, RecursionError):
        return None
