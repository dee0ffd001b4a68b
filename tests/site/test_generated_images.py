"""Icons and the picture for shared links: in the site's accent, with its logo, and renewed when they change."""

import asyncio
import io
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest
from PIL import Image

from balai.database.pool import Pool
from balai.site.appearance.image_rendering import icon, share_picture
from balai.site.render.front_end import STATIC, FrontEnd
from balai.tones import tones_of

SIZES = {"icon-192": 192, "icon-512": 512, "icon-maskable-512": 512, "apple-touch-icon": 180}


def _picture(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


async def test_icons_follow_the_accent(site: httpx.AsyncClient, pool: Pool) -> None:
    for name, size in SIZES.items():
        response = await site.get(f"/icons/{name}.png")
        assert response.headers["content-type"] == "image/png" and _picture(response.content).size == (size, size)
    before = _picture((await site.get("/icons/icon-maskable-512.png")).content).convert("RGB")
    assert before.getpixel((2, 2)) == _rgb(tones_of("teduh").light["shade"])
    await pool.execute("update public.site_settings set accent = '#7a3b12'")
    await asyncio.sleep(0.05)
    manifest = (await site.get("/vi/manifest.webmanifest")).json()
    tones = tones_of("teduh", "#7a3b12").light
    assert (manifest["theme_color"], manifest["background_color"]) == (tones["shade"], tones["page"])
    masked = next(one for one in manifest["icons"] if one.get("purpose") == "maskable")
    response = await site.get(masked["src"])
    assert "immutable" in response.headers["cache-control"], "its address has a version"
    assert _picture(response.content).convert("RGB").getpixel((2, 2)) == _rgb(tones["shade"])
    assert tones["shade"] in (await site.get("/icons/icon.svg")).text
    assert (await site.get("/favicon.ico")).headers["content-type"] == "image/x-icon"


async def test_every_page_names_the_drawn_pictures(site: httpx.AsyncClient, pool: Pool) -> None:
    before = (await site.get("/zh")).text
    assert 'property="og:image" content="https://site.example/icons/share-zh.png?v=' in before
    await pool.execute("update public.site_settings set preset = 'pagi'")
    await asyncio.sleep(0.05)
    after = (await site.get("/zh")).text
    version = after.split("/favicon.ico?v=")[1].split('"')[0]
    assert version not in before, "browsers ask for the new ones"


def test_a_logo_stands_in_the_middle_of_the_icon() -> None:
    logo = io.BytesIO()
    Image.new("RGBA", (300, 100), "#ff0000").save(logo, "PNG")
    for is_full in (False, True):
        drawn = _picture(icon(192, tones_of("teduh"), logo.getvalue(), is_full=is_full)).convert("RGBA")
        assert drawn.getpixel((96, 96)) == (255, 0, 0, 255)
        assert drawn.getpixel((96, 20))[:3] == _rgb(tones_of("teduh").light["page"])  # type: ignore[index]


@pytest.fixture(scope="module")
def fonts() -> Mapping[str, Path]:
    return FrontEnd(STATIC).fonts_by_use()


@pytest.mark.parametrize(
    ("name", "tagline"),
    [
        ("Balai Harmoni", ""),
        ("Hội quán Người Việt ở Penang và bạn bè khắp nơi", "Ngôi nhà của hàng xóm cũ và mới " * 5),
        ("槟城乔治市华人新村社区服务中心与图书馆以及老年人活动中心", "新老邻居的家"),
        ("x" * 80, "y" * 200),
    ],
)
def test_any_name_stays_inside_the_shared_picture(fonts: Mapping[str, Path], name: str, tagline: str) -> None:
    tones = tones_of("senja", "#1f5fa6")
    picture = _picture(share_picture(name, tagline, tones, None, fonts)).convert("RGB")
    assert picture.size == (1200, 630)
    ground = _rgb(tones.light["shade"])
    columns = [picture.getpixel((x, y)) for x in (4, 1195) for y in range(440)]
    assert set(columns) == {ground}, "nothing reaches the edges"
    rows = [picture.getpixel((x, 440)) for x in range(1200)]
    assert set(rows) == {ground}, "nor the band below"


async def test_icons_are_small(site: httpx.AsyncClient) -> None:
    paths = [f"/icons/{name}.png" for name in SIZES] + ["/icons/icon.svg", "/favicon.ico"]
    assert sum([len((await site.get(path)).content) for path in paths]) < 48_000
