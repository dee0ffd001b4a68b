"""Pictures that an earlier version stored with addresses on other hosts are fetched by a job."""

import httpx
import pytest

from balai.database.pool import Pool
from balai.jobs.picture_imports import import_pictures
from balai.security.tokens import api_keys
from tests.factories.members import make_member
from tests.site.conftest import SECRET
from tests.site.pictures.conftest import OpenFetcher, open_fetcher, storage
from tests.site.pictures.hosts import picture, sent

__all__ = ["open_fetcher", "storage"]
KEY = api_keys(SECRET).service_role
NOTE = "insert into public.picture_imports (place, row_id, url) values ($1, $2, $3)"
DUE = "update public.picture_imports set due_at = now()"
LEFT = "select count(*) from public.picture_imports"


async def test_pictures_return_to_their_places(pool: Pool, open_fetcher: OpenFetcher) -> None:
    mai, ben = (await make_member(pool)).id, (await make_member(pool)).id
    article = await pool.fetchval("insert into public.articles (source_language) values ('en') returning id")
    own = "/storage/v1/object/public/pictures/a/b.png"
    await pool.execute("update public.profiles set picture_url = $2 where id = $1", ben, own)
    for place, row in (("profile", mai), ("profile", ben), ("cover", article), ("logo", None)):
        await pool.execute(NOTE, place, row, "https://pictures.example/a.png")
    async with open_fetcher(lambda _: httpx.Response(200, content=sent(picture()))) as fetcher:
        while await import_pictures(pool, fetcher, KEY):
            pass
    assert await pool.fetchval(LEFT) == 0
    profile = await pool.fetchval("select picture_url from public.profiles where id = $1", mai)
    cover = await pool.fetchval("select cover_url from public.articles")
    logo = await pool.fetchval("select logo_url from public.site_settings")
    for address, folder in ((profile, mai), (cover, article), (logo, "site")):
        way = "authenticated/text-pictures" if folder == article else "public/pictures"
        assert address.startswith(f"/storage/v1/object/{way}/{folder}/")
    chosen = await pool.fetchval("select picture_url from public.profiles where id = $1", ben)
    assert chosen == own, "a picture that was chosen since stays"


@pytest.mark.parametrize(("status", "body", "attempts"), [(404, b"", 5), (200, b"<svg/>", 1)])
async def test_pictures_that_cannot_be_fetched_are_given_up(
    pool: Pool, open_fetcher: OpenFetcher, status: int, body: bytes, attempts: int
) -> None:
    await pool.execute(NOTE, "logo", None, "https://pictures.example/a.png")
    async with open_fetcher(lambda _: httpx.Response(status, content=sent(body))) as fetcher:
        for _ in range(attempts):
            assert await pool.fetchval(LEFT) == 1
            await pool.execute(DUE)
            assert await import_pictures(pool, fetcher, KEY)
            assert not await import_pictures(pool, fetcher, KEY), "the next attempt is later"
    assert await pool.fetchval(LEFT) == 0
