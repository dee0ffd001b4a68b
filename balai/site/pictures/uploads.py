"""Stores pictures and files in the storage service with the rights of a member's token, within the member's limits.

The service checks, decodes and strips a picture like any upload, in its sandbox; the bytes are not decoded here.
"""

import re
import unicodedata
from typing import Literal
from uuid import uuid4

import httpx
import msgspec

UPLOAD_TIMEOUT_S = 60.0
Bucket = Literal["pictures", "text-pictures"]
# Buckets of texts are not public, and what their addresses show can be closed at any time.
CLOSABLE = ("authenticated", "private, no-cache")
WAYS = {"pictures": ("public", "max-age=31536000"), "text-pictures": CLOSABLE, "text-files": CLOSABLE}
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
_OFFICE = "application/vnd.openxmlformats-officedocument"
_OPEN = "application/vnd.oasis.opendocument"
# Files that texts may hold, by extension: browsers send different media types for a CSV or an OpenDocument.
# `balai types` writes the list for the editor; that of the bucket text-files is the same.
FILE_TYPES = {
    "pdf": "application/pdf",
    "txt": "text/plain",
    "csv": "text/csv",
    "doc": "application/msword",
    "xls": "application/vnd.ms-excel",
    "ppt": "application/vnd.ms-powerpoint",
    "docx": f"{_OFFICE}.wordprocessingml.document",
    "xlsx": f"{_OFFICE}.spreadsheetml.sheet",
    "pptx": f"{_OFFICE}.presentationml.presentation",
    "odt": f"{_OPEN}.text",
    "ods": f"{_OPEN}.spreadsheet",
    "odp": f"{_OPEN}.presentation",
}
REASONS: dict[str, Reason] = {
    "EntityTooLarge": "too_large",
    "InvalidMimeType": "kind",
    "InvalidImage": "kind",
    "AccessDenied": "too_fast",
}
MAX_NAME, MAX_KEY = 180, 80


class UploadRefused(Exception):
    """The picture or file is not stored."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class Uploads:
    """One per process. `backend` reaches the storage service."""

    def __init__(self, backend: httpx.AsyncClient, api_key: str) -> None:
        self._backend = backend
        self._api_key = api_key

    async def store_picture(self, body: bytes, *, folder: str, token: str, bucket: Bucket = "pictures") -> str:
        """Store a picture and return its path. Raises UploadRefused."""
        mimetype, extension = picture_type(body)
        return await self._send(bucket, f"{folder}/{uuid4()}.{extension}", body, mimetype, token)

    async def store_file(self, name: str, body: bytes, *, folder: str, token: str) -> str:
        """Store a file of a text under a clean name (`clean_name`) and return its path. Raises UploadRefused."""
        mimetype = FILE_TYPES.get(name.rpartition(".")[2].lower())
        if mimetype is None or not body:
            raise UploadRefused("kind")
        return await self._send("text-files", f"{folder}/{uuid4()}/{_key(name)}", body, mimetype, token)

    async def _send(self, bucket: str, key: str, body: bytes, mimetype: str, token: str) -> str:
        """Send the body and return its path as texts have it."""
        way, cache_control = WAYS[bucket]
        path = f"{bucket}/{key}"
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
            raise UploadRefused("busy") from error
        if not response.is_success:
            raise UploadRefused(REASONS.get(_code_of(response), "busy"))
        return f"/storage/v1/object/{way}/{path}"


def picture_type(body: bytes) -> tuple[str, str]:
    """The media type and the file extension by the first bytes, whatever the host declares. Raises UploadRefused."""
    for signature, mimetype, extension in SIGNATURES:
        if body.startswith(signature):
            return mimetype, extension
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return "image/webp", "webp"
    if body[4:8] == b"ftyp" and body[8:12] in BRANDS:
        return BRANDS[body[8:12]]
    raise UploadRefused("kind")


def clean_name(given: str) -> str:
    """A file's name without characters that hide or mislead, as `fileName` in web/lib/uploads/names.ts."""
    text = "".join(
        " " if character in '\\/:*?"<>|' or unicodedata.category(character)[0] == "C" else character
        for character in unicodedata.normalize("NFC", given)
    )
    return " ".join(text.split())[-MAX_NAME:].strip() or "file"


def _key(name: str) -> str:
    """The name as a storage key in ASCII: `khám bệnh 诊所.pdf` becomes `kham-benh.pdf`."""
    stem, _, extension = name.rpartition(".")
    return f"{_plain(stem)[:MAX_KEY].strip('-') or 'file'}.{_plain(extension)}"


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.lower().replace("đ", "d"))
    return re.sub(r"[^a-z0-9]+", "-", "".join(each for each in decomposed if not unicodedata.combining(each)))


def _code_of(response: httpx.Response) -> str:
    try:
        answer = msgspec.json.decode(response.content)
    except msgspec.DecodeError:
        return ""
    return str(answer.get("code", "")) if isinstance(answer, dict) else ""
