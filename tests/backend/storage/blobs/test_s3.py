"""Blobs in a bucket of a real S3 server: SeaweedFS, installed from a wheel."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from balai.backend.storage.application import StorageApplication
from balai.backend.storage.blobs import s3 as chunks
from balai.backend.storage.blobs.interface import BlobMissing
from balai.backend.storage.blobs.s3 import S3Blobs, s3_blobs
from balai.backend.storage.blobs.versions import clean
from balai.backend.storage.context import Limits, StorageService
from balai.database.pool import Pool
from balai.security.tokens import KeyRing, verify
from balai.settings import load_settings
from tests.backend.storage.conftest import SECRET, SERVICE
from tests.support.program import free_port, is_open

KEYS = {"accessKey": "a-key", "secretKey": "a-secret"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("weed")
    identity = {"name": "balai", "credentials": [KEYS], "actions": ["Admin", "Read", "Write", "List"]}
    (folder / "keys.json").write_text(json.dumps({"identities": [identity]}))
    ports = {name: free_port() for name in ("master", "volume", "filer", "s3")}
    command = [Path(sys.executable).with_name("weed"), "server", f"-dir={folder}", "-ip=127.0.0.1", "-filer", "-s3"]
    command += [f"-{name}.port={port}" for name, port in ports.items()]
    command += [f"-{name}.port.grpc={free_port()}" for name in ports]
    command += [
        f"-s3.config={folder / 'keys.json'}",
        "-volume.max=10",
        "-s3.port.iceberg=0",
        "-s3.port.lance=0",
        "-master.volumeSizeLimitMB=64",
    ]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log)
        url = f"http://127.0.0.1:{ports['s3']}"
        assert is_open(f"{url}/healthz", server), (folder / "log").read_text()[-3000:]
        yield url
        # It takes half a minute to shut down.
        server.kill()
        server.wait(30)


@pytest.fixture
async def bucket(address: str) -> AsyncIterator[S3Blobs]:
    named = {"BALAI_STORAGE_URL": "s3://files/hall", "BALAI_STORAGE_ENDPOINT": address}
    keys = {"BALAI_STORAGE_ACCESS_KEY_ID": KEYS["accessKey"], "BALAI_STORAGE_SECRET_ACCESS_KEY": KEYS["secretKey"]}
    yield s3_blobs(load_settings(named | keys))


async def read(bucket: S3Blobs, version: str, start: int, length: int) -> bytes:
    opened = await bucket.open(version)
    return b"".join([bytes(part) async for part in opened.parts(start, length)])


async def test_blob_of_several_pieces(bucket: S3Blobs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "PIECE_BYTES", 70_000)
    monkeypatch.setattr(chunks, "READ_BYTES", 50_000)
    data = os.urandom(200_000)
    noted = bytearray()
    writer = await bucket.create("one", noted.extend)
    for start in range(0, len(data), 60_000):
        await writer.write(data[start : start + 60_000])
    await writer.finish()
    assert noted == data
    assert [size for _, size in await bucket.pieces("one")] == [70_000, 70_000, 60_000]
    assert await read(bucket, "one", 0, len(data)) == data
    assert await read(bucket, "one", 69_990, 70_020) == data[69_990:140_010]
    await bucket.copy("one", "two")
    await bucket.join(["one", "two"], "three")
    await bucket.remove("one")
    assert await read(bucket, "three", 0, 400_000) == data * 2
    await bucket.remove("one")
    for nameless in ("", "..", "th/three"):
        with pytest.raises(ValueError, match="is not a version"):
            await bucket.remove(nameless)
    assert await read(bucket, "three", 0, 400_000) == data * 2
    with pytest.raises(BlobMissing):
        await bucket.open("one")
    with pytest.raises(BlobMissing):
        await bucket.copy("one", "four")


async def test_service_over_a_bucket(bucket: S3Blobs, rows: Pool) -> None:
    app = StorageApplication(StorageService(rows, bucket, partial(verify, secret=SECRET), KeyRing(SECRET), Limits()))
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://node/storage/v1") as client:
        for content in (b"one", b"", b"three"):
            assert (await client.put("/object/public/a", content=content, headers=SERVICE)).status_code == 200
        assert (await client.get("/object/public/public/a", headers={"Range": "bytes=1-2"})).content == b"hr"
        versions = [row[0] for row in await rows.fetch("select version from storage.unreferenced_blobs")]
        assert len(versions) == 2
        await rows.execute("update storage.unreferenced_blobs set due_at = now()")
        await clean(rows, bucket)
        assert [await bucket.pieces(version) for version in versions] == [[], []]
        assert (await client.get("/object/public/public/a")).content == b"three"
