"""`GET /render/image/{public|authenticated|sign}/…`: an object as a picture of the wanted size (contract 11)."""

from collections.abc import AsyncIterator, Mapping
from email.utils import formatdate

from balai.backend.storage.context import Answer, Call
from balai.backend.storage.errors import come_again, invalid_request, invalid_schema
from balai.backend.storage.images.options import InvalidWish, Wanted, read_wanted
from balai.backend.storage.images.renderer import INVALID, NoPlace, UnusablePicture
from balai.backend.storage.media_types import SHOWN
from balai.backend.storage.objects.download import disposition_of, is_unchanged, validators_of
from balai.backend.storage.objects.find import Found, Way, find_object, open_bytes
from balai.http.asgi import Header

PARAMETERS = frozenset({"width", "height", "resize", "quality", "format", "gravity", "x_offset", "y_offset"})


async def render_public(call: Call) -> Answer:
    """`GET /render/image/public/{bucket}/{key}`."""
    return await _render(call, Way.PUBLIC)


async def render_authenticated(call: Call) -> Answer:
    """`GET /render/image/authenticated/{bucket}/{key}`."""
    return await _render(call, Way.AUTHENTICATED)


async def render_signed(call: Call) -> Answer:
    """`GET /render/image/sign/{bucket}/{key}`: what is wanted stands in the token."""
    return await _render(call, Way.SIGNED)


async def _render(call: Call, way: Way) -> Answer:
    found = await find_object(call, way)
    given = _of_token(found) if way is Way.SIGNED else {n: v for n, v in call.query.items() if n in PARAMETERS}
    try:
        wanted = read_wanted(given, call.headers.get("accept", ""))
    except InvalidWish as error:
        raise invalid_schema(str(error)) from error
    headers = validators_of(call, found)
    if "format" not in given:
        headers.append((b"vary", b"Accept"))
    if is_unchanged(call, found.object):
        return Answer(304, headers)
    headers += _about(wanted, given)
    body, kind = await _draw(call, found, wanted)
    headers += [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        SHOWN,
        *disposition_of(call, is_saved=False),
    ]
    return Answer(200, headers, b"" if call.method == "HEAD" else body)


async def _draw(call: Call, found: Found, wanted: Wanted) -> tuple[bytes, str]:
    images = call.storage.images
    if images is None or not found.object.mimetype.startswith("image/"):
        raise invalid_request(INVALID)

    async def source() -> AsyncIterator[bytes]:
        blob = await open_bytes(call, found)
        try:
            async for part in blob.parts(0, found.size):
                yield bytes(part)
        finally:
            blob.close()

    try:
        rendered = await images.render(found.object.version, found.size, source, wanted)
    except UnusablePicture as error:
        raise invalid_request(str(error)) from error
    except NoPlace as error:
        raise come_again() from error
    return rendered.body, rendered.content_type


def _of_token(found: Found) -> Mapping[str, str]:
    """The transformations of a signed address: `height:100,width:200,…`."""
    text = found.claims.get("transformations")
    parts = (part.partition(":") for part in text.split(",")) if isinstance(text, str) else ()
    return {name: value for name, _, value in parts if name in PARAMETERS}


def _about(wanted: Wanted, given: Mapping[str, object]) -> list[Header]:
    applied = wanted.applied(given)
    # Made now, whatever the day of its source.
    headers: list[Header] = [(b"last-modified", formatdate(usegmt=True).encode())]
    return [*headers, (b"x-transformations", applied.encode())] if applied else headers
