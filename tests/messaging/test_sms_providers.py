"""SMS are sent by each provider, in their language, from the same durable queue as emails."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

import httpx
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.jobs.message_delivery import deliver_emails, deliver_sms
from balai.messaging.channels.message import SmsMessage
from balai.messaging.hook_delivery import PermanentFailure
from balai.messaging.queue import OutgoingMessage, enqueue
from balai.messaging.sms_providers import open_sms
from balai.messaging.sms_sender import SmsSender
from balai.settings import load_settings
from tests.support.outside_server import OutsideServer, outside_server

ID = UUID(int=7)
KEY = b"a key of thirty two bytes length"
SECRET = f"v1,whsec_{base64.b64encode(KEY).decode()}"
STATE = (
    "select attempts, last_error, sent_at is not null as sent, given_up_at is not null as given_up from mailbox.queue"
)
MAKE_DUE = "update mailbox.queue set next_attempt_at = now()"


@pytest.fixture
def provider() -> Iterator[OutsideServer]:
    with outside_server() as server:
        yield server


def code(**more: object) -> OutgoingMessage:
    return OutgoingMessage("code", "60123456789", "vi", {"code": "012345"}, channel="sms", **more)  # type: ignore[arg-type]


async def queue(pool: Pool, message: OutgoingMessage) -> None:
    async with as_owner(pool) as conn:
        await enqueue(conn, message)


async def test_twilio_request_follows_its_documentation(pool: Pool, provider: OutsideServer) -> None:
    url = f"twilio+http://AC123:to%2Fken@{provider.address}?from=%2B15005550006"
    await queue(pool, code())
    async with open_sms(pool, load_settings({"BALAI_SMS_URL": url})) as sms:
        assert sms is not None
        sms_sender = SmsSender(sms, site="Site")
        await deliver_emails(pool, sms_sender)
        assert provider.requests == [], "texts are not the mailer's"
        provider.responses = [(503, b"busy")]
        await deliver_sms(pool, sms_sender)
        row = await pool.fetchrow(STATE)
        assert row is not None
        assert (row["attempts"], row["sent"], row["given_up"]) == (1, False, False)
        await pool.execute(MAKE_DUE)
        await deliver_sms(pool, sms_sender)
        await sms.send(
            await pool.fetchval("select id from mailbox.queue"), SmsMessage("6591234567", "x", "en", "whatsapp")
        )
    path, headers, body = provider.requests[1]
    assert path == "/2010-04-01/Accounts/AC123/Messages.json"
    assert headers["authorization"] == "Basic " + base64.b64encode(b"AC123:to/ken").decode()
    assert parse_qs(body.decode()) == {
        "To": ["+60123456789"],
        "From": ["+15005550006"],
        "Body": ["Mã của bạn là 012345"],
    }
    assert parse_qs(provider.requests[2][2].decode())["To"] == ["whatsapp:+6591234567"]
    assert await pool.fetchval("select sent_at is not null and content = '{}' from mailbox.queue")


async def test_invalid_number_is_not_retried_but_our_own_error_is(pool: Pool, provider: OutsideServer) -> None:
    url = f"twilio+http://AC123:token@{provider.address}?from=MG1"
    async with open_sms(pool, load_settings({"BALAI_SMS_URL": url})) as sms:
        assert sms is not None
        text = SmsMessage("60123456789", "hello", "en")
        provider.responses = [(400, b'{"code": 21211}'), (401, b'{"code": 20003}'), (400, b"no json")]
        with pytest.raises(PermanentFailure):
            await sms.send(id=ID, text=text)
        for _ in range(2):
            with pytest.raises(httpx.HTTPStatusError):
                await sms.send(id=ID, text=text)
    assert parse_qs(provider.requests[0][2].decode())["MessagingServiceSid"] == ["MG1"]


async def test_webhook_deliveries_are_signed(pool: Pool, provider: OutsideServer) -> None:
    settings = load_settings({"BALAI_SMS_URL": f"http://{provider.address}/texts", "BALAI_SMS_WEBHOOK_SECRET": SECRET})
    async with open_sms(pool, settings) as sms:
        assert sms is not None
        await sms.send(ID, SmsMessage("60123456789", "您的验证码是 012345", "zh"))
    path, headers, body = provider.requests[0]
    to_sign = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.new(KEY, to_sign, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert abs(int(headers["webhook-timestamp"]) - time.time()) < 60
    assert path == "/texts"
    fields = {"phone": "+60123456789", "text": "您的验证码是 012345", "language": "zh", "channel": "sms"}
    assert json.loads(body) == {"id": str(ID), **fields}


async def test_mailbox_stores_sms_and_an_expired_code_is_not_sent(pool: Pool) -> None:
    async with open_sms(pool, load_settings({"BALAI_MAILBOX": "true"})) as sms:
        assert sms is not None
        sms_sender = SmsSender(sms, site="Site")
        await queue(pool, code(expires_at=datetime.now(UTC) - timedelta(seconds=1)))
        await deliver_sms(pool, sms_sender)
        row = await pool.fetchrow(STATE)
        assert row is not None
        assert (row["sent"], row["given_up"]) == (False, True)
        await queue(pool, code(expires_at=datetime.now(UTC) + timedelta(minutes=5)))
        await deliver_sms(pool, sms_sender)
    stored = await pool.fetch("select recipient, plain, channel from mailbox.messages")
    assert [tuple(row) for row in stored] == [("+60123456789", "Mã của bạn là 012345", "sms")]


async def test_without_a_provider_no_sms_are_sent(pool: Pool) -> None:
    async with open_sms(pool, load_settings({})) as sms:
        assert sms is None


def test_text_of_a_code_is_the_one_of_the_settings() -> None:
    sms: Any = None
    sender = SmsSender(sms, site="Hall", text="{{ .Code }} is your code at {site}")
    assert sender.render(code()) == "012345 is your code at Hall"
    assert SmsSender(sms, site="Hall").render(code()) != sender.render(code())
