"""JavaScript of the first load: all scripts named by the documents of the home page, an article and a thread.

Sizes are compressed, in the language with the longest texts. Chunks loaded later (the editor, the calendar, supabase-js
for signed-in users) do not count.
"""

from collections.abc import Iterator
from pathlib import Path

import brotli

from balai.site.assets.files import PAGE_VIEWS_SCRIPT
from balai.site.render.front_end import FrontEnd
from balai.site.routes import SCREENS
from balai.site.screens import LANGS
from bench.row import Row

PAGES = {"home": "site/Home", "article": "blog/Article", "thread": "forum/Post"}
TEXTS = {screen.page: screen.texts for screen in SCREENS}
MAX_KB = 120


def measure() -> Iterator[Row]:
    """Measure each page."""
    front_end = FrontEnd()
    for name, page in PAGES.items():
        by_lang = {lang: _scripts(front_end, page, lang) for lang in LANGS}
        lang, scripts = max(by_lang.items(), key=lambda item: sum(item[1].values()))
        largest = sorted(scripts.items(), key=lambda item: -item[1])[:3]
        detail = ", ".join(f"{file} {size / 1000:.1f}" for file, size in largest)
        total = sum(scripts.values()) / 1000
        yield Row(f"JavaScript of the first load, {name} (KB)", total, MAX_KB, "lower", f"{lang}: {detail}, …")


def _scripts(front_end: FrontEnd, page: str, lang: str) -> dict[str, int]:
    """Return the compressed size of each script that the document names."""
    addresses = [front_end.entry, *front_end.files_of(page, lang, TEXTS[page]).modules]
    files = [front_end.folder / address.lstrip("/") for address in addresses]
    sizes = {file.name: _compressed(file) for file in [*files, PAGE_VIEWS_SCRIPT]}
    sizes["inline"] = len(brotli.compress(front_end.inline_script.encode()))
    return sizes


def _compressed(file: Path) -> int:
    return len(brotli.compress(file.read_bytes(), quality=11))
