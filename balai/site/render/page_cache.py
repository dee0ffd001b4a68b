"""Caches whole pages for anonymous visitors in memory, in the encodings that were requested.

A page is valid until one of its tables changes (see `table_versions`): it is never stale, and needs no guessed
timeout. Concurrent requests for a missing page wait for one build.
"""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from datetime import datetime
from http import HTTPStatus

from balai.site.render.compression import MIN_COMPRESSED_BYTES, Encoding, compress
from balai.site.render.table_versions import Snapshot, TableVersions
from balai.site.request.exchange import Headers, Response

MAX_BYTES = 64 * 1024 * 1024
# Approximate cost beside the body: objects, and the compressed forms at a third of its size.
OVERHEAD = 2_000
COMPRESSED_FACTOR = 1.35


class CachedPage:
    """A finished page with its encodings. `snapshot` None: sent once, not cached."""

    __slots__ = (
        "_body",
        "_headers",
        "_responses",
        "_unchanged",
        "etag",
        "generation",
        "size",
        "snapshot",
        "valid_until",
    )

    def __init__(
        self,
        status: int,
        headers: Headers,
        body: bytes,
        *,
        snapshot: Snapshot | None = None,
        valid_until: datetime | None = None,
        has_etag: bool = True,
    ) -> None:
        self.etag: bytes | None = None
        if has_etag and status == HTTPStatus.OK:
            self.etag = b'W/"' + hashlib.blake2b(body, digest_size=12).hexdigest().encode() + b'"'
            headers = [*headers, (b"etag", self.etag)]
        self.snapshot = snapshot
        self.valid_until = valid_until.timestamp() if valid_until else None
        self.generation = -1
        self.size = int(len(body) * COMPRESSED_FACTOR) + OVERHEAD
        self._headers = headers
        self._body = body
        self._unchanged = Response(int(HTTPStatus.NOT_MODIFIED), headers)
        self._responses: dict[Encoding, Response] = {"identity": Response(status, headers, body)}

    @property
    def unchanged(self) -> Response:
        """The 304 response."""
        return self._unchanged

    def encoded(self, encoding: Encoding) -> Response:
        """The page in an encoding, compressed on first use."""
        response = self._responses.get(encoding)
        if response is None:
            plain = self._responses["identity"]
            if len(self._body) < MIN_COMPRESSED_BYTES:
                response = plain
            else:
                headers = [*self._headers, (b"content-encoding", encoding.encode())]
                body = compress(self._body, encoding, is_fast=self.snapshot is None)
                response = Response(plain.status, headers, body)
            self._responses[encoding] = response
        return response


class PageCache:
    """Cached pages by key, bounded in bytes. The least recently used page is removed first."""

    def __init__(self, versions: TableVersions, *, max_bytes: int = MAX_BYTES) -> None:
        self._versions = versions
        self._max_bytes = max_bytes
        self._pages: OrderedDict[str, CachedPage] = OrderedDict()
        self._bytes = 0
        self._building: dict[str, asyncio.Future[CachedPage | None]] = {}

    def find(self, key: str) -> CachedPage | None:
        """The cached page if it is valid now."""
        page = self._pages.get(key)
        if page is None:
            return None
        if page.generation != self._versions.generation:
            if not self._versions.is_current(page.snapshot or ()):
                self._drop(key)
                return None
            page.generation = self._versions.generation
        if page.valid_until is not None and page.valid_until <= time.time():
            self._drop(key)
            return None
        self._pages.move_to_end(key)
        return page

    async def get(self, key: str, build: Callable[[], Awaitable[CachedPage]]) -> CachedPage:
        """The cached page, or a new one. One request builds; concurrent requests wait and check again.

        A page whose build began before a request arrived may be stale for it, so the request waits for the next build.
        It accepts a build that began after its arrival, even if that is stale at its end: otherwise it would wait
        forever while a table is written continuously. A failed or uncacheable build serves its own request only. The
        waiting requests then build concurrently: one after the other, the last would wait for all of them.
        """
        is_begun_since = False
        while True:
            page = self.find(key)
            if page is not None:
                return page
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

    async def _build(self, key: str, build: Callable[[], Awaitable[CachedPage]]) -> CachedPage:
        done = self._building[key] = asyncio.get_running_loop().create_future()
        page: CachedPage | None = None
        try:
            page = await build()
            self._store(key, page)
            return page
        finally:
            del self._building[key]
            done.set_result(page if page is not None and page.snapshot is not None else None)

    def _store(self, key: str, page: CachedPage) -> None:
        if page.snapshot is None or (page.valid_until is not None and page.valid_until <= time.time()):
            return
        self._drop(key)
        self._pages[key] = page
        self._bytes += page.size
        while self._bytes > self._max_bytes:
            _, oldest = self._pages.popitem(last=False)
            self._bytes -= oldest.size

    def _drop(self, key: str) -> None:
        page = self._pages.pop(key, None)
        if page is not None:
            self._bytes -= page.size
