"""Turns what PostgreSQL and the connection report into the errors of the wire."""

import msgspec

from balai.backend.rest.errors import RestError, status_of
from balai.database.pipeline.connection import DatabaseError

# How long an answer is is not the SQL's to say: what it says wrong would run into the next answer.
FRAMING = frozenset({"content-length", "transfer-encoding", "connection"})


class _RaisedBody(msgspec.Struct, frozen=True):
    code: str
    message: str
    details: str | None = None
    hint: str | None = None


class _RaisedHead(msgspec.Struct, frozen=True):
    status: int
    headers: dict[str, str]
    status_text: str | None = None


def to_rest_error(error: DatabaseError, *, is_anonymous: bool) -> RestError:
    """The refusal that an error of the database means."""
    state, message = error.state, error.message
    if state == "PGRST":
        return _raised_response(message, error.detail)
    status = status_of(state, message, is_anonymous=is_anonymous)
    headers = {}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if status == 503:
        headers["Retry-After"] = "1"
    return RestError(status, state, message, details=error.detail, hint=error.hint, headers=headers)


def _raised_response(message: str, detail: str | None) -> RestError:
    """A function may raise the whole answer: body in the message, status and headers in the detail."""
    try:
        body = msgspec.json.decode(message, type=_RaisedBody)
        head = msgspec.json.decode(detail or "", type=_RaisedHead)
    except msgspec.DecodeError:
        text = "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error"
        return RestError(500, "PGRST121", text, details="MESSAGE and DETAIL must be the JSON objects of the contract")
    headers = {
        name: value
        for name, value in head.headers.items()
        if is_header_safe(name) and is_header_safe(value) and name.lower() not in FRAMING
    }
    return RestError(
        head.status if 200 <= head.status <= 599 else 500,
        body.code,
        body.message,
        details=body.details,
        hint=body.hint,
        headers=headers,
    )


def is_header_safe(text: str) -> bool:
    """Whether a header from SQL may be sent: a line break in it would begin a header of its own."""
    return not any(ord(character) < 32 or ord(character) > 255 for character in text)
