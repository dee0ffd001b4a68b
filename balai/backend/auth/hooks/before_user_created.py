"""Hook `before_user_created`: an application has a say in who gets an account by herself.

Who is new is known only inside a transaction, which must not wait for somebody else's program. So the transaction is
given up, the hook is asked, and the act is done again: `with_newcomers` around it, `check_newcomer` within.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast
from uuid import uuid4

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.hooks.call import ask_hook, has_hook
from balai.backend.auth.rate_limits import find_client_ip

MOST_ROUNDS = 3
ADMITTED = "balai.admitted_newcomers"
Result = TypeVar("Result")


class AskFirst(Exception):
    """Somebody is about to get an account whom the hook has not seen."""

    def __init__(self, key: tuple[str, ...], user: dict[str, Any]) -> None:
        super().__init__("a newcomer has to be asked about first")
        self.key = key
        self.user = user


def check_newcomer(
    auth: AuthService,
    request: AuthRequest,
    *,
    provider: str,
    email: str = "",
    phone: str = "",
    metadata: dict[str, Any],
) -> None:
    """Raise AskFirst unless the hook has admitted this newcomer during this request, or there is none."""
    if not has_hook(auth, "before_user_created"):
        return
    key = (provider, email, phone)
    if key in _admitted(request):
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
    raise AskFirst(key, user)


async def with_newcomers(auth: AuthService, request: AuthRequest, act: Callable[[], Awaitable[Result]]) -> Result:
    """Do what may make an account, asking the hook in between. Raises AuthError in its words where it refuses."""
    for _ in range(MOST_ROUNDS):
        try:
            return await act()
        except AskFirst as first:
            await _ask(auth, request, first)
    return await act()


async def _ask(auth: AuthService, request: AuthRequest, first: AskFirst) -> None:
    about = {
        "uuid": uuid4(),
        "time": auth.now(),
        "ip_address": find_client_ip(request) or "",
        "name": "before-user-created",
    }
    await ask_hook(auth, "before_user_created", {"metadata": about, "user": first.user})
    _admitted(request).add(first.key)


def _admitted(request: AuthRequest) -> set[tuple[str, ...]]:
    """Whom the hook has admitted during this request."""
    admitted: set[tuple[str, ...]] = cast(dict[str, Any], request.scope).setdefault(ADMITTED, set())
    return admitted
