"""Named checks of the visitor before the loader runs. A screen lists them by name.

A guard only selects the page. Row policies decide what a visitor may read or change.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import get_args

from balai.site.payloads import Right, Visitor
from balai.site.screens import Screen


class Denial(Enum):
    """The response to a visitor who does not pass a guard."""

    SIGN_IN = "sign-in"
    NOT_FOUND = "not-found"
    CONSENT = "consent"
    NAME = "name"


class UnknownGuard(Exception):
    """A screen names an unknown guard. The site does not start."""


def _auth(visitor: Visitor | None) -> Denial | None:
    return Denial.SIGN_IN if visitor is None else None


def _is_admin(visitor: Visitor | None) -> Denial | None:
    # The 404 page does not reveal that the administration exists.
    return None if visitor is not None and visitor.is_admin else Denial.NOT_FOUND


def _is_staff(visitor: Visitor | None) -> Denial | None:
    return None if visitor is not None and visitor.rights else Denial.NOT_FOUND


def _writes(visitor: Visitor | None) -> Denial | None:
    return None if visitor is not None and {"write", "edit", "translate"} & set(visitor.rights) else Denial.NOT_FOUND


def _translates(visitor: Visitor | None) -> Denial | None:
    return None if visitor is not None and {"edit", "translate", "library"} & set(visitor.rights) else Denial.NOT_FOUND


def _handles_bookings(visitor: Visitor | None) -> Denial | None:
    return None if visitor is not None and visitor.handles_bookings else Denial.NOT_FOUND


def _handles_cases(visitor: Visitor | None) -> Denial | None:
    is_staff = visitor is not None and {"moderate", "messages", "bookings"} & set(visitor.rights)
    return None if is_staff else Denial.NOT_FOUND


def _acts_on_several(visitor: Visitor | None) -> Denial | None:
    return None if visitor is not None and {"moderate", "write", "edit"} & set(visitor.rights) else Denial.NOT_FOUND


def _has(right: Right) -> Callable[[Visitor | None], Denial | None]:
    return lambda visitor: None if visitor is not None and right in visitor.rights else Denial.NOT_FOUND


def _consent(visitor: Visitor | None) -> Denial | None:
    return Denial.CONSENT if visitor is not None and visitor.owes_consent else None


GUARDS: Mapping[str, Callable[[Visitor | None], Denial | None]] = {
    "auth": _auth,
    "consent": _consent,
    "is-admin": _is_admin,
    "is-staff": _is_staff,
    "writes": _writes,
    "translates": _translates,
    "acts-on-several": _acts_on_several,
    "handles-bookings": _handles_bookings,
    "handles-cases": _handles_cases,
    # In the whole site or in one scope: which rows such a page shows, row policies decide.
    **{f"may-{right}": _has(right) for right in get_args(Right)},
}


def check_guards_known(screens: Iterable[Screen]) -> None:
    """Raise UnknownGuard for the first screen with an unknown guard."""
    for screen in screens:
        for name in screen.guards:
            if name not in GUARDS:
                raise UnknownGuard(f"screen {screen.name} names the guard {name!r}; known: {', '.join(sorted(GUARDS))}")


def find_denial(screen: Screen, visitor: Visitor | None) -> Denial | None:
    """The denial of the first guard that the visitor does not pass, in the order of the route table.

    The question for a member's name stands before every page but those of the account.
    """
    for name in screen.guards:
        denial = GUARDS[name](visitor)
        if denial is not None:
            return denial
    if visitor is not None and visitor.owes_name and screen.layout != "auth":
        return Denial.NAME
    return None
