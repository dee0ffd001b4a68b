"""Tells the watchers of new topics and replies.

The author's transaction writes one row; this job turns it into a notice for each watcher, in batches, each in a
transaction of its own. A worker that is killed leaves the row where its last batch ended.
"""

from balai.database.pool import Pool
from balai.database.transaction import as_owner

BATCH = 5000


async def tell_watchers(pool: Pool) -> bool:
    """Tell one batch. True when more may be due."""
    async with as_owner(pool) as conn:
        return bool(await conn.fetchval("select public.fan_out_notices($1)", BATCH))
