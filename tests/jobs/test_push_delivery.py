"""Push messages over the Web Push protocol, to a stand-in of a push service that checks and decrypts them.

The stand-in has the keys of a browser. It takes what a real service takes: a signature for its own address, a lifetime,
one encrypted record.
"""

import base64
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import httpx
import msgspec
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.http.client import OutgoingHttpClient
from balai.jobs.push_delivery import PushSender, ensure_push_key
from balai.settings import Settings, load_settings
from balai.site.render.front_end import STATIC
from tests.factories.blog import make_comments
from tests.factories.forum import make_forum, make_post, make_reply
from tests.factories.members import Member, make_member

SAVE = "select public.save_push_subscription($1, $2, $3, $4)"
LIST = "select endpoint, member_id from public.push_subscriptions order by created_at, id"
COUNT_DUE = "select count(*) from public.push_messages"
DUE_AGAIN = "update public.push_messages set next_attempt_at = now()"


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    """A browser with its subscription: keys, secret and address at the push service."""

    def __init__(self, host: str = "push.example.net") -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.secret = uuid4().bytes
        self.endpoint = f"https://{host}/send/{uuid4()}"

    @property
    def given(self) -> tuple[str, str, str]:
        return self.endpoint, encode(self.point), encode(self.secret)

    def decrypt(self, body: bytes) -> bytes:
        """The text of a message, as RFC 8188 and RFC 8291 have a browser read it."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))

        def derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
            return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

        secret = derive(shared, self.secret, b"WebPush: info\0" + self.point + theirs, 32)
        key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\2")
        return text[:-1]


class PushService:
    """The stand-in: what arrived for each device, and the status that it answers with."""

    def __init__(self, site_key: ECKey) -> None:
        self.devices: dict[str, Device] = {}
        self.received: list[dict[str, str]] = []
        self.status = 201
        self._site_key = site_key

    def handle(self, request: httpx.Request) -> httpx.Response:
        # The connection goes to the address that was checked; the host stands in the header.
        host = request.headers["host"]
        device = self.devices[f"https://{host}{request.url.path}"]
        token = request.headers["authorization"].removeprefix("vapid t=").partition(",")[0]
        claims = jwt.decode(token, self._site_key, algorithms=["ES256"]).claims
        assert claims["aud"] == f"https://{host}"
        assert (request.method, request.headers["content-encoding"]) == ("POST", "aes128gcm")
        assert int(request.headers["ttl"]) > 0
        if self.status == 201:
            self.received.append(msgspec.json.decode(device.decrypt(request.content)))
        return httpx.Response(self.status)


class Hall:
    """A site with a post of one member, and its sender."""

    def __init__(self, pool: Pool, service: PushService, sender: PushSender, author: Member, post: UUID) -> None:
        self.pool, self.service, self.sender, self.author, self.post = pool, service, sender, author, post

    async def subscribe(self, member: Member, device: Device, *, has_details: bool = False) -> None:
        self.service.devices[device.endpoint] = device
        async with as_role(self.pool, member.caller, read_only=False) as connection:
            await connection.execute(SAVE, *device.given, has_details)

    async def reply(self, name: str = "Duc") -> None:
        await make_reply(self.pool, self.post, await make_member(self.pool, display_name=name))


async def resolve(_host: str, _port: int) -> list[str]:
    return ["93.184.215.14"]


def settings() -> Settings:
    return load_settings({"BALAI_SITE_URL": "https://hall.example", "BALAI_JWT_SECRET": "s" * 40})


@pytest.fixture
async def hall(pool: Pool) -> AsyncIterator[Hall]:
    service = PushService(await ensure_push_key(pool, settings().jwt_secret))
    outgoing = OutgoingHttpClient(httpx.MockTransport(service.handle), resolve=resolve)
    sender = PushSender(pool, settings(), outgoing, STATIC / "locales")
    author = await make_member(pool, display_name="Mai", language="vi")
    post = await make_post(pool, await make_forum(pool), author)
    yield Hall(pool, service, sender, author, post)
    await outgoing.close()


async def test_reply_arrives_once_in_the_readers_language_without_names(hall: Hall) -> None:
    await hall.subscribe(hall.author, Device())
    await hall.reply()
    await hall.sender.deliver()
    await hall.sender.deliver()
    # A second reply is counted in the same unread notification.
    await hall.reply("Ana")
    await hall.sender.deliver()
    (message,) = hall.service.received
    assert message["body"] == "Bạn có một trả lời mới."
    assert message["lang"] == "vi"
    assert message["url"].startswith("/vi/forum/") and message["url"].endswith("#reply-1")
    assert "Duc" not in str(message)


async def test_details_are_shown_where_the_member_chose_so(hall: Hall) -> None:
    await make_comments(hall.pool, await make_member(hall.pool, is_admin=True), hall.post)
    await hall.subscribe(hall.author, Device(), has_details=True)
    await hall.reply()
    await hall.sender.deliver()
    (message,) = hall.service.received
    assert "Duc" in message["body"]
    assert message["url"] == "/vi/blog/three-things?reply=1#reply-1"


async def test_read_notification_sends_nothing(hall: Hall) -> None:
    await hall.subscribe(hall.author, Device())
    await hall.reply()
    async with as_role(hall.pool, hall.author.caller, read_only=False) as connection:
        await connection.execute("select public.read_notifications()")
    await hall.sender.deliver()
    assert hall.service.received == []
    assert await hall.pool.fetchval(COUNT_DUE) == 0


@pytest.mark.parametrize("status", [404, 410])
async def test_device_that_is_gone_is_removed(hall: Hall, status: int) -> None:
    await hall.subscribe(hall.author, Device())
    await hall.reply()
    hall.service.status = status
    await hall.sender.deliver()
    assert await hall.pool.fetch(LIST) == []
    assert await hall.pool.fetchval(COUNT_DUE) == 0


async def test_unavailable_service_is_asked_again(hall: Hall) -> None:
    await hall.subscribe(hall.author, Device())
    await hall.reply()
    hall.service.status = 503
    await hall.sender.deliver()
    hall.service.status = 201
    await hall.sender.deliver()
    assert hall.service.received == []
    await hall.pool.execute(DUE_AGAIN)
    await hall.sender.deliver()
    assert len(hall.service.received) == 1


async def test_private_addresses_are_never_connected_to(hall: Hall) -> None:
    async def resolve_private(_host: str, _port: int) -> list[str]:
        return ["10.0.0.1"]

    def fail(request: httpx.Request) -> httpx.Response:
        raise AssertionError(f"connected to {request.url}")

    await hall.subscribe(hall.author, Device())
    await hall.reply()
    outgoing = OutgoingHttpClient(httpx.MockTransport(fail), resolve=resolve_private)
    await PushSender(hall.pool, settings(), outgoing, STATIC / "locales").deliver()
    assert await hall.pool.fetchval(COUNT_DUE) == 1


@pytest.mark.parametrize(
    "endpoint", ["http://push.example.net/x", "https://push.example.net:8443/x", "https://a@push.example.net/x", "x"]
)
async def test_other_addresses_are_refused(hall: Hall, endpoint: str) -> None:
    _, point, secret = Device().given
    async with as_role(hall.pool, hall.author.caller, read_only=False) as connection:
        with pytest.raises(asyncpg.CheckViolationError):
            await connection.execute(SAVE, endpoint, point, secret, False)


async def test_member_has_ten_devices(hall: Hall) -> None:
    devices = [Device() for _ in range(11)]
    for device in devices:
        await hall.subscribe(hall.author, device)
    kept = {row["endpoint"] for row in await hall.pool.fetch(LIST)}
    assert kept == {device.endpoint for device in devices[1:]}


async def test_device_goes_over_to_the_member_who_uses_it(hall: Hall) -> None:
    device, other = Device(), await make_member(hall.pool)
    await hall.subscribe(hall.author, device)
    await hall.reply()
    await hall.subscribe(other, device)
    await hall.sender.deliver()
    assert [row["member_id"] for row in await hall.pool.fetch(LIST)] == [other.id]
    assert hall.service.received == []


async def test_address_alone_takes_no_device_over(hall: Hall) -> None:
    device, other = Device(), await make_member(hall.pool)
    await hall.subscribe(hall.author, device)
    _, point, secret = Device().given
    async with as_role(hall.pool, other.caller, read_only=False) as connection:
        with pytest.raises(asyncpg.PostgresError) as refused:
            await connection.execute(SAVE, device.endpoint, point, secret, False)
    assert refused.value.sqlstate == "PT409"


async def test_members_see_and_remove_only_their_own_devices(hall: Hall) -> None:
    await hall.subscribe(hall.author, Device())
    other: Any = (await make_member(hall.pool)).caller
    async with as_role(hall.pool, other, read_only=False) as connection:
        assert await connection.fetch(LIST) == []
        await connection.execute("delete from public.push_subscriptions")
    assert len(await hall.pool.fetch(LIST)) == 1
    for table in ("push_keys", "push_messages"):
        async with as_role(hall.pool, other, read_only=False) as connection:
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await connection.fetch(f"select * from public.{table}")


async def test_another_secret_makes_a_new_key_and_forgets_devices(hall: Hall) -> None:
    await hall.subscribe(hall.author, Device())
    before = await hall.pool.fetchval("select public_key from public.push_keys")
    assert (await ensure_push_key(hall.pool, settings().jwt_secret)).thumbprint()
    assert await hall.pool.fetchval("select public_key from public.push_keys") == before
    await ensure_push_key(hall.pool, "t" * 40)
    assert await hall.pool.fetchval("select public_key from public.push_keys") != before
    assert await hall.pool.fetch(LIST) == []


async def test_messages_end_after_a_day(hall: Hall) -> None:
    await hall.subscribe(hall.author, Device())
    await hall.reply()
    await hall.pool.execute("update public.push_messages set created_at = now() - $1::interval", timedelta(hours=25))
    await hall.sender.deliver()
    assert hall.service.received == []
    assert await hall.pool.fetchval(COUNT_DUE) == 0


TEST = "select public.send_test_push($1)"


async def device_of(hall: Hall, device: Device) -> UUID:
    return UUID(
        str(await hall.pool.fetchval("select id from public.push_subscriptions where endpoint = $1", device.endpoint))
    )


async def test_a_member_sends_a_test_to_one_device(hall: Hall) -> None:
    device = Device()
    await hall.subscribe(hall.author, device)
    await hall.subscribe(hall.author, Device())
    async with as_role(hall.pool, hall.author.caller, read_only=False) as connection:
        await connection.execute(TEST, await device_of(hall, device))
    assert await hall.sender.deliver() is False
    (message,) = hall.service.received
    assert (message["body"], message["tag"], message["url"]) == (
        "Đây là tin thử. Thiết bị này nhận được thông báo.",
        "test",
        "/vi/notifications",
    )
    assert await hall.pool.fetchval(COUNT_DUE) == 0


async def test_a_second_test_within_ten_seconds_is_rejected(hall: Hall) -> None:
    device = Device()
    await hall.subscribe(hall.author, device)
    number = await device_of(hall, device)
    async with as_role(hall.pool, hall.author.caller, read_only=False) as connection:
        await connection.execute(TEST, number)
    async with as_role(hall.pool, hall.author.caller, read_only=False) as connection:
        with pytest.raises(asyncpg.PostgresError) as refused:
            await connection.execute(TEST, number)
    assert refused.value.sqlstate == "PT429"
    # One that could not be delivered is replaced, not doubled.
    await hall.pool.execute("update public.push_subscriptions set tested_at = now() - interval '1 minute'")
    async with as_role(hall.pool, hall.author.caller, read_only=False) as connection:
        await connection.execute(TEST, number)
    assert await hall.pool.fetchval(COUNT_DUE) == 1


async def test_other_members_devices_are_neither_tested_nor_changed(hall: Hall) -> None:
    device, other = Device(), await make_member(hall.pool)
    await hall.subscribe(hall.author, device)
    number = await device_of(hall, device)
    async with as_role(hall.pool, other.caller, read_only=False) as connection:
        with pytest.raises(asyncpg.PostgresError) as refused:
            await connection.execute(TEST, number)
    assert refused.value.sqlstate == "PT404"
    async with as_role(hall.pool, other.caller, read_only=False) as connection:
        await connection.execute("update public.push_subscriptions set has_details = true")
    assert await hall.pool.fetchval("select bool_or(has_details) from public.push_subscriptions") is False
    async with as_role(hall.pool, hall.author.caller, read_only=False) as connection:
        await connection.execute("update public.push_subscriptions set has_details = true where id = $1", number)
    async with as_role(hall.pool, hall.author.caller, read_only=False) as connection:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await connection.execute("update public.push_subscriptions set endpoint = 'https://other.example/x'")
    assert await hall.pool.fetchval("select bool_and(has_details) from public.push_subscriptions") is True
