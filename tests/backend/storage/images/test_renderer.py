"""Images in the requested size (contract 11), rendered by the real sandbox."""

import asyncio
import io
import os
import struct
import zlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from balai.backend.sandbox.pool import Sandbox
from balai.backend.storage.images.options import ImageOptions, InvalidOption, read_options
from balai.backend.storage.images.renderer import (
    INVALID,
    RENDERING,
    TOO_LARGE,
    InvalidImage,
    Renderer,
    Source,
    evict,
)
from tests.backend.storage.images.pictures import GPS, SECRET, scene, with_metadata


def source_of(data: bytes, requested: list[int] | None = None) -> Source:
    async def parts() -> AsyncIterator[bytes]:
        if requested is not None:
            requested.append(1)
        yield data

    return parts


def png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


async def test_every_option(tmp_path: Path) -> None:
    """One process renders them all: sizes, formats, orientations, gravities. A decompression bomb and invalid bytes are
    rejected in between.
    """
    sandbox = Sandbox(max_processes=1)
    renderer = Renderer(sandbox, tmp_path)

    async def rendered(data: bytes, **wish: Any) -> tuple[Image.Image, str]:
        made = await renderer.render(str(hash(data)), len(data), source_of(data), ImageOptions(**wish))
        assert SECRET not in made.body
        return Image.open(io.BytesIO(made.body)), made.content_type

    plain = png(scene(400, 200))
    for wish, size in [
        ({}, (400, 200)),
        ({"width": 100}, (100, 50)),
        ({"height": 100}, (200, 100)),
        ({"width": 100, "height": 100}, (100, 100)),
        ({"width": 100, "height": 100, "resize": "contain"}, (100, 50)),
        ({"width": 100, "height": 100, "resize": "fill"}, (100, 100)),
        ({"width": 2000, "height": 100}, (400, 100)),
        ({"width": 2000, "height": 2000, "resize": "contain"}, (400, 200)),
    ]:
        image, kind = await rendered(plain, **wish)
        assert (image.size, kind) == (size, "image/png"), wish
    # The four corners are red, green, blue and white; the crop is as high as the image.
    for gravity, colour in [("we", (255, 0, 0)), ("ea", (0, 128, 0)), ("noea", (0, 128, 0)), ("nowe", (255, 0, 0))]:
        image, _ = await rendered(plain, width=100, height=100, gravity=gravity)
        assert image.convert("RGB").getpixel((50, 10)) == colour, gravity
    image, _ = await rendered(plain, width=100, height=100, gravity="fp", x_offset=0.9, y_offset=0.5)
    assert image.convert("RGB").getpixel((50, 10)) == (0, 128, 0)
    lonely = Image.new("RGB", (400, 100), "white")
    lonely.paste("black", (330, 40, 350, 60))
    image, _ = await rendered(png(lonely), width=100, height=100, gravity="sm")
    assert image.convert("L").getextrema() == (0, 255)
    for form in ("avif", "webp"):
        image, kind = await rendered(with_metadata("JPEG"), width=60, format=form, quality=50)
        assert (image.size, kind) == ((60, 40), f"image/{form}")
    # The camera's orientation is applied and not stored.
    image, kind = await rendered(with_metadata("JPEG", turn=6), width=40)
    assert (image.size, kind, dict(image.getexif())) == ((40, 60), "image/jpeg", {})
    assert image.convert("RGB").getpixel((5, 5))[2] > 200, "blue, which lay at the bottom left"  # type: ignore[index]
    image, kind = await rendered(with_metadata("HEIF"), width=60)
    assert (image.size, kind) == ((60, 40), "image/jpeg")
    for data, why in [
        (b"\x89PNG\r\n\x1a\nnothing", INVALID),
        (with_metadata("JPEG")[:300], INVALID),
        (bomb(), TOO_LARGE),
    ]:
        with pytest.raises(InvalidImage, match=why):
            await rendered(data, width=10)
    image, _ = await rendered(with_metadata("GIF"), width=60)
    assert image.size == (60, 40)
    unpacked = await renderer.unpack_heic(source_of(with_metadata("HEIF")))
    shown = Image.open(io.BytesIO(unpacked.body))
    assert (unpacked.content_type, shown.size, not shown.getexif().get_ifd(GPS)) == ("image/jpeg", (120, 80), True)
    await sandbox.close()


def bomb() -> bytes:
    """A hundred and forty kilobytes that would decode to four gigabytes."""
    row = Image.new("1", (8, 8))
    file = io.BytesIO()
    row.save(file, "PNG")
    made = bytearray(file.getvalue())
    made[16:24] = (32000).to_bytes(4, "big") * 2
    made[29:33] = struct.pack("!I", zlib.crc32(bytes(made[12:29])))
    return bytes(made)


