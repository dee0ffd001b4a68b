"""Calls one hook and maps its failures and rejections to the protocol's errors.

Every payload has `metadata` as GoTrue sends it: a UUID, the time, GoTrue's name of the hook and the client's address.

A request may call two hooks, and each may time out. They share a time budget of 8 seconds, below the 10 seconds of a
request. Otherwise two optional hooks that do not respond would end a request that one alone does not end.
"""

import time
from contextvars import ContextVar
from typing import Any
from uuid import uuid4

from litestar import Request
from litestar.types import Scope

from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.rate_limits import find_client_ip
from balai.backend.auth.redirects import choose_redirect
from balai.hooks.client import Fault, HookFailure, HookRejection
from balai.hooks.registry import HookName

ERRORS_BY_FAULT: dict[Fault, tuple[int, Code]] = {
    "timeout": (422, Code.HOOK_TIMEOUT),
    "retries": (422, Code.HOOK_TIMEOUT_AFTER_RETRY),
    "size": (422, Code.HOOK_PAYLOAD_OVER_SIZE_LIMIT),
    "content_type": (400, Code.HOOK_PAYLOAD_INVALID_CONTENT_TYPE),
    "other": (500, Code.UNEXPECTED_FAILURE),
}

# The names in `metadata`, which differ from those of the settings.
METADATA_NAMES: dict[HookName, str] = {
    "send_email": "send-email",
    "send_sms": "send-sms",
    "custom_access_token": "customize-access-token",
    "before_user_created": "before-user-created",
    "password_verification_attempt": "password-verification",
    "mfa_verification_attempt": "mfa-verification",
}

# Of all hooks of a request, and of those that are not required: without them it goes on.
TIME_BUDGET_S = 8.0
OPTIONAL_BUDGET_S = 5.0
_remaining_s: ContextVar[float] = ContextVar("remaining_s")
_scope: ContextVar[Scope | None] = ContextVar("scope", default=None)


def begin_request(scope: Scope) -> None:
    """Start the time budget of a new request, and keep its scope for the hooks' payloads."""
    _remaining_s.set(TIME_BUDGET_S)
    _scope.set(scope)


def hook_metadata(auth: AuthService, name: HookName) -> dict[str, Any]:
    """Return `metadata` of a payload. `ip_address` is absent outside of a request."""
    metadata = {"uuid": uuid4(), "time": auth.now(), "name": METADATA_NAMES[name]}
    scope = _scope.get()
    ip = None if scope is None else find_client_ip(Request(scope))
    return metadata | ({"ip_address": ip} if ip else {})


def hook_redirect(auth: AuthService) -> str:
    """Return the redirect target of the running request; the site's address outside of a request."""
    scope = _scope.get()
    return auth.config.site_url if scope is None else choose_redirect(auth.config, Request(scope))


async def call_hook(auth: AuthService, name: HookName, payload: dict[str, Any]) -> dict[str, Any] | None:
    """Return the hook's response; None if it is not configured, or failed and is not required. Raises AuthError."""
    if auth.hooks is None or name not in auth.hooks:
        return None
    remaining_s, started = _remaining_s.get(TIME_BUDGET_S), time.monotonic()
    try:
        payload = {"metadata": hook_metadata(auth, name), **payload}
        reserved_s = 0.0 if auth.hooks.requires(name) else TIME_BUDGET_S - OPTIONAL_BUDGET_S
        return await auth.hooks.call(name, payload, seconds=max(remaining_s - reserved_s, 0.0))
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
