"""Search over 200,000 posts in four languages and 50,000 members: the time of a search, alone and while posts are
written, for visitors and for members, by words of texts and by names.
"""

import asyncio
import random
import statistics
import time
from collections.abc import Iterator

import asyncpg
import httpx

from balai.database.embedded import EmbeddedPostgres
from balai.security.tokens import api_keys, sign
from bench.program import SECRET, program
from bench.row import Row
from tests.database.search.quality import LANGUAGES, read_set
from tests.factories.forum import rich

ENTRIES = 200_000
# Texts that differ. The others are copies with their own time, so that a word is in as many texts as in a real site.
DISTINCT = 4_000
MEMBERS = 50_000
QUERIES = 200
WRITERS = 2
AUTHOR = "00000000-0000-4000-8000-000000000001"
# In half of the texts of a language.
COMMON = {"zh": "社区居民", "vi": "cộng đồng", "ms": "komuniti", "en": "community"}
FILL = f"""
set session_replication_role = replica;
insert into auth.users (id, email, email_confirmed_at) values ('{AUTHOR}', 'reader@example.org', now());
insert into public.profiles (id, display_name) values ('{AUTHOR}', 'Reader');
insert into public.forums (id, slug) values ('{AUTHOR}', 'benchmark');
create temporary table draft (language public.language, title text, body jsonb);
"""
ADD_MEMBERS = f"""
create temporary table named as
  select gen_random_uuid() as id, concat_ws(' ',
    (array['Nguyễn', 'Trần', '陈', '林', 'Tan', 'Siti', 'Ahmad', 'Maria'])[1 + n % 8],
    (array['Lan', 'Ngọc', '小梅', '国强', 'Aminah', 'Rahman', 'Bee Hoon', 'Thuý', 'Jun', 'Wei'])[1 + n / 8 % 10],
    n) as name
  from generate_series(1, {MEMBERS}) n;
insert into auth.users (id, email, email_confirmed_at) select id, id || '@example.org', now() from named;
insert into public.profiles (id, display_name) select id, name from named;
update public.site_settings set has_directory = true;
"""
# Many members have the first three, few the fourth; the last two are also in texts.
NAMES = ["nguyen", "lan", "cxm", "Trần Ngọc 777", "wei", "jun"]
COPY = f"""
create temporary table indexed as
  select language, title, body, search.terms(title, public.rich_text_plain(body), language) as terms from draft;
create temporary table source as
  select gen_random_uuid() as id, d.*, now() - random() * interval '900 days' as moment
  from generate_series(1, {ENTRIES // DISTINCT}), indexed d;
insert into public.posts (id, forum_id, author_id, language, title, body, excerpt, created_at)
  select id, '{AUTHOR}', '{AUTHOR}', language, title, body, title, moment from source order by moment;
drop index search.entries_terms;
alter table public.posts disable trigger check_rate_limit;
insert into search.entries (kind, item_id, language, title, body, public_from, at, terms, rules)
  select 'post', id, language, title, public.rich_text_plain(body), '-infinity', moment, terms, search.rules_version()
  from source order by moment;
create index entries_terms on search.entries using gin (terms) with (fastupdate = off);
vacuum analyze;
"""
ADD = """
insert into public.posts (forum_id, author_id, language, title, body, excerpt) values ($1, $1, $2, $3, $4, $3)
"""
AGE = "update search.entries set rules = 0 where item_id in (select item_id from search.entries limit 1000)"
KEY = api_keys(SECRET).anon


