"""Whole transactions in one message: results, errors, cancellation, and lost connections."""

import asyncio
import socket
from collections.abc import AsyncIterator
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest

from balai.database.pipeline.connection import MAX_CACHED_LENGTH, Bound, ConnectionLost, DatabaseError, NoConnection
from balai.database.pipeline.pool import PipelinePool

BEGIN, COMMIT = ("begin", ()), ("commit", ())
COUNT = "select count(*) from pg_stat_activity where query like $1 and state = 'active' and pid <> pg_backend_pid()"


@pytest.fixture
async def pipelines(backend_database: str) -> AsyncIterator[PipelinePool]:
    """A pool of at most two connections."""
    pool = PipelinePool(backend_database, size=2)
    yield pool
    await pool.close()


async def test_steps_answer_in_order_and_values_take_their_types(pipelines: PipelinePool) -> None:
    async with pipelines.connection() as connection:
        for _ in range(2):
            assert await connection.run(
                [
                    BEGIN,
                    ("select set_config('role', $1, true)", ("anon",)),
                    ("select current_user, $1::int + 1, $2::bytea, $3::text", ("41", b"\\x00ff", None)),
                    ("select n from generate_series(1, $1::int) n", ("3",)),
                    COMMIT,
                ]
            ) == [[], [(b"anon",)], [(b"anon", b"42", b"\\x00ff", None)], [(b"1",), (b"2",), (b"3",)], []]


async def test_long_values_go_to_a_file(pipelines: PipelinePool) -> None:
    text = "select 'start', repeat('x', $1::int), repeat('y', 1000000), null, ''"
    async with pipelines.connection() as connection:
        rows = await connection.run([("select 1", ()), (text, ("3000000",)), ("select 2", ())])
        assert rows == [[(b"1",)], [(b"start", b"", b"y" * 1_000_000, None, b"")], [(b"2",)]]
        spool = connection.take_spool(1)
        assert spool is not None and b"".join(spool.parts()) == b"x" * 3_000_000
        spool.close()
        await connection.run([(text, ("3000000",))])
        assert await connection.run([("select 3", ())]) == [[(b"3",)]]
        assert connection.take_spool(1) is None


async def test_long_results_arrive_whole(pipelines: PipelinePool) -> None:
    async with pipelines.connection() as connection:
        for length in (3, 70_000, 1_000_000):
            rows = await connection.run([("select repeat('x', $1::int), 'end'", (str(length),))])
            assert rows == [[(b"x" * length, b"end")]]
        sent = "y" * 2_000_000
        assert await connection.run([("select length($1::text)", (sent,))]) == [[(b"2000000",)]]


async def test_an_error_undoes_everything_and_leaves_a_clean_connection(pipelines: PipelinePool) -> None:
    async with pipelines.connection() as connection:
        await connection.run([("create table things (id int primary key deferrable initially deferred)", ())])
    insert = ("insert into things values ($1)", ("1",))
    with pytest.raises(DatabaseError) as raised:
        async with pipelines.connection() as connection:
            await connection.run([BEGIN, insert, ("select 1/0", ()), COMMIT])
    assert (raised.value.state, raised.value.message) == ("22012", "division by zero")
    with pytest.raises(DatabaseError) as late:
        async with pipelines.connection() as connection:
            await connection.run([BEGIN, insert, insert, COMMIT])
    assert late.value.state == "23505"
    assert late.value.detail == "Key (id)=(1) already exists."
    async with pipelines.connection() as connection:
        assert connection.is_idle
        assert await connection.run([("select count(*) from things", ())]) == [[(b"0",)]]


async def test_a_block_that_fails_between_messages_rolls_back(pipelines: PipelinePool) -> None:
    with pytest.raises(ValueError, match="no"):
        async with pipelines.connection() as connection:
            await connection.run([BEGIN, ("create table gone ()", ())])
            raise ValueError("no")
    async with pipelines.connection() as connection:
        assert await connection.run([("select to_regclass('gone')", ())]) == [[(None,)]]


