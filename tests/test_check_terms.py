"""The check of the interface's terms finds what it is for."""

from tools.check_terms import avoided_forms, main, missing_terms, read_tables


def test_texts_use_the_terms() -> None:
    assert main() == 0


def test_missing_and_avoided_terms_are_found() -> None:
    page = "# T\n\n## Checked terms\n\n| a | b | c | d |\n| - | - | - | - |\n| two-step | 双重, 两重 | dua | hai |\n"
    rows = read_tables(page)["Checked terms"]
    texts = {"en": {"k": "Two-step sign-in"}, "zh": {"k": "两重"}, "ms": {"k": "langkah"}, "vi": {"k": "HAI lớp"}}
    assert [line.split(":")[0] for line in missing_terms(rows, texts)] == ["k [ms]"]
    avoided = [("en", "mail", "email"), ("zh", "账户", "账号")]
    found = avoided_forms(avoided, {"en": {"a": "An email", "b": "By mail."}, "zh": {"c": "您的账户"}})
    assert [line.split(":")[0] for line in found] == ["b [en]", "c [zh]"]
