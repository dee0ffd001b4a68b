from datetime import UTC
from email.utils import parsedate_to_datetime
from xml.etree import ElementTree

import httpx
import pytest

from balai.database.pool import Pool
from tests.factories.blog import save_article, words
from tests.factories.forum import make_forum, make_post
from tests.factories.members import make_member
from tests.site.conftest import OpenSite

ATOM = "{http://www.w3.org/2005/Atom}"
DC = "{http://purl.org/dc/elements/1.1/}"


@pytest.fixture
async def articles(pool: Pool) -> None:
    admin = await make_member(pool, display_name="Mei & Co", is_admin=True)
    hours = {"en": words('Hours <new> & "old"', summary="When?"), "zh": words("时间")}
    await save_article(pool, admin, hours, tags=["health"], cover_url="/storage/v1/object/public/pictures/a.jpg")
    await save_article(pool, admin, {"en": words("Only English")}, tags=["food"])
    await save_article(pool, admin, {"en": words("Hidden", status="draft")}, status="draft")


def entries(feed: httpx.Response) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(feed.content)
    assert root.tag == f"{ATOM}feed"
    for name in ("id", "title", "updated"):
        assert root.findtext(ATOM + name)
    return root.findall(f"{ATOM}entry")


@pytest.mark.usefixtures("articles")
async def test_feed_contains_articles_of_its_language(site: httpx.AsyncClient) -> None:
    english, chinese = entries(await site.get("/en/feed.xml")), entries(await site.get("/zh/feed.xml"))
    assert {entry.findtext(f"{ATOM}title") for entry in english} == {'Hours <new> & "old"', "Only English"}
    assert [entry.findtext(f"{ATOM}title") for entry in chinese] == ["时间"]
    assert english[-1].findtext(f"{ATOM}author/{ATOM}name") == "Mei & Co"
    assert entries(await site.get("/vi/feed.xml")) == []


@pytest.mark.usefixtures("articles")
async def test_other_languages_are_included_on_request_and_marked(site: httpx.AsyncClient) -> None:
    feed = await site.get("/zh/feed.xml?all=1")
    languages = {
        entry.findtext(f"{ATOM}title"): entry.get("{http://www.w3.org/XML/1998/namespace}lang")
        for entry in entries(feed)
    }
    assert languages == {"时间": "zh-Hans", "Only English": "en"}


@pytest.mark.usefixtures("articles")
async def test_feed_of_one_tag(site: httpx.AsyncClient) -> None:
    feed = (await site.get("/en/feed.json?tag=food")).json()
    assert [item["title"] for item in feed["items"]] == ["Only English"]
    assert feed["feed_url"] == "https://site.example/en/feed.json?tag=food"


@pytest.mark.usefixtures("articles")
async def test_both_formats_have_the_same_content(site: httpx.AsyncClient) -> None:
    atom, json = await site.get("/en/feed.xml"), (await site.get("/en/feed.json")).json()
    assert [entry.findtext(f"{ATOM}id") for entry in entries(atom)] == [item["id"] for item in json["items"]]
    item = json["items"][-1]
    assert item["url"].startswith("https://site.example/en/blog/")
    assert item["image"] == "https://site.example/storage/v1/object/public/pictures/a.jpg"
    assert (item["tags"], item["language"]) == (["Health"], "en")
    assert (await site.get("/en/feed.xml", headers={"if-none-match": atom.headers["etag"]})).status_code == 304


@pytest.mark.usefixtures("articles")
async def test_rss_has_the_same_content(site: httpx.AsyncClient) -> None:
    response, json = await site.get("/en/rss.xml"), (await site.get("/en/feed.json")).json()
    assert response.headers["content-type"] == "application/rss+xml; charset=utf-8"
    root = ElementTree.fromstring(response.content)
    assert (root.tag, root.get("version")) == ("rss", "2.0")
    assert all(root.findtext(f"channel/{name}") for name in ("title", "link", "description", "language"))
    itself = root.find(f"channel/{ATOM}link")
    assert itself is not None and itself.get("href") == "https://site.example/en/rss.xml"
    items = root.findall("channel/item")
    assert [item.findtext("guid") for item in items] == [item["id"] for item in json["items"]]
    assert [item.findtext("link") for item in items] == [item["url"] for item in json["items"]]
    assert items[-1].findtext("title") == 'Hours <new> & "old"'
    assert items[-1].findtext(f"{DC}creator") == "Mei & Co"
    assert parsedate_to_datetime(items[-1].findtext("pubDate", "")).tzinfo is UTC
    languages = ElementTree.fromstring((await site.get("/zh/rss.xml?all=1")).content).iter(f"{DC}language")
    assert {language.text for language in languages} == {"zh-Hans", "en"}
    assert (await site.get("/en/rss.xml", headers={"if-none-match": response.headers["etag"]})).status_code == 304
    assert b"Only English" in (await site.get("/en/rss.xml?tag=food")).content
    assert 'type="application/rss+xml" href="/en/rss.xml"' in (await site.get("/en")).text


