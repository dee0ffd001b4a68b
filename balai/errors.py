"""The one shape of an error that Balai raises on purpose.

Each service keeps its closed list in its own `errors.py`; what reaches a person is `message` and `hint`,
what reaches the log is the exception's cause.
"""


class BalaiError(Exception):
    """An expected failure: `code` for programs, `status` for HTTP, `message` safe to show, `hint` what to do."""

    code: str = "unexpected"
    status: int = 500

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class StartError(BalaiError):
    """The program cannot start or go on; the operator reads one line saying what to do. Exit code 1."""

    code = "start"
