"""Resumable uploads, step by step (storage contract, section 12)."""

import asyncio
import base64
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from balai.backend.storage.application import StorageApplication
from balai.backend.storage.blobs import versions
from balai.backend.storage.blobs.filesystem import FilesystemBlobs
from balai.backend.storage.blobs.versions import clean
from balai.backend.storage.context import StorageService
from balai.database.pool import Pool
from tests.backend.storage.conftest import ANA, BEN, LIMIT, SERVICE, bearer, files

BASE = "/upload/resumable"
TUS = {"Tus-Resumable": "1.0.0"}
MORE = {"Content-Type": "application/offset+octet-stream"}


def metadata(**named: str) -> dict[str, str]:
    pairs = {"bucketName": "private", "objectName": f"{ANA}/long", "contentType": "text/css"} | named
    return {"Upload-Metadata": ",".join(f"{name} {base64.b64encode(v.encode()).decode()}" for name, v in pairs.items())}


async def begin(client: httpx.AsyncClient, length: int = 10, **headers: str) -> str:
    made = await client.post(BASE, headers=bearer() | TUS | metadata() | {"Upload-Length": str(length)} | headers)
    assert made.status_code == 201, made.text
    return made.headers["location"]


async def send(client: httpx.AsyncClient, where: str, offset: int, content: bytes, **more: Any) -> httpx.Response:
    headers = {"headers": bearer() | TUS | MORE | {"Upload-Offset": str(offset)}} | more
    return await client.patch(where, content=content, **headers)


async def test_step_by_step(client: httpx.AsyncClient, tmp_path: Path, rows: Pool) -> None:
    where = await begin(client)
    assert where.startswith("http://node/storage/v1/upload/resumable/")
    first = await send(client, where, 0, b"01234")
    assert (first.status_code, first.headers["upload-offset"]) == (204, "5")
    requested = await client.head(where, headers=bearer(BEN) | TUS)
    shown = ("upload-offset", "upload-length", "cache-control", "tus-resumable")
    assert [requested.headers[name] for name in shown] == ["5", "10", "no-store", "1.0.0"]
    stale = await send(client, where, 0, b"01234")
    assert (stale.status_code, stale.text) == (409, "Upload-Offset conflict")
    # Another user may know the address; the policies are checked each time.
    other = await send(client, where, 5, b"x", headers=bearer(BEN) | TUS | MORE | {"Upload-Offset": "5"})
    assert (other.status_code, other.text) == (403, "new row violates row-level security policy")
    assert (await send(client, where, 5, b"567890")).text == "upload's size exceeded"
    last = await send(client, where, 5, b"56789")
    assert (last.status_code, last.headers["tus-complete"]) == (204, "1")
    got = await client.get(f"/object/private/{ANA}/long", headers=bearer())
    assert (got.content, got.headers["content-type"], got.headers["cache-control"]) == (
        b"0123456789",
        "text/css",
        "no-cache",
    )
    ended = await client.delete(where, headers=bearer() | TUS)
    assert (ended.status_code, ended.text) == (400, "Cannot terminate an already completed upload")
    await clean(rows, FilesystemBlobs(tmp_path / "objects"))
    assert [path.read_bytes() for path in files(tmp_path)] == [b"0123456789"]


async def test_abandoned_upload_is_cleaned_up(client: httpx.AsyncClient, tmp_path: Path, rows: Pool) -> None:
    one, two = await begin(client), await begin(client)
    for where in (one, two):
        await send(client, where, 0, b"01234")
    assert (await client.delete(one, headers=bearer() | TUS)).status_code == 204
    assert (await client.head(one, headers=bearer() | TUS)).status_code == 404
    await rows.execute("update storage.resumable_uploads set expires_at = now() - interval '11 minutes'")
    assert (await send(client, two, 5, b"56789")).status_code == 410
    await clean(rows, FilesystemBlobs(tmp_path / "objects"))
    assert files(tmp_path) == []
    assert await rows.fetchval("select count(*) from storage.unreferenced_blobs") == 0


async def test_deferred_length(client: httpx.AsyncClient) -> None:
    made = await client.post(
        BASE, headers=bearer() | TUS | metadata() | MORE | {"Upload-Defer-Length": "1"}, content=b"abc"
    )
    where = made.headers["location"]
    assert (made.status_code, made.headers["upload-offset"]) == (201, "3")
    assert (await client.head(where, headers=bearer() | TUS)).headers["upload-defer-length"] == "1"
    headers = bearer() | TUS | MORE | {"Upload-Offset": "3", "Upload-Length": "6"}
    assert (await send(client, where, 3, b"def", headers=headers)).headers["tus-complete"] == "1"
    assert (await client.get(f"/object/private/{ANA}/long", headers=bearer())).content == b"abcdef"


