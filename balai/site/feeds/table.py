"""The only list of feeds: those under a language prefix, and those at the root, where programs look for them."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import timedelta

from balai.site.feeds.calendar import Publisher, booking_calendar, member_calendar
from balai.site.feeds.frame import book_frame, posts_frame, service_frame
from balai.site.feeds.rss import rss_feed
from balai.site.feeds.session_calendar import session_calendar
from balai.site.feeds.sitemap import sitemap_index, sitemap_part
from balai.site.feeds.staff_calendar import TABLES as STAFF_TABLES
from balai.site.feeds.staff_calendar import staff_feed
from balai.site.feeds.syndication import (
    Collection,
    atom_feed,
    blog_collection,
    forum_collection,
    json_feed,
    wanted_language,
)
from balai.site.feeds.web_manifest import web_manifest
from balai.site.loaders.blog.articles import list_feed_articles
from balai.site.loaders.booking.calendar import load_booking_file, load_member_feed, load_ticket_file
from balai.site.loaders.booking.sessions import load_sessions
from balai.site.loaders.day.board import load_board_file
from balai.site.loaders.day.report import load_report_file
from balai.site.loaders.forum.feed import load_forum_feed
from balai.site.loaders.publication import next_change
from balai.site.loaders.sitemap import list_sitemap_parts, load_sitemap_pages, load_sitemap_part
from balai.site.pages.feed import Feed, FeedContent
from balai.site.screens import PageRequest, ParamCheck, Screen

XML = "application/xml; charset=utf-8"
HTML = "text/html; charset=utf-8"
CSV = "text/csv; charset=utf-8"
CALENDAR = "text/calendar; charset=utf-8"
Writer = Callable[[PageRequest, Collection], bytes]
Loader = Callable[[PageRequest], Awaitable[FeedContent]]
# Each collection exists in three formats, because feed readers differ.
FORMATS: tuple[tuple[str, str, str, Writer], ...] = (
    ("atom", "feed.xml", "application/atom+xml; charset=utf-8", atom_feed),
    ("json", "feed.json", "application/feed+json", json_feed),
    ("rss", "rss.xml", "application/rss+xml; charset=utf-8", rss_feed),
)
FORUM: Mapping[str, ParamCheck] = {"forumId": "slug"}
FORUM_TABLES = ("forums", "forum_texts", "posts", "replies", "profiles", "post_tags", "translations")
SERVICE: dict[str, ParamCheck] = {"serviceId": "slug"}
EMBED: dict[str, ParamCheck] = {"lang": "slug"}
EMBED_TABLES = (
    *(
        "services",
        "service_slugs",
        "service_texts",
        "service_hours",
        "service_exceptions",
        "service_hosts",
        "service_rooms",
        "rooms",
    ),
    *("work_hours", "absences", "slots", "closings", "profiles"),
)
SESSION_TABLES = (
    *("services", "service_slugs", "service_texts", "service_hours", "service_exceptions", "slots", "closings"),
)
BLOG_TABLES = ("articles", "article_texts", "profiles")
# A site map may be stale by this much, unlike a page: search engines read it rarely.
SITEMAP_TTL = timedelta(minutes=5)
# Sessions leave the list without a change of rows, when they are too near to be booked.
SESSIONS_TTL = timedelta(minutes=15)


async def _manifest(request: PageRequest) -> FeedContent:
    return FeedContent(web_manifest(request.site, request.lang))


def _blog_feed(write: Writer) -> Loader:
    async def load(request: PageRequest) -> FeedContent:
        tag = request.query.get("tag") or None
        articles = await list_feed_articles(request, tag, wanted_language(request))
        return FeedContent(write(request, blog_collection(request, articles, tag)), await next_change(request))

    return load


def _forum_feed(write: Writer) -> Loader:
    async def load(request: PageRequest) -> FeedContent:
        forum = await load_forum_feed(request, wanted_language(request))
        return FeedContent(write(request, forum_collection(request, forum)))

    return load


async def _booking(request: PageRequest) -> FeedContent:
    return FeedContent(booking_calendar(await load_booking_file(request), _publisher(request)).encode())


async def _ticket(request: PageRequest) -> FeedContent:
    page = request.site_url + request.path_to("book.ticket", link=request.params["link"])
    return FeedContent(booking_calendar(await load_ticket_file(request), _publisher(request), page).encode())


async def _sessions(request: PageRequest) -> FeedContent:
    text = session_calendar(request, await load_sessions(request), _publisher(request))
    return FeedContent(text.encode(), request.now + SESSIONS_TTL)


async def _member(request: PageRequest) -> FeedContent:
    bookings = await load_member_feed(request.conn, request.uuid("token"))
    return FeedContent(member_calendar(bookings, _publisher(request)).encode())


async def _day(request: PageRequest) -> FeedContent:
    return FeedContent(await load_board_file(request))


async def _day_report(request: PageRequest) -> FeedContent:
    return FeedContent(await load_report_file(request))


def _publisher(request: PageRequest) -> Publisher:
    return Publisher(name=request.site.name, site_url=request.site_url)


FEEDS: tuple[Feed, ...] = (
    Feed("manifest", "/manifest.webmanifest", "application/manifest+json", _manifest),
    *(
        Feed(
            f"blog.{format_name}", f"/{file}", content_type, _blog_feed(write), query=("tag", "all"), tables=BLOG_TABLES
        )
        for format_name, file, content_type, write in FORMATS
    ),
    *(
        Feed(
            name=f"forum.{format_name}",
            path=f"/forum/{{forumId}}/{file}",
            content_type=content_type,
            load=_forum_feed(write),
            params=FORUM,
            query=("tag", "all"),
            tables=FORUM_TABLES,
        )
        for format_name, file, content_type, write in FORMATS
    ),
    Feed("sessions", "/book/calendar.ics", CALENDAR, _sessions, tables=SESSION_TABLES),
    Feed("sessions.service", "/book/{serviceId}/calendar.ics", CALENDAR, _sessions, SERVICE, tables=SESSION_TABLES),
    Feed(
        "ticket",
        "/book/ticket/{link}/calendar.ics",
        CALENDAR,
        _ticket,
        params={"link": "slug"},
        cache=False,
        is_secret=True,
    ),
    Feed("booking", "/book/view/{bookId}/calendar.ics", CALENDAR, _booking, params={"bookId": "uuid"}, cache=False),
    Feed("day", "/day/bookings.csv", CSV, _day, query=("day", "span", "service"), cache=False, is_secret=True),
    Feed("day.report", "/day/report/bookings.csv", CSV, _day_report, query=("year",), cache=False, is_secret=True),
)


def root_feeds(screens: Iterable[Screen]) -> tuple[Feed, ...]:
    """Feeds without a language prefix."""
    open_screens = tuple(screen.name for screen in screens if not (screen.params or screen.guards or screen.noindex))

    async def index(request: PageRequest) -> FeedContent:
        parts = await list_sitemap_parts(request)
        addresses = [f"{request.site_url}/sitemap/{kind}/{part}" for kind, part in parts]
        return FeedContent(sitemap_index([f"{request.site_url}/sitemap/pages", *addresses]), request.now + SITEMAP_TTL)

    async def pages(request: PageRequest) -> FeedContent:
        entries = await load_sitemap_pages(request, open_screens)
        return FeedContent(sitemap_part(entries, request.site_url), request.now + SITEMAP_TTL)

    async def part(request: PageRequest) -> FeedContent:
        return FeedContent(sitemap_part(await load_sitemap_part(request), request.site_url), request.now + SITEMAP_TTL)

    return (
        Feed("sitemap", "/sitemap.xml", XML, index),
        Feed("sitemap.pages", "/sitemap/pages", XML, pages),
        Feed("sitemap.part", "/sitemap/{kind}/{part}", XML, part, params={"kind": "slug", "part": "slug"}),
        # For other websites, without a session: no cookie is looked at.
        Feed("embed.book", "/embed/{lang}/book", HTML, book_frame, EMBED, tables=EMBED_TABLES),
        Feed(
            "embed.service", "/embed/{lang}/book/{serviceId}", HTML, service_frame, EMBED | SERVICE, tables=EMBED_TABLES
        ),
        Feed("embed.posts", "/embed/{lang}/posts", HTML, posts_frame, EMBED, tables=("forums", "posts", "replies")),
        # The URL is the credential: any client that has it sees the bookings, as with any calendar feed.
        Feed("calendar", "/calendar/{token}", CALENDAR, _member, params={"token": "calendar-file"}, cache=False),
        Feed(
            "calendar.staff",
            "/calendar/staff/{token}",
            CALENDAR,
            staff_feed,
            {"token": "calendar-file"},
            (),
            STAFF_TABLES,
        ),
    )
