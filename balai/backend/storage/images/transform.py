"""Transforms one image; runs inside the sandbox. The result contains none of the source's metadata.

Memory is the limit: a JPEG is decoded no larger than needed, other formats are reduced roughly before they are
resampled, and the orientation is applied last, to the small image.
"""

import io
import json
import re
import tempfile
from typing import Any

import msgspec
from PIL import Image, ImageFilter, UnidentifiedImageError

from balai.backend.storage.images.options import ImageOptions
from balai.functions import Request, Response

# Pixels of the source. An image within this maximum fits into the process.
MAX_PIXELS = 128_000_000
# Of an animation: a second of work.
MAX_CHECKED_PIXELS, MAX_CHECKED_FRAMES = 60_000_000, 500
# Larger sources are reduced roughly first, since two copies would not fit into memory.
LARGE_PIXELS = 20_000_000
OUTPUT_FORMATS = {"JPEG": "jpeg", "MPO": "jpeg", "PNG": "png", "WEBP": "webp", "GIF": "gif", "AVIF": "avif"}
ORIENTATION = 0x0112
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
SIDES = {"no": (0.5, 0.0), "so": (0.5, 1.0), "ea": (1.0, 0.5), "we": (0.0, 0.5), "ce": (0.5, 0.5)}
CORNERS = {"noea": (1.0, 0.0), "nowe": (0.0, 0.0), "soea": (1.0, 1.0), "sowe": (0.0, 1.0)}
# A quarter of a second for a screen's width; the encoder's default takes two seconds.
AVIF_SPEED = 8


class TooLarge(Exception):
    """The image has more pixels than can be processed."""


async def handle(request: Request) -> Response:
    """Entry in the sandbox: the options are in a header, the source is the body. Without options it is only checked."""
    wanted = json.loads(request.headers["x-wanted"])
    with tempfile.TemporaryFile() as source:
        async for part in request.stream():
            source.write(part)
        source.seek(0)
        try:
            if wanted is None:
                check(source)
                return Response(status=204)
            body, kind, size = render(source, msgspec.convert(wanted, ImageOptions))
        except (TooLarge, MemoryError, Image.DecompressionBombError):
            return Response(status=413)
        except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError):
            return Response(status=415)
    return Response(body, headers={"content-type": f"image/{kind}", "x-size": f"{size[0]}x{size[1]}"})


def render(source: Any, options: ImageOptions) -> tuple[bytes, str, tuple[int, int]]:
    """Returns the rendered image, the subtype of its media type, and its width and height in pixels.

    Raises:
        TooLarge, MemoryError, OSError, ValueError: the source cannot be processed.
    """
    _register_heic()
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    picture: Image.Image = Image.open(source)
    if picture.width * picture.height > MAX_PIXELS:
        raise TooLarge
    turn = TURNS.get(picture.getexif().get(ORIENTATION, 1)) if picture.format != "HEIF" else None
    is_sideways = turn is not None and turn not in (TURNS[2], TURNS[3], TURNS[4])
    format_ = options.format if options.format != "origin" else OUTPUT_FORMATS.get(picture.format or "", "")
    size = (picture.height, picture.width) if is_sideways else picture.size
    scaled, box = _plan(size, options)
    profile = picture.info.get("icc_profile")
    small = _scale(picture, (scaled[1], scaled[0]) if is_sideways else scaled)
    if turn is not None:
        small = small.transpose(turn)
    if box is not None:
        small = small.crop(_crop_box(small, box, options))
    format_ = format_ or ("png" if "A" in small.getbands() else "jpeg")
    return _encode(small, format_, options.quality, profile), format_, small.size


