"""Hooks: their payloads, the effect of their responses, and failures of optional and required ones."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import httpx
import msgspec
import pytest

from balai.backend.auth.http import AuthMiddleware
from balai.database.pool import Pool
from balai.hooks.client import Hooks
from balai.hooks.registry import Hook, HookName
from balai.jobs.message_delivery import backoff_after, deliver_emails, deliver_sms
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.messaging.sms_providers import MailboxSms
from balai.messaging.sms_sender import SmsSender
from balai.security import tokens
from balai.security.webhooks import signed_headers
from tests.backend.auth.service import PASSWORD, SECRET, Service, bearer
from tests.support.outside_server import OutsideServer, outside_server

HOOK_SECRET = "whsec_c2VjcmV0"
MakeService = Callable[..., Service]
FUNCTIONS = """
  create schema hooks;
  create function hooks.claims(event jsonb) returns jsonb language sql as $$
    select jsonb_set(event, '{claims,club}', to_jsonb(event ->> 'authentication_method')) $$;
  create function hooks.nobody(event jsonb) returns jsonb language sql as $$
    select jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message',
      'Not you, ' || (event #>> '{user,email}'))) $$;
  create function hooks.long_life(event jsonb) returns jsonb language sql as $$
    select jsonb_set(event, '{claims,exp}', to_jsonb((event #>> '{claims,exp}')::bigint + 86400)) $$;
  create function hooks.wrong_claims(event jsonb) returns jsonb language sql as $$
    select jsonb_set(event, '{claims,sub}', '"somebody else"') $$;
  create function hooks.broken(event jsonb) returns jsonb language sql as $$ select to_jsonb(1 / 0) $$;
  create function hooks.rejects_wrong(event jsonb) returns jsonb language sql as $$
    select case when (event -> 'valid')::boolean then '{"decision": "continue"}'
      else '{"decision": "reject", "message": "Enough", "should_logout_user": true}' end::jsonb $$
"""


def function_hook(name: HookName, function_name: str, *, required: bool = False) -> dict[HookName, Hook]:
    return {name: Hook(name, f"pg-functions://postgres/hooks/{function_name}", required=required)}


def http_hook(name: HookName, hook_server: OutsideServer, *, required: bool = False) -> dict[HookName, Hook]:
    return {name: Hook(name, f"http://{hook_server.address}/hook", HOOK_SECRET, required)}


@pytest.fixture
def hook_server() -> Iterator[OutsideServer]:
    with outside_server() as server:
        yield server


@pytest.fixture
async def pool(auth_pool: Pool) -> AsyncIterator[Pool]:
    await auth_pool.execute(FUNCTIONS)
    yield auth_pool


async def test_hook_adds_claims_to_access_tokens(make_service: MakeService, pool: Pool) -> None:
    service = make_service(hooks=function_hook("custom_access_token", "claims"))
    session = await service.member()
    assert tokens.verify(session["access_token"], SECRET)["club"] == "password"
    refreshed = (await service.refresh(session["refresh_token"])).json()
    assert tokens.verify(refreshed["access_token"], SECRET)["club"] == "token_refresh"


async def test_hook_cannot_extend_a_token(make_service: MakeService, pool: Pool) -> None:
    service = make_service(hooks=function_hook("custom_access_token", "long_life"))
    session = await service.member()
    assert (await service.post("/logout", **bearer(session))).status_code == 204
    until = await pool.fetchval("select until from auth.ended_sessions")
    assert tokens.verify(session["access_token"], SECRET)["exp"] <= until.timestamp()
    assert session["expires_in"] == 3600


@pytest.mark.parametrize("function_name", ["broken", "wrong_claims", "missing"])
async def test_failing_hook_ends_the_sign_in_only_if_required(
    make_service: MakeService, pool: Pool, function_name: str
) -> None:
    service = make_service(hooks=function_hook("custom_access_token", function_name))
    session = await service.member()
    assert "club" not in tokens.verify(session["access_token"], SECRET)
    required_service = make_service(hooks=function_hook("custom_access_token", function_name, required=True))
    refused = await required_service.sign_in("mei@example.org")
    assert (refused.status_code, refused.json()["code"]) == (500, "unexpected_failure")
    # The session of the rejected token was rolled back; the earlier one continues.
    assert await pool.fetchval("select count(*) from auth.sessions") == 1
    calls = await service.http.get("/admin/hook-calls", headers=service.admin)
    assert calls.headers["x-total-count"] == str(len(calls.json()))
    assert {(call["hook"], call["outcome"]) for call in calls.json()} <= {("custom_access_token", "failed")}
    assert (await service.http.get("/admin/hook-calls", headers=bearer(session))).status_code == 403


async def test_creation_hook_rejects_sign_ups(make_service: MakeService, pool: Pool) -> None:
    hooks = function_hook("before_user_created", "nobody")
    service = make_service(hooks=hooks, anonymous_users=True, email_autoconfirm=True)
    responses = [
        await service.sign_up("mei@example.org"),
        await service.post("/otp", {"email": "mei@example.org"}),
        await service.post("/signup", {}),
    ]
    for response in responses:
        assert (response.status_code, response.json()["code"]) == (403, "unknown")
        assert response.json()["message"].startswith("Not you, ")
    assert await pool.fetchval("select count(*) from auth.users") == 0
    # Accounts created by an administrator do not call the hook.
    await service.member()
    assert (await service.post("/otp", {"email": "mei@example.org"})).status_code == 200
    optional = make_service(hooks=function_hook("before_user_created", "broken"))
    assert (await optional.sign_up("lan@example.org")).status_code == 200
    required_service = make_service(hooks=function_hook("before_user_created", "broken", required=True))
    assert (await required_service.sign_up("siti@example.org")).status_code == 500


async def test_password_attempts_are_reported_and_may_be_rejected(make_service: MakeService, pool: Pool) -> None:
    service = make_service(hooks=function_hook("password_verification_attempt", "rejects_wrong"))
    session = await service.member()
    refused = await service.sign_in("mei@example.org", "wrong")
    assert (refused.status_code, refused.json()) == (400, {"code": "invalid_credentials", "message": "Enough"})
    assert (await service.http.get("/user", headers=bearer(session))).json()["code"] == "session_not_found"
    assert (await service.sign_in("mei@example.org")).status_code == 200


async def test_rejected_factor_attempt_ends_all_sessions(make_service: MakeService, pool: Pool) -> None:
    service = make_service(hooks=function_hook("mfa_verification_attempt", "rejects_wrong"))
    session = await service.member()
    factor = (await service.http.post("/factors", json={"factor_type": "totp"}, headers=bearer(session))).json()
    challenge = await service.http.post(f"/factors/{factor['id']}/challenge", headers=bearer(session))
    body = {"challenge_id": challenge.json()["id"], "code": "000000"}
    refused = await service.http.post(f"/factors/{factor['id']}/verify", json=body, headers=bearer(session))
    assert (refused.status_code, refused.json()["code"]) == (403, "mfa_verification_rejected")
    assert await pool.fetchval("select count(*) from auth.sessions") == 0


async def test_http_hook_is_signed_and_retried_when_busy(
    make_service: MakeService, pool: Pool, hook_server: OutsideServer
) -> None:
    service = make_service(hooks=http_hook("before_user_created", hook_server))
    hook_server.responses = [(503, b""), (200, b"")]
    assert (await service.sign_up("mei@example.org")).status_code == 200
    assert len(hook_server.requests) == 2
    _, headers, body = hook_server.requests[-1]
    at, id = headers["webhook-timestamp"], headers["webhook-id"]
    assert headers["webhook-signature"] == signed_headers(HOOK_SECRET, id, body, now=int(at))["webhook-signature"]
    payload = msgspec.json.decode(body)
    assert payload["metadata"]["name"] == "before-user-created"
    assert payload["user"]["email"] == "mei@example.org"


@pytest.mark.parametrize(
    ("responses", "status", "code"),
    [
        ([(503, b"")] * 3, 422, "hook_timeout_after_retry"),
        ([(200, b"x" * 300_000)], 422, "hook_payload_over_size_limit"),
        ([(200, b"<html>")], 400, "hook_payload_invalid_content_type"),
        ([(500, b"")], 500, "unexpected_failure"),
    ],
)
async def test_failures_of_a_required_http_hook(
    make_service: MakeService, pool: Pool, hook_server: OutsideServer, responses: list[Any], status: int, code: str
) -> None:
    service = make_service(hooks=http_hook("before_user_created", hook_server, required=True))
    hook_server.responses = list(responses)
    hook_server.content_type = "text/html" if code.endswith("content_type") else "application/json"
    refused = await service.sign_up("mei@example.org")
    assert (refused.status_code, refused.json()["code"]) == (status, code)


@pytest.fixture
async def unresponsive_url() -> AsyncIterator[str]:
    """The URL of a server that accepts requests and never responds."""

    async def listen(_reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
        await asyncio.Event().wait()

    server = await asyncio.start_server(listen, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()


async def test_unresponsive_hook_times_out(
    make_service: MakeService, pool: Pool, unresponsive_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("balai.hooks.client.TIMEOUT_S", 0.2)
    optional = make_service(hooks={"before_user_created": Hook("before_user_created", unresponsive_url)})
    assert (await optional.sign_up("mei@example.org")).status_code == 200
    hook = Hook("before_user_created", unresponsive_url, required=True)
    required_service = make_service(hooks={"before_user_created": hook})
    refused = await required_service.sign_up("lan@example.org")
    assert (refused.status_code, refused.json()["code"]) == (422, "hook_timeout")


async def test_two_optional_unresponsive_hooks_share_a_time_budget(
    make_service: MakeService, pool: Pool, unresponsive_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await make_service().member()
    # Each hook would take a second, and the request has two.
    monkeypatch.setattr("balai.hooks.client.TIMEOUT_S", 1.0)
    monkeypatch.setattr("balai.backend.auth.hooks.call.TIME_BUDGET_S", 3.0)
    monkeypatch.setattr("balai.backend.auth.hooks.call.OPTIONAL_BUDGET_S", 1.6)
    monkeypatch.setattr("balai.backend.auth.application.AuthMiddleware", partial(AuthMiddleware, timeout_s=2.0))
    names: tuple[HookName, ...] = ("password_verification_attempt", "custom_access_token")
    service = make_service(hooks={name: Hook(name, unresponsive_url) for name in names})
    for _ in range(2):
        assert (await service.sign_in("mei@example.org")).status_code == 200
    calls = (await service.http.get("/admin/hook-calls", headers=service.admin)).json()
    assert [(call["hook"], call["outcome"]) for call in calls] == [(name, "failed") for name in reversed(names)] * 2


async def test_account_emails_and_sms_are_delivered_to_the_hook(
    make_service: MakeService, pool: Pool, hook_server: OutsideServer
) -> None:
    hooks = http_hook("send_email", hook_server) | http_hook("send_sms", hook_server)
    service = make_service(hooks=hooks, sms_provider="hook")
    async with httpx.AsyncClient() as client:
        client_hooks = Hooks(pool, hooks, client)
        mailer = Mailer(MailboxSender(pool, email_from="site@example.org"), site="Site", hooks=client_hooks)
        sms_sender = SmsSender(MailboxSms(pool), site="Site", hooks=client_hooks)
        await service.sign_up("mei@example.org")
        hook_server.responses = [(500, b""), (200, b"")]
        await deliver_emails(pool, mailer)
        await pool.execute("update mailbox.queue set next_attempt_at = clock_timestamp()")
        await deliver_emails(pool, mailer)
        payloads = [msgspec.json.decode(body) for _, _, body in hook_server.requests]
        assert payloads[0] == payloads[1]
        data = payloads[0]["email_data"]
        assert (data["email_action_type"], payloads[0]["user"]["email"]) == ("signup", "mei@example.org")
        proof = {"type": "signup", "token_hash": data["token_hash"]}
        session = (await service.post("/verify", proof)).json()
        assert session["user"]["email"] == "mei@example.org"
        # An email change is one call, with the codes for both emails.
        await service.http.put("/user", json={"email": "new@example.org"}, headers=bearer(session))
        await deliver_emails(pool, mailer)
        change = msgspec.json.decode(hook_server.requests[-1][2])
        assert len(hook_server.requests) == 3
        for hash in (change["email_data"]["token_hash"], change["email_data"]["token_hash_new"]):
            assert (await service.post("/verify", {"type": "email_change", "token_hash": hash})).status_code == 200
        await service.post("/signup", {"phone": "+6591234567", "password": PASSWORD})
        await deliver_sms(pool, sms_sender)
        sms = msgspec.json.decode(hook_server.requests[-1][2])
        proof = {"type": "sms", "phone": "+6591234567", "token": sms["sms"]["otp"]}
        assert (await service.post("/verify", proof)).status_code == 200
    calls = (await service.http.get("/admin/hook-calls", headers=service.admin)).json()
    assert [call["outcome"] for call in calls] == ["answered"] * 3
    assert calls[-1]["attempts"] == 2
    assert await pool.fetchval("select count(*) from mailbox.messages") == 0


async def test_delivery_is_retried_for_a_day_and_recorded(
    make_service: MakeService, pool: Pool, hook_server: OutsideServer
) -> None:
    hooks = http_hook("send_email", hook_server)
    service = make_service(hooks=hooks)
    async with httpx.AsyncClient() as client:
        mailer = Mailer(
            MailboxSender(pool, email_from="site@example.org"), site="Site", hooks=Hooks(pool, hooks, client)
        )
        await service.sign_up("mei@example.org")
        lifetime = await pool.fetchval("select expires_at - created_at from mailbox.queue")
        assert timedelta(hours=23, minutes=59) < lifetime < timedelta(hours=24, minutes=1)
        hook_server.responses = [(500, b"")] * 9
        for attempt in range(1, 4):
            await deliver_emails(pool, mailer)
            await deliver_emails(pool, mailer)
            delay = await pool.fetchval("select next_attempt_at - clock_timestamp() from mailbox.queue")
            assert backoff_after(attempt) - timedelta(seconds=10) < delay <= backoff_after(attempt)
            await pool.execute("update mailbox.queue set next_attempt_at = clock_timestamp()")
        await pool.execute("update mailbox.queue set expires_at = clock_timestamp()")
        await deliver_emails(pool, mailer)
    assert len(hook_server.requests) == 3
    assert len({headers["webhook-id"] for _, headers, _ in hook_server.requests}) == 1
    assert await pool.fetchval("select given_up_at is not null from mailbox.queue")
    [recorded] = (await service.http.get("/admin/hook-calls", headers=service.admin)).json()
    values = [recorded[name] for name in ("hook", "outcome", "status", "attempts")]
    assert values == ["send_email", "failed", 500, 3]
