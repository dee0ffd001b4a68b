"""The real front end on a real site: every screen, in every language, is rendered in V8."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping

import httpx
import pytest
from structlog.typing import EventDict

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.security.tokens import KeyRing
from balai.settings import load_settings
from balai.site.application import site_app
from balai.site.languages import HTML_LANG
from balai.site.payloads import LANGS
from balai.site.request.matcher import Matcher
from balai.site.routes import SCREENS
from tests.factories.blog import save_article, words
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.forum import make_forum, make_post, rich
from tests.factories.guests import book_as_guest, prove
from tests.factories.members import Member, make_member
from tests.factories.pages import make_page, page_text
from tests.site.conftest import SECRET, postpone_setup, session_of

MATCHER = Matcher(SCREENS)
ADD_COMMENT = """
select public.add_comment((select id from public.articles), gen_random_uuid(), $1::jsonb, 'en')
"""
ASK_FOR_TRANSLATION = """
insert into public.translation_requests (post_id, language, member_id)
select id, 'ms', $2 from public.posts where id = $1
"""
KEEP_VERSION = """
insert into public.content_versions (post_id, reason, language, title, body, text_since)
values ($1, 'edit', 'en', 'Before', $2::jsonb, now() - interval '1 day')
"""


@pytest.fixture
async def built(pool: Pool, database: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a site with the front end as `make build` leaves it."""
    settings = load_settings({"BALAI_JWT_SECRET": SECRET, "BALAI_SITE_URL": "https://site.example"})
    await postpone_setup(pool)
    async with (
        site_app(pool, settings, database, KeyRing(SECRET)) as app,
        httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="https://site.example") as client,
    ):
        yield client


ADD_POLL = """select public.add_poll($1, '{"question": "Which day?", "options": ["Monday", "Friday"]}')"""
ADD_SERIES = """
select public.save_series(jsonb_build_object('id', gen_random_uuid()), '{"en": {"title": "Living here"}}')
"""
TAG_POST = """select public.apply_act(gen_random_uuid(), 'tag', array[$1::uuid], '{"tag": "rice"}')"""


async def furnish(pool: Pool, admin: Member) -> Mapping[str, Mapping[str, str]]:
    """Create one row of each kind, and return the parameters of the screens that show them."""
    await save_article(pool, admin, {"en": words("Opening hours")})
    slug = await pool.fetchval("select slug from public.article_texts where language = 'en'")
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.execute(ADD_SERIES)
        await connection.execute("select public.choose_series(a.id, s.id) from public.articles a, public.series s")
    post = await make_post(pool, await make_forum(pool, slug="life"), admin)
    await pool.execute(
        "update public.site_settings set has_directory = true, comments_forum_id = (select id from public.forums)"
    )
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.execute(ADD_COMMENT, rich("A comment on the hours"))
        await connection.execute(ADD_POLL, post)
        await connection.execute(TAG_POST, post)
    await pool.execute(KEEP_VERSION, post, rich("What it said before"))
    await pool.execute(ASK_FOR_TRANSLATION, post, admin.id)
    page = await make_page(pool, admin, {"en": page_text("House rules")})
    room = await pool.fetchval("""insert into public.rooms (names) values ('{"en": "Room 2"}') returning id""")
    service = await make_service(pool, admin, rooms=[str(room)])
    booking = await book(pool, admin, service, days_ahead(3))
    guest = await book_as_guest(pool, service, days_ahead(3), await prove(pool, "mei@example.org"))
    group = await pool.fetchval("insert into public.groups (slug) values ('parents') returning id")
    await pool.execute("insert into public.group_texts (group_id, language, name) values ($1, 'en', 'Parents')", group)
    await pool.execute("insert into public.group_members (group_id, member_id) values ($1, $2)", group, admin.id)
    service_slug = await pool.fetchval("select slug from public.services")
    day = {"day": days_ahead(5).date().isoformat(), "opens": "19:00", "closes": "20:00", "note": ""}
    course = await make_service(pool, admin, series="either", hours=(), exceptions=[day])
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.execute("select public.book_series(gen_random_uuid(), $1)", course)
        await connection.execute("select public.save_incident($1, 'Laptop', 'It was stolen', now())", service)
        await connection.execute("select public.list_incident_people($1, '{email}', 'everybody')", service)
    return {
        "blog.article": {"blogId": slug},
        "blog.series": {"seriesId": "living-here"},
        "blog.edit": {"blogId": slug},
        "blog.history": {"blogId": slug},
        "book.service": {"serviceId": service_slug},
        "book.view": {"bookId": str(booking.id)},
        "book.ticket": {"link": guest.link},
        "day.check-in": {"bookId": str(booking.id)},
        "forum.forum": {"forumId": "life"},
        "forum.post": {"forumId": "life", "postId": str(post)},
        "forum.history": {"forumId": "life", "postId": str(post), "entryId": str(post)},
        "people.person": {"personId": str(admin.id)},
        "messages.person": {"personId": str((await make_member(pool)).id)},
        "page": {"slug": page["slug"]},
        "admin.page": {"pageId": page["id"]},
        "admin.service": {"serviceId": str(service)},
        "admin.service-messages": {"serviceId": str(service)},
        "admin.place": {"placeId": str(room)},
        "admin.member": {"memberId": str(admin.id)},
        "admin.incident": {"incidentId": str(service)},
        "group": {"groupSlug": "parents"},
        "admin.group": {"groupId": str(group)},
    }


