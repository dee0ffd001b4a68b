"""Name, manifest and appearance of the site: in each language, and soon after a change."""

import asyncio
import io

import httpx
import pytest
from PIL import Image

from balai.database.pool import Connection, Pool
from balai.site.pages.identity import SiteIdentity
from balai.site.render.table_versions import TableVersions
from tests.factories.members import make_member
from tests.site.conftest import OpenSite, session_of
from tests.site.render.test_table_versions import becomes_true
from tests.site.sample import RENAME, SampleScreens, read, shows


async def test_the_manifest_is_in_the_language_of_the_page(site: httpx.AsyncClient, pool: Pool) -> None:
    await pool.execute("update public.site_texts set name = '我们的家' where language = 'zh'")
    assert await shows(site, "/zh/manifest.webmanifest", "我们的家")
    manifest = (await site.get("/zh/manifest.webmanifest")).json()
    assert (manifest["name"], manifest["lang"], manifest["start_url"]) == ("我们的家", "zh-Hans", "/zh")
    for icon in manifest["icons"]:
        assert (await site.get(icon["src"])).headers["content-type"] == icon["type"]
    assert {shot["form_factor"] for shot in manifest["screenshots"]} == {"narrow", "wide"}
    for shot in manifest["screenshots"]:
        response = await site.get(shot["src"])
        assert response.headers["content-type"] == shot["type"]
        width, height = Image.open(io.BytesIO(response.content)).size
        assert f"{width}x{height}" == shot["sizes"]
        assert shot["label"] == "我们的家" and "zh" in shot["src"]


async def test_site_named_in_one_language_has_that_name_in_all(site: httpx.AsyncClient, pool: Pool) -> None:
    await pool.execute("update public.site_texts set name = 'Hội quán', tagline = 'Nơi ta gặp' where language = 'vi'")
    assert await shows(site, "/vi/manifest.webmanifest", "Nơi ta gặp")
    for lang in ("en", "zh", "ms", "vi"):
        page = (await site.get(f"/{lang}")).text
        assert "<title>Hội quán</title>" in page
        assert '"@type":"Organization","name":"Hội quán"' in page
        assert '<meta name="description" content="Nơi ta gặp">' in page
        manifest = (await site.get(f"/{lang}/manifest.webmanifest")).json()
        assert (manifest["name"], manifest["description"]) == ("Hội quán", "Nơi ta gặp")
        for feed in ("feed.xml", "feed.json", "rss.xml", "book/calendar.ics"):
            assert "Hội quán" in (await site.get(f"/{lang}/{feed}")).text, feed
        assert "Balai<" not in page
        assert "Hội quán" in (await site.get(f"/{lang}/nowhere")).text


async def test_administrator_sees_a_new_site_name_at_once(
    open_site: OpenSite, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request after the write comes before the notification of the change."""
    headers = session_of(await make_member(pool, is_admin=True))
    monkeypatch.setattr(TableVersions, "increment", lambda *_: None)
    async with open_site() as site:
        await read(site, "/en", **headers)
        await pool.execute(RENAME, "New name")
        page = await read(site, "/en", **headers)
    assert page["site"]["name"] == "New name"  # type: ignore[index]


async def test_missing_site_name_is_the_default_languages(site: httpx.AsyncClient, pool: Pool) -> None:
    await pool.execute("update public.site_texts set name = 'Name in ' || language where language <> 'ms'")
    await pool.execute("update public.site_settings set default_language = 'zh'")
    assert await shows(site, "/ms/manifest.webmanifest", "Name in zh")
    names = [(await site.get(f"/{lang}/manifest.webmanifest")).json()["name"] for lang in ("en", "ms", "vi")]
    assert names == ["Name in en", "Name in zh", "Name in vi"]


async def test_new_appearance_invalidates_cached_pages(site: httpx.AsyncClient, pool: Pool) -> None:
    assert 'data-preset="teduh" data-fonts="serambi"' in (await site.get("/en")).text
    await pool.execute("update public.site_settings set preset = 'pagi', font_pair = 'ringan', accent = '#7a3b12'")
    assert await shows(site, "/en", 'data-preset="pagi" data-fonts="ringan"')
    assert "--seed:#7a3b12" in (await site.get("/en")).text


async def test_site_name_changed_during_the_read_is_not_cached(
    open_site: OpenSite, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An administrator saves two tables in succession, and a page is requested in between."""
    refresh = SiteIdentity.refresh

    class Slow:
        """A connection whose rows arrive only after the next commit and its notification."""

        def __init__(self, conn: Connection, identity: SiteIdentity) -> None:
            self._conn = conn
            self._versions = identity._versions

        async def fetch(self, statement: str) -> object:
            rows = await self._conn.fetch(statement)
            before = self._versions.snapshot(("site_texts",)) or ()
            await pool.execute(RENAME, "New name")
            assert await becomes_true(lambda: not self._versions.is_current(before))
            monkeypatch.setattr(SiteIdentity, "refresh", refresh)
            return rows

    async def refresh_slowly(identity: SiteIdentity, conn: Connection) -> None:
        await refresh(identity, Slow(conn, identity))  # type: ignore[arg-type]

    monkeypatch.setattr(SiteIdentity, "refresh", refresh_slowly)
    sample = SampleScreens()
    async with open_site(screens=sample.screens) as site, asyncio.timeout(10):
        await read(site, "/en/sample/here")
        assert "New name" in (await site.get("/en/sample/here")).text
