"""robots.txt: what search engines need not ask for. It hides nothing; that is what guards and row policies are for."""

import re
from collections.abc import Iterable

from balai.site.screens import LANGS, Screen


def robots(screens: Iterable[Screen], site_url: str) -> str:
    """Everything is open but the screens that are not for search engines."""
    closed = [re.sub(r"\{\w+\}", "*", screen.path) for screen in screens if screen.noindex]
    # A rule covers what begins with it, so /admin is enough for all of /admin/….
    shortest = [path for path in closed if not any(path != other and path.startswith(other + "/") for other in closed)]
    rules = [f"Disallow: /{lang}{path}" for path in dict.fromkeys(shortest) for lang in LANGS]
    lines = ["User-agent: *", *rules, "Disallow: /*/_payload.json", "", f"Sitemap: {site_url}/sitemap.xml", ""]
    return "\n".join(lines)
