"""Previews of links: fetched by a job from a real HTTP server, kept here, and shown with the text alone."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

import httpx
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_role
from balai.http.client import OutgoingHttpClient
from balai.jobs.cleanup import clean_up
from balai.jobs.forum.link_previews import fetch_link_previews
from balai.security.tokens import api_keys
from balai.site.loaders.previews import with_previews
from balai.site.pictures.fetcher import PictureFetcher
from balai.site.pictures.page_facts import read_page
from balai.site.pictures.uploads import Uploads
from tests.factories.forum import make_forum, make_post
from tests.factories.members import make_member
from tests.site.conftest import SECRET
from tests.site.pictures.conftest import storage
from tests.site.pictures.hosts import PUBLIC, picture

__all__ = ["storage"]
KEY = api_keys(SECRET).service_role
AGENT = "Balai (link preview; +https://site.example)"
HEAD = """<html><head><title>Plain title</title><meta property="og:title" content="Open\u202e day &amp; fair">
<meta name=description content="Bring  your\nfamily"><meta property="og:image" content="/door.png"></head>"""


class LocalHost:
    """An HTTP server on this machine that stands for every host of the internet."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str]] = []

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request and close."""
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
        path = lines[0].split(" ")[1]
        self.seen.append((headers["host"] + path, headers["user-agent"]))
        try:
            if path == "/endless":
                writer.write(b"HTTP/1.1 200 OK\r\n\r\n" + HEAD.encode())
                while True:
                    writer.write(b"<p>" * 20_000)
                    await writer.drain()
            writer.write(self._whole(path))
            await writer.drain()
        except ConnectionError:
            return
        finally:
            writer.close()

    def _whole(self, path: str) -> bytes:
        to = {
            "/inside": "https://10.0.0.1/secret",
            "/port": "https://ok.example:8443/",
            "/on": "https://ok.example/page",
        }
        if path in to:
            return f"HTTP/1.1 302 Found\r\nlocation: {to[path]}\r\ncontent-length: 0\r\n\r\n".encode()
        body = {"/page": HEAD.encode(), "/door.png": picture()}.get(path)
        if body is None:
            return b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"
        return b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(body) + body


class ToThisMachine(httpx.AsyncHTTPTransport):
    """Connects to the local server; the address that was checked must be public."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self._port = port

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send it over plain HTTP."""
        assert request.url.host == PUBLIC, "a connection to an address that was not checked"
        request.url = request.url.copy_with(scheme="http", host="127.0.0.1", port=self._port)
        request.extensions.pop("sni_hostname", None)
        return await super().handle_async_request(request)


@asynccontextmanager
async def internet() -> AsyncIterator[tuple[LocalHost, OutgoingHttpClient]]:
    host = LocalHost()
    server = await asyncio.start_server(host.answer, "127.0.0.1", 0)

    async def resolve(name: str, _port: int) -> list[str]:
        return [PUBLIC] if name.endswith(".example") else [name]

    transport = ToThisMachine(server.sockets[0].getsockname()[1])
    outgoing = OutgoingHttpClient(transport, resolve=resolve)
    yield host, outgoing
    await outgoing.close()
    server.close()


def links(*urls: str) -> str:
    def line(words: str, href: str) -> object:
        mark = {"type": "link", "attrs": {"href": href}}
        return {"type": "paragraph", "content": [{"type": "text", "text": words, "marks": [mark]}]}

    words = {"type": "paragraph", "content": [{"type": "text", "text": "Look at these pages, they are worth it."}]}
    named = line("a page with words of its own", "https://named.example/page")
    return json.dumps({"type": "doc", "content": [words, named, *(line(url, url) for url in urls)]})


async def shown(pool: Pool, caller: Caller) -> dict[str, tuple[str, str]]:
    async with as_role(pool, caller) as conn:
        rows = await conn.fetch("select * from public.link_previews where title is not null")
    return {row["url"]: (row["title"], row["description"]) for row in rows}


async def test_previews_are_fetched_once_and_follow_their_text(pool: Pool, storage: httpx.AsyncClient) -> None:
    admin, guest, area = await make_member(pool, is_admin=True), Caller.anonymous(), await make_forum(pool)
    urls = [f"https://ok.example/{path}" for path in ("page", "endless", "inside", "port", "on", "gone")]
    post = await make_post(pool, area, admin, body=links(*urls))
    async with internet() as (host, outgoing):
        pictures = PictureFetcher(outgoing, Uploads(storage, api_keys(SECRET).anon))
        while await fetch_link_previews(pool, outgoing, pictures, KEY, AGENT):
            pass
        assert ("ok.example/page", AGENT.lower()) in host.seen
        assert not any("10.0.0.1" in address or "8443" in address for address, _ in host.seen)
        assert not any(address.startswith("named.") for address, _ in host.seen)
    facts = ("Open day & fair", "Bring your family")
    assert await shown(pool, guest) == dict.fromkeys((urls[0], urls[1], urls[4]), facts)
    name = await pool.fetchval("select picture from public.link_previews where url = $1", urls[0])
    assert name.startswith("previews/")
    count = "select count(*) from storage.objects where name = $1"
    async with as_role(pool, guest) as conn:
        assert await conn.fetchval(count, name) == 1
    due = "select min(due_at) > now() + interval '29 days' from public.link_previews where title is not null"
    assert await pool.fetchval(due)

    async def act(kind: str) -> None:
        async with as_role(pool, admin.caller, read_only=False) as conn:
            await conn.execute("select public.apply_act(gen_random_uuid(), $1, array[$2::uuid], '{}')", kind, post)

    await act("hide")
    assert await shown(pool, guest) == {} == await shown(pool, admin.caller)
    async with as_role(pool, guest) as conn:
        assert await conn.fetchval(count, name) == 0


async def test_previews_of_texts_that_are_gone_are_deleted(pool: Pool) -> None:
    post = await make_post(pool, await make_forum(pool), await make_member(pool), body=links("https://ok.example/page"))
    await pool.execute("update public.link_previews set fetched_at = now() - interval '2 days'")
    await clean_up(pool, has_site=True)
    assert await pool.fetchval("select count(*) from public.link_previews") == 1
    # As when an account is deleted with its texts.
    await pool.execute("delete from public.posts where id = $1", post)
    await clean_up(pool, has_site=True)
    assert await pool.fetchval("select count(*) from public.link_previews") == 0


async def test_a_closed_area_shows_no_links(pool: Pool) -> None:
    admin, area = await make_member(pool, is_admin=True), await make_forum(pool)
    await make_post(pool, area, admin, body=links("https://ok.example/page"))
    rights = json.dumps([{"group": str(UUID(int=1)), "rights": ["see", "reply", "create"]}])
    async with as_role(pool, admin.caller, read_only=False) as conn:
        await conn.execute("select public.set_area_rights($1, $2)", area, rights)
    for caller, seen in ((Caller.anonymous(), 0), (admin.caller, 1)):
        async with as_role(pool, caller) as conn:
            assert await conn.fetchval("select count(*) from public.text_links") == seen
            assert await conn.fetchval("select count(*) from public.link_previews") == seen


async def test_at_most_ten_links_of_a_text_have_a_preview(pool: Pool) -> None:
    body = links(*(f"https://ok.example/{number}" for number in (*range(12), 3)), "http://plain.example/")
    found = await pool.fetchval("select public.standalone_links($1::jsonb)", body)
    assert found == [f"https://ok.example/{number}" for number in range(10)]


def test_a_page_is_read_as_far_as_its_head() -> None:
    assert read_page(b"\x89PNG\r\n", "https://a.example/") is None
    assert read_page(b"<html><head></head><body><title>late</title>", "https://a.example/") is None
    zh = '<meta charset="gb2312"><title>诊所</title><meta property="og:image" content="http://a.example/x.png">'
    facts = read_page(zh.encode("gb2312"), "https://a.example/")
    assert facts is not None and (facts.title, facts.picture) == ("诊所", None)
    assert read_page(b"<title>" + b"x" * 500 + b"</title>", "https://a.example/").title == "x" * 199 + "…"  # type: ignore[union-attr]


@pytest.mark.parametrize("charset", ["idna", "undefined", "punycode", "utf-7", "unicode_escape", "zlib"])
def test_an_encoding_of_no_page_fails_nothing(charset: str) -> None:
    page = f"<meta charset={charset}><title>Open day \\ud800 +2AA-</title>".encode() + b"\xff"
    facts = read_page(page, "https://a.example/")
    assert facts is not None
    # No single surrogates, which the database does not store.
    assert facts.title.encode().startswith(b"Open day")


def test_a_page_of_nothing_but_tags_is_given_up() -> None:
    begun = time.thread_time()
    facts = read_page(b"<title>Open day</title>" + b"<" * 1_000_000, "https://a.example/")
    assert facts is not None
    assert facts.title == "Open day"
    # 11 s before, in the process that renders pages.
    assert time.thread_time() - begun < 3


def test_a_line_gets_its_preview_and_the_text_stays() -> None:
    url = "https://ok.example/page"
    document = links(url, url)
    shown = msgspec.json.decode(with_previews(document, {url: {"href": url}}) or "")
    assert [line.pop("preview", None) for line in shown["content"]] == [None, None, {"href": url}, None]
    assert shown == json.loads(document)
