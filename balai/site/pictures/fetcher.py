"""Fetches a picture from another host and stores it in the bucket `pictures`, or `text-pictures` for a text."""

import asyncio

from balai.http.client import OutgoingHttpClient, RequestFailed, ResponseTooLarge
from balai.site.pictures.uploads import Bucket, UploadRefused, Uploads

# As the bucket allows. Four at once: at most 40 MB in this process.
MAX_BYTES = 10_000_000
MAX_CONCURRENT = 4
ACQUIRE_TIMEOUT_S = 5.0
ACCEPT = "image/avif,image/webp,image/png,image/jpeg,image/gif"


class PictureFetcher:
    """One per process."""

    def __init__(self, outgoing: OutgoingHttpClient, uploads: Uploads) -> None:
        self._outgoing = outgoing
        self.uploads = uploads
        self._slots = asyncio.Semaphore(MAX_CONCURRENT)

    async def store(self, url: str, *, folder: str, token: str, bucket: Bucket = "pictures") -> str:
        """Store the picture with the rights of a token and return its path. Raises UploadRefused."""
        try:
            async with asyncio.timeout(ACQUIRE_TIMEOUT_S):
                await self._slots.acquire()
        except TimeoutError as error:
            raise UploadRefused("busy") from error
        try:
            body = await self._outgoing.download(url, max_bytes=MAX_BYTES, accept=ACCEPT)
            return await self.uploads.store_picture(body, folder=folder, token=token, bucket=bucket)
        except ResponseTooLarge as error:
            raise UploadRefused("too_large") from error
        except RequestFailed as error:
            raise UploadRefused("unreachable") from error
        finally:
            self._slots.release()
