"""Files of the blob store when their writers are cancelled."""

import asyncio
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

from balai.backend.storage.blobs.filesystem import WRITE_BATCH_BYTES, FilesystemBlobs


async def test_file_stays_open_while_its_thread_writes(tmp_path: Path) -> None:
    has_begun, may_go_on = threading.Event(), threading.Event()
    write = os.writev

    def write_slowly(descriptor: int, chunks: Sequence[bytes]) -> int:
        has_begun.set()
        may_go_on.wait(10)
        # Raises an error if the file was closed, or another one was opened in its place.
        assert os.fstat(descriptor).st_nlink == 1
        return write(descriptor, chunks)

    folder = FilesystemBlobs(tmp_path)
    writer = await folder.create("ab-cut-off", lambda _: None)

    async def send() -> None:
        try:
            for _ in range(2):
                await writer.write(b"x" * WRITE_BATCH_BYTES)
        except BaseException:
            await writer.abort()
            raise

    with patch("balai.backend.storage.blobs.filesystem.os.writev", write_slowly):
        sending = asyncio.create_task(send())
        await asyncio.to_thread(has_begun.wait, 10)
        await asyncio.sleep(0.05)
        sending.cancel()
        await asyncio.wait([sending], timeout=0.2)
        is_done_early = sending.done()
        may_go_on.set()
        await asyncio.wait([sending])
    assert not is_done_early
    assert sending.cancelled()
    assert not folder.file_of("ab-cut-off").exists()
    folder.close()


async def test_directory_of_a_copy_is_synced(tmp_path: Path) -> None:
    """After a crash the row would name bytes that no directory contains."""
    synced = list[str]()
    sync = os.fsync

    def note(descriptor: int) -> None:
        synced.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))
        sync(descriptor)

    folder = FilesystemBlobs(tmp_path)
    writer = await folder.create("ab-source", lambda _: None)
    await writer.finish()
    with patch("balai.backend.storage.blobs.filesystem.os.fsync", note):
        await folder.copy("ab-source", "cd-target")
    assert synced == [str(tmp_path), str(tmp_path / "cd")]
    folder.close()
