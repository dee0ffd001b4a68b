"""Computes the colours that `web/theme/tokens.css` derives from an accent colour, as hexadecimal sRGB.

Browsers with relative colours compute them from the style sheet. Browsers without, emails, the web app manifest, icons
and pictures for shared links need the values. A colour takes hue and a capped chroma from its seed and its lightness
from its role, so that its contrast hardly depends on the chosen hue. Channels outside sRGB are clipped, as browsers do.

The OKLab matrices are those of its author (Björn Ottosson, 2020) and of CSS Color 4.
"""

import math
import re
from collections.abc import Mapping
from functools import lru_cache

import msgspec

HEX = re.compile(r"#[0-9a-f]{6}")
# Below this chroma a colour has no hue (CSS Color 4, section 4.4).
ACHROMATIC = 4e-6


class Seeds(msgspec.Struct, frozen=True):
    """The values of a preset, as in tokens.css: the two seeds, hue and chroma of the ground."""

    seed: str
    seed_warm: str
    ground_hue: float
    ground_chroma: float


PRESETS: Mapping[str, Seeds] = {
    "teduh": Seeds("#0f6b5c", "#c2562f", 88, 0.008),
    "pagi": Seeds("#1f5fa6", "#d08a1d", 240, 0.005),
    "senja": Seeds("#8d2f5b", "#d0622c", 55, 0.012),
}


class _Tone(msgspec.Struct, frozen=True):
    """A role's lightness, the share of the seed's chroma that it takes, and the cap of that chroma."""

    lightness: float
    share: float
    cap: float


ACCENT = {
    "light": {
        "accent": _Tone(0.46, 1, 0.125),
        "accent-strong": _Tone(0.375, 1, 0.11),
        "accent-soft": _Tone(0.942, 0.26, 0.024),
        "accent-line": _Tone(0.82, 0.6, 0.06),
        "shade": _Tone(0.315, 0.65, 0.06),
        "shade-2": _Tone(0.375, 0.65, 0.065),
    },
    "dark": {
        "accent": _Tone(0.8, 1, 0.1),
        "accent-strong": _Tone(0.87, 1, 0.08),
        "accent-soft": _Tone(0.315, 0.35, 0.032),
        "accent-line": _Tone(0.48, 0.6, 0.06),
        "on-accent": _Tone(0.2, 0.4, 0.04),
        "shade": _Tone(0.285, 0.5, 0.046),
        "shade-2": _Tone(0.35, 0.5, 0.052),
    },
}
WARM = {
    "light": {
        "warm": _Tone(0.485, 1, 0.135),
        "warm-soft": _Tone(0.945, 0.3, 0.035),
        "roof": _Tone(0.6, 1, 0.14),
        "tile-1": _Tone(0.61, 1, 0.135),
        "tile-2": _Tone(0.52, 1, 0.125),
    },
    "dark": {
        "warm": _Tone(0.8, 1, 0.1),
        "warm-soft": _Tone(0.32, 0.4, 0.05),
        "roof": _Tone(0.7, 1, 0.13),
        "tile-1": _Tone(0.49, 1, 0.1),
        "tile-2": _Tone(0.42, 1, 0.09),
    },
}
# Lightness, chroma as a multiple of the ground's, degrees added to the ground's hue.
LIGHT_GROUND = {
    "page": (0.981, 1, 0),
    "surface": (0.997, 0.3, 0),
    "sunken": (0.951, 1.7, 0),
    "line": (0.893, 1.7, 0),
    "line-strong": (0.62, 2, 0),
}
# Lightness, chroma, degrees added to the ground's hue.
INK = {
    "light": {"text": (0.25, 0.018, 60), "text-soft": (0.46, 0.018, 60)},
    "dark": {
        "page": (0.214, 0.009, 40),
        "surface": (0.252, 0.01, 40),
        "side": (0.19, 0.008, 40),
        "sunken": (0.288, 0.01, 40),
        "line": (0.345, 0.012, 40),
        "line-strong": (0.6, 0.014, 40),
        "text": (0.935, 0.008, 0),
        "text-soft": (0.765, 0.012, 0),
    },
}


class Tones(msgspec.Struct, frozen=True):
    """The derived colours by their names in tokens.css without dashes in front, for light and for dark."""

    seed: str
    light: Mapping[str, str]
    dark: Mapping[str, str]


@lru_cache(maxsize=64)
def tones_of(preset: str, accent: str | None = None) -> Tones:
    """The tones of a preset, with its own accent colour or another one.

    Raises:
        ValueError: the accent, which is written into style sheets, is not `#` and six hexadecimal digits in lower case.
    """
    if accent is not None and not HEX.fullmatch(accent):
        raise ValueError(f"{accent!r} is not a colour")
    seeds = PRESETS[preset]
    seed = accent or seeds.seed
    return Tones(seed, light=_tones(seeds, seed, "light"), dark=_tones(seeds, seed, "dark"))


def _tones(seeds: Seeds, seed: str, scheme: str) -> Mapping[str, str]:
    tones = {name: to_hex(*tone) for name, tone in _derived(seed, ACCENT[scheme])}
    _, _, hue = to_oklch(seed)
    # The seed's chroma does not matter for these two.
    tones["on-shade"] = to_hex(0.968, 0.012, 95)
    tones["on-shade-soft"] = to_hex(0.855, 0.03, hue)
    tones.update({name: to_hex(*tone) for name, tone in _derived(seeds.seed_warm, WARM[scheme])})
    if scheme == "light":
        for name, (lightness, share, turn) in LIGHT_GROUND.items():
            tones[name] = to_hex(lightness, seeds.ground_chroma * share, seeds.ground_hue + turn)
        tones["side"] = tones["sunken"]
        tones["on-accent"] = "#ffffff"
    for name, (lightness, chroma, turn) in INK[scheme].items():
        tones[name] = to_hex(lightness, chroma, seeds.ground_hue + turn)
    return tones


def _derived(seed: str, roles: Mapping[str, _Tone]) -> list[tuple[str, tuple[float, float, float]]]:
    _, chroma, hue = to_oklch(seed)
    return [(name, (tone.lightness, min(chroma * tone.share, tone.cap), hue)) for name, tone in roles.items()]


def to_oklch(colour: str) -> tuple[float, float, float]:
    """Lightness, chroma and hue in degrees of a colour in hexadecimal sRGB."""
    red, green, blue = (_linear(channel) for channel in _channels(colour))
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    chroma = math.hypot(a, b)
    return lightness, chroma, math.degrees(math.atan2(b, a)) % 360 if chroma > ACHROMATIC else 0.0


def to_hex(lightness: float, chroma: float, hue: float) -> str:
    """A colour in OKLCH as hexadecimal sRGB."""
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return "#" + "".join(f"{round(255 * _encoded(channel)):02x}" for channel in linear)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours (WCAG 2.2, 1.4.3), from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(channel) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red / 255, green / 255, blue / 255


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _encoded(channel: float) -> float:
    channel = min(1.0, max(0.0, channel))
    return 12.92 * channel if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055
