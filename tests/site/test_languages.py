import pytest
from hypothesis import given
from hypothesis import strategies as st

from balai.site.languages import find_lang, preferred_lang
from balai.site.payloads import LANGS


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("vi", "vi"),
        ("zh-TW", "zh"),
        ("zh-HK,zh;q=0.9,en;q=0.8", "zh"),
        ("zh-Hant-TW", "zh"),
        ("yue", "zh"),
        ("id-ID,id;q=0.9", "ms"),
        ("fr-CH, fr;q=0.9, vi;q=0.5, en;q=0.7", "en"),
        ("en;q=0.1, ms;q=0.8", "ms"),
        ("en;q=0, vi;q=0.1", "vi"),
        ("EN-gb", "en"),
        ("en ; q=0.3 , zh ; q=0.4", "zh"),
        ("ms, vi", "ms"),
        ("fr, de", None),
        ("*", None),
        ("", None),
        ("en;q=2, vi;q=0.1", "vi"),
        ("en;q=x", None),
    ],
)
def test_best_supported_language_is_chosen(header: str, lang: str | None) -> None:
    assert preferred_lang(header) == lang


@given(st.text())
def test_any_header_is_handled(header: str) -> None:
    assert preferred_lang(header) in {*LANGS, None}


@given(st.permutations(LANGS), st.lists(st.sampled_from(["fr", "de-AT", "pt-BR", "*"]), max_size=3))
def test_highest_quality_wins_in_any_order(order: list[str], others: list[str]) -> None:
    wanted = {lang: round(1 - place / 10, 1) for place, lang in enumerate(order)}
    header = ", ".join([*(f"{lang};q={wanted[lang]}" for lang in sorted(wanted)), *others])
    assert preferred_lang(header) == order[0]


@given(st.sampled_from(LANGS), st.sampled_from(["", "-XX", "-Hant-HK", "-u-nu-latn"]), st.floats(0.001, 1))
def test_region_or_script_never_hides_the_language(lang: str, region: str, quality: float) -> None:
    assert preferred_lang(f"{lang}{region};q={quality:.3f}") == lang


def test_only_supported_codes_count_in_paths() -> None:
    assert find_lang("zh") == "zh"
    assert [find_lang(code) for code in ("ZH", "zh-Hans", "", None, "fr")] == [None] * 5
