import re

import httpx
import pytest

from balai.database.pool import Pool
from tests.factories.blog import save_article, words
from tests.factories.forum import make_forum, make_post
from tests.factories.members import make_member

ADDRESS = re.compile(r"<url><loc>([^<]+)</loc>(.*?)</url>")
LINK = re.compile(r'hreflang="([^"]+)" href="([^"]+)"')


async def crawl(site: httpx.AsyncClient) -> dict[str, dict[str, str]]:
    """Return every URL of the whole site map with its alternates."""
    index = (await site.get("/sitemap.xml")).text
    found: dict[str, dict[str, str]] = {}
    for part in re.findall(r"<loc>([^<]+)</loc>", index):
        response = await site.get(part)
        assert response.status_code == 200, part
        found |= {address: dict(LINK.findall(links)) for address, links in ADDRESS.findall(response.text)}
    return found


async def test_every_public_page_is_listed_with_all_languages(site: httpx.AsyncClient, pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    forum = await make_forum(pool, slug="life")
    post = await make_post(pool, forum, admin)
    await save_article(pool, admin, {"en": words("Clinic hours"), "zh": words("诊所时间")})
    await save_article(pool, admin, {"en": words("Not yet", status="draft")}, status="draft")
    found = await crawl(site)
    base = "https://site.example"
    assert {
        f"{base}/{lang}{rest}" for lang in ("en", "zh", "ms", "vi") for rest in ("", "/about", "/forum/life")
    } <= set(found)
    assert f"{base}/vi/forum/life/post/{post}" in found
    article = found[f"{base}/en/blog/clinic-hours"]
    assert set(article) == {"en", "zh-Hans"}
    assert not [address for address in found if re.search(r"/(admin|profile|signin|search|blog/new|not-yet)", address)]


async def test_links_between_languages_are_mutual(site: httpx.AsyncClient, pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    await save_article(pool, admin, {"en": words("Hours"), "vi": words("Giờ mở cửa")})
    found = await crawl(site)
    for address, links in found.items():
        assert address in links.values()
        assert all(found[other] == links for other in links.values())


async def test_pages_have_the_same_alternates_as_the_site_map(site: httpx.AsyncClient, pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    await make_post(pool, await make_forum(pool, slug="life"), admin)
    await save_article(pool, admin, {"en": words("Hours"), "vi": words("Giờ mở cửa")})
    for address, links in (await crawl(site)).items():
        response = await site.get(address)
        assert response.status_code == 200, address
        assert f'<link rel="canonical" href="{address}">' in response.text
        named = dict(re.findall(r'rel="alternate" hreflang="([^"]+)" href="([^"]+)"', response.text))
        assert named.pop("x-default") in links.values()
        assert named == links, address


async def test_site_map_of_many_posts_is_split(
    site: httpx.AsyncClient, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("balai.site.loaders.sitemap.ENTRIES_PER_PART", 2)
    author = await make_member(pool)
    forum = await make_forum(pool)
    posts = [await make_post(pool, forum, author) for _ in range(5)]
    index = (await site.get("/sitemap.xml")).text
    assert index.count("/sitemap/posts/") == 3
    found = await crawl(site)
    assert all(f"https://site.example/en/forum/life/post/{post}" in found for post in posts)


async def test_robots_txt_names_the_site_map_and_disallowed_paths(site: httpx.AsyncClient) -> None:
    robots = (await site.get("/robots.txt")).text.splitlines()
    assert "Sitemap: https://site.example/sitemap.xml" in robots
    assert {"Disallow: /en/admin", "Disallow: /vi/profile", "Disallow: /zh/blog/*/edit"} <= set(robots)
    assert "Disallow: /en/blog" not in robots and "Disallow: /en/blog/" not in robots
    assert len(robots) == len(set(robots)) + robots.count("") - 1
