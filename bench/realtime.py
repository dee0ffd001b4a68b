"""Realtime: latency of a broadcast to a thousand against a bare fan-out, and memory of idle connections."""

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvloop

from balai.security.tokens import api_keys
from bench.program import SECRET, Program, program
from bench.row import Row
from bench.websocket_client import Socket, connect

SUBSCRIBERS = 1000
ROUNDS, BLOCK = 300, 50
IDLE = 5000
BATCH = 50
SETTLE_S = 3
TOPIC = "realtime:bench"
JOIN = json.dumps(["1", "1", TOPIC, "phx_join", {"config": {"private": False}}]).encode()
BROADCAST = {"type": "broadcast", "event": "said", "payload": {"text": "a line of a conversation", "at": 1767225600}}
MESSAGE = json.dumps([None, None, TOPIC, "broadcast", BROADCAST]).encode()
# All clients connect from one address at once.
NO_LIMITS = {
    "BALAI_REALTIME_JOINS_PER_SECOND": "0",
    "BALAI_REALTIME_EVENTS_PER_SECOND": "0",
    "BALAI_REALTIME_CLIENT_CONNECTIONS": "0",
}


class Subscribers:
    """Clients of one server; the first sends, the others receive."""

    def __init__(self, port: int, path: str, join: bytes | None) -> None:
        self._port = port
        self._path = path
        self._join = join
        self._outstanding = 0
        self._all_received: asyncio.Future[None] | None = None
        self.sockets: list[Socket] = []

    def _received(self, _message: bytes) -> None:
        self._outstanding -= 1
        if self._outstanding == 0 and self._all_received is not None:
            self._all_received.set_result(None)

    async def connect_and_join(self, count: int) -> None:
        """Connect that many clients in batches and join the topic."""
        for _ in range(0, count, BATCH):
            new = [connect(self._port, self._path, self._received) for _ in range(BATCH)]
            opened = await asyncio.gather(*new)
            self.sockets += opened
            if self._join is not None:
                await self._expect(BATCH, lambda opened=opened: [one.send(self._join or b"") for one in opened])

    async def round(self) -> float:
        """Return the seconds from sending one message to its last receipt."""
        started = time.perf_counter()
        await self._expect(len(self.sockets) - 1, lambda: self.sockets[0].send(MESSAGE))
        return time.perf_counter() - started

    async def _expect(self, count: int, action: object) -> None:
        self._outstanding, self._all_received = count, asyncio.get_running_loop().create_future()
        assert callable(action)
        action()
        async with asyncio.timeout(60):
            await self._all_received

    def close(self) -> None:
        """Close all connections."""
        for one in self.sockets:
            one.close()


def measure() -> Iterator[Row]:
    """Measure both, each on a worker of its own."""
    with program(**NO_LIMITS) as instance, _baseline() as baseline_port:
        instance.start()
        ours, baseline = uvloop.run(_fan_out(instance, baseline_port))
        detail = f"p99 {ours * 1000:.1f} ms beside {baseline * 1000:.1f} ms, {SUBSCRIBERS} subscribers"
        yield Row(
            "broadcast to 1,000 subscribers: p99 to last receipt ÷ bare ASGI fan-out",
            ours / baseline,
            2,
            "lower",
            detail,
        )
    with program(**NO_LIMITS) as instance:
        instance.start()
        kilobytes = uvloop.run(_memory_per_connection(instance))
        yield Row(f"memory of each of {IDLE:,} idle joined connections (kB)", kilobytes, 20, "lower")


def _path() -> str:
    return f"/realtime/v1/websocket?apikey={api_keys(SECRET).anon}&vsn=2.0.0"


async def _fan_out(instance: Program, baseline_port: int) -> tuple[float, float]:
    ours, baseline = Subscribers(instance.port, _path(), JOIN), Subscribers(baseline_port, "/", None)
    await ours.connect_and_join(SUBSCRIBERS + BATCH)
    await baseline.connect_and_join(SUBSCRIBERS + BATCH)
    times: dict[Subscribers, list[float]] = {ours: [], baseline: []}
    for _ in range(0, ROUNDS, BLOCK):
        for subscribers, durations in times.items():
            durations += [await subscribers.round() for _ in range(BLOCK)]
    ours.close()
    baseline.close()
    return _p99(times[ours]), _p99(times[baseline])


async def _memory_per_connection(instance: Program) -> float:
    """Return the memory that a connection adds to its worker, in kB."""
    few = Subscribers(instance.port, _path(), JOIN)
    await few.connect_and_join(BATCH)
    await asyncio.sleep(SETTLE_S)
    before = _private_memory(instance.worker())
    many = Subscribers(instance.port, _path(), JOIN)
    await many.connect_and_join(IDLE)
    await asyncio.sleep(SETTLE_S)
    after = _private_memory(instance.worker())
    few.close()
    many.close()
    return (after - before) / IDLE / 1000


def _private_memory(pid: int) -> int:
    """Return the private memory of a process in bytes."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(("Private_Clean", "Private_Dirty")))


def _p99(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


@contextmanager
def _baseline() -> Iterator[int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    process = subprocess.Popen([sys.executable, "-m", "bench.baseline_fan_out", str(port)])
    try:
        for _ in range(500):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.02)
        yield port
    finally:
        process.terminate()
        process.wait()
