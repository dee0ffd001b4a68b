"""While the database cannot be reached, the services respond with 503 and Retry-After."""

import asyncpg
import pytest

from balai.backend.auth.http import AuthRequest, handle_unexpected_error
from balai.backend.storage.errors import from_database_error
from balai.database.availability import is_unreachable
from balai.database.pipeline.connection import NoConnection

UNREACHABLE = [
    ConnectionRefusedError(111, "refused"),
    ConnectionResetError(),
    FileNotFoundError(2, "No such file or directory"),
    asyncpg.InterfaceError("the underlying connection is closed"),
    asyncpg.InternalClientError("cannot switch to state 12"),
    asyncpg.ConnectionDoesNotExistError("closed"),
    asyncpg.AdminShutdownError("stopped"),
    asyncpg.CannotConnectNowError("starting up"),
    NoConnection("none"),
]
OTHERS = [
    asyncpg.ClientConfigurationError("a wrong setting"),
    FileNotFoundError(2, "No such file or directory", "/data/object"),
    asyncpg.UndefinedTableError("no table"),
    ValueError("a bug"),
]


@pytest.mark.parametrize("error", UNREACHABLE, ids=lambda error: type(error).__name__)
def test_unreachable_database_is_503(error: Exception) -> None:
    assert is_unreachable(error)
    storage = from_database_error(error)
    assert (storage.http_status, storage.headers) == (503, [(b"retry-after", b"1")])
    scope = {"type": "http", "path": "/signup", "headers": [], "state": {}}
    auth = handle_unexpected_error(AuthRequest(scope), error)  # type: ignore[arg-type]  # the part that is read
    assert (auth.status_code, auth.headers["retry-after"]) == (503, "1")


@pytest.mark.parametrize("error", OTHERS, ids=lambda error: type(error).__name__)
def test_other_errors_stay_500(error: Exception) -> None:
    assert not is_unreachable(error)
    assert from_database_error(error).http_status == 500
