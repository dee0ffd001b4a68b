"""Frames for other websites: free times of services, and the latest posts, without scripts and cookies.

The list of hosts in the settings says which sites may show them (`frame-ancestors`). Links open the site itself in a
new tab: booking and signing in happen there, where the address bar says whose page it is.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from html import escape

import msgspec

from balai.messaging.email_rendering import format_datetime
from balai.site.languages import HTML_LANG
from balai.site.loaders.booking.services import load_book
from balai.site.loaders.rows import read_row
from balai.site.pages.feed import FeedContent
from balai.site.payloads import Lang
from balai.site.request.exchange import Headers
from balai.site.screens import NotFound, PageRequest
from balai.tones import tones_of

PREFIX = "/embed/"
POLICY, RESOURCES = b"content-security-policy", b"cross-origin-resource-policy"
MAX_ROWS = 8
# A time leaves the list when it is too near to be booked.
TIMES_TTL = timedelta(minutes=5)
GET_HOSTS = "select embed_hosts from public.site_settings"
FIND_SERVICE = """
select s.slug, s.time_zone, t.name, t.language as lang
from public.services s cross join lateral public.service_text(s.id, $1::public.language) t
where s.id = (select address.service_id from public.service_slugs address where address.slug = $2) and s.is_active
"""
LIST_TIMES = """
select offered.starts_at, sum(offered."left") as places, s.capacity > 1 as is_shared
from public.services s
cross join lateral (select ($2::timestamptz at time zone s.time_zone)::date as day) today
cross join lateral public.list_slots(s.id, today.day, today.day + least(s.window_days, 60)) offered
where s.slug = $1 and offered."left" > 0
group by offered.starts_at, s.id order by offered.starts_at limit $3
"""
LIST_POSTS = """
select post.id, post.title, post.language as lang, forum.slug, post.last_activity_at
from public.posts as post join public.forums as forum on forum.id = post.forum_id
where post.hidden_at is null and post.deleted_at is null
order by post.last_activity_at desc, post.id desc limit $1
"""
STYLE = """
*{box-sizing:border-box;margin:0}
body{padding:1rem;font:1rem/1.5 system-ui,sans-serif;color:var(--text);background:var(--surface)}
h1{font-size:1.125rem;line-height:1.3}
ul{margin-block:.5rem;padding:0;list-style:none}
li{border-top:1px solid var(--line)}
a{color:var(--accent)}
li a{display:grid;min-height:2.75rem;padding-block:.5rem;align-content:center;color:inherit;text-decoration:none}
li a:hover b{text-decoration:underline}
b{color:var(--accent);overflow-wrap:anywhere}
span{color:var(--text-soft);font-size:.875rem}
a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.all{display:inline-flex;min-height:2.75rem;align-items:center;font-weight:600}
"""


class Row(msgspec.Struct, frozen=True):
    """A line of a frame: where it leads, its words with their language, and the facts below them."""

    path: str
    words: str
    lang: Lang
    facts: tuple[str, ...]


class _Service(msgspec.Struct, frozen=True):
    slug: str
    time_zone: str
    name: str
    lang: Lang


def is_frame(raw_path: str, headers: Headers) -> bool:
    """Whether a response is a frame, which says itself which sites may show it. Error responses are not."""
    return raw_path.startswith(PREFIX) and any(name == POLICY for name, _ in headers)


def embedded_headers(headers: Headers) -> Headers:
    """The site's headers for frames: without those that forbid all other sites to show it."""
    kept = [(name, value) for name, value in headers if name not in (POLICY, b"x-frame-options", RESOURCES)]
    return [*kept, (RESOURCES, b"cross-origin")]


async def book_frame(request: PageRequest) -> FeedContent:
    """The services, each with its next free time."""
    _check_language(request)
    page = await load_book(request)
    rows = [
        Row(
            request.path_to("book.service", serviceId=service.slug),
            service.name,
            service.lang,
            (
                format_datetime(service.next_free, service.time_zone, request.lang),
                *_places(request, service.next_left or 0, is_shared=service.capacity > 1),
            ),
        )
        for service in page.data.services
        if service.next_free is not None
    ]
    content = await _frame(request, request.text("embed.book"), rows[:MAX_ROWS], request.path_to("book"))
    return FeedContent(content.body, page.valid_until, content.headers)


