from uuid import uuid4

import pytest

from balai.site.payloads import Visitor
from balai.site.request.guards import Denial, UnknownGuard, check_guards_known, find_denial
from balai.site.routes import SCREENS
from balai.site.screens import Screen


def visitor(*, is_admin: bool, owes_consent: bool = False, owes_name: bool = False) -> Visitor:
    who = {"display_name": "Mei", "picture_url": None, "language": "en", "time_zone": "UTC"}
    owes = {"owes_consent": owes_consent, "owes_name": owes_name}
    return Visitor(id=uuid4(), is_admin=is_admin, unread=0, **owes, **who)  # type: ignore[arg-type]


def guarded(*guards: str) -> Screen:
    return Screen(name="secret", path="/secret", page="a/A", title="t", guards=guards)


def test_unknown_guard_stops_the_start() -> None:
    with pytest.raises(UnknownGuard, match="is-editor"):
        check_guards_known([guarded("auth", "is-editor")])


def test_routes_name_only_known_guards() -> None:
    check_guards_known(SCREENS)


@pytest.mark.parametrize(
    ("guards", "who", "refusal"),
    [
        ((), None, None),
        (("auth",), None, Denial.SIGN_IN),
        (("auth",), visitor(is_admin=False), None),
        (("auth", "is-admin"), None, Denial.SIGN_IN),
        (("auth", "is-admin"), visitor(is_admin=False), Denial.NOT_FOUND),
        (("auth", "is-admin"), visitor(is_admin=True), None),
        (("auth", "consent"), None, Denial.SIGN_IN),
        (("auth", "consent"), visitor(is_admin=False), None),
        (("auth", "consent"), visitor(is_admin=False, owes_consent=True), Denial.CONSENT),
        (("auth", "is-admin"), visitor(is_admin=True, owes_consent=True), None),
        ((), visitor(is_admin=False, owes_name=True), Denial.NAME),
        (("auth", "is-admin"), visitor(is_admin=False, owes_name=True), Denial.NOT_FOUND),
        (("auth", "is-admin"), visitor(is_admin=True, owes_name=True), Denial.NAME),
    ],
)
def test_permitted_visitors_pass(guards: tuple[str, ...], who: Visitor | None, refusal: Denial | None) -> None:
    assert find_denial(guarded(*guards), who) is refusal
