"""Frames for other websites: which sites may show them, what is in them, without scripts and cookies."""

import re
from collections.abc import AsyncIterator

import asyncpg
import httpx
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.booking import make_service
from tests.factories.forum import make_forum, make_post
from tests.factories.members import Member, make_member
from tests.site.conftest import OpenSite

SET_HOSTS = "update public.site_settings set embed_hosts = $1"


@pytest.fixture
async def admin(pool: Pool) -> Member:
    return await make_member(pool, display_name="Aisyah", is_admin=True)


@pytest.fixture
async def site(open_site: OpenSite) -> AsyncIterator[httpx.AsyncClient]:
    async with open_site() as client:
        yield client


async def set_hosts(pool: Pool, admin: Member, *hosts: str) -> None:
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.execute(SET_HOSTS, list(hosts))


def policy(response: httpx.Response) -> dict[str, str]:
    (only,) = response.headers.get_list("content-security-policy")
    return dict(part.partition(" ")[::2] for part in only.split("; "))


async def test_frame_of_a_service_lists_free_times_and_leads_to_the_site(
    pool: Pool, admin: Member, site: httpx.AsyncClient
) -> None:
    await make_service(pool, admin, capacity=1, per_person=1)
    every = await site.get("/embed/en/book")
    assert every.status_code == 200
    assert "Reading circle" in every.text
    response = await site.get("/embed/vi/book/reading-circle")
    assert '<html lang="vi">' in response.text
    assert "Nhóm đọc sách" in response.text
    links = re.findall(r'href="([^"]+)" target="_blank" rel="noopener"', response.text)
    assert len(links) == 9
    assert all("/vi/book/reading-circle" in link for link in links)
    assert sum("?at=" in link for link in links) == 8
    assert "<script" not in response.text
    assert "set-cookie" not in response.headers
    assert response.headers["x-robots-tag"] == "noindex"
    assert (await site.get("/embed/vi/book/nothing")).status_code == 404
    assert (await site.get("/embed/xx/book")).status_code == 404


async def test_frames_of_sessions_say_how_many_places_are_left(
    pool: Pool, admin: Member, site: httpx.AsyncClient
) -> None:
    await make_service(pool, admin, capacity=12, per_person=2)
    assert "Còn 12 chỗ" in (await site.get("/embed/vi/book")).text
    assert (await site.get("/embed/zh/book/reading-circle")).text.count("剩 12 个名额") == 8


async def test_frame_of_posts_has_what_everyone_reads(pool: Pool, admin: Member, site: httpx.AsyncClient) -> None:
    for slug, title in (("life", "Where is the clinic?"), ("staff", "Keys of the store room")):
        await make_post(pool, await make_forum(pool, slug=slug), admin, title=title)
    async with as_owner(pool) as connection:
        await connection.execute("update public.forums set is_restricted = true where slug = 'staff'")
    text = (await site.get("/embed/en/posts")).text
    assert "Where is the clinic?" in text
    assert "Keys of the store room" not in text


async def test_only_listed_sites_may_show_frames(pool: Pool, admin: Member, site: httpx.AsyncClient) -> None:
    # The administration shows a preview.
    empty = await site.get("/embed/en/book")
    assert policy(empty)["frame-ancestors"] == "'self'"
    assert policy(empty)["default-src"] == "'none'"
    assert "x-frame-options" not in empty.headers
    await set_hosts(pool, admin, "www.example.org", "example.com:8443")
    # Addresses that no cache has: it hears of a changed setting a moment later.
    for path in ("/embed/vi/book", "/embed/en/posts"):
        response = await site.get(path)
        assert policy(response)["frame-ancestors"] == "'self' https://www.example.org https://example.com:8443"
    # All else stays closed, errors too.
    for path in ("/en", "/en/book", "/embed/en/nothing", "/embed/en/book/nothing", "/robots.txt"):
        response = await site.get(path)
        assert policy(response)["frame-ancestors"] == "'none'"
        assert response.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    "host", ["*", "*.example.org", "a.org; script-src *", "https://a.org", "'self'", "localhost", ""]
)
async def test_a_host_is_a_host(pool: Pool, admin: Member, host: str) -> None:
    with pytest.raises(asyncpg.CheckViolationError):
        await set_hosts(pool, admin, "www.example.org", host)


async def test_members_do_not_change_the_list(pool: Pool) -> None:
    mei = await make_member(pool, display_name="Mei")
    await set_hosts(pool, mei, "evil.example.org")
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select embed_hosts from public.site_settings") == []
