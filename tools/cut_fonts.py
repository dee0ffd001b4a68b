"""Cuts the site's fonts from the fontsource packages in web/node_modules, into build/fonts/.

Each file holds one weight and one of two ranges: ASCII with typographic marks, or the Vietnamese characters. A page in
English loads three files of 26 kB, a Vietnamese one six of 42 kB, where the packages' own files have 100 kB and more.
Hinting is left out: screens that need it show the system's fonts nearly as well. The same packages give the same bytes,
so that the hashed file names change only with the fonts. The licences are written beside them.

Run as `python tools/cut_fonts.py [folder]`, by `make build`.
"""

import logging
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from fontTools import merge, subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ROOT / "web" / "node_modules"
FOLDER = ROOT / "build" / "fonts"

LATIN = (*range(0x20, 0x7F), *map(ord, "\u00a0©«°·»×–—‘’“”•…€→−"))
# The characters of French and German that names contain, and the combining marks, stand with the Vietnamese ones.
VIETNAMESE = (
    *map(ord, "ÀÁÂÃÈÉÊÌÍÒÓÔÕÙÚÝàáâãèéêìíòóôõùúýĂăĐđĨĩŨũƠơƯư₫ñüöçä"),
    *range(0x1EA0, 0x1EFA),
    *(0x300, 0x301, 0x303, 0x309, 0x323),
)
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "liga"]
NOT_NEEDED = ["STAT", "avar", "HVAR", "MVAR", "DSIG", "gasp", "meta"]

VARIABLE = "@fontsource-variable/{0}/files/{0}-{{}}-wght-normal.woff2"
FIXED = "@fontsource/{0}/files/{0}-{{}}-{1}-normal.woff2"
# The name of the cut file, the package's files by range, the weight that a variable font is set to.
FONTS: tuple[tuple[str, str, Mapping[str, float]], ...] = (
    ("bricolage-700", VARIABLE.format("bricolage-grotesque"), {"wght": 700}),
    ("literata-600", VARIABLE.format("literata"), {"wght": 600}),
    ("jakarta-400", VARIABLE.format("plus-jakarta-sans"), {"wght": 430}),
    ("jakarta-700", VARIABLE.format("plus-jakarta-sans"), {"wght": 700}),
    ("bevietnam-400", FIXED.format("be-vietnam-pro", 400), {}),
    ("bevietnam-600", FIXED.format("be-vietnam-pro", 600), {}),
)
LICENCES = {
    "bricolage-grotesque": "@fontsource-variable/bricolage-grotesque/LICENSE",
    "literata": "@fontsource-variable/literata/LICENSE",
    "plus-jakarta-sans": "@fontsource-variable/plus-jakarta-sans/LICENSE",
    "be-vietnam-pro": "@fontsource/be-vietnam-pro/LICENSE",
}


def cut_all(folder: Path) -> None:
    """Write every font in both ranges, and the licences."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, pattern, axes in FONTS:
        latin, vietnamese = (PACKAGES / pattern.format(part) for part in ("latin", "vietnamese"))
        cut([latin], axes, LATIN, folder / f"{name}-latin.woff2")
        # In the packages the Vietnamese characters are in two files: those that French has too are in the Latin one.
        cut([latin, vietnamese], axes, VIETNAMESE, folder / f"{name}-vi.woff2")
    for name, licence in LICENCES.items():
        copyfile(PACKAGES / licence, folder / f"OFL-{name}.txt")


def cut(sources: Iterable[Path], axes: Mapping[str, float], characters: Iterable[int], target: Path) -> None:
    """Write one font with the given characters of all sources."""
    with TemporaryDirectory() as temporary:
        parts = []
        for number, source in enumerate(sources):
            font = _open(source)
            if "fvar" in font:
                font = instancer.instantiateVariableFont(font, axes)
            _keep(font, characters)
            font.flavor = None
            parts.append(str(Path(temporary) / f"{number}.ttf"))
            font.save(parts[-1])
        font = _open(Path(parts[0]))
        if len(parts) > 1:
            font = merge.Merger().merge(parts)
            first = _open(Path(parts[0]))["head"]
            font["head"].created, font["head"].modified = first.created, first.modified
            font.recalcTimestamp = False
            _keep(font, characters)
        font.flavor = "woff2"
        font.save(target)


def _open(file: Path) -> TTFont:
    return TTFont(file, recalcTimestamp=False)


def _keep(font: TTFont, characters: Iterable[int]) -> None:
    options = subset.Options(hinting=False, notdef_outline=True, glyph_names=False, name_IDs=[1, 2])
    options.layout_features = FEATURES
    options.drop_tables += NOT_NEEDED
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=list(characters))
    subsetter.subset(font)


if __name__ == "__main__":
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    cut_all(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
