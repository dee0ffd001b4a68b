"""One row of the list of feeds: files for programs, served beside the pages."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from balai.site.request.exchange import Headers
from balai.site.screens import PageRequest, ParamCheck


@dataclass(frozen=True, slots=True)
class FeedContent:
    """The body of a feed, when it expires without a change of rows, and headers of its own."""

    body: bytes
    valid_until: datetime | None = None
    headers: Headers = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Feed:
    """`load` reads with the visitor's role and writes the body. The other fields are those of a screen.

    `is_secret`: neither browsers nor proxies store it, since the address is the credential or the rows are of others.
    """

    name: str
    path: str
    content_type: str
    load: Callable[[PageRequest], Awaitable[FeedContent]]
    params: Mapping[str, ParamCheck] = field(default_factory=dict)
    query: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    cache: bool = True
    is_secret: bool = False
