"""A queued letter that goes to a phone becomes one short text in its language, and leaves."""

from uuid import UUID

from balai.hooks.client import Hooks
from balai.messaging.email_rendering import fill
from balai.messaging.hook_delivery import told_hook
from balai.messaging.queue import Letter
from balai.messaging.sms_providers import Sms, Text
from balai.messaging.templates import TEXTS


class Texter:
    """Words texts and hands them to the provider."""

    def __init__(self, sms: Sms, *, site: str, hooks: Hooks | None = None) -> None:
        self._sms = sms
        self._hooks = hooks
        self._site = site

    async def send(self, id: UUID, letter: Letter) -> None:
        """Word and send one text. Raises KeyError for a kind without words, and what the provider raises."""
        if await told_hook(self._hooks, "send_sms", id, letter):
            return
        await self._sms.send(id, Text(letter.recipient, self.word(letter), letter.language, letter.channel))

    def word(self, letter: Letter) -> str:
        """The text of a letter. Raises KeyError for a kind without words."""
        language = TEXTS.get(letter.language, TEXTS["en"])
        return fill(language.messages[letter.kind], {"site": self._site, **letter.facts})
