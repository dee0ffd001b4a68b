"""A letter that a hook of the operator's is told, so that it sends it in our place."""

from uuid import UUID

from balai.hooks.client import HookRejection, Hooks
from balai.hooks.registry import HookName
from balai.messaging.queue import HOOK_FACT, OutgoingMessage

# What no later try will change.
FOR_GOOD = {400, 422}


class PermanentFailure(Exception):
    """Whoever takes messages on will never take this one: trying again is useless."""


async def deliver_by_hook(hooks: Hooks | None, name: HookName, id: UUID, letter: OutgoingMessage) -> bool:
    """Whether the letter was a hook's, which has been told. Raises PermanentFailure for good, anything else for now."""
    told = letter.facts.get(HOOK_FACT)
    if hooks is None or name not in hooks or told is None:
        return False
    try:
        await hooks.notify(name, id, told.encode())
    except HookRejection as rejection:
        if rejection.status in FOR_GOOD:
            raise PermanentFailure(str(rejection)) from rejection
        raise
    return True
