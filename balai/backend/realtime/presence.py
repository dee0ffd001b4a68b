"""The presence of a topic: which clients are there, and the state that each of them tracks (contract, section 8).

Each tracked state is a meta with its own reference. It belongs to one node, which publishes it to the others. Changes
are collected for a short delay and sent as one difference: soon with few receivers, and bounded when a thousand clients
join at once. Metas stay the JSON text that was received.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping

import msgspec

# The delay of a difference grows with the number of receivers, up to the period of the hosted platform.
MIN_DELAY_S = 0.02
DELAY_PER_RECEIVER_S = 0.001
MAX_DELAY_S = 1.5


class Meta(msgspec.Struct, frozen=True):
    """One tracked state: its node, its presence key, and its JSON text with `phx_ref`."""

    node: str
    key: str
    text: bytes


class Presence:
    """The presence of one topic. `publish` receives each difference (JSON text); `size` returns the number of
    receivers.
    """

    __slots__ = ("_joins", "_leaves", "_publish", "_size", "_state", "_timer", "metas")

    def __init__(self, publish: Callable[[bytes], None], size: Callable[[], int]) -> None:
        self.metas: dict[str, Meta] = {}
        self._publish = publish
        self._size = size
        self._joins: dict[str, Meta] = {}
        self._leaves: dict[str, Meta] = {}
        self._state: bytes | None = None
        self._timer: asyncio.TimerHandle | None = None

    def change(self, joins: Mapping[str, Meta], leaves: Iterable[str]) -> None:
        """Adds metas by their references, and removes others."""
        for ref in leaves:
            meta = self.metas.pop(ref, None)
            if meta is not None and self._joins.pop(ref, None) is None:
                self._leaves[ref] = meta
        for ref, meta in joins.items():
            if ref not in self.metas:
                self.metas[ref] = meta
                self._joins[ref] = meta
        self._state = None
        if self._timer is None and (self._joins or self._leaves):
            delay = min(MAX_DELAY_S, MIN_DELAY_S + DELAY_PER_RECEIVER_S * self._size())
            self._timer = asyncio.get_running_loop().call_later(delay, self._flush)

    def state(self) -> bytes:
        """Returns all metas as the JSON text of `presence_state`."""
        if self._state is None:
            self._state = _group_by_key(self.metas.values())
        return self._state

    def close(self) -> None:
        """Cancels the pending difference: no channel is left to receive it."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _flush(self) -> None:
        self._timer = None
        joins, leaves = self._joins, self._leaves
        self._joins, self._leaves = {}, {}
        if joins or leaves:
            self._publish(b'{"joins":%b,"leaves":%b}' % (_group_by_key(joins.values()), _group_by_key(leaves.values())))


def meta_text(fields: bytes, ref: str, previous: str | None) -> bytes:
    """Returns the JSON text of a meta: the tracked object with its references, which the client cannot set."""
    own = {"phx_ref": ref} if previous is None else {"phx_ref": ref, "phx_ref_prev": previous}
    tracked: dict[str, msgspec.Raw] = msgspec.json.decode(fields, type=dict[str, msgspec.Raw])
    for name in ("phx_ref", "phx_ref_prev"):
        tracked.pop(name, None)
    return msgspec.json.encode({**own, **tracked})


def _group_by_key(metas: Iterable[Meta]) -> bytes:
    keys: dict[str, list[bytes]] = {}
    for meta in metas:
        keys.setdefault(meta.key, []).append(meta.text)
    encode = msgspec.json.encode
    return b"{%b}" % b",".join(b'%b:{"metas":[%b]}' % (encode(key), b",".join(texts)) for key, texts in keys.items())
