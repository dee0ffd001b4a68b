"""The size of a first visit: scripts, style sheets and fonts that the documents of four pages name, compressed.

Sizes are those of the language with the largest sum. Chunks loaded later (the editor, supabase-js for signed-in users)
do not count. tests/test_first_load.py holds the limits.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import brotli

from balai.site.payloads import LANGS, Lang
from balai.site.render.front_end import FONT_PAIRS, FrontEnd
from balai.site.routes import SCREENS
from bench.row import Row

PAGES = {"home": "site/Home", "article": "blog/Article", "thread": "forum/Post", "booking": "booking/Service"}
# Held to the same limits by the tests.
MORE_PAGES = {"contact": "site/contact/Contact"}
TEXTS = {screen.page: screen.texts for screen in SCREENS}
# KB are 1024 bytes here, as browsers' tools count them.
MAX_SCRIPT_KB = 100
MAX_SCRIPTS = 6
MAX_CSS_KB = 25
MAX_FONT_KB = 45


class FirstLoad(NamedTuple):
    """Compressed sizes in bytes by file name."""

    scripts: dict[str, int]
    css: dict[str, int]


def measure() -> Iterator[Row]:
    """Measure each page."""
    front_end = FrontEnd()
    for name, page in PAGES.items():
        loads = {lang: first_load(front_end, page, lang) for lang in LANGS}
        lang, load = max(loads.items(), key=lambda item: sum(item[1].scripts.values()))
        largest = sorted(load.scripts.items(), key=lambda item: -item[1])[:3]
        detail = ", ".join(f"{file} {size / 1024:.1f}" for file, size in largest)
        total = sum(load.scripts.values()) / 1024
        yield Row(f"first load, {name}: JavaScript (KB)", total, MAX_SCRIPT_KB, "lower", f"{lang}: {detail}, …")
        yield Row(f"first load, {name}: script files", count_files(load), MAX_SCRIPTS, "lower", "with inline: one more")
        css = sum(load.css.values()) / 1024
        yield Row(f"first load, {name}: style sheets (KB)", css, MAX_CSS_KB, "lower", f"{len(load.css)} files")
    for pair in FONT_PAIRS:
        size = font_bytes(front_end, pair, "vi") / 1024
        yield Row(f"first load: fonts {pair} (KB)", size, MAX_FONT_KB, "lower", "vi, which needs the most")


def first_load(front_end: FrontEnd, page: str, lang: Lang) -> FirstLoad:
    """Return what the document of a page names."""
    files = front_end.files_of(page, lang, TEXTS[page])
    scripts = _sizes(front_end.folder, (front_end.entry, *files.modules))
    scripts["inline"] = len(brotli.compress(front_end.inline_script.encode()))
    return FirstLoad(scripts, _sizes(front_end.folder, files.css))


def font_bytes(front_end: FrontEnd, pair: str, lang: Lang) -> int:
    """Return the size of the fonts of a pair, which are compressed files already."""
    return sum((front_end.folder / address.lstrip("/")).stat().st_size for address in front_end.fonts_of(pair, lang))


def count_files(load: FirstLoad) -> int:
    """Return how many script files are requested."""
    return len([name for name in load.scripts if name != "inline"])


def _sizes(folder: Path, addresses: tuple[str, ...]) -> dict[str, int]:
    files = [folder / address.lstrip("/") for address in addresses]
    return {file.name: len(brotli.compress(file.read_bytes(), quality=11)) for file in files}
