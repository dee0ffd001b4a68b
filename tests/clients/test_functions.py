"""Functions with the official clients and over raw HTTP: contract B."""

import asyncio
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from supabase_functions import AsyncFunctionsClient
from supabase_functions.errors import FunctionsHttpError, FunctionsRelayError

from balai.backend.functions.application import FunctionsApplication
from balai.backend.functions.registry import Registry
from balai.backend.sandbox.pool import Sandbox
from balai.security.tokens import api_keys, sign, verify
from tests.clients.served import served

SECRET = "a secret for these tests that is long enough"
KEYS = api_keys(SECRET)
HERE = Path(__file__).parent
ANA = "11111111-1111-1111-1111-111111111111"


def token(**claims: object) -> str:
    return sign({"role": "authenticated", "sub": ANA, "exp": int(time.time()) + 600, **claims}, SECRET)


@pytest.fixture
async def url() -> AsyncIterator[str]:
    app = FunctionsApplication(Registry(HERE / "functions"), Sandbox(max_processes=2), partial(verify, secret=SECRET))
    async with served(app) as address:
        yield address
    await app.close()


async def test_javascript(url: str) -> None:
    wrong_key = sign({"role": "anon"}, SECRET + "!")
    process = await asyncio.create_subprocess_exec(
        *("node", str(HERE / "functions.mjs"), url, KEYS.anon, wrong_key),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    assert (process.returncode, output.decode().strip().splitlines()[-1:]) == (0, ["done"]), output.decode()


async def test_python(url: str) -> None:
    client = AsyncFunctionsClient(f"{url}/functions/v1", {"apikey": KEYS.anon})
    client.set_auth(token())
    said = await client.invoke("echo", {"body": {"name": "Ana"}, "responseType": "json"})
    assert (said["role"], said["sub"], said["body"]) == ("authenticated", ANA, '{"name":"Ana"}')
    assert await client.invoke("kinds/bytes") == b"\x00\x01\xff"
    with pytest.raises(FunctionsHttpError, match="not today"):
        await client.invoke("kinds/refused")
    client.set_auth(token(exp=1))
    with pytest.raises(FunctionsRelayError, match="Invalid JWT"):
        await client.invoke("echo")


async def test_permissions_of_callers(url: str) -> None:
    async with httpx.AsyncClient(base_url=f"{url}/functions/v1") as client:
        nobody = await client.post("/echo", headers={"apikey": KEYS.anon})
        assert (nobody.status_code, nobody.json()["msg"]) == (401, "Error: Missing authorization header")
        assert nobody.headers["x-relay-error"] == nobody.headers["x-relay-header"] == "true"
        assert nobody.headers["access-control-allow-origin"] == "*"
        for wrong in ("Bearer", "Bearer x", f"Basic {token()}", f"Bearer {token(exp=1)}", f"Bearer {token()}x"):
            refused = await client.post("/echo", headers={"Authorization": wrong})
            assert (refused.status_code, refused.json()["msg"]) == (401, "Invalid JWT"), wrong
        assert (await client.get("/kinds/text")).text == "mee goreng 炒面"
        assert (await client.get("/kinds/text", headers={"Authorization": "Bearer x"})).status_code == 200
        asked = await client.options("/echo", headers={"Origin": "https://a", "Access-Control-Request-Method": "POST"})
        assert (asked.status_code, asked.headers["access-control-allow-origin"]) == (204, "*")
        for name in ("..%2Fechoed", "%2e%2e", "_shared", "", "functions.toml", "kinds%00", "a" * 500):
            assert (await client.get(f"/{name}", headers={"Authorization": f"Bearer {token()}"})).status_code == 404


async def test_slow_sender_and_busy_processes_do_not_block_others(url: str) -> None:
    """Two processes at most: two sleeping calls reach their time limit, and the waiting call is served."""
    async with httpx.AsyncClient(base_url=f"{url}/functions/v1", timeout=30) as client:

        async def never_ends() -> AsyncIterator[bytes]:
            yield b"a"
            await asyncio.Event().wait()

        slow = [asyncio.create_task(client.post("/kinds/text", content=never_ends())) for _ in range(4)]
        sleepers = [asyncio.create_task(client.get("/kinds/sleeps")) for _ in range(2)]
        response = await client.get("/kinds/text")
        assert response.text == "mee goreng 炒面"
        assert [sleeper.status_code for sleeper in await asyncio.gather(*sleepers)] == [546, 546]
        for task in slow:
            task.cancel()


async def test_silent_sender_gets_408_and_frees_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The body stops after the function has acquired a process: the process must be released."""
    monkeypatch.setattr("balai.http.request_body.IDLE_TIMEOUT_S", 0.5)
    app = FunctionsApplication(Registry(HERE / "functions"), Sandbox(max_processes=1), partial(verify, secret=SECRET))

    head = f"POST /functions/v1/echo HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEYS.anon}\r\n"
    async with served(app) as address, httpx.AsyncClient(base_url=f"{address}/functions/v1", timeout=30) as client:
        client.headers["Authorization"] = f"Bearer {KEYS.anon}"
        for size in (1, 1 << 19):
            reader, writer = await asyncio.open_connection("127.0.0.1", httpx.URL(address).port)
            writer.write(f"{head}content-length: {size + 1}\r\n\r\n".encode() + b"a" * size)
            async with asyncio.timeout(20):
                response = await reader.readuntil(b"}")
            assert response.startswith(b"HTTP/1.1 408 ")
            assert b'"code":"REQUEST_TIMEOUT"' in response
            writer.close()
        assert (await client.get("/kinds/text")).text == "mee goreng 炒面"
    await app.close()


async def test_changed_file_is_reloaded(tmp_path: Path) -> None:
    (tmp_path / "day.py").write_text("def handle(request): return 'monday'\n")
    app = FunctionsApplication(Registry(tmp_path), Sandbox(max_processes=1), partial(verify, secret=SECRET))
    async with served(app) as address, httpx.AsyncClient(base_url=f"{address}/functions/v1") as client:
        client.headers["Authorization"] = f"Bearer {KEYS.anon}"
        assert (await client.get("/day")).text == "monday"
        (tmp_path / "day.py").write_text("def handle(request): return 'tuesday'\n")
        assert (await client.get("/day")).text == "tuesday"
    await app.close()
