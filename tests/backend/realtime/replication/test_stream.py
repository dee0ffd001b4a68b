"""The replication stream, opened and closed."""

import asyncio

from balai.backend.realtime.replication.stream import Stream
from balai.database.pipeline.pool import PipelinePool


async def test_waiter_during_close_gets_the_next_stream(backend_database: str) -> None:
    pool = PipelinePool(backend_database, size=1)
    stream = Stream(backend_database, pool, lambda _: None, lambda: None, lambda: None)
    async with asyncio.timeout(20):
        await stream.ready()
        await asyncio.gather(stream.close(), stream.ready())
        assert stream.is_open
        await stream.close()
    assert not stream.is_open
    await pool.close()
