"""The computed tones: those of the style sheet for the default seeds, and readable for any accent."""

import json
import re
from pathlib import Path

import pytest

from balai.tones import PRESETS, contrast, to_hex, to_oklch, tones_of

CASES = Path(__file__).parent / "support/accents.json"
TOKENS = (Path(__file__).parent.parent / "web/theme/tokens.css").read_text()
# The style sheet draws the tiles of its picture in colours chosen by eye.
BY_EYE = {"tile-1", "tile-2"}
# Text on ground, and the contrast that WCAG 2.2 asks for (1.4.3, 1.4.11); web/theme/contrast.test.ts has them all.
PAIRS = json.loads((Path(__file__).parent / "support/contrast_pairs.json").read_text())
HUES = range(0, 360, 15)


def _declared(selector: str) -> dict[str, str]:
    start = TOKENS.index(f"{selector} {{")
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", TOKENS[start : TOKENS.index("}", start)]))


@pytest.mark.parametrize(("scheme", "selector"), [("light", ":root"), ("dark", ':root[data-scheme="dark"]')])
def test_tones_of_the_default_seeds_are_those_of_the_style_sheet(scheme: str, selector: str) -> None:
    declared, tones = _declared(selector), getattr(tones_of("teduh"), scheme)
    common = (declared.keys() & tones.keys()) - BY_EYE
    assert len(common) > 15
    assert {name: tones[name] for name in common} == {name: declared[name] for name in common}


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_have_the_seeds_of_the_style_sheet(preset: str) -> None:
    start = TOKENS.index(f'[data-preset="{preset}"] {{')
    declared = dict(re.findall(r"--([\w-]+): ([^;]+);", TOKENS[start : TOKENS.index("}", start)]))
    seeds = PRESETS[preset]
    assert declared["seed"] == seeds.seed and declared["seed-warm"] == seeds.seed_warm
    assert float(declared["ground-h"]) == seeds.ground_hue and float(declared["ground-c"]) == seeds.ground_chroma


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_accent_is_readable(preset: str, scheme: str) -> None:
    accents = [to_hex(0.55, chroma, hue) for hue in HUES for chroma in (0.02, 0.1, 0.25)]
    accents += ["#000000", "#ffffff", "#808080", "#ffff00", "#0000ff", "#ff0000", "#00ff00"]
    for accent in (None, *accents):
        tones = getattr(tones_of(preset, accent), scheme)
        for ink, ground, least in PAIRS:
            if ink not in tones or ground not in tones:
                continue  # the same with every accent
            assert contrast(tones[ink], tones[ground]) >= least, (accent, ink, ground)


def test_conversion_is_its_own_inverse() -> None:
    for colour in ("#000000", "#ffffff", "#0f6b5c", "#ff0000", "#00ff00", "#0000ff", "#7a3b12"):
        assert to_hex(*to_oklch(colour)) == colour


def test_known_values_of_oklch() -> None:
    """Red and white in the examples of CSS Color 4."""
    lightness, chroma, hue = to_oklch("#ff0000")
    assert (round(lightness, 3), round(chroma, 3), round(hue, 1)) == (0.628, 0.258, 29.2)
    assert to_oklch("#ffffff") == (pytest.approx(1), pytest.approx(0, abs=1e-6), 0)


def test_contrast_of_black_and_white() -> None:
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == pytest.approx(21)


@pytest.mark.parametrize("accent", ["red", "#fff", "#0f6b5C", "#0f6b5c;", "#0f6b5c}", "</style>", ""])
def test_nothing_but_a_colour_becomes_a_style(accent: str) -> None:
    with pytest.raises(ValueError, match="is not a colour"):
        tones_of("teduh", accent)


@pytest.mark.parametrize(("preset", "accent", "light", "dark"), json.loads(CASES.read_text()))
def test_contrast_is_that_of_the_appearance_screen(preset: str, accent: str | None, light: float, dark: float) -> None:
    """web/theme/accents.test.ts has the same cases."""
    tones = tones_of(preset, accent)
    assert contrast(tones.light["accent"], tones.light["page"]) == pytest.approx(light, abs=0.001)
    assert contrast(tones.dark["accent"], tones.dark["page"]) == pytest.approx(dark, abs=0.001)
