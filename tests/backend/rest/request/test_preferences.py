"""The Prefer header: tokens, precedence, unknown tokens, Preference-Applied."""

import pytest

from balai.backend.rest.errors import RestError
from balai.backend.rest.request.preferences import (
    Preferences,
    applied_preferences,
    check_preferences,
    parse_preferences,
)

ALL = frozenset({"resolution", "missing", "return", "count", "handling", "timezone", "max-affected"})


def test_the_first_of_a_group_wins() -> None:
    found = parse_preferences("return=minimal, return=representation,count=exact , max-affected=5")
    assert found == Preferences(returned="minimal", count="exact", max_affected=5)


def test_unknown_tokens_are_kept_for_strict_handling() -> None:
    found = parse_preferences("handling=strict, count=none, foo, Return=minimal, max-affected=x")
    assert found.unknown == ("count=none", "foo", "Return=minimal")
    assert found.max_affected is None
    with pytest.raises(RestError) as raised:
        check_preferences(found, frozenset())
    assert raised.value.details == "Invalid preferences: count=none, foo, Return=minimal"


def test_max_affected_may_have_any_number_of_digits() -> None:
    bound = parse_preferences(f"max-affected={'9' * 5000}").max_affected
    assert bound is not None and bound > 10**18


def test_an_unknown_time_zone_is_only_an_error_when_strict() -> None:
    check_preferences(parse_preferences("timezone=Mars"), frozenset({"UTC"}))
    with pytest.raises(RestError):
        check_preferences(parse_preferences("timezone=Mars, handling=strict"), frozenset({"UTC"}))


def test_preference_applied_has_a_fixed_order() -> None:
    header = "timezone=UTC,max-affected=1,handling=strict,count=exact,return=minimal,missing=default"
    text = applied_preferences(parse_preferences(header), groups=ALL, time_zones=frozenset({"UTC"}))
    assert text == "missing=default, return=minimal, count=exact, handling=strict, timezone=UTC, max-affected=1"
    assert applied_preferences(parse_preferences(header), groups=frozenset(), time_zones=frozenset()) == ""
