"""The types that the parts of the site share: a screen, a request for it, and the page that its loader returns.

A loader is `async def load_post(request: PageRequest) -> Page[ForumPostPayload]`. It reads through `request.conn`, in
one read-only transaction with the visitor's role: rows that the visitor may not read are absent. It returns
`Page(data, head)`:

- `data` is the payload, a `Payload` struct (`payloads.py`): its fields are the props of the React page.
- `head` is the document's metadata. Without a title, the screen's own title in `Screen.title` is used.
- `valid_until` is when a cached copy expires although no row changes: the next planned publication, the end of an
  event. None: only commits change the page.
- `alternates` gives the path in each language, where it is not the same path under the other prefix (articles have one
  slug per language). The canonical address is the one in `canonical`, else this path.
- `translated` names the languages in which the page exists, where another language is shown instead of the missing
  ones. Only these are listed for search engines. None: all of `alternates`.

A loader raises `NotFound()` (absent and forbidden look alike) or `Moved(path)` (301, for old addresses; 302 if
an undo may bring the page back).

Lists are paged by key: read `request.after(tuple[datetime, UUID])`, query one row more than shown, and give
`encode_cursor(last.created_at, last.id)` to the page as `next`.
"""

import base64
import binascii
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Generic, Literal, Protocol, TypeVar
from uuid import UUID

import msgspec

from balai.database.pool import Connection
from balai.site.payloads import Head, Lang, PageSettings, Payload, SignInOptions, Visitor

T = TypeVar("T")
P_co = TypeVar("P_co", bound=Payload, covariant=True)
# Integers in the keys of lists, in the ranges of their columns: PostgreSQL rejects larger ones.
Position = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)]
RowNumber = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


@dataclass(frozen=True, slots=True)
class Page(Generic[P_co]):
    """The result of a loader, described in the module's docstring."""

    data: P_co
    head: Head = field(default_factory=Head)
    valid_until: datetime | None = None
    alternates: Mapping[Lang, str] | None = None
    translated: frozenset[Lang] | None = None
    canonical: str | None = None


class PathTo(Protocol):
    """`path_to("forum.post", forumId="clinic", postId=str(id))`: the address of a screen.

    `lang` defaults to the language of the page. `query` becomes the query string.
    """

    def __call__(
        self, screen: str, *, lang: Lang | None = None, query: Mapping[str, str] | None = None, **params: str
    ) -> str: ...


class Text(Protocol):
    """`text("forum.post.count", count=3)`: an interface text in the language of the page, or in `lang`."""

    def __call__(self, key: str, /, *, lang: Lang | None = None, **values: str | int) -> str: ...


TEXT_PICTURES = "/storage/v1/object/authenticated/text-pictures/"


def absolute_url(path: str, site_url: str, storage_host: str) -> str:
    """A path with scheme and host. `storage_host`: that of stored files, where it is not the site's.

    Pictures of texts have an address of the site, which reads them with the rights of the client.
    """
    if not path.startswith("/"):
        return path
    if path.startswith(TEXT_PICTURES):
        return f"{site_url}/pictures/{path.removeprefix(TEXT_PICTURES)}"
    return (storage_host if storage_host and path.startswith("/storage/v1/") else site_url) + path


@dataclass(frozen=True, slots=True)
class PageRequest:
    """The input of a loader."""

    conn: Connection
    lang: Lang
    path: str
    params: Mapping[str, str]
    query: Mapping[str, str]
    visitor: Visitor | None
    now: datetime
    site: PageSettings
    site_url: str
    path_to: PathTo
    text: Text
    sign_in_methods: Callable[[], Awaitable[SignInOptions]]
    storage_host: str = ""
    notice_delay_seconds: int = 600
    # By which channels the site reaches phone numbers: of `sms`, `whatsapp` and `zalo`.
    phone_channels: tuple[str, ...] = ()

    @property
    def is_anonymous(self) -> bool:
        """Whether the page may be cached and indexed. Only then are `Page.valid_until` and `Head.json_ld` used."""
        return self.visitor is None

    def uuid(self, param: str) -> UUID:
        """A path parameter that the route table has validated as a UUID."""
        return UUID(self.params[param].removesuffix(".ics"))

    def after(self, shape: type[T]) -> T | None:
        """The key after which the list continues, or None on the first page. An invalid one raises NotFound."""
        cursor = self.query.get("after")
        return None if cursor is None else decode_cursor(cursor, shape)

    def absolute(self, path: str) -> str:
        """A path of the site with scheme and host, for JSON-LD and feeds. Other addresses are returned unchanged."""
        return absolute_url(path, self.site_url, self.storage_host)


Loader = Callable[[PageRequest], Awaitable[Page[Payload]]]
# Interface texts that only some screens need. Which texts a bundle holds: web/lib/textBundles.ts.
TextBundle = Literal[
    "account", "admin", "booking", "editor", "failures", "forum", "home", "people", "search", "ticket", "topics"
]
Layout = Literal["default", "auth", "admin"]
ParamCheck = Literal["uuid", "slug", "uuid-or-new", "calendar-file"]


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the route table.

    `title` is a key of the interface texts (none: the site's name). `tables`: commits to them invalidate a cached copy
    (the site's settings always do). `query` lists the only query parameters that the loader sees and that are part of
    the cache key. `cache` False: the page is read per request, for anonymous visitors too. `noindex`: excluded from
    search engines and the site map, as all guarded screens are. `has_feed`: feeds exist below its path (`site/feeds`).
    `is_secret`: the address is the credential, so neither browsers nor proxies store the page.
    `texts`: the text bundles that the page needs besides the texts of every page. `offline` False: browsers do not
    store the page for reading without a connection; nor do they store account screens and the administration.
    """

    name: str
    path: str
    page: str
    title: str
    load: Loader | None = None
    layout: Layout = "default"
    guards: tuple[str, ...] = ()
    params: Mapping[str, ParamCheck] = {}
    query: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    cache: bool = True
    noindex: bool = False
    has_feed: bool = False
    texts: tuple[TextBundle, ...] = ()
    offline: bool = True
    is_secret: bool = False

    def __post_init__(self) -> None:
        if self.layout != "default":
            msgspec.structs.force_setattr(self, "offline", False)
        if self.guards:
            msgspec.structs.force_setattr(self, "noindex", True)


class NotFound(Exception):
    """Nothing here for this visitor: the 404 page."""


class Moved(Exception):
    """The page has moved: permanently, or so that an undo may bring it back (302, which browsers do not remember)."""

    def __init__(self, path: str, *, is_final: bool = True) -> None:
        super().__init__(path)
        self.path = path
        self.is_final = is_final


def encode_cursor(*key: str | float | bool | datetime | UUID | None) -> str:
    """The key of the last row shown, as opaque text for `?after=`."""
    return base64.urlsafe_b64encode(msgspec.json.encode(key)).rstrip(b"=").decode()


def decode_cursor(cursor: str, shape: type[T]) -> T:
    """The key inside a cursor, e.g. `decode_cursor(text, tuple[datetime, UUID])`.

    Raises:
        NotFound: the cursor is invalid.
    """
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        key = msgspec.json.decode(base64.urlsafe_b64decode(padded), type=shape)
        _check_moments(key)
    except (UnicodeEncodeError, binascii.Error, msgspec.MsgspecError, ValueError, OverflowError) as error:
        raise NotFound from error
    return key


def _check_moments(key: object) -> None:
    """A moment at the edge of the calendar may not exist in UTC, which the database uses: OverflowError."""
    for value in key if isinstance(key, tuple) else (key,):
        if isinstance(value, datetime):
            value.astimezone(UTC)
