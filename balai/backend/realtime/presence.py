"""Who is on a topic, and what she says of herself (contract, section 8).

Each thing that somebody tracks is a meta with a reference of its own, known to one node and told to the others. Changes
are gathered for a moment and leave as one difference: prompt where few listen, and bounded where a thousand come at
once. Metas stay the JSON text that they came as.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping

import msgspec

# A difference waits this long, and longer the more there are to tell it to: at most as long as upstream's period.
MIN_DELAY_S = 0.02
DELAY_PER_RECEIVER_S = 0.001
MAX_DELAY_S = 1.5


class Meta(msgspec.Struct, frozen=True):
    """One tracked thing: the node that knows it, the key it stands under, its JSON text with `phx_ref`."""

    node: str
    key: str
    text: bytes


class Presence:
    """The presence of one topic. `tell` is called with the difference (JSON text); `size` is how many get it."""

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
        """Take metas in by their references, and out."""
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
        """Everybody, as the JSON text of `presence_state`."""
        if self._state is None:
            self._state = _group_by_key(self.metas.values())
        return self._state

    def close(self) -> None:
        """Nobody is there to be told."""
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
    """The JSON text of a meta: the tracked object (JSON text) with its references, which the client cannot choose."""
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
