import asyncio
import gzip
from datetime import UTC, datetime, timedelta

import brotli
import pytest

from balai.site.render.page_cache import CachedPage, PageCache
from balai.site.render.table_versions import TableVersions


@pytest.fixture
def versions() -> TableVersions:
    versions = TableVersions()
    versions.connected()
    return versions


def page(versions: TableVersions, body: bytes = b"page", **more: object) -> CachedPage:
    return CachedPage(200, [], body, snapshot=versions.snapshot(("posts",)), **more)  # type: ignore[arg-type]


class Counter:
    """Builds pages and counts them."""

    def __init__(self, versions: TableVersions) -> None:
        self.versions = versions
        self.built = 0
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    async def __call__(self) -> CachedPage:
        kept = page(self.versions, b"page %d" % self.built)
        self.built += 1
        await self.may_go_on.wait()
        return kept


async def test_page_is_cached_while_its_tables_are_unchanged(versions: TableVersions) -> None:
    cache, build = PageCache(versions), Counter(versions)
    first = await cache.get("/en", build)
    versions.increment("articles")
    assert await cache.get("/en", build) is first
    versions.increment("posts")
    assert (await cache.get("/en", build)).encoded("identity").body == b"page 1"


async def test_commit_during_the_read_makes_the_page_stale(versions: TableVersions) -> None:
    cache, build = PageCache(versions), Counter(versions)
    build.may_go_on.clear()
    reading = asyncio.create_task(cache.get("/en", build))
    await asyncio.sleep(0)
    versions.increment("posts")
    build.may_go_on.set()
    await reading
    assert cache.find("/en") is None


async def test_concurrent_misses_share_one_read(versions: TableVersions) -> None:
    cache, build = PageCache(versions), Counter(versions)
    build.may_go_on.clear()
    asking = [asyncio.create_task(cache.get("/en", build)) for _ in range(20)]
    await asyncio.sleep(0.01)
    build.may_go_on.set()
    assert len(set(await asyncio.gather(*asking))) == 1
    assert build.built == 1


@pytest.mark.parametrize("is_page", [True, False])
async def test_uncacheable_page_is_not_shared(versions: TableVersions, is_page: bool) -> None:
    cache, together = PageCache(versions), asyncio.Barrier(4)

    async def build() -> CachedPage:
        # The first builds alone; the requests that waited for it then build concurrently, not one after the other.
        if first.done():
            await together.wait()
        await asyncio.sleep(0)
        if is_page:
            return CachedPage(500, [], b"undrawn")
        raise LookupError

    first = asyncio.create_task(cache.get("/en", build))
    waiters = [asyncio.create_task(cache.get("/en", build)) for _ in range(4)]
    async with asyncio.timeout(10):
        results = await asyncio.gather(first, *waiters, return_exceptions=True)
    assert [type(result) for result in results] == [CachedPage if is_page else LookupError] * 5
    assert cache.find("/en") is None


async def test_request_waits_for_at_most_two_reads(versions: TableVersions) -> None:
    """During many bookings a commit occurs in each read, so no page can be cached."""
    cache, built = PageCache(versions), 0

    async def build() -> CachedPage:
        nonlocal built
        built += 1
        kept = page(versions, b"page %d" % built)
        await asyncio.sleep(0)
        versions.increment("posts")
        return kept

    pages = await asyncio.gather(*(cache.get("/en", build) for _ in range(20)))
    # Requests that arrived during the first read get the second, which began after them.
    assert [kept.encoded("identity").body for kept in pages] == [b"page 1", *[b"page 2"] * 19]


async def test_nothing_is_cached_while_disconnected(versions: TableVersions) -> None:
    cache, build = PageCache(versions), Counter(versions)
    await cache.get("/en", build)
    versions.disconnected()
    assert cache.find("/en") is None
    await cache.get("/en", build)
    versions.connected()
    assert cache.find("/en") is None
    assert build.built == 2


async def test_page_expires_at_its_time(versions: TableVersions) -> None:
    cache = PageCache(versions)
    now = datetime.now(UTC)
    for key, life in (("/en/past", -1), ("/en/future", 60)):

        async def build(life: int = life) -> CachedPage:
            return page(versions, valid_until=now + timedelta(seconds=life))

        await cache.get(key, build)
    assert cache.find("/en/past") is None
    assert cache.find("/en/future") is not None


async def test_least_recently_used_pages_are_evicted_first(versions: TableVersions) -> None:
    cache = PageCache(versions, max_bytes=3 * 15_600)

    async def build() -> CachedPage:
        return page(versions, b"x" * 10_000)

    for key in ("a", "b", "c"):
        await cache.get(key, build)
    cache.find("a")
    await cache.get("d", build)
    assert [key for key in "abcd" if cache.find(key)] == ["a", "c", "d"]


def test_body_in_each_encoding(versions: TableVersions) -> None:
    body = "Trang này nói tiếng Việt. ".encode() * 100
    kept = page(versions, body)
    assert brotli.decompress(kept.encoded("br").body) == body
    assert gzip.decompress(kept.encoded("gzip").body) == body
    plain = kept.encoded("identity")
    assert plain.body == body and b"content-encoding" not in dict(plain.headers)
    assert dict(kept.encoded("br").headers)[b"content-encoding"] == b"br"
    assert kept.encoded("br") is kept.encoded("br")


def test_short_body_is_not_compressed(versions: TableVersions) -> None:
    assert page(versions, b"short").encoded("br").body == b"short"
