"""Every error of the data service, with the codes and wording that clients match on.

Our own errors have a `PGRST` code. Errors of PostgreSQL keep their SQLSTATE, and `status_of` maps it to an HTTP status,
from the most specific class to the widest.
"""

from collections.abc import Mapping

import msgspec

from balai.errors import BalaiError

Details = str | list[dict[str, str]] | None
JSON_TYPE = "application/json; charset=utf-8"


class ErrorBody(msgspec.Struct, frozen=True):
    """The JSON body of an error; all four members are always present."""

    code: str
    message: str
    details: Details
    hint: str | None


class RestError(BalaiError):
    """An error response; `headers` are added to it."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        details: Details = None,
        hint: str | None = None,
        headers: Mapping[str, str] | None = None,
        reason: str | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.status = status
        self.code = code
        self.details = details
        self.headers = dict(headers or {})
        self.reason = reason

    def body(self) -> bytes:
        """The JSON body."""
        return msgspec.json.encode(ErrorBody(self.code, self.message, self.details, self.hint))


class ParseError(RestError):
    """Text that does not match the grammar; `position` counts from zero, `column` from one."""

    def __init__(
        self,
        clause: str,
        text: str,
        position: int,
        expected: str,
        *,
        column: int | None = None,
        found: str | None = None,
    ) -> None:
        if found is None:
            found = f'"{text[position]}"' if position < len(text) else "end of input"
        super().__init__(
            400,
            "PGRST100",
            f'"failed to parse {clause} ({text})" (line 1, column {column or position + 1})',
            details=f"unexpected {found} expecting {expected}",
        )


def invalid_body(message: str) -> RestError:
    """The body cannot be parsed."""
    return RestError(400, "PGRST102", message)


def key_mismatch() -> RestError:
    """The payload of a PUT is not the row that its URL names."""
    return RestError(400, "PGRST115", "Payload values do not match URL in primary key column(s)")


def invalid_range(details: str, headers: Mapping[str, str] | None = None) -> RestError:
    """A limit or range that no result can satisfy."""
    return RestError(416, "PGRST103", "Requested range not satisfiable", details=details, headers=headers)


def invalid_path() -> RestError:
    """A path that names neither a relation nor a function."""
    return RestError(404, "PGRST125", "Invalid path specified in request URL")


def openapi_disabled() -> RestError:
    """The OpenAPI description is disabled."""
    return RestError(404, "PGRST126", "Root endpoint metadata is disabled")


def unknown_table(schema: str, name: str, hint: str | None = None) -> RestError:
    """Unknown and hidden tables give the same error."""
    return RestError(404, "PGRST205", f"Could not find the table '{schema}.{name}' in the schema cache", hint=hint)


def unknown_column(column: str, table: str) -> RestError:
    """The payload names a column that the table lacks."""
    return RestError(400, "PGRST204", f"Could not find the '{column}' column of '{table}' in the schema cache")


def not_embedded(name: str) -> RestError:
    """A filter or order refers to a relation that `select` does not embed."""
    return RestError(
        400,
        "PGRST108",
        f"'{name}' is not an embedded resource in this request",
        hint=f"Verify that '{name}' is included in the 'select' query parameter.",
    )


def too_many_embeds(limit: int) -> RestError:
    """A query with so many embeds would mostly occupy PostgreSQL's planner."""
    message = f"The request has more than {limit} embedded resources"
    return RestError(400, "BLI420", message, details="The limit is BALAI_REST_MAX_EMBEDS.")


def response_too_large() -> RestError:
    """The rows of the response exceed the limit on bytes."""
    return RestError(
        400,
        "BLI420",
        "The response is larger than the server allows",
        details="The rows of the response, or the embedded rows of all levels together, exceed BALAI_REST_MAX_BYTES.",
        hint="Select fewer columns or embedded resources, set a lower limit, or ask for return=minimal.",
    )


def too_many_requests(seconds: int) -> RestError:
    """The client has used up its rate limit. Not in the protocol, whose hosted platform has it in its gateway."""
    return RestError(429, "PGRSTX29", "Too many requests", headers={"Retry-After": str(seconds)})


def not_single(rows: int) -> RestError:
    """One object was requested, but the result has none or several rows."""
    return RestError(
        406,
        "PGRST116",
        "Cannot coerce the result to a single JSON object",
        details=f"The result contains {rows} rows",
    )


def unauthorized(code: str, message: str, *, details: str | None = None) -> RestError:
    """The bearer token is rejected."""
    challenge = f'Bearer error="invalid_token", error_description="{message}"'
    return RestError(401, code, message, details=details, headers={"WWW-Authenticate": challenge})


def role_not_allowed(role: str, *, exists: bool) -> RestError:
    """The token's role is not open to callers.

    The wording is PostgreSQL's own. This is checked first, because PostgreSQL would let a superuser take any role.
    """
    if exists:
        return RestError(403, "42501", f'permission denied to set role "{role}"')
    return RestError(401, "22023", f'role "{role}" does not exist', headers={"WWW-Authenticate": "Bearer"})


def database_unavailable(message: str = "Database connection error.", code: str = "PGRST000") -> RestError:
    """The database is unavailable. Nothing was executed, so the request can be retried."""
    return RestError(503, code, message, headers={"Retry-After": "1"})


def pool_timeout() -> RestError:
    """No connection became free in time."""
    return RestError(504, "PGRST003", "Timed out acquiring connection from connection pool.")


# SQLSTATE or its class → HTTP status. The whole state is looked up first, then its class.
_STATUS_OF_STATE: dict[str, int] = {
    "08": 503,
    "09": 500,
    "0L": 403,
    "0P": 403,
    "23503": 409,
    "23505": 409,
    "25006": 405,
    "25": 500,
    "28": 403,
    "2D": 500,
    "38": 500,
    "39": 500,
    "3B": 500,
    "40": 500,
    "53400": 500,
    "53": 503,
    "54": 500,
    "55": 500,
    "57P01": 503,
    "57": 500,
    "58": 500,
    "F0": 500,
    "HV": 500,
    "P0001": 400,
    "P0": 500,
    "42883": 404,
    "42P01": 404,
    "42P17": 500,
    "XX": 500,
}


def status_of(state: str, message: str, *, is_anonymous: bool) -> int:
    """The HTTP status of a PostgreSQL error."""
    if state == "42501":
        return 401 if is_anonymous else 403
    if state == "21000":
        return 400 if message.endswith("requires a WHERE clause") else 500
    if state == "22023" and message.startswith('role "') and message.endswith('" does not exist'):
        return 401
    if state == "42883" and message.startswith("function xmlagg("):
        return 406
    if state.startswith("PT"):
        return int(state[2:]) if state[2:].isdecimal() and 200 <= int(state[2:]) <= 599 else 500
    return _STATUS_OF_STATE.get(state) or _STATUS_OF_STATE.get(state[:2], 400)
