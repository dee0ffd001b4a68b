"""What is asked of the service itself, and what it does not do: storage contract, section 14."""

from balai import __version__
from balai.backend.storage.authentication import require_service
from balai.backend.storage.context import Answer, Call, json_answer

_NO_S3 = b"""<?xml version="1.0" encoding="UTF-8"?>
<Error><Resource>/s3</Resource><Code>NotImplemented</Code><Message>The S3 protocol is not served here. Use \
/storage/v1/object, or /storage/v1/upload/resumable for large files.</Message></Error>"""


async def status(_call: Call) -> Answer:
    """`GET /status`."""
    return Answer(200)


async def version(_call: Call) -> Answer:
    """`GET /version`."""
    return Answer(200, [(b"content-type", b"text/plain; charset=utf-8")], __version__.encode())


async def health(_call: Call) -> Answer:
    """`GET /health`."""
    return json_answer({"healthy": True})


async def purge(call: Call) -> Answer:
    """`DELETE /cdn/…`: nothing is kept between the objects and who asks, so there is nothing to purge."""
    require_service(call.visitor())
    return json_answer({"message": "success"})


async def no_s3(_call: Call) -> Answer:
    """`/s3`: says that it is not there, in the words that its clients understand."""
    return Answer(501, [(b"content-type", b"application/xml")], _NO_S3)
