"""Cross-origin headers: any page may call the service, since no cookie of ours ever authorises anything here."""

from collections.abc import Mapping

_EXPOSED = (
    "Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, "
    "Range-Unit"
)
ORIGIN = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", _EXPOSED.encode()),
)


def is_preflight(method: str, headers: Mapping[str, str]) -> bool:
    """Whether a browser only asks what it may do."""
    return method == "OPTIONS" and "origin" in headers and "access-control-request-method" in headers


def preflight_headers(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """The answer to a preflight."""
    asked = headers.get("access-control-request-headers", "")
    allowed = ["Authorization", *([asked] if asked else []), "Accept", "Accept-Language", "Content-Language"]
    return [
        (b"access-control-allow-origin", b"*"),
        (b"access-control-allow-methods", b"GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD"),
        (b"access-control-allow-headers", ", ".join(allowed).encode("latin-1", "replace")),
        (b"access-control-max-age", b"86400"),
        (b"content-length", b"0"),
    ]
