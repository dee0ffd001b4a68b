"""What live messages cost: one to a thousand beside a bare fan-out, and connections that only wait."""

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
from bench.sockets import Socket, connect

SUBSCRIBERS = 1000
ROUNDS, BLOCK = 300, 50
IDLE = 5000
AT_ONCE = 50
SETTLE_S = 3
TOPIC = "realtime:bench"
JOIN = json.dumps(["1", "1", TOPIC, "phx_join", {"config": {"private": False}}]).encode()
WORD = {"type": "broadcast", "event": "said", "payload": {"text": "a line of a conversation", "at": 1767225600}}
SENT = json.dumps([None, None, TOPIC, "broadcast", WORD]).encode()
# All come from one machine here, at once.
OPEN = {
    "BALAI_REALTIME_JOINS_PER_SECOND": "0",
    "BALAI_REALTIME_EVENTS_PER_SECOND": "0",
    "BALAI_REALTIME_CLIENT_CONNECTIONS": "0",
}


class Crowd:
    """Receivers of a server, and one who speaks to them."""

    def __init__(self, port: int, path: str, join: bytes | None) -> None:
        self._port = port
        self._path = path
        self._join = join
        self._missing = 0
        self._all: asyncio.Future[None] | None = None
        self.sockets: list[Socket] = []

    def _heard(self, _message: bytes) -> None:
        self._missing -= 1
        if self._missing == 0 and self._all is not None:
            self._all.set_result(None)

    async def gather(self, count: int) -> None:
        """Connect that many, a few at a time, each joined."""
        for _ in range(0, count, AT_ONCE):
            new = [connect(self._port, self._path, self._heard) for _ in range(AT_ONCE)]
            opened = await asyncio.gather(*new)
            self.sockets += opened
            if self._join is not None:
                await self._expect(AT_ONCE, lambda opened=opened: [one.send(self._join or b"") for one in opened])

    async def round(self) -> float:
        """Seconds from one message to its last receipt."""
        began = time.perf_counter()
        await self._expect(len(self.sockets) - 1, lambda: self.sockets[0].send(SENT))
        return time.perf_counter() - began

    async def _expect(self, count: int, act: object) -> None:
        self._missing, self._all = count, asyncio.get_running_loop().create_future()
        assert callable(act)
        act()
        async with asyncio.timeout(60):
            await self._all

    def close(self) -> None:
        """Hang up."""
        for one in self.sockets:
            one.close()


def measure() -> Iterator[Row]:
    """Both figures, each on a worker of its own."""
    with program(**OPEN) as hall, _bare() as bare_port:
        hall.start()
        ours, bare = uvloop.run(_fan_out(hall, bare_port))
        detail = f"p99 {ours * 1000:.1f} ms beside {bare * 1000:.1f} ms, {SUBSCRIBERS} subscribers"
        yield Row("one broadcast to 1,000: p99 to last receipt / bare fan-out", ours / bare, 2, "lower", detail)
    with program(**OPEN) as hall:
        hall.start()
        kilobytes = uvloop.run(_weigh(hall))
        yield Row(f"memory of each of {IDLE} idle connections, joined (kB)", kilobytes, 20, "lower")


def _path() -> str:
    return f"/realtime/v1/websocket?apikey={api_keys(SECRET).anon}&vsn=2.0.0"


async def _fan_out(hall: Program, bare_port: int) -> tuple[float, float]:
    ours, bare = Crowd(hall.port, _path(), JOIN), Crowd(bare_port, "/", None)
    await ours.gather(SUBSCRIBERS + AT_ONCE)
    await bare.gather(SUBSCRIBERS + AT_ONCE)
    times: dict[Crowd, list[float]] = {ours: [], bare: []}
    for _ in range(0, ROUNDS, BLOCK):
        for crowd, taken in times.items():
            taken += [await crowd.round() for _ in range(BLOCK)]
    ours.close()
    bare.close()
    return _p99(times[ours]), _p99(times[bare])


async def _weigh(hall: Program) -> float:
    """What a connection adds to its worker, in kB."""
    few = Crowd(hall.port, _path(), JOIN)
    await few.gather(AT_ONCE)
    await asyncio.sleep(SETTLE_S)
    before = _own_memory(hall.worker())
    many = Crowd(hall.port, _path(), JOIN)
    await many.gather(IDLE)
    await asyncio.sleep(SETTLE_S)
    after = _own_memory(hall.worker())
    few.close()
    many.close()
    return (after - before) / IDLE / 1000


def _own_memory(pid: int) -> int:
    """Bytes that are the process's alone."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(("Private_Clean", "Private_Dirty")))


def _p99(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


@contextmanager
def _bare() -> Iterator[int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    process = subprocess.Popen([sys.executable, "-m", "bench.bare_fan_out", str(port)])
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
