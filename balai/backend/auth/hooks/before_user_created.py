"""Hook `before_user_created`: an application has a say in who gets an account by herself.

Who is new is known only inside a transaction, which must not wait for somebody else's program. So the transaction is
given up, the hook is asked, and the act is done again: `with_newcomers` around it, `check_newcomer` within.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast
from uuid import uuid4

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.hooks.call import call_hook, has_hook
from balai.backend.auth.rate_limits import find_client_ip

MAX_HOOK_CALLS = 3
APPROVED = "balai.approved_creations"
Result = TypeVar("Result")


class HookPending(Exception):
    """Somebody is about to get an account whom the hook has not seen."""

    def __init__(self, key: tuple[str, ...], user: dict[str, Any]) -> None:
        super().__init__("a newcomer has to be asked about first")
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
    """Raise HookPending unless the hook has admitted this newcomer during this request, or there is none."""
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
    """Do what may make an account, asking the hook in between. Raises AuthError in its words where it refuses."""
    for _ in range(MAX_HOOK_CALLS):
        try:
            return await operation()
        except HookPending as pending:
            await _call_creation_hook(auth, request, pending)
    return await operation()


async def _call_creation_hook(auth: AuthService, request: AuthRequest, pending: HookPending) -> None:
    details = {
        "uuid": uuid4(),
        "time": auth.now(),
        "ip_address": find_client_ip(request) or "",
        "name": "before-user-created",
    }
    await call_hook(auth, "before_user_created", {"metadata": details, "user": pending.user})
    _approved_keys(request).add(pending.key)


def _approved_keys(request: AuthRequest) -> set[tuple[str, ...]]:
    """Whom the hook has admitted during this request."""
    approved: set[tuple[str, ...]] = cast(dict[str, Any], request.scope).setdefault(APPROVED, set())
    return approved
