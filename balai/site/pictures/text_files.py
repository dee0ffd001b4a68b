"""`GET /pictures/{name}` and `/text-files/{name}`: a picture or file of a text, read with the visitor's rights.

An `img` or a link sends no bearer token, so the storage service alone could not tell readers of a closed area from
others. The site reads the session from its cookie, as for pages, and asks the storage service with that token; a
visitor asks as a guest (decision 0113). `?width=` asks for a smaller picture, `?download=` names the saved file.
Pictures of articles that visitors see may be cached for five minutes and listed by search engines. No shared cache may
store any other answer, and a browser asks again each time, so that rights that were taken away hold at once.
"""

from http import HTTPStatus
from urllib.parse import quote

import httpx

from balai.database.pool import UNAVAILABLE, Pool
from balai.database.transaction import Caller, as_role
from balai.security.tokens import KeyRing
from balai.site.request.exchange import Headers, Request, Response, text_response
from balai.site.request.visitors import ACCESS_COOKIE, find_cookie, find_session

BUCKETS = {"/pictures/": "text-pictures", "/text-files/": "text-files"}
PREFIXES = tuple(BUCKETS)
SIZES = ("width", "height")
PASSED_ON = ("content-type", "etag", "vary", "content-disposition", "content-security-policy")
ALWAYS: Headers = [(b"x-content-type-options", b"nosniff")]
CLOSED: Headers = [(b"cache-control", b"private, no-cache"), (b"x-robots-tag", b"noindex")]
# A list of articles would otherwise ask for each of its pictures again. A cached copy of an article that is given to a
# group outlives it by five minutes.
OPEN: Headers = [(b"cache-control", b"public, max-age=300")]
IS_OF_ARTICLE = "select exists (select from public.text_pictures where picture = $1 and article_id is not null)"


class TextFiles:
    """One per process. `backend` reaches the storage service; `anon_key` is the key of visitors."""

    def __init__(self, pool: Pool, backend: httpx.AsyncClient, ring: KeyRing, anon_key: str) -> None:
        self._pool = pool
        self._backend = backend
        self._ring = ring
        self._anon_key = anon_key

    async def respond(self, request: Request) -> Response:
        """The picture, 304, or 404 if the visitor may not see it or it does not exist."""
        prefix = next(prefix for prefix in PREFIXES if request.path.startswith(prefix))
        name, bucket = quote(request.path.removeprefix(prefix), safe="/"), BUCKETS[prefix]
        is_picture = bucket == "text-pictures"
        # A file is always saved, never shown: it could be a page of this site otherwise.
        query = request.query(SIZES) if is_picture else {"download": request.query(("download",)).get("download", "")}
        way = "render/image" if is_picture and query else "object"
        try:
            answer = await self._backend.get(
                f"/storage/v1/{way}/authenticated/{bucket}/{name}", params=query, headers=self._headers(request)
            )
        except httpx.HTTPError:
            return text_response(HTTPStatus.BAD_GATEWAY)
        if answer.status_code in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
            access = OPEN if is_picture and await self._is_public_of_article(request) else CLOSED
            return Response(answer.status_code, [*_passed_on(answer), *ALWAYS, *access], answer.content)
        is_busy = answer.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR
        return text_response(HTTPStatus.SERVICE_UNAVAILABLE if is_busy else HTTPStatus.NOT_FOUND)

    async def _is_public_of_article(self, request: Request) -> bool:
        name = request.path.removeprefix("/pictures/")
        try:
            async with as_role(self._pool, Caller.anonymous()) as conn:
                return bool(await conn.fetchval(IS_OF_ARTICLE, name))
        except UNAVAILABLE:
            return False

    def _headers(self, request: Request) -> dict[str, str]:
        token = find_cookie(request.cookie, ACCESS_COOKIE) if find_session(request.cookie, self._ring) else None
        headers = {"authorization": f"Bearer {token or self._anon_key}", "apikey": self._anon_key}
        given = {"accept": request.accept, "if-none-match": request.if_none_match}
        return headers | {header: value.decode("latin-1") for header, value in given.items() if value}


def _passed_on(answer: httpx.Response) -> Headers:
    return [(name.encode(), answer.headers[name].encode("latin-1")) for name in PASSED_ON if name in answer.headers]
