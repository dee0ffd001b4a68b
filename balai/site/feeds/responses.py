"""Responses for feeds: read with the visitor's role, cached like pages."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import structlog

from balai.database.availability import RETRY_AFTER, is_unreachable
from balai.site.pages.feed import Feed
from balai.site.pages.page import PRIVATE_HEADERS, PUBLIC_HEADERS, SECRET_HEADERS, conditional_response
from balai.site.pages.reader import Reader
from balai.site.pages.results import Address, LanguageNotOffered
from balai.site.payloads import Lang
from balai.site.render.page_cache import CachedPage, PageCache
from balai.site.request.exchange import Request, Response, redirect_response, text_response
from balai.site.request.limits import TooManyRequests
from balai.site.request.matcher import SAFE, Match, Matcher
from balai.site.screens import Moved, NotFound

log = structlog.get_logger("balai.site.feeds")


class Feeds:
    """Finds feeds and responds with them. One per process."""

    def __init__(self, feeds: Iterable[Feed], root: Iterable[Feed], reader: Reader, cache: PageCache) -> None:
        self._feeds = Matcher(feeds)
        self._root = Matcher(root)
        self._reader = reader
        self._cache = cache

    def find(self, path: str) -> Match[Feed] | None:
        """The feed at a path without language prefix."""
        return self._feeds.find(path)

    def find_root(self, path: str) -> Match[Feed] | None:
        """The feed at a path outside the language prefixes."""
        return self._root.find(path)

    async def respond(
        self, match: Match[Feed], lang: Lang, request: Request, session: Mapping[str, Any] | None
    ) -> Response:
        """The feed in a language, for a visitor."""
        feed = match.screen
        address = Address(lang, quote(request.path, safe=f"/{SAFE}"), None, request.query(feed.query))

        async def build() -> CachedPage:
            read = await self._reader.read_feed(feed, address, match.params, session)
            visible = PRIVATE_HEADERS if session or not feed.cache else PUBLIC_HEADERS
            visible = SECRET_HEADERS if feed.is_secret else visible
            headers = [(b"content-type", feed.content_type.encode()), *visible, *read.headers]
            return CachedPage(
                int(HTTPStatus.OK), headers, read.body, snapshot=read.snapshot, valid_until=read.valid_until
            )

        try:
            if session is None and feed.cache:
                cached = await self._cache.get(address.path + address.search, build)
            else:
                cached = await build()
        except LanguageNotOffered as elsewhere:
            return redirect_response(elsewhere.path, HTTPStatus.FOUND)
        except (NotFound, Moved):
            return text_response(HTTPStatus.NOT_FOUND)
        except TooManyRequests:
            return text_response(HTTPStatus.TOO_MANY_REQUESTS, "", (b"retry-after", b"60"))
        except Exception as error:
            log.exception("feed_failed", path=address.path)
            if is_unreachable(error):
                return text_response(HTTPStatus.SERVICE_UNAVAILABLE, "", RETRY_AFTER)
            return text_response(HTTPStatus.INTERNAL_SERVER_ERROR)
        return conditional_response(cached, request)
