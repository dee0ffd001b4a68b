"""Responses of the relay itself (contract B, 17).

The JavaScript and Python clients recognize such a response by different headers, and Python's reads `error` from the
body, so each response has all of them.
"""

import msgspec

from balai.backend.sandbox.process import Reason
from balai.http.asgi import Header


class FunctionsError(Exception):
    """An error response of the relay."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.body = msgspec.json.encode({"code": code, "message": message, "msg": message, "error": message})


ERROR_HEADERS: tuple[Header, ...] = (
    (b"content-type", b"application/json"),
    (b"x-relay-error", b"true"),
    (b"x-relay-header", b"true"),
    (b"cache-control", b"no-store"),
)
MISSING_AUTHORIZATION = "Error: Missing authorization header"
INVALID_JWT = "Invalid JWT"
BODY_TIMEOUT = "The request body did not arrive in time"
NOT_FOUND = "Function not found"
SANDBOX_ERRORS: dict[Reason, tuple[int, str, str]] = {
    "boot": (503, "BOOT_ERROR", "Function failed to start (please check logs)"),
    "error": (500, "WORKER_ERROR", "Function exited due to an error (please check logs)"),
    "memory": (546, "WORKER_LIMIT", "Function exceeded its memory limit"),
    "time": (546, "WORKER_LIMIT", "Function exceeded its time limit"),
    "busy": (546, "WORKER_LIMIT", "All processes for functions are busy"),
}
