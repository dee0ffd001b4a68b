"""Hook `before_user_created`: an application approves or rejects sign-ups.

Whether a user is new is known only inside a transaction, which must not wait for an external program. So the
transaction is rolled back, the hook is called, and the operation runs again: `with_creation_hook` wraps it and
`check_creation_hook` is called inside.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.hooks.call import call_hook, has_hook

MAX_HOOK_CALLS = 3
APPROVED = "balai.approved_creations"
Result = TypeVar("Result")


class HookPending(Exception):
    """An account is about to be created that the hook has not approved yet."""

    def __init__(self, key: tuple[str, ...], user: dict[str, Any]) -> None:
        super().__init__("the creation hook has to be called first")
        self.key = key
        self.user = user


def check_creation_hook(
    auth: AuthService,
    request: AuthRequest,
    *,
    provider: str,
    email: str = "",
    phone: str = "",
    metadata: dict[str, Any],
) -> None:
    """Raise HookPending unless this request's hook call approved the user, or no hook is configured."""
    if not has_hook(auth, "before_user_created"):
        return
    key = (provider, email, phone)
    if key in _approved_keys(request):
        return
    now = auth.now()
    user = {
        "aud": auth.config.audience,
        "role": auth.config.default_role,
        "email": email,
        "phone": phone,
        "app_metadata": {} if provider == "anonymous" else {"provider": provider, "providers": [provider]},
        "user_metadata": metadata,
        "identities": [],
        "created_at": now,
        "updated_at": now,
        "is_anonymous": provider == "anonymous",
    }
    raise HookPending(key, user)


async def with_creation_hook(
    auth: AuthService, request: AuthRequest, operation: Callable[[], Awaitable[Result]]
) -> Result:
    """Run an operation that may create an account, calling the hook in between.

    Raises:
        AuthError: the hook rejected the user; its status and message are the hook's.
    """
    for _ in range(MAX_HOOK_CALLS):
        try:
            return await operation()
        except HookPending as pending:
            await _call_creation_hook(auth, request, pending)
    return await operation()


async def _call_creation_hook(auth: AuthService, request: AuthRequest, pending: HookPending) -> None:
    await call_hook(auth, "before_user_created", {"user": pending.user})
    _approved_keys(request).add(pending.key)


def _approved_keys(request: AuthRequest) -> set[tuple[str, ...]]:
    """The users that the hook approved during this request."""
    approved: set[tuple[str, ...]] = cast(dict[str, Any], request.scope).setdefault(APPROVED, set())
    return approved
