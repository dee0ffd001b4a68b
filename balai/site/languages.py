"""The language for addresses without a prefix.

In this order: the account's, the last one chosen (cookie), the browser's, the site's.
"""

import re
from collections.abc import Mapping, Sequence

from balai.site.payloads import LANGS, Lang

COOKIE = "i18n_redirected"
HTML_LANG: Mapping[Lang, str] = {"en": "en", "zh": "zh-Hans", "ms": "ms", "vi": "vi"}
# Close enough to be read: Indonesian falls back to Malay, every Chinese language to ours.
NEAREST: Mapping[str, Lang] = {"id": "ms", "yue": "zh", "cmn": "zh"}

PAGE = re.compile(r"https?://[^/?#]+/([a-z]{2})(?:[/?#]|$)")


def find_lang(code: str | None) -> Lang | None:
    """The language with this code, from a cookie or a path segment."""
    for lang in LANGS:
        if lang == code:
            return lang
    return None


def find_lang_of_page(address: str) -> Lang | None:
    """The language of the page at a whole address, such as that of a page with a link."""
    found = PAGE.match(address)
    return find_lang(found[1]) if found else None


def preferred_lang(accept_language: str, offered: Sequence[Lang] = LANGS) -> Lang | None:
    """The best of the offered languages in an Accept-Language header (RFC 9110, section 12.5.4), or None."""
    best: tuple[float, Lang] | None = None
    for item in accept_language.split(",")[:50]:
        tag, _, parameters = item.partition(";")
        lang = _known(tag.strip().lower())
        quality = _quality(parameters)
        if lang is not None and lang in offered and quality > 0 and (best is None or quality > best[0]):
            best = (quality, lang)
    return best[1] if best else None


def _known(tag: str) -> Lang | None:
    primary = tag.partition("-")[0]
    return find_lang(primary) or NEAREST.get(primary)


def _quality(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    if not name:
        return 1.0
    if name.strip().lower() != "q":
        return 0.0
    try:
        quality = float(value)
    except ValueError:
        return 0.0
    return quality if 0 <= quality <= 1 else 0.0
