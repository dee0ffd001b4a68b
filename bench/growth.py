"""Growth: the blog list and a thread must take as long with a million replies as with a thousand.

Both sizes are measured in one run through the whole program, signed in, so that no page comes from the cache.
"""

import asyncio
import statistics
import time
from collections.abc import Iterator

import asyncpg
import httpx

from balai.database.embedded import EmbeddedPostgres
from balai.security.tokens import sign
from bench.program import SECRET, program
from bench.row import Row

ROUNDS = 150
SIZES = ((1_000, 1_000), (100_000, 1_000_000))
READER = "00000000-0000-4000-8000-000000000001"
THREAD = "00000000-0000-4000-8000-0000000000aa"
# Triggers and foreign keys are off while filling: the rows are consistent; a million notifications are not measured.
FILL = """
set session_replication_role = replica;
insert into auth.users (id, email) values ('{reader}', 'reader@example.org');
insert into public.profiles (id, display_name) values ('{reader}', 'Reader');
insert into public.articles (id, author_id, source_language, status, publish_at)
  select gen_random_uuid(), '{reader}', 'en', 'published', now() - n * interval '1 minute'
  from generate_series(1, {articles}) as n;
insert into public.article_texts (article_id, language, title, summary, body, slug, status)
  select id, 'en', 'An article', 'In short', '{doc}', 'article-' || id, 'published' from public.articles;
insert into public.forums (id, slug) values ('{thread}', 'benchmark');
insert into public.forum_texts (forum_id, language, name, description)
  select '{thread}', l, 'Benchmark', 'For measuring' from unnest(enum_range(null::public.language)) as l;
insert into public.posts (id, forum_id, author_id, language, title, body, excerpt, reply_count)
  values ('{thread}', '{thread}', '{reader}', 'en', 'A long thread', '{doc}', 'In short', {replies});
insert into public.replies (id, post_id, number, author_id, language, body)
  select gen_random_uuid(), '{thread}', n, '{reader}', 'en', '{doc}' from generate_series(1, {replies}) as n;
set session_replication_role = origin;
analyze;
"""
DOC = '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Words enough for a post."}]}]}'


def measure() -> Iterator[Row]:
    """Fill two sites, read them alternately, compare the medians."""
    with program() as small, program() as large:
        for instance, (articles, replies) in zip((small, large), SIZES, strict=True):
            instance.start()
            asyncio.run(_fill(EmbeddedPostgres(instance.data).url, articles, replies))
        pages = {"blog list": "/en/blog", "thread": f"/en/forum/benchmark/post/{THREAD}"}
        for name, path in pages.items():
            seconds = _compare(small.url + path, large.url + path)
            detail = f"{seconds[0] * 1000:.1f} ms → {seconds[1] * 1000:.1f} ms"
            title = f"latency of the {name}, 1,000,000 replies and 100,000 articles ÷ 1,000"
            yield Row(title, seconds[1] / seconds[0], 1.3, "lower", detail)


async def _fill(url: str, articles: int, replies: int) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(FILL.format(reader=READER, thread=THREAD, doc=DOC, articles=articles, replies=replies))
    await connection.execute("vacuum")
    await connection.close()


def _compare(*urls: str) -> list[float]:
    """Return the medians of alternating requests, so that load on the machine affects both."""
    claims = {"role": "authenticated", "sub": READER, "exp": int(time.time()) + 3600}
    durations: list[list[float]] = [[] for _ in urls]
    with httpx.Client(cookies={"sb-access-token": sign(claims, SECRET)}) as client:
        for _ in range(ROUNDS):
            for times, url in zip(durations, urls, strict=True):
                started = time.perf_counter()
                client.get(url).raise_for_status()
                times.append(time.perf_counter() - started)
    return [statistics.median(times) for times in durations]
