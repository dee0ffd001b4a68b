"""Which ends of a request are logged."""

from typing import Any

import pytest
import structlog

from balai.server.observability import RequestMiddleware

SCOPE = {"type": "http", "method": "GET", "path": "/", "headers": []}
CLOSED = RuntimeError("unable to perform operation on <TCPTransport closed=True>; the handler is closed")


async def log_of(failure: Exception, cause: Exception | None) -> list[str]:
    async def app(*_: object) -> None:
        raise failure from cause

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    async def send(message: object) -> None:
        """Discards messages."""

    with structlog.testing.capture_logs() as lines:
        await RequestMiddleware(app, service_of=lambda _: "site")(dict(SCOPE), receive, send)
    return [line["event"] for line in lines]


@pytest.mark.parametrize(("failure", "cause"), [(CLOSED, None), (ValueError("started already"), CLOSED)])
async def test_disconnect_is_not_logged_as_an_error(failure: Exception, cause: Exception | None) -> None:
    assert await log_of(failure, cause) == []


async def test_failure_is_logged() -> None:
    assert "request_failed" in await log_of(ValueError("a fault"), None)


def test_failed_ready_response_is_logged_and_left_to_the_application() -> None:
    def fail(scope: object) -> None:
        raise ValueError("a fault")

    middleware = RequestMiddleware(lambda *_: None, service_of=lambda _: "site")  # type: ignore[arg-type, return-value]
    with structlog.testing.capture_logs() as lines:
        assert middleware.observe_ready(fail, dict(SCOPE), "site") is None
    assert [line["event"] for line in lines] == ["ready_response_failed"]
