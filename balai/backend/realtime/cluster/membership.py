"""The other workers and nodes: what they broadcast, who is present at them, and whether they still live.

Each node counts the letters and the presence changes that it tells; every message carries both counts, and a beat does
so each second. So a node that missed something knows within a second: presence it asks for again, and where letters are
missing it lets its clients join anew, as they do after any fault. A node that says nothing for a few seconds is dead,
and who was present there is gone.
"""

import asyncio
import time
from collections.abc import Iterable, Mapping

import msgspec
import structlog

from balai.backend.realtime.cluster.bus import Carrier, Post
from balai.backend.realtime.hub import Hub, Letter, Topic
from balai.backend.realtime.presence import Meta
from balai.backend.realtime.protocol.frames import UserBroadcast
from balai.database.pool import Pool

log = structlog.get_logger("balai.realtime.cluster")
BEAT_S = 1.0
# With the wait for the next beat and for the difference, who was at a killed node is gone within five seconds.
DEAD_AFTER_S = 3.2
# A node that nobody hears may be heard again: letters go out to it for so long.
FORGOTTEN_AFTER_S = 3600.0
ASK_AGAIN_AFTER_S = 2.0
STATE_AT_MOST_EVERY_S = 0.5


class Beat(msgspec.Struct, frozen=True, array_like=True, tag="b"):
    """I live."""


class Hello(msgspec.Struct, frozen=True, array_like=True, tag="h"):
    """I am new: tell me who is with you."""


class Bye(msgspec.Struct, frozen=True, array_like=True, tag="x"):
    """I go, and everybody with me."""


class Ask(msgspec.Struct, frozen=True, array_like=True, tag="a"):
    """I have missed some of yours: tell me who is with you."""

    node: str


class Told(msgspec.Struct, frozen=True, array_like=True, tag="l"):
    """A broadcast."""

    name: str
    is_private: bool
    metadata: bytes
    text: bytes | None = None
    event: str = ""
    encoding: int = 0
    body: bytes = b""


class Changed(msgspec.Struct, frozen=True, array_like=True, tag="p"):
    """Presence metas of one topic that came (reference, key, JSON text) and references that went."""

    name: str
    is_private: bool
    joins: list[tuple[str, str, bytes]]
    leaves: list[str]


class Everybody(msgspec.Struct, frozen=True, array_like=True, tag="s"):
    """All metas of the node."""

    topics: list[Changed]


class Parcel(msgspec.Struct, frozen=True, array_like=True):
    """A message, whose it is, and how many letters and changes its node has told, this one included."""

    node: str
    letters: int
    changes: int
    what: Beat | Hello | Bye | Ask | Told | Changed | Everybody


class Peer:
    """Another node, as far as it is known."""

    __slots__ = ("asked_at", "changes", "heard_at", "is_dead", "letters", "metas")

    def __init__(self, parcel: Parcel) -> None:
        self.letters = parcel.letters - isinstance(parcel.what, Told)
        self.changes = parcel.changes - isinstance(parcel.what, Changed)
        self.heard_at = time.monotonic()
        self.is_dead = False
        self.asked_at = 0.0
        # References of its metas, by topic.
        self.metas: dict[tuple[str, bool], set[str]] = {}


