"""The server's own router module renders what React Router renders: equal HTML for every screen of the sample content.

Components keep to the library's interface, so a difference is a fault of the module. The reference bundle is the same
source with the library in it (`vite build --mode reference`). One attribute of the library is left out: `data-discover`
marks links whose routes it fetches in advance, which the site does in another way.
"""

import asyncio
import json
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path

import asyncpg
import httpx
import msgspec
import pytest

from balai.database.pool import Pool, open_pool
from balai.security.tokens import KeyRing
from balai.settings import load_settings
from balai.site.application import site_app
from balai.site.pages.identity import TABLES
from balai.site.payloads import LANGS, Payload
from balai.site.render.front_end import STATIC
from balai.site.render.renderer import Limits, Renderer
from balai.site.request.matcher import Matcher
from balai.site.routes import SCREENS
from balai.site.screens import Page, PageRequest, Screen
from tests.factories.members import Member
from tests.site.conftest import SECRET, session_of

WEB = Path(__file__).parents[3] / "web"
MATCHER = Matcher(SCREENS)
DOCUMENT = re.compile(
    r'<div id="app">(?P<html>.*)</div>\n<script type="application/json" id="payload">(?P<payload>.*?)</script>',
    re.DOTALL,
)
DISCOVER = ' data-discover="true"'
# Generous on a loaded machine: no page may be skipped by a timeout.
PATIENT = Limits(acquire_timeout_s=30, render_timeout_s=30)
ADD_VERSION = """
insert into public.content_versions (post_id, reason, language, title, body, text_since)
select id, 'edit', language, title, body, created_at - interval '1 day' from public.posts where id = $1
"""
# The sample content has no incident. It has the id of a service.
ADD_INCIDENT = """
insert into public.incidents (id, title, description, discovered_at, due_at)
select id, 'Laptop', 'It was stolen', now(), now() + interval '3 days' from public.services on conflict do nothing
"""
# The post with most replies has a second page; a waiting booking shows the most parts.
FIND_SAMPLE = """
with post as (
  select p.id, f.slug from public.posts p join public.forums f on f.id = p.forum_id
  order by p.reply_count desc limit 1
)
select
  (select id from public.profiles where display_name like 'Lim Hui Ling%') as member,
  (select user_id from public.administrators limit 1) as admin,
  (select slug from public.article_texts where language = $1 order by slug limit 1) as article,
  (select id from post) as post,
  (select slug from post) as forum,
  (select id from public.services order by slug limit 1) as service,
  (select host_id from public.service_hosts limit 1) as place,
  (select id from public.pages where slug = 'privacy') as page,
  public.notice_link((select user_id from public.administrators limit 1), null) as link,
  (select slug from public.groups where not is_everybody limit 1) as group,
  (select id from public.groups where not is_everybody limit 1) as group_id,
  (select public.guest_link(b.id) from public.bookings b where b.guest_id is not null
    order by b.starts_at desc limit 1) as ticket,
  public.booking_link((select id from public.bookings where status = 'booked' limit 1)) as answer,
  (select id from public.bookings b where b.member_id
    = (select id from public.profiles where display_name like 'Lim Hui Ling%') limit 1) as booking
"""
# Beside each screen's plain URL: views opened by a query.
VIEWS = {
    "blog": [{"tag": "health"}],
    "book.service": [{"month": "2999-01"}],
    "forum.post": [{"after": "20"}, {"after": "1", "reply": "x"}],
    "resources": [{"kind": "link"}],
    "search": [{"q": "visa"}, {"q": "zzzz"}, {"q": "a b", "kind": "posts"}],
    "signin": [{"method": "code", "next": "/en/forum"}, {"token_hash": "x", "type": "email"}],
    "admin.members": [{"q": "lim"}],
    "admin.bookings": [{"span": "week"}],
}

