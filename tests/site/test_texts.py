from pathlib import Path

from balai.site.texts import Texts

TEXTS = Texts(
    {
        "en": {"hello": "Hello {{name}}", "post_one": "{{count}} post", "post_other": "{{count}} posts", "only": "En"},
        "zh": {"hello": "{{name}}，您好", "by": "由{{name}}撰写", "post_other": "{{count}}个帖子"},
        "ms": {},
        "vi": {},
    }
)


def test_values_are_filled_in() -> None:
    assert TEXTS.text("zh", "hello", {}, name="小梅") == "小梅，您好"
    # A value is text, not another place for values.
    assert TEXTS.text("en", "hello", {}, name="{{count}}", count=2) == "Hello {{count}}"


def test_latin_letters_and_digits_are_parted_from_chinese() -> None:
    names = ("Hà", "小梅", "R2小")
    assert [TEXTS.text("zh", "by", {}, name=name) for name in names] == ["由 Hà 撰写", "由小梅撰写", "由 R2小撰写"]


def test_plural_follows_the_language() -> None:
    assert [TEXTS.text("en", "post", {}, count=count) for count in (0, 1, 2)] == ["0 posts", "1 post", "2 posts"]
    assert TEXTS.text("zh", "post", {}, count=1) == "1 个帖子"


def test_fallback_is_english_and_then_the_key() -> None:
    assert TEXTS.text("vi", "only", {}) == "En"
    assert TEXTS.text("vi", "none.at.all", {}) == "none.at.all"


def test_unreadable_language_file_falls_back_to_english(tmp_path: Path) -> None:
    (tmp_path / "en.json").write_text('{"a": "A"}')
    (tmp_path / "vi.json").write_text("{broken")
    assert Texts.read(tmp_path).text("vi", "a", {}) == "A"
