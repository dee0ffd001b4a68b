"""Cross-origin headers (CORS) of all services.

Pages of every origin may call a service, since no cookie of ours authorizes anything here. An operator may restrict
this to certain origins; their pages may send credentials of their own.
"""

from collections.abc import Mapping, Sequence

from balai.http.asgi import Header

# In the list of allowed headers: stands for the headers that the browser names in its preflight request.
REQUESTED = ""
_ANY_ORIGIN: Header = (b"access-control-allow-origin", b"*")


class CorsPolicy:
    """Methods and headers that a page of another origin may send, and response headers that it may read."""

    def __init__(self, *, methods: str, headers: Sequence[str], exposed: str, max_age_s: int = 86_400) -> None:
        self._headers = headers
        self._exposed: Header = (b"access-control-expose-headers", exposed.encode())
        self._methods: Header = (b"access-control-allow-methods", methods.encode())
        self._max_age: Header = (b"access-control-max-age", str(max_age_s).encode())

    def response_headers(self, origin: str = "", allowed_origins: Sequence[str] = ()) -> tuple[Header, ...]:
        """The headers that let a page of this origin read a response; none if the origin is not allowed.

        Without `allowed_origins` every page may read it, without credentials.
        """
        if not allowed_origins:
            return _ANY_ORIGIN, self._exposed
        return (*_named_origin(origin), self._exposed) if origin in allowed_origins else ()

    def preflight_headers(self, request: Mapping[str, str], allowed_origins: Sequence[str] = ()) -> list[Header]:
        """The headers of the response to a preflight request."""
        origin = request.get("origin", "")
        requested = ", ".join(
            name.strip() for name in request.get("access-control-request-headers", "").split(",") if name.strip()
        )
        headers = [requested if name == REQUESTED else name for name in self._headers]
        named = _named_origin(origin) if origin in allowed_origins else ()
        return [
            *(named if allowed_origins else (_ANY_ORIGIN,)),
            self._methods,
            (b"access-control-allow-headers", ", ".join(filter(None, headers)).encode("latin-1", "replace")),
            self._max_age,
        ]


def _named_origin(origin: str) -> tuple[Header, ...]:
    return (
        (b"access-control-allow-origin", origin.encode("latin-1")),
        (b"access-control-allow-credentials", b"true"),
        (b"vary", b"Origin"),
    )


def is_preflight(method: str, headers: Mapping[str, str]) -> bool:
    """Whether the request is a preflight request (Fetch standard, CORS-preflight request)."""
    return method == "OPTIONS" and "origin" in headers and "access-control-request-method" in headers
