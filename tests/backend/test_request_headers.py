"""Each set of headers is parsed once; a set that is too large is not cached."""

from balai.backend import request_headers
from balai.backend.request_headers import read_headers

PAIRS = [(b"host", b"a"), (b"cookie", b"one=1; two=2=2"), (b"prefer", b"a"), (b"prefer", b"b"), (b"cookie", b"x")]


def test_repeated_headers_are_joined_and_cookies_stay_separate() -> None:
    read = read_headers(PAIRS)
    assert read == {"host": "a", "cookie": "one=1; two=2=2; x", "prefer": "a, b"}
    assert read.json == b'{"host":"a","prefer":"a, b"}'
    assert read.cookies_json == b'{"one":"1","two":"2=2"}'


def test_the_same_set_is_parsed_once_and_the_cache_is_bounded() -> None:
    assert read_headers(PAIRS) is read_headers(list(PAIRS))
    assert read_headers([(b"large", b"x" * 5000)]) is not read_headers([(b"large", b"x" * 5000)])
    for number in range(2 * request_headers._CACHE_SIZE):
        read_headers([(b"n", str(number).encode())])
    assert len(request_headers._cache) == request_headers._CACHE_SIZE
