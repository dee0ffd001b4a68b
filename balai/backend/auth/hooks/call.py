"""One question to a hook, its failures and refusals in the protocol's words.

One request may ask two, and each may fail by not answering. What they take is counted together, and does not reach the
time of a request: otherwise two that are not required would end what one that is not required may not.
"""

import time
from contextvars import ContextVar
from typing import Any

from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.hooks.client import Fault, HookFailure, HookRefusal
from balai.hooks.registry import Name

FAULTS: dict[Fault, tuple[int, Code]] = {
    "timeout": (422, Code.HOOK_TIMEOUT),
    "retries": (422, Code.HOOK_TIMEOUT_AFTER_RETRY),
    "size": (422, Code.HOOK_PAYLOAD_OVER_SIZE_LIMIT),
    "content_type": (400, Code.HOOK_PAYLOAD_INVALID_CONTENT_TYPE),
    "other": (500, Code.UNEXPECTED_FAILURE),
}

TOGETHER_S = 8.0
_left_s: ContextVar[float] = ContextVar("left_s")


def begin_request() -> None:
    """Count anew."""
    _left_s.set(TOGETHER_S)


async def ask_hook(auth: AuthService, name: Name, payload: dict[str, Any]) -> dict[str, Any] | None:
    """The answer of a hook; None without one, or where it failed and things may go on without it. Raises AuthError."""
    if auth.hooks is None or name not in auth.hooks:
        return None
    left, started = _left_s.get(TOGETHER_S), time.monotonic()
    try:
        return await auth.hooks.ask(name, payload, seconds=left)
    except HookRefusal as refusal:
        code = Code.UNEXPECTED_FAILURE if refusal.status == 500 else Code.UNKNOWN
        raise AuthError(refusal.status, code, str(refusal)) from refusal
    except HookFailure as failure:
        status, code = FAULTS[failure.fault]
        raise AuthError(status, code, str(failure)) from failure
    finally:
        _left_s.set(left - (time.monotonic() - started))


def has_hook(auth: AuthService, name: Name) -> bool:
    """Whether there is anything to ask."""
    return auth.hooks is not None and name in auth.hooks
