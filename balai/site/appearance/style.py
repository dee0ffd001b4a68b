"""The site's appearance in a document: attributes of `<html>`, a style element, the browser bar's colour.

The style sheets know the presets; the document names one. An accent colour of the site's own is one property. Browsers
without relative colours have the tones of the default preset alone, so they get the computed ones of any other.
"""

from collections.abc import Mapping
from functools import lru_cache

from balai.site.payloads import PageSettings
from balai.tones import Tones, tones_of

DEFAULT = ("teduh", None)
WITHOUT_RELATIVE_COLOURS = "@supports not (color:oklch(from red l c h))"


def attributes(site: PageSettings) -> str:
    """The attributes of `<html>` that select the tokens, with a space in front."""
    return f' data-preset="{site.preset}" data-fonts="{site.font_pair}"'


def style_element(site: PageSettings) -> str:
    """The style element of an appearance, or nothing for the default one."""
    return _style_element(site.preset, site.accent)


def theme_colours(site: PageSettings) -> tuple[str, str]:
    """The colour of the header in light and in dark, which browsers on phones give to their own bars."""
    tones = tones_of(site.preset, site.accent)
    return tones.light["shade"], tones.dark["shade"]


@lru_cache(maxsize=64)
def _style_element(preset: str, accent: str | None) -> str:
    if (preset, accent) == DEFAULT:
        return ""
    tones = tones_of(preset, accent)
    # Above the preset's own rule, wherever that stands.
    own = f":root[data-preset]{{--seed:{accent}}}" if accent else ""
    return f'<style id="appearance">{own}{WITHOUT_RELATIVE_COLOURS}{{{_computed(tones)}}}</style>\n'


def _computed(tones: Tones) -> str:
    light, dark = _declarations(tones.light), _declarations(tones.dark)
    return (
        f":root[data-preset]{{{light}}}"
        f"@media screen and (prefers-color-scheme:dark){{:root[data-preset]:not([data-scheme=light]){{{dark}}}}}"
        f"@media screen{{:root[data-preset][data-scheme=dark]{{{dark}}}}}"
    )


def _declarations(tones: Mapping[str, str]) -> str:
    return ";".join(f"--{name}:{value}" for name, value in tones.items())
