"""One row of the table of feeds: files for programs that stand under a language prefix, beside the pages."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from balai.site.screens import PageRequest, ParamCheck


@dataclass(frozen=True, slots=True)
class FeedContent:
    """The text of a feed, and the moment when it is old although no row has changed."""

    body: bytes
    valid_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Feed:
    """`load` reads as the visitor and writes the text. The rest means what it means for a screen."""

    name: str
    path: str
    content_type: str
    load: Callable[[PageRequest], Awaitable[FeedContent]]
    params: Mapping[str, ParamCheck] = field(default_factory=dict)
    query: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    cache: bool = True
