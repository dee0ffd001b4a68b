"""Delivery of a queued message by the operator's send_email or send_sms hook instead of SMTP or an SMS provider."""

from uuid import UUID

from balai.hooks.client import HookRejection, Hooks
from balai.hooks.registry import HookName
from balai.messaging.queue import HOOK_VARIABLE, OutgoingMessage

# Statuses that no retry will change.
PERMANENT_STATUSES = {400, 422}


class PermanentFailure(Exception):
    """The SMTP server, SMS provider or hook rejected the message for good: a retry is useless."""


async def deliver_by_hook(hooks: Hooks | None, name: HookName, id: UUID, message: OutgoingMessage) -> bool:
    """Call the hook if it is configured and the message has a payload for it. Returns whether the hook was called.

    Raises:
        PermanentFailure: the hook rejected the message with 400 or 422. Any other error is temporary.
    """
    payload = message.variables.get(HOOK_VARIABLE)
    if hooks is None or name not in hooks or payload is None:
        return False
    try:
        await hooks.notify(name, id, payload.encode())
    except HookRejection as rejection:
        if rejection.status in PERMANENT_STATUSES:
            raise PermanentFailure(str(rejection)) from rejection
        raise
    return True
