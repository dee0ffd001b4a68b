"""Interface texts by key: a journey uses the texts that a reader of that language sees."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from balai.messaging.templates import fill
from balai.site.texts import PLACEHOLDER

LOCALES = Path(__file__).parents[2] / "web" / "locales"


def words_in(lang: str) -> Callable[..., str]:
    """`say("forum.reply.send")` in a language; keywords fill `{{name}}`, `count` chooses the plural form."""
    texts: dict[str, str] = json.loads((LOCALES / f"{lang}.json").read_text())

    def say(key: str, **values: object) -> str:
        count = values.get("count")
        plural = f"{key}_{'one' if lang == 'en' and count == 1 else 'other'}"
        text = texts[plural if plural in texts else key]
        if lang == "ms":
            # As web/lib/texts.tsx shows it: the word stays in one line.
            text = re.sub("(e-)(mel)", "\\1\u2060\\2", text, flags=re.IGNORECASE)
        return fill(text, {name: str(value) for name, value in values.items()}, PLACEHOLDER)

    return say
