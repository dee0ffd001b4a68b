from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balai.site.screens import NotFound, Position, decode_cursor, encode_cursor


@given(st.datetimes(timezones=st.just(UTC)), st.uuids(), st.booleans())
def test_cursor_round_trips(moment: datetime, key: UUID, flag: bool) -> None:
    cursor = encode_cursor(flag, moment, key)
    assert cursor.replace("-", "").replace("_", "").isalnum()
    assert decode_cursor(cursor, tuple[bool, datetime, UUID]) == (flag, moment, key)


@pytest.mark.parametrize("cursor", ["", "x", "WzFd", "éé", "a" * 400, encode_cursor("2026-01-01", str(UUID(int=1)), 1)])
def test_forged_cursor_is_not_found(cursor: str) -> None:
    with pytest.raises(NotFound):
        decode_cursor(cursor, tuple[datetime, UUID])


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_time_outside_utc_range_is_not_found(moment: str) -> None:
    with pytest.raises(NotFound):
        decode_cursor(encode_cursor(moment, str(uuid4())), tuple[datetime, UUID])


@pytest.mark.parametrize("number", [2**31, -(2**31) - 1, 2**70])
def test_number_larger_than_its_column_is_not_found(number: int) -> None:
    with pytest.raises(NotFound):
        decode_cursor(encode_cursor(number, uuid4()), tuple[Position, UUID])
