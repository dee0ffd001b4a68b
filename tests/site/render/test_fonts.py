"""The hosted fonts of the built front end: their size, their licences, what a page preloads."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from balai.site.assets.files import Assets
from balai.site.render.front_end import FONT_PAIRS, STATIC, FrontEnd

# Every page of a reader stays below this, with Vietnamese.
MAX_BYTES = 45_000
VIETNAMESE = "ếộẴđƯữ"


@pytest.fixture
def front_end() -> FrontEnd:
    return FrontEnd()


def file_of(address: str) -> Path:
    return STATIC / address.removeprefix("/")


@pytest.mark.parametrize("pair", FONT_PAIRS)
def test_a_pair_stays_small(front_end: FrontEnd, pair: str) -> None:
    fonts = front_end.fonts_of(pair, "vi")
    assert len(fonts) == 2 * len(FONT_PAIRS[pair])
    assert sum(file_of(font).stat().st_size for font in fonts) <= MAX_BYTES


@pytest.mark.parametrize("lang", ["en", "zh", "ms"])
def test_only_vietnamese_pages_preload_the_vietnamese_characters(front_end: FrontEnd, lang: str) -> None:
    assert front_end.fonts_of("serambi", lang) == front_end.fonts_of("serambi", "vi")[:3]


@pytest.mark.parametrize("pair", ["serambi", "pustaka", "kota"])
def test_each_character_is_in_one_of_the_files(front_end: FrontEnd, pair: str) -> None:
    fonts = front_end.fonts_of(pair, "vi")
    half = len(fonts) // 2
    for latin, vietnamese in zip(fonts[:half], fonts[half:], strict=True):
        assert {ord(character) for character in "AZaz09“—"} <= TTFont(file_of(latin)).getBestCmap().keys()
        assert {ord(character) for character in VIETNAMESE} <= TTFont(file_of(vietnamese)).getBestCmap().keys()


def test_fonts_are_served_with_their_licences() -> None:
    assets = Assets(STATIC)
    for name in ("bricolage-grotesque", "literata", "plus-jakarta-sans", "be-vietnam-pro"):
        assert assets.has(f"/assets/OFL-{name}.txt")
        assert "SIL Open Font License, Version 1.1" in file_of(f"/assets/OFL-{name}.txt").read_text()


def test_no_font_is_inside_a_style_sheet() -> None:
    sheets = [file.read_text() for file in (STATIC / "assets").glob("*.css")]
    assert any("bricolage-700-latin-" in sheet for sheet in sheets)
    assert not any("data:font" in sheet for sheet in sheets)
