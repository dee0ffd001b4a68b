"""Creates services and bookings for tests: `make_service(pool, admin, capacity=3)` saves one as the editor does."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import msgspec

from balai.database.pool import Pool
from balai.database.transaction import as_role
from tests.factories.members import Member

SAVE_SERVICE = "select public.save_service($1::jsonb, $2::jsonb, $3::jsonb, $4::jsonb)"
BOOK = "select public.book($1, $2, $3, $4, $5, $6)"
CHANGE = "select public.change_booking($1, $2)"
CANCEL = "select public.cancel_booking($1)"
LIST_SLOTS = 'select starts_at, capacity, taken, "left", waiting, mine from public.list_slots($1, $2, $3)'

EVERY_DAY = tuple({"weekday": day, "opens": "09:00", "closes": "17:00"} for day in range(1, 8))
TEXTS = (
    {"language": "en", "name": "Reading circle", "description": "Bring a book.", "place": "Room 2"},
    {"language": "vi", "name": "Nhóm đọc sách", "description": "Mang theo một cuốn sách.", "place": "Phòng 2"},
)


class BookingResult(msgspec.Struct, frozen=True):
    """The result of book(), change_booking() and cancel_booking()."""

    id: UUID
    status: str
    starts_at: datetime
    ends_at: datetime
    party_size: int
    sequence: int
    position: int | None


def days_ahead(days: int, hour: int = 10, zone: str = "Asia/Singapore") -> datetime:
    """Return the instant of a full hour on a later day in a time zone."""
    local = datetime.now(ZoneInfo(zone)) + timedelta(days=days)
    return local.replace(hour=hour, minute=0, second=0, microsecond=0).astimezone(UTC)


async def make_service(
    pool: Pool,
    admin: Member,
    *,
    hours: Sequence[dict[str, Any]] = EVERY_DAY,
    exceptions: Sequence[dict[str, Any]] = (),
    texts: Sequence[dict[str, Any]] = TEXTS,
    **changes: Any,
) -> UUID:
    """Save a service; by default a session of one hour for three, daily from nine to five in Singapore, whose freed
    places go to the waiting list at once.
    """
    service = {
        "id": str(uuid4()), "kind": "session", "duration_minutes": 60, "capacity": 3, "per_person": 2,
        "notice_minutes": 60, "window_days": 30, "cancel_until_minutes": 120, "time_zone": "Asia/Singapore",
        "host_id": None, "online_url": None, "is_active": True, "position": 1, "offer_hours": 0, **changes,
    }  # fmt: skip
    arguments = [msgspec.json.encode(part).decode() for part in (service, texts, hours, exceptions)]
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.fetchval(SAVE_SERVICE, *arguments)
    return UUID(str(service["id"]))


async def book(
    pool: Pool,
    member: Member,
    service: UUID,
    starts_at: datetime,
    *,
    party: int = 1,
    note: str = "",
    or_wait: bool = False,
    booking: UUID | None = None,
) -> BookingResult:
    """Book as a member."""
    async with as_role(pool, member.caller, read_only=False) as connection:
        result = await connection.fetchval(BOOK, booking or uuid4(), service, starts_at, party, note, or_wait)
    return msgspec.json.decode(result, type=BookingResult)


async def change(pool: Pool, member: Member, booking: UUID, starts_at: datetime) -> BookingResult:
    """Move a booking as a member."""
    async with as_role(pool, member.caller, read_only=False) as connection:
        return msgspec.json.decode(await connection.fetchval(CHANGE, booking, starts_at), type=BookingResult)


async def cancel(pool: Pool, member: Member, booking: UUID) -> BookingResult:
    """Cancel a booking as a member."""
    async with as_role(pool, member.caller, read_only=False) as connection:
        return msgspec.json.decode(await connection.fetchval(CANCEL, booking), type=BookingResult)
