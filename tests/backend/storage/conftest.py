"""The storage service in this process, over a database and a directory of the test, and callers of it."""

import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from balai.backend.storage.application import StorageApplication
from balai.backend.storage.blobs.filesystem import FilesystemBlobs
from balai.backend.storage.context import Limits, StorageService
from balai.database.pool import Pool, open_pool
from balai.security.tokens import KeyRing, api_keys, sign, verify

SECRET = "a secret for these tests that is long enough"
KEYS = api_keys(SECRET)
ANA = "11111111-1111-1111-1111-111111111111"
BEN = "22222222-2222-2222-2222-222222222222"
LIMIT = 1_000_000
# Each user has a folder of their own in `private`, and every user reads `shared/`.
POLICIES = """
insert into storage.buckets (id, name, public, allowed_mime_types, file_size_limit) values
  ('private', 'private', false, null, null), ('public', 'public', true, null, null),
  ('pictures', 'pictures', true, array['image/png', 'audio/*'], 5000);
create policy "own folder" on storage.objects to authenticated
  using (bucket_id = 'private' and (storage.foldername(name))[1] = auth.uid()::text)
  with check (bucket_id = 'private' and (storage.foldername(name))[1] = auth.uid()::text);
create policy "shared is seen" on storage.objects for select to authenticated
  using (bucket_id = 'private' and name like 'shared/%');
"""


def bearer(subject: str = ANA, **claims: Any) -> dict[str, str]:
    """Returns the authorization header of a signed-in user."""
    token = sign({"role": "authenticated", "sub": subject, "exp": int(time.time()) + 600, **claims}, SECRET)
    return {"Authorization": f"Bearer {token}"}


SERVICE = {"Authorization": f"Bearer {KEYS.service_role}"}
ANON = {"Authorization": f"Bearer {KEYS.anon}"}


@pytest.fixture
async def rows(backend_database: str) -> AsyncIterator[Pool]:
    """The database, with buckets and policies."""
    opened = await open_pool(backend_database, size=10)
    await opened.execute(POLICIES)
    yield opened
    await opened.close()


@pytest.fixture
async def storage(rows: Pool, tmp_path: Path) -> AsyncIterator[StorageService]:
    folder = FilesystemBlobs(tmp_path / "objects")
    yield StorageService(rows, folder, partial(verify, secret=SECRET), KeyRing(SECRET), Limits(LIMIT))
    folder.close()


@pytest.fixture
async def client(storage: StorageService) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app=StorageApplication(storage))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://node/storage/v1") as opened:
        yield opened


def files(tmp_path: Path) -> list[Path]:
    """Returns every file that holds bytes of objects."""
    return [path for path in (tmp_path / "objects").rglob("*") if path.is_file()]
