"""A stored image contains no metadata about places and people, and looks as before."""

import contextlib
import io
import struct
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from balai.backend.storage.images.metadata import UnreadableImage, clean_pieces, joined_bytes
from tests.backend.storage.images.pictures import GPS, SECRET, TURN, scene, with_metadata

KINDS = ["JPEG", "PNG", "WEBP", "GIF", "AVIF", "HEIF"]


def cleaned(data: bytes) -> bytes:
    chunks = clean_pieces(memoryview(data))
    assert chunks is not None
    return joined_bytes(memoryview(data), chunks)


@pytest.mark.parametrize("kind", KINDS)
def test_metadata_is_removed_and_pixels_are_unchanged(kind: str) -> None:
    before = with_metadata(kind, turn=6)
    assert SECRET in before
    after = cleaned(before)
    assert SECRET not in after
    assert b"GPS" not in after and b"xmpmeta" not in after
    shown, original = Image.open(io.BytesIO(after)), Image.open(io.BytesIO(before))
    assert not shown.getexif().get_ifd(GPS)
    if kind in ("JPEG", "PNG", "WEBP"):
        assert dict(shown.getexif()) == {TURN: 6}
    assert getattr(shown, "n_frames", 1) == (2 if kind == "GIF" else 1)
    assert ImageChops.difference(shown.convert("RGB"), original.convert("RGB")).getbbox() is None
    assert cleaned(after) == after


@pytest.mark.parametrize("kind", KINDS)
def test_images_without_metadata_are_stored_unchanged(kind: str) -> None:
    file = io.BytesIO()
    scene().save(file, kind)
    assert clean_pieces(memoryview(file.getvalue())) == [(0, len(file.getvalue()))]


def test_progressive_jpeg_keeps_every_scan() -> None:
    before = with_metadata("JPEG", progressive=True)
    shown, original = (Image.open(io.BytesIO(data)) for data in (cleaned(before), before))
    assert SECRET not in cleaned(before)
    assert ImageChops.difference(shown, original).getbbox() is None


def test_other_files_are_not_changed() -> None:
    for data in (b"", b"hello", b"%PDF-1.7", b"\xff\xd8", b"RIFF\0\0\0\0WAVE", b"<svg xmlns=''/>"):
        assert clean_pieces(memoryview(data)) is None


def _box(kind: bytes, contents: bytes) -> bytes:
    return struct.pack("!I4s", 8 + len(contents), kind) + contents


def _item_box(number: int) -> bytes:
    return _box(b"infe", struct.pack("!B3xHH4s", 2, number % 65_536, 0, b"Exif"))


HEIC_HEAD = _box(b"ftyp", b"heic\0\0\0\0")
ITEMS = _box(b"iinf", bytes(6) + b"".join(map(_item_box, range(200_000)))) + _box(b"iloc", bytes(4) + b"\x44\0\0\0")
CUT_UP = {
    "JPEG": b"\xff\xd8" + b"\xff\xdb\0\2\xff\xfe\0\2" * 500_000,
    "WEBP": b"RIFF" + struct.pack("<I", 4_000_004) + b"WEBP" + b"ICCP\0\0\0\0" * 500_000,
    "GIF": b"GIF89a" + bytes(7) + b"\x21\xf9\0\x21\xfe\0" * 650_000,
    "HEIF, many items": HEIC_HEAD + _box(b"meta", bytes(4) + ITEMS),
    "HEIF, one long note": HEIC_HEAD + _box(b"udta", b"x" * 60_000_000),
    "PNG, one long note": b"\x89PNG\r\n\x1a\n" + struct.pack("!I4s", 60_000_000, b"eXIf") + bytes(60_000_004),
}


@pytest.mark.parametrize("kind", CUT_UP)
def test_file_of_many_pieces_is_rejected(kind: str) -> None:
    """A file may have half a gigabyte; its pieces took twenty times as much memory."""
    tracemalloc.start()
    with contextlib.suppress(UnreadableImage):
        clean_pieces(memoryview(CUT_UP[kind]))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 10_000_000


@given(st.sampled_from(KINDS), st.data())
def test_hostile_bytes_are_cleaned_or_rejected(kind: str, data: st.DataObject) -> None:
    file = bytearray(FILES[kind])
    for _ in range(data.draw(st.integers(1, 6))):
        file[data.draw(st.integers(12, len(file) - 1))] = data.draw(st.integers(0, 255))
    end = data.draw(st.integers(13, len(file)))
    with contextlib.suppress(UnreadableImage):
        clean_pieces(memoryview(bytes(file[:end])))


FILES = {kind: with_metadata(kind) for kind in KINDS}
