"""`POST /pictures`: pictures on other hosts are fetched, checked, stripped and stored, or refused with a reason."""

import asyncio
import io
import time
from collections.abc import AsyncIterator
from uuid import UUID

import httpx
import pytest
from PIL import Image

from balai.database.pool import Pool
from balai.security.tokens import sign
from balai.site.pictures import fetcher as fetcher_module
from balai.site.pictures.endpoint import MAX_CONCURRENT_PER_MEMBER
from tests.backend.storage.images.pictures import SECRET as PLACE
from tests.backend.storage.images.pictures import with_metadata
from tests.factories.members import Member, make_member
from tests.site.conftest import SECRET, OpenSite, session_of
from tests.site.pictures.conftest import OpenFetcher
from tests.site.pictures.hosts import bomb, endless, picture, sent

PICTURE_URL = "https://pictures.example/door.png"
FETCHES = "select count(*) from public.picture_fetches"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def bearer(member: Member, **claims: object) -> dict[str, str]:
    """The authorization header of a signed-in browser."""
    given = {"sub": str(member.id), "role": "authenticated", "exp": int(time.time()) + 600, **claims}
    return {"authorization": f"Bearer {sign(given, SECRET)}"}


@pytest.fixture
async def mai(pool: Pool) -> Member:
    return await make_member(pool)


@pytest.fixture
async def internet() -> dict[str, bytes]:
    """Path and body of what `pictures.example` has."""
    return {}


