"""The link in emails that ends them: one click for email programs, a page with a form for people."""

from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest

from balai.database.pool import Pool
from balai.security.tokens import KeyRing
from balai.settings import load_settings
from balai.site.application import site_app
from tests.factories.members import Member, make_member

SECRET = "s" * 40
STATE = "select is_unsubscribed from public.notice_settings where member_id = $1"


@pytest.fixture
async def client(pool: Pool, database: str) -> AsyncIterator[httpx.AsyncClient]:
    settings = load_settings({"BALAI_SITE_URL": "https://site.example", "BALAI_JWT_SECRET": SECRET})
    async with (
        site_app(pool, settings, database, KeyRing(SECRET)) as app,
        httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="https://site.example") as client,
    ):
        yield client


async def link_of(pool: Pool, member: Member) -> str:
    return f"/unsubscribe?link={await pool.fetchval('select public.notice_link($1, null)', member.id)}"


async def test_email_programs_unsubscribe_with_one_click(pool: Pool, client: httpx.AsyncClient) -> None:
    member = await make_member(pool)
    link = await link_of(pool, member)
    # Programs that check emails open the address: it shows a page and changes nothing.
    page = await client.get(f"/vi{link}")
    assert page.status_code == 200
    assert f'action="{link}"' in page.text
    assert await pool.fetchval(STATE, member.id) is None
    response = await client.post(link, data={"List-Unsubscribe": "One-Click"})
    assert response.status_code == 200
    assert await pool.fetchval(STATE, member.id) is True


async def test_form_leads_back_to_the_page_and_can_be_undone(pool: Pool, client: httpx.AsyncClient) -> None:
    member = await make_member(pool)
    link = await link_of(pool, member)
    response = await client.post(link, data={"lang": "vi"})
    assert (response.status_code, response.headers["location"]) == (303, f"/vi{link}")
    assert "Hoàn tác" in (await client.get(f"/vi{link}")).text
    await client.post(link, data={"lang": "vi", "again": "yes"})
    assert await pool.fetchval(STATE, member.id) is False


async def test_unknown_links_change_nothing(pool: Pool, client: httpx.AsyncClient) -> None:
    for link in (str(uuid4()), "x", ""):
        assert (await client.post(f"/unsubscribe?link={link}")).status_code == 404
        assert (await client.get(f"/en/unsubscribe?link={link}")).status_code == 404
    assert await pool.fetchval("select count(*) from public.notice_settings") == 0
