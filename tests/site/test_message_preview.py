"""How a message of a service will look, for administrators, and the test that they send themselves."""

import re
from typing import Any
from uuid import UUID

import httpx
import msgspec
import pytest

from balai.database.pool import Pool
from balai.messaging.own_texts.texts import KINDS
from balai.security.tokens import sign
from balai.site.message_preview import endpoint
from tests.factories.booking import make_service
from tests.factories.members import Member, make_member
from tests.site.conftest import SECRET


async def ask(site: httpx.AsyncClient, who: Member, service: UUID, **changes: Any) -> httpx.Response:
    token = sign({"sub": str(who.id), "role": "authenticated", "exp": 2_000_000_000}, SECRET)
    body = {"service": str(service), "kind": "booking_confirmed", "language": "vi", **changes}
    return await site.post("/message-preview", json=body, headers={"authorization": f"Bearer {token}"})


async def test_the_preview_is_the_message(site: httpx.AsyncClient, pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await make_member(pool, is_admin=True, display_name="Ada")
    service = await make_service(pool, ada)
    shown = (await ask(site, ada, service, body="Chào {name} <b>", sms="{service}: {link}")).json()
    assert "Chào Ada &lt;b&gt;" in shown["html"]
    assert shown["sms"] == "Nhóm đọc sách: https://site.example/vi/book"
    assert (shown["cost"]["encoding"], shown["cost"]["segments"]) == ("UCS-2", 1)
    assert shown["recipient"] == ""
    closed = (await ask(site, ada, service, kind="booking_closed", language="en")).json()
    assert "The nurse is ill." in closed["html"]
    for kind in KINDS:
        shown = (await ask(site, ada, service, kind=kind, body="{until}")).json()
        assert not re.search(r"\{\w+\}", shown["html"].partition("<body")[2] + shown["subject"] + shown["sms"]), kind
    assert await pool.fetchval("select count(*) from mailbox.queue") == 0

    sent = (await ask(site, ada, service, subject="Thử", send="mail")).json()
    assert sent["recipient"] == ada.email
    row = await pool.fetchrow("select kind, recipient, content from mailbox.queue")
    assert row is not None
    assert (row["kind"], row["recipient"]) == ("booking_confirmed", ada.email)
    assert msgspec.json.decode(row["content"])["variables"]["own_subject"] == "Thử"
    assert (await ask(site, ada, service, send="sms")).json()["details"] == "no_own_sms"
    monkeypatch.setattr(endpoint, "MAX_TESTS", 1)
    assert (await ask(site, ada, service, send="mail")).status_code == 429


async def test_only_administrators_and_known_services(site: httpx.AsyncClient, pool: Pool) -> None:
    ada, mei = await make_member(pool, is_admin=True), await make_member(pool)
    service = await make_service(pool, ada)
    assert (await ask(site, mei, service)).status_code == 403
    assert (await site.post("/message-preview", json={})).status_code == 401
    assert (await ask(site, ada, mei.id)).status_code == 404
    for wrong in ({"kind": "signup"}, {"language": "fr"}, {"body": "\0"}, {"send": "whatsapp"}):
        assert (await ask(site, ada, service, **wrong)).status_code == 400