def measure() -> Iterator[Row]:
    """Fill one site, then search it alone and beside writers; write entries again by the current rules."""
    queries = [query.words for language in LANGUAGES for query in read_set(language).queries]
    queries = random.Random(1).sample(queries, QUERIES) + list(COMMON.values())
    with program(BALAI_REST_MAX_ROWS="1000") as instance:
        instance.start()
        url = EmbeddedPostgres(instance.data).url
        asyncio.run(_fill(url))
        alone = asyncio.run(_search(instance.url, queries))
        yield _row("p95 of a search over 200,000 entries, ms", alone, 50)
        beside, saves = asyncio.run(_search_beside_writers(instance.url, url, queries))
        yield _row(f"the same while {WRITERS} writers save posts, ms", beside, 50)
        yield _row("p95 of saving a post meanwhile, ms", saves, 100)
        yield asyncio.run(_refresh(url))
        asyncio.run(_execute(url, ADD_MEMBERS))
        member = sign({"sub": AUTHOR, "role": "authenticated", "exp": int(time.time()) + 3600}, SECRET)
        everything = asyncio.run(_search(instance.url, queries + NAMES * 8, member))
        yield _row(f"the same as a member, beside {MEMBERS:,} members, ms", everything, 150)
        people = asyncio.run(_search(instance.url, NAMES * 20, member, kinds=["person"]))
        yield _row(f"p95 of a search for members among {MEMBERS:,}, ms", people, 100)


def _row(name: str, seconds: list[float], target: float) -> Row:
    p95 = statistics.quantiles(seconds, n=20)[18] * 1000
    detail = (
        f"median {statistics.median(seconds) * 1000:.1f} ms, maximum {max(seconds) * 1000:.0f} ms of {len(seconds)}"
    )
    return Row(name, p95, target, "lower", detail)


def _texts() -> list[tuple[str, str, str]]:
    """Texts of one to four paragraphs of the quality sets."""
    dice = random.Random(1)
    sets = {language: read_set(language).texts for language in COMMON}
    texts = []
    for _ in range(DISTINCT):
        language = dice.choice(list(COMMON))
        title, body = dice.choice(sets[language])
        more = [dice.choice(sets[language])[1] for _ in range(dice.randrange(4))]
        texts.append((language, title, rich(body, *more, *[COMMON[language]] * dice.randrange(2))))
    return texts


async def _fill(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(FILL)
    await connection.executemany("insert into draft values ($1, $2, $3::text::jsonb)", _texts())
    for statement in COPY.removesuffix(";\n").split(";\n"):
        await connection.execute(statement)
    await connection.close()


async def _execute(url: str, statements: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute("set session_replication_role = replica")
    await connection.execute(statements)
    await connection.execute("analyze")
    await connection.close()


async def _search(site: str, queries: list[str], token: str = KEY, **options: list[str]) -> list[float]:
    """Return the seconds of each query, one after the other, as supabase-js calls it."""
    seconds = []
    headers = {"apikey": KEY, "authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(headers=headers, timeout=60) as client:
        for query in [*queries[:20], *queries]:
            started = time.perf_counter()
            response = await client.post(f"{site}/rest/v1/rpc/search", json={"query": query, **options})
            seconds.append(time.perf_counter() - started)
            response.raise_for_status()
    # The first searches read the index from disk.
    return seconds[20:]


async def _search_beside_writers(site: str, url: str, queries: list[str]) -> tuple[list[float], list[float]]:
    texts, saves = _texts(), list[float]()
    stopped = asyncio.Event()

    async def write() -> None:
        connection = await asyncpg.connect(url)
        while not stopped.is_set():
            language, title, body = random.choice(texts)
            started = time.perf_counter()
            await connection.execute(ADD, AUTHOR, language, title, body)
            saves.append(time.perf_counter() - started)
        await connection.close()

    writers = [asyncio.create_task(write()) for _ in range(WRITERS)]
    seconds = await _search(site, queries)
    stopped.set()
    await asyncio.gather(*writers)
    return seconds, saves


async def _refresh(url: str) -> Row:
    connection = await asyncpg.connect(url)
    await connection.execute(AGE)
    started = time.perf_counter()
    while await connection.fetchval("select search.refresh_outdated(20)"):
        pass
    # Seconds for 1,000 are milliseconds for one.
    milliseconds = time.perf_counter() - started
    await connection.close()
    return Row("writing an entry again by newer rules, ms", milliseconds, 20, "lower", "1,000 entries in batches of 20")
