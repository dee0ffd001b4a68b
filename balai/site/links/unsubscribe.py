"""`POST /unsubscribe?link=…` ends the emails that a link in one of them names, or begins them again.

The link is a secret of its member. An email program posts `List-Unsubscribe=One-Click` (RFC 8058), the page at the same
address posts its form. GET shows that page.
"""

from http import HTTPStatus

from balai.database.pool import UNAVAILABLE, Pool
from balai.database.transaction import as_owner
from balai.http.asgi import Receive
from balai.site.languages import find_lang
from balai.site.links.link_form import read_link
from balai.site.request.exchange import Request, Response, redirect_response, text_response

PATH = "/unsubscribe"
USE_LINK = "select public.use_notice_link($1, $2)"


async def unsubscribe(pool: Pool, request: Request, receive: Receive) -> Response:
    """Use the link: 200 for email programs, a redirect to the page for its form."""
    found = await read_link(request, receive)
    if isinstance(found, Response):
        return found
    link, given = found
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
