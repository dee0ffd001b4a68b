"""Images over HTTP: their stored form, and `/render/image` (contract 11), by raw HTTP and by the client."""

import asyncio
import base64
import io
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from PIL import Image
from storage3 import AsyncStorageClient

from balai.backend.sandbox.pool import Sandbox
from balai.backend.storage.application import StorageApplication
from balai.backend.storage.context import StorageService
from balai.backend.storage.images.renderer import RENDERING, Renderer
from tests.backend.storage.conftest import ANA, BEN, SERVICE, bearer, files, rows, storage
from tests.backend.storage.images.pictures import SECRET, with_metadata
from tests.clients.served import served

__all__ = ["rows", "storage"]
PNG = {"Content-Type": "image/png"}


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    opened = Sandbox(max_processes=1)
    yield opened
    await opened.close()


@pytest.fixture
async def rendering(storage: StorageService, sandbox: Sandbox, tmp_path: Path) -> StorageService:
    """The service with image rendering."""
    return msgspec.structs.replace(storage, images=Renderer(sandbox, tmp_path / "cache"))


@pytest.fixture
async def client(rendering: StorageService) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app=StorageApplication(rendering))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://node/storage/v1") as opened:
        yield opened


async def put(client: httpx.AsyncClient, key: str, kind: str, **headers: str) -> httpx.Response:
    given = {"Content-Type": f"image/{kind.lower()}", **SERVICE, **headers}
    return await client.put(f"/object/{key}", content=with_metadata(kind, turn=6), headers=given)


async def test_stored_images_contain_no_location(
    client: httpx.AsyncClient, rendering: StorageService, tmp_path: Path
) -> None:
    for kind in ("JPEG", "PNG", "WEBP", "GIF", "AVIF", "HEIF"):
        assert (await put(client, f"public/{kind}", kind)).status_code == 200
        given = await client.get(f"/object/public/public/{kind}")
        assert Image.open(io.BytesIO(given.content)).size in ((120, 80), (80, 120))
    await resumed(client, with_metadata("JPEG"))
    signed = (await client.post("/object/upload/sign/public/signed", headers=SERVICE)).json()["url"]
    await client.put(signed, content=with_metadata("JPEG"), headers={"Content-Type": "image/jpeg"})
    # The parts of the resumed one are still to be cleaned up.
    named = {row["version"] for row in await rendering.pool.fetch("select version from storage.objects")}
    stored = [path.read_bytes() for path in await asyncio.to_thread(files, tmp_path) if path.name in named]
    assert len(stored) == 8
    assert not [data for data in stored if SECRET in data or b"xmpmeta" in data]


