"""`POST /unsubscribe?link=…` ends the emails that a link in one of them names, or begins them again.

The link is a secret of its member, so no session is needed: an email program posts `List-Unsubscribe=One-Click`
(RFC 8058), the page at the same address posts its form. GET shows that page and changes nothing, because programs that
check emails open every address in them.
"""

from http import HTTPStatus
from urllib.parse import parse_qs
from uuid import UUID

from balai.database.pool import UNAVAILABLE, Pool
from balai.database.transaction import as_owner
from balai.http.asgi import Receive
from balai.site.languages import find_lang
from balai.site.request.exchange import Request, Response, read_body, redirect_response, text_response

PATH = "/unsubscribe"
MAX_BODY_BYTES = 2_000
USE_LINK = "select public.use_notice_link($1, $2)"


async def unsubscribe(pool: Pool, request: Request, receive: Receive) -> Response:
    """Use the link: 200 for email programs, a redirect to the page for its form."""
    body = await read_body(receive, MAX_BODY_BYTES)
    if body is None:
        return text_response(HTTPStatus.BAD_REQUEST)
    given = {name: values[0] for name, values in parse_qs(body.decode("latin-1")).items()}
    try:
        link = UUID(request.query(("link",)).get("link", ""))
    except ValueError:
        return text_response(HTTPStatus.NOT_FOUND)
    try:
        async with as_owner(pool) as conn:
            is_known = await conn.fetchval(USE_LINK, link, given.get("again") == "yes")
    except UNAVAILABLE:
        return text_response(HTTPStatus.SERVICE_UNAVAILABLE)
    if not is_known:
        return text_response(HTTPStatus.NOT_FOUND)
    lang = find_lang(given.get("lang", ""))
    if lang is None:
        return text_response(HTTPStatus.OK)
    return redirect_response(f"/{lang}{PATH}?link={link}", HTTPStatus.SEE_OTHER)
