"""BALAI_REST_DEFAULT_GRANTS: tables and functions that are created over `balai backend`, as clients see them."""

from pathlib import Path

import asyncpg
import pytest

from balai.cli.serve import serve, serve_backend
from balai.database.default_grants import set_default_grants
from balai.errors import StartError
from balai.settings import load_settings

CREATE = """
create table public.{0} (id bigserial primary key, body text);
create function public.count_{0}() returns bigint language sql as $$ select count(*) from public.{0} $$;
"""
ALLOWED = """
select has_table_privilege($1, 'public.' || $2, 'select, insert, update, delete')
  and has_function_privilege($1, format('public.count_%s()', $2), 'execute')
  and has_sequence_privilege($1, format('public.%s_id_seq', $2), 'usage')
"""
REFUSED = """
select not has_table_privilege($1, 'public.' || $2, 'select')
  and not has_function_privilege($1, format('public.count_%s()', $2), 'execute')
"""


async def _create_and_ask(url: str, table: str, question: str) -> list[bool]:
    connection = await asyncpg.connect(url)
    await connection.execute(CREATE.format(table))
    answers = [await connection.fetchval(question, role, table) for role in ("anon", "authenticated")]
    assert await connection.fetchval(ALLOWED, "service_role", table)
    await connection.close()
    return answers


async def test_a_new_table_is_closed_open_and_closed_again(backend_database: str) -> None:
    await set_default_grants(backend_database, "")
    assert await _create_and_ask(backend_database, "first", REFUSED) == [True, True]
    for _ in range(2):
        await set_default_grants(backend_database, "open")
    assert await _create_and_ask(backend_database, "second", ALLOWED) == [True, True]
    await set_default_grants(backend_database, "")
    assert await _create_and_ask(backend_database, "third", ALLOWED) == [True, True]
    await set_default_grants(backend_database, "closed")
    assert await _create_and_ask(backend_database, "fourth", REFUSED) == [True, True]


async def test_the_site_is_never_opened(database: str, tmp_path: Path) -> None:
    with pytest.raises(StartError, match="without the site"):
        await set_default_grants(database, "open")
    with pytest.raises(StartError, match="without the site"):
        await serve(load_settings(rest_default_grants="open", data_dir=str(tmp_path)), demo=False)
    await set_default_grants(database, "closed")
    assert await _create_and_ask(database, "later", REFUSED) == [True, True]


async def test_data_only_does_not_change_the_database(backend_database: str) -> None:
    settings = load_settings(rest_default_grants="open", rest_only="true", database_url=backend_database)
    with pytest.raises(StartError, match="data-only"):
        await serve_backend(settings)
