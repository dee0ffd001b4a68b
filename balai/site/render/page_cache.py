"""Whole pages for anonymous visitors, kept in memory in the encodings that were asked for.

A page is used only while the tables that it was read from stand (see `table_versions`), so it is never an old page,
and no time-out is guessed. Several visitors who miss the same page at once wait for one reading.
"""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from datetime import datetime
from http import HTTPStatus

from balai.site.render.compression import SMALLEST, Encoding, compress
from balai.site.render.table_versions import Snapshot, TableVersions
from balai.site.request.exchange import Answer, Headers

LARGEST_BYTES = 64 * 1024 * 1024
# What a kept page costs beside its body, roughly: objects, and its compressed forms at a third.
OVERHEAD = 2_000
COMPRESSED = 1.35


class Kept:
    """A finished answer. `snapshot` None: for this once only, not to be kept."""

    __slots__ = ("_answers", "_body", "_headers", "_unchanged", "etag", "generation", "size", "snapshot", "valid_until")

    def __init__(
        self,
        status: int,
        headers: Headers,
        body: bytes,
        *,
        snapshot: Snapshot | None = None,
        valid_until: datetime | None = None,
    ) -> None:
        self.etag: bytes | None = None
        if status == HTTPStatus.OK:
            self.etag = b'W/"' + hashlib.blake2b(body, digest_size=12).hexdigest().encode() + b'"'
            headers = [*headers, (b"etag", self.etag)]
        self.snapshot = snapshot
        self.valid_until = valid_until.timestamp() if valid_until else None
        self.generation = -1
        self.size = int(len(body) * COMPRESSED) + OVERHEAD
        self._headers = headers
        self._body = body
        self._unchanged = Answer(int(HTTPStatus.NOT_MODIFIED), headers)
        self._answers: dict[Encoding, Answer] = {"identity": Answer(status, headers, body)}

    @property
    def unchanged(self) -> Answer:
        """What a browser gets that has the page already."""
        return self._unchanged

    def encoded(self, encoding: Encoding) -> Answer:
        """The page in an encoding, made when first asked for."""
        answer = self._answers.get(encoding)
        if answer is None:
            plain = self._answers["identity"]
            if len(self._body) < SMALLEST:
                answer = plain
            else:
                headers = [*self._headers, (b"content-encoding", encoding.encode())]
                body = compress(self._body, encoding, is_fast=self.snapshot is None)
                answer = Answer(plain.status, headers, body)
            self._answers[encoding] = answer
        return answer


class PageCache:
    """Kept pages by key, the least recently used ones leaving first."""

    def __init__(self, versions: TableVersions, *, largest_bytes: int = LARGEST_BYTES) -> None:
        self._versions = versions
        self._largest = largest_bytes
        self._pages: OrderedDict[str, Kept] = OrderedDict()
        self._bytes = 0
        self._building: dict[str, asyncio.Future[Kept | None]] = {}

    def find(self, key: str) -> Kept | None:
        """A page that stands at this moment."""
        kept = self._pages.get(key)
        if kept is None:
            return None
        if kept.generation != self._versions.generation:
            if not self._versions.stands(kept.snapshot or ()):
                self._drop(key)
                return None
            kept.generation = self._versions.generation
        if kept.valid_until is not None and kept.valid_until <= time.time():
            self._drop(key)
            return None
        self._pages.move_to_end(key)
        return kept

    async def get(self, key: str, build: Callable[[], Awaitable[Kept]]) -> Kept:
        """The page, kept or built now. One builds, others wait and look again: what was read before they came may be
        old by then. What was begun after they came is theirs, even if it is old by its end: while a table is written
        all the time they would wait for ever. A failure, or a page that may not be kept, belongs to the builder alone;
        the waiters then build for themselves, all at once: in a line the last would wait as many times as long as there
        are waiters."""
        is_begun_since = False
        while True:
            kept = self.find(key)
            if kept is not None:
                return kept
            if not self._versions.is_listening:
                return await build()
            building = self._building.get(key)
            if building is None:
                return await self._build(key, build)
            built = await asyncio.shield(building)
            if built is None:
                return await build()
            if is_begun_since:
                return built
            is_begun_since = True

    async def _build(self, key: str, build: Callable[[], Awaitable[Kept]]) -> Kept:
        done = self._building[key] = asyncio.get_running_loop().create_future()
        kept: Kept | None = None
        try:
            kept = await build()
            self._keep(key, kept)
            return kept
        finally:
            del self._building[key]
            done.set_result(kept if kept is not None and kept.snapshot is not None else None)

    def _keep(self, key: str, kept: Kept) -> None:
        if kept.snapshot is None:
            return
        self._drop(key)
        self._pages[key] = kept
        self._bytes += kept.size
        while self._bytes > self._largest:
            _, oldest = self._pages.popitem(last=False)
            self._bytes -= oldest.size

    def _drop(self, key: str) -> None:
        kept = self._pages.pop(key, None)
        if kept is not None:
            self._bytes -= kept.size