async def test_errors(client: httpx.AsyncClient) -> None:
    good = bearer() | TUS | metadata() | {"Upload-Length": "10"}
    for headers, status, text in (
        (good | {"Tus-Resumable": "0.2"}, 412, "Tus-Resumable Required"),
        (good | {"Upload-Metadata": ""}, 400, "Metadata header is required"),
        (good | {"Upload-Metadata": "objectName *"}, 400, "Invalid metadata: objectName"),
        (good | metadata(objectName="../x"), 400, "Invalid key: ../x"),
        (good | metadata(objectName="诊所"), 400, "Invalid key: 诊所"),
        (good | metadata(bucketName="none"), 404, "Bucket not found"),
        (good | metadata(objectName="not/hers"), 403, "new row violates row-level security policy"),
        (good | {"Upload-Length": "x"}, 400, "Upload-Length or Upload-Defer-Length header required"),
        (good | {"Upload-Length": str(LIMIT + 1)}, 413, "Maximum size exceeded"),
        (good | SERVICE | metadata(bucketName="pictures"), 415, "mime type text/css is not supported"),
    ):
        response = await client.post(BASE, headers=headers)
        assert (response.status_code, response.text) == (status, text)
    nobody = await client.post(BASE, headers={name: good[name] for name in good if name != "Authorization"})
    assert (nobody.status_code, nobody.json()["code"]) == (400, "InvalidRequest")
    where = await begin(client)
    assert (await client.patch(where, headers=bearer() | TUS)).text == "Upload-Offset header required"
    lie = base64.urlsafe_b64encode(b"private/x/11111111-1111-1111-1111-111111111111").decode()
    for address in (f"{BASE}/{lie}", f"{BASE}/AAAA"):
        assert (await client.head(address, headers=bearer() | TUS)).status_code == 404
    spoken = await client.options(BASE)
    assert (spoken.status_code, spoken.headers["tus-max-size"]) == (204, str(LIMIT))


async def test_late_part_leaves_no_bytes(client: httpx.AsyncClient, storage: StorageService, tmp_path: Path) -> None:
    """Two workers receive the same part, as after a reconnection: one stores it, the other stores nothing."""
    where = await begin(client)
    other = StorageApplication(msgspec.structs.replace(storage, receiving={}))
    transport = httpx.ASGITransport(app=other)  # type: ignore[arg-type]

    async def late_chunks() -> AsyncIterator[bytes]:
        yield b"01"
        async with httpx.AsyncClient(transport=transport) as there:
            assert (await send(there, where, 0, b"01234")).status_code == 204
        yield b"234"

    late = await client.patch(where, content=late_chunks(), headers=bearer() | TUS | MORE | {"Upload-Offset": "0"})
    assert (late.status_code, late.text) == (409, "Upload-Offset conflict")
    assert [path.read_bytes() for path in files(tmp_path)] == [b"01234"]


async def test_parts_do_not_expire_while_bytes_arrive(
    client: httpx.AsyncClient, rows: Pool, storage: StorageService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part arrives for longer than the lifetime of an upload without requests."""
    where = await begin(client)
    assert (await send(client, where, 0, b"01")).status_code == 204

    async def slow_chunks(minutes: int) -> AsyncIterator[bytes]:
        for letter in b"234567":
            past = f"expires_at - interval '{minutes} minutes'"
            await rows.execute(f"update storage.resumable_uploads set expires_at = {past}")
            await clean(rows, storage.blobs)
            yield bytes([letter])

    # The offset no longer exists: the client receives an error and starts again.
    lost = await client.patch(where, content=slow_chunks(20), headers=bearer() | TUS | MORE | {"Upload-Offset": "2"})
    assert (lost.status_code, lost.text) == (409, "Upload-Offset conflict")
    assert (await client.head(where, headers=bearer() | TUS)).status_code == 410

    monkeypatch.setattr(versions, "HEARTBEAT_S", 0.0)
    where = await begin(client)
    assert (await send(client, where, 0, b"01")).status_code == 204
    kept = await client.patch(where, content=slow_chunks(20), headers=bearer() | TUS | MORE | {"Upload-Offset": "2"})
    assert (kept.status_code, kept.headers["upload-offset"]) == (204, "8")
    assert (await send(client, where, 8, b"89")).headers["tus-complete"] == "1"
    assert (await client.get(f"/object/private/{ANA}/long", headers=bearer())).content == b"0123456789"


async def test_object_is_assembled_once(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Assembling a large object takes time, and a client without a response sends its request again."""
    where = await begin(client)
    assert (await send(client, where, 0, b"01234")).status_code == 204
    original, is_made, may_go_on, made = FilesystemBlobs.join, asyncio.Event(), asyncio.Event(), list[str]()

    async def join(folder: FilesystemBlobs, sources: Sequence[str], target: str) -> None:
        made.append(target)
        is_made.set()
        await may_go_on.wait()
        await original(folder, sources, target)

    monkeypatch.setattr(FilesystemBlobs, "join", join)
    last = asyncio.create_task(send(client, where, 5, b"56789"))
    await is_made.wait()
    asking = [asyncio.create_task(client.head(where, headers=bearer() | TUS)) for _ in range(5)]
    await asyncio.sleep(0.3)
    may_go_on.set()
    assert (await last).headers["tus-complete"] == "1"
    assert {
        (requested.status_code, requested.headers["upload-offset"]) for requested in await asyncio.gather(*asking)
    } == {(200, "10")}
    assert len(made) == 1
    assert (await client.get(f"/object/private/{ANA}/long", headers=bearer())).content == b"0123456789"
