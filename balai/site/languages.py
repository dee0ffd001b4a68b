"""Which language a visitor gets when the address does not say it: her account's, then the one she chose last (cookie),
then what her browser asks for, then the site's own.
"""

from collections.abc import Mapping

from balai.site.screens import LANGS, Lang

COOKIE = "i18n_redirected"
HTML_LANG: Mapping[Lang, str] = {"en": "en", "zh": "zh-Hans", "ms": "ms", "vi": "vi"}
# Close enough to be read: Indonesian readers understand Malay, and every kind of Chinese gets ours.
NEAREST: Mapping[str, Lang] = {"id": "ms", "yue": "zh", "cmn": "zh"}


def find_lang(code: str | None) -> Lang | None:
    """One of our languages from a cookie or a path segment."""
    for lang in LANGS:
        if lang == code:
            return lang
    return None


def preferred_lang(accept_language: str) -> Lang | None:
    """The best of our languages in an Accept-Language header (RFC 9110, section 12.5.4), if it names any."""
    best: tuple[float, Lang] | None = None
    for item in accept_language.split(",")[:50]:
        tag, _, parameters = item.partition(";")
        lang = _known(tag.strip().lower())
        quality = _quality(parameters)
        if lang is not None and quality > 0 and (best is None or quality > best[0]):
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
