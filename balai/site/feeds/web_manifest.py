"""The web app manifest, in the language of the page that links to it, so that the site can be installed."""

import msgspec

from balai.site.appearance.version import version_of
from balai.site.languages import HTML_LANG
from balai.site.payloads import Lang, PageSettings
from balai.tones import tones_of


class Icon(msgspec.Struct, frozen=True, omit_defaults=True):
    """One icon of the manifest."""

    src: str
    sizes: str
    type: str
    purpose: str = ""


class Screenshot(msgspec.Struct, frozen=True):
    """A picture of the site in the dialog that offers to install it."""

    src: str
    sizes: str
    type: str
    form_factor: str
    label: str


class WebManifest(msgspec.Struct, frozen=True):
    """The members of a manifest that browsers use."""

    id: str
    name: str
    short_name: str
    description: str
    lang: str
    start_url: str
    scope: str
    display: str
    theme_color: str
    background_color: str
    icons: tuple[Icon, ...]
    screenshots: tuple[Screenshot, ...]


ICONS = (
    Icon("/icons/icon-192.png", "192x192", "image/png"),
    Icon("/icons/icon-512.png", "512x512", "image/png"),
    Icon("/icons/icon-maskable-512.png", "512x512", "image/png", "maskable"),
)
# As a vector only without a logo, which is a picture of pixels.
VECTOR = Icon("/icons/icon.svg", "any", "image/svg+xml")

# Of the sample content, in each language (tools/take_screenshots.py). Size in pixels by form factor.
SCREENSHOTS = {"narrow": "540x1080", "wide": "1280x800"}


def web_manifest(site: PageSettings, lang: Lang) -> bytes:
    """The manifest of the site in a language."""
    tones, version = tones_of(site.preset, site.accent), version_of(site)
    icons = ICONS if site.logo_url else (VECTOR, *ICONS)
    return msgspec.json.encode(
        WebManifest(
            id="/",
            name=site.name,
            short_name=site.name[:12],
            description=site.tagline,
            lang=HTML_LANG[lang],
            start_url=f"/{lang}",
            scope="/",
            display="standalone",
            theme_color=tones.light["shade"],
            background_color=tones.light["page"],
            icons=tuple(msgspec.structs.replace(icon, src=f"{icon.src}?v={version}") for icon in icons),
            screenshots=tuple(
                Screenshot(f"/screenshots/{lang}-{form}.webp", sizes, "image/webp", form, site.name)
                for form, sizes in SCREENSHOTS.items()
            ),
        )
    )