@pytest.fixture
async def site(
    open_site: OpenSite, open_fetcher: OpenFetcher, internet: dict[str, bytes]
) -> AsyncIterator[httpx.AsyncClient]:
    def respond(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/endless":
            return httpx.Response(200, content=endless())
        body = internet.get(request.url.path)
        # The declared type is not what counts.
        headers = {"content-type": "text/html"}
        return httpx.Response(404) if body is None else httpx.Response(200, headers=headers, content=sent(body))

    async with open_fetcher(respond) as fetcher, open_site(pictures=fetcher) as client:
        yield client


async def post(site: httpx.AsyncClient, member: Member, url: str = PICTURE_URL) -> httpx.Response:
    return await site.post("/pictures", json={"url": url}, headers=bearer(member))


async def test_each_format_is_stored_without_metadata_in_the_members_folder(
    site: httpx.AsyncClient, storage: httpx.AsyncClient, mai: Member, internet: dict[str, bytes]
) -> None:
    kinds = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp", "GIF": "gif", "AVIF": "avif", "HEIF": "jpg"}
    for kind, extension in kinds.items():
        internet["/door.png"] = with_metadata(kind, turn=6)
        response = await post(site, mai)
        assert response.status_code == 200, (kind, response.text)
        address = response.json()["address"]
        assert address.startswith(f"/storage/v1/object/public/pictures/{mai.id}/")
        assert address.endswith(f".{extension}")
        UUID(address.rpartition("/")[2].partition(".")[0])
        stored = await storage.get(address)
        assert stored.status_code == 200 and PLACE not in stored.content
        assert stored.headers["content-type"] == f"image/{'jpeg' if extension == 'jpg' else extension}"
        assert Image.open(io.BytesIO(stored.content)).size in ((120, 80), (80, 120))


@pytest.mark.parametrize(
    ("body", "status", "details"),
    [
        (SVG, 422, "picture_kind"),
        (b"<!doctype html><img src=x>", 422, "picture_kind"),
        (b"", 422, "picture_kind"),
        (b"\x89PNG\r\n\x1a\n" + b"<script>alert(1)</script>" * 9, 422, "picture_kind"),
        (picture()[:60], 422, "picture_kind"),
        (picture("JPEG", (900, 900))[:2000], 422, "picture_kind"),
        (b"GIF89a" + bytes(100), 422, "picture_kind"),
        (b"\x00\x00\x00\x18ftypavif" + bytes(100), 422, "picture_kind"),
        (b"\x00\x00\x00\x18ftypheic" + bytes(100), 422, "picture_kind"),
        (bomb(), 413, "picture_too_large"),
        (b"\x89PNG\r\n\x1a\n" + bytes(10_000_000), 413, "picture_too_large"),
    ],
    ids=lambda value: repr(value[:24]) if isinstance(value, bytes) else str(value),
)
async def test_what_is_no_picture_is_refused(
    site: httpx.AsyncClient, mai: Member, pool: Pool, internet: dict[str, bytes], body: bytes, status: int, details: str
) -> None:
    internet["/door.png"] = body
    response = await post(site, mai)
    assert (response.status_code, response.json()["details"]) == (status, details)
    assert await pool.fetchval("select count(*) from storage.objects") == 0


@pytest.mark.parametrize(
    "url",
    [
        *("https://inside.example/", "https://10.0.0.1/", "http://pictures.example/door.png", "file:///etc/passwd"),
        *("https://pictures.example/missing", "data:image/png;base64," + "A" * 1900, "", "x", "/storage/v1/x"),
    ],
)
async def test_addresses_that_lead_to_no_public_file_are_refused_alike(
    site: httpx.AsyncClient, mai: Member, url: str
) -> None:
    response = await post(site, mai, url)
    # One answer for all: it does not say which hosts there are inside.
    answer = {"code": "PT422", "details": "picture_unreachable", "message": "The picture is not stored"}
    assert (response.status_code, response.json()) == (422, answer)


async def test_an_endless_body_is_too_large(site: httpx.AsyncClient, mai: Member) -> None:
    response = await post(site, mai, "https://pictures.example/endless")
    assert (response.status_code, response.json()["details"]) == (413, "picture_too_large")


async def test_only_a_bearer_token_of_a_member_is_accepted(
    site: httpx.AsyncClient, mai: Member, pool: Pool, internet: dict[str, bytes]
) -> None:
    internet["/door.png"] = picture()
    for headers in [
        {},
        session_of(mai),
        {"authorization": "Bearer nonsense"},
        {"authorization": bearer(mai)["authorization"].removeprefix("Bearer ")},
        bearer(mai, exp=int(time.time()) - 60),
        bearer(mai, role="anon"),
        bearer(mai, role="service_role"),
    ]:
        response = await site.post("/pictures", json={"url": PICTURE_URL}, headers=headers)
        assert response.status_code == 401, headers
        assert response.headers["cache-control"] == "no-store"
    assert await pool.fetchval(FETCHES) == 0


@pytest.mark.parametrize(
    "body", [b"", b"{}", b'{"url": 1}', b"[]", b'{"url": "' + b"a" * 2049 + b'"}', b"x" * 20_000, b"[" * 9000]
)
async def test_bodies_without_a_url_are_rejected(site: httpx.AsyncClient, mai: Member, body: bytes) -> None:
    assert (await site.post("/pictures", content=body, headers=bearer(mai))).status_code == 400


async def test_other_methods_are_not_allowed(site: httpx.AsyncClient, mai: Member) -> None:
    assert (await site.get("/pictures", headers=bearer(mai), follow_redirects=True)).status_code == 404
    assert (await site.put("/pictures", headers=bearer(mai))).status_code == 405


async def test_failed_fetches_count_towards_the_hourly_limit(site: httpx.AsyncClient, mai: Member, pool: Pool) -> None:
    await pool.execute("insert into public.picture_fetches select $1 from generate_series(1, 59)", mai.id)
    assert (await post(site, mai, "https://inside.example/")).status_code == 422
    refused = await post(site, mai)
    assert (refused.status_code, refused.json()["details"]) == (429, "too_fast")


async def test_the_limit_of_uploads_applies(
    site: httpx.AsyncClient, mai: Member, pool: Pool, internet: dict[str, bytes]
) -> None:
    internet["/door.png"] = picture()
    await pool.execute(
        "insert into storage.objects (bucket_id, name) select 'pictures', $1 || '/' || n from generate_series(1, 60) n",
        str(mai.id),
    )
    refused = await post(site, mai)
    assert (refused.status_code, refused.json()["details"]) == (429, "too_fast")


async def test_a_deleted_account_stores_nothing(site: httpx.AsyncClient, mai: Member, pool: Pool) -> None:
    await pool.execute("delete from auth.users where id = $1", mai.id)
    assert (await post(site, mai)).status_code == 401


async def test_simultaneous_fetches_are_limited(
    open_site: OpenSite, open_fetcher: OpenFetcher, pool: Pool, mai: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetcher_module, "ACQUIRE_TIMEOUT_S", 0.2)
    release, started = asyncio.Event(), asyncio.Semaphore(0)

    async def slow() -> AsyncIterator[bytes]:
        started.release()
        await release.wait()
        yield picture()

    def respond(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, content=slow())

    async with open_fetcher(respond) as fetcher, open_site(pictures=fetcher) as site:
        first = [asyncio.create_task(post(site, mai)) for _ in range(MAX_CONCURRENT_PER_MEMBER)]
        for _ in first:
            await started.acquire()
        assert (await post(site, mai)).status_code == 429
        others = [asyncio.create_task(post(site, await make_member(pool))) for _ in range(3)]
        done, _ = await asyncio.wait(others, return_when=asyncio.FIRST_COMPLETED)
        busy = done.pop().result()
        assert (busy.status_code, busy.headers["retry-after"]) == (503, "5")
        release.set()
        assert {(await task).status_code for task in first} == {200}
        assert sorted([(await task).status_code for task in others]) == [200, 200, 503]
        assert (await post(site, mai)).status_code == 200, "the places are free again"
