"""Renders queued SMS and WhatsApp messages and hands them to the provider."""

from uuid import UUID

from balai.hooks.client import Hooks
from balai.messaging.channels.message import SmsMessage
from balai.messaging.hook_delivery import deliver_by_hook
from balai.messaging.own_texts.texts import standard_kind
from balai.messaging.queue import OutgoingMessage
from balai.messaging.sms_providers import SmsProvider
from balai.messaging.templates import TEMPLATES, fill
from balai.settings.forms import parse_sms_text


class SmsSender:
    """Renders messages and sends them through the provider."""

    def __init__(self, sms: SmsProvider, *, site: str, hooks: Hooks | None = None, text: str = "") -> None:
        self._sms = sms
        # Text of codes in place of the templates.
        self._text = parse_sms_text(text) if text else ""
        self._hooks = hooks
        self._site = site

    async def send(self, id: UUID, message: OutgoingMessage) -> None:
        """Render and send one message. Raises KeyError for a kind without a template, and provider errors."""
        if await deliver_by_hook(self._hooks, "send_sms", id, message):
            return
        await self._sms.send(id, SmsMessage(message.recipient, self.render(message), message.language, message.channel))

    def render(self, message: OutgoingMessage) -> str:
        """The text of a message. Raises KeyError for a kind without a template.

        Without one for SMS it is the subject of the email with its link: for members without an email address. A
        service may have a text of its own.
        """
        return render_sms(message, site=self._site, code_text=self._text)


def render_sms(message: OutgoingMessage, *, site: str, code_text: str = "") -> str:
    """The text of a message. Raises KeyError for a kind without a template."""
    templates, kind = TEMPLATES.get(message.language, TEMPLATES["en"]), standard_kind(message.kind)
    text = message.variables.get("own_sms") or (code_text if kind == "code" else "") or templates.sms.get(kind)
    if text is None:
        text = f"{templates.emails[kind].subject} {{url}}".strip()
    return fill(text, {"site": site, **message.variables})