async def test_unused_statements_are_evicted(pipelines: PipelinePool) -> None:
    async with pipelines.connection() as connection:
        for number in range(450):
            assert await connection.run([(f"select {number}", ())]) == [[(str(number).encode(),)]]
        rows = await connection.run([("select count(*) from pg_prepared_statements", ())])
        assert int(rows[0][0][0] or 0) <= 400


async def test_long_statements_are_not_cached(pipelines: PipelinePool) -> None:
    long = f"select 'answer', $1::int + 10000 /* {'x' * MAX_CACHED_LENGTH} */"
    async with pipelines.connection() as connection:
        for _ in range(2):
            answered = await connection.run([(long, ("1",)), ("select 1", ()), (long, ("2",))])
            assert answered == [[(b"answer", b"10001")], [(b"1",)], [(b"answer", b"10002")]]
        with pytest.raises(DatabaseError):
            await connection.run([(long, ("none",))])
        rows = await connection.run([("select max(length(statement)) from pg_prepared_statements", ())])
        assert int(rows[0][0][0] or 0) < len(long)


async def test_failed_statements_are_closed(pipelines: PipelinePool) -> None:
    async def count() -> int:
        rows = await connection.run([("select count(*) from pg_prepared_statements", ())])
        return int(rows[0][0][0] or 0)

    async with pipelines.connection() as connection:
        before = await count()
        for number in range(20):
            with pytest.raises(DatabaseError):
                await connection.run([(f"select $1::int as n{number}", ("none",))])
        assert await count() == before
        # Also evicted statements, whose message fails before their Close is sent.
        for number in range(450):
            await connection.run([(f"select {number}", ())])
            with pytest.raises(DatabaseError):
                await connection.run([("select 1/0", ()), (f"select -{number}", ())])
        assert await count() <= 400


async def test_a_statement_that_could_not_be_prepared_can_be_retried(pipelines: PipelinePool) -> None:
    async with pipelines.connection() as connection:
        with pytest.raises(DatabaseError):
            await connection.run([("select * from later", ())])
        await connection.run([("create table later (id int)", ())])
        assert await connection.run([("select * from later", ())]) == [[]]


async def test_a_statement_whose_result_has_changed_is_prepared_again(pipelines: PipelinePool) -> None:
    ask = ("select checked()", ())
    async with pipelines.connection() as connection:
        await connection.run([("create function checked() returns int language sql as 'select 1'", ())])
        assert await connection.run([ask]) == [[(b"1",)]]
        await connection.run([("drop function checked()", ())])
        await connection.run([("create function checked() returns text language sql as $$ select 'a' $$", ())])
        with pytest.raises(DatabaseError, match="must not change result type"):
            await connection.run([ask])
        assert await connection.run([ask]) == [[(b"a",)]]


async def test_cancelling_the_task_stops_the_statement(backend_database: str, pipelines: PipelinePool) -> None:
    async def sleep() -> None:
        async with pipelines.connection() as connection:
            await connection.run([("select pg_sleep(30) as cancelled_nap", ())])

    watcher = await asyncpg.connect(backend_database)
    task = asyncio.create_task(sleep())
    await _until(watcher, 1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await _until(watcher, 0)
    await watcher.close()
    async with pipelines.connection() as connection:
        assert await connection.run([("select 1", ())]) == [[(b"1",)]]


async def test_cancelling_a_rollback_frees_its_place_in_the_pool(backend_database: str) -> None:
    async def fail() -> None:
        async with pool.connection() as connection:
            await connection.run([BEGIN])
            has_begun.set()
            raise ValueError("no")

    pool = PipelinePool(backend_database, size=1)
    has_begun = asyncio.Event()
    task = asyncio.create_task(fail())
    await has_begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with asyncio.timeout(5), pool.connection() as connection:
        assert await connection.run([("select 1", ())]) == [[(b"1",)]]
    await pool.close()


async def _until(watcher: "asyncpg.Connection[asyncpg.Record]", number: int) -> None:
    for _ in range(500):
        if await watcher.fetchval(COUNT, "%cancelled_nap%") == number:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"never {number} statements")


async def test_more_tasks_than_connections_share_them(pipelines: PipelinePool) -> None:
    async def work(number: int) -> bytes | None:
        async with pipelines.connection() as connection:
            rows = await connection.run([("select $1::int", (str(number),))])
            return rows[0][0][0]

    found = await asyncio.gather(*(work(number) for number in range(50)))
    assert found == [str(number).encode() for number in range(50)]


