"""Parsed request headers. Clients repeat the same headers, so parsed ones are cached."""

from collections.abc import Hashable, Iterable
from typing import Any

import msgspec

from balai.cache import BoundedCache

_CACHE_SIZE = 500
_MAX_CACHED_BYTES = 4096
_Pairs = tuple[tuple[bytes, bytes], ...]
_cache: "BoundedCache[_Pairs, Headers]" = BoundedCache(_CACHE_SIZE)


class Headers(dict[str, str]):
    """Values by lower-case name; not to be modified. `json` and `cookies_json` are their form for SQL.

    `cache` holds values that a service derives from exactly these headers, by a key of the service's own.
    """

    __slots__ = ("cache", "cookies_json", "json")

    def __init__(self, pairs: _Pairs) -> None:
        super().__init__()
        for raw_name, raw_value in pairs:
            name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
            if name in self:
                value = f"{self[name]}{'; ' if name == 'cookie' else ', '}{value}"
            self[name] = value
        self.json = msgspec.json.encode({name: value for name, value in self.items() if name != "cookie"})
        self.cache: dict[Hashable, Any] = {}
        cookies = (part.strip().partition("=") for part in self.get("cookie", "").split(";"))
        self.cookies_json = msgspec.json.encode({name: value for name, equals, value in cookies if equals})


def read_headers(pairs: Iterable[tuple[bytes, bytes]]) -> Headers:
    """Returns the headers of an ASGI scope."""
    key = tuple(pairs)
    headers = _cache.get(key)
    if headers is None:
        headers = Headers(key)
        if sum(len(name) + len(value) for name, value in key) <= _MAX_CACHED_BYTES:
            _cache[key] = headers
    return headers