async def service_frame(request: PageRequest) -> FeedContent:
    """The next free times of one service."""
    _check_language(request)
    found = await request.conn.fetchrow(FIND_SERVICE, request.lang, request.params["serviceId"])
    if found is None:
        raise NotFound
    service = read_row(_Service, found)
    times = await request.conn.fetch(LIST_TIMES, service.slug, request.now, MAX_ROWS)
    page = request.path_to("book.service", serviceId=service.slug)
    rows = [
        Row(
            request.path_to(
                "book.service", serviceId=service.slug, query={"at": f"{row['starts_at']:%Y-%m-%dT%H:%M:%SZ}"}
            ),
            format_datetime(row["starts_at"], service.time_zone, request.lang),
            request.lang,
            _places(request, row["places"], is_shared=row["is_shared"]),
        )
        for row in times
    ]
    content = await _frame(request, service.name, rows, page, title_lang=service.lang)
    return FeedContent(content.body, request.now + TIMES_TTL, content.headers)


async def posts_frame(request: PageRequest) -> FeedContent:
    """The latest posts that everyone may read."""
    _check_language(request)
    posts = await request.conn.fetch(LIST_POSTS, MAX_ROWS)
    rows = [
        Row(
            request.path_to("forum.post", forumId=post["slug"], postId=str(post["id"])),
            post["title"],
            post["lang"],
            (format_datetime(post["last_activity_at"], request.site.time_zone, request.lang),),
        )
        for post in posts
    ]
    return await _frame(request, request.text("embed.posts"), rows, request.path_to("topics"))


def _places(request: PageRequest, left: int, *, is_shared: bool) -> tuple[str, ...]:
    """How many places are left, of sessions for several people."""
    return (request.text("book.places", count=left),) if is_shared else ()


def _check_language(request: PageRequest) -> None:
    if request.params["lang"] != request.lang:
        raise NotFound


async def _frame(
    request: PageRequest, title: str, rows: list[Row], all_path: str, *, title_lang: Lang | None = None
) -> FeedContent:
    hosts: list[str] = await request.conn.fetchval(GET_HOSTS)
    body = "".join(_document(request, title, title_lang or request.lang, rows, all_path)).encode()
    ancestors = " ".join(["'self'", *(f"https://{host}" for host in hosts)])
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
        f"frame-ancestors {ancestors}"
    )
    headers = [(POLICY, policy.encode()), (b"x-robots-tag", b"noindex")]
    return FeedContent(body, None, headers)


def _document(request: PageRequest, title: str, title_lang: Lang, rows: list[Row], all_path: str) -> Iterator[str]:
    site = request.site
    empty, leads = request.text("embed.empty"), request.text("embed.open", site=site.name)
    tones = tones_of(site.preset, site.accent)
    yield f'<!doctype html>\n<html lang="{HTML_LANG[request.lang]}">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield '<meta name="robots" content="noindex">\n'
    yield f"<title>{escape(title)} – {escape(site.name)}</title>\n"
    yield f"<style>:root{{color-scheme:light dark;{_colours(tones.light)}}}"
    yield f"@media screen and (prefers-color-scheme:dark){{:root{{{_colours(tones.dark)}}}}}{STYLE}</style>\n"
    yield '</head>\n<body>\n<main aria-labelledby="title">\n'
    yield f'<h1 id="title"{_lang(title_lang, request.lang)}>{escape(title)}</h1>\n'
    if rows:
        yield "<ul>\n"
        for row in rows:
            facts = "".join(f"<span>{escape(fact)}</span>" for fact in row.facts)
            yield f'<li><a href="{escape(request.absolute(row.path))}" target="_blank" rel="noopener">'
            yield f"<b{_lang(row.lang, request.lang)}>{escape(row.words)}</b>{facts}</a></li>\n"
        yield "</ul>\n"
    else:
        yield f"<p>{escape(empty)}</p>\n"
    yield f'<a class="all" href="{escape(request.absolute(all_path))}" target="_blank" rel="noopener">'
    yield f"{escape(leads)}</a>\n</main>\n</body>\n</html>\n"


def _lang(lang: Lang, page: Lang) -> str:
    return "" if lang == page else f' lang="{HTML_LANG[lang]}"'


def _colours(tones: Mapping[str, str]) -> str:
    return ";".join(f"--{name}:{tones[name]}" for name in ("text", "text-soft", "surface", "line", "accent"))
