"""Holds the interface texts and the messages to docs/terms.md.

Two rules. A translation contains the term of its language if the English text contains the English term ("Checked
terms"). No text contains a form of the table "Avoided forms". Each finding is one line; the exit code is 1 if there are
any. Whole words are compared, without case; Chinese has no word boundaries.

Usage: python tools/check_terms.py
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TERMS = ROOT / "docs" / "terms.md"
LANGS = ("en", "zh", "ms", "vi")
FOLDERS = ("web/locales", "balai/messaging/templates")
PLACEHOLDER = re.compile(r"\{+[^{}]*\}+")

Texts = dict[str, str]
Row = tuple[str, ...]


def main() -> int:
    """Check all texts and print the findings."""
    tables = read_tables(TERMS.read_text(encoding="utf-8"))
    texts = {lang: dict(read_texts(lang)) for lang in LANGS}
    findings = [*missing_terms(tables["Checked terms"], texts), *avoided_forms(tables["Avoided forms"], texts)]
    sys.stdout.write(
        "\n".join(findings or [f"{sum(map(len, texts.values()))} texts use the terms of docs/terms.md"]) + "\n"
    )
    return 1 if findings else 0


def read_tables(page: str) -> dict[str, list[Row]]:
    """The rows of each table, without its head, by the heading above it."""
    tables: dict[str, list[Row]] = {}
    for section in page.split("\n## ")[1:]:
        lines = [line for line in section.splitlines() if line.startswith("|")]
        rows = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[2:]]
        tables[section.split("\n", 1)[0].strip()] = rows
    return tables


def read_texts(lang: str) -> Iterator[tuple[str, str]]:
    """Each text of a language with its key; placeholders removed."""
    for folder in FOLDERS:
        content = json.loads((ROOT / folder / f"{lang}.json").read_text(encoding="utf-8"))
        for key, text in _flatten(content, ""):
            # English has a form for one; the other languages have the form for all numbers only.
            yield f"{folder}:{key.removesuffix('_one').removesuffix('_other')}", PLACEHOLDER.sub("", text)


def _flatten(value: Any, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _flatten(inner, f"{key}.{name}" if key else name)


def missing_terms(rows: list[Row], texts: dict[str, Texts]) -> Iterator[str]:
    """Translations without the term that the English text contains."""
    for english, *translated in rows:
        uses = re.compile(rf"\b{re.escape(english)}(s|es|ed|d|ing)?\b", re.IGNORECASE)
        forms = {lang: cell.lower().split(", ") for lang, cell in zip(LANGS[1:], translated, strict=True)}
        for key, text in texts["en"].items():
            if uses.search(text):
                for lang, accepted in forms.items():
                    own = texts[lang].get(key, "").lower()
                    if not any(form in own for form in accepted):
                        yield f'{key} [{lang}]: "{english}" is {" or ".join(accepted)}: {own}'


def avoided_forms(rows: list[Row], texts: dict[str, Texts]) -> Iterator[str]:
    """Texts with a form that the page avoids."""
    for lang, avoid, use in rows:
        boundary = "" if lang == "zh" else r"\b"
        pattern = re.compile(rf"{boundary}{re.escape(avoid)}{boundary}", re.IGNORECASE)
        for key, text in texts[lang].items():
            if pattern.search(text):
                yield f'{key} [{lang}]: "{avoid}": use {use}: {text}'


if __name__ == "__main__":
    sys.exit(main())
