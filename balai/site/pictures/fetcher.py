"""Fetches a picture from another host and stores it in the bucket `pictures`, or `text-pictures` for a text.

The storage service checks, decodes and strips it like any upload, in its sandbox; the bytes are not decoded here.
"""

import asyncio
from typing import Literal
from uuid import uuid4

import httpx
import msgspec

from balai.http.client import OutgoingHttpClient, RequestFailed, ResponseTooLarge

# As the bucket allows. Four at once: at most 40 MB in this process.
MAX_BYTES = 10_000_000
MAX_CONCURRENT = 4
ACQUIRE_TIMEOUT_S = 5.0
UPLOAD_TIMEOUT_S = 60.0
ACCEPT = "image/avif,image/webp,image/png,image/jpeg,image/gif"
Bucket = Literal["pictures", "text-pictures"]
# The second bucket is not public, and what its addresses show can be closed at any time.
WAYS = {"pictures": ("public", "max-age=31536000"), "text-pictures": ("authenticated", "private, no-cache")}
Reason = Literal["unreachable", "too_large", "kind", "too_fast", "busy"]
# Signatures of the formats that the site accepts: media type and file extension.
SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "image/png", "png"),
    (b"\xff\xd8\xff", "image/jpeg", "jpg"),
    (b"GIF87a", "image/gif", "gif"),
    (b"GIF89a", "image/gif", "gif"),
)
# The storage service converts HEIC to JPEG.
BRANDS = {b"avif": ("image/avif", "avif"), b"avis": ("image/avif", "avif")} | dict.fromkeys(
    (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"), ("image/heic", "jpg")
)
REASONS: dict[str, Reason] = {
    "EntityTooLarge": "too_large",
    "InvalidMimeType": "kind",
    "InvalidImage": "kind",
    "AccessDenied": "too_fast",
}


class PictureRefused(Exception):
    """The picture is not stored."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class PictureFetcher:
    """One per process. `backend` reaches the storage service."""

    def __init__(self, outgoing: OutgoingHttpClient, backend: httpx.AsyncClient, api_key: str) -> None:
        self._outgoing = outgoing
        self._backend = backend
        self._api_key = api_key
        self._slots = asyncio.Semaphore(MAX_CONCURRENT)

    async def store(self, url: str, *, folder: str, token: str, bucket: Bucket = "pictures") -> str:
        """Store the picture with the rights of a token and return its path. Raises PictureRefused."""
        try:
            async with asyncio.timeout(ACQUIRE_TIMEOUT_S):
                await self._slots.acquire()
        except TimeoutError as error:
            raise PictureRefused("busy") from error
        try:
            body = await self._outgoing.download(url, max_bytes=MAX_BYTES, accept=ACCEPT)
            return await self.store_bytes(body, folder=folder, token=token, bucket=bucket)
        except ResponseTooLarge as error:
            raise PictureRefused("too_large") from error
        except RequestFailed as error:
            raise PictureRefused("unreachable") from error
        finally:
            self._slots.release()

    async def store_bytes(self, body: bytes, *, folder: str, token: str, bucket: Bucket = "pictures") -> str:
        """Store a picture with the rights of a token and return its path. Raises PictureRefused."""
        mimetype, extension = picture_type(body)
        way, cache_control = WAYS[bucket]
        path = f"{bucket}/{folder}/{uuid4()}.{extension}"
        headers = {
            "authorization": f"Bearer {token}",
            "apikey": self._api_key,
            "content-type": mimetype,
            "cache-control": cache_control,
        }
        try:
            response = await self._backend.post(
                f"/storage/v1/object/{path}", content=body, headers=headers, timeout=UPLOAD_TIMEOUT_S
            )
        except httpx.HTTPError as error:
            raise PictureRefused("busy") from error
        if not response.is_success:
            raise PictureRefused(REASONS.get(_code_of(response), "busy"))
        return f"/storage/v1/object/{way}/{path}"


def picture_type(body: bytes) -> tuple[str, str]:
    """The media type and the file extension by the first bytes, whatever the host declares. Raises PictureRefused."""
    for signature, mimetype, extension in SIGNATURES:
        if body.startswith(signature):
            return mimetype, extension
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return "image/webp", "webp"
    if body[4:8] == b"ftyp" and body[8:12] in BRANDS:
        return BRANDS[body[8:12]]
    raise PictureRefused("kind")


def _code_of(response: httpx.Response) -> str:
    try:
        answer = msgspec.json.decode(response.content)
    except msgspec.DecodeError:
        return ""
    return str(answer.get("code", "")) if isinstance(answer, dict) else ""
