"""Pages below /as over real requests: what an administrator gets is what the member gets, and nothing else changes."""

import random
import re
from collections.abc import AsyncIterator
from html import unescape

import httpx
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.security.tokens import sign
from balai.site.perspective.document import keep_links
from tests.factories.members import Member, make_member
from tests.site.conftest import SECRET, OpenSite, session_of
from tests.site.rights import expected
from tests.site.rights.world import World, make_world

REASON = "May volunteers see the cases?"
BODY = re.compile(r'<div id="app">(.*)</div>\n', re.DOTALL)
COUNT = """
select (select count(*) from public.staff_log) + (select count(*) from public.perspectives)
  + (select count(*) from public.thread_reads) + (select count(*) from public.topics_read)
"""


@pytest.fixture
async def site(open_site: OpenSite) -> AsyncIterator[httpx.AsyncClient]:
    async with open_site() as client:
        yield client


def bearer(member: Member) -> dict[str, str]:
    return {"authorization": f"Bearer {session_of(member)['cookie'].partition('=')[2]}"}


async def start(site: httpx.AsyncClient, admin: Member, member: Member, language: str = "en") -> httpx.Response:
    # The client keeps no cookies: each test sends those that it means.
    body = {"member": str(member.id), "reason": REASON, "language": language}
    response = await site.post("/as", json=body, headers=bearer(admin))
    site.cookies.clear()
    return response


async def look(site: httpx.AsyncClient, admin: Member, member: Member, language: str = "en") -> dict[str, str]:
    """The cookies of an administrator's browser after a start."""
    response = await start(site, admin, member, language)
    assert response.status_code == 201, response.text
    named = response.headers["set-cookie"].partition(";")[0]
    return {"cookie": f"{session_of(admin)['cookie']}; {named}"}


def body_of(response: httpx.Response) -> str:
    found = BODY.search(response.text)
    assert found, response.text[:500]
    return found[1].partition('</div>\n<script type="application/json"')[0]


def pages_of(world: World) -> list[str]:
    """Every address of the rights matrix."""
    return [
        *("/en", "/zh", "/en/forum", "/en/topics?list=new", "/en/blog", "/en/resources", "/en/search?q=lanterns"),
        *("/en/notifications", "/en/profile", "/en/book", "/en/people", "/en/groups"),
        *("/en/does-not-exist", "/vi/groups/group-a", "/en/groups/group-b", "/en/groups/group-m"),
        *(f"/en{path}" for path in expected.SCREENS if "/messages" not in path and "/day/calendars" not in path),
        *(f"/en/forum/{area}" for area in expected.AREAS),
        *(f"/en/forum/{area}/post/{post}" for area, post in world.posts.items()),
        *(f"/en/blog/{article['slugs']['en']}" for article in world.articles.values()),
    ]


@pytest.mark.timeout(500)
async def test_the_page_is_the_one_that_the_member_gets(open_site: OpenSite, pool: Pool) -> None:
    world = await make_world(pool)
    admin = world.people["administrator"]
    async with open_site() as site:
        for name, refused in (("grouped", "sees_closed_areas"), ("administrator_aal1", "is_administrator")):
            response = await start(site, admin, world.people[name])
            assert (response.status_code, response.json()["details"]) == (422, refused)
        async with as_role(pool, world.caller("administrator"), read_only=False) as connection:
            for area in ("secret", "class"):
                await connection.execute(
                    "select public.open_confidential_area($1, 'To compare every page')", world.areas[area]
                )
        pages, chosen = pages_of(world), random.Random(7)
        pairs = compared = 0
        for name in sorted(expected.MEMBERS - expected.ADMINISTRATORS - {"administrator_aal1"}):
            cookies = await look(site, admin, world.people[name])
            level = "aal2" if name.endswith("_aal1") else "aal1"
            claims = {**world.claims(name), "aal": level, "exp": 4_000_000_000}
            theirs = {"cookie": f"sb-access-token={sign(claims, SECRET)}"}
            for page in chosen.sample(pages, 30):
                mine, own = await site.get(f"/as{page}", headers=cookies), await site.get(page, headers=theirs)
                pairs += 1
                assert mine.status_code == own.status_code, (name, page)
                assert "set-cookie" not in mine.headers
                if own.is_redirect:
                    assert mine.headers["location"] == f"/as{own.headers['location']}"
                    continue
                assert body_of(mine) == body_of(own), (name, page)
                assert f"You see the site as {name}." in mine.text
                assert "<script" not in mine.text and 'id="payload"' not in mine.text, (name, page)
                compared += 1
    assert pairs >= 500 and compared >= 450


