"""`POST /book/view/answer?link=…` confirms, accepts, cancels or restores the booking of a link in a message.

The link is a secret of its participant. GET shows the page with the questions.
"""

from http import HTTPStatus

import asyncpg

from balai.database.pool import UNAVAILABLE, Pool
from balai.database.transaction import as_owner
from balai.http.asgi import Receive
from balai.site.languages import find_lang
from balai.site.links.link_form import read_link
from balai.site.loaders.booking.answers import FAILURES
from balai.site.request.exchange import Request, Response, redirect_response, text_response

PATH = "/book/view/answer"
ANSWER = "select public.answer_booking($1, $2)"


async def answer_booking(pool: Pool, request: Request, receive: Receive) -> Response:
    """Answer, and lead back to the page, which shows the booking as it is now."""
    found = await read_link(request, receive)
    if isinstance(found, Response):
        return found
    link, given = found
    answer = given.get("answer", "")
    after = "&act=accept" if answer == "accept" else ""
    try:
        async with as_owner(pool) as conn:
            is_known = await conn.fetchval(ANSWER, link, answer)
    except UNAVAILABLE as error:
        # A rule of bookings says no: its code is in DETAIL.
        if not (isinstance(error, asyncpg.PostgresError) and (error.sqlstate or "").startswith("PT")):
            return text_response(HTTPStatus.SERVICE_UNAVAILABLE)
        is_known = True
        after = f"&failed={error.detail if error.detail in FAILURES else 'not_found'}"
    if not is_known:
        return text_response(HTTPStatus.NOT_FOUND)
    lang = find_lang(given.get("lang", "")) or "en"
    return redirect_response(f"/{lang}{PATH}?link={link}{after}", HTTPStatus.SEE_OTHER)
