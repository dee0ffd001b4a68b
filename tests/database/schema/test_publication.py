"""The published columns: events of rows carry no texts, and the documentation lists what they carry."""

import re
from pathlib import Path

from balai.database.pool import Pool
from balai.database.transaction import as_owner

ROOT = Path(__file__).parents[3]
DOCUMENT = ROOT / "docs/conformance/realtime.md"
# Without node_modules.
WEB = ROOT / "web"
PUBLISHED = """
select tablename, array_agg(name order by number) as columns
from pg_publication_tables, unnest(attnames) with ordinality as part (name, number)
where pubname = 'supabase_realtime' and schemaname = 'public' group by tablename
"""
ALL_COLUMNS = "select attname from pg_attribute where attrelid = $1::text::regclass and attnum > 0 and not attisdropped"
ROW = re.compile(r"^\| (`[^|]+) \| ([^|]+) \|$", re.MULTILINE)


async def test_the_documentation_lists_the_published_columns(pool: Pool) -> None:
    text = DOCUMENT.read_text().partition("## Row changes of the site")[2]
    documented = {
        table: re.findall(r"`(\w+)`", columns) if columns != "all" else []
        for tables, columns in ROW.findall(text)
        for table in re.findall(r"`(\w+)`", tables)
    }
    async with as_owner(pool) as connection:
        published = {row["tablename"]: list(row["columns"]) for row in await connection.fetch(PUBLISHED)}
        for table, columns in documented.items():
            if not columns:
                rows = await connection.fetch(ALL_COLUMNS, f"public.{table}")
                documented[table] = [row[0] for row in rows]
    assert {table: set(columns) for table, columns in published.items()} == {
        table: set(columns) for table, columns in documented.items()
    }


async def test_tables_that_pages_follow_are_published(pool: Pool) -> None:
    followed = {
        table
        for file in WEB.glob("[!n]*/**/*.ts*")
        for table in re.findall(r'table: "(\w+)"', file.read_text())
        if ".test." not in file.name
    }
    assert {"replies", "queue_numbers"} <= followed
    async with as_owner(pool) as connection:
        published = {row["tablename"] for row in await connection.fetch(PUBLISHED)}
    assert followed <= published


async def test_no_event_carries_a_text_of_the_forum(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        published = {row["tablename"]: set(row["columns"]) for row in await connection.fetch(PUBLISHED)}
    for table in ("posts", "replies"):
        assert not published[table] & {"title", "body", "excerpt", "language"}