async def test_its_pages_run_nothing_and_are_stored_by_nothing(site: httpx.AsyncClient, pool: Pool) -> None:
    admin, member = await make_member(pool, is_admin=True), await make_member(pool, display_name="A <b>volunteer</b>")
    page = await site.get("/as/en?preview=1&logo=/x", headers=await look(site, admin, member))
    assert page.status_code == 200
    assert page.headers["cache-control"] == "private, no-store" and "etag" not in page.headers
    assert "balai-offline" not in page.headers and page.headers["x-robots-tag"] == "noindex"
    assert page.headers["x-frame-options"] == "DENY"
    policy = page.headers["content-security-policy"].split("; ")
    for directive in ("default-src 'none'", "script-src 'none'", "form-action 'none'", "frame-ancestors 'none'"):
        assert directive in policy
    assert "<b>" not in page.text and "A &lt;b&gt;volunteer" in page.text
    assert 'content="noindex"' in page.text
    for absent in ("hreflang", "canonical", "manifest", "feed.xml", "<script", "modules"):
        assert absent not in page.text.partition("<body>")[0], absent


async def test_the_cookie_counts_only_with_the_session_of_its_administrator(
    site: httpx.AsyncClient, pool: Pool
) -> None:
    admin, other = await make_member(pool, is_admin=True), await make_member(pool, is_admin=True)
    member = await make_member(pool, display_name="Volunteer")
    response = await start(site, admin, member)
    cookie = response.headers["set-cookie"]
    assert re.fullmatch(
        r"balai-perspective=[0-9a-f-]{36}\.en; Path=/as; Max-Age=900; HttpOnly; SameSite=Strict; Secure", cookie
    )
    named = cookie.partition(";")[0]
    assert str(member.id) not in cookie
    wrong = [{"cookie": named}, session_of(admin), {}]
    wrong += [{"cookie": f"{session_of(one)['cookie']}; {named}"} for one in (other, member)]
    wrong += [
        {"cookie": f"{session_of(admin)['cookie']}; balai-perspective={value}"} for value in ("x", f"{member.id}.en")
    ]
    wrong += [{"cookie": f"{session_of(admin, expires_in=-1)['cookie']}; {named}"}]
    for cookies in wrong:
        page = await site.get("/as/en", headers=cookies)
        assert page.status_code == 404 and "Volunteer" not in page.text
        assert "You do not see the site as a member now" in page.text
    assert (await site.get("/as/en", headers={"cookie": f"{session_of(admin)['cookie']}; {named}"})).status_code == 200
    for body in (b"", b"{}", b'{"member": "x", "reason": "y"}', b'{"member": null}'):
        assert (await site.post("/as", content=body, headers=bearer(admin))).status_code == 400
    given = {"member": str(member.id), "reason": REASON, "language": "en"}
    assert (await site.post("/as", json=given, headers=session_of(admin))).status_code == 401, "no cookie starts one"
    for one in (other, member):
        refused = await site.post("/as", json={**given, "member": str(admin.id)}, headers=bearer(one))
        assert refused.status_code in {403, 422} and "set-cookie" not in refused.headers
    short = await site.post("/as", json={**given, "reason": "short"}, headers=bearer(admin))
    assert (short.status_code, short.json()["details"]) == (422, "perspectives_reason")


async def test_nothing_but_pages_is_read_so_and_nothing_is_written(site: httpx.AsyncClient, pool: Pool) -> None:
    admin, member = await make_member(pool, is_admin=True), await make_member(pool)
    cookies = await look(site, admin, member)
    before = await pool.fetchval(COUNT)
    for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        for path in ("/as/en", "/as/en/forum", "/as/stop"):
            assert (await site.request(method, path, headers=cookies)).status_code == 405
    for path in ("/as/en/_payload.json", "/as/en/forum/_payload.json", "/as/en/feed.xml", "/as/rest/v1/profiles"):
        page = await site.get(path, headers=cookies, follow_redirects=True)
        assert page.status_code in {200, 404} and page.headers["content-type"] == "text/html; charset=utf-8"
    head = await site.head("/as/en", headers=cookies)
    assert head.status_code == 200 and head.content == b""
    # The administrator's other tabs.
    own = await site.get("/en/admin/members", headers=cookies)
    assert own.status_code == 200 and "/as/" not in own.text and 'id="payload"' in own.text
    assert (await site.get("/en/admin/members/_payload.json", headers=cookies)).json()["visitor"]["isAdmin"]
    assert (await site.get("/as/en/admin/members", headers=cookies)).status_code == 404
    assert await pool.fetchval(COUNT) == before


