"""Pictures as they are wanted, made once: the work goes to the sandbox, the result to a folder that all workers share.

A result is named after the version of its source and the wish, so it is never wrong, only unused; the least recently
used go when the folder grows over its bound.
"""

import asyncio
import contextlib
import hashlib
import os
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import msgspec

from balai.backend.sandbox.pool import Sandbox
from balai.backend.sandbox.process import SandboxError
from balai.backend.storage.images.options import Format, ImageOptions
from balai.functions import Function

Source = Callable[[], AsyncIterator[bytes]]
RENDERING = Function("module:balai.backend.storage.images.transform", time_limit_s=15, memory_mb=256)
# The decoder of HEIC knows no smaller size than the whole: 50 megapixels take that much.
UNPACKING = Function("module:balai.backend.storage.images.transform", time_limit_s=30, memory_mb=640)
LARGEST_SOURCE = 100_000_000
# After so many new results somebody looks at how large the folder has become.
EVICT_EVERY = 64


class InvalidImage(Exception):
    """No picture can be made of the source; the text goes to the client (contract 11)."""


class RendererBusy(Exception):
    """Others are being drawn, and no place became free in time: the same request may well succeed later."""


INVALID = "The source image is invalid or unsupported for rendering"
TOO_LARGE = "The source image resolution is too large to process"
FAILED = "Invalid image request"


class Rendered(msgspec.Struct, frozen=True):
    """A picture with its media type."""

    body: bytes
    content_type: str


class Renderer:
    """Draws in this worker's sandbox, and remembers in `folder`, which holds at most about `most_bytes`."""

    def __init__(self, sandbox: Sandbox, folder: Path, *, max_bytes: int = 500_000_000) -> None:
        self._sandbox = sandbox
        self._folder = folder
        self._most_bytes = max_bytes
        self._under_way: dict[str, asyncio.Task[Rendered]] = {}
        self._since_eviction = 0

    async def render(self, version: str, size: int, source: Source, options: ImageOptions) -> Rendered:
        """The picture. `version` names the bytes of the source for ever, `size` says how many they are.

        Raises:
            UnusablePicture: none can be made.
            NoPlace: not now.
        """
        if size > LARGEST_SOURCE:
            raise InvalidImage(TOO_LARGE)
        key = hashlib.sha256(version.encode() + b"\0" + msgspec.json.encode(options)).hexdigest()
        found = await asyncio.to_thread(_read, self._file(key))
        if found is not None:
            return found
        # Many ask for the same new picture at once: it is drawn once, and goes on when the first of them hangs up.
        task = self._under_way.get(key)
        if task is None:
            task = asyncio.create_task(self._render_and_cache(key, source, options))
            self._under_way[key] = task
            task.add_done_callback(lambda done: self._forget(key, done))
        return await asyncio.shield(task)

    async def unpack_heic(self, source: Source, *, format_: Format = "jpeg") -> Rendered:
        """A picture that browsers show, from one that they do not. Raises UnusablePicture, NoPlace."""
        return await self._transform(UNPACKING, source, ImageOptions(format=format_, quality=88))

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
        head = {
            "method": "POST",
            "path": "",
            "query": "",
            "headers": {"x-wanted": msgspec.json.encode(options).decode()},
            "claims": None,
        }
        try:
            # The time is the drawing's own: who waited for a place has all of it still.
            async with self._sandbox.process(work) as process, asyncio.timeout(work.time_limit_s):
                response, parts = await process.send(head, source())
                body = b"".join([part async for part in parts])
        except SandboxError as error:
            if error.reason == "busy":
                raise RendererBusy from error
            # A decoder that does not get its memory may end the process in its own way.
            raise InvalidImage(TOO_LARGE if error.reason in ("memory", "time") else FAILED) from error
        except TimeoutError as error:
            raise InvalidImage(TOO_LARGE) from error
        if response.status != 200:
            raise InvalidImage(TOO_LARGE if response.status == 413 else INVALID)
        return Rendered(body, response.headers["content-type"])


def evict(folder: Path, max_bytes: int) -> None:
    """Remove the least recently used results until four fifths of the bound are left."""
    found = []
    for entry in folder.glob("*/*"):
        # Another worker may have given a draft its name, or made room, just now.
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
    # When it was last of use, for whoever makes room.
    now = time.time()
    with contextlib.suppress(OSError):
        os.utime(file, (now, now))
    return Rendered(body, kind.decode("ascii"))


def _write(file: Path, rendered: Rendered) -> None:
    """Whole or not at all. A disk without room costs the next reader some time, and nobody the picture."""
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(rendered.content_type.encode() + b"\n" + rendered.body)
        draft.replace(file)
    except OSError:
        draft.unlink(missing_ok=True)
