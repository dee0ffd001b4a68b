"""A site whose pictures come from hosts of the test, over a real storage service."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path

import httpx
import pytest

from balai.backend.sandbox.pool import Sandbox
from balai.backend.storage.application import StorageApplication
from balai.backend.storage.blobs.filesystem import FilesystemBlobs
from balai.backend.storage.context import Limits, StorageService
from balai.backend.storage.images.renderer import Renderer
from balai.database.pool import Pool
from balai.http.client import OutgoingHttpClient
from balai.security.tokens import KeyRing, api_keys, verify
from balai.site.pictures.fetcher import PictureFetcher
from balai.site.pictures.uploads import Uploads
from tests.site.conftest import SECRET
from tests.site.pictures.hosts import PUBLIC, Respond

OpenFetcher = Callable[[Respond], AbstractAsyncContextManager[PictureFetcher]]


@pytest.fixture
async def storage(pool: Pool, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the storage service, with image processing."""
    blobs, sandbox = FilesystemBlobs(tmp_path / "objects"), Sandbox(max_processes=1)
    service = StorageService(
        pool, blobs, partial(verify, secret=SECRET), KeyRing(SECRET), Limits(), Renderer(sandbox, tmp_path / "cache")
    )
    transport = httpx.ASGITransport(app=StorageApplication(service))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="https://site.example") as client:
        yield client
    await sandbox.close()
    blobs.close()


@pytest.fixture
def open_fetcher(storage: httpx.AsyncClient) -> OpenFetcher:
    """`async with open_fetcher(respond) as fetcher`: every name of the internet leads to `respond`."""

    async def resolve(host: str, _port: int) -> list[str]:
        return ["10.0.0.1"] if host.startswith("inside.") else [PUBLIC]

    @asynccontextmanager
    async def opened(respond: Respond) -> AsyncIterator[PictureFetcher]:
        outgoing = OutgoingHttpClient(httpx.MockTransport(respond), resolve=resolve)
        yield PictureFetcher(outgoing, Uploads(storage, api_keys(SECRET).anon))
        await outgoing.close()

    return opened
