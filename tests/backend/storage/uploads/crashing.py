"""Processes that store an object and end at a step, one for each: `python crashing.py DATABASE FOLDER STEP…`.

Each step is a method; the process ends before or after it, as in a power failure. How each ended is printed. They are
forked, since most of a process is its imports.
"""

import asyncio
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from balai.backend.storage.application import StorageApplication
from balai.backend.storage.blobs import filesystem, versions
from balai.backend.storage.context import Limits, StorageService
from balai.backend.storage.uploads import store, tus_rows
from balai.database.pool import open_pool
from balai.security.tokens import KeyRing, verify
from tests.backend.storage.conftest import SECRET, SERVICE

# bucketName public, objectName a
PLACE = "bucketName cHVibGlj,objectName YQ=="
STEPS: dict[str, tuple[Any, str]] = {
    "note": (versions.NewVersion, "record"),
    "create": (filesystem.FilesystemBlobs, "create"),
    "write": (filesystem.FileWriter, "_write"),
    "finish": (filesystem.FileWriter, "finish"),
    "give": (store, "publish_version"),
    "discard": (versions.Versions, "discard"),
    "part": (tus_rows, "_publish_once"),
    "join": (filesystem.FilesystemBlobs, "join"),
}


def exit_at(where: str) -> None:
    """Ends the process at the step `after-…` or `before-…`."""
    when, _, name = where.partition("-")
    owner, attribute = STEPS[name]
    original: Callable[..., Any] = getattr(owner, attribute)
    if not asyncio.iscoroutinefunction(original):
        setattr(owner, attribute, lambda *_: os._exit(9))
        return

    async def exiting(*given: Any, **named: Any) -> None:
        if when == "after":
            await original(*given, **named)
        os._exit(9)

    setattr(owner, attribute, exiting)
    if name == "give":
        from balai.backend.storage.uploads import upload

        upload.publish_version = exiting  # type: ignore[assignment]


async def main(database: str, path: str, where: str) -> None:
    """Uploads over an existing object, in one request or in parts, and ends."""
    pool = await open_pool(database, size=3)
    storage = StorageService(
        pool, filesystem.FilesystemBlobs(Path(path)), partial(verify, secret=SECRET), KeyRing(SECRET), Limits()
    )
    exit_at(where)
    transport = httpx.ASGITransport(app=StorageApplication(storage))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://node/storage/v1") as client:
        if where.endswith(("part", "join")):
            named = {
                "Tus-Resumable": "1.0.0",
                "Upload-Length": "3",
                "Upload-Metadata": "bucketName cHVibGlj,objectName YQ==",
            }
            body = {"Content-Type": "application/offset+octet-stream", "x-upsert": "true"}
            await client.post("/upload/resumable", content=b"new", headers=SERVICE | named | body)
        elif where.endswith("discard"):
            headers = SERVICE | {"Content-Type": "image/png"}
            await client.put("/object/public/a", content=b"<html><body>", headers=headers)
        else:
            await client.put("/object/public/a", content=b"new", headers=SERVICE)


for step in sys.argv[3:]:
    child = os.fork()
    if child == 0:
        asyncio.run(main(*sys.argv[1:3], step))
        os._exit(0)
    print(step, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
