"""Renders the site's icons and the picture for shared links, from its logo or the default mark, in its accent colour.

The calls of Pillow take up to 100 ms and belong into a thread. A logo comes from the storage service's renderer, so
that only its output is decoded here, never an upload.
"""

import io
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from balai.tones import Tones

# The default mark in a square of 32: a roof, three posts, a floor. The same as in web/app/header/Header.tsx.
MARK = 32
ROOF = "M16 3c2 4 7 8 14 9.5L28.5 15h-25L2 12.5C9 11 14 7 16 3z"
POSTS = ((6, 17, 9, 26), (14.5, 17, 17.5, 26), (23, 17, 26, 26), (3, 27, 29, 29.5))
CURVES = (((16, 3), (18, 7), (23, 11), (30, 12.5)), ((2, 12.5), (9, 11), (14, 7), (16, 3)))
GLOW = "#f3c566"
# Rendered larger and reduced, for smooth edges.
FINE = 4
# Twice as large as emails show it, for dense screens.
EMAIL_LOGO_SIDE, EMAIL_LOGO_COLOURS = 80, 64
SHARE_SIZE = (1200, 630)
MARGIN = 96
NAME_SIZES, TAGLINE_SIZE = (88, 72, 60), 40
# Han characters are in none of the hosted fonts: a font of the system is used if there is one.
HAN_START = 0x2E80
HAN_FONTS = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/System/Library/Fonts/PingFang.ttc",
)


def mark_svg(tones: Tones) -> bytes:
    """The default mark as a vector picture, on the accent's dark tone."""
    posts = "".join(f"M{x} {y}h{right - x}v{bottom - y}h{x - right}z" for x, y, right, bottom in POSTS)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-7 -7 46 46"><rect x="-7" y="-7" width="46" height="46" '
        f'rx="10" fill="{tones.light["shade"]}"/><path d="{ROOF}" fill="{GLOW}"/>'
        f'<path d="{posts}" fill="{tones.light["on-shade"]}"/></svg>\n'
    ).encode()


def icon(size: int, tones: Tones, logo: bytes | None, *, is_full: bool, kind: str = "PNG") -> bytes:
    """A square icon. `is_full`: the system cuts it to a shape of its own, so the ground reaches the edges."""
    side = size * FINE if size < 256 else size * 2
    ground = tones.light["page"] if logo else tones.light["shade"]
    picture = Image.new("RGBA", (side, side), ground if is_full else (0, 0, 0, 0))
    if not is_full:
        ImageDraw.Draw(picture).rounded_rectangle((0, 0, side - 1, side - 1), side * 0.22, fill=ground)
    _place_mark(picture, round(side * (0.56 if is_full else 0.7)), tones, logo, (side / 2, side / 2))
    return _saved(picture.resize((size, size), Image.Resampling.LANCZOS), kind)


def email_logo(tones: Tones, logo: bytes) -> bytes:
    """The logo on a square ground that suits light and dark emails, in few colours: some 3 KB."""
    side = EMAIL_LOGO_SIDE * FINE
    picture = Image.new("RGBA", (side, side), tones.light["page"])
    _place_mark(picture, round(side * 0.8), tones, logo, (side / 2, side / 2))
    picture = picture.resize((EMAIL_LOGO_SIDE, EMAIL_LOGO_SIDE), Image.Resampling.LANCZOS)
    return _saved(picture.convert("RGB").quantize(EMAIL_LOGO_COLOURS), "PNG")


def share_picture(name: str, tagline: str, tones: Tones, logo: bytes | None, fonts: Mapping[str, Path]) -> bytes:
    """The picture that stands for the site where a link to it is shared."""
    width, height = SHARE_SIZE
    picture = Image.new("RGB", SHARE_SIZE, tones.light["shade"])
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, height - 150, width, height), fill=tones.light["page"])
    for x in range(0, width + 60, 60):
        draw.ellipse((x - 30, height - 180, x + 30, height - 120), fill=tones.light["shade"])
    _place_mark(picture, 132, tones, logo, (MARGIN + 66, 120))
    top = 220.0
    for size in NAME_SIZES:
        lines = _lines(name, _Fonts(fonts, "head", size), width - 2 * MARGIN)
        if len(lines) == 1 or size == NAME_SIZES[-1]:
            break
    head, text = _Fonts(fonts, "head", size), _Fonts(fonts, "text", TAGLINE_SIZE)
    for line in _cut(lines, 2):
        _write(draw, line, (MARGIN, top), head, tones.light["on-shade"])
        top += size * 1.25
    top += 12
    for line in _cut(_lines(tagline, text, width - 2 * MARGIN), 3 - min(2, len(lines))):
        _write(draw, line, (MARGIN, top), text, tones.light["on-shade-soft"])
        top += TAGLINE_SIZE * 1.4
    return _saved(picture, "PNG")