class Cluster:
    """Is `Others` to the hub of one worker."""

    def __init__(self, hub: Hub, carrier: Carrier, pool: Pool) -> None:
        self._hub = hub
        self._post = Post(hub.node, carrier, pool, self._hear)
        self._peers: dict[str, Peer] = {}
        self._letters = 0
        self._changes = 0
        self._told_at = 0.0
        self._telling: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._restart: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Take part."""
        await self._post.start()
        self._tell(Hello())
        self._task = asyncio.create_task(self._beat(), name="realtime cluster")

    async def stop(self, *, politely: bool = True) -> None:
        """Leave; not politely: as if killed."""
        if self._telling is not None:
            self._telling.cancel()
        tasks = [task for task in (self._task, self._restart) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if politely:
            self._tell(Bye())
        await self._post.stop()

    # Telling

    def tell_letter(self, letter: Letter) -> None:
        """Deliver it to your subscribers too."""
        if self._peers:
            self._letters += 1
            sent = letter.sent
            told = Told(letter.name, letter.is_private, letter.metadata, letter.text)
            if sent is not None:
                told = msgspec.structs.replace(told, event=sent.event, encoding=sent.encoding, body=sent.body)
            self._tell(told)

    def tell_presence(self, topic: Topic, joins: Mapping[str, Meta], leaves: Iterable[str]) -> None:
        """Take these in and out."""
        if self._peers:
            self._changes += 1
            came = [(ref, meta.key, meta.text) for ref, meta in joins.items()]
            self._tell(Changed(topic.name, topic.is_private, came, list(leaves)))

    def _tell(self, what: Beat | Hello | Bye | Ask | Told | Changed | Everybody) -> None:
        parcel = Parcel(self._hub.node, self._letters, self._changes, what)
        self._post.send(msgspec.msgpack.encode(parcel))

    def _tell_everybody(self) -> None:
        """Who is present here; several who ask at once get one answer."""
        if self._telling is None:
            loop = asyncio.get_running_loop()
            wait = max(0.0, self._told_at + STATE_AT_MOST_EVERY_S - loop.time())
            self._telling = loop.call_later(wait, self._tell_everybody_now)

    def _tell_everybody_now(self) -> None:
        self._telling = None
        self._told_at = asyncio.get_running_loop().time()
        own = self._hub.node
        topics = []
        for topic in self._hub.topics.values():
            came = [(ref, meta.key, meta.text) for ref, meta in topic.presence.metas.items() if meta.node == own]
            if came:
                topics.append(Changed(topic.name, topic.is_private, came, []))
        self._tell(Everybody(topics))

    async def _beat(self) -> None:
        last = time.monotonic()
        while True:
            await asyncio.sleep(BEAT_S)
            self._tell(Beat())
            now = time.monotonic()
            if now - last > 2 * BEAT_S:
                # It was this one that stood still.
                for peer in self._peers.values():
                    peer.heard_at = max(peer.heard_at, now - BEAT_S)
            last = now
            for node, peer in list(self._peers.items()):
                if now - peer.heard_at > FORGOTTEN_AFTER_S:
                    del self._peers[node]
                elif now - peer.heard_at > DEAD_AFTER_S and not peer.is_dead:
                    log.warning("a node is silent", node=node)
                    peer.is_dead = True
                    self._forget(node, peer)
                elif peer.asked_at and now - peer.asked_at > ASK_AGAIN_AFTER_S:
                    peer.asked_at = 0.0
                    self._ask(node, peer)

    # Hearing

    def _hear(self, encoded: bytes) -> None:
        try:
            parcel = msgspec.msgpack.decode(encoded, type=Parcel)
        except msgspec.DecodeError:
            log.warning("a node of another version speaks on the bus")
            return
        what = parcel.what
        peer = self._peers.get(parcel.node)
        if isinstance(what, Bye):
            if peer is not None:
                self._forget(parcel.node, peer)
                del self._peers[parcel.node]
            return
        if peer is None:
            peer = self._meet(parcel)
        elif not self._count(parcel, peer):
            return
        if isinstance(what, Told):
            self._deliver(what)
        elif isinstance(what, Changed):
            self._change(parcel.node, peer, what)
        elif isinstance(what, Everybody):
            self._take_everybody(parcel.node, peer, what)
        elif isinstance(what, Hello) or (isinstance(what, Ask) and what.node == self._hub.node):
            self._tell_everybody()

    def _meet(self, parcel: Parcel) -> Peer:
        """A node is heard for the first time, or again after it had been forgotten."""
        peer = self._peers[parcel.node] = Peer(parcel)
        if not isinstance(parcel.what, Everybody):
            self._ask(parcel.node, peer)
        return peer

    def _count(self, parcel: Parcel, peer: Peer) -> bool:
        """Whether this is new; finds out what is missing before it."""
        peer.heard_at = time.monotonic()
        is_letter, is_change = isinstance(parcel.what, Told), isinstance(parcel.what, Changed)
        if (is_letter and parcel.letters <= peer.letters) or (is_change and parcel.changes <= peer.changes):
            return False
        if isinstance(parcel.what, Everybody) and parcel.changes < peer.changes:
            # Carried again: since then some have come and gone, and of them nothing comes a second time.
            return False
        has_missed_letters = parcel.letters - is_letter > peer.letters
        has_missed_changes = parcel.changes - is_change > peer.changes or peer.is_dead
        peer.letters, peer.changes = max(peer.letters, parcel.letters), max(peer.changes, parcel.changes)
        peer.is_dead = False
        if has_missed_letters:
            log.warning("messages of another node are missing: clients join anew", node=parcel.node)
            self._let_join_anew()
        if has_missed_changes and not isinstance(parcel.what, Everybody):
            self._ask(parcel.node, peer)
        return True

    def _ask(self, node: str, peer: Peer) -> None:
        if not peer.asked_at:
            peer.asked_at = time.monotonic()
            self._tell(Ask(node))

    def _deliver(self, told: Told) -> None:
        sent = None if told.text is not None else UserBroadcast(told.event, told.encoding, told.body)
        self._hub.deliver(Letter(told.name, told.is_private, told.text, sent, told.metadata))

    def _change(self, node: str, peer: Peer, changed: Changed) -> None:
        topic = self._hub.topic_of(changed.name, changed.is_private)
        known = peer.metas.setdefault((changed.name, changed.is_private), set())
        topic.presence.change({ref: Meta(node, key, text) for ref, key, text in changed.joins}, changed.leaves)
        known.update(ref for ref, _, _ in changed.joins)
        known.difference_update(changed.leaves)
        if not known:
            del peer.metas[changed.name, changed.is_private]
            self._hub.tidy(topic)

    def _take_everybody(self, node: str, peer: Peer, told: Everybody) -> None:
        peer.asked_at = 0.0
        present = {(one.name, one.is_private): one for one in told.topics}
        for name, is_private in list(peer.metas):
            here = present.pop((name, is_private), None)
            joins = [] if here is None else here.joins
            gone = peer.metas[name, is_private] - {ref for ref, _, _ in joins}
            self._change(node, peer, Changed(name, is_private, joins, list(gone)))
        for here in present.values():
            self._change(node, peer, here)

    def _forget(self, node: str, peer: Peer) -> None:
        """Who was present there is gone."""
        self._take_everybody(node, peer, Everybody([]))

    def _let_join_anew(self) -> None:
        if self._restart is None or self._restart.done():
            self._restart = asyncio.create_task(self._hub.let_join_anew(), name="realtime restart")