async def test_new_article_is_in_the_feed(site: httpx.AsyncClient, pool: Pool) -> None:
    assert entries(await site.get("/ms/feed.xml")) == []
    admin = await make_member(pool, is_admin=True)
    await save_article(pool, admin, {"ms": words("Waktu klinik")}, source_language="ms")
    for _ in range(50):
        if found := entries(await site.get("/ms/feed.xml")):
            break
    assert [entry.findtext(f"{ATOM}title") for entry in found] == ["Waktu klinik"]


async def test_forum_has_its_own_feed(site: httpx.AsyncClient, pool: Pool) -> None:
    author = await make_member(pool, display_name="Ha")
    forum = await make_forum(pool, slug="life")
    post = await make_post(pool, forum, author, title="Where is the clinic?")
    await make_post(pool, forum, author, language="vi", title="Phòng khám ở đâu?")
    feed = await site.get("/en/forum/life/feed.xml")
    assert [entry.findtext(f"{ATOM}title") for entry in entries(feed)] == ["Where is the clinic?"]
    items = (await site.get("/en/forum/life/feed.json?all=1")).json()["items"]
    assert {item["language"] for item in items} == {"en", "vi"}
    assert f"https://site.example/en/forum/life/post/{post}" in {item["url"] for item in items}
    assert b"Where is the clinic?" in (await site.get("/en/forum/life/rss.xml")).content
    assert 'href="/en/forum/life/feed.xml"' in (await site.get("/en/forum/life")).text
    assert (await site.get("/en/forum/none/feed.xml")).status_code == 404


async def test_newer_entries_in_other_languages_leave_those_of_a_language_in_its_feed(
    site: httpx.AsyncClient, pool: Pool
) -> None:
    admin = await make_member(pool, is_admin=True)
    forum = await make_forum(pool, slug="life")
    await save_article(pool, admin, {"zh": words("时间")}, source_language="zh")
    vietnamese = await make_post(pool, forum, admin, language="vi", title="Phòng khám ở đâu?")
    await pool.execute("update public.posts set tags = '{Clinic}' where id = $1", vietnamese)
    translated = await make_post(pool, forum, admin, title="A bus to the clinic")
    await pool.execute(
        "insert into public.translations (post_id, language, title, body, source_version)"
        " select id, 'vi', 'Xe buýt đến phòng khám', body, 1 from public.posts where id = $1",
        translated,
    )
    for number in range(21):
        await make_post(pool, forum, admin, title=f"A question {number}")
        await save_article(pool, admin, {"en": words(f"An article {number}")})
    titles = [entry.findtext(f"{ATOM}title") for entry in entries(await site.get("/zh/feed.xml"))]
    assert titles == ["时间"]
    titles = [entry.findtext(f"{ATOM}title") for entry in entries(await site.get("/vi/forum/life/feed.xml"))]
    assert titles == ["Xe buýt đến phòng khám", "Phòng khám ở đâu?"]
    feed = await site.get("/vi/forum/life/feed.xml?tag=clinic")
    assert [entry.findtext(f"{ATOM}title") for entry in entries(feed)] == ["Phòng khám ở đâu?"]
    page = await site.get("/vi/forum/life?tag=clinic")
    assert 'href="/vi/forum/life/feed.xml?tag=clinic"' in page.text


@pytest.mark.usefixtures("articles")
async def test_pictures_come_from_the_backend_where_it_is_on_another_host(open_site: OpenSite) -> None:
    """Rows hold their paths."""
    path = "/storage/v1/object/public/pictures/a.jpg"
    async with open_site(environment={"BALAI_BACKEND_URL": "https://api.example"}) as site:
        item = (await site.get("/en/feed.json")).json()["items"][-1]
        assert item["image"] == f"https://api.example{path}"
        assert item["url"].startswith("https://site.example/")
        page = await site.get(item["url"].removeprefix("https://site.example"))
        assert f'<meta property="og:image" content="https://api.example{path}">' in page.text
        assert '"storageHost":"https://api.example"' in page.text
        assert "img-src 'self' data: blob: https://api.example;" in page.headers["content-security-policy"]