def can_write(text: str) -> bool:
    """Whether there is a font for every character."""
    return _han_font() is not None or all(ord(letter) < HAN_START for letter in text)


class _Fonts:
    """The fonts of one size. The hosted ones are two files each: ASCII, and all other Latin letters."""

    def __init__(self, files: Mapping[str, Path], use: str, size: int) -> None:
        self._ascii = ImageFont.truetype(files[f"{use}-latin"], size)
        self._other = ImageFont.truetype(files[f"{use}-vi"], size)
        han = _han_font()
        self._han = ImageFont.truetype(han, size) if han else self._other

    def of(self, letter: str) -> ImageFont.FreeTypeFont:
        if ord(letter) >= HAN_START:
            return self._han
        return self._ascii if letter.isascii() or unicodedata.category(letter)[0] == "P" else self._other


def _han_font() -> str | None:
    return next((path for path in HAN_FONTS if Path(path).exists()), None)


def _lines(text: str, fonts: _Fonts, room: float) -> list[str]:
    """The text in lines that fit: broken at spaces, and between Han characters."""
    lines, line = [], ""
    for word in _words(unicodedata.normalize("NFC", text), fonts, room):
        if line and _length(line + word.rstrip(), fonts) > room:
            lines.append(line.rstrip())
            line = ""
        line += word
    return [*lines, line.rstrip()] if line.strip() else lines


def _cut(lines: list[str], most: int) -> list[str]:
    return lines if len(lines) <= most else [*lines[: most - 1], lines[most - 1].rstrip(" ,.;:") + "…"]


def _words(text: str, fonts: _Fonts, room: float) -> Sequence[str]:
    """The parts that stay together. A word that is longer than a line is broken anywhere."""
    words = [""]
    for letter in text:
        is_full = words[-1] and _length(words[-1] + letter, fonts) > room
        if words[-1] and (words[-1].endswith(" ") or ord(letter) >= HAN_START or is_full):
            words.append("")
        words[-1] += letter
    return words


def _length(text: str, fonts: _Fonts) -> float:
    return sum(fonts.of(letter).getlength(letter) for letter in text)


def _write(draw: ImageDraw.ImageDraw, text: str, at: tuple[float, float], fonts: _Fonts, colour: str) -> None:
    x, y = at
    for letter in text:
        font = fonts.of(letter)
        # All fonts share a baseline.
        draw.text((x, y + font.size), letter, font=font, fill=colour, anchor="ls")
        x += font.getlength(letter)


def _place_mark(picture: Image.Image, side: int, tones: Tones, logo: bytes | None, centre: tuple[float, float]) -> None:
    if logo is not None:
        mark = Image.open(io.BytesIO(logo)).convert("RGBA")
        mark.thumbnail((side, side), Image.Resampling.LANCZOS)
    else:
        mark = Image.new("RGBA", (side * FINE, side * FINE), (0, 0, 0, 0))
        draw, scale = ImageDraw.Draw(mark), side * FINE / MARK
        roof = [*_curve(*CURVES[0]), (28.5, 15.0), (3.5, 15.0), *_curve(*CURVES[1])]
        draw.polygon([(x * scale, y * scale) for x, y in roof], fill=GLOW)
        for left, top, right, bottom in POSTS:
            draw.rectangle((left * scale, top * scale, right * scale, bottom * scale), fill=tones.light["on-shade"])
        mark = mark.resize((side, side), Image.Resampling.LANCZOS)
    corner = (round(centre[0] - mark.width / 2), round(centre[1] - mark.height / 2))
    picture.paste(mark, corner, mark)


def _curve(*points: tuple[float, float]) -> list[tuple[float, float]]:
    """A cubic Bézier curve in 24 steps."""
    steps = [number / 24 for number in range(25)]
    weights = [((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3) for t in steps]
    return [
        (
            sum(w * x for w, (x, _) in zip(weight, points, strict=True)),
            sum(w * y for w, (_, y) in zip(weight, points, strict=True)),
        )
        for weight in weights
    ]


def _saved(picture: Image.Image, kind: str) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, optimize=kind == "PNG")
    return out.getvalue()
