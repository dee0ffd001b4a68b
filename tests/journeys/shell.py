"""Steps that journeys of every screen share."""

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request

Visit = Callable[..., Page]


def note_requests(page: Page) -> list[Request]:
    """Records every request from now on."""
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request))
    return requests


def documents(requests: list[Request]) -> list[str]:
    """Paths of the full page loads among them."""
    return [urlsplit(request.url).path for request in requests if request.resource_type == "document"]


def payloads(requests: list[Request]) -> list[str]:
    """Paths of the payloads among them."""
    paths = [urlsplit(request.url).path for request in requests]
    return [path for path in paths if path.endswith("/_payload.json")]


def follow(page: Page, name: str) -> None:
    """Follow a link of the phone's navigation."""
    page.get_by_role("navigation", name="Areas of the site").get_by_role("link", name=name, exact=True).click()


def head_links(page: Page) -> list[list[str]]:
    """The canonical address and the other languages, as the document's head names them."""
    links = page.locator('link[rel="canonical"], link[rel="alternate"][hreflang]')
    named: list[list[str]] = links.evaluate_all("links => links.map((link) => [link.rel, link.hreflang, link.href])")
    return sorted(named)


def wait_until_live(page: Page) -> None:
    """Wait for hydration: links are then followed in the app."""
    page.wait_for_function(
        "() => Object.keys(document.querySelector('header a')).some((key) => key.startsWith('__reactProps'))"
    )
