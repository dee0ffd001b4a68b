"""Reads the data files of the kinds of place. `public.bring_kind()` writes their content."""

from functools import cache
from pathlib import Path
from typing import Literal, get_args

import msgspec

from balai.site.payloads import Lang, Payload

Kind = Literal["clinic", "association", "school", "club", "centre"]
KINDS: tuple[Kind, ...] = get_args(Kind)
FOLDER = Path(__file__).parent


class KindWords(Payload, frozen=True):
    """A name with a description in one language."""

    name: str
    description: str


class KindForum(Payload, frozen=True):
    """A forum, as a draft."""

    slug: str
    texts: dict[Lang, KindWords]


class KindHours(Payload, frozen=True):
    """Hours of a service on a day of the week: 1 is Monday."""

    weekday: int
    opens: str
    closes: str


class KindServiceText(KindWords, frozen=True):
    """The texts of a service in one language."""

    language: Lang


class KindService(Payload, frozen=True, rename=None):
    """A service that is not offered yet, under the names of its columns."""

    kind: Literal["appointment", "session"]
    duration_minutes: int
    capacity: int
    hours: tuple[KindHours, ...]
    texts: tuple[KindServiceText, ...]


class KindContent(Payload, frozen=True):
    """Everything that a kind of place brings. `pages`: kinds of page templates."""

    forums: tuple[KindForum, ...]
    services: tuple[KindService, ...]
    pages: tuple[Literal["about", "privacy", "rules", "terms"], ...]


@cache
def read_kinds() -> dict[Kind, KindContent]:
    """The content of every kind of place."""
    return {
        kind: msgspec.json.decode((FOLDER / f"{kind}.json").read_bytes(), type=KindContent, strict=True)
        for kind in KINDS
    }
