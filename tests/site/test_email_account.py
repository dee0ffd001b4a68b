"""The SMTP account of the site: tried before it is stored, encrypted, for administrators only."""

import datetime
import ssl
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.messaging.email_account import read_account
from balai.messaging.email_sender import open_mailer
from balai.messaging.email_state import EmailMonitor
from balai.messaging.queue import OutgoingMessage
from balai.security.tokens import sign
from balai.settings import load_settings
from balai.site.email_account import budget, endpoint
from tests.factories.members import Member, make_member
from tests.site.conftest import SECRET, OpenSite

PORT = 8137
GIVEN: dict[str, Any] = {
    "host": "localhost",
    "port": PORT,
    "isTls": False,
    "username": "balai",
    "password": "right",
    "sender": "An Bình <post@example.org>",
}


class Received:
    """Messages that the server took."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []

    async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:
        self.messages.append(envelope.content)
        return "250 OK"


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost that only this test trusts, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "certificate.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    encoded = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    (folder / "key.pem").write_bytes(encoded)
    return folder / "certificate.pem", folder / "key.pem"


def log_in(_server: object, _session: object, _envelope: object, _mechanism: str, given: Any) -> AuthResult:
    return AuthResult(success=(given.login, given.password) == (b"balai", b"right"), handled=False)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Received]:
    """A mail server with STARTTLS and a login, whose certificate is trusted."""
    cert, key = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(cert))
    monkeypatch.setattr(endpoint, "PORTS", {PORT, PORT + 1})
    monkeypatch.setattr(endpoint, "is_public", lambda _address: True)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(cert, key)
    received = Received()
    controller = Controller(
        received, hostname="127.0.0.1", port=PORT, tls_context=context, authenticator=log_in, auth_required=True
    )
    controller.start()
    yield received
    controller.stop()


@pytest.fixture
async def ada(pool: Pool) -> Member:
    return await make_member(pool, is_admin=True)


@pytest.fixture
async def site(open_site: OpenSite) -> AsyncIterator[httpx.AsyncClient]:
    async with open_site() as client:
        yield client


async def ask(site: httpx.AsyncClient, who: Member, method: str = "GET", **changes: Any) -> httpx.Response:
    claims = {"sub": str(who.id), "role": "authenticated", "exp": int(time.time()) + 600}
    headers = {"authorization": f"Bearer {sign(claims, SECRET)}"}
    body = {**GIVEN, **changes} if method == "PUT" else None
    return await site.request(method, "/email-account", json=body, headers=headers)


async def test_an_account_that_works_is_stored_and_used(
    site: httpx.AsyncClient, pool: Pool, ada: Member, server: Received
) -> None:
    assert (await ask(site, ada)).json()["source"] == "none"
    saved = await ask(site, ada, "PUT")
    assert (saved.status_code, saved.json()) == (200, {"recipient": ada.email})
    shown = (await ask(site, ada)).json()
    assert (shown["source"], shown["host"], shown["hasPassword"]) == ("site", "localhost", True)
    assert "right" not in str(shown)
    async with as_owner(pool) as conn:
        assert "right" not in await conn.fetchval("select sealed_password from mailbox.email_account")
        account = await read_account(conn, SECRET)
        assert account is not None
        assert account.password == "right"
        unreadable = await read_account(conn, "another-secret-of-another-instance-1")
        assert unreadable is not None
        assert unreadable.password is None
    settings = load_settings({"BALAI_JWT_SECRET": SECRET, "BALAI_SITE_URL": "https://site.example"})
    assert await EmailMonitor(pool, settings).state() == "ok"
    async with open_mailer(pool, settings) as mailer:
        await mailer.send(uuid4(), OutgoingMessage("email_test", "mai@example.org", "vi", {}))
    assert len(server.messages) == 2
    # Without the password, the stored one is used; for another server it is not.
    assert (await ask(site, ada, "PUT", password=None)).status_code == 200
    assert (await ask(site, ada, "PUT", password=None, username="other")).json()["details"] == "email_login_refused"
    assert (await ask(site, ada, "DELETE")).json()["source"] == "none"
    assert await EmailMonitor(pool, settings).state() == "off"


async def test_removed_account_comes_back_with_its_password(
    site: httpx.AsyncClient, pool: Pool, ada: Member, server: Received
) -> None:
    assert (await ask(site, ada, "PATCH")).json()["details"] == "email_not_removed"
    await ask(site, ada, "PUT")
    stored = "select to_jsonb(a)::text from mailbox.email_account a"
    async with as_owner(pool) as conn:
        before = await conn.fetchval(stored)
    await ask(site, ada, "DELETE")
    async with as_owner(pool) as conn:
        kept = await conn.fetchval("select content::text from public.removals where kind = 'email_account'")
    assert "right" not in kept
    # Twice, as after a lost answer.
    for _ in range(2):
        back = await ask(site, ada, "PATCH")
        assert (back.status_code, back.json()["source"], back.json()["hasPassword"]) == (200, "site", True)
        assert "right" not in back.text
    async with as_owner(pool) as conn:
        assert await conn.fetchval(stored) == before
        account = await read_account(conn, SECRET)
        assert account is not None
        assert account.password == "right"
        assert await conn.fetchval("select count(*) from public.removals") == 0
    assert (await ask(site, ada, "POST")).status_code == 200
    # Another account was entered since then: it stays.
    await ask(site, ada, "DELETE")
    await ask(site, ada, "PUT", sender="other@example.org")
    assert (await ask(site, ada, "PATCH")).json()["details"] == "email_set_again"
    assert (await ask(site, ada)).json()["sender"] == "other@example.org"


@pytest.mark.parametrize(
    ("changes", "details"),
    [
        ({"password": "wrong"}, "email_login_refused"),
        ({"host": "no-such-host.invalid"}, "email_host_unknown"),
        ({"port": PORT + 1}, "email_unreachable"),
        ({"port": 22}, "email_port"),
        ({"isTls": True}, "email_not_encrypted"),
        ({"sender": "nobody"}, "email_sender_refused"),
    ],
)
async def test_an_account_that_fails_is_not_stored(
    site: httpx.AsyncClient, ada: Member, server: Received, changes: dict[str, Any], details: str
) -> None:
    refused = await ask(site, ada, "PUT", **changes)
    assert (refused.status_code, refused.json()["details"]) == (422, details)
    assert (await ask(site, ada)).json()["source"] == "none"
    assert server.messages == []


async def test_only_administrators(site: httpx.AsyncClient, pool: Pool, server: Received) -> None:
    mai = await make_member(pool)
    for method in ("GET", "PUT", "POST", "DELETE", "PATCH"):
        assert (await ask(site, mai, method)).status_code == 403
        assert (await site.request(method, "/email-account")).status_code == 401


async def test_settings_of_the_operator_come_first(open_site: OpenSite, ada: Member, server: Received) -> None:
    async with open_site(environment={"BALAI_SMTP_URL": "smtp://127.0.0.1:1"}) as site:
        assert (await ask(site, ada)).json()["source"] == "operator"
        assert (await ask(site, ada, "PUT")).json()["details"] == "email_set_by_operator"
        assert (await ask(site, ada, "POST")).json()["details"] == "email_unreachable"


async def test_tests_are_limited(site: httpx.AsyncClient, ada: Member, server: Received) -> None:
    answers = [await ask(site, ada, "PUT", port=PORT + 1) for _ in range(budget.MAX_TESTS + 1)]
    assert answers[-1].status_code == 429


async def test_private_hosts_look_unknown(
    site: httpx.AsyncClient, ada: Member, server: Received, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "is_public", lambda _address: False)
    assert (await ask(site, ada, "PUT")).json()["details"] == "email_host_unknown"


async def test_administrators_alone_start_the_checks(site: httpx.AsyncClient, pool: Pool, ada: Member) -> None:
    mei = await make_member(pool)
    for who, selector, status in ((None, "", 401), (mei, "", 403), (ada, "../x", 422), (ada, "", 409)):
        claims = {"sub": str(who.id), "role": "authenticated", "exp": int(time.time()) + 600} if who else {}
        headers = {"authorization": f"Bearer {sign(claims, SECRET)}"} if who else {}
        answer = await site.post("/email-checks", json={"selector": selector}, headers=headers)
        assert answer.status_code == status, answer.text
