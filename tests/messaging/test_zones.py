"""Zones in messages are cities in the reader's language, with the offset at the moment."""

from datetime import UTC, datetime
from zoneinfo import available_timezones

import pytest

from balai.messaging.zones import CITIES, zone_label

WINTER, SUMMER = datetime(2026, 1, 15, tzinfo=UTC), datetime(2026, 7, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "language", "label"),
    [
        ("Asia/Kuala_Lumpur", "en", "Kuala Lumpur, GMT+8"),
        ("Asia/Kuala_Lumpur", "ms", "Kuala Lumpur, GMT+8"),
        ("Asia/Kuala_Lumpur", "zh", "吉隆坡，GMT+8"),
        ("Asia/Ho_Chi_Minh", "vi", "TP. Hồ Chí Minh, GMT+7"),
        ("America/Argentina/Buenos_Aires", "vi", "Buenos Aires, GMT-3"),
        ("America/St_Johns", "en", "St Johns, GMT-3:30"),
        ("UTC", "en", "UTC, GMT"),
    ],
)
def test_label(zone: str, language: str, label: str) -> None:
    assert zone_label(WINTER, zone, language) == label


def test_offset_is_that_of_the_moment() -> None:
    assert zone_label(WINTER, "Europe/London", "en") == "London, GMT"
    assert zone_label(SUMMER, "Europe/London", "en") == "London, GMT+1"


def test_named_zones_exist() -> None:
    assert not {zone for cities in CITIES.values() for zone in cities} - available_timezones()
