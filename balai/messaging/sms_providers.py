"""The ways for a text message to leave: Twilio's API, a webhook of the operator's, or the built-in mailbox.

Each raises `PermanentFailure` for what will never arrive (the number is none) and anything else for what may go later:
our account with the provider, its limits and its failures are the operator's to mend, and texts wait for that.
"""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol
from urllib.parse import parse_qs, unquote, urlsplit
from uuid import UUID

import httpx
import msgspec

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.messaging.hook_delivery import PermanentFailure
from balai.messaging.queue import Channel
from balai.security.webhooks import signed_headers
from balai.settings import Settings

KEEP = """
  insert into mailbox.messages (id, sent_at, sender, recipient, subject, language, plain, html, channel)
  values ($1, clock_timestamp(), 'SMS', $2, $3, $4, $3, '', $5) on conflict (id) do nothing
"""
SECONDS = 10
# Twilio's errors of a number that is none, cannot take texts, or asked not to be written to.
BAD_NUMBERS = frozenset({21211, 21214, 21217, 21219, 21408, 21610, 21612, 21614, 63024})


class SmsMessage(msgspec.Struct, frozen=True):
    """A text message ready to be sent. `phone`: E.164 without the plus."""

    phone: str
    content: str
    language: str
    channel: Channel = "sms"


class SmsProvider(Protocol):
    """A way for a text to leave. `id` names it for good: the same id again is the same text."""

    async def send(self, id: UUID, text: SmsMessage) -> None:
        """Send or raise: PermanentFailure for good, anything else for now."""


class MailboxSms:
    """Keeps texts in the built-in mailbox, beside the mails."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def send(self, id: UUID, text: SmsMessage) -> None:
        """Keep one text; once, whatever happens."""
        async with as_owner(self._pool) as conn:
            await conn.execute(KEEP, id, f"+{text.phone}", text.content, text.language, text.channel)


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
        """Send one text."""
        form = {"To": _address(f"+{text.phone}", text.channel), "Body": text.content}
        if self._from.startswith("MG"):
            form["MessagingServiceSid"] = self._from
        else:
            form["From"] = _address(self._from, text.channel)
        answer = await self._client.post(self._url, data=form, auth=self._auth)
        if answer.status_code == httpx.codes.BAD_REQUEST and _error_number(answer) in BAD_NUMBERS:
            raise PermanentFailure(f"Twilio: {answer.text[:300]}")
        answer.raise_for_status()


class WebhookSms:
    """Posts each text to an address of the operator's, signed."""

    def __init__(self, client: httpx.AsyncClient, url: str, secret: str) -> None:
        self._client = client
        self._url = url
        self._secret = secret

    async def send(self, id: UUID, text: SmsMessage) -> None:
        """Send one text: JSON with id, phone (E.164 with plus), text, language, channel. Any 2xx means taken."""
        facts = {"id": str(id), "phone": f"+{text.phone}", "text": text.content}
        body = msgspec.json.encode({**facts, "language": text.language, "channel": text.channel})
        headers = signed_headers(self._secret, str(id), body, now=int(time.time()))
        answer = await self._client.post(self._url, content=body, headers=headers)
        if answer.status_code in {httpx.codes.BAD_REQUEST, httpx.codes.UNPROCESSABLE_ENTITY}:
            raise PermanentFailure(f"webhook: {answer.text[:300]}")
        answer.raise_for_status()


@asynccontextmanager
async def open_sms(pool: Pool, settings: Settings) -> AsyncIterator[SmsProvider | None]:
    """The provider that the settings ask for, for as long as the block lasts; None when phones are off."""
    name = settings.sms_provider
    # What a provider answers is trusted with nothing, so it cannot send us on to another address.
    async with httpx.AsyncClient(timeout=SECONDS, follow_redirects=False) as client:
        if name == "twilio":
            yield TwilioSms(client, settings.sms_url)
        elif name == "webhook":
            yield WebhookSms(client, settings.sms_url, settings.sms_webhook_secret)
        else:
            # With a hook only what was queued before there was one comes here.
            yield MailboxSms(pool) if name in {"mailbox", "hook"} else None


def _address(number: str, channel: Channel) -> str:
    return f"whatsapp:{number}" if channel == "whatsapp" else number


def _error_number(answer: httpx.Response) -> int | None:
    try:
        return msgspec.json.decode(answer.content, type=_TwilioError).code
    except msgspec.MsgspecError:
        return None


class _TwilioError(msgspec.Struct, frozen=True):
    code: int | None = None
