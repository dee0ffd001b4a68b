"""Interface texts on the server: titles and descriptions of pages and feeds.

Reads the browser's files (`web/locales`, copied into the built front end) once. A file that cannot be read is logged,
and English is used instead.
"""

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec
import structlog

from balai.messaging.templates import fill
from balai.site.payloads import LANGS, Lang

PLACEHOLDER = re.compile(r"\{\{\s*([\w.]+)\s*\}\}", re.ASCII)

NO_WORDINGS: Mapping[str, str] = {}

log = structlog.get_logger("balai.site.texts")


class Texts:
    """All texts in all languages."""

    def __init__(self, tables: Mapping[Lang, Mapping[str, str]]) -> None:
        self._tables = tables

    @classmethod
    def read(cls, folder: Path) -> "Texts":
        """Read `{lang}.json` for each language."""
        return cls({lang: _read(folder / f"{lang}.json") for lang in LANGS})

    def text(self, lang: Lang, key: str, wordings: Mapping[str, str] = NO_WORDINGS, /, **values: str | int) -> str:
        """A text with its `{{values}}` filled in. `count` selects the plural form as in i18next.

        `wordings`: the site's own texts in this language, which come first.

        Returns an unknown key itself: a page with an odd word is better than no page.
        """
        count = values.get("count")
        form = key if count is None else f"{key}_{'one' if lang == 'en' and count == 1 else 'other'}"
        for table in (wordings, self._tables[lang], self._tables["en"]):
            found = table.get(form) or table.get(key)
            if found is not None:
                return fill(found, {name: str(value) for name, value in values.items()}, PLACEHOLDER)
        log.warning("interface_text_missing", key=key, lang=lang)
        return key

    def admits(self, lang: Lang, key: str, wording: str) -> bool:
        """Whether a wording can replace a text: an upgrade may have removed the text, or changed the values in it."""
        original = self._tables[lang].get(key)
        return original is not None and _placeholders(original) == _placeholders(wording)


def _placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


def _read(file: Path) -> Mapping[str, str]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError) as error:
        log.error("interface_texts_unreadable", file=str(file), error=str(error))
        return {}
