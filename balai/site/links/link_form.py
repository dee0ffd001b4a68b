"""Requests that hold the secret of a link from an email: no session is needed.

GET shows a page and changes nothing, because programs that check messages open every address in them. POST acts.
"""

from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import parse_qs
from uuid import UUID

from balai.http.asgi import Receive
from balai.site.loaders.query_values import parse_id
from balai.site.request.exchange import Request, Response, read_body, text_response

MAX_BODY_BYTES = 2_000


async def read_link(request: Request, receive: Receive) -> tuple[UUID, Mapping[str, str]] | Response:
    """The secret in the address and the fields of the form, or the response to a request without them."""
    body = await read_body(receive, MAX_BODY_BYTES)
    if body is None:
        return text_response(HTTPStatus.BAD_REQUEST)
    link = parse_id(request.query(("link",)).get("link"))
    if link is None:
        return text_response(HTTPStatus.NOT_FOUND)
    return link, {name: values[0] for name, values in parse_qs(body.decode("latin-1")).items()}
