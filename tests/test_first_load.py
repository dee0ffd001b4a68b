"""The limits of what a first visit loads: home, article, thread, booking and contact, in four languages."""

import pytest

from balai.site.payloads import LANGS, Lang
from balai.site.render.front_end import FONT_PAIRS, FrontEnd
from bench.first_load import (
    MAX_CSS_KB,
    MAX_FONT_KB,
    MAX_SCRIPT_KB,
    MAX_SCRIPTS,
    MORE_PAGES,
    PAGES,
    count_files,
    first_load,
    font_bytes,
)


@pytest.fixture(scope="module")
def front_end() -> FrontEnd:
    return FrontEnd()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("page", [*PAGES.values(), *MORE_PAGES.values()])
def test_first_load_stays_within_its_limits(front_end: FrontEnd, page: str, lang: Lang) -> None:
    load = first_load(front_end, page, lang)
    assert count_files(load) <= MAX_SCRIPTS, load.scripts
    assert sum(load.scripts.values()) <= MAX_SCRIPT_KB * 1024, load.scripts
    assert sum(load.css.values()) <= MAX_CSS_KB * 1024, load.css


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("pair", FONT_PAIRS)
def test_fonts_stay_within_their_limit(front_end: FrontEnd, pair: str, lang: Lang) -> None:
    assert (font_bytes(front_end, pair, lang) > 0) == bool(FONT_PAIRS[pair])
    assert font_bytes(front_end, pair, lang) <= MAX_FONT_KB * 1024
