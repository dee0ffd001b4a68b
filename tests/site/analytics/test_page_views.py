import httpx
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.site.request.limits import NetworkLimit
from tests.factories.members import make_member

COUNTED = "select path, language::text, views from public.page_views order by path"


async def test_page_view_increments_the_sum_of_its_page(site: httpx.AsyncClient, pool: Pool) -> None:
    for path in ("/en/forum", "/zh/blog/%E8%AF%8A", "/en/forum", "/vi"):
        assert (await site.post("/page_views", json={"path": path})).status_code == 204
    assert [tuple(row) for row in await pool.fetch(COUNTED)] == [
        ("/", "vi", 1),
        ("/blog/诊", "zh", 1),
        ("/forum", "en", 2),
    ]


@pytest.mark.parametrize(
    "path",
    # The last one opens a booking.
    [
        "/nope",
        "/en/nope",
        "https://evil.example/en",
        "",
        "/en/blog/%00",
        "/en/forum/x/post/y",
        "en",
        f"/en/book/ticket/{'0a' * 32}",
    ],
)
async def test_only_existing_screens_count(site: httpx.AsyncClient, pool: Pool, path: str) -> None:
    await site.post("/page_views", json={"path": path})
    assert await pool.fetch(COUNTED) == []


@pytest.mark.parametrize("body", [b"", b"x", b"[]", b'{"path": 7}', b'{"path": "' + b"x" * 3000 + b'"}'])
async def test_malformed_page_view_is_rejected(site: httpx.AsyncClient, body: bytes) -> None:
    assert (await site.post("/page_views", content=body)).status_code == 400


def test_client_above_the_rate_limit_is_not_counted() -> None:
    limit = NetworkLimit(per_minute=3)
    assert [limit.admits("a") for _ in range(5)].count(True) <= 4
    assert limit.admits("b")


async def test_sums_are_visible_to_administrators(pool: Pool, site: httpx.AsyncClient) -> None:
    member, admin = await make_member(pool), await make_member(pool, is_admin=True)
    await site.post("/page_views", json={"path": "/en/forum"})
    for who, seen in ((member, 0), (admin, 1)):
        async with as_role(pool, who.caller) as conn:
            assert len(await conn.fetch(COUNTED)) == seen
