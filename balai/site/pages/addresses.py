"""From a path without its language to the address that the page reader takes."""

from urllib.parse import quote

from balai.site.appearance.preview import FLAG, PARAMETERS
from balai.site.pages.results import Address
from balai.site.payloads import Lang
from balai.site.request.exchange import Request
from balai.site.request.matcher import SAFE, Matcher
from balai.site.screens import Screen


def find_address(matcher: Matcher[Screen], lang: Lang, rest: str, request: Request) -> Address:
    """The address of a path; without a screen if none matches."""
    match = matcher.find(rest)
    if match is None:
        return Address(lang, quote(f"/{lang}{rest}", safe=f"/{SAFE}"), None, {})
    path = matcher.path_to(match.screen.name, lang=lang, params=match.params)
    preview = request.query(PARAMETERS) if FLAG in request.raw_query else None
    return Address(lang, path, match, request.query(match.screen.query), preview)
