"""The built-in mailbox: local access only, and safe to open."""

from collections.abc import AsyncIterator, Callable
from uuid import uuid4

import httpx
import pytest
from litestar import Litestar

from balai.database.pool import Pool, open_pool
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.messaging.mailbox import PAGE, mailbox_router
from balai.messaging.queue import OutgoingMessage
from balai.settings import load_settings

Open = Callable[..., httpx.AsyncClient]


@pytest.fixture
async def pool(backend_database: str) -> AsyncIterator[Pool]:
    pool = await open_pool(backend_database, size=4)
    yield pool
    await pool.close()


@pytest.fixture
def mailer(pool: Pool) -> Mailer:
    return Mailer(MailboxSender(pool, email_from="Site <site@example.org>"), site="Site")


@pytest.fixture
def open_box(pool: Pool) -> Open:
    def open_as(peer: str = "127.0.0.1", host: str = "localhost:8000", mailbox: str = "true") -> httpx.AsyncClient:
        app = Litestar([mailbox_router(pool, load_settings({"BALAI_MAILBOX": mailbox}))], openapi_config=None)
        return httpx.AsyncClient(transport=httpx.ASGITransport(app, client=(peer, 1)), base_url=f"http://{host}")

    return open_as


def message(to: str = "mei@example.org") -> OutgoingMessage:
    return OutgoingMessage("signup", to, "en", {"url": "http://site.example/en/signin?a=1&b=2", "code": "012345"})


async def test_lists_and_shows_messages_with_links(mailer: Mailer, open_box: Open) -> None:
    await mailer.send(uuid4(), message())
    async with open_box() as box:
        listing = await box.get("/mailbox")
        assert "Confirm your email address" in listing.text
        path = listing.text.split('href="/mailbox/')[1].split('"')[0]
        shown = await box.get(f"/mailbox/{path}")
        assert '<a href="http://site.example/en/signin?a=1&amp;b=2">' in shown.text
        assert "012345" in shown.text
        html = await box.get(f"/mailbox/{path}/html")
        assert "Confirm my email" in html.text
        for response in (listing, shown, html):
            policy = response.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "script" not in policy
            assert response.headers["cache-control"] == "no-store"
        assert "sandbox" in html.headers["content-security-policy"]
        assert (await box.get(f"/mailbox/{uuid4()}")).status_code == 404
        assert (await box.get("/mailbox/not-an-id")).status_code == 404


async def test_json_lists_messages_of_one_recipient(mailer: Mailer, open_box: Open) -> None:
    await mailer.send(uuid4(), message())
    await mailer.send(uuid4(), message("other@example.org"))
    async with open_box() as box:
        response = await box.get("/mailbox?to=mei@example.org", headers={"Accept": "application/json"})
        assert [message["recipient"] for message in response.json()["messages"]] == ["mei@example.org"]


async def test_list_is_paged_by_key(mailer: Mailer, open_box: Open) -> None:
    for _ in range(PAGE + 1):
        await mailer.send(uuid4(), message())
    async with open_box() as box:
        headers = {"Accept": "application/json"}
        first = (await box.get("/mailbox", headers=headers)).json()
        second = (await box.get(f"/mailbox?before={first['next']}", headers=headers)).json()
        assert (len(first["messages"]), len(second["messages"]), second["next"]) == (PAGE, 1, None)
        assert (await box.get("/mailbox?before=forged")).status_code == 200


async def test_same_message_twice_is_stored_once(mailer: Mailer, open_box: Open, pool: Pool) -> None:
    id = uuid4()
    await mailer.send(id, message())
    await mailer.send(id, message())
    assert await pool.fetchval("select count(*) from mailbox.messages") == 1


@pytest.mark.parametrize(
    ("peer", "host", "mailbox"),
    [
        ("203.0.113.9", "localhost:8000", "true"),
        ("10.0.0.5", "localhost:8000", "true"),
        # DNS rebinding: a foreign host name that resolves to this machine.
        ("127.0.0.1", "rebound.example", "true"),
        ("127.0.0.1", "localhost:8000", "false"),
    ],
)
async def test_other_clients_get_not_found(mailer: Mailer, open_box: Open, peer: str, host: str, mailbox: str) -> None:
    id = uuid4()
    await mailer.send(id, message())
    async with open_box(peer, host, mailbox) as box:
        for path in ("/mailbox", f"/mailbox/{id}", f"/mailbox/{id}/html"):
            response = await box.get(path)
            assert (response.status_code, response.text) == (404, "Not found\n")
