"""The schema's files, compared with each other and with the database that they make."""

import re
from collections import Counter

import asyncpg

from balai.database.schema_files import FOLDER, hash_folder, list_files

FILES = list_files()
MAX_LINES = 400

CREATED_FUNCTION = re.compile(r"^create or replace (?:function|procedure) ([\w.]+)\(", re.MULTILINE)
RIGHTS = re.compile(r"^(?:grant|revoke) (?!execute|usage)[^;]* on ([^;]*?)\s(?:to|from)\s[^;]*;", re.MULTILINE)

LIST_OBJECTS = """
select 'policy if exists "' || policyname || '" on ' || schemaname || '.' || tablename from pg_policies
union all
select 'trigger if exists ' || tgname || ' on ' || n.nspname || '.' || c.relname
from pg_trigger t join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
where not tgisinternal and not relispartition
union all
select 'view if exists ' || schemaname || '.' || viewname from pg_views
where schemaname in ('public', 'search', 'texts')
"""
LIST_FUNCTIONS = """
select n.nspname || '.' || p.proname from pg_proc p join pg_namespace n on n.oid = pronamespace
where nspname in ('public', 'search', 'auth', 'storage', 'realtime', 'mailbox', 'balai')
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
"""


async def test_the_database_has_no_object_that_the_files_do_not_create(database: str) -> None:
    connection = await asyncpg.connect(database)
    objects = [row[0] for row in await connection.fetch(LIST_OBJECTS)]
    functions = [row[0] for row in await connection.fetch(LIST_FUNCTIONS)]
    await connection.close()
    assert sorted(objects) == sorted(name for file in FILES for name in file.objects)
    assert sorted(functions) == sorted(name for file in FILES for name in CREATED_FUNCTION.findall(file.sql))


def test_every_object_is_created_in_one_file() -> None:
    counted = Counter(name for file in FILES for name in (*file.objects, *CREATED_FUNCTION.findall(file.sql)))
    assert not [name for name, count in counted.items() if count > 1]


def test_rights_on_a_table_are_given_in_one_file() -> None:
    places: dict[str, set[str]] = {}
    for file in FILES:
        for tables in RIGHTS.findall(file.sql):
            for table in re.split(r",\s+", tables):
                places.setdefault(table, set()).add(file.path)
    assert len(places) > 40
    assert not {table: found for table, found in places.items() if len(found) > 1}


def test_versions_hold_no_functions_policies_or_triggers() -> None:
    pattern = re.compile(r"^create (or replace )?(function|procedure|policy|trigger|view)\b", re.MULTILINE)
    assert not [file.path for file in FILES if file.is_version and pattern.search(file.sql)]


def test_no_file_is_longer_than_400_lines() -> None:
    assert not [file.path for file in FILES if file.sql.count("\n") > MAX_LINES]


def test_the_release_rises_with_every_change_of_the_files() -> None:
    lines = [line.split() for line in (FOLDER / "RELEASE").read_text().splitlines()]
    assert [int(number) for number, _ in lines] == list(range(1, len(lines) + 1))
    assert lines[-1][1] == hash_folder(), f"add to {FOLDER / 'RELEASE'}: {len(lines) + 1} {hash_folder()}"


# Functions that came after PostgreSQL 15, which operators may have. The bodies of functions are not checked when the
# schema is applied, so one of these would fail at its first call.
LATER = re.compile(
    r"\b(?:pg_input_\w+|any_value|array_(?:shuffle|sample|sort|reverse)|random_normal|date_(?:add|subtract)|xmltext|"
    r"to_(?:bin|oct)|uuidv[47]|uuid_extract_\w+|casefold|crc32c?|json_(?:array|object|arrayagg|objectagg|exists|query|"
    r"value|table|scalar|serialize)) *\(|\bis json\b",
    re.IGNORECASE,
)


def test_functions_call_nothing_that_postgresql_15_lacks() -> None:
    code = {file.path: re.sub(r"--.*", "", file.sql) for file in FILES}
    assert [(path, call) for path, sql in code.items() for call in LATER.findall(sql)] == []
