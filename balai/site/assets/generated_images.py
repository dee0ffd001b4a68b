"""Serves the icons and the pictures for shared links, generated in the site's present appearance.

Generated at the first request and cached until the appearance changes, at most a dozen pictures. Their addresses have a
version, so browsers may cache them for ever.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from pathlib import Path

import httpx
import structlog

from balai.site.appearance.image_rendering import can_write, email_logo, icon, mark_svg, share_picture
from balai.site.appearance.version import version_of
from balai.site.pages.identity import SiteIdentity
from balai.site.payloads import LANGS, Lang, PageSettings
from balai.site.request.exchange import Request, Response
from balai.tones import tones_of

# Size, and whether the system cuts the icon to its own shape.
ICONS = {
    "/icons/icon-192.png": (192, False, "PNG"),
    "/icons/icon-512.png": (512, False, "PNG"),
    "/icons/icon-maskable-512.png": (512, True, "PNG"),
    "/icons/apple-touch-icon.png": (180, True, "PNG"),
    "/favicon.ico": (32, False, "ICO"),
}
VECTOR = "/icons/icon.svg"
SHARED: Mapping[str, Lang] = {f"/icons/share-{lang}.png": lang for lang in LANGS}
# Not an address: the logo for emails is sent with them.
IN_EMAILS = "emails"
TYPES = {".png": b"image/png", ".ico": b"image/x-icon", ".svg": b"image/svg+xml"}
PUBLIC = "/storage/v1/object/public/"
LOGO_SIDE = 512
ONE_YEAR = (b"cache-control", b"public, max-age=31536000, immutable")
ONE_HOUR = (b"cache-control", b"public, max-age=3600")

log = structlog.get_logger("balai.site.appearance")


class GeneratedImages:
    """The icons and pictures of one appearance.

    `fonts`: files by use and range, such as `head-latin`. `refresh` reads the site's settings if they have changed.
    """

    def __init__(
        self,
        identity: SiteIdentity,
        backend: httpx.AsyncClient | None,
        fonts: Mapping[str, Path],
        refresh: Callable[[], Awaitable[None]],
    ) -> None:
        self._identity = identity
        self._backend = backend
        self._fonts = fonts
        self._refresh = refresh
        self._images: dict[tuple[str, str], bytes] = {}

    def has(self, path: str) -> bool:
        """Whether a picture has this address."""
        return path in ICONS or path in SHARED or path == VECTOR

    async def respond(self, request: Request) -> Response:
        """The picture at an address that `has` knows."""
        site = self._identity.settings(SHARED.get(request.path, self._identity.default_lang))
        version = version_of(site)
        body = self._images.get((request.path, version))
        if body is None:
            body = await self._draw(request.path, site)
            # Only the present appearance stays; the names of shared pictures differ by language.
            self._images = {key: image for key, image in self._images.items() if key[0] != request.path}
            self._images[request.path, version] = body
        age = ONE_YEAR if request.raw_query == f"v={version}".encode() else ONE_HOUR
        etag = f'"{version}"'.encode()
        headers = [(b"content-type", TYPES[Path(request.path).suffix]), age, (b"etag", etag)]
        if request.if_none_match == etag:
            return Response(int(HTTPStatus.NOT_MODIFIED), headers)
        return Response(int(HTTPStatus.OK), headers, body)

    async def read_email_logo(self) -> bytes:
        """The site's own logo for emails, as a PNG; empty without one, or while it cannot be read."""
        await self._refresh()
        site = self._identity.settings(self._identity.default_lang)
        version = version_of(site)
        if (
            site.logo_url
            and (IN_EMAILS, version) not in self._images
            and (logo := await self._find_logo(site.logo_url))
        ):
            tones = tones_of(site.preset, site.accent)
            self._images = {key: image for key, image in self._images.items() if key[0] != IN_EMAILS}
            self._images[IN_EMAILS, version] = await asyncio.to_thread(email_logo, tones, logo)
        return self._images.get((IN_EMAILS, version), b"") if site.logo_url else b""

    async def _draw(self, path: str, site: PageSettings) -> bytes:
        tones = tones_of(site.preset, site.accent)
        if path == VECTOR:
            return mark_svg(tones)
        logo = await self._find_logo(site.logo_url)
        if path in ICONS:
            size, is_full, kind = ICONS[path]
            return await asyncio.to_thread(icon, size, tones, logo, is_full=is_full, kind=kind)
        name, tagline = self._words(site)
        return await asyncio.to_thread(share_picture, name, tagline, tones, logo, self._fonts)

    def _words(self, site: PageSettings) -> tuple[str, str]:
        """Name and tagline; where no font has the characters of a language, those of another one."""
        others = (self._identity.settings(lang) for lang in site.languages)
        for words in (site, *others):
            if can_write(words.name + words.tagline):
                return words.name, words.tagline
        return "", ""

    async def _find_logo(self, address: str | None) -> bytes | None:
        if address is None or self._backend is None or not address.startswith(PUBLIC):
            return None
        path = f"/storage/v1/render/image/public/{address.removeprefix(PUBLIC)}"
        sides: dict[str, str | int] = {"width": LOGO_SIDE, "height": LOGO_SIDE, "resize": "contain"}
        try:
            response = await self._backend.get(path, params=sides, headers={"accept": "image/webp"})
            response.raise_for_status()
        except httpx.HTTPError as error:
            log.warning("logo_unreadable", error=str(error))
            return None
        return response.content
