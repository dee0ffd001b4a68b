"""WhatsApp and Zalo: real requests, the next channel where one fails for good, and the daily limit of each."""

import asyncio
import hashlib
import hmac
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.jobs.message_delivery import MAX_ATTEMPTS_WITH_NEXT, deliver_sms
from balai.messaging.channels.message import SmsMessage
from balai.messaging.channels.order import list_channels
from balai.messaging.hook_delivery import PermanentFailure
from balai.messaging.queue import Channel, NextChannel, OutgoingMessage, enqueue
from balai.messaging.sms_providers import open_sms
from balai.messaging.sms_sender import SmsSender
from balai.settings import Settings, load_settings
from tests.support.outside_server import OutsideServer, outside_server

ID = UUID(int=7)
ROWS = """
select channel, recipient, sent_at is not null, given_up_at is not null, content = '{}'
from mailbox.queue order by created_at
"""
HELD_BACK = """
select count(*) from mailbox.queue where channel = 'whatsapp' and last_error = 'daily limit' and sent_at is null
"""
FACTS = {"service": "Yoga", "when": "Monday", "url": "https://a.example/x"}


@pytest.fixture
def provider() -> Iterator[OutsideServer]:
    with outside_server() as server:
        yield server


def whatsapp(provider: OutsideServer, **more: str) -> Settings:
    given = {
        "BALAI_WHATSAPP_URL": f"http://{provider.address}/v21.0/1055",
        "BALAI_WHATSAPP_TOKEN": "EAAtoken",
        "BALAI_WHATSAPP_APP_SECRET": "app secret",
        "BALAI_MAILBOX": "on",
    }
    return load_settings({**given, **more})


def zalo(provider: OutsideServer) -> Settings:
    return load_settings(
        {
            "BALAI_ZALO_URL": f"http://{provider.address}/message/template",
            "BALAI_ZALO_TOKEN_URL": f"http://{provider.address}/token",
            "BALAI_ZALO_APP_ID": "77",
            "BALAI_ZALO_APP_SECRET": "app secret",
            "BALAI_ZALO_REFRESH_TOKEN": "first refresh",
            "BALAI_ZALO_TEMPLATE": "4411",
        }
    )


def booked(channel: Channel, *others: NextChannel, **more: object) -> OutgoingMessage:
    return OutgoingMessage(
        "booking_confirmed", "60123456789", "zh", FACTS, channel=channel, next_channels=others, **more  # type: ignore[arg-type]
    )  # fmt: skip


async def queue(pool: Pool, *messages: OutgoingMessage) -> None:
    async with as_owner(pool) as conn:
        for message in messages:
            await enqueue(conn, message)


async def test_whatsapp_requests_follow_the_documentation(pool: Pool, provider: OutsideServer) -> None:
    message = SmsMessage("60123456789", "One\ntwo", "zh", "whatsapp")
    async with open_sms(pool, whatsapp(provider)) as sms:
        assert sms is not None
        await sms.send(ID, message)
    async with open_sms(pool, whatsapp(provider, BALAI_WHATSAPP_TEMPLATE="booking_news")) as sms:
        assert sms is not None
        await sms.send(ID, message)
        provider.responses = [(400, b'{"error": {"code": 131026, "message": "Undeliverable"}}'), (429, b"{}")]
        with pytest.raises(PermanentFailure, match="131026"):
            await sms.send(ID, message)
        with pytest.raises(Exception, match="429"):
            await sms.send(ID, message)
    path, headers, body = provider.requests[0]
    proof = hmac.new(b"app secret", b"EAAtoken", hashlib.sha256).hexdigest()
    assert path == f"/v21.0/1055/messages?appsecret_proof={proof}"
    assert headers["authorization"] == "Bearer EAAtoken"
    sent = json.loads(body)
    assert (sent["to"], sent["type"], sent["text"]["body"]) == ("60123456789", "text", "One\ntwo")
    assert sent["biz_opaque_callback_data"] == str(ID)
    template = json.loads(provider.requests[1][2])["template"]
    assert (template["name"], template["language"]) == ("booking_news", {"code": "zh_CN"})
    assert template["components"][0]["parameters"] == [{"type": "text", "text": "One two"}]


async def test_zalo_renews_its_token_once_and_stores_it_encrypted(pool: Pool, provider: OutsideServer) -> None:
    renewed = b'{"access_token": "access 1", "refresh_token": "second refresh", "expires_in": "90000"}'
    fine, refused = b'{"error": 0}', b'{"error": -118, "message": "No account"}'
    message = SmsMessage("84912345678", "Hi", "vi", "zalo")
    provider.responses = [(200, renewed), *[(200, fine)] * 3, (200, refused), (200, b'{"error": -124}')]
    async with open_sms(pool, zalo(provider)) as sms:
        assert sms is not None
        await asyncio.gather(*(sms.send(ID, message) for _ in range(3)))
        with pytest.raises(PermanentFailure, match="-118"):
            await sms.send(ID, message)
        with pytest.raises(ConnectionError):
            await sms.send(ID, message)
        provider.responses = [(200, renewed.replace(b"access 1", b"access 2")), (200, fine)]
        await sms.send(ID, message)
    paths = [path for path, _, _ in provider.requests]
    assert paths == ["/token", *["/message/template"] * 5, "/token", "/message/template"]
    assert provider.requests[0][1]["secret_key"] == "app secret"
    assert b"refresh_token=first+refresh" in provider.requests[0][2]
    assert b"refresh_token=second+refresh" in provider.requests[6][2]
    _, headers, body = provider.requests[1]
    assert headers["access_token"] == "access 1"
    assert headers["appsecret_proof"] == hmac.new(b"app secret", b"access 1", hashlib.sha256).hexdigest()
    assert json.loads(body) == {
        "phone": "84912345678", "template_id": "4411", "template_data": {"text": "Hi"}, "tracking_id": str(ID),
    }  # fmt: skip
    stored = await pool.fetchval("select sealed_access || sealed_refresh from mailbox.provider_tokens")
    assert "access" not in stored
    assert "refresh" not in stored


