"""`GET /member-files/{key}?download={name}`: sends a member to a file of the bucket `member-files`.

A link sends no bearer token, so the storage service refuses the address that rows have. The site reads the session from
its cookie, as for pages, asks the storage service with that token for a signed address, and redirects to it (decision
0308). The storage service sends the file, so that a long download can be continued and holds no request of the site.
A visitor without a session signs in first, and then finds the resource above the list of resources.
"""

import re
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from urllib.parse import quote

import httpx
import msgspec

from balai.database.availability import RETRY_AFTER
from balai.site.payloads import Lang
from balai.site.render.payload import SupabaseAccess
from balai.site.request.exchange import Request, Response, text_response
from balai.site.request.matcher import Matcher
from balai.site.request.visitors import ACCESS_COOKIE, find_cookie
from balai.site.screens import PageRequest, Screen
from balai.site.texts import Texts

PREFIX = "/member-files/"
STORED = "/storage/v1/object/authenticated/member-files/"
# Of the signed address: the browser follows the redirect at once.
LIFE_S = 60
# Names that the storage service gives to objects.
KEY = re.compile(r"[A-Za-z0-9_/!.*'()&$@=;:+,? -]{1,1024}")
# The longest name of a download takes 1,620 bytes.
MAX_QUERY_BYTES = 4_096
ENCODED_SLASH = re.compile("%(2f|5c)", re.IGNORECASE)


class _Signed(msgspec.Struct, frozen=True):
    """The answer of the storage service."""

    signed_url: str = msgspec.field(name="signedURL")


class MemberFiles:
    """One per process. `backend` reaches the storage service."""

    def __init__(
        self, backend: httpx.AsyncClient, access: SupabaseAccess, matcher: Matcher[Screen], texts: Texts
    ) -> None:
        self._backend = backend
        self._access = access
        self._matcher = matcher
        self._texts = texts

    async def respond(
        self, request: Request, find_lang: Callable[[], Awaitable[Lang]], *, is_member: bool
    ) -> Response | None:
        """Redirect to the file, or to the sign-in page. None: the member may not read it, or it does not exist."""
        key = _find_key(request)
        if key is None:
            return None
        if not is_member:
            return _redirect(self._path_to_sign_in(await find_lang(), key))
        try:
            answer = await self._backend.post(
                f"/storage/v1/object/sign/member-files/{quote(key, safe='/')}",
                json={"expiresIn": LIFE_S},
                headers=self._headers(request),
            )
        except httpx.HTTPError:
            return await self._busy(find_lang)
        if answer.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR or answer.status_code == HTTPStatus.TOO_MANY_REQUESTS:
            return await self._busy(find_lang)
        if answer.status_code != HTTPStatus.OK:
            return None
        token = msgspec.json.decode(answer.content, type=_Signed).signed_url.rpartition("?token=")[2]
        return _redirect(self._signed_address(request, key, token))

    def _signed_address(self, request: Request, key: str, token: str) -> str:
        # A file is always saved, never shown: it could be a page of this site otherwise. Encoded twice, as supabase-js
        # does, since the storage service decodes names once more.
        name = quote(quote(request.query(("download",)).get("download", ""), safe=""), safe="")
        path = f"/storage/v1/object/sign/member-files/{quote(key, safe='/')}"
        return f"{self._access.storage_host}{path}?token={quote(token, safe='')}&download={name}"

    def _path_to_sign_in(self, lang: Lang, key: str) -> str:
        back = self._matcher.path_to("resources", lang=lang, query={"file": key}, params={})
        return self._matcher.path_to("signin", lang=lang, query={"next": back}, params={})

    def _headers(self, request: Request) -> dict[str, str]:
        token = find_cookie(request.cookie, ACCESS_COOKIE)
        return {"authorization": f"Bearer {token}", "apikey": self._access.anon_key}

    async def _busy(self, find_lang: Callable[[], Awaitable[Lang]]) -> Response:
        text = self._texts.text(await find_lang(), "error.busy")
        return text_response(HTTPStatus.SERVICE_UNAVAILABLE, text, RETRY_AFTER)


def shown_address(request: PageRequest, address: str) -> str:
    """The address of a resource as readers get it: a stored file for members has one of the site, others stay."""
    for host in dict.fromkeys(("", request.storage_host, request.site_url)):
        if address.startswith(host + STORED):
            return PREFIX + address.removeprefix(host + STORED)
    return address


def _find_key(request: Request) -> str | None:
    """The object that the address names, or None if there can be none of that name."""
    key = request.path.removeprefix(PREFIX)
    if ENCODED_SLASH.search(request.raw_path) or len(request.raw_query) > MAX_QUERY_BYTES or not KEY.fullmatch(key):
        return None
    return None if {"", ".", ".."}.intersection(key.split("/")) else key


def _redirect(address: str) -> Response:
    """No cache may store it: it depends on the session, and the signed address expires."""
    headers = [
        (b"location", address.encode("ascii")),
        (b"cache-control", b"private, no-store"),
        (b"x-robots-tag", b"noindex"),
    ]
    return Response(int(HTTPStatus.FOUND), headers)
