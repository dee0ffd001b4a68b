"""Calendar files, checked line by line and with a calendar parser."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar, Component

from balai.site.feeds.calendar import Publisher, booking_calendar, member_calendar
from balai.site.loaders.booking.calendar import CalendarBooking

PUBLISHER = Publisher(name="Balai", site_url="https://site.example.org:8443")
BOOKING = CalendarBooking(
    id=UUID("11111111-2222-4333-8444-555555555555"),
    status="booked",
    starts_at=datetime(2027, 3, 13, 15, 0, tzinfo=UTC),
    ends_at=datetime(2027, 3, 13, 16, 0, tzinfo=UTC),
    sequence=2,
    updated_at=datetime(2026, 11, 20, 9, 30, tzinfo=UTC),
    time_zone="America/New_York",
    lang="vi",
    name="Khám sức khoẻ; tư vấn, miễn phí",
    description="Xin đến sớm 10 phút.\nMang theo thẻ.",
    place="Phòng 2, nhà cộng đồng",
    online_url=None,
    host_name="Bác sĩ Lan",
    room_name=None,
)


def _event(text: str) -> Component:
    (event,) = Calendar.from_ical(text).walk("VEVENT")
    return event


def test_booking_has_title_time_place_and_sequence() -> None:
    text = booking_calendar([BOOKING], PUBLISHER)
    event = _event(text)
    assert "METHOD:PUBLISH" in text
    assert event["UID"] == "11111111-2222-4333-8444-555555555555@site.example.org"
    assert (event["SEQUENCE"], event["STATUS"]) == (2, "CONFIRMED")
    assert event["SUMMARY"] == BOOKING.name
    assert event["SUMMARY"].params["LANGUAGE"] == "vi"
    assert event["LOCATION"] == BOOKING.place
    assert event["URL"] == f"https://site.example.org:8443/vi/book/view/{BOOKING.id}"
    assert "Xin đến sớm 10 phút.\nMang theo thẻ." in event["DESCRIPTION"]
    assert event["DTSTART"].dt == BOOKING.starts_at
    assert event["DTEND"].dt - event["DTSTART"].dt == timedelta(hours=1)
    assert "DTSTART;TZID=America/New_York:20270313T100000" in text


def test_time_zone_rules_are_included() -> None:
    # The clocks change the night after this booking.
    calendar = Calendar.from_ical(booking_calendar([BOOKING], PUBLISHER))
    (zone,) = calendar.walk("VTIMEZONE")
    assert zone["TZID"] == "America/New_York"
    offsets = {part["TZOFFSETTO"].td for part in zone.subcomponents}
    assert offsets == {timedelta(hours=-5), timedelta(hours=-4)}
    rules = zone.to_tz()
    assert datetime(2027, 3, 13, 10, tzinfo=rules).utcoffset() == timedelta(hours=-5)
    assert datetime(2027, 3, 15, 10, tzinfo=rules).utcoffset() == timedelta(hours=-4)


@pytest.mark.parametrize(
    ("status", "method", "said"),
    [("booked", "PUBLISH", "CONFIRMED"), ("waiting", "PUBLISH", "TENTATIVE"), ("cancelled", "CANCEL", "CANCELLED")],
)
def test_status_of_the_booking_is_the_status_of_the_event(status: str, method: str, said: str) -> None:
    text = booking_calendar([msgspec.structs.replace(BOOKING, status=status)], PUBLISHER)
    assert f"METHOD:{method}\r\n" in text
    assert _event(text)["STATUS"] == said


def test_online_meeting_has_its_url() -> None:
    online = msgspec.structs.replace(BOOKING, place="", online_url="https://meet.example.org/x?a=1;b,2")
    assert _event(booking_calendar([online], PUBLISHER))["LOCATION"] == online.online_url


def test_same_booking_gives_the_same_bytes() -> None:
    assert booking_calendar([BOOKING], PUBLISHER) == booking_calendar([BOOKING], PUBLISHER)


def test_feed_has_many_zones_and_may_be_empty() -> None:
    other = msgspec.structs.replace(BOOKING, id=UUID(int=7), time_zone="Asia/Kuala_Lumpur", lang="ms")
    calendar = Calendar.from_ical(member_calendar([BOOKING, other], PUBLISHER))
    assert {str(zone["TZID"]) for zone in calendar.walk("VTIMEZONE")} == {"America/New_York", "Asia/Kuala_Lumpur"}
    assert len(calendar.walk("VEVENT")) == 2
    assert calendar["X-WR-CALNAME"] == "Balai"
    assert Calendar.from_ical(member_calendar([], PUBLISHER)).walk("VEVENT") == []


@given(
    name=st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=120),
    description=st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.just("\n"), max_size=400),
)
def test_text_cannot_inject_lines(name: str, description: str) -> None:
    hostile = msgspec.structs.replace(BOOKING, name=name, description=f"{description}\r\nSTATUS:X\r\nEND:VEVENT")
    text = booking_calendar([hostile], PUBLISHER)
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert text.count("\r\nEND:VEVENT") == 1
    assert text.count("\r\nSTATUS:") == 1
    assert "\n" not in text.replace("\r\n", "")
    assert _event(text)["SUMMARY"] == name
