"""GET /user in one statement, because clients request it on every page. Contract 0.2 and 1.7."""

from collections.abc import Awaitable, Callable

from litestar.types import Scope

from balai.backend.auth.authentication import (
    check_audience,
    read_bearer_claims,
    unknown_token_session,
    unknown_token_user,
    user_and_session_ids,
)
from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.users.user_json import USER_JSON
from balai.database.pipeline.batching import QueryBatcher
from balai.database.pipeline.large_rows import Row
from balai.database.pipeline.rows import first_row, format_timestamp, read_value

SELECT_USER = f"""
  select u.banned_until > $3::timestamptz, s.id is not null, {USER_JSON}
  from auth.users as u left join auth.sessions as s on s.id = $2::uuid and s.user_id = u.id
  where u.id = $1::uuid
"""  # noqa: S608
IS_BANNED, HAS_SESSION, USER = range(3)


def get_user_handler(auth: AuthService) -> Callable[[Scope], Awaitable[bytes]]:
    """Builds the handler that returns the caller's account as JSON. It raises AuthError if the caller may not act."""
    batcher = QueryBatcher(auth.pipelines, SELECT_USER)

    async def serve(scope: Scope) -> bytes:
        headers = dict(scope["headers"])
        claims = read_bearer_claims(auth, headers.get(b"authorization", b"").decode("latin-1"))
        user_id, session_id = user_and_session_ids(claims)
        values = (str(user_id), str(session_id) if session_id else None, format_timestamp(auth.now()))
        row = first_row(await batcher.fetch(values))
        if row is None:
            raise unknown_token_user()
        if session_id is not None and row[HAS_SESSION] != b"t":
            raise unknown_token_session()
        if row[IS_BANNED] == b"t":
            raise AuthError(403, Code.USER_BANNED, "User is banned")
        check_audience(headers.get(b"x-jwt-aud", b"").decode("latin-1"), claims)
        return row[USER] or await _fetch_large_row(auth, values)

    return serve


async def _fetch_large_row(auth: AuthService, values: tuple[str, str | None, str]) -> bytes:
    """Fetches a row that was too large to be returned inline."""
    async with auth.pipelines.connection() as connection:
        (rows,) = await connection.run([(SELECT_USER, values)])
        row: Row | None = first_row(rows)
        if row is None:
            raise unknown_token_user()
        return read_value(connection, row, USER)
