"""Payloads of the hooks `send_email` and `send_sms`, and `metadata` in those of all hooks. Compared with GoTrue."""

from collections.abc import AsyncIterator, Callable
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
import pytest

from balai.backend.auth.notifications.one_time_tokens import hash_code
from balai.database.pool import Pool
from balai.hooks.registry import NAMES, Hook, HookName
from balai.messaging.queue import HOOK_VARIABLE, Contents
from tests.backend.auth.service import PASSWORD, SITE, Service, bearer

MakeService = Callable[..., Service]
RECORDER = """
  create schema hooks;
  create table hooks.calls (name text, payload jsonb);
  create function hooks.record(event jsonb) returns jsonb language sql as $$
    insert into hooks.calls values (event #>> '{metadata,name}', event); select event $$
"""


@pytest.fixture
async def pool(auth_pool: Pool) -> AsyncIterator[Pool]:
    await auth_pool.execute(RECORDER)
    yield auth_pool


def recorder(*names: HookName) -> dict[HookName, Hook]:
    return {name: Hook(name, "pg-functions://postgres/hooks/record") for name in names}


async def queued(pool: Pool, channel: str = "mail") -> list[dict[str, Any]]:
    """The hook payloads of the queued messages, oldest first."""
    rows = await pool.fetch("select content from mailbox.queue where channel = $1 order by created_at, id", channel)
    found = [msgspec.json.decode(row["content"], type=Contents) for row in rows]
    return [msgspec.json.decode(contents.variables[HOOK_VARIABLE]) for contents in found]


async def test_hashes_of_an_email_change_are_crossed_as_in_gotrue(make_service: MakeService, pool: Pool) -> None:
    service = make_service(hooks=recorder("send_email"))
    session = await service.member()
    await service.http.put("/user", json={"email": "new@example.org"}, headers=bearer(session))
    payload = (await queued(pool))[-1]
    data = payload["email_data"]
    assert (payload["user"]["email"], payload["user"]["new_email"]) == ("mei@example.org", "new@example.org")
    # A hook sends `token_hash` to the new address. It must not be the current address's proof.
    assert data["token_hash"] == hash_code("new@example.org", data["token_new"])
    assert data["token_hash_new"] == hash_code("mei@example.org", data["token"])


async def test_change_without_secure_change_has_one_pair(make_service: MakeService, pool: Pool) -> None:
    service = make_service(hooks=recorder("send_email"), secure_email_change=False)
    session = await service.member()
    await service.http.put("/user", json={"email": "new@example.org"}, headers=bearer(session))
    data = (await queued(pool))[-1]["email_data"]
    assert data["token_hash"] == hash_code("new@example.org", data["token"])
    assert (data["token_new"], data["token_hash_new"]) == ("", "")


async def test_email_data_has_the_fields_of_gotrue(make_service: MakeService, pool: Pool) -> None:
    service = make_service(hooks=recorder("send_email"), sends_security_notices=True)
    session = await service.member()
    target = f"{SITE}/en/profile"
    await service.http.put("/user?redirect_to=" + target, json={"password": f"{PASSWORD} 2"}, headers=bearer(session))
    payload = (await queued(pool))[-1]
    data = payload["email_data"]
    assert set(data) == {
        *("token", "token_hash", "redirect_to", "email_action_type", "site_url", "token_new", "token_hash_new"),
        *("old_email", "old_phone", "provider", "factor_type"),
    }
    assert data["site_url"] == f"{SITE}/auth/v1"
    assert (data["email_action_type"], data["redirect_to"]) == ("password_changed_notification", target)
    metadata = payload["metadata"]
    assert metadata["name"] == "send-email"
    assert UUID(metadata["uuid"]) and datetime.fromisoformat(metadata["time"]).tzinfo
    assert metadata["ip_address"] == "127.0.0.1"


async def test_notices_name_what_changed(make_service: MakeService, pool: Pool) -> None:
    service = make_service(hooks=recorder("send_email"), sends_security_notices=True, secure_email_change=False)
    session = await service.member()
    await service.http.put("/user", json={"email": "new@example.org"}, headers=bearer(session))
    proof = (await queued(pool))[-1]["email_data"]["token_hash"]
    assert (await service.post("/verify", {"type": "email_change", "token_hash": proof})).status_code == 200
    data = (await queued(pool))[-1]["email_data"]
    assert (data["email_action_type"], data["old_email"]) == ("email_changed_notification", "mei@example.org")


async def test_every_hook_receives_metadata(make_service: MakeService, pool: Pool) -> None:
    service = make_service(hooks=recorder(*NAMES), sms_provider="hook", email_autoconfirm=True)
    session = (await service.sign_up("mei@example.org")).json()
    await service.sign_in("mei@example.org")
    factor = (await service.http.post("/factors", json={"factor_type": "totp"}, headers=bearer(session))).json()
    challenge = await service.http.post(f"/factors/{factor['id']}/challenge", headers=bearer(session))
    body = {"challenge_id": challenge.json()["id"], "code": "000000"}
    await service.http.post(f"/factors/{factor['id']}/verify", json=body, headers=bearer(session))
    called = {row["name"] for row in await pool.fetch("select name from hooks.calls")}
    assert called == {"before-user-created", "customize-access-token", "password-verification", "mfa-verification"}
    await service.post("/signup", {"phone": "+6591234567", "password": PASSWORD})
    assert (await queued(pool, "sms"))[-1]["metadata"]["name"] == "send-sms"