@pytest.mark.parametrize("lang", LANGS)
async def test_every_screen_is_rendered(built: httpx.AsyncClient, pool: Pool, logs: list[EventDict], lang: str) -> None:
    admin = await make_member(pool, is_admin=True)
    params = await furnish(pool, admin)
    for screen in SCREENS:
        path = MATCHER.path_to(screen.name, lang=lang, params=params.get(screen.name, {}))  # type: ignore[arg-type]
        if screen.name == "unsubscribe":
            path += f"?link={await pool.fetchval('select public.notice_link($1, null)', admin.id)}"
        if screen.name == "book.answer":
            path += f"?link={await pool.fetchval('select public.booking_link(id) from public.bookings')}"
        # The account screens are for anonymous visitors.
        headers = session_of(admin) if screen.layout != "auth" else {}
        response = await built.get(path, headers=headers)
        if screen.name in {"consent", "welcome"}:
            # Nothing is asked, so it leads on.
            assert response.is_redirect, path
            continue
        assert response.status_code == 200, path
        found = re.search(r'<div id="app">(.*?)</div>\n<script type="application/json"', response.text, re.DOTALL)
        assert found and "<h1" in found[1], f"{path} has no heading"
        assert f'<html lang="{HTML_LANG[lang]}" ' in response.text  # type: ignore[index]
        assert found[1].count("<main") == 1, path
        assert "<!--$!-->" not in found[1], f"{path} leaves a part to the browser"
        assert screen.name != "blog.article" or "A comment on the hours" in found[1]
        assert screen.name != "forum.history" or "What it said before" in found[1]
    assert not logs, logs


async def test_the_page_of_a_course_lists_its_dates(built: httpx.AsyncClient, pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    await furnish(pool, admin)
    slug = await pool.fetchval("select slug from public.services where series is not null")
    for headers, is_own in (({}, False), (session_of(await make_member(pool)), False), (session_of(admin), True)):
        page = (await built.get(f"/en/book/{slug}", headers=headers)).text
        assert "The whole course" in page
        assert ("You&#x27;ve booked this already." in page) is is_own
    booking = await pool.fetchval("select id from public.bookings where series_id is not null")
    file = (await built.get(f"/en/book/view/{booking}/calendar.ics", headers=session_of(admin))).text
    assert file.count("BEGIN:VEVENT") == 1


async def test_a_comment_is_on_the_page_of_its_article_at_once(built: httpx.AsyncClient, pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    slug = (await furnish(pool, admin))["blog.article"]["blogId"]
    assert "A second comment" not in (await built.get(f"/en/blog/{slug}")).text
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.execute(ADD_COMMENT, rich("A second comment"))
    # The notification uses another connection than the response to the commit, so it may arrive a moment later.
    page = ""
    for _ in range(200):
        page = (await built.get(f"/en/blog/{slug}")).text
        if "A second comment" in page:
            break
        await asyncio.sleep(0.02)
    assert '"commentCount":2' in page.replace(": ", ":")


async def test_error_page_is_rendered_with_a_link_home(built: httpx.AsyncClient) -> None:
    for lang, title in (("en", "Page not found"), ("zh", None)):
        response = await built.get(f"/{lang}/nothing/here")
        body = response.text.partition('<div id="app">')[2]
        assert response.status_code == 404
        assert f'href="/{lang}"' in body
        assert title is None or title in body


async def test_the_page_of_a_guests_link_is_not_stored(built: httpx.AsyncClient, pool: Pool) -> None:
    """The address is the credential, so neither browsers nor proxies nor search engines store the page."""
    params = await furnish(pool, await make_member(pool, is_admin=True))
    path = f"/en/book/ticket/{params['book.ticket']['link']}"
    for address in (path, f"{path}/_payload.json"):
        response = await built.get(address)
        assert response.status_code == 200
        assert response.headers["cache-control"] == "private, no-store"
        assert "balai-offline" not in response.headers
    assert 'name="robots" content="noindex' in (await built.get(path)).text
    file = await built.get(f"{path}/calendar.ics")
    # The address is the credential: no cache stores the page or the file.
    assert file.headers["cache-control"] == "private, no-store"
    calendar = file.text.replace("\r\n ", "")
    assert calendar.startswith("BEGIN:VCALENDAR") and f"{path}\r\n" in calendar and "/book/view/" not in calendar
    assert (await built.get(path[:-1])).status_code == 404