@pytest.mark.parametrize(
    "path", ["/messages", "/profile/bookmarks", "/profile/security", "/day/calendars", "/newsletter?link=x"]
)
async def test_private_conversations_and_secrets_are_withheld(site: httpx.AsyncClient, pool: Pool, path: str) -> None:
    admin, member = await make_member(pool, is_admin=True), await make_member(pool, display_name="Volunteer")
    page = await site.get(f"/as/zh{path}", headers=await look(site, admin, member))
    assert page.status_code == 403 and "This page is not shown" in page.text, "in the administrator's language"
    assert "You see the site as Volunteer." in page.text and "<script" not in page.text


async def test_the_link_in_the_bar_ends_it(site: httpx.AsyncClient, pool: Pool) -> None:
    admin, member = await make_member(pool, is_admin=True), await make_member(pool)
    cookies = await look(site, admin, member, "vi")
    page = await site.get("/as/en/forum", headers=cookies)
    assert '<html lang="en"' in page.text and '<aside class="perspective" lang="vi"' in page.text
    stop = unescape(re.findall(r'href="(/as/stop[^"]*)"', page.text)[0])
    for path in ("/as/stop", "/as/stop?id=x", stop):
        method = "HEAD" if path == stop else "GET"
        assert (await site.request(method, path, headers=cookies)).status_code == 404
    # Sent by another site the request has neither of the cookies; from this one the address is not known.
    named = {"cookie": cookies["cookie"].rpartition("; ")[2]}
    for wrong in ({}, named, session_of(admin)):
        assert (await site.get(stop, headers=wrong)).status_code == 404
    assert (await site.get("/as/en", headers=cookies)).status_code == 200
    ended = await site.get(stop, headers=cookies)
    assert (ended.status_code, ended.headers["location"]) == (303, f"/vi/admin/members/{member.id}")
    assert "balai-perspective=; Path=/as; Max-Age=0" in ended.headers["set-cookie"]
    site.cookies.clear()
    assert (await site.get("/as/en", headers=cookies)).status_code == 404
    assert (await site.get("/en/admin", headers=cookies)).status_code == 200
    assert await pool.fetchval("select ended_at is not null from public.perspectives")


async def test_an_administrator_who_is_removed_sees_it_no_more(site: httpx.AsyncClient, pool: Pool) -> None:
    admin, member = await make_member(pool, is_admin=True), await make_member(pool)
    cookies = await look(site, admin, member)
    async with as_owner(pool) as connection:
        await connection.execute("delete from public.administrators where user_id = $1", admin.id)
    assert (await site.get("/as/en", headers=cookies)).status_code == 404


async def test_cached_pages_of_guests_stay_theirs(site: httpx.AsyncClient, pool: Pool) -> None:
    admin, member = await make_member(pool, is_admin=True), await make_member(pool, display_name="Volunteer")
    cookies = await look(site, admin, member)
    for path in ("/en", "/en/forum", "/en/blog"):
        # First below /as, so that a page stored by mistake would be found by the guest; then the other way round.
        for _ in range(2):
            seen = await site.get(f"/as{path}", headers=cookies)
            assert "Volunteer" in seen.text
            guest = await site.get(path)
            assert "Volunteer" not in guest.text and "perspective" not in guest.text and 'id="payload"' in guest.text
            assert guest.headers["cache-control"] == "no-cache"


def test_links_to_pages_stay_below_the_prefix_and_others_are_left() -> None:
    for link, kept in (
        ("/zh", "/as/zh"),
        ("/en/forum?a=1#b", "/as/en/forum?a=1#b"),
        ("/vi#x", "/as/vi#x"),
        ("https://site.example/ms/blog", "/as/ms/blog"),
        ("https://site.example.org/ms/blog", "https://site.example.org/ms/blog"),
        ("//en/forum", "//en/forum"),
        ("/storage/v1/object/public/x", "/storage/v1/object/public/x"),
        ("#content", "#content"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("/english", "/english"),
    ):
        html = f'<p>"/en"</p><a class="x" data-a="b" href="{link}" rel="y">/en</a><link href="/en">'
        assert keep_links(html, "https://site.example") == html.replace(f'href="{link}" rel', f'href="{kept}" rel')
