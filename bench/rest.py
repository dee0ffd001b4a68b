"""The data service: 20 rows by key as anybody, beside pgbench running the same transaction on the same server."""

import asyncio
import random
import re
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import httpx

from balai.database.embedded import EmbeddedPostgres, binaries
from balai.tokens import api_keys
from bench.load import CONNECTIONS, requests_a_second
from bench.program import SECRET, Program, program
from bench.row import Row

ROUNDS = range(5)
SECONDS = 2
ROWS = 100_000
COLUMNS = "id,name,note,done,created_at"
FILL = f"""
create table public.bench_items (
  id int primary key, name text not null, note text, done boolean not null, created_at timestamptz not null
);
insert into public.bench_items
  select n, 'Item number ' || n, repeat('text ', 10), n % 2 = 0, '2026-01-01'::timestamptz + n * interval '1 minute'
  from generate_series(1, {ROWS}) as n;
alter table public.bench_items enable row level security;
create policy everybody_reads on public.bench_items for select using (true);
grant select on public.bench_items to anon;
analyze public.bench_items;
notify pgrst;
"""
# The transaction as the service runs it, every statement prepared.
SCRIPT = """
\\set first random(1, {last})
begin read only;
select where set_config('role', 'anon', true) is null
  or set_config('request.jwt.claims', '{{"role":"anon"}}', true) is null
  or set_config('search_path', '"public", "extensions"', true) is null
  or set_config('request.method', 'GET', true) is null or set_config('request.path', '/bench_items', true) is null
  or set_config('request.headers', '{{"host":"127.0.0.1","apikey":"key","authorization":"Bearer key"}}', true) is null
  or set_config('request.cookies', '{{}}', true) is null;
select count(*), coalesce(json_agg(r.*), '[]'::json)::text from (
  select id, name, note, done, created_at from public.bench_items where id >= :first order by id limit 20
) as r;
commit;
"""


def measure() -> Iterator[Row]:
    """One worker over HTTP, and pgbench with one thread and as many connections as the worker has."""
    with program(BALAI_WORKERS="1") as hall:
        hall.start()
        server = EmbeddedPostgres(hall.data)
        asyncio.run(_fill(server.url))
        pairs = [(_service(hall), _pgbench(server)) for _ in ROUNDS]
        ours, theirs = (statistics.median(rates) for rates in zip(*pairs, strict=True))
        detail = f"{ours:,.0f} requests/s and {theirs:,.0f} transactions/s"
        yield Row("data service, 20 rows by key ÷ pgbench, same transaction", ours / theirs, 0.4, "higher", detail)


async def _fill(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(FILL)
    await connection.close()


def _service(hall: Program) -> float:
    key = api_keys(SECRET).anon
    headers = {"apikey": key, "authorization": f"Bearer {key}", "accept-profile": "public"}
    url = f"{hall.url}/rest/v1/bench_items"
    chance = random.Random(1)
    starts = [chance.randint(1, ROWS - 20) for _ in range(20_000)]
    queries = [f"?select={COLUMNS}&id=gte.{start}&order=id&limit=20" for start in starts]
    assert len(httpx.get(url + queries[0], headers=headers).raise_for_status().json()) == 20
    return requests_a_second(url, seconds=SECONDS, headers=headers, queries=queries)


def _pgbench(server: EmbeddedPostgres) -> float:
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "read.sql"
        script.write_text(SCRIPT.format(last=ROWS - 20).replace("\n  ", " "))
        found = re.search(r"host=(.*)", server.url)
        assert found is not None
        command = [str(binaries() / "pgbench"), "-n", "-M", "prepared", "-f", str(script), "-T", str(SECONDS)]
        command += ["-j", "1", "-c", str(CONNECTIONS), "-h", found[1], "-U", "postgres", "postgres"]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rate = re.search(r"tps = ([0-9.]+)", output)
    assert rate is not None, output
    return float(rate[1])
