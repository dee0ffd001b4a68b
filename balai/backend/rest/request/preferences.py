"""The `Prefer` header: the client's preferences, and which of them were applied."""

import msgspec

from balai.backend.rest.errors import RestError
from balai.cache import cached_if_short

_GROUPS = {
    "resolution": ("merge-duplicates", "ignore-duplicates"),
    "missing": ("default", "null"),
    "return": ("minimal", "headers-only", "representation"),
    "count": ("exact", "planned", "estimated"),
    "tx": ("commit", "rollback"),
    "handling": ("strict", "lenient"),
}


_MAX_DIGITS = 19


class Preferences(msgspec.Struct, frozen=True):
    """One value for each group; empty if not given. `unknown` are tokens of no group."""

    resolution: str = ""
    missing: str = ""
    returned: str = ""
    count: str = ""
    tx: str = ""
    handling: str = ""
    time_zone: str = ""
    max_affected: int | None = None
    unknown: tuple[str, ...] = ()

    @property
    def is_strict(self) -> bool:
        """Whether an unknown preference is an error."""
        return self.handling == "strict"


NO_PREFERENCES = Preferences()


@cached_if_short(500, maxsize=512)
def parse_preferences(header: str) -> Preferences:
    """Parses the header; in each group the first known token wins."""
    chosen: dict[str, str] = {}
    unknown: list[str] = []
    for token in (part.strip() for part in header.split(",")):
        name, _, value = token.partition("=")
        is_number = name == "max-affected"
        if value in _GROUPS.get(name, ()) or (name == "timezone" and value) or is_number:
            if not is_number or value.isdecimal():
                chosen.setdefault(name, value)
        elif token:
            unknown.append(token)
    limit = chosen.get("max-affected")
    return Preferences(
        chosen.get("resolution", ""),
        chosen.get("missing", ""),
        chosen.get("return", ""),
        chosen.get("count", ""),
        chosen.get("tx", ""),
        chosen.get("handling", ""),
        chosen.get("timezone", ""),
        # Python rejects integers of thousands of digits.
        int(limit.lstrip("0")[:_MAX_DIGITS] or "0") if limit is not None else None,
        tuple(unknown),
    )


def check_preferences(preferences: Preferences, time_zones: frozenset[str]) -> None:
    """Checks under strict handling that every token is known.

    Raises:
        RestError: PGRST122.
    """
    if not preferences.is_strict:
        return
    unknown = list(preferences.unknown)
    if preferences.time_zone and preferences.time_zone not in time_zones:
        unknown.append(f"timezone={preferences.time_zone}")
    if unknown:
        details = f"Invalid preferences: {', '.join(unknown)}"
        raise RestError(400, "PGRST122", "Invalid preferences given with handling=strict", details=details)


def applied_preferences(preferences: Preferences, *, groups: frozenset[str], time_zones: frozenset[str]) -> str:
    """Returns the `Preference-Applied` header for the groups that had an effect, in the protocol's order."""
    pairs = [
        ("resolution", preferences.resolution),
        ("missing", preferences.missing),
        ("return", preferences.returned),
        ("count", preferences.count),
        ("tx", preferences.tx),
        ("handling", preferences.handling),
        ("timezone", preferences.time_zone if preferences.time_zone in time_zones else ""),
        ("max-affected", "" if preferences.max_affected is None else str(preferences.max_affected)),
    ]
    return ", ".join(f"{name}={value}" for name, value in pairs if value and name in groups)
