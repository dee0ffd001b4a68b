"""A request to the service as its parts see it, and what they answer."""

from collections.abc import AsyncIterator
from typing import Any, Protocol
from urllib.parse import parse_qsl, unquote_to_bytes

import msgspec

from balai.backend.request_headers import Headers
from balai.backend.storage.authentication import StorageCaller, identify
from balai.backend.storage.blobs.interface import Blobs
from balai.backend.storage.errors import invalid_body, invalid_key, invalid_schema
from balai.backend.storage.images.renderer import Renderer
from balai.backend.storage.validation import MAX_JSON, read_json
from balai.backend.token_verification import Verify
from balai.database.pool import Pool
from balai.http.asgi import Header
from balai.http.request_body import BodyTooLarge, RequestBody
from balai.security.tokens import KeyRing


class Limits(msgspec.Struct, frozen=True):
    """What the operator allows. Sizes in bytes, lives in seconds; None for no limit."""

    max_object_bytes: int | None = None
    max_upload_bytes: int | None = None
    signed_upload_ttl_s: int = 60
    resumable_ttl_s: int = 3600


class StorageService(msgspec.Struct, frozen=True):
    """What the whole service stands on."""

    pool: Pool
    blobs: Blobs
    verify: Verify
    # Signs addresses.
    signer: KeyRing
    limits: Limits
    # Draws pictures in other sizes; without it there are none.
    images: Renderer | None = None
    # Resumable uploads that this process is busy with at this moment, by identifier.
    receiving: dict[str, Any] = msgspec.field(default_factory=dict)


class StorageResponse(msgspec.Struct):
    """A status, headers and a body; one of parts is `length` bytes long and closed at the end, come what may."""

    status: int = 200
    headers: list[Header] = []
    body: bytes = b""
    parts: "Parts | None" = None
    length: int = 0


class Parts(Protocol):
    """The pieces of a body that is too large for memory."""

    def __aiter__(self) -> AsyncIterator[bytes | bytearray]: ...

    def close(self) -> None:
        """Done with it."""


class StorageRequest(msgspec.Struct):
    """One request. `bucket` and `key` are what its path names, percent-decoded once."""

    storage: StorageService
    method: str
    path: str
    headers: Headers
    query: dict[str, str]
    body: RequestBody
    operation: str
    bucket: str = ""
    key: str = ""
    # Where the service is, as the caller reaches it; and the resumable upload that an address names.
    origin: str = ""
    upload: str = ""

    def caller(self) -> StorageCaller:
        """Who sent it. Raises StorageError for nobody, and for a token that is not believed."""
        return identify(self.headers, self.storage.verify)

    async def json(self, *, may_be_empty: bool = False) -> Any:
        """The body's JSON. Raises StorageError."""
        is_json = self.headers.get("content-type", "").lower().startswith("application/json")
        try:
            body = await self.body.read(MAX_JSON)
        except BodyTooLarge as error:
            raise invalid_body("Request body is too large", 413) from error
        return read_json(body, may_be_empty=may_be_empty, is_json=is_json)

    @property
    def is_upsert(self) -> bool:
        """Whether what is there may be overwritten."""
        return self.headers.get("x-upsert", "").lower() == "true"


def read_query(query: bytes) -> dict[str, str]:
    """The parameters of a query; of several of a name the last."""
    try:
        pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True, max_num_fields=100)
    except ValueError as error:
        raise invalid_schema("querystring must NOT have more than 100 properties") from error
    if any("\0" in name + value for name, value in pairs):
        raise invalid_schema("querystring must be text")
    return dict(pairs)


def decode_name(raw: str) -> str:
    """A name out of a path. Raises StorageError for bytes that are no text."""
    try:
        name = unquote_to_bytes(raw).decode()
    except UnicodeDecodeError as error:
        raise invalid_key(raw[:1100]) from error
    if "\0" in name:
        raise invalid_key(raw[:1100])
    return name


def json_response(value: Any, status: int = 200) -> StorageResponse:
    """An answer in JSON."""
    return StorageResponse(status, [(b"content-type", b"application/json; charset=utf-8")], msgspec.json.encode(value))
