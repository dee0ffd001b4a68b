"""Pages as they would look with a logo and a cover that are not published: `?preview=1&logo=…&cover=…&x=30&y=40`.

The appearance screen shows such a page in a frame. Only an administrator's session changes what the page shows; any
other visitor gets the page as it is. Only these pages may stand in a frame, and only in one of this site.
"""

import re
from collections.abc import Mapping

import msgspec

from balai.site.payloads import PageSettings
from balai.site.request.exchange import Headers

PARAMETERS = ("preview", "logo", "cover", "x", "y")
FLAG = b"preview="
UPLOAD = re.compile(r"/storage/v1/object/public/pictures/[\w./-]{1,200}", re.ASCII)
PERCENT = re.compile(r"\d{1,2}|100", re.ASCII)


def with_preview(site: PageSettings, preview: Mapping[str, str]) -> PageSettings:
    """The settings with the pictures of a preview. Values of an unexpected form count as none."""
    return msgspec.structs.replace(
        site,
        logo_url=_upload(preview.get("logo")),
        cover_url=_upload(preview.get("cover")),
        cover_focus_x=_percent(preview.get("x")),
        cover_focus_y=_percent(preview.get("y")),
    )


def framed_headers(headers: Headers) -> Headers:
    """The site's headers for a page that may stand in a frame of this site."""
    return [_framed(name, value) for name, value in headers]


def _framed(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    if name == b"content-security-policy":
        return name, value.replace(b"frame-ancestors 'none'", b"frame-ancestors 'self'")
    return (name, b"SAMEORIGIN") if name == b"x-frame-options" else (name, value)


def _upload(address: str | None) -> str | None:
    is_ours = address is not None and UPLOAD.fullmatch(address) and "/." not in address
    return address if is_ours else None


def _percent(value: str | None) -> int:
    return int(value) if value is not None and PERCENT.fullmatch(value) else 50
