"""How often administrators may make the server send and connect, in one process."""

import time
from collections import deque
from http import HTTPStatus

from balai.site.request.administrators import Refused

MAX_TESTS, TEST_PERIOD_S = 10, 600.0


class TestBudget:
    """Ten in ten minutes."""

    def __init__(self) -> None:
        self._tests: deque[float] = deque()

    def count(self) -> None:
        """Count one. Raises Refused when there were too many."""
        now = time.monotonic()
        while self._tests and self._tests[0] < now - TEST_PERIOD_S:
            self._tests.popleft()
        if len(self._tests) >= MAX_TESTS:
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, "too_fast")
        self._tests.append(now)
