import pytest

from balai.site.render.compression import chosen_encoding


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
def test_the_best_that_is_accepted(header: str, encoding: str) -> None:
    assert chosen_encoding(header.encode()) == encoding
