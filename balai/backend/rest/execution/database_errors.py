"""Maps errors of PostgreSQL and of the connection to error responses."""

import re

import msgspec

from balai.backend.rest.errors import RestError, response_too_large, status_of
from balai.backend.rest.sql.byte_limit import is_too_large
from balai.database.pipeline.connection import DatabaseError

# SQL may not set these: a wrong length would run into the next response on the connection.
FRAMING = frozenset({"content-length", "transfer-encoding", "connection"})

# The server's own errors of these classes may name its files: `could not extend file "base/16384/2619"`. An error that
# a function raises under such a code keeps its message.
_FILE_NAME = re.compile(r"\b(file|directory|segment|tablespace|link) \"")
_INTERNAL = {
    "53": "The database has insufficient resources",
    "58": "The database has a system error",
    "XX": "The database has an internal error",
}

BODY_HINT = (
    "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
)
HEAD_HINT = "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."


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
    """Returns the error response for a PostgreSQL error."""
    state, message = error.state, error.message
    if is_too_large(state, message):
        return response_too_large()
    if state == "PGRST":
        return _raised_response(message, error.detail)
    status = status_of(state, message, is_anonymous=is_anonymous)
    headers = {}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if status == 503:
        headers["Retry-After"] = "1"
    if state[:2] in _INTERNAL and _FILE_NAME.search(f"{message} {error.detail} {error.hint}"):
        return RestError(status, state, _INTERNAL[state[:2]], headers=headers)
    return RestError(status, state, message, details=error.detail, hint=error.hint, headers=headers)


def _raised_response(message: str, detail: str | None) -> RestError:
    """A function may raise a whole response: body in the message, status and headers in the detail."""
    try:
        body = msgspec.json.decode(message, type=_RaisedBody)
    except msgspec.DecodeError:
        return _unreadable(f"Invalid JSON value for MESSAGE: '{message}'", BODY_HINT)
    if not detail:
        return _unreadable("DETAIL is missing in the RAISE statement", HEAD_HINT)
    try:
        head = msgspec.json.decode(detail, type=_RaisedHead)
    except msgspec.DecodeError:
        return _unreadable(f"Invalid JSON value for DETAIL: '{detail}'", HEAD_HINT)
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


def _unreadable(details: str, hint: str) -> RestError:
    text = "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error"
    return RestError(500, "PGRST121", text, details=details, hint=hint)


def is_header_safe(text: str) -> bool:
    """Whether a header from SQL may be sent. A line break in it would start a header of its own."""
    return not any(ord(character) < 32 or ord(character) > 255 for character in text)
