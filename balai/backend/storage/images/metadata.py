"""Removes metadata about places and people from an image: EXIF, XMP, IPTC, comments, embedded previews.

The image itself is not decoded: it loses no quality, and no decoder runs on hostile bytes here. The parts to keep are
listed, everything else is removed. The orientation noted by a camera stays, since the image would be shown rotated
without it.
"""

import re
import struct
import zlib
from collections.abc import Callable, Iterator
from typing import TypeAlias

from balai.backend.storage.images.isobmff import find_replacements, is_isobmff_image

# New bytes, or a range (from, to) of the original.
Piece: TypeAlias = bytes | tuple[int, int]
Data: TypeAlias = memoryview
SEGMENT_END = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
ADOBE, PROFILE, JFIF, EXIF = b"Adobe", b"ICC_PROFILE\0", b"JFIF\0", b"Exif\0\0"
# Marks at the start of every kind of metadata. Bytes without any of them contain none, even if the file is broken.
METADATA_MARKS = re.compile(rb"Exif\0|x:xmpmeta|ns\.adobe\.com|8BIM|eXIf|[tiz](?:EX|TX)t|EXIF|XMP |GPS")
PNG_START = b"\x89PNG\r\n\x1a\n"
PNG_ALLOWED = {
    *(b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB", b"cICP", b"mDCV"),
    *(b"cLLI", b"bKGD", b"hIST", b"pHYs", b"sPLT", b"acTL", b"fcTL", b"fdAT"),
}
WEBP_ALLOWED = {b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP"}
WEBP_HAS_EXIF, WEBP_HAS_XMP = 0x08, 0x04
# A file cut into more pieces was made to exhaust memory: a piece costs far more memory than its bytes in the file.
MAX_PIECES = 10_000
GIF_ALLOWED = {b"NETSCAPE2.0", b"ANIMEXTS1.0", b"ICCRGBG1012"}


class UnreadableImage(Exception):
    """The bytes begin as an image but are malformed: whether they contain metadata is unknown."""


def clean_pieces(data: Data) -> list[Piece] | None:
    """Returns the pieces of a file to store, in order; None if it is not an image. One range over everything: no
    metadata.

    Raises:
        UnreadableImage: the file cannot be cleaned.
    """
    cleaner = _find_cleaner(bytes(data[:32]))
    if cleaner is None:
        return None
    try:
        return _merge_adjacent(cleaner(data))
    except (struct.error, IndexError, UnreadableImage) as error:
        if METADATA_MARKS.search(data) is None:
            return [(0, len(data))]
        raise UnreadableImage from error


def is_image(start: bytes) -> bool:
    """Whether a file that begins with these bytes is an image that can be cleaned."""
    return _find_cleaner(start) is not None


def joined_bytes(data: Data, pieces: list[Piece]) -> bytes:
    """Concatenates the pieces."""
    return b"".join(piece if isinstance(piece, bytes) else data[piece[0] : piece[1]] for piece in pieces)


def _find_cleaner(start: bytes) -> "Callable[[Data], Iterator[Piece]] | None":
    if start.startswith(b"\xff\xd8\xff"):
        return _clean_jpeg
    if start.startswith(PNG_START):
        return _clean_png
    if start.startswith(b"RIFF") and start[8:12] == b"WEBP":
        return _clean_webp
    if start.startswith((b"GIF87a", b"GIF89a")):
        return _clean_gif
    return _clean_boxes if is_isobmff_image(start) else None


def _merge_adjacent(pieces: Iterator[Piece]) -> list[Piece]:
    """Merges adjacent ranges."""
    joined: list[Piece] = []
    for piece in pieces:
        before = joined[-1] if joined else b""
        if isinstance(piece, tuple) and isinstance(before, tuple) and before[1] == piece[0]:
            joined[-1] = (before[0], piece[1])
        elif piece:
            joined.append(piece)
            if len(joined) > MAX_PIECES:
                raise UnreadableImage
    return joined


def _clean_jpeg(data: Data) -> Iterator[Piece]:
    yield 0, 2
    at, length = 2, len(data)
    exif_: bytes | None = None
    while at < length:
        start = at
        if data[at] != 0xFF:
            raise UnreadableImage
        while data[at] == 0xFF:
            at += 1
        marker, at = data[at], at + 1
        if marker == 0xD9:
            yield start, at
            return
        end = at + int(struct.unpack_from("!H", data, at)[0])
        if end > length or end < at + 2:
            raise UnreadableImage
        if marker == 0xE1 and exif_ is None and bytes(data[at + 2 : at + 8]) == EXIF:
            # In its original place: before any scan, where readers expect it.
            exif_ = _orientation_exif(data[at + 8 : end])
            if exif_:
                yield struct.pack("!BBH", 0xFF, 0xE1, len(EXIF) + len(exif_) + 2) + EXIF + exif_
        elif _is_allowed_segment(marker, bytes(data[at + 2 : at + 14])):
            yield start, end
        at = end
        if marker == 0xDA:
            # SOS: the image data follows, up to the next marker, or to the end of a truncated file.
            found = SEGMENT_END.search(data, at)
            following = found.start() if found else length
            yield at, following
            at = following


def _is_allowed_segment(marker: int, start: bytes) -> bool:
    if marker == 0xE0:
        return start.startswith(JFIF)
    if marker == 0xE2:
        return start.startswith(PROFILE)
    if marker == 0xEE:
        return start.startswith(ADOBE)
    return not (0xE1 <= marker <= 0xEF or marker == 0xFE)


def _clean_png(data: Data) -> Iterator[Piece]:
    yield 0, 8
    at = 8
    while at < len(data):
        size, kind = struct.unpack_from("!I4s", data, at)
        end = at + 12 + size
        if end > len(data):
            if kind != b"IDAT":
                raise UnreadableImage
            end = len(data)
        if kind in PNG_ALLOWED:
            yield at, end
        elif kind == b"eXIf" and (exif_ := _orientation_exif(data[at + 8 : end - 4])):
            chunk = kind + exif_
            yield struct.pack("!I", len(exif_)) + chunk + struct.pack("!I", zlib.crc32(chunk))
        if kind == b"IEND":
            return
        at = end


def _clean_webp(data: Data) -> Iterator[Piece]:
    stop = min(len(data), 8 + int(struct.unpack_from("<I", data, 4)[0]))
    pieces, at = list[tuple[bytes, Piece]](), 12
    while at + 8 <= stop:
        kind, size = struct.unpack_from("<4sI", data, at)
        end = at + 8 + size + (size & 1)
        if at + 8 + size > len(data):
            raise UnreadableImage
        end = min(end, len(data))
        if kind in WEBP_ALLOWED:
            pieces.append((kind, (at, end)))
        elif kind == b"EXIF":
            raw = data[at + 8 : at + 8 + size]
            if exif_ := _orientation_exif(raw[len(EXIF) :] if bytes(raw[: len(EXIF)]) == EXIF else raw):
                pieces.append((kind, struct.pack("<4sI", kind, len(exif_)) + exif_ + b"\0" * (len(exif_) & 1)))
        if len(pieces) > MAX_PIECES:
            raise UnreadableImage
        at = end
    has_exif = any(kind == b"EXIF" for kind, _ in pieces)
    head = struct.pack("<4sI4s", b"RIFF", 4 + sum(map(_size, (piece for _, piece in pieces))), b"WEBP")
    yield head if head != bytes(data[:12]) else (0, 12)
    for kind, piece in pieces:
        if kind == b"VP8X" and isinstance(piece, tuple):
            flags = data[piece[0] + 8] & ~(WEBP_HAS_EXIF | WEBP_HAS_XMP) | (WEBP_HAS_EXIF if has_exif else 0)
            at = piece[0] + 8
            yield piece[0], at
            yield bytes([flags]) if flags != data[at] else (at, at + 1)
            yield at + 1, piece[1]
        else:
            yield piece


def _size(piece: Piece) -> int:
    return len(piece) if isinstance(piece, bytes) else piece[1] - piece[0]


def _clean_gif(data: Data) -> Iterator[Piece]:
    at = 13 + _gif_table(data[10])
    yield 0, at
    while at < len(data):
        start, kind = at, data[at]
        if kind == 0x3B:
            yield at, at + 1
            return
        if kind == 0x2C:
            at = _after_blocks(data, at + 11 + _gif_table(data[at + 9]))
            yield start, at
        elif kind == 0x21:
            label = data[at + 1]
            at = _after_blocks(data, at + 2)
            if label == 0xF9 or (label == 0xFF and bytes(data[start + 3 : start + 14]) in GIF_ALLOWED):
                yield start, at
        else:
            raise UnreadableImage


def _gif_table(flags: int) -> int:
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _after_blocks(data: Data, at: int) -> int:
    while data[at]:
        at += data[at] + 1
    return at + 1


def _clean_boxes(data: Data) -> Iterator[Piece]:
    """HEIF and AVIF: offsets throughout the file point at its parts, so nothing may move; metadata is overwritten with
    zeros.
    """
    at = 0
    for start, end, replacement in sorted(find_replacements(data)):
        if start < at:
            raise UnreadableImage
        yield at, start
        yield replacement
        at = end
    yield at, len(data)


def _orientation_exif(exif: Data) -> bytes:
    """Returns a minimal EXIF block with the orientation; empty if the image is stored upright."""
    order = {b"II": "<", b"MM": ">"}.get(bytes(exif[:2]))
    try:
        if order is None:
            return b""
        at = int(struct.unpack_from(f"{order}I", exif, 4)[0])
        count = struct.unpack_from(f"{order}H", exif, at)[0]
        for entry in range(at + 2, at + 2 + 12 * count, 12):
            tag, _, _, value = struct.unpack_from(f"{order}HHIH", exif, entry)
            if tag == 0x0112 and 2 <= value <= 8:
                return struct.pack(">2sHIHHHIHHI", b"MM", 42, 8, 1, 0x0112, 3, 1, value, 0, 0)
    except struct.error:
        # Malformed metadata is dropped.
        return b""
    return b""
