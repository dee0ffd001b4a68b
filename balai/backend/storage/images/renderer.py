"""Renders each image variant once: the sandbox does the work, and a directory shared by all workers caches the results.

A result is named after the version of its source and its options, so it is never stale, only unused. The least recently
used results are removed when the directory exceeds its maximum size.
"""

import asyncio
import contextlib
import hashlib
import os
import time
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

import msgspec

from balai.backend.sandbox.pool import Sandbox
from balai.backend.sandbox.process import SandboxError
from balai.backend.storage.images.options import Format, ImageOptions
from balai.functions import Function

Source = Callable[[], AsyncIterator[bytes]]
RENDERING = Function("module:balai.backend.storage.images.transform", time_limit_s=15, memory_mb=256)
# The HEIC decoder always decodes the full size: 50 megapixels need this much memory.
UNPACKING = Function("module:balai.backend.storage.images.transform", time_limit_s=30, memory_mb=640)
MAX_SOURCE_BYTES = 100_000_000
# New results between two checks of the directory's size.
EVICT_EVERY = 64


class InvalidImage(Exception):
    """The source cannot be rendered; the text goes to the client (contract 11)."""


class RendererBusy(Exception):
    """All rendering processes stayed busy; the same request may succeed later."""


INVALID = "The source image is invalid or unsupported for rendering"
TOO_LARGE = "The source image resolution is too large to process"
FAILED = "Invalid image request"


class Rendered(msgspec.Struct, frozen=True):
    """A rendered image with its media type."""

    body: bytes
    content_type: str


class Renderer:
    """Renders in this worker's sandbox and caches results in `folder`, which holds about `max_bytes` at most."""

    def __init__(self, sandbox: Sandbox, folder: Path, *, max_bytes: int = 500_000_000) -> None:
        self._sandbox = sandbox
        self._folder = folder
        self._most_bytes = max_bytes
        self._under_way: dict[str, asyncio.Task[Rendered]] = {}
        self._since_eviction = 0

    async def render(self, version: str, size: int, source: Source, options: ImageOptions) -> Rendered:
        """Returns the rendered image. `version` identifies the bytes of the source for good, `size` is their number.

        Raises:
            InvalidImage: the source cannot be rendered.
            RendererBusy: no process is free.
        """
        if size > MAX_SOURCE_BYTES:
            raise InvalidImage(TOO_LARGE)
        key = hashlib.sha256(version.encode() + b"\0" + msgspec.json.encode(options)).hexdigest()
        found = await asyncio.to_thread(_read, self._file(key))
        if found is not None:
            return found
        # Concurrent requests for the same new image share one rendering, which continues if the first of them
        # disconnects.
        task = self._under_way.get(key)
        if task is None:
            task = asyncio.create_task(self._render_and_cache(key, source, options))
            self._under_way[key] = task
            task.add_done_callback(lambda done: self._forget(key, done))
        return await asyncio.shield(task)

    async def unpack_heic(self, source: Source, *, format_: Format = "jpeg") -> Rendered:
        """Converts HEIC to an image that browsers show. Raises InvalidImage, RendererBusy."""
        return await self._transform(UNPACKING, source, ImageOptions(format=format_, quality=88))

    async def check(self, source: Source) -> None:
        """Decodes an image, to find out whether it can be shown. Raises InvalidImage, RendererBusy."""
        await self._run(RENDERING, source, None)

    def _file(self, key: str) -> Path:
        return self._folder / key[:2] / key[2:]

    def _forget(self, key: str, done: "asyncio.Task[Rendered]") -> None:
        del self._under_way[key]
        if not done.cancelled():
            done.exception()

    async def _render_and_cache(self, key: str, source: Source, options: ImageOptions) -> Rendered:
        rendered = await self._transform(RENDERING, source, options)
        await asyncio.to_thread(_write, self._file(key), rendered)
        self._since_eviction += 1
        if self._since_eviction >= EVICT_EVERY:
            self._since_eviction = 0
            await asyncio.to_thread(evict, self._folder, self._most_bytes)
        return rendered

    async def _transform(self, work: Function, source: Source, options: ImageOptions) -> Rendered:
        headers, body = await self._run(work, source, options)
        return Rendered(body, headers["content-type"])

    async def _run(
        self, work: Function, source: Source, options: ImageOptions | None
    ) -> tuple[Mapping[str, str], bytes]:
        head = {
            "method": "POST",
            "path": "",
            "query": "",
            "headers": {"x-wanted": msgspec.json.encode(options).decode()},
            "claims": None,
        }
        try:
            # The time limit counts rendering only, not the wait for a process.
            async with self._sandbox.process(work) as process, asyncio.timeout(work.time_limit_s):
                response, parts = await process.send(head, source())
                body = b"".join([part async for part in parts])
        except SandboxError as error:
            if error.reason == "busy":
                raise RendererBusy from error
            # A decoder that gets no memory may end the process in its own way.
            raise InvalidImage(TOO_LARGE if error.reason in ("memory", "time") else FAILED) from error
        except TimeoutError as error:
            raise InvalidImage(TOO_LARGE) from error
        if response.status >= 300:
            raise InvalidImage(TOO_LARGE if response.status == 413 else INVALID)
        return response.headers, body


def evict(folder: Path, max_bytes: int) -> None:
    """Removes the least recently used results until four fifths of the maximum are left."""
    found = []
    for entry in folder.glob("*/*"):
        # Another worker may have renamed a temporary file or evicted a result meanwhile.
        with contextlib.suppress(FileNotFoundError):
            found.append((entry, entry.stat()))
    total = sum(stat.st_size for _, stat in found)
    if total <= max_bytes:
        return
    for entry, stat in sorted(found, key=lambda pair: pair[1].st_mtime):
        entry.unlink(missing_ok=True)
        total -= stat.st_size
        if total <= max_bytes * 4 // 5:
            return


def _read(file: Path) -> Rendered | None:
    try:
        kind, _, body = file.read_bytes().partition(b"\n")
    except OSError:
        return None
    # The modification time is the time of last use, for eviction.
    now = time.time()
    with contextlib.suppress(OSError):
        os.utime(file, (now, now))
    return Rendered(body, kind.decode("ascii"))


def _write(file: Path, rendered: Rendered) -> None:
    """Writes the file completely or not at all. With a full disk the image is served without being cached."""
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(rendered.content_type.encode() + b"\n" + rendered.body)
        draft.replace(file)
    except OSError:
        draft.unlink(missing_ok=True)
