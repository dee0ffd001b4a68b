"""The screens of the day at the desk in the route table."""

from balai.site.loaders.calendars import feeds
from balai.site.loaders.day import arrival, board, report
from balai.site.screens import Screen

STAFF = ("auth", "handles-bookings")

DAY_SCREENS: tuple[Screen, ...] = (
    Screen(
        name="day",
        path="/day",
        page="day/Board",
        title="day.title",
        texts=("admin", "ticket"),
        load=board.load_board,
        query=("day", "span", "service"),
        guards=STAFF,
        offline=False,
    ),
    Screen(
        name="day.report",
        path="/day/report",
        page="day/Report",
        title="day.report.title",
        texts=("admin",),
        load=report.load_report,
        query=("year",),
        guards=STAFF,
        offline=False,
    ),
    Screen(
        name="day.calendars",
        path="/day/calendars",
        page="day/Calendars",
        title="day.calendars.title",
        texts=("admin",),
        load=feeds.load_calendars,
        guards=STAFF,
        offline=False,
    ),
    Screen(
        name="day.check-in",
        path="/day/check-in/{bookId}",
        page="day/CheckIn",
        title="day.checkIn.title",
        texts=("admin",),
        load=arrival.load_check_in,
        params={"bookId": "uuid"},
        guards=("auth",),
        offline=False,
    ),
    Screen(
        name="day.serving",
        path="/day/serving",
        page="day/NowServing",
        title="day.serving.title",
        texts=("admin",),
        load=arrival.load_now_serving,
        query=("service",),
        cache=False,
        noindex=True,
        offline=False,
    ),
)
