"""The structs that the parts of the service share: service, request and response."""

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
    """Limits set by the operator. Sizes in bytes, lifetimes in seconds; None means no limit."""

    max_object_bytes: int | None = None
    max_upload_bytes: int | None = None
    signed_upload_ttl_s: int = 60
    resumable_ttl_s: int = 3600


class StorageService(msgspec.Struct, frozen=True):
    """The objects that every request uses."""

    pool: Pool
    blobs: Blobs
    verify: Verify
    # Signs the tokens of signed addresses.
    signer: KeyRing
    limits: Limits
    # Renders images in other sizes. None disables image transformation.
    images: Renderer | None = None
    # Resumable uploads that this process receives right now, by identifier.
    receiving: dict[str, Any] = msgspec.field(default_factory=dict)


class StorageResponse(msgspec.Struct):
    """A response. The body is `body`, or `parts` with `length` bytes, which is closed at the end in any case."""

    status: int = 200
    headers: list[Header] = []
    body: bytes = b""
    parts: "Parts | None" = None
    length: int = 0


class Parts(Protocol):
    """The chunks of a body that is too large for memory."""

    def __aiter__(self) -> AsyncIterator[bytes | bytearray]: ...

    def close(self) -> None:
        """Releases the body."""


class StorageRequest(msgspec.Struct):
    """One request. `bucket` and `key` come from the path, percent-decoded once."""

    storage: StorageService
    method: str
    path: str
    headers: Headers
    query: dict[str, str]
    body: RequestBody
    operation: str
    bucket: str = ""
    key: str = ""
    # The base address of the service as the client reaches it, and the resumable upload that the address names.
    origin: str = ""
    upload: str = ""

    def caller(self) -> StorageCaller:
        """Returns the caller. Raises StorageError if the token is missing or invalid."""
        return identify(self.headers, self.storage.verify)

    async def json(self, *, may_be_empty: bool = False) -> Any:
        """Returns the decoded JSON body. Raises StorageError."""
        is_json = self.headers.get("content-type", "").lower().startswith("application/json")
        try:
            body = await self.body.read(MAX_JSON)
        except BodyTooLarge as error:
            raise invalid_body("Request body is too large", 413) from error
        return read_json(body, may_be_empty=may_be_empty, is_json=is_json)

    @property
    def is_upsert(self) -> bool:
        """Whether the request may overwrite an existing object."""
        return self.headers.get("x-upsert", "").lower() == "true"


def read_query(query: bytes) -> dict[str, str]:
    """Parses the query string; the last value of a repeated parameter counts."""
    try:
        pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True, max_num_fields=100)
    except ValueError as error:
        raise invalid_schema("querystring must NOT have more than 100 properties") from error
    if any("\0" in name + value for name, value in pairs):
        raise invalid_schema("querystring must be text")
    return dict(pairs)


def decode_name(raw: str) -> str:
    """Decodes a name from the path. Raises StorageError if its bytes are not UTF-8."""
    try:
        name = unquote_to_bytes(raw).decode()
    except UnicodeDecodeError as error:
        raise invalid_key(raw[:1100]) from error
    if "\0" in name:
        raise invalid_key(raw[:1100])
    return name


def json_response(value: Any, status: int = 200) -> StorageResponse:
    """Returns a JSON response."""
    return StorageResponse(status, [(b"content-type", b"application/json; charset=utf-8")], msgspec.json.encode(value))
