"""`GET /render/image/{public|authenticated|sign}/…`: serves an object as an image of the requested size (11)."""

from collections.abc import AsyncIterator, Mapping
from email.utils import formatdate

from balai.backend.storage.context import StorageRequest, StorageResponse
from balai.backend.storage.errors import busy, invalid_request, invalid_schema
from balai.backend.storage.images.metadata import is_image
from balai.backend.storage.images.options import ImageOptions, InvalidOption, read_options
from balai.backend.storage.images.renderer import INVALID, InvalidImage, RendererBusy
from balai.backend.storage.images.upload_cleaning import MAGIC_BYTES
from balai.backend.storage.media_types import INLINE_POLICY
from balai.backend.storage.objects.download import cache_headers, disposition_of, is_unchanged, send_object
from balai.backend.storage.objects.find import AccessMode, ReadableObject, find_object, open_bytes
from balai.http.asgi import Header

PARAMETERS = frozenset({"width", "height", "resize", "quality", "format", "gravity", "x_offset", "y_offset"})


async def render_public(request: StorageRequest) -> StorageResponse:
    """`GET /render/image/public/{bucket}/{key}`."""
    return await _render(request, AccessMode.PUBLIC)


async def render_authenticated(request: StorageRequest) -> StorageResponse:
    """`GET /render/image/authenticated/{bucket}/{key}`."""
    return await _render(request, AccessMode.AUTHENTICATED)


async def render_signed(request: StorageRequest) -> StorageResponse:
    """`GET /render/image/sign/{bucket}/{key}`: the token contains the options."""
    return await _render(request, AccessMode.SIGNED)


async def _render(request: StorageRequest, mode: AccessMode) -> StorageResponse:
    found = await find_object(request, mode)
    given = (
        _token_options(found)
        if mode is AccessMode.SIGNED
        else {n: v for n, v in request.query.items() if n in PARAMETERS}
    )
    try:
        options = read_options(given, request.headers.get("accept", ""))
    except InvalidOption as error:
        raise invalid_schema(str(error)) from error
    if found.object.mimetype.lower().startswith("image/svg+xml") and given.get("format", "origin") == "origin":
        # It scales in the browser; imgproxy sends it unchanged, too.
        response = await send_object(request, found)
        response.headers += _transformation_headers(options, given)[1:]
        return response
    headers = cache_headers(request, found)
    if "format" not in given:
        headers.append((b"vary", b"Accept"))
    if is_unchanged(request, found.object):
        return StorageResponse(304, headers)
    headers += _transformation_headers(options, given)
    body, kind = await _render_image(request, found, options)
    headers += [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        INLINE_POLICY,
        *disposition_of(request, is_attachment=False),
    ]
    return StorageResponse(200, headers, b"" if request.method == "HEAD" else body)


async def _render_image(request: StorageRequest, found: ReadableObject, options: ImageOptions) -> tuple[bytes, str]:
    images = request.storage.images
    if images is None or not await _is_image(request, found):
        raise invalid_request(INVALID)

    async def source() -> AsyncIterator[bytes]:
        blob = await open_bytes(request, found)
        try:
            async for part in blob.parts(0, found.size):
                yield bytes(part)
        finally:
            blob.close()

    try:
        rendered = await images.render(found.object.version, found.size, source, options)
    except InvalidImage as error:
        raise invalid_request(str(error)) from error
    except RendererBusy as error:
        raise busy() from error
    return rendered.body, rendered.content_type


async def _is_image(request: StorageRequest, found: ReadableObject) -> bool:
    """Whether the declared type or the first bytes say so: `upload(name, buffer)` of the client declares text."""
    if found.object.mimetype.startswith("image/"):
        return True
    blob = await open_bytes(request, found)
    try:
        head = b"".join([bytes(part) async for part in blob.parts(0, min(found.size, MAGIC_BYTES))])
    finally:
        blob.close()
    return is_image(head)


def _token_options(found: ReadableObject) -> Mapping[str, str]:
    """Reads the transformations of a signed address: `height:100,width:200,…`."""
    text = found.claims.get("transformations")
    parts = (part.partition(":") for part in text.split(",")) if isinstance(text, str) else ()
    return {name: value for name, _, value in parts if name in PARAMETERS}


def _transformation_headers(options: ImageOptions, given: Mapping[str, object]) -> list[Header]:
    applied = options.applied(given)
    # The image is rendered now, whatever the date of its source.
    headers: list[Header] = [(b"last-modified", formatdate(usegmt=True).encode())]
    return [*headers, (b"x-transformations", applied.encode())] if applied else headers
