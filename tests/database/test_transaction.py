"""Transactions as a caller: settings end with the transaction, and only three roles can be taken."""

import asyncio
from contextlib import suppress
from typing import Any
from uuid import uuid4

import asyncpg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balai.database.pool import PlainConnection, Pool, open_pool
from balai.database.transaction import Caller, advisory_lock, as_owner, as_role, literal


async def test_role_and_claims_apply_inside_the_transaction_only(pool: Pool) -> None:
    caller = Caller.from_claims({"role": "authenticated", "sub": "7a1b6c1e-1111-4111-8111-111111111111"})
    async with as_role(pool, caller) as connection:
        assert await connection.fetchval("select current_user") == "authenticated"
        assert str(await connection.fetchval("select auth.uid()")) == "7a1b6c1e-1111-4111-8111-111111111111"
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select current_user") == "postgres"
        assert await connection.fetchval("select auth.uid()") is None


async def test_read_only_transaction_cannot_write(pool: Pool) -> None:
    with pytest.raises(asyncpg.ReadOnlySQLTransactionError):
        async with as_role(pool, Caller.from_claims({"role": "service_role"})) as connection:
            await connection.execute("insert into auth.users default values")


async def test_failed_transaction_leaves_a_usable_connection(database: str) -> None:
    pool = await open_pool(database, size=1)
    with pytest.raises(asyncpg.DivisionByZeroError):
        async with as_owner(pool) as connection:
            await connection.execute("select 1/0")
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select 1") == 1
    await pool.close()


async def test_request_cancelled_twice_is_rolled_back(database: str) -> None:
    async def work() -> None:
        async with as_role(pool, Caller.anonymous()) as connection:
            has_begun.set()
            await connection.execute("select pg_sleep(30)")

    pool, has_begun = await open_pool(database, size=1), asyncio.Event()
    task = asyncio.create_task(work())
    await has_begun.wait()
    for _ in range(2):
        task.cancel()
        await asyncio.sleep(0)
    with pytest.raises(asyncio.CancelledError):
        await task
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select current_user") == "postgres"
    await pool.close()


async def test_advisory_lock_is_held_until_the_transaction_ends(pool: Pool) -> None:
    async def acquire(name: str) -> None:
        async with as_owner(pool) as connection, asyncio.timeout(5):
            await advisory_lock(connection, name)

    async with as_owner(pool) as connection:
        await advisory_lock(connection, "tests")
        await acquire("other_tests")
        waiting = asyncio.create_task(acquire("tests"))
        await asyncio.sleep(0.2)
        assert not waiting.done()
    await waiting


@pytest.mark.parametrize("role", ["postgres", "supabase_admin", "", "anon; drop table x"])
def test_other_roles_are_rejected(role: str) -> None:
    with pytest.raises(ValueError, match="not open to callers"):
        Caller.from_claims({"role": role})


@given(st.text())
def test_literal_quotes_any_text(text: str) -> None:
    quoted = literal(text)
    body = quoted[3:-1] if quoted.startswith(" E") else quoted[1:-1]
    unescaped = body.replace("''", "")
    if quoted.startswith(" E"):
        unescaped = unescaped.replace("\\\\", "")
        assert "\\" not in unescaped
    assert "'" not in unescaped
    assert "\0" not in quoted


async def test_a_connection_that_the_server_cut_hides_no_error(database: str) -> None:
    pool = await open_pool(database, size=1)
    with pytest.raises(LookupError):
        async with as_owner(pool) as connection:
            with suppress(asyncpg.PostgresError):
                await connection.execute("select pg_terminate_backend(pg_backend_pid())")
            raise LookupError
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select 1") == 1
    await pool.close()


async def test_a_connection_that_is_cut_during_the_rollback_hides_no_error(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = await open_pool(database, size=1)
    execute = PlainConnection.execute

    async def cut(connection: PlainConnection, query: str, *args: object, **options: Any) -> str:
        if query == "ROLLBACK":
            query = "select pg_terminate_backend(pg_backend_pid())"
        result: str = await execute(connection, query, *args, **options)
        return result

    monkeypatch.setattr(PlainConnection, "execute", cut)
    with pytest.raises(LookupError):
        async with as_owner(pool):
            raise LookupError
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select 1") == 1
    await pool.close()


async def test_a_statement_is_prepared_for_each_role(database: str) -> None:
    """A plan that two roles share would be made again at each change of the role."""
    pool = await open_pool(database, size=1)
    callers = [Caller.anonymous(), Caller.from_claims({"role": "authenticated", "sub": str(uuid4())})]
    for caller in callers * 3:
        async with as_role(pool, caller) as connection:
            await connection.fetch("select id from public.posts where title = $1", "Alternately")
    async with as_owner(pool) as connection:
        plans = "select generic_plans + custom_plans from pg_prepared_statements where statement like '%title = $1'"
        assert [row[0] for row in await connection.fetch(plans)] == [3, 3]
    await pool.close()
