"""The site over HTTP: every kind of URL, requested as browsers do."""

import asyncio
import base64
import hashlib
import re
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from structlog.typing import EventDict

from balai.database.pool import Pool
from balai.site.pages.reader import TIMEOUT
from balai.site.render.renderer import Limits
from balai.site.request.guards import UnknownGuard
from balai.site.screens import Page, PageRequest, Screen
from tests.factories.members import make_member
from tests.site.conftest import OpenSite, session_of
from tests.site.sample import RENAME, SamplePayload, SampleScreens, read, shows

SECURITY = {
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "permissions-policy",
    "cross-origin-opener-policy",
}


@pytest.mark.parametrize(
    ("path", "headers", "to"),
    [
        ("/", {}, "/en"),
        ("/", {"accept-language": "fr, vi;q=0.4"}, "/vi"),
        ("/", {"accept-language": "zh-HK"}, "/zh"),
        ("/", {"accept-language": "id"}, "/ms"),
        ("/", {"accept-language": "vi", "cookie": "i18n_redirected=ms"}, "/ms"),
        ("/", {"accept-language": "vi", "cookie": "i18n_redirected=fr"}, "/vi"),
        ("/blog", {"cookie": "i18n_redirected=zh"}, "/zh/blog"),
        ("/blog/", {}, "/en/blog"),
        ("/search?q=a%20b&q=c", {"accept-language": "ms"}, "/ms/search?q=a%20b&q=c"),
        ("/blog/%E8%AF%8A%E6%89%80", {}, "/en/blog/%E8%AF%8A%E6%89%80"),
        ("/signin?next=%2Fen%2Fprofile", {}, "/en/signin?next=%2Fen%2Fprofile"),
        ("/feed.xml", {}, "/en/feed.xml"),
    ],
)
async def test_path_without_language_redirects_to_the_visitors(
    site: httpx.AsyncClient, path: str, headers: dict[str, str], to: str
) -> None:
    response = await site.get(path, headers=headers)
    assert (response.status_code, response.headers["location"]) == (302, to)
    assert "accept-language" in response.headers["vary"]


async def test_member_is_redirected_to_the_language_of_the_account(site: httpx.AsyncClient, pool: Pool) -> None:
    member = await make_member(pool, language="vi")
    headers = session_of(member)
    headers["cookie"] += "; i18n_redirected=zh"
    assert (await site.get("/", headers=headers)).headers["location"] == "/vi"
    expired = session_of(member, expires_in=-1)
    expired["cookie"] += "; i18n_redirected=zh"
    assert (await site.get("/", headers=expired)).headers["location"] == "/zh"


@pytest.mark.parametrize("path", ["/nope", "//evil.example", "/en/nope", "/zh/forum/x/post/1", "/.env", "/EN"])
async def test_unknown_path_is_the_404_page(site: httpx.AsyncClient, path: str) -> None:
    response = await site.get(f"https://site.example{path}", follow_redirects=True)
    assert response.status_code == 404
    assert 'data-status="404"' in response.text and response.headers["content-type"].startswith("text/html")
    assert not response.url.host.startswith("evil")


async def test_language_of_the_404_page_follows_the_path(site: httpx.AsyncClient) -> None:
    english, chinese = await site.get("/en/nope"), await site.get("/zh/nope")
    assert "Page not found" in english.text and '<html lang="en" ' in english.text
    assert '<html lang="zh-Hans" ' in chinese.text and "Page not found" not in chinese.text
    assert 'name="robots" content="noindex"' in english.text


async def test_failure_shows_the_error_page_and_logs_the_cause(open_site: OpenSite, logs: list[EventDict]) -> None:
    async with open_site(screens=SampleScreens().screens) as site:
        response = await site.get("/en/sample/broken")
        assert response.status_code == 500
        assert "Internal server error" in response.text and "no cause for visitors" not in response.text
        assert "no cause for visitors" in str(logs)
        payload = await site.get("/en/sample/broken/_payload.json")
        assert (payload.status_code, payload.json()["status"], payload.json()["data"]) == (500, 500, None)


async def test_page_is_sent_with_its_payload_and_alone(open_site: OpenSite) -> None:
    async with open_site(screens=SampleScreens().screens) as site:
        whole = await read(site, "/vi/sample/here?words=ch%C3%A0o&utm_source=x")
        alone = (await site.get("/vi/sample/here/_payload.json?words=ch%C3%A0o")).json()
    assert whole["data"] == {"words": "chào", "reads": 1}
    assert whole["query"] == {"words": "chào"}
    assert whole["path"] == "/vi/sample/here"
    assert whole["head"]["title"] == "Sample <1> · Balai"  # type: ignore[index]
    assert {"site", "supabase", "build"} <= whole.keys()
    assert {
        "screen",
        "lang",
        "params",
        "query",
        "visitor",
        "alternates",
        "head",
        "data",
        "status",
        "site",
    } <= alone.keys()
    assert not {"supabase", "build"} & alone.keys()
    assert [other["path"] for other in alone["alternates"]] == [
        f"/{lang}/sample/here?words=ch%C3%A0o" for lang in ("en", "zh", "ms", "vi")
    ]


