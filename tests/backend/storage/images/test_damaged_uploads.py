"""Damaged images are rejected where a bucket accepts nothing but images, in each format and on each path of upload."""

import base64
import io
import time

import httpx
import pytest
from PIL import Image

from balai.backend.storage.context import StorageService
from tests.backend.storage.conftest import SERVICE, rows, storage
from tests.backend.storage.images.pictures import with_metadata
from tests.backend.storage.objects.test_render_image import client, rendering, sandbox
from tests.site.pictures.hosts import bomb

__all__ = ["client", "rendering", "rows", "sandbox", "storage"]
TYPES = {
    "JPEG": "image/jpeg",
    "PNG": "image/png",
    "WEBP": "image/webp",
    "GIF": "image/gif",
    "AVIF": "image/avif",
    "HEIF": "image/heic",
}
ONLY_IMAGES = """
update storage.buckets set file_size_limit = 20000000,
  allowed_mime_types = array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] where id = 'pictures'
"""


@pytest.fixture
async def pictures(client: httpx.AsyncClient, rendering: StorageService) -> httpx.AsyncClient:
    """A client of a service whose bucket `pictures` is like the site's."""
    await rendering.pool.execute(ONLY_IMAGES)
    return client


def whole(kind: str) -> bytes:
    """A file without anything behind its end."""
    noise = Image.effect_noise((200, 150), 60)
    file = io.BytesIO()
    Image.merge("RGB", (noise, noise.rotate(180), noise)).save(file, kind)
    return file.getvalue()


def damaged(kind: str) -> dict[str, bytes]:
    data = whole(kind)
    return {
        "cut at a tenth": data[: len(data) // 10],
        "cut in the middle": data[: len(data) // 2],
        "cut before the end": data[: len(data) * 95 // 100],
        "start only": data[:40],
        "other bytes behind the start": data[:16] + bytes(range(256)) * 20,
        "no image": bytes(range(256)) * 20,
        "text": b"not a picture at all " * 20,
        "nothing": b"",
    }


async def upload(client: httpx.AsyncClient, key: str, data: bytes, kind: str) -> httpx.Response:
    return await client.post(f"/object/pictures/{key}", content=data, headers={**SERVICE, "Content-Type": TYPES[kind]})


@pytest.mark.parametrize("kind", TYPES)
async def test_damaged_images_are_rejected_and_whole_ones_stored(
    pictures: httpx.AsyncClient, rendering: StorageService, kind: str
) -> None:
    for name, data in damaged(kind).items():
        answer = await upload(pictures, "broken", data, kind)
        assert answer.status_code == 400, (name, answer.text)
        assert answer.json() == {
            "statusCode": "422",
            "error": "InvalidImage",
            "message": "The image is damaged or of an unsupported kind",
            "code": "InvalidImage",
        }, name
    assert await rendering.pool.fetchval("select count(*) from storage.objects") == 0
    for number, data in enumerate((whole(kind), with_metadata(kind, turn=6))):
        assert (await upload(pictures, f"whole{number}", data, kind)).status_code == 200


async def test_an_image_under_the_type_of_another_is_stored(pictures: httpx.AsyncClient) -> None:
    # As the official clients' tests do; browsers look at the bytes.
    assert (await upload(pictures, "a", whole("JPEG"), "PNG")).status_code == 200


async def test_signed_and_resumed_uploads_are_checked_too(pictures: httpx.AsyncClient) -> None:
    data = whole("JPEG")[:3000]
    signed = (await pictures.post("/object/upload/sign/pictures/signed", headers=SERVICE)).json()["url"]
    answer = await pictures.put(signed, content=data, headers={"Content-Type": "image/jpeg"})
    assert answer.json()["code"] == "InvalidImage"
    for kind, content in (("image/jpeg", data), ("image/heic", b"not a picture at all " * 20)):
        names = {"bucketName": "pictures", "objectName": "resumed", "contentType": kind}
        given = ",".join(f"{name} {base64.b64encode(value.encode()).decode()}" for name, value in names.items())
        tus = {**SERVICE, "Tus-Resumable": "1.0.0", "Content-Type": "application/offset+octet-stream"}
        begin = {**tus, "Upload-Length": str(len(content)), "Upload-Metadata": given}
        answer = await pictures.post("/upload/resumable", headers=begin, content=content)
        assert (answer.status_code, "damaged" in answer.text) == (422, True)


async def test_an_image_of_too_many_pixels_is_too_large(pictures: httpx.AsyncClient) -> None:
    answer = await upload(pictures, "bomb", bomb(), "PNG")
    assert answer.json()["code"] == "EntityTooLarge"
    assert answer.json()["message"] == "The source image resolution is too large to process"


async def test_damaged_frames_of_an_animation_are_found(pictures: httpx.AsyncClient) -> None:
    frames = [Image.effect_noise((200, 150), 60).convert("P") for _ in range(4)]
    file = io.BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:])
    data = file.getvalue()
    assert (await upload(pictures, "whole", data, "GIF")).status_code == 200
    assert (await upload(pictures, "broken", data[: len(data) * 3 // 5], "GIF")).json()["code"] == "InvalidImage"


async def test_an_animation_of_many_small_frames_takes_little_time(pictures: httpx.AsyncClient) -> None:
    one = Image.new("P", (1, 1))
    file = io.BytesIO()
    one.save(file, "GIF", save_all=True, append_images=[Image.new("P", (1, 1), 1)], duration=50)
    data = file.getvalue()
    start, frame = data.index(b"\x21\xf9"), data[data.index(b"\x21\xf9") : data.rindex(b"\x3b")]
    many = data[:start] + frame * (10_000_000 // len(frame)) + b"\x3b"
    await upload(pictures, "warm", data, "GIF")
    begin = time.monotonic()
    assert (await upload(pictures, "many", many, "GIF")).status_code in (200, 400)
    assert time.monotonic() - begin < 8


async def test_other_buckets_store_any_bytes(pictures: httpx.AsyncClient, rendering: StorageService) -> None:
    headers = {**SERVICE, "Content-Type": "image/jpeg"}
    assert (await pictures.post("/object/public/a", content=b"not a picture", headers=headers)).status_code == 200
    await rendering.pool.execute("update storage.buckets set allowed_mime_types = array['image/*']")
    assert (await pictures.post("/object/pictures/a", content=b"not a picture", headers=headers)).status_code == 200


async def test_heic_that_is_not_heic_is_never_stored_as_jpeg(
    pictures: httpx.AsyncClient, rendering: StorageService
) -> None:
    types = "update storage.buckets set allowed_mime_types = array['image/jpeg', 'application/pdf']"
    await rendering.pool.execute(types)
    assert (await upload(pictures, "a", b"not a picture at all", "HEIF")).json()["code"] == "InvalidImage"
    assert (await upload(pictures, "a", whole("HEIF"), "HEIF")).status_code == 200