# Tables that a page reads without naming them: what they hold changes together with rows of tables that it names.
DERIVED = {
    "area_rights": "forums",
    "booking_holds": "slots",
    "bookings": "slots",
    "forum_tags": "posts",
    "free_time_changes": "slots",
    "free_times": "slots",
    "poll_counts": "polls",
    "poll_options": "polls",
}
SCANS = "select relname, seq_scan + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables"


@pytest.fixture(scope="module")
def sample_database(demo_database: str) -> str:
    """A database with the sample content, shared by the module: the tests only read."""
    asyncio.run(_add_version(demo_database))
    return demo_database


async def _add_version(url: str) -> None:
    async with await open_pool(url, size=1) as pool:
        sample = await pool.fetchrow(FIND_SAMPLE, "en")
        await pool.execute(ADD_VERSION, sample["post"])


@pytest.fixture(scope="module")
def reference_bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server's bundle with React Router in it."""
    vite, folder = WEB / "node_modules" / ".bin" / "vite", tmp_path_factory.mktemp("reference")
    node = shutil.which("node")
    assert node is not None and vite.exists(), "run `make build` first"
    options = ["--mode", "reference", "--outDir", str(folder), "--logLevel", "error"]
    subprocess.run([node, str(vite.resolve()), "build", *options], cwd=WEB, check=True, timeout=120)
    return folder / "server.js"


@pytest.fixture
async def pool(sample_database: str) -> AsyncIterator[Pool]:
    async with await open_pool(sample_database, size=4) as opened:
        yield opened


