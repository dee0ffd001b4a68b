"""Files that are answers: in a bucket that only this program reads, those of sensitive questions encrypted."""

from uuid import UUID

import httpx

from balai.site.pictures.uploads import UploadRefused, picture_type

MAX_BYTES = 10_000_000
BUCKET = "booking-answers"
TIMEOUT_S = 30
PDF = "application/pdf"
# Others could be programs to a browser or an office suite.
PICTURES = frozenset({"image/jpeg", "image/png", "image/webp"})


class FileUnavailable(Exception):
    """The storage service did not store or return a file."""


def file_type(body: bytes) -> str | None:
    """The media type by the first bytes, whatever the client declares. None: not accepted."""
    if body.startswith(b"%PDF-"):
        return PDF
    try:
        mimetype, _ = picture_type(body)
    except UploadRefused:
        return None
    return mimetype if mimetype in PICTURES else None


class AnswerFiles:
    """The objects of the bucket, with the rights of the program."""

    def __init__(self, backend: httpx.AsyncClient, service_key: str) -> None:
        self._backend = backend
        self._headers = {"authorization": f"Bearer {service_key}", "apikey": service_key}

    async def store(self, name: UUID, body: bytes, mimetype: str) -> None:
        """Raises FileUnavailable."""
        headers = {**self._headers, "content-type": mimetype, "cache-control": "private, no-store"}
        path = f"/storage/v1/object/{BUCKET}/{name}"
        try:
            response = await self._backend.post(path, content=body, headers=headers, timeout=TIMEOUT_S)
        except httpx.HTTPError as error:
            raise FileUnavailable from error
        if not response.is_success:
            raise FileUnavailable

    async def read(self, name: str) -> bytes:
        """Raises FileUnavailable."""
        path = f"/storage/v1/object/authenticated/{BUCKET}/{name}"
        try:
            response = await self._backend.get(path, headers=self._headers, timeout=TIMEOUT_S)
        except httpx.HTTPError as error:
            raise FileUnavailable from error
        if not response.is_success:
            raise FileUnavailable
        return response.content
