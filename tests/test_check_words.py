"""The check of the glossary's avoided words: what it finds, what it leaves alone, how it reports."""

from pathlib import Path

import pytest

from tools import check_words
from tools.check_words import COVERED, RENAMED, find_questions, find_words, list_files

ROOT = Path(__file__).parents[1]


def words(text: str, suffix: str) -> list[tuple[int, str]]:
    return [(finding.line, finding.found) for finding in find_words(text, suffix)]


@pytest.mark.parametrize(
    ("suffix", "text", "expected"),
    [
        (".md", "# Title\n\nWhoever asks gets a mail.\n", [(3, "Whoever"), (3, "mail")]),
        (".md", "Write `mail` and\n\n```\nwhoever\n```\nthen [x](kept/mail.md) anew.\n", [(6, "anew")]),
        (".py", '"""Pages.\n\nThe client hung up.\n"""\nmail = "she"  # nobody\n', [(3, "hung up"), (5, "nobody")]),
        (".py", "LIMIT = 1\n\n\ndef test_who_is_told_of_it() -> None:\n    pass\n", [(4, "is told")]),
        (".py", "LARGEST_BODY = 1\n", [(1, "LARGEST_BODY")]),
        (".ts", 'const url = "http://mail"; // drawn anew\n/* a letter\n * for her */\n',
         [(1, "anew"), (2, "letter"), (3, "her")]),
        (".sql", "select 'somebody -- she'; -- somebody\n", [(1, "somebody")]),
        (".js", 'fetch(url, { headers: { "x-proof": token } });\n', [(1, "x-proof")]),
    ],
)  # fmt: skip
def test_avoided_words_are_found_on_their_line(suffix: str, text: str, expected: list[tuple[int, str]]) -> None:
    assert words(text, suffix) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Names are in small letters and digits, the mail server at mail.example.org can be told apart.",
        "The email was rejected; they sign in again.",
        "See https://example.org/mail/whoever and admin@mail.example.",
    ],
)
def test_words_in_their_right_meaning_are_allowed(text: str) -> None:
    assert not find_words(f"# {text}\n", ".py")


def test_a_comment_names_its_thing() -> None:
    found = find_questions('"""What a page shows."""\n\n# Who may see it.\nX = 1  # Who asks?\n', ".py")
    assert [(finding.line, finding.found) for finding in found] == [(3, "Who"), (1, "What")]
    assert not find_questions("/** The content of a page. */\n// It shows what is new.\n", ".ts")


def test_every_renamed_identifier_is_found() -> None:
    missed = [old for old in RENAMED if not find_words(f"({old})\n", ".sql")]
    assert not missed


def test_an_offence_is_reported_with_file_and_line_and_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check_words, "ROOT", tmp_path)
    (tmp_path / "page.md").write_text("Fine.\n\nThe hall is closed.\n")
    assert check_words.main(["page.md"]) == 1
    assert capsys.readouterr().out.startswith('page.md:3: "The hall": use "the site')
    (tmp_path / "page.md").write_text("Fine.\n\nThe site is closed.\n")
    assert check_words.main(["page.md"]) == 0


def test_every_covered_path_exists() -> None:
    """`make check`, which `make test` runs first, reads the files themselves."""
    assert ROOT / "README.md" in list_files(list(COVERED))
