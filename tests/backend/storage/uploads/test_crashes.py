"""After a fault during an upload every object has its bytes, and no unreferenced bytes remain."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from balai.backend.storage.blobs import versions
from balai.backend.storage.blobs.filesystem import FilesystemBlobs, FileWriter
from balai.backend.storage.blobs.versions import clean
from balai.backend.storage.context import StorageService
from balai.database.pool import Pool
from tests.backend.storage.conftest import SERVICE, files
from tests.backend.storage.images.pictures import with_metadata

BEFORE = ["before-note", "after-note", "after-create", "before-write", "before-finish", "after-finish", "before-give"]
BEFORE += ["before-discard", "before-join", "after-join", "before-part"]
CRASHING = Path(__file__).with_name("crashing.py")


async def test_process_that_ends_at_any_step(
    client: httpx.AsyncClient, rows: Pool, tmp_path: Path, backend_database: str
) -> None:
    await client.put("/object/public/a", content=b"old", headers=SERVICE)

    async def crash(*steps: str) -> None:
        command = [sys.executable, str(CRASHING), backend_database, str(tmp_path / "objects"), *steps]
        process = await asyncio.create_subprocess_exec(*command, stdout=-1, stderr=-1)
        ends, complaints = await process.communicate()
        assert ends.decode().splitlines() == [f"{step} 9" for step in steps], complaints.decode()

    # Nothing of the upload is visible, and nothing is lost.
    await crash(*BEFORE)
    assert (await client.get("/object/public/public/a")).content == b"old"
    assert len(files(tmp_path)) > len(BEFORE) / 2
    await crash("after-give")
    assert (await client.get("/object/public/public/a")).content == b"new"

    await rows.execute("update storage.unreferenced_blobs set due_at = now()")
    await rows.execute("update storage.resumable_uploads set expires_at = now() - interval '11 minutes'")
    while await clean(rows, FilesystemBlobs(tmp_path / "objects")):
        pass
    assert [path.read_bytes() for path in files(tmp_path)] == [b"new"]
    assert await rows.fetchval("select count(*) from storage.unreferenced_blobs") == 0
    assert (await client.get("/object/public/public/a")).content == b"new"


async def test_running_upload_is_not_cleaned_up(client: httpx.AsyncClient, rows: Pool, storage: StorageService) -> None:
    gate, is_waiting = asyncio.Event(), asyncio.Event()

    async def slow_chunks() -> AsyncIterator[bytes]:
        yield b"first"
        is_waiting.set()
        await gate.wait()
        yield b"last"

    upload = asyncio.create_task(client.put("/object/public/slow", content=slow_chunks(), headers=SERVICE))
    await is_waiting.wait()
    await clean(rows, storage.blobs)
    gate.set()
    assert (await upload).status_code == 200
    assert (await client.get("/object/public/public/slow")).content == b"firstlast"


async def test_foreign_version_does_not_stop_the_cleanup(
    client: httpx.AsyncClient, rows: Pool, storage: StorageService, tmp_path: Path
) -> None:
    await client.put("/object/public/a", content=b"old", headers=SERVICE)
    names = "insert into storage.objects (bucket_id, name, version) select 'public', v, v from unnest($1::text[]) v"
    await rows.execute(names, ["", "../a", "a_b"])
    await rows.execute("update storage.objects set version = null")
    await rows.execute("update storage.unreferenced_blobs set due_at = now()")
    await clean(rows, storage.blobs)
    assert files(tmp_path) == []
    assert await rows.fetchval("select count(*) from storage.unreferenced_blobs") == 0


async def test_blob_that_cannot_be_removed_does_not_block_others(
    client: httpx.AsyncClient, rows: Pool, storage: StorageService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "BATCH_SIZE", 2)
    stuck = [tmp_path / "objects" / "st" / f"stuck{number}" for number in range(2)]
    for folder in stuck:
        # A directory cannot be unlinked.
        folder.mkdir(parents=True)
        note = "insert into storage.unreferenced_blobs values ($1, now() - interval '1 day')"
        await rows.execute(note, folder.name)
    for content in (b"old", b"new"):
        await client.put("/object/public/a", content=content, headers=SERVICE)
    await rows.execute("update storage.unreferenced_blobs set due_at = now() where version not like 'stuck%'")
    while await clean(rows, storage.blobs):
        pass
    assert [path.read_bytes() for path in files(tmp_path)] == [b"new"]
    due = "select count(*) filter (where due_at > now()), count(*) from storage.unreferenced_blobs"
    assert tuple(await rows.fetchrow(due) or ()) == (2, 2)


async def test_full_disk(
    client: httpx.AsyncClient, rows: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`/dev/full` is a disk without space: the kernel's own error, at the step where bytes reach it."""
    await client.put("/object/public/a", content=b"old", headers=SERVICE)
    original = FileWriter.__init__

    def on_a_full_disk(writer: FileWriter, folder: FilesystemBlobs, descriptor: int, *rest: object) -> None:
        os.dup2(os.open("/dev/full", os.O_WRONLY), descriptor)
        original(writer, folder, descriptor, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(FileWriter, "__init__", on_a_full_disk)
    refused = await client.put("/object/public/a", content=b"x" * 3_000_000, headers=SERVICE)
    response = {"statusCode": "413", "error": "Payload too large", "code": "EntityTooLarge"}
    assert refused.json().items() >= response.items()
    refused = await client.put("/object/public/a", content=b"x" * 900_000, headers=SERVICE)
    assert (refused.status_code, refused.json()["code"]) == (500, "InternalError")
    assert refused.json()["message"] == "The disk is full"
    assert (await client.get("/object/public/public/a")).content == b"old"
    assert len(files(tmp_path)) == 1
    assert await rows.fetchval("select count(*) from storage.unreferenced_blobs") == 0


async def test_image_upload_of_several_hours_completes(
    client: httpx.AsyncClient, rows: Pool, storage: StorageService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is spooled before it is written: the cleanup sees only its record."""
    monkeypatch.setattr(versions, "HEARTBEAT_S", 0.0)
    image = with_metadata("PNG")

    async def slow_chunks() -> AsyncIterator[bytes]:
        for at in range(0, len(image), 100):
            # Enough time passes to make a record without heartbeats due twice.
            await rows.execute("update storage.unreferenced_blobs set due_at = due_at - interval '40 minutes'")
            await clean(rows, storage.blobs)
            yield image[at : at + 100]

    response = await client.put(
        "/object/public/slow", content=slow_chunks(), headers=SERVICE | {"Content-Type": "image/png"}
    )
    assert response.status_code == 200
    assert (await client.get("/object/public/public/slow")).status_code == 200


async def test_upload_cleaned_up_meanwhile_does_not_become_an_object(
    client: httpx.AsyncClient, rows: Pool, storage: StorageService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node that was suspended for hours continues."""
    monkeypatch.setattr(versions, "HEARTBEAT_S", 0.0)

    async def slow_chunks() -> AsyncIterator[bytes]:
        yield b"first"
        await rows.execute("update storage.unreferenced_blobs set due_at = now()")
        await clean(rows, storage.blobs)
        yield b"last"

    assert (await client.put("/object/public/slow", content=slow_chunks(), headers=SERVICE)).status_code == 500
    assert await rows.fetchval("select count(*) from storage.objects") == 0
    assert await rows.fetchval("select count(*) from storage.unreferenced_blobs") == 0


async def test_concurrent_change_during_a_move_leaves_no_bytes(
    client: httpx.AsyncClient, storage: StorageService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await client.put("/object/public/a", content=b"old", headers=SERVICE)
    original = FilesystemBlobs.copy

    async def copy(folder: FilesystemBlobs, source: str, target: str) -> None:
        await original(folder, source, target)
        monkeypatch.setattr(FilesystemBlobs, "copy", original)
        assert (await client.request("DELETE", "/object/public/a", headers=SERVICE)).status_code == 200

    monkeypatch.setattr(FilesystemBlobs, "copy", copy)
    places = {"bucketId": "public", "sourceKey": "a", "destinationKey": "b"}
    assert (await client.post("/object/move", json=places, headers=SERVICE)).json()["code"] == "NoSuchKey"
    await storage.pool.execute("update storage.unreferenced_blobs set due_at = now()")
    await clean(storage.pool, storage.blobs)
    assert files(tmp_path) == []
