"""Notices of one reply for 5,000 watchers: seconds until all are queued, and what they cost the writer.

Through the whole program: the writer posts over /rest/v1, the job of a worker queues the notices. More rounds than the
five after which a session keeps its plans.
"""

import asyncio
import json
import statistics
import time
from collections.abc import Iterator

import asyncpg
import httpx

from balai.database.embedded import EmbeddedPostgres
from balai.security.tokens import api_keys, sign
from bench.program import SECRET, Program, program
from bench.row import Row

WATCHERS = 5_000
# A member writes at most 120 replies in an hour.
WARM_UP, ROUNDS = 5, 40
MAX_SECONDS, MAX_RATIO = 1, 1.2
WRITER = "00000000-0000-4000-8000-000000000001"
FORUM = "00000000-0000-4000-8000-0000000000aa"
WATCHED, QUIET = "00000000-0000-4000-8000-0000000000bb", "00000000-0000-4000-8000-0000000000cc"
BODY = {
    "type": "doc",
    "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Words enough for a post."}]}],
}
# Triggers are off while filling: each account would queue its own emails. The writer is an administrator, because the
# pauses and hourly limits of members would end the measurement.
FILL = f"""
set session_replication_role = replica;
insert into auth.users (id, email, email_confirmed_at)
  select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.org', now()
  from generate_series(1, {WATCHERS} + 1) as n;
insert into public.profiles (id, display_name) select id, 'Member' from auth.users on conflict do nothing;
insert into public.forums (id, slug) values ('{FORUM}', 'benchmark');
insert into public.posts (id, forum_id, author_id, language, title, body, excerpt)
  select id, '{FORUM}', null, 'en', 'A topic', '{json.dumps(BODY)}', ''
  from unnest(array['{WATCHED}', '{QUIET}']::uuid[]) as id;
insert into public.administrators (user_id) values ('{WRITER}');
insert into public.watches (member_id, post_id, level)
  select id, '{WATCHED}', 'watching' from auth.users where email ~ '^[0-9]+@' and id <> '{WRITER}';
set session_replication_role = origin;
analyze;
"""
COUNT = "select count(*) from public.notifications as n join public.notice_deliveries as d on d.notification_id = n.id"


def measure() -> Iterator[Row]:
    """Post to a watched topic and to another one, alternately."""
    with program() as instance:
        instance.start()
        yield from asyncio.run(_measure(instance))


async def _measure(instance: Program) -> list[Row]:
    connection = await asyncpg.connect(EmbeddedPostgres(instance.data).url)
    await connection.execute(FILL)
    claims = {"role": "authenticated", "sub": WRITER, "exp": int(time.time()) + 3600}
    headers = {"apikey": api_keys(SECRET).anon, "authorization": f"Bearer {sign(claims, SECRET)}"}
    queued: list[float] = []
    answers: dict[str, list[float]] = {WATCHED: [], QUIET: []}
    async with httpx.AsyncClient(base_url=instance.url, headers=headers, timeout=60) as client:
        for _ in range(WARM_UP + ROUNDS):
            for topic, times in answers.items():
                started = time.perf_counter()
                reply = {"post_id": topic, "language": "en", "body": BODY}
                (await client.post("/rest/v1/replies", json=reply)).raise_for_status()
                times.append(time.perf_counter() - started)
                while await connection.fetchval("select exists (select from public.notice_fan_outs)"):  # noqa: ASYNC110 - rows send no event
                    await asyncio.sleep(0.005)
                if topic == WATCHED:
                    queued.append(time.perf_counter() - started)
                    if (found := await connection.fetchval(COUNT)) != WATCHERS:
                        raise RuntimeError(f"{found} notices were queued")
                    await connection.execute("truncate public.notifications cascade")
    await connection.close()
    seconds, slowest = statistics.median(queued[WARM_UP:]), max(queued[WARM_UP:])
    with_watchers, without = (statistics.median(times[WARM_UP:]) for times in answers.values())
    detail = f"{without * 1000:.1f} ms → {with_watchers * 1000:.1f} ms"
    return [
        Row(
            "community: notices of a reply for 5,000 watchers, queued (s)",
            seconds,
            MAX_SECONDS,
            "lower",
            f"median of {ROUNDS}, slowest {slowest:.2f}",
        ),
        Row(
            "community: answer to a writer, 5,000 watchers ÷ none", with_watchers / without, MAX_RATIO, "lower", detail
        ),
    ]