async def test_the_next_channel_follows_once(pool: Pool, provider: OutsideServer) -> None:
    refused = (400, b'{"error": {"code": 131026, "message": "Undeliverable"}}')
    provider.responses = [refused]
    await queue(pool, booked("whatsapp", NextChannel("sms", "60123456789"), NextChannel("mail", "m@example.org")))
    async with open_sms(pool, whatsapp(provider)) as sms:
        assert sms is not None
        await deliver_sms(pool, SmsSender(sms, site="Site"))
        first = await pool.fetchval("select id from mailbox.queue where channel = 'whatsapp'")
        # A second worker whose claim had expired.
        await asyncio.gather(*(pool.fetchval("select mailbox.abandon($1, 'late')", first) for _ in range(4)))
        assert [tuple(row) for row in await pool.fetch(ROWS)] == [
            ("whatsapp", "60123456789", False, True, True), ("sms", "60123456789", False, False, False),
        ]  # fmt: skip
        await deliver_sms(pool, SmsSender(sms, site="Site"))
    assert await pool.fetchval("select count(*) from mailbox.messages where channel = 'sms'") == 1
    assert await pool.fetchval("select next_channels from mailbox.queue where channel = 'sms'") != "[]"


async def test_an_unresponsive_provider_gives_way_after_minutes(pool: Pool, provider: OutsideServer) -> None:
    await queue(pool, booked("whatsapp", NextChannel("sms", "60123456789")), booked("whatsapp"))
    async with open_sms(pool, whatsapp(provider)) as sms:
        assert sms is not None
        for _ in range(MAX_ATTEMPTS_WITH_NEXT):
            provider.responses = [(503, b"{}")] * 2
            await pool.execute("update mailbox.queue set next_attempt_at = now() where channel = 'whatsapp'")
            await deliver_sms(pool, SmsSender(sms, site="Site"))
    rows = [tuple(row)[0::3] for row in await pool.fetch(ROWS)]
    assert sorted(rows) == [("sms", False), ("whatsapp", False), ("whatsapp", True)]


async def test_the_daily_limit_of_a_channel_holds_for_many_workers(pool: Pool, provider: OutsideServer) -> None:
    await queue(pool, *(booked("whatsapp", NextChannel("sms", f"6012345670{number}")) for number in range(3)))
    await queue(pool, *(booked("whatsapp") for _ in range(4)))
    code = OutgoingMessage("code", "60123456789", "en", {"code": "123456"}, channel="whatsapp")
    async with open_sms(pool, whatsapp(provider)) as sms:
        assert sms is not None
        sender = SmsSender(sms, site="Site")
        await asyncio.gather(*(deliver_sms(pool, sender, limits={"whatsapp": 2}) for _ in range(3)))
        assert len(provider.requests) == 2
        # Codes have a limit of their own.
        await queue(pool, code)
        await deliver_sms(pool, sender, limits={"whatsapp": 2})
        assert len(provider.requests) == 3
    assert await pool.fetchval(HELD_BACK) == 5
    await pool.execute("update mailbox.queue set counted_at = counted_at - interval '25 hours'")
    assert await pool.fetchval(
        "select mailbox.count_message(id, 2) from mailbox.queue where counted_at is null and kind <> 'code' limit 1"
    )


async def test_an_expired_message_does_not_go_on(pool: Pool, provider: OutsideServer) -> None:
    late = datetime.now(UTC) - timedelta(minutes=1)
    await queue(pool, booked("whatsapp", NextChannel("sms", "60123456789"), expires_at=late))
    async with open_sms(pool, whatsapp(provider)) as sms:
        assert sms is not None
        await deliver_sms(pool, SmsSender(sms, site="Site"))
    assert await pool.fetchval("select count(*) from mailbox.queue") == 1
    assert provider.requests == []


def test_channels_in_order() -> None:
    def names(*args: object) -> list[str]:
        return [way.channel for way in list_channels(*args)]  # type: ignore[arg-type]

    everything = ("sms", "whatsapp", "zalo")
    assert names("m@example.org", "60", None, everything) == ["mail", "sms"]
    assert names("m@example.org", "60", "zalo", everything) == ["zalo", "sms", "mail"]
    assert names("m@example.org", "60", "zalo", ("sms",)) == ["mail", "sms"]
    assert names(None, "60", "whatsapp", ("whatsapp",)) == ["whatsapp"]
    assert names("m@example.org", "60", "sms", everything) == ["sms", "mail"]
