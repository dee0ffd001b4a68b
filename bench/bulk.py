"""Large REST bodies: inserting 100,000 rows against COPY, and the memory of a 100 MB result."""

import asyncio
import io
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import httpx
import msgspec

from balai.database.embedded import EmbeddedPostgres
from balai.security.tokens import api_keys
from bench.program import SECRET, Program, program
from bench.row import Row

FILL = (Path(__file__).parent / "bulk_fill.sql").read_text()
ROUNDS = range(3)
ROWS = 100_000
MIN_RESULT = 100 * 1000 * 1000
KEY = api_keys(SECRET).service_role
HEADERS = {"apikey": KEY, "authorization": f"Bearer {KEY}", "content-type": "application/json"}


def measure() -> Iterator[Row]:
    """Measure both on one site."""
    with program(BALAI_WORKERS="1", BALAI_REST_MAX_BYTES="0") as instance:
        instance.start()
        url = EmbeddedPostgres(instance.data).url
        asyncio.run(_fill(url))
        # Memory first: memory freed by the bulk insert would hide the growth.
        yield _memory_of_result(instance)
        yield asyncio.run(_bulk(instance, url))


async def _fill(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(FILL)
    await connection.close()


async def _bulk(instance: Program, url: str) -> Row:
    note, moment = "text " * 10, "2026-01-01T00:00:00+00:00"
    rows = [
        {"id": n, "name": f"Item number {n}", "note": note, "done": n % 2 == 0, "created_at": moment}
        for n in range(ROWS)
    ]
    as_json = msgspec.json.encode(rows)
    as_csv = "".join(f"{n},Item number {n},{note},{n % 2 == 0},{moment}\n" for n in range(ROWS)).encode()
    connection = await asyncpg.connect(url)
    pairs: list[tuple[float, float]] = []
    async with httpx.AsyncClient(timeout=120) as client:
        for _ in ROUNDS:
            await connection.execute("truncate public.bench_bulk")
            started = time.perf_counter()
            await connection.copy_to_table("bench_bulk", schema_name="public", source=io.BytesIO(as_csv), format="csv")
            copied = time.perf_counter() - started
            await connection.execute("truncate public.bench_bulk")
            started = time.perf_counter()
            response = await client.post(f"{instance.url}/rest/v1/bench_bulk", headers=HEADERS, content=as_json)
            pairs.append((copied, time.perf_counter() - started))
            assert response.status_code == 201, response.text
            assert await connection.fetchval("select count(*) from public.bench_bulk") == ROWS
    await connection.close()
    copied, posted = (statistics.median(times) for times in zip(*pairs, strict=True))
    detail = f"COPY {copied:.2f} s, POST {posted:.2f} s of {len(as_json) / 1e6:.0f} MB"
    return Row("bulk insert of 100,000 rows, COPY ÷ POST, seconds", copied / posted, 0.25, "higher", detail)


def _memory_of_result(instance: Program) -> Row:
    """Measure how far the worker's memory rises during a large response."""
    process = Path(f"/proc/{instance.worker()}")
    url = f"{instance.url}/rest/v1/bench_large?select=content"
    httpx.get(f"{url}&limit=1", headers=HEADERS).raise_for_status()
    before = _read_memory(process, "VmRSS")
    (process / "clear_refs").write_text("5")
    size = 0
    with httpx.stream("GET", url, headers=HEADERS, timeout=120) as response:
        response.raise_for_status()
        for part in response.iter_raw():
            size += len(part)
    assert size > MIN_RESULT, size
    added = (_read_memory(process, "VmHWM") - before) / 1024
    return Row(f"memory added to the worker by a result of {size / 1e6:.0f} MB (MB)", added, 32, "lower")


def _read_memory(process: Path, name: str) -> int:
    """Return a memory value of a process in kilobytes."""
    lines = (process / "status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(f"{name}:")).split()[1])