async def resumed(client: httpx.AsyncClient, data: bytes) -> None:
    """Uploads it in three parts, cut in the middle of the metadata."""
    names = {"bucketName": "public", "objectName": "resumed", "contentType": "image/jpeg"}
    given = ",".join(f"{name} {base64.b64encode(value.encode()).decode()}" for name, value in names.items())
    tus = {**SERVICE, "Tus-Resumable": "1.0.0"}
    made = await client.post(
        "/upload/resumable", headers={**tus, "Upload-Length": str(len(data)), "Upload-Metadata": given}
    )
    cuts = [0, data.index(SECRET) + 5, len(data) // 2, len(data)]
    for start, end in pairwise(cuts):
        headers = {**tus, "Upload-Offset": str(start), "Content-Type": "application/offset+octet-stream"}
        sent = await client.patch(made.headers["location"], headers=headers, content=data[start:end])
        assert sent.status_code == 204, sent.text


async def test_heic_becomes_jpeg_in_a_bucket_of_jpeg(client: httpx.AsyncClient, rendering: StorageService) -> None:
    types = "update storage.buckets set allowed_mime_types = array['image/jpeg'] where id = 'pictures'"
    await rendering.pool.execute(types)
    assert (await put(client, "pictures/a", "HEIF", **{"Content-Type": "image/heic"})).status_code == 200
    given = await client.get("/object/public/pictures/a")
    shown = Image.open(io.BytesIO(given.content))
    assert (given.headers["content-type"], shown.format, SECRET in given.content) == ("image/jpeg", "JPEG", False)
    bad = await client.put(
        "/object/pictures/b", content=with_metadata("HEIF")[:600], headers={**SERVICE, "Content-Type": "image/heic"}
    )
    assert (bad.status_code, bad.json()["code"]) == (400, "InvalidImage")


async def test_busy_renderer_asks_to_retry(
    client: httpx.AsyncClient, rendering: StorageService, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The image is valid, on every path of upload and download."""
    types = "update storage.buckets set allowed_mime_types = array['image/jpeg', 'image/png'] where id = 'pictures'"
    await rendering.pool.execute(types)
    await put(client, "public/a.png", "PNG")
    heic, small = {"Content-Type": "image/heic"}, "/render/image/public/public/a.png?width=40"
    data = with_metadata("HEIF")
    tus = {**SERVICE, "Tus-Resumable": "1.0.0", "Content-Type": "application/offset+octet-stream"}
    names = {"bucketName": "pictures", "objectName": "c", "contentType": "image/heic"}
    given = ",".join(f"{name} {base64.b64encode(value.encode()).decode()}" for name, value in names.items())
    begin = {**tus, "Upload-Length": str(len(data)), "Upload-Metadata": given}
    monkeypatch.setattr("balai.backend.sandbox.pool.ACQUIRE_TIMEOUT_S", 0.2)
    async with sandbox.process(RENDERING):
        busy = [
            await put(client, "pictures/b", "HEIF", **heic),
            await client.get(small),
            await client.post("/upload/resumable", headers=begin, content=data),
        ]
    assert [(response.status_code, response.headers.get("retry-after")) for response in busy] == [(429, "10")] * 3
    assert busy[1].json()["code"] == "SlowDown"
    assert (await put(client, "pictures/b", "HEIF", **heic)).status_code == 200
    assert (await client.get(small)).status_code == 200


async def test_images_are_recognised_by_their_bytes(client: httpx.AsyncClient) -> None:
    """`upload(name, buffer)` of the official JavaScript client declares `text/plain`."""
    kinds = {"JPEG": "jpeg", "PNG": "png", "WEBP": "webp", "GIF": "gif", "AVIF": "avif"}
    for declared in ("text/plain;charset=UTF-8", "application/octet-stream"):
        for kind, shown in kinds.items():
            assert (await put(client, "public/a", kind, **{"Content-Type": declared})).status_code == 200
            assert (await client.get("/object/public/public/a")).headers["content-type"] == declared
            small = await client.get("/render/image/public/public/a?width=40")
            assert (small.status_code, small.headers["content-type"]) == (200, f"image/{shown}")
    for data in (b"words", b"", b"GIF89a", b"%PDF-1.7", b"<html>"):
        await client.put("/object/public/a", content=data, headers={**SERVICE, "Content-Type": "text/plain"})
        refused = await client.get("/render/image/public/public/a?width=40")
        assert (refused.status_code, refused.json()["message"]) == (
            400,
            "The source image is invalid or unsupported for rendering",
        )


async def test_a_drawing_keeps_its_form_at_any_size(client: httpx.AsyncClient) -> None:
    """As imgproxy does: SVG scales in the browser. It cannot run scripts, and is downloaded where it is opened."""
    svg = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    await client.put("/object/public/a.svg", content=svg, headers={**SERVICE, "Content-Type": "image/svg+xml"})
    for query in ("width=40", "", "format=origin", "width=40&height=20&resize=fill"):
        for accept in ("*/*", "image/avif,image/webp,*/*"):
            got = await client.get(f"/render/image/public/public/a.svg?{query}", headers={"accept": accept})
            assert (got.status_code, got.content, got.headers["content-type"]) == (200, svg, "image/svg+xml")
            assert got.headers["content-disposition"] == "attachment"
            assert got.headers["content-security-policy"].endswith("sandbox")
    head = await client.head("/render/image/public/public/a.svg?width=40")
    assert (head.status_code, head.content, head.headers["content-length"]) == (200, b"", str(len(svg)))
    unchanged = {"if-none-match": head.headers["etag"]}
    assert (await client.get("/render/image/public/public/a.svg?width=40", headers=unchanged)).status_code == 304
    refused = await client.get("/render/image/public/public/a.svg?format=webp")
    assert refused.json()["message"] == "The source image is invalid or unsupported for rendering"


async def test_requested_sizes(client: httpx.AsyncClient) -> None:
    await put(client, "public/a.png", "PNG", **{"Cache-Control": "max-age=60"})
    await client.put("/object/public/a.txt", content=b"words", headers={**SERVICE, "Content-Type": "text/plain"})
    await put(client, f"private/{ANA}/a.png", "PNG")

    async def get(path: str, headers: dict[str, str] | None = None, **query: Any) -> httpx.Response:
        return await client.get(f"/render/image/{path}", params=query, headers=headers or {})

    original = await client.get("/object/public/public/a.png")
    small = await get("public/public/a.png", width=40)
    assert Image.open(io.BytesIO(small.content)).size == (40, 60), "turned upright"
    assert small.headers["x-transformations"] == "width:40,resizing_type:fill"
    assert small.headers["content-type"] == "image/png"
    for name in ("etag", "cache-control"):
        assert small.headers[name] == original.headers[name]
    assert (await get("public/public/a.png", {"If-None-Match": original.headers["etag"]}, width=40)).status_code == 304
    webp = await get("public/public/a.png", {"Accept": "image/webp,*/*"}, width=40)
    assert (webp.headers["content-type"], webp.headers["vary"]) == ("image/webp", "Accept")
    plain = await get("public/public/a.png", {"Accept": "image/webp"}, width=40, format="origin")
    assert plain.headers["content-type"] == "image/png"
    assert "x-transformations" not in (await get("public/public/a.png")).headers
    saved = await get("public/public/a.png", width=40, download="ảnh.png")
    assert "filename*=UTF-8''%E1%BA%A3nh.png" in saved.headers["content-disposition"]
    for path, query, code, message in [
        ("public/public/a.png", {"width": "x"}, "InvalidRequest", "querystring/width must be integer"),
        ("public/public/a.txt", {"width": 1}, "InvalidRequest", "The source image is invalid or unsupported"),
        ("public/public/b.png", {"width": 1}, "NoSuchKey", "Object not found"),
        (f"public/private/{ANA}/a.png", {"width": 1}, "NoSuchBucket", "Bucket not found"),
        ("sign/public/a.png", {"width": 1}, "InvalidRequest", "querystring must have required property 'token'"),
    ]:
        refused = await get(path, **query)
        assert (refused.status_code, refused.json()["code"]) == (400, code), path
        assert message in refused.json()["message"]
    assert (await get(f"authenticated/private/{ANA}/a.png", bearer(), width=40)).status_code == 200
    assert (await get(f"authenticated/private/{ANA}/a.png", bearer(BEN), width=40)).status_code == 400


async def test_official_client(rendering: StorageService) -> None:
    async with served(StorageApplication(rendering)) as url:  # type: ignore[arg-type]
        bucket = AsyncStorageClient(f"{url}/storage/v1/", bearer()).from_("private")
        await bucket.upload(f"{ANA}/a.jpg", with_metadata("JPEG"), {"content-type": "image/jpeg"})
        size = {"width": 60, "height": 60, "resize": "contain"}
        drawn = await bucket.download(f"{ANA}/a.jpg", {"transform": size})  # type: ignore[typeddict-item]
        assert Image.open(io.BytesIO(drawn)).size == (60, 40)
        signed = await bucket.create_signed_url(f"{ANA}/a.jpg", 60, {"transform": size})  # type: ignore[typeddict-item]
        async with httpx.AsyncClient() as other:
            given = await other.get(f"{signed['signedURL']}&width=10")
        assert Image.open(io.BytesIO(given.content)).size == (60, 40), "the token decides, not the query"
