"""Pages with unpublished pictures, which the appearance screen shows in a frame."""

import httpx
import pytest

from balai.database.pool import Pool
from tests.factories.members import make_member
from tests.site.conftest import session_of

LOGO = "/storage/v1/object/public/pictures/a/logo.webp"
# Renders what the page shows of the settings.
DRAWS = """
globalThis.renderPage = (text) => {
  const { site } = JSON.parse(text);
  return `${site.logoUrl} ${site.coverFocusX}`;
};
"""
PATH = f"/en?preview=1&logo={LOGO}&x=30"


@pytest.fixture
async def site(open_site):  # type: ignore[no-untyped-def]
    async with open_site(server=DRAWS) as client:
        yield client


async def test_administrators_see_what_is_not_published(site: httpx.AsyncClient, pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    page = await site.get(PATH, headers=session_of(admin))
    assert f"{LOGO} 30" in page.text
    assert "/assets/client-1.js" not in page.text and 'id="payload"' not in page.text, "its frame runs no scripts"
    assert LOGO not in (await site.get("/en", headers=session_of(admin))).text


async def test_other_visitors_see_the_page_as_it_is(site: httpx.AsyncClient, pool: Pool) -> None:
    member = await make_member(pool)
    for headers in ({}, session_of(member)):
        page = await site.get(PATH, headers=headers)
        assert "null 50" in page.text and "/assets/client-1.js" in page.text
    assert "null 50" in (await site.get("/en")).text, "no preview is cached"


async def test_only_a_preview_may_stand_in_a_frame_and_only_in_one_of_the_site(site: httpx.AsyncClient) -> None:
    for path in ("/en", PATH, "/en", PATH):
        page = await site.get(path)
        wanted = ("SAMEORIGIN", "frame-ancestors 'self'") if path == PATH else ("DENY", "frame-ancestors 'none'")
        assert page.headers["x-frame-options"] == wanted[0]
        assert wanted[1] in page.headers["content-security-policy"]


@pytest.mark.parametrize(
    "logo",
    [
        "https://elsewhere.example/a.png",
        "//elsewhere.example",
        "/storage/v1/object/public/pictures/../../x",
        "/admin",
        "",
    ],
)
async def test_a_preview_shows_uploads_alone(site: httpx.AsyncClient, pool: Pool, logo: str) -> None:
    admin = await make_member(pool, is_admin=True)
    page = await site.get("/en", params={"preview": "1", "logo": logo, "x": "1000"}, headers=session_of(admin))
    assert "null 50" in page.text
