"""The types that the parts of the site share: a screen, a request for it, and the page that its loader returns.

A loader is `async def load_post(request: PageRequest) -> Page[ForumPostPayload]`. It reads through `request.conn`, in
one read-only transaction with the visitor's role: rows that the visitor may not read are absent. It returns
`Page(data, head)`:

- `data` is the payload, a `Payload` struct: its fields are the props of the React page (`displayName` there is
  `display_name` here; moments are `datetime` here and ISO text in UTC there). Names of payload structs are unique
  across the site, because TypeScript types are made from them: `ForumPostPayload`, not `PostPayload`.
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
from datetime import UTC, date, datetime
from typing import Annotated, Generic, Literal, Protocol, TypeVar
from uuid import UUID

import msgspec

from balai.database.pool import Connection
from balai.messaging.email_state import EmailState

Lang = Literal["en", "zh", "ms", "vi"]
LANGS: tuple[Lang, ...] = ("en", "zh", "ms", "vi")
Layout = Literal["default", "auth", "admin"]
# Named sets of design tokens in web/theme/tokens.css, and pairs of fonts for headings and text.
Preset = Literal["teduh", "pagi", "senja"]
FontPair = Literal["serambi", "pustaka", "kota", "ringan"]

# A right of staff: public.site_right in the database, without those of members in an area.
Right = Literal[
    "moderate",
    "write",
    "publish",
    "edit",
    "translate",
    "library",
    "bookings",
    "hours",
    "messages",
    "people",
    "members",
    "export",
    "log",
]

T = TypeVar("T")
# Integers in the keys of lists, in the ranges of their columns: PostgreSQL rejects larger ones.
Position = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)]
RowNumber = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
JsonLd = Mapping[str, object]
# A document as JSON from the database, not decoded: `rich_text(row["body"])`. RichTextNode in TypeScript.
RichText = Annotated[msgspec.Raw, msgspec.Meta(extra={"typescript": "RichTextNode"})]


def rich_text(document: str) -> msgspec.Raw:
    """A jsonb document (text in asyncpg) as a payload field."""
    return msgspec.Raw(document.encode())


class Payload(msgspec.Struct, frozen=True, rename="camel"):
    """Base of everything that React receives: frozen, camelCase in JSON."""


class NoData(Payload, frozen=True):
    """The payload of a screen without a loader."""


P_co = TypeVar("P_co", bound=Payload, covariant=True)


class Silence(Payload, frozen=True):
    """A penalty: the member reads and does not write, until then and for this reason."""

    until: datetime
    reason: str


class Visitor(Payload, frozen=True):
    """The signed-in user, as every page may show them. Authorises nothing.

    `unread`: unread notifications, counted up to 100. `emails`: whether emails leave the site, for administrators.
    `has_directory`: the site shows members a list of its members. `has_messages`: they can write to each other.
    `has_groups`: there are groups that they may know of.
    `rights`: of their roles, in the whole site or in some scope; administrators have all.
    `handles_bookings`: as a host, or by a role.
    `owes_consent`: a page that needs their consent has a version that they have not agreed to.
    `owes_name`: they have just signed in and have only the made-up name of a new profile.
    `silence`: they may not write for now.
    """

    id: UUID
    display_name: str
    picture_url: str | None
    is_admin: bool
    language: Lang | None
    time_zone: str | None
    unread: int
    has_directory: bool = False
    has_messages: bool = False
    has_groups: bool = False
    owes_consent: bool = False
    owes_name: bool = False
    rights: tuple[Right, ...] = ()
    handles_bookings: bool = False
    emails: EmailState = "ok"
    silence: Silence | None = None


class MenuLink(Payload, frozen=True):
    """A link in the header or the footer.

    `target`: the name of a screen, the slug of a page, or an address. `name` None: the screen's own.
    """

    place: Literal["header", "footer"]
    kind: Literal["screen", "page", "link"]
    target: str
    name: str | None
    lang: Lang | None


DayHours = tuple[tuple[int, int], ...]
WeekHours = tuple[DayHours, ...]


class PageSettings(Payload, frozen=True):
    """The site's name and settings in the language of the page.

    `languages`: those that the site offers; an address in another one redirects. `accent`: six hexadecimal digits;
    None: the preset's own colour. `cover_focus_x`, `cover_focus_y`: the point of the cover that stays visible when it
    is cropped, in percent. `wordings`: interface texts that replace those of the program in this language.
    `hours`: of the seven weekdays, Monday first, in minutes from midnight (above 1440: on the next day); None: no hours
    are known.
    """

    name: str
    tagline: str
    logo_url: str | None
    time_zone: str
    languages: tuple[Lang, ...] = LANGS
    default_language: Lang = "en"
    preset: Preset = "teduh"
    accent: str | None = None
    font_pair: FontPair = "serambi"
    cover_url: str | None = None
    cover_focus_x: int = 50
    cover_focus_y: int = 50
    menu: tuple[MenuLink, ...] = ()
    wordings: Mapping[str, str] = {}
    address: str = ""
    hours: WeekHours | None = None


class OAuthProvider(Payload, frozen=True):
    """An OAuth provider: the auth service's name for it, and its label."""

    name: str
    label: str


class SignInOptions(Payload, frozen=True):
    """The enabled sign-in methods. `company`: single sign-on. `passkeys`: by a key of the device.

    `sends_email`: emails leave the site. `confirms_email`: a new account needs one before its first sign-in.
    """

    email: bool = True
    phone: bool = False
    company: bool = False
    passkeys: bool = False
    providers: tuple[OAuthProvider, ...] = ()
    sign_up: bool = True
    sends_email: bool = True
    confirms_email: bool = True


class AdminWaiting(Payload, frozen=True):
    """Items that wait for an administrator, beside the administration's areas. Counts end at `count_to`: "or more".

    `cases`: of the desk, open and shown to them or claimed by them. `bookings`: of today, from now on.
    `requests`: bookings to be confirmed, the first of them on `requested_day`. `asking`: people who asked to join a
    group. `reviews`: texts of articles that they may publish or send back. `failed`: messages that were not delivered
    within a week, and `unhealthy`: checks of the site that found something else, both for administrators.
    `privacy`: open requests about data, `overdue_privacy`: those after their due date.
    """

    cases: int
    messages: int
    bookings: int
    requests: int
    requested_day: date | None
    asking: int
    reviews: int
    failed: int
    unhealthy: int
    privacy: int
    overdue_privacy: int
    count_to: int


class Head(Payload, frozen=True):
    """The document's metadata for search engines and for sharing."""

    title: str | None = None
    description: str | None = None
    og_image: str | None = None
    og_type: Literal["website", "article", "profile"] = "website"
    json_ld: tuple[JsonLd, ...] = ()
    noindex: bool = False


class Alternate(Payload, frozen=True):
    """The same page in another language."""

    lang: Lang
    path: str


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