@pytest.fixture
async def client(pool: Pool, sample_database: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a site with the front end as `make build` leaves it."""
    settings = load_settings({"BALAI_JWT_SECRET": SECRET, "BALAI_SITE_URL": "https://site.example"})
    async with (
        site_app(pool, settings, sample_database, KeyRing(SECRET), limits=PATIENT) as app,
        httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="https://site.example") as opened,
    ):
        yield opened


@pytest.fixture
async def reference(reference_bundle: Path) -> AsyncIterator[Renderer]:
    renderer = Renderer(reference_bundle, size=1, limits=PATIENT)
    await renderer.start()
    yield renderer
    await renderer.stop()


async def render_reference(reference: Renderer, payload: bytes, page: str) -> str | None:
    html = await reference.find_html(payload, page)
    return html and html.replace(DISCOVER, "")


def paths_in(lang: str, sample: asyncpg.Record) -> Iterator[str]:
    """Return the URLs of every screen, of some of its views, and of missing pages."""
    forum = {"forumId": sample["forum"]}
    post = {**forum, "postId": str(sample["post"])}
    params: Mapping[str, Mapping[str, str]] = {
        "blog.article": {"blogId": sample["article"]},
        "blog.series": {"seriesId": "your-first-year-here"},
        "blog.edit": {"blogId": sample["article"]},
        "blog.history": {"blogId": sample["article"]},
        "book.service": {"serviceId": "sewing-workshop"},
        "book.view": {"bookId": str(sample["booking"])},
        "book.ticket": {"link": sample["ticket"]},
        "day.check-in": {"bookId": str(sample["booking"])},
        "forum.forum": forum,
        "forum.post": post,
        "forum.history": {**post, "entryId": str(sample["post"])},
        "people.person": {"personId": str(sample["member"])},
        "messages.person": {"personId": str(sample["member"])},
        "page": {"slug": "privacy"},
        "admin.page": {"pageId": str(sample["page"])},
        "admin.service": {"serviceId": str(sample["service"])},
        "admin.service-messages": {"serviceId": str(sample["service"])},
        "admin.place": {"placeId": str(sample["place"])},
        "admin.member": {"memberId": str(sample["member"])},
        "admin.incident": {"incidentId": str(sample["service"])},
        "group": {"groupSlug": sample["group"]},
        "admin.group": {"groupId": str(sample["group_id"])},
    }
    links = {"unsubscribe": [{"link": sample["link"]}], "book.answer": [{"link": str(sample["answer"])}]}
    views = {**VIEWS, **links}
    for screen in SCREENS:
        for query in ({}, *views.get(screen.name, [])):
            yield MATCHER.path_to(screen.name, lang=lang, params=params.get(screen.name, {}), query=query)  # type: ignore[arg-type]
    yield from (f"/{lang}/nothing", f"/{lang}/blog/no-such-article", f"/{lang}/SignIn", f"/{lang}/forum/a/b/c")


@pytest.mark.parametrize("lang", LANGS)
async def test_html_equals_that_of_react_router(
    client: httpx.AsyncClient, reference: Renderer, pool: Pool, lang: str
) -> None:
    await pool.execute(ADD_INCIDENT)
    sample = await pool.fetchrow(FIND_SAMPLE, lang)
    visitors = {name: session_of(Member(sample[name], "", "")) for name in ("member", "admin")}
    different: list[str] = []
    compared: set[tuple[str, str]] = set()
    for visitor, headers in {"guest": {}, **visitors}.items():
        for path in paths_in(lang, sample):
            response = await client.get(path, headers=headers)
            if response.is_redirect:
                continue
            found = DOCUMENT.search(response.text)
            assert found and found["html"], f"{path} was sent without server rendering"
            if found["html"] != await render_reference(reference, found["payload"].encode(), path):
                different.append(f"{path} for {visitor}")
            if response.status_code == 200:
                compared.add((visitor, json.loads(found["payload"])["screen"]))
    assert not different
    # Every screen was shown to a permitted visitor, not only its error page.
    assert {screen for visitor, screen in compared if visitor == "admin"} >= {
        screen.name for screen in SCREENS if screen.name not in {"book.view", "consent", "welcome"}
    }
    assert ("member", "book.view") in compared and ("guest", "signin") in compared


@pytest.mark.parametrize(("screen", "status"), [("blog", 500), ("signin", 500), ("signup", 429)])
async def test_error_page_of_each_layout_equals_that_of_react_router(
    client: httpx.AsyncClient, reference: Renderer, screen: str, status: int
) -> None:
    own = Renderer(STATIC / "server.js", size=1, limits=PATIENT)
    await own.start()
    found = DOCUMENT.search((await client.get(f"/vi/{screen}")).text)
    assert found
    payload = json.dumps({**json.loads(found["payload"]), "status": status, "data": None}).encode()
    html = await own.find_html(payload, screen)
    await own.stop()
    assert html and str(status) in html
    assert html == await render_reference(reference, payload, screen)


async def test_cached_pages_name_every_table_that_they_read(pool: Pool, sample_database: str) -> None:
    """A commit to a table that is not named would leave a stale page in the cache."""
    missing: set[str] = set()

    def watched(screen: Screen) -> Screen:
        load = screen.load
        if load is None or not screen.cache:
            return screen
        named = {*TABLES, *screen.tables}

        async def load_and_compare(request: PageRequest) -> Page[Payload]:
            # The counters of a connection run on through its transactions.
            before = dict(await request.conn.fetch(SCANS))
            page = await load(request)
            read = {name for name, scans in await request.conn.fetch(SCANS) if scans > before.get(name, 0)}
            missing.update(f"{screen.name}: {name}" for name in read if DERIVED.get(name, name) not in named)
            return page

        return msgspec.structs.replace(screen, load=load_and_compare)

    settings = load_settings({"BALAI_JWT_SECRET": SECRET, "BALAI_SITE_URL": "https://site.example"})
    screens, sample = tuple(watched(screen) for screen in SCREENS), await pool.fetchrow(FIND_SAMPLE, "en")
    async with (
        site_app(pool, settings, sample_database, KeyRing(SECRET), screens=screens, limits=PATIENT) as app,
        httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="https://site.example") as client,
    ):
        for path in paths_in("en", sample):
            await client.get(path)
    assert not missing
