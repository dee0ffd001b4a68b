"""SMS providers: Twilio's API, a webhook of the operator's, or the built-in mailbox; beside them WhatsApp and Zalo.

Each raises `PermanentFailure` for a number that can never be reached, and any other error for a temporary failure. The
account with the provider, its limits and its outages are temporary: messages stay queued.
"""

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Protocol
from urllib.parse import parse_qs, unquote, urlsplit
from uuid import UUID

import httpx
import msgspec

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.messaging.channels.message import SmsMessage
from balai.messaging.channels.whatsapp import WhatsAppCloud
from balai.messaging.channels.zalo import ZaloNotifications
from balai.messaging.hook_delivery import PermanentFailure
from balai.messaging.queue import Channel
from balai.security.webhooks import signed_headers
from balai.settings import Settings

STORE = """
  insert into mailbox.messages (id, sent_at, sender, recipient, subject, language, plain, html, channel)
  values ($1, clock_timestamp(), 'SMS', $2, $3, $4, $3, '', $5) on conflict (id) do nothing
"""
TIMEOUT_S = 10
# Twilio's error codes for invalid numbers, numbers without SMS, and recipients that opted out.
BAD_NUMBERS = frozenset({21211, 21214, 21217, 21219, 21408, 21610, 21612, 21614, 63024})


class SmsProvider(Protocol):
    """Sends rendered messages. `id` is the idempotency key: the same id is the same message."""

    async def send(self, id: UUID, text: SmsMessage) -> None:
        """Send the message. Raises PermanentFailure for a permanent rejection; any other error is temporary."""


class MailboxSms:
    """Stores messages in the built-in mailbox, beside the emails."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def send(self, id: UUID, text: SmsMessage) -> None:
        """Store one message; a repeat with the same id is ignored."""
        async with as_owner(self._pool) as conn:
            await conn.execute(STORE, id, f"+{text.phone}", text.content, text.language, text.channel)


class TwilioSms:
    """Twilio's Programmable Messaging, version 2010-04-01."""

    def __init__(self, client: httpx.AsyncClient, url: str) -> None:
        parts = urlsplit(url)
        scheme = "http" if parts.scheme == "twilio+http" else "https"
        account = unquote(parts.username or "")
        port = f":{parts.port}" if parts.port else ""
        self._client = client
        self._auth = httpx.BasicAuth(account, unquote(parts.password or ""))
        self._url = f"{scheme}://{parts.hostname}{port}/2010-04-01/Accounts/{account}/Messages.json"
        self._from = parse_qs(parts.query).get("from", [""])[0]

    async def send(self, id: UUID, text: SmsMessage) -> None:
        """Send one message."""
        form = {"To": _address(f"+{text.phone}", text.channel), "Body": text.content}
        if self._from.startswith("MG"):
            form["MessagingServiceSid"] = self._from
        else:
            form["From"] = _address(self._from, text.channel)
        response = await self._client.post(self._url, data=form, auth=self._auth)
        if response.status_code == httpx.codes.BAD_REQUEST and _error_number(response) in BAD_NUMBERS:
            raise PermanentFailure(f"Twilio: {response.text[:300]}")
        response.raise_for_status()


class WebhookSms:
    """Posts each message to a URL of the operator's, signed."""

    def __init__(self, client: httpx.AsyncClient, url: str, secret: str) -> None:
        self._client = client
        self._url = url
        self._secret = secret

    async def send(self, id: UUID, text: SmsMessage) -> None:
        """Post one message as JSON: id, phone (E.164 with plus), text, language, channel. Any 2xx accepts it."""
        fields = {"id": str(id), "phone": f"+{text.phone}", "text": text.content}
        body = msgspec.json.encode({**fields, "language": text.language, "channel": text.channel})
        headers = signed_headers(self._secret, str(id), body, now=int(time.time()))
        response = await self._client.post(self._url, content=body, headers=headers)
        if response.status_code in {httpx.codes.BAD_REQUEST, httpx.codes.UNPROCESSABLE_ENTITY}:
            raise PermanentFailure(f"webhook: {response.text[:300]}")
        response.raise_for_status()


class ByChannel:
    """Hands each message to the provider of its channel; others to that of SMS."""

    def __init__(self, sms: SmsProvider | None, own: Mapping[Channel, SmsProvider]) -> None:
        self._sms = sms
        self._own = own

    async def send(self, id: UUID, text: SmsMessage) -> None:
        """Send the message. Raises PermanentFailure if no provider has its channel."""
        provider = self._own.get(text.channel, self._sms)
        if provider is None:
            raise PermanentFailure(f"no provider of {text.channel}")
        await provider.send(id, text)


@asynccontextmanager
async def open_sms(pool: Pool, settings: Settings) -> AsyncIterator[SmsProvider | None]:
    """The configured provider, for the duration of the block; None where SMS is off."""
    name = settings.sms_provider
    # Redirects are not followed: a provider's response must not choose another URL.
    async with httpx.AsyncClient(timeout=TIMEOUT_S, follow_redirects=False) as client:
        sms: SmsProvider | None
        if name == "twilio":
            sms = TwilioSms(client, settings.sms_url)
        elif name == "webhook":
            sms = WebhookSms(client, settings.sms_url, settings.sms_webhook_secret)
        else:
            # With a hook, only messages queued before it was configured reach the mailbox.
            sms = MailboxSms(pool) if name in {"mailbox", "hook"} else None
        own: dict[Channel, SmsProvider] = {}
        if settings.whatsapp_url:
            own["whatsapp"] = WhatsAppCloud(client, settings)
        if settings.zalo_url:
            own["zalo"] = ZaloNotifications(client, pool, settings)
        yield ByChannel(sms, own) if own else sms


def _address(number: str, channel: Channel) -> str:
    return f"whatsapp:{number}" if channel == "whatsapp" else number


def _error_number(response: httpx.Response) -> int | None:
    try:
        return msgspec.json.decode(response.content, type=_TwilioError).code
    except msgspec.MsgspecError:
        return None


class _TwilioError(msgspec.Struct, frozen=True):
    code: int | None = None
