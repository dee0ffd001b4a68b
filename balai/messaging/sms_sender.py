"""A queued letter that goes to a phone becomes one short text in its language, and leaves."""

from uuid import UUID

from balai.hooks.client import Hooks
from balai.messaging.email_rendering import fill
from balai.messaging.hook_delivery import deliver_by_hook
from balai.messaging.queue import OutgoingMessage
from balai.messaging.sms_providers import SmsMessage, SmsProvider
from balai.messaging.templates import TEXTS


class SmsSender:
    """Words texts and hands them to the provider."""

    def __init__(self, sms: SmsProvider, *, site: str, hooks: Hooks | None = None) -> None:
        self._sms = sms
        self._hooks = hooks
        self._site = site

    async def send(self, id: UUID, letter: OutgoingMessage) -> None:
        """Word and send one text. Raises KeyError for a kind without words, and what the provider raises."""
        if await deliver_by_hook(self._hooks, "send_sms", id, letter):
            return
        await self._sms.send(id, SmsMessage(letter.recipient, self.word(letter), letter.language, letter.channel))

    def word(self, letter: OutgoingMessage) -> str:
        """The text of a letter. Raises KeyError for a kind without words."""
        language = TEXTS.get(letter.language, TEXTS["en"])
        return fill(language.messages[letter.kind], {"site": self._site, **letter.facts})
