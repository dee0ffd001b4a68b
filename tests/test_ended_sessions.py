"""An ended session is rejected everywhere: on the node that ended it and on the others, for data and for pages."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
import uvicorn
from websockets.asyncio.client import connect

from balai.database.pool import Pool
from balai.security.tokens import PRUNE_ABOVE, KeyRing, TokenError, api_keys
from balai.server.app import Application
from balai.server.worker import server_config
from balai.settings import load_settings
from tests.backend.realtime.conftest import Client

SECRET = "a-secret-of-the-tests-that-is-long-enough-0123456789"
PASSWORD = "correct horse battery"
WITHIN_S = 5.0


@pytest.fixture
async def nodes(database: str, tmp_path: Path) -> AsyncIterator[list[httpx.AsyncClient]]:
    """Two nodes on one database."""
    async with AsyncExitStack() as stack:
        opened = []
        for _ in range(2):
            app = Application(load_settings({}, data_dir=tmp_path, jwt_secret=SECRET), database)
            await stack.enter_async_context(app.running())
            transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1))  # type: ignore[arg-type]
            client = httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000")
            opened.append(await stack.enter_async_context(client))
        yield opened


async def sign_in(node: httpx.AsyncClient, email: str, agent: str = "a test") -> dict[str, Any]:
    admin = {"Authorization": f"Bearer {api_keys(SECRET).service_role}"}
    body = {"email": email, "password": PASSWORD}
    await node.post("/auth/v1/admin/users", json={**body, "email_confirm": True}, headers=admin)
    response = await node.post("/auth/v1/token?grant_type=password", json=body, headers={"user-agent": agent})
    assert response.status_code == 200, response.text
    return dict(response.json())


def bearer(session: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {session['access_token']}"}


async def is_accepted(node: httpx.AsyncClient, session: dict[str, Any]) -> tuple[bool, bool]:
    """Return whether REST and the pages accept the session."""
    data = await node.post("/rest/v1/rpc/my_profile", json={}, headers=bearer(session))
    page = await node.get("/en/profile", headers={"cookie": f"sb-access-token={session['access_token']}"})
    if data.status_code == 401:
        assert data.json() | {"hint": None} == {
            "code": "PGRST303",
            "message": "Session has ended",
            "details": None,
            "hint": None,
        }
    return data.status_code == 200, page.status_code == 200


async def assert_ended(nodes: list[httpx.AsyncClient], session: dict[str, Any]) -> None:
    until = time.monotonic() + WITHIN_S
    while [await is_accepted(node, session) for node in nodes] != [(False, False)] * 2:
        assert time.monotonic() < until
        await asyncio.sleep(0.02)


async def test_signed_out_session_is_rejected_by_every_node(nodes: list[httpx.AsyncClient]) -> None:
    mine, other = await sign_in(nodes[0], "mei@example.org"), await sign_in(nodes[1], "mei@example.org")
    assert [await is_accepted(node, mine) for node in nodes] == [(True, True)] * 2
    assert (await nodes[0].post("/auth/v1/logout?scope=local", headers=bearer(mine))).status_code == 204
    await assert_ended(nodes, mine)
    assert await is_accepted(nodes[0], other) == (True, True)


async def test_member_lists_sessions_and_ends_one(nodes: list[httpx.AsyncClient]) -> None:
    here, there = (
        await sign_in(nodes[0], "mei@example.org", "laptop"),
        await sign_in(nodes[1], "mei@example.org", "phone"),
    )
    stranger = await sign_in(nodes[0], "tan@example.org", "stranger")
    listed = (await nodes[0].post("/rest/v1/rpc/my_sessions", json={}, headers=bearer(here))).json()
    assert {(session["user_agent"], session["is_current"], session["ip"], session["aal"]) for session in listed} == {
        ("laptop", True, "127.0.0.1", "aal1"),
        ("phone", False, "127.0.0.1", "aal1"),
    }
    body = {"session_id": next(session["id"] for session in listed if session["user_agent"] == "phone")}
    end = "/rest/v1/rpc/end_my_session"
    assert (await nodes[0].post(end, json=body, headers=bearer(stranger))).json() is False
    assert await is_accepted(nodes[1], there) == (True, True)
    assert (await nodes[0].post(end, json=body, headers=bearer(here))).json() is True
    await assert_ended(nodes, there)
    assert (await nodes[0].post(end, json=body, headers=bearer(here))).json() is False
    anonymous = await nodes[0].post(end, json=body, headers={"apikey": api_keys(SECRET).anon})
    assert anonymous.status_code == 401


async def test_session_with_revoked_tokens_is_no_device(nodes: list[httpx.AsyncClient], pool: Pool) -> None:
    here, _ = await sign_in(nodes[0], "mei@example.org", "laptop"), await sign_in(nodes[1], "mei@example.org", "phone")
    await pool.execute(
        "update auth.refresh_tokens t set revoked = true from auth.sessions s"
        " where s.id = t.session_id and s.user_agent = 'phone'"
    )
    listed = (await nodes[0].post("/rest/v1/rpc/my_sessions", json={}, headers=bearer(here))).json()
    assert [session["user_agent"] for session in listed] == ["laptop"]


async def test_removed_account_is_rejected_also_by_a_new_node(
    nodes: list[httpx.AsyncClient], pool: Pool, database: str, tmp_path: Path
) -> None:
    session = await sign_in(nodes[0], "mei@example.org")
    await pool.execute("delete from auth.users where email = 'mei@example.org'")
    await assert_ended(nodes, session)
    new_node = Application(load_settings({}, data_dir=tmp_path, jwt_secret=SECRET), database)
    async with new_node.running():
        transport = httpx.ASGITransport(app=new_node)  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as node:
            assert await is_accepted(node, session) == (False, False)


async def set_block(node: httpx.AsyncClient, session: dict[str, Any], duration: str) -> None:
    admin = {"Authorization": f"Bearer {api_keys(SECRET).service_role}"}
    path = f"/auth/v1/admin/users/{session['user']['id']}"
    assert (await node.put(path, json={"ban_duration": duration}, headers=admin)).status_code == 200


async def test_blocked_user_is_rejected_by_every_node_until_the_block_is_lifted(
    nodes: list[httpx.AsyncClient], database: str, tmp_path: Path
) -> None:
    blocked, other = await sign_in(nodes[0], "mei@example.org"), await sign_in(nodes[1], "tan@example.org")
    assert [await is_accepted(node, blocked) for node in nodes] == [(True, True)] * 2
    await set_block(nodes[0], blocked, "24h")
    await assert_ended(nodes, blocked)
    assert [await is_accepted(node, other) for node in nodes] == [(True, True)] * 2
    own = await nodes[0].get("/auth/v1/user", headers=bearer(blocked))
    assert (own.status_code, own.json()["error_code"]) == (403, "user_banned")
    files = await nodes[1].post("/storage/v1/object/list/any", json={"prefix": ""}, headers=bearer(blocked))
    assert files.status_code == 400, files.text
    new_node = Application(load_settings({}, data_dir=tmp_path, jwt_secret=SECRET), database)
    async with new_node.running():
        transport = httpx.ASGITransport(app=new_node)  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as node:
            assert await is_accepted(node, blocked) == (False, False)
    # The session stays: it works again after the block.
    await set_block(nodes[1], blocked, "none")
    until = time.monotonic() + WITHIN_S
    while [await is_accepted(node, blocked) for node in nodes] != [(True, True)] * 2:
        assert time.monotonic() < until
        await asyncio.sleep(0.02)


async def test_block_closes_realtime_channels(database: str, tmp_path: Path) -> None:
    settings = load_settings({}, data_dir=tmp_path, jwt_secret=SECRET)
    app = Application(settings, database)
    config = server_config(settings, app)
    config.lifespan = "off"
    server, listener = uvicorn.Server(config), socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    async with app.running():
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        query = urlencode({"apikey": api_keys(SECRET).anon, "vsn": "2.0.0"})
        async with (
            httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as node,
            connect(f"ws://127.0.0.1:{port}/realtime/v1/websocket?{query}", close_timeout=1) as connection,
        ):
            client = Client(connection, 2)
            session = await sign_in(node, "mei@example.org")
            assert (await client.join("room", token=session["access_token"]))["status"] == "ok"
            await set_block(node, session, "24h")
            async with asyncio.timeout(WITHIN_S):
                assert (await client.next("phx_close"))[2] == "realtime:room"
            assert (await client.join("room", token=session["access_token"]))["status"] == "error"
            await set_block(node, session, "none")
            until = time.monotonic() + WITHIN_S
            while (await client.join("room", token=session["access_token"]))["status"] == "error":
                assert time.monotonic() < until
                await asyncio.sleep(0.05)
        server.should_exit = True
        await serving


async def test_block_ends_by_itself(nodes: list[httpx.AsyncClient]) -> None:
    blocked = await sign_in(nodes[0], "mei@example.org")
    await set_block(nodes[0], blocked, "2s")
    await assert_ended(nodes, blocked)
    await asyncio.sleep(2.1)
    assert [await is_accepted(node, blocked) for node in nodes] == [(True, True)] * 2


async def test_session_that_ends_during_a_block_stays_ended(nodes: list[httpx.AsyncClient], pool: Pool) -> None:
    session = await sign_in(nodes[0], "mei@example.org")
    await set_block(nodes[0], session, "1h")
    await pool.execute("delete from auth.sessions")
    await set_block(nodes[0], session, "none")
    await asyncio.sleep(0.2)
    assert [await is_accepted(node, session) for node in nodes] == [(False, False)] * 2


async def test_many_ended_sessions_use_notifications_of_limited_size(
    nodes: list[httpx.AsyncClient], pool: Pool
) -> None:
    session = await sign_in(nodes[0], "mei@example.org")
    await pool.execute(
        "insert into auth.sessions (user_id) select id from auth.users cross join generate_series(1, 1000)"
    )
    await pool.execute("delete from auth.sessions")
    await assert_ended(nodes, session)
    assert await pool.fetchval("select count(*) from auth.ended_sessions") == 1001


async def test_session_unused_for_long_needs_no_notification(pool: Pool) -> None:
    await pool.execute("insert into auth.users (email) values ('old@example.org')")
    await pool.execute(
        "insert into auth.sessions (user_id, created_at, updated_at) select id, now() - '1 day'::interval, "
        "now() - '66 minutes'::interval from auth.users"
    )
    await pool.execute("delete from auth.sessions")
    assert await pool.fetchval("select count(*) from auth.ended_sessions") == 0


def test_expired_entries_are_removed() -> None:
    ring = KeyRing(SECRET)
    ring.end_sessions({f"old {number}": 1.0 for number in range(PRUNE_ABOVE)})
    ring.end_sessions({"new": time.time() + 60})
    assert ring.verify(ring.sign({"session_id": "old 1"}))
    with pytest.raises(TokenError):
        ring.verify(ring.sign({"session_id": "new"}))
