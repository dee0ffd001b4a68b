"""The board of the day: people who have a column, and people to whom a host can give a booking."""

from uuid import UUID

from balai.database.pool import Pool
from balai.site.loaders.day.board import DayBoardPayload
from balai.site.screens import Page
from tests.factories.booking import make_service
from tests.factories.members import Member, make_member
from tests.support.pages import load_page


async def columns(pool: Pool, who: Member, service: UUID | None = None) -> list[tuple[str, bool]]:
    query = {"service": str(service)} if service else {}
    page: Page[DayBoardPayload] = await load_page(pool, "/day", who=who, query=query)  # type: ignore[assignment]
    return [(host.name, host.is_column) for host in page.data.hosts]


async def test_columns_are_of_people_whose_bookings_the_reader_sees(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    mai, tan, lim = [await make_member(pool, display_name=name) for name in ("Mai", "Tan", "Lim")]
    service = await make_service(
        pool, admin, kind="appointment", capacity=1, per_person=1, hosts=[str(mai.id), str(tan.id)]
    )
    await make_service(pool, admin, kind="appointment", capacity=1, per_person=1, hosts=[str(lim.id)])
    assert await columns(pool, admin) == [("Lim", True), ("Mai", True), ("Tan", True)]
    assert await columns(pool, admin, service) == [("Mai", True), ("Tan", True)]
    # A host sees their own bookings alone; to colleagues of the same service they can give one.
    assert await columns(pool, mai) == [("Mai", True), ("Tan", False)]
    assert await columns(pool, lim) == [("Lim", True)]
