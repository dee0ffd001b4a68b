"""A site that offers fewer languages: addresses, alternates, feeds, the site map and emails follow."""

import asyncio

import httpx
import pytest

from balai.database.pool import Pool
from balai.site.languages import preferred_lang
from tests.factories.members import make_member
from tests.site.conftest import session_of

REDUCE = "update public.site_settings set languages = '{vi,zh}', default_language = 'zh'"


@pytest.fixture
async def reduced(site: httpx.AsyncClient, pool: Pool) -> httpx.AsyncClient:
    """A site that was read in Malay, and has stopped offering it since."""
    assert (await site.get("/ms/forum")).status_code == 200
    await pool.execute(REDUCE)
    await asyncio.sleep(0.05)
    return site


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/ms", "/zh"),
        ("/ms/forum", "/zh/forum"),
        ("/en/resources?kind=file", "/zh/resources?kind=file"),
        ("/ms/nowhere", "/zh/nowhere"),
        ("/ms/feed.xml", "/zh/feed.xml"),
        ("/ms/manifest.webmanifest", "/zh/manifest.webmanifest"),
    ],
)
async def test_removed_language_leads_to_the_default_one(reduced: httpx.AsyncClient, path: str, target: str) -> None:
    for _ in range(2):
        response = await reduced.get(path)
        assert (response.status_code, response.headers["location"]) == (302, target), "it may be offered again"


async def test_navigation_within_the_app_is_redirected_too(reduced: httpx.AsyncClient) -> None:
    assert (await reduced.get("/ms/forum/_payload.json")).json() == {"redirect": "/zh/forum"}


async def test_a_language_that_is_offered_again_has_pages_again(reduced: httpx.AsyncClient, pool: Pool) -> None:
    assert (await reduced.get("/ms/forum")).status_code == 302
    await pool.execute("update public.site_settings set languages = '{ms,zh}'")
    await asyncio.sleep(0.05)
    assert (await reduced.get("/ms/forum")).status_code == 200


async def test_pages_name_only_offered_languages(reduced: httpx.AsyncClient) -> None:
    html = (await reduced.get("/vi/forum")).text
    assert html.count('hreflang="zh-Hans"') == html.count('hreflang="vi"') == 1
    assert 'hreflang="ms"' not in html and 'hreflang="en"' not in html
    assert 'hreflang="x-default" href="https://site.example/zh/forum"' in html
    payload = (await reduced.get("/vi/forum/_payload.json")).json()
    assert payload["site"]["languages"] == ["zh", "vi"] == [one["lang"] for one in payload["alternates"]]


async def test_site_map_lists_only_offered_languages(reduced: httpx.AsyncClient) -> None:
    text = (await reduced.get("/sitemap/pages")).text
    assert "/zh/forum" in text and "/vi/forum" in text
    assert "/ms/forum" not in text and "/en/forum" not in text


async def test_addresses_without_a_language_get_an_offered_one(reduced: httpx.AsyncClient, pool: Pool) -> None:
    malay = await make_member(pool, language="ms")
    cases = [
        ({"accept-language": "ms,vi;q=0.5"}, "/vi/forum"),
        ({"accept-language": "ms"}, "/zh/forum"),
        ({"cookie": "i18n_redirected=ms"}, "/zh/forum"),
        (session_of(malay), "/zh/forum"),
    ]
    for headers, target in cases:
        assert (await reduced.get("/forum", headers=headers)).headers["location"] == target


def test_browser_languages_that_are_not_offered_are_skipped() -> None:
    assert preferred_lang("ms, vi;q=0.4, zh;q=0.6", ("vi", "zh")) == "zh"
    assert preferred_lang("ms", ("vi", "zh")) is None


async def test_members_of_a_removed_language_get_emails_in_the_default_one(pool: Pool) -> None:
    await pool.execute(REDUCE)
    rows = await pool.fetch("select unnest(enum_range(null::public.language)) as wanted")
    chosen = {row["wanted"]: await pool.fetchval("select public.offered_language($1)", row["wanted"]) for row in rows}
    assert chosen == {"en": "zh", "zh": "zh", "ms": "zh", "vi": "vi"}


async def test_a_name_falls_back_to_a_language_that_exists(reduced: httpx.AsyncClient, pool: Pool) -> None:
    await pool.execute("update public.site_texts set name = '', tagline = ''")
    await pool.execute("update public.site_texts set name = 'Rumah', tagline = 'Untuk semua' where language = 'ms'")
    await asyncio.sleep(0.05)
    page = (await reduced.get("/vi/_payload.json")).json()
    assert (page["site"]["name"], page["site"]["tagline"]) == ("Rumah", "Untuk semua")
