"""Calls one hook and maps its failures and rejections to the protocol's errors.

A request may call two hooks, and each may time out. They share a time budget of 8 seconds, below the 10 seconds of a
request. Otherwise two optional hooks that do not respond would end a request that one alone does not end.
"""

import time
from contextvars import ContextVar
from typing import Any

from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.hooks.client import Fault, HookFailure, HookRejection
from balai.hooks.registry import HookName

ERRORS_BY_FAULT: dict[Fault, tuple[int, Code]] = {
    "timeout": (422, Code.HOOK_TIMEOUT),
    "retries": (422, Code.HOOK_TIMEOUT_AFTER_RETRY),
    "size": (422, Code.HOOK_PAYLOAD_OVER_SIZE_LIMIT),
    "content_type": (400, Code.HOOK_PAYLOAD_INVALID_CONTENT_TYPE),
    "other": (500, Code.UNEXPECTED_FAILURE),
}

TIME_BUDGET_S = 8.0
_remaining_s: ContextVar[float] = ContextVar("remaining_s")


def reset_time_budget() -> None:
    """Start the time budget of a new request."""
    _remaining_s.set(TIME_BUDGET_S)


async def call_hook(auth: AuthService, name: HookName, payload: dict[str, Any]) -> dict[str, Any] | None:
    """Return the hook's response; None if it is not configured, or failed and is not required. Raises AuthError."""
    if auth.hooks is None or name not in auth.hooks:
        return None
    remaining_s, started = _remaining_s.get(TIME_BUDGET_S), time.monotonic()
    try:
        return await auth.hooks.call(name, payload, seconds=remaining_s)
    except HookRejection as rejection:
        code = Code.UNEXPECTED_FAILURE if rejection.status == 500 else Code.UNKNOWN
        raise AuthError(rejection.status, code, str(rejection)) from rejection
    except HookFailure as failure:
        status, code = ERRORS_BY_FAULT[failure.fault]
        raise AuthError(status, code, str(failure)) from failure
    finally:
        _remaining_s.set(remaining_s - (time.monotonic() - started))


def has_hook(auth: AuthService, name: HookName) -> bool:
    """Whether this hook is configured."""
    return auth.hooks is not None and name in auth.hooks
