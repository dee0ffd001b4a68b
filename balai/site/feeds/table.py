"""The only list of feeds under a language prefix. The others (robots.txt, site map, a member's calendar) have fixed
addresses, which the application knows."""

from balai.site.feeds.calendar import Publisher, booking_calendar
from balai.site.feeds.feed import Feed, Written
from balai.site.feeds.web_manifest import web_manifest
from balai.site.loaders.book_calendar import find_calendar_booking
from balai.site.screens import NotFound, PageRequest


async def _manifest(request: PageRequest) -> Written:
    return Written(web_manifest(request.site, request.lang))


async def _booking(request: PageRequest) -> Written:
    booking = await find_calendar_booking(request.conn, request.uuid("bookId"), request.lang)
    if booking is None:
        raise NotFound
    return Written(booking_calendar(booking, Publisher(name=request.site.name, site_url=request.site_url)).encode())


FEEDS: tuple[Feed, ...] = (
    Feed("manifest", "/manifest.webmanifest", "application/manifest+json", _manifest),
    Feed(
        "book.calendar",
        "/book/view/{bookId}/calendar.ics",
        "text/calendar; charset=utf-8",
        _booking,
        params={"bookId": "uuid"},
        cache=False,
    ),
)