async def test_page_with_own_alternates_names_them(open_site: OpenSite) -> None:
    async with open_site(screens=SampleScreens().screens) as site:
        text = (await site.get("/en/sample/translated")).text
    assert 'hreflang="zh-Hans" href="https://site.example/zh/sample/%E4%BD%A0"' in text
    assert 'hreflang="ms"' not in text


async def test_moved_page_redirects_permanently(open_site: OpenSite) -> None:
    async with open_site(screens=SampleScreens().screens) as site:
        response = await site.get("/ms/sample/moved")
        assert (response.status_code, response.headers["location"]) == (301, "/ms/sample/here")
        assert (await site.get("/ms/sample/moved/_payload.json")).json() == {"redirect": "/ms/sample/here"}


async def test_trailing_slash_redirects(site: httpx.AsyncClient) -> None:
    response = await site.get("/en/blog/?tag=x")
    assert (response.status_code, response.headers["location"]) == (301, "/en/blog?tag=x")
    assert (await site.get("/vi/")).headers["location"] == "/vi"


async def test_guest_is_redirected_to_sign_in_with_a_return_path(open_site: OpenSite, pool: Pool) -> None:
    async with open_site(screens=SampleScreens().screens) as site:
        response = await site.get("/zh/mine")
        assert (response.status_code, response.headers["location"]) == (303, "/zh/signin?next=%2Fzh%2Fmine")
        assert (await site.get("/zh/mine/_payload.json")).json() == {"redirect": "/zh/signin?next=%2Fzh%2Fmine"}
        member = await make_member(pool)
        mine = await site.get("/zh/mine", headers=session_of(member))
        assert mine.status_code == 200
        assert mine.headers["cache-control"].startswith("private")


async def test_member_gets_not_found_in_the_administration(open_site: OpenSite, pool: Pool) -> None:
    async with open_site(screens=SampleScreens().screens) as site:
        member, admin = await make_member(pool), await make_member(pool, is_admin=True)
        assert (await site.get("/en/office")).status_code == 303
        assert (await site.get("/en/office", headers=session_of(member))).status_code == 404
        assert (await site.get("/en/office/_payload.json", headers=session_of(member))).status_code == 404
        assert (await site.get("/en/office", headers=session_of(admin))).status_code == 200


async def test_unknown_guard_stops_the_start(open_site: OpenSite) -> None:
    row = Screen(name="x", path="/x", page="a/A", title="t", guards=("is-editor",))
    with pytest.raises(UnknownGuard):
        async with open_site(screens=(row,)):
            pass


async def test_page_of_a_member_is_private(open_site: OpenSite, pool: Pool) -> None:
    member = await make_member(pool, display_name="小梅")
    async with open_site(screens=SampleScreens().screens) as site:
        own = await read(site, "/en/sample/here", **session_of(member))
        anonymous = await read(site, "/en/sample/here")
        assert own["visitor"]["displayName"] == "小梅"  # type: ignore[index]
        assert anonymous["visitor"] is None
        assert (await read(site, "/en/sample/here", **session_of(member, expires_in=-5)))["visitor"] is None
        assert "etag" not in (await site.get("/en/sample/here", headers=session_of(member))).headers


async def test_cached_page_is_not_read_again_until_a_commit(open_site: OpenSite, pool: Pool) -> None:
    sample = SampleScreens()
    async with open_site(screens=sample.screens) as site:
        for _ in range(3):
            assert (await site.get("/en/sample/here")).status_code == 200
        assert sample.reads == 1
        # Other queries, languages and formats are pages of their own; unknown parameters are not.
        await site.get("/en/sample/here?words=b")
        await site.get("/en/sample/here?utm=1")
        await site.get("/vi/sample/here")
        assert sample.reads == 3
        await pool.execute(RENAME, "Rumah Kita")
        assert await shows(site, "/en/sample/here", "Rumah Kita")
        assert sample.reads >= 4


async def test_after_a_commit_no_cached_page_is_stale(open_site: OpenSite, pool: Pool) -> None:
    async with open_site(screens=SampleScreens().screens) as site:
        for number in range(20):
            name = f"Sample {number}"
            await pool.execute(RENAME, name)
            # The notification uses another connection than the response to the commit, so it may arrive a moment later.
            assert await shows(site, "/en/sample/here", name)
            assert name in (await site.get("/en/sample/here")).text


async def test_expired_page_is_read_again(open_site: OpenSite) -> None:
    sample = SampleScreens()
    async with open_site(screens=sample.screens) as site:
        for moment, reads in ((timedelta(hours=1), 1), (timedelta(seconds=-1), 3)):
            sample.valid_until = datetime.now(UTC) + moment
            path = f"/en/sample/until-{reads}"
            await site.get(path)
            await site.get(path)
            assert sample.reads == reads


