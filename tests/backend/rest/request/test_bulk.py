"""Large bodies are split: the same rows come out, in order, wherever the chunks end."""

import json
import tracemalloc
from collections.abc import Iterator

import pytest

from balai.backend.rest.errors import RestError
from balai.backend.rest.request import bulk as module
from balai.backend.rest.request.bulk import Bulk
from balai.database.pipeline.spool import Spool

TRICKY = [
    {"id": 1, "note": 'a "quote", a } and a , and a \\'},
    {"id": 2, "note": "},{"},
    {"id": 3, "note": [{"x": 1}, {"x": [2, {"y": "]"}]}]},
    {"id": 4, "note": "社区"},
    {"id": 5, "note": {"deep": [[{"a": {}}]]}},
]


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK_BYTES", 40)
    monkeypatch.setattr(module, "_CSV_LINES", 2)


def spooled(text: str | bytes) -> Spool:
    spool = Spool()
    spool.write(text.encode() if isinstance(text, str) else text)
    return spool


def pieces(text: str | bytes, media: str = "application/json", columns: tuple[str, ...] | None = None) -> Iterator[str]:
    spool = spooled(text)
    try:
        bulk = Bulk.read(media, spool, columns)
        assert bulk is not None
        yield from (chunk.decode() for chunk in bulk.chunks())
    finally:
        spool.close()


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("separators", [(",", ":"), (" , ", " : "), (",\n  ", ":\t")])
@pytest.mark.parametrize("shift", range(0, 40, 7))
def test_an_array_is_split_between_its_elements(separators: tuple[str, str], shift: int) -> None:
    rows = [*TRICKY, *TRICKY]
    text = " " * shift + json.dumps(rows, separators=separators, ensure_ascii=False) + "\n"
    found = [json.loads(piece) for piece in pieces(text)]
    assert [row for piece in found for row in piece] == rows
    assert len(found) > 1


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[{"a":1},{"a":2},{"b":3}' + ',{"a":4}' * 20 + "]", "All object keys must match"),
        ('[{"a":1}' + ',{"a":4}' * 20 + ",7]", "All object keys must match"),
        ('[{"a":1}' + ',{"a":4}' * 20, "Empty or invalid json"),
        ('[{"a":1}' + ',{"a":4}' * 20 + ",]", "Empty or invalid json"),
        ('[{"a":1}' + ',{"a":4}' * 20 + "]]", "Empty or invalid json"),
        ('[{"a":1}' + ',{"a":4},,' * 20 + "]", "Empty or invalid json"),
        (b'[{"a":1}' + b',{"a":"\xff"}' * 20 + b"]", "Empty or invalid json"),
    ],
)
def test_a_large_body_is_rejected_for_the_same_errors_as_a_small_one(text: str | bytes, message: str) -> None:
    with pytest.raises(RestError, match=message):
        list(pieces(text))


def test_rows_that_end_in_lists_of_objects_are_split() -> None:
    rows = [{"id": number, "parts": [{"n": 1}] * 30_000} for number in range(6)]
    found = [json.loads(piece) for piece in pieces(json.dumps(rows))]
    assert [row for piece in found for row in piece] == rows
    assert len(found) > 1


@pytest.mark.usefixtures("small_chunks")
def test_csv_becomes_arrays() -> None:
    text = 'a,b\n1,"x\ny"\n2,NULL\n3,\n4,"NULL"\n5,z\n'
    rows = [row for piece in pieces(text, "text/csv") for row in json.loads(piece)]
    assert rows[:3] == [{"a": "1", "b": "x\ny"}, {"a": "2", "b": None}, {"a": "3", "b": ""}]
    assert len(rows) == 5
    with pytest.raises(RestError, match="same number of fields"):
        list(pieces("a,b\n1,2\n3\n", "text/csv"))


def test_long_lines_make_small_chunks() -> None:
    spool = spooled("a\n")
    for _ in range(40):
        spool.write(b"x" * module.CHUNK_BYTES + b"\n")
    tracemalloc.start()
    bulk = Bulk.read("text/csv", spool, None)
    assert bulk is not None
    assert sum(len(json.loads(piece)) for piece in bulk.chunks()) == 40
    assert tracemalloc.get_traced_memory()[1] < 16 * module.CHUNK_BYTES
    tracemalloc.stop()
    spool.close()


@pytest.mark.parametrize("beginning", ["a\n", 'a\n"', 'a\n"x\ny\n'])
def test_an_endless_field_is_rejected(beginning: str) -> None:
    with pytest.raises(RestError, match="A single row is too large"):
        list(pieces(beginning + "x" * (module.MAX_ROW_BYTES + 1), "text/csv"))


def test_a_body_that_is_no_list_is_read_whole() -> None:
    for text in (' {"a": 1}', "7", "[{}, {}]", "[]"):
        assert Bulk.read("application/json", spooled(text), None) is None