def check(source: Any) -> None:
    """Decodes an image, its frames up to a limit. Raises what `render` raises."""
    _register_heic()
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    picture: Image.Image = Image.open(source)
    size = picture.width * picture.height
    if size > MAX_PIXELS:
        raise TooLarge
    # An eighth of the size: the whole file is read, and only a part of the pixels is computed.
    picture.draft(None, (picture.width // 8, picture.height // 8))
    try:
        picture.load()
        # Not by their number, for which a decoder reads all of them: ten megabytes hold a million frames.
        for number in range(1, min(MAX_CHECKED_FRAMES, MAX_CHECKED_PIXELS // size)):
            picture.seek(number)
            picture.load()
    except EOFError:
        return
    except (OSError, ValueError) as error:
        raise TooLarge if size > LARGE_PIXELS and not is_damage(error) else error from error


def is_damage(error: Exception) -> bool:
    """Whether a decoder says that data is missing or malformed. Those that get no memory raise various other errors."""
    return bool(re.search(r"truncated|broken|unrecognized|unexpected end|corrupt", str(error), re.IGNORECASE))


def _register_heic() -> None:
    """Registers the HEIC decoder, only here in the sandbox: it never runs in the server itself."""
    import pillow_heif

    pillow_heif.register_heif_opener(thumbnails=False)


def _plan(size: tuple[int, int], options: ImageOptions) -> tuple[tuple[int, int], tuple[int, int] | None]:
    """Returns the size to scale to and the size to crop from that. Images are never enlarged."""
    across, down = options.width or None, options.height or None
    if across is None and down is None:
        return size, None
    width, height = size
    ratios = [target / source_size for target, source_size in ((across, width), (down, height)) if target is not None]
    if options.resize == "fill" and across and down:
        return (min(across, width), min(down, height)), None
    ratio = min(1.0, max(ratios) if options.resize == "cover" else min(ratios))
    scaled = (max(1, round(width * ratio)), max(1, round(height * ratio)))
    if options.resize != "cover" or across is None or down is None:
        return scaled, None
    box = (min(across, scaled[0]), min(down, scaled[1]))
    return scaled, box if box != scaled else None


def _scale(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    # Only JPEG supports drafts: it is decoded at an eighth, a quarter or half of its size if that is still large
    # enough.
    picture.draft(None, size)
    is_large = picture.width * picture.height > LARGE_PIXELS
    try:
        picture.load()
    except (OSError, ValueError) as error:
        # Decoders that get no memory raise various errors.
        raise TooLarge if is_large else error from error
    if picture.mode == "P" or picture.mode == "PA":
        picture = picture.convert("RGBA" if "transparency" in picture.info or picture.mode == "PA" else "RGB")
    elif picture.mode in ("1", "I", "F") or picture.mode.startswith("I;"):
        picture = picture.convert("L")
    if picture.size == size:
        return picture
    return picture.resize(size, Image.Resampling.LANCZOS, reducing_gap=1.0 if is_large else 2.0)


def _crop_box(picture: Image.Image, box: tuple[int, int], options: ImageOptions) -> tuple[int, int, int, int]:
    """Returns the box to crop, by gravity."""
    spare = (picture.width - box[0], picture.height - box[1])
    if options.gravity == "fp":
        # The focal point is centered, as far as the edges allow.
        left = min(max(round(options.x_offset * picture.width - box[0] / 2), 0), spare[0])
        top = min(max(round(options.y_offset * picture.height - box[1] / 2), 0), spare[1])
    else:
        across, down = _busiest_part(picture, box) if options.gravity == "sm" else (SIDES | CORNERS)[options.gravity]
        left, top = round(spare[0] * across), round(spare[1] * down)
    return left, top, left + box[0], top + box[1]


def _busiest_part(picture: Image.Image, box: tuple[int, int]) -> tuple[float, float]:
    """Returns the position with the most edges, as fractions of the spare width and height."""
    edges = picture.convert("L").filter(ImageFilter.FIND_EDGES)
    shares = []
    for axis in (0, 1):
        length, window = picture.size[axis], box[axis]
        line = edges.resize((length, 1) if axis == 0 else (1, length), Image.Resampling.BOX).tobytes()
        sums = [sum(line[:window])]
        for at in range(length - window):
            sums.append(sums[-1] - line[at] + line[at + window])
        shares.append(sums.index(max(sums)) / max(1, length - window))
    return shares[0], shares[1]


def _encode(picture: Image.Image, format_: str, quality: int, profile: bytes | None) -> bytes:
    if format_ == "jpeg" and picture.mode not in ("RGB", "L"):
        picture = _on_white(picture) if "A" in picture.getbands() else picture.convert("RGB")
    elif picture.mode not in ("RGB", "RGBA", "L", "LA"):
        picture = picture.convert("RGB")
    options: dict[str, Any] = {"quality": quality}
    if format_ == "png":
        options = {"optimize": False}
    elif format_ == "gif":
        options = {}
    elif format_ == "avif":
        options |= {"speed": AVIF_SPEED, "max_threads": 1}
    elif format_ == "jpeg":
        options |= {"optimize": True, "progressive": True}
    if profile and format_ != "gif":
        options["icc_profile"] = profile
    # Removes whatever the library would copy to the output by itself.
    picture.info = {}
    result = io.BytesIO()
    picture.save(result, format=format_, exif=b"", **options) if format_ != "gif" else picture.save(
        result, format=format_
    )
    return result.getvalue()


def _on_white(picture: Image.Image) -> Image.Image:
    seen = picture.convert("RGBA")
    white = Image.new("RGB", seen.size, "white")
    white.paste(seen, mask=seen.getchannel("A"))
    return white