async def test_result_is_rendered_once_and_cached(tmp_path: Path) -> None:
    sandbox, requested, data = Sandbox(max_processes=2), list[int](), png(scene())
    renderer = Renderer(sandbox, tmp_path)
    wish = ImageOptions(width=50)
    first, second = await asyncio.gather(
        renderer.render("v1", len(data), source_of(data, requested), wish),
        renderer.render("v1", len(data), source_of(data, requested), wish),
    )
    again = await Renderer(sandbox, tmp_path).render("v1", len(data), source_of(data, requested), wish)
    assert first == second == again
    assert len(requested) == 1
    await renderer.render("v2", len(data), source_of(data, requested), wish)
    assert len(requested) == 2
    evict(tmp_path, 1)
    assert await Renderer(sandbox, tmp_path).render("v1", len(data), source_of(data, requested), wish) == first
    assert len(requested) == 3
    await sandbox.close()


def test_eviction_while_other_workers_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draft, kept = tmp_path / "ab" / "cd.1", tmp_path / "ab" / "ef"
    draft.parent.mkdir()
    for file in (draft, kept):
        file.write_bytes(b"x" * 100)
    look = Path.stat

    def stat(path: Path, **how: Any) -> os.stat_result:
        if path == draft and os.path.lexists(draft):
            draft.replace(draft.with_suffix(""))
        return look(path, **how)

    monkeypatch.setattr(Path, "stat", stat)
    evict(tmp_path, 50)
    assert not kept.exists()


async def test_time_limit_starts_with_a_free_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("balai.backend.sandbox.pool.ACQUIRE_TIMEOUT_S", 1000)
    sandbox, data, loop = Sandbox(max_processes=1), png(scene()), asyncio.get_running_loop()
    renderer, clock = Renderer(sandbox, tmp_path), loop.time
    async with sandbox.process(RENDERING):
        waiting = asyncio.create_task(renderer.render("v1", len(data), source_of(data), ImageOptions(width=50)))
        while not sandbox._slots._waiters:  # noqa: ASYNC110 - there is no event for a waiting task
            await asyncio.sleep(0.01)
        # Far longer than the time limit passes before a process is free.
        monkeypatch.setattr(loop, "time", lambda: clock() + 10 * RENDERING.time_limit_s)
        await asyncio.sleep(0)
    assert (await waiting).content_type == "image/png"
    await sandbox.close()


def test_parameters() -> None:
    assert read_options({"width": "100", "height": 5000}) == ImageOptions(width=100, height=2000)
    assert read_options({}, "image/avif,image/webp,*/*").format == "avif"
    assert read_options({}, "image/webp;q=0.9").format == "webp"
    assert read_options({"format": "origin"}, "image/webp").format == "origin"
    given = {"width": "10", "height": "20", "quality": "50", "format": "webp"}
    assert read_options(given).applied(given) == "height:20,width:10,resizing_type:fill,quality:50,format:webp"
    assert read_options({}).applied({}) == ""
    for wrong, text in [
        ({"width": "ten"}, "querystring/width must be integer"),
        ({"width": "-1"}, "querystring/width must be >= 0"),
        ({"height": "1.5"}, "querystring/height must be integer"),
        ({"quality": "19"}, "querystring/quality must be >= 20"),
        ({"quality": "101"}, "querystring/quality must be <= 100"),
        ({"resize": "stretch"}, "querystring/resize must be equal to one of the allowed values"),
        ({"format": "jpeg"}, "querystring/format must be equal to one of the allowed values"),
        ({"gravity": "up"}, "querystring/gravity must be equal to one of the allowed values"),
        ({"gravity": "fp", "x_offset": "1"}, "querystring must have required property 'y_offset'"),
        ({"gravity": "fp", "x_offset": "1", "y_offset": "nan"}, "querystring/y_offset must be >= 0"),
    ]:
        with pytest.raises(InvalidOption, match=text.replace(".", r"\.")):
            read_options(wrong)


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
async def test_fifty_megapixels_fit_into_the_process(tmp_path: Path, kind: str) -> None:
    """The kernel gives it 256 MB and no more."""
    file = io.BytesIO()
    Image.linear_gradient("L").resize((8660, 5773), Image.Resampling.NEAREST).convert("RGB").save(
        file, kind, progressive=True, compress_level=1
    )
    sandbox = Sandbox(max_processes=1)
    renderer = Renderer(sandbox, tmp_path)
    made = await renderer.render("large", len(file.getvalue()), source_of(file.getvalue()), ImageOptions(width=2000))
    assert Image.open(io.BytesIO(made.body)).size == (2000, 1333)
    await sandbox.close()