async def test_waiting_times_out_and_a_cancelled_waiter_keeps_nothing(
    backend_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("balai.database.pipeline.pool._ACQUIRE_TIMEOUT_S", 1.0)
    pool = PipelinePool(backend_database, size=1)
    connection = await pool.acquire()
    leaving, staying = (asyncio.create_task(pool.acquire()) for _ in range(2))
    await asyncio.sleep(0)
    # A task served and cancelled at the same moment passes its connection on.
    pool.release(connection)
    leaving.cancel()
    assert await staying is connection
    with pytest.raises(asyncio.CancelledError):
        await leaving
    with pytest.raises(TimeoutError):
        await pool.acquire()
    pool.release(connection)
    assert await pool.acquire() is connection
    pool.release(connection)
    await pool.close()


def step(text: str, *values: str) -> tuple[str, Bound]:
    return text, Bound(text, values)


async def test_single_message_transactions_share_connections_with_blocks(pipelines: PipelinePool) -> None:
    async def ask(number: int) -> bytes | None:
        if number % 3:
            return (await pipelines.run([step("select $1::int", str(number))])).rows[0][0][0]
        async with pipelines.connection() as connection:
            return (await connection.run([("select $1::int", (str(number),))]))[0][0][0]

    found = await asyncio.gather(*(ask(number) for number in range(50)))
    assert found == [str(number).encode() for number in range(50)]
    # All or nothing, and the connection can be used again.
    with pytest.raises(DatabaseError, match="division by zero"):
        await pipelines.run([step("create table gone ()"), step("select 1/0")])
    assert (await pipelines.run([step("select to_regclass('gone')")])).rows == [[(None,)]]
    rows, spools = await pipelines.run([step("select repeat('x', 3000000), 'end'")])
    assert (rows[0][0][1], len(spools[0])) == (b"end", 3_000_000)
    spools[0].close()


async def test_cancelling_a_single_message_transaction_stops_it(backend_database: str) -> None:
    pool = PipelinePool(backend_database, size=1)
    watcher = await asyncpg.connect(backend_database)
    running = asyncio.create_task(pool.run([step("select pg_sleep(30) as cancelled_nap")]))
    await _until(watcher, 1)
    leaving, staying = (asyncio.create_task(pool.run([step("select 1")])) for _ in range(2))
    await asyncio.sleep(0)
    leaving.cancel()
    running.cancel()
    assert (await staying).rows == [[(b"1",)]]
    await _until(watcher, 0)
    with pytest.raises((ConnectionLost, DatabaseError)):
        await pool.run([step("select pg_terminate_backend(pg_backend_pid())")])
    assert (await pool.run([step("select 1")])).rows == [[(b"1",)]]
    await watcher.close()
    await pool.close()


async def test_a_lost_connection_is_replaced(backend_database: str, pipelines: PipelinePool) -> None:
    with pytest.raises((ConnectionLost, DatabaseError)):
        async with pipelines.connection() as connection:
            await connection.run([("select pg_terminate_backend(pg_backend_pid())", ())])
    async with pipelines.connection() as connection:
        assert await connection.run([("select 1", ())]) == [[(b"1",)]]


async def test_an_unreachable_host_is_detected(backend_database: str) -> None:
    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        upstream_reader, upstream_writer = await asyncio.open_unix_connection(
            f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
        )
        await asyncio.gather(carry(reader, upstream_writer), carry(upstream_reader, writer))

    parts = urlsplit(backend_database)
    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    pool = PipelinePool(f"postgresql://postgres@127.0.0.1:{port}{parts.path}")
    async with pool.connection() as connection:
        line = connection._transport.get_extra_info("socket")
        # TCP keepalive probes also run while a query waits, and they end.
        assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) <= 30
        assert 0 < line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) <= 30_000
    await pool.close()
    server.close()


async def test_an_absent_server_raises_no_connection() -> None:
    pool = PipelinePool("postgresql://nobody@127.0.0.1:1/none")
    with pytest.raises(NoConnection):
        async with pool.connection():
            raise AssertionError("lent")
