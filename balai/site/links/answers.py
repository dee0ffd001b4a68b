"""`POST /book/view/answer?link=…` confirms, cancels or restores the booking of a link in a reminder.

The link is a secret of its participant, so no session is needed. GET shows the page with the questions and changes
nothing: programs that check messages open every address in them.
"""

from http import HTTPStatus
from urllib.parse import parse_qs
from uuid import UUID

import asyncpg

from balai.database.pool import UNAVAILABLE, Pool
from balai.database.transaction import as_owner
from balai.http.asgi import Receive
from balai.site.languages import find_lang
from balai.site.loaders.booking.answers import FAILURES
from balai.site.request.exchange import Request, Response, read_body, redirect_response, text_response

PATH = "/book/view/answer"
MAX_BODY_BYTES = 2_000
ANSWER = "select public.answer_booking($1, $2)"


async def answer_booking(pool: Pool, request: Request, receive: Receive) -> Response:
    """Answer, and lead back to the page, which shows the booking as it is now."""
    body = await read_body(receive, MAX_BODY_BYTES)
    if body is None:
        return text_response(HTTPStatus.BAD_REQUEST)
    given = {name: values[0] for name, values in parse_qs(body.decode("latin-1")).items()}
    try:
        link = UUID(request.query(("link",)).get("link", ""))
    except ValueError:
        return text_response(HTTPStatus.NOT_FOUND)
    failed = ""
    try:
        async with as_owner(pool) as conn:
            is_known = await conn.fetchval(ANSWER, link, given.get("answer", ""))
    except UNAVAILABLE as error:
        # A rule of bookings says no: its code is in DETAIL.
        if not (isinstance(error, asyncpg.PostgresError) and (error.sqlstate or "").startswith("PT")):
            return text_response(HTTPStatus.SERVICE_UNAVAILABLE)
        is_known = True
        failed = f"&failed={error.detail if error.detail in FAILURES else 'not_found'}"
    if not is_known:
        return text_response(HTTPStatus.NOT_FOUND)
    lang = find_lang(given.get("lang", "")) or "en"
    return redirect_response(f"/{lang}{PATH}?link={link}{failed}", HTTPStatus.SEE_OTHER)
