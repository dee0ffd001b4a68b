"""Cross-origin headers.

Any page may call the service, since no cookie of ours ever authorises anything here; an operator may name the pages
that can, and those may send credentials of their own.
"""

from collections.abc import Mapping, Sequence

from balai.http.asgi import Header

_EXPOSED = (
    b"access-control-expose-headers",
    b"Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, "
    b"Range-Unit",
)


def origin_headers(origin: str, allowed: Sequence[str], exposed: Header = _EXPOSED) -> tuple[Header, ...]:
    """What tells the browser that a page of this origin may read the answer; nothing for a page that may not."""
    who = _who_may(origin, allowed)
    return (*who, exposed) if who else ()


def _who_may(origin: str, allowed: Sequence[str]) -> tuple[Header, ...]:
    if not allowed:
        return ((b"access-control-allow-origin", b"*"),)
    if origin not in allowed:
        return ()
    return (
        (b"access-control-allow-origin", origin.encode("latin-1")),
        (b"access-control-allow-credentials", b"true"),
        (b"vary", b"Origin"),
    )


def is_preflight(method: str, headers: Mapping[str, str]) -> bool:
    """Whether a browser only asks what it may do."""
    return method == "OPTIONS" and "origin" in headers and "access-control-request-method" in headers


def preflight_headers(headers: Mapping[str, str], origins: Sequence[str]) -> list[Header]:
    """The answer to a preflight."""
    asked = headers.get("access-control-request-headers", "")
    allowed = ["Authorization", *([asked] if asked else []), "Accept", "Accept-Language", "Content-Language"]
    return [
        *_who_may(headers["origin"], origins),
        (b"access-control-allow-methods", b"GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD"),
        (b"access-control-allow-headers", ", ".join(allowed).encode("latin-1", "replace")),
        (b"access-control-max-age", b"86400"),
        (b"content-length", b"0"),
    ]
