"""Parts of schema.org that several areas share."""

from collections.abc import Sequence

from balai.site.payloads import JsonLd
from balai.site.screens import PageRequest

CONTEXT = "https://schema.org"


def breadcrumbs(request: PageRequest, trail: Sequence[tuple[str, str]]) -> JsonLd:
    """The position of a page in the site: names and paths, from its area to the page itself."""
    return {
        "@context": CONTEXT,
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": place, "name": name, "item": request.absolute(path)}
            for place, (name, path) in enumerate(trail, 1)
        ],
    }
