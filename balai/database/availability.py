"""Tells errors of an unreachable database from all others. The request can then be retried."""

import asyncpg

from balai.database.pipeline.connection import ConnectionLost, DatabaseError, NoConnection

RETRY_AFTER_S = 1
RETRY_AFTER = (b"retry-after", str(RETRY_AFTER_S).encode())
# A shutdown, a crash, and a server that is starting; class 08 are failures of the connection.
_STATES = ("57P01", "57P02", "57P03")


def is_unreachable(error: BaseException) -> bool:
    """Whether the error says that the database cannot be reached."""
    if isinstance(error, DatabaseError):
        return error.state in _STATES or error.state.startswith("08")
    if isinstance(error, asyncpg.PostgresError):
        state = getattr(error, "sqlstate", None) or ""
        return state in _STATES or state.startswith("08")
    if isinstance(error, FileNotFoundError):
        # The socket of a stopped server; a missing file has its name here.
        return error.filename is None
    if isinstance(error, ValueError):
        # asyncpg's own errors of a wrong argument or setting are InterfaceErrors, too.
        return False
    # TimeoutError: no connection could be opened or acquired, or the database did not respond to a statement.
    # InternalClientError: asyncpg's protocol was interrupted when the server cut the connection.
    return isinstance(
        error,
        ConnectionError
        | TimeoutError
        | asyncpg.InterfaceError
        | asyncpg.InternalClientError
        | NoConnection
        | ConnectionLost,
    )
