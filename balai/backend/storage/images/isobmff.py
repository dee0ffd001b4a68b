"""Finds the metadata items (kinds Exif and mime) of HEIF and AVIF files (ISO/IEC 14496-12, 23008-12)."""

import struct
from collections.abc import Iterator

BRANDS = {b"avif", b"avis", b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"mif2"}
HIDDEN_KINDS = {b"Exif", b"mime", b"uri "}
HIDDEN_BOXES = {b"uuid", b"udta"}
# The new kind of a hidden item: no reader looks for it, since its contents are no longer valid.
FREE = b"free"
# More than any real image has. A file that needs more was made to exhaust the memory.
MAX_CHANGES, MAX_HIDDEN_BYTES = 10_000, 32 * 1024 * 1024
# Start, end, and the bytes to write there.
Replacement = tuple[int, int, bytes]


def is_isobmff_image(start: bytes) -> bool:
    """Whether a file that begins with these bytes is such an image."""
    return start[4:8] == b"ftyp" and start[8:12] in BRANDS


def is_heic(start: bytes) -> bool:
    """Whether it is HEIC, which hardly any browser shows."""
    return is_isobmff_image(start) and start[8:12] not in {b"avif", b"avis"}


def find_replacements(data: memoryview) -> list[Replacement]:
    """Returns the replacements that blank all metadata without changing any length. Empty if there is none.

    Raises:
        struct.error, IndexError: the boxes are malformed.
    """
    changes, size = list[Replacement](), 0
    for change in _all_replacements(data):
        size += len(change[2])
        if bytes(data[change[0] : change[1]]) != change[2]:
            changes.append(change)
        if len(changes) > MAX_CHANGES or size > MAX_HIDDEN_BYTES:
            raise struct.error("far more metadata than a real image has")
    return changes


def _all_replacements(data: memoryview) -> Iterator[Replacement]:
    for kind, start, end in _boxes(data, 0, len(data)):
        if kind in HIDDEN_BOXES:
            yield start, end, _zeros(end - start)
        elif kind == b"meta":
            yield from _hidden_items(data, start + 4, end)


def _boxes(data: memoryview, at: int, stop: int) -> Iterator[tuple[bytes, int, int]]:
    """Yields kind, start and end of the contents of each box."""
    while at + 8 <= stop:
        size, kind = struct.unpack_from("!I4s", data, at)
        start = at + 8
        if size == 1:
            size, start = int(struct.unpack_from("!Q", data, start)[0]), start + 8
        end = stop if size == 0 else at + size
        if end > stop or end < start:
            raise struct.error("a box exceeds its parent")
        yield bytes(kind), start, end
        at = end


def _hidden_items(data: memoryview, start: int, stop: int) -> Iterator[Replacement]:
    boxes = {kind: (begin, end) for kind, begin, end in _boxes(data, start, stop)}
    if b"iinf" not in boxes or b"iloc" not in boxes:
        return
    hidden = set[int]()
    for item, at in _items(data, *boxes[b"iinf"]):
        if bytes(data[at : at + 4]) in HIDDEN_KINDS:
            hidden.add(item)
            yield at, at + 4, FREE
    inside, left = boxes.get(b"idat", (0, 0))[0], len(data)
    for item, is_inside, offset, size in _places(data, boxes[b"iloc"][0]):
        if item in hidden:
            at = offset + (inside if is_inside else 0)
            # Overlapping items could require far more zeros than the file has bytes.
            left -= size
            if at + size > len(data) or left < 0:
                raise struct.error("items exceed the file")
            yield at, at + size, _zeros(size)


def _zeros(size: int) -> bytes:
    if size > MAX_HIDDEN_BYTES:
        raise struct.error("far more metadata than a real image has")
    return bytes(size)


def _items(data: memoryview, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Yields the number of each item and the offset of its kind."""
    is_wide = data[start] > 0
    for kind, begin, _ in _boxes(data, start + (8 if is_wide else 6), stop):
        version = data[begin]
        if kind == b"infe" and version >= 2:
            format_ = "!HH" if version == 2 else "!IH"
            yield int(struct.unpack_from(format_, data, begin + 4)[0]), begin + 4 + struct.calcsize(format_)


def _places(data: memoryview, at: int) -> Iterator[tuple[int, bool, int, int]]:
    """Yields for each extent: its item, whether it lies in the meta box itself, its offset and its length."""
    version = data[at]
    sizes, more = data[at + 4], data[at + 5]
    offset_size, length_size, base_size = sizes >> 4, sizes & 15, more >> 4
    index_size = more & 15 if version else 0
    if not offset_size + length_size:
        raise struct.error("extents without offset and length")
    reader = _Reader(data, at + 6)
    count = reader.number(2 if version < 2 else 4)
    for _ in range(count):
        item = reader.number(2 if version < 2 else 4)
        is_inside = bool(version and reader.number(2) & 15 == 1)
        reader.number(2)
        base = reader.number(base_size)
        for _ in range(reader.number(2)):
            reader.number(index_size)
            offset = base + reader.number(offset_size)
            yield item, is_inside, offset, reader.number(length_size)


class _Reader:
    def __init__(self, data: memoryview, at: int) -> None:
        self._data = data
        self._at = at

    def number(self, size: int) -> int:
        """Reads the next number of `size` bytes."""
        end = self._at + size
        if end > len(self._data):
            raise IndexError
        value = int.from_bytes(self._data[self._at : end], "big")
        self._at = end
        return value
