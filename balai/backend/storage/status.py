"""Status endpoints, and the parts of the API that are not supported (storage contract, section 14)."""

from balai import __version__
from balai.backend.storage.authentication import require_service
from balai.backend.storage.context import StorageRequest, StorageResponse, json_response

_NO_S3 = b"""<?xml version="1.0" encoding="UTF-8"?>
<Error><Resource>/s3</Resource><Code>NotImplemented</Code><Message>The S3 protocol is not served here. Use \
/storage/v1/object, or /storage/v1/upload/resumable for large files.</Message></Error>"""


async def status(_call: StorageRequest) -> StorageResponse:
    """`GET /status`."""
    return StorageResponse(200)


async def version(_call: StorageRequest) -> StorageResponse:
    """`GET /version`."""
    return StorageResponse(200, [(b"content-type", b"text/plain; charset=utf-8")], __version__.encode())


async def health(_call: StorageRequest) -> StorageResponse:
    """`GET /health`."""
    return json_response({"healthy": True})


async def purge(request: StorageRequest) -> StorageResponse:
    """`DELETE /cdn/…`: there is no cache between the objects and the clients, so nothing has to be purged."""
    require_service(request.caller())
    return json_response({"message": "success"})


async def no_s3(_call: StorageRequest) -> StorageResponse:
    """`/s3`: responds that S3 is not supported, in XML that S3 clients understand."""
    return StorageResponse(501, [(b"content-type", b"application/xml")], _NO_S3)
