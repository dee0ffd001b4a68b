"""The base class of expected errors.

Each service has a closed list of errors in its own `errors.py`. Users see `message` and `hint`; the log has the cause.
"""


class BalaiError(Exception):
    """An expected error: `code` for programs, `status` for HTTP, `message` safe to show, `hint` for the remedy."""

    code: str = "unexpected"
    status: int = 500

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class StartError(BalaiError):
    """The program cannot start or continue. The operator sees one line with the remedy. Exit code 1."""

    code = "start"
