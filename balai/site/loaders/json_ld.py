"""Parts of schema.org that several areas say alike."""

from collections.abc import Sequence

from balai.site.screens import JsonLd, PageRequest

CONTEXT = "https://schema.org"


def breadcrumbs(request: PageRequest, trail: Sequence[tuple[str, str]]) -> JsonLd:
    """Where a page stands in the site: names and paths, from the area down to the page itself."""
    return {
        "@context": CONTEXT,
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": place, "name": name, "item": request.absolute(path)}
            for place, (name, path) in enumerate(trail, 1)
        ],
    }
