"""Builds the storage service from the settings."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from balai.backend.sandbox.pool import Sandbox
from balai.backend.storage.application import StorageApplication
from balai.backend.storage.blobs.filesystem import FilesystemBlobs
from balai.backend.storage.blobs.interface import Blobs
from balai.backend.storage.blobs.s3 import s3_blobs
from balai.backend.storage.context import Limits, StorageService
from balai.backend.storage.images.renderer import Renderer
from balai.backend.token_verification import verify_with
from balai.database.pool import Pool
from balai.security.tokens import KeyRing
from balai.settings import Settings, split_list


@asynccontextmanager
async def open_blobs(settings: Settings) -> AsyncIterator[Blobs]:
    """Opens the blob store, for the duration of the block."""
    blobs = s3_blobs(settings) if settings.storage_url else FilesystemBlobs(settings.data_dir / "objects")
    yield blobs
    blobs.close()


@asynccontextmanager
async def open_images(settings: Settings) -> AsyncIterator[Renderer]:
    """Starts the image renderer, for the duration of the block."""
    # Two at once: each rendering occupies a core.
    sandbox = Sandbox(max_processes=2)
    max_bytes = settings.storage_image_cache_mb * 1_000_000
    yield Renderer(sandbox, settings.data_dir / "cache" / "images", max_bytes=max_bytes)
    await sandbox.close()


def storage_app(
    pool: Pool, blobs: Blobs, settings: Settings, ring: KeyRing, images: Renderer | None = None
) -> StorageApplication:
    """Builds the service over these blobs."""
    limits = Limits(settings.storage_max_file_size or None, settings.storage_max_request_size or None)
    storage = StorageService(pool, blobs, verify_with(ring, settings), KeyRing(settings.jwt_secret), limits, images)
    return StorageApplication(storage, origins=split_list(settings.rest_cors_origins))
