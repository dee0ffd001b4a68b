"""Offset pagination of administration lists, with its headers. Contract 1.11.

The protocol requires offsets; the site's own member pages read the profiles by key.
"""

import re
from typing import Any
from urllib.parse import urlencode

import msgspec

from balai.backend.auth.context import AuthRequest
from balai.backend.auth.errors import invalid

MAX_OFFSET = 2**62


class Page(msgspec.Struct, frozen=True):
    """The requested page, counted from 1, and its number of rows. Page 0 is the first page too, as in GoTrue."""

    number: int
    size: int

    @property
    def offset(self) -> int:
        return min(max(self.number - 1, 0) * self.size, MAX_OFFSET)

    @property
    def limit(self) -> int:
        return min(self.size, MAX_OFFSET)


def read_page(request: AuthRequest) -> Page:
    """Read `page` and `per_page`; an empty value means the default. Raises AuthError 400."""
    query = request.query_params
    return Page(_parse_number(query.get("page"), 1), _parse_number(query.get("per_page"), 50, minimum=1))


def page_headers(request: AuthRequest, path: str, page: Page, total: int) -> dict[str, str]:
    """Return `X-Total-Count` and `Link`, with the last page and, if there is one, the next."""
    last = -(-total // page.size)
    links = []
    if page.number < last:
        links.append(f'<{_page_url(request, path, page.number + 1)}>; rel="next"')
    links.append(f'<{_page_url(request, path, last)}>; rel="last"')
    return {"x-total-count": str(total), "link": ", ".join(links)}


def _parse_number(text: str | None, default: int, *, minimum: int = 0) -> int:
    if not text:
        return default
    if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < minimum:
        raise invalid(f'Bad Pagination Parameters: strconv.ParseUint: parsing "{text}": invalid syntax')
    return int(text)


def _page_url(request: AuthRequest, path: str, number: int) -> str:
    # `page` must be the first parameter and commas must be encoded: one official client parses these by position.
    parameters: list[tuple[str, Any]] = sorted(
        (key, value) for key, value in request.query_params.multi_items() if key != "page"
    )
    return f"{path}?" + urlencode([("page", number), *parameters])
