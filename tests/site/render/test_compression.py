import gzip
from collections.abc import Callable

import brotli
import pytest

from balai.site.render.compression import Encoding, chosen_encoding, compress


@pytest.mark.parametrize(
    ("header", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("BR;q=1.0", "br"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("br; q=0.0", "identity"),
        ("deflate", "identity"),
        ("", "identity"),
    ],
)
def test_best_accepted_encoding_is_used(header: str, encoding: str) -> None:
    assert chosen_encoding(header.encode()) == encoding


@pytest.mark.parametrize(("encoding", "decompress"), [("br", brotli.decompress), ("gzip", gzip.decompress)])
def test_fast_compression_gives_the_same_body(encoding: Encoding, decompress: Callable[[bytes], bytes]) -> None:
    body = b"".join(b"<li>%d: a row of a list</li>" % n for n in range(1000))
    fast, small = compress(body, encoding, is_fast=True), compress(body, encoding)
    assert decompress(fast) == decompress(small) == body
    assert max(len(small), len(fast)) < len(body) / 4
