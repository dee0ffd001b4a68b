"""Named yes/no questions about the visitor, asked before anything is read. A screen lists them by name.

The answer decides which page is drawn, nothing more: what she may read or change is decided by the rows' own rules.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum

from balai.site.screens import Screen, Visitor


class Denial(Enum):
    """What happens to a visitor who does not pass."""

    SIGN_IN = "sign-in"
    NOT_FOUND = "not-found"


class UnknownGuard(Exception):
    """A screen names a guard that does not exist. The site does not start."""


def _auth(visitor: Visitor | None) -> Denial | None:
    return Denial.SIGN_IN if visitor is None else None


def _is_admin(visitor: Visitor | None) -> Denial | None:
    # The 404 page, so that it shows nothing: not even that there is something to administer.
    return None if visitor is not None and visitor.is_admin else Denial.NOT_FOUND


GUARDS: Mapping[str, Callable[[Visitor | None], Denial | None]] = {"auth": _auth, "is-admin": _is_admin}


def check_guards_known(screens: Iterable[Screen]) -> None:
    """Raises UnknownGuard for the first screen with a guard that is not in the list."""
    for screen in screens:
        for name in screen.guards:
            if name not in GUARDS:
                raise UnknownGuard(f"screen {screen.name} names the guard {name!r}; known: {', '.join(sorted(GUARDS))}")


def find_denial(screen: Screen, visitor: Visitor | None) -> Denial | None:
    """The denial of the first guard that the visitor does not pass, in the order of the table."""
    for name in screen.guards:
        denial = GUARDS[name](visitor)
        if denial is not None:
            return denial
    return None
