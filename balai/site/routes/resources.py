"""The screens of the resources and of the search in the route table."""

from balai.site.loaders import resources
from balai.site.loaders.search import page as search
from balai.site.screens import Screen

RESOURCE_SCREENS: tuple[Screen, ...] = (
    Screen(
        name="resources",
        path="/resources",
        page="resources/Resources",
        title="resources.title",
        texts=(
            "editor",
            "search",
        ),
        load=resources.load_resources,
        query=("after", "category", "file", "kind", "language"),
        tables=("resources", "resource_texts", "resource_files", "resource_categories", "resource_category_texts"),
    ),
    Screen(
        name="search",
        path="/search",
        # Also requested while typing.
        offline=False,
        page="search/Search",
        title="search.title",
        texts=("search",),
        load=search.load_search,
        query=("q", "after", "order", *search.FILTERS),
        cache=False,
        noindex=True,
    ),
)