async def test_without_the_listening_connection_pages_are_read_each_time(open_site: OpenSite) -> None:
    sample = SampleScreens()
    async with open_site(screens=sample.screens, database_url="postgresql://127.0.0.1:1/none") as site:
        for _ in range(3):
            assert (await site.get("/en/sample/here")).status_code == 200
    assert sample.reads == 3


@pytest.mark.parametrize("path", ["/en/sample/here", "/en/sample/here/_payload.json", "/icons/icon.svg"])
async def test_unchanged_page_is_304(open_site: OpenSite, path: str) -> None:
    async with open_site(screens=SampleScreens().screens) as site:
        first = await site.get(path)
        again = await site.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
        changed = await site.get(path, headers={"if-none-match": 'W/"0"'})
        assert changed.content == first.content


@pytest.mark.parametrize("encoding", ["br", "gzip", "identity"])
async def test_page_is_sent_in_the_accepted_encoding(open_site: OpenSite, encoding: str) -> None:
    async with open_site(screens=SampleScreens().screens) as site:
        response = await site.get("/en/sample/here", headers={"accept-encoding": encoding})
        assert response.headers.get("content-encoding", "identity") == encoding
        assert "Sample" in response.text
        assert "accept-encoding" in response.headers["vary"]


async def test_head_has_the_headers_of_get_and_no_body(site: httpx.AsyncClient) -> None:
    got, head = await site.get("/en"), await site.head("/en")
    assert head.content == b""
    assert head.headers == got.headers


@pytest.mark.parametrize(
    "bundle",
    [
        "globalThis.renderPage = () => { throw new Error('no such colour'); };",
        "globalThis.renderPage = () => { for (;;); };",
        "no script at all",
    ],
)
async def test_page_that_cannot_be_rendered_is_sent_without_server_rendering(
    open_site: OpenSite, logs: list[EventDict], bundle: str
) -> None:
    sample = SampleScreens()
    async with open_site(
        screens=sample.screens, server=bundle, limits=Limits(render_timeout_s=0.1, acquire_timeout_s=0.1)
    ) as site:
        response = await site.get("/en/sample/here")
        assert response.status_code == 200
        assert '<div id="app"></div>' in response.text and '"words":"none"' in response.text
        assert "/en/sample/here" in str(logs)
        await site.get("/en/sample/here")
    assert sample.reads == 2, "a page that was not rendered must not be cached"


async def test_only_inline_script_matches_the_hash_of_the_policy(site: httpx.AsyncClient) -> None:
    response = await site.get("/en")
    scripts = re.findall(r"<script>(.*?)</script>", response.text, re.DOTALL)
    assert len(scripts) == 1
    digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    assert f"'sha256-{digest}'" in response.headers["content-security-policy"]
    assert not re.search(r"<[^>]+\son\w+=", response.text)


async def test_without_a_database_the_error_page_is_sent(
    open_site: OpenSite, pool: Pool, logs: list[EventDict]
) -> None:
    async with open_site(screens=SampleScreens().screens) as site:
        await pool.close()
        response = await site.get("/en/sample/here")
        assert response.status_code == 503 and "Internal server error" in response.text
        assert (await site.get("/robots.txt")).status_code == 200
    assert ("page_failed", "/en/sample/here") in [(event["event"], event.get("path")) for event in logs]


async def test_slow_database_ends_the_page_with_an_error(open_site: OpenSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TIMEOUT, "statement_timeout", "50ms")

    async def load(request: PageRequest) -> Page[SamplePayload]:
        await request.conn.execute("select pg_sleep(5)")
        return Page(SamplePayload(words="", reads=0))

    slow = Screen(name="slow", path="/slow", page="a/A", title="signin.title", load=load)
    async with open_site(screens=(*SampleScreens().screens, slow)) as site:
        assert (await site.get("/en/slow")).status_code == 500


async def test_every_response_has_the_security_headers(open_site: OpenSite) -> None:
    async with open_site(screens=SampleScreens().screens) as site:
        asked = [
            *(
                await asyncio.gather(
                    *map(site.get, ["/", "/en", "/en/nope", "/nope", "/en/sample/broken", "/robots.txt"])
                )
            ),
            *(await asyncio.gather(*map(site.get, ["/en/mine", "/en/_payload.json", "/builds/latest.json"]))),
            *(
                await asyncio.gather(
                    *map(site.get, ["/assets/client-1.js", "/en/feed.xml", "/en/manifest.webmanifest"])
                )
            ),
            *(await asyncio.gather(*map(site.get, ["/sitemap.xml", "/sitemap/x/y", "/favicon.ico"]))),
            await site.post("/en"),
            await site.post("/page_views", content=b"x"),
            await site.get("/en", headers={"if-none-match": (await site.get("/en")).headers["etag"]}),
        ]
    for response in asked:
        assert set(response.headers) >= SECURITY, (response.url, response.status_code)
        assert "'unsafe-inline'" not in response.headers["content-security-policy"].split("style-src")[0]


async def test_other_methods_are_rejected(site: httpx.AsyncClient) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        response = await site.request(method, "/en/forum")
        assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD")
