"""robots.txt: the addresses that search engines do not index. It protects nothing; guards and row policies do."""

import re
from collections.abc import Iterable

from balai.site.payloads import LANGS
from balai.site.pictures.member_files import PREFIX as MEMBER_FILES
from balai.site.screens import Screen


def robots(screens: Iterable[Screen], site_url: str) -> str:
    """Disallows the screens with `noindex`, and files for members. Everything else is open."""
    closed = [re.sub(r"\{\w+\}", "*", screen.path) for screen in screens if screen.noindex]
    # A rule covers every path that begins with it: /admin covers /admin/….
    shortest = [path for path in closed if not any(path != other and path.startswith(other + "/") for other in closed)]
    rules = [f"Disallow: /{lang}{path}" for path in dict.fromkeys(shortest) for lang in LANGS]
    rules += [f"Disallow: {MEMBER_FILES}", "Disallow: /*/_payload.json"]
    lines = ["User-agent: *", *rules, "", f"Sitemap: {site_url}/sitemap.xml", ""]
    return "\n".join(lines)
