"""`POST /pictures` with `{"url": "https://…", "place": "forum"}`: stores a picture that is on another host.

Responds with `{"address": "/storage/v1/…"}`. It needs the bearer token of a member; no cookie authorises a write. The
picture goes to the member's own folder, with their rights, and counts among their uploads: for a text of the forum or
an article in the bucket whose pictures are as readable as the text (decision 0113).
"""

from collections import Counter
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Literal

import asyncpg
import msgspec

from balai.database.pool import UNAVAILABLE, Pool
from balai.database.transaction import Caller, as_role
from balai.http.asgi import Receive
from balai.security.tokens import KeyRing, TokenError
from balai.site.pictures.fetcher import PictureFetcher
from balai.site.pictures.uploads import Bucket, UploadRefused
from balai.site.request.exchange import Request, Response, read_body

PATH = "/pictures"
MAX_BODY_BYTES = 10_000
MAX_URL_LENGTH = 2048
# Fetches of one member that a worker runs at once. The editor sends one after another.
MAX_CONCURRENT_PER_MEMBER = 2
ADMIT = "select public.admit_picture_fetch()"
STATUS = {
    "unreachable": HTTPStatus.UNPROCESSABLE_ENTITY,
    "kind": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "too_fast": HTTPStatus.TOO_MANY_REQUESTS,
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
}


class _Wanted(msgspec.Struct, frozen=True):
    """The request body."""

    url: str
    place: Literal["forum", "article", "site"] = "site"


class PictureEndpoint:
    """One per process."""

    def __init__(self, pool: Pool, ring: KeyRing, fetcher: PictureFetcher) -> None:
        self._pool = pool
        self._ring = ring
        self._fetcher = fetcher
        self._under_way: Counter[str] = Counter()

    async def respond(self, request: Request, receive: Receive) -> Response:
        """Store the picture for the caller, or say why not."""
        scheme, _, token = request.authorization.decode("latin-1").partition(" ")
        claims = self._claims(token.strip()) if scheme.lower() == "bearer" else None
        if claims is None:
            return _error(HTTPStatus.UNAUTHORIZED, "", "A session is required")
        wanted = _read_wanted(await read_body(receive, MAX_BODY_BYTES))
        if wanted is None:
            return _error(HTTPStatus.BAD_REQUEST, "", "The body needs a url")
        member = str(claims["sub"])
        if self._under_way[member] >= MAX_CONCURRENT_PER_MEMBER:
            return _refusal("too_fast")
        self._under_way[member] += 1
        try:
            async with as_role(self._pool, Caller.from_claims(claims), read_only=False) as connection:
                is_admitted = await connection.fetchval(ADMIT)
            if not is_admitted:
                return _refusal("too_fast")
            bucket: Bucket = "pictures" if wanted.place == "site" else "text-pictures"
            address = await self._fetcher.store(wanted.url, folder=member, token=token.strip(), bucket=bucket)
        except UploadRefused as error:
            return _refusal(error.reason)
        except asyncpg.ForeignKeyViolationError:
            return _error(HTTPStatus.UNAUTHORIZED, "", "The account was deleted")
        except UNAVAILABLE:
            return _refusal("busy")
        finally:
            self._under_way[member] -= 1
            self._under_way += Counter()  # removes the members without fetches
        return _json(HTTPStatus.OK, {"address": address})

    def _claims(self, token: str) -> Mapping[str, Any] | None:
        try:
            claims = self._ring.verify(token)
        except TokenError:
            return None
        return claims if claims.get("role") == "authenticated" and isinstance(claims.get("sub"), str) else None


def _read_wanted(body: bytes | None) -> _Wanted | None:
    try:
        wanted = msgspec.json.decode(body or b"", type=_Wanted)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return wanted if len(wanted.url) <= MAX_URL_LENGTH else None


def _refusal(reason: str) -> Response:
    details = reason if reason in ("too_fast", "busy") else f"picture_{reason}"
    response = _error(STATUS[reason], details, "The picture is not stored")
    if reason == "busy":
        response.headers.append((b"retry-after", b"5"))
    return response


def _error(status: HTTPStatus, details: str, message: str) -> Response:
    return _json(status, {"code": f"PT{int(status)}", "details": details, "message": message})


def _json(status: HTTPStatus, value: object) -> Response:
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    return Response(int(status), headers, msgspec.json.encode(value))
