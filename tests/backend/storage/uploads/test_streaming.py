"""A large object takes no more memory than a small one, for upload and download."""

import asyncio
import http.client
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from balai.backend.storage.application import StorageApplication
from balai.backend.storage.blobs.filesystem import FilesystemBlobs
from balai.backend.storage.context import Limits, StorageService
from balai.database.pool import Pool
from balai.security.tokens import KeyRing, verify
from tests.backend.storage.conftest import SECRET, SERVICE
from tests.clients.served import served

SIZE = 1024 * 1024 * 1024
CHUNK_BYTES = bytes(1024 * 1024)
MAX_GROWTH = 40 * 1024 * 1024


def resident() -> int:
    """Returns the memory of this process, which contains server and client, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def stream(address: str, method: str) -> tuple[int, int]:
    """Sends or receives the object; returns the bytes received and the maximum memory meanwhile."""
    peak = 0

    def chunks() -> Iterator[bytes]:
        nonlocal peak
        for _ in range(SIZE // len(CHUNK_BYTES)):
            peak = max(peak, resident())
            yield CHUNK_BYTES

    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=60)
    headers = SERVICE | {"Content-Length": str(SIZE)} if method == "POST" else SERVICE
    connection.request(method, "/storage/v1/object/public/big", chunks() if method == "POST" else None, headers)
    response, count = connection.getresponse(), 0
    while part := response.read(len(CHUNK_BYTES)):
        count += len(part)
        peak = max(peak, resident())
    connection.close()
    assert response.status == 200
    return count, peak


async def test_memory_is_constant(rows: Pool, tmp_path: Path) -> None:
    folder = FilesystemBlobs(tmp_path / "objects")
    app = StorageApplication(StorageService(rows, folder, partial(verify, secret=SECRET), KeyRing(SECRET), Limits()))
    async with served(app) as address:
        before = resident()
        _, sent = await asyncio.to_thread(stream, address, "POST")
        count, taken = await asyncio.to_thread(stream, address, "GET")
    folder.close()
    # Directories of tests are kept for inspection; this much data is not.
    shutil.rmtree(tmp_path / "objects")
    assert count == SIZE
    assert max(sent, taken) - before < MAX_GROWTH
