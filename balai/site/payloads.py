"""The data that React receives: the base of payloads, and the structs that belong to more than one screen.

The payload of a screen is a `Payload` struct in its loader's module: its fields are the props of the React page
(`displayName` there is `display_name` here; moments are `datetime` here and ISO text in UTC there). `balai types` makes
TypeScript types from them, so names of structs are unique across the site: `ForumPostPayload`, not `PostPayload`.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from balai.messaging.email_state import EmailState

Lang = Literal["en", "zh", "ms", "vi"]
LANGS: tuple[Lang, ...] = ("en", "zh", "ms", "vi")
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
