"""Carries out what members asked for thirty days ago: their accounts go, what they wrote to others stays nameless.

Each in a transaction of its own: one that cannot be removed (the last administrator) is tried again the next day and
holds nobody else back.
"""

import asyncpg
import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner

BATCH = 20
HAS_TABLE = "select to_regclass('public.departures') is not null"
FIND_DUE = "select user_id from public.departures where due_at <= now() order by due_at limit $1"
CARRY_OUT = "select public.carry_out_departure($1)"
PUT_OFF = "update public.departures set due_at = now() + interval '1 day' where user_id = $1"

log = structlog.get_logger("balai.jobs.departures")


async def carry_out_departures(pool: Pool) -> bool:
    """Remove whose day has come. True when more may be waiting."""
    async with as_owner(pool) as conn:
        if not await conn.fetchval(HAS_TABLE):
            return False
        members = [row["user_id"] for row in await conn.fetch(FIND_DUE, BATCH)]
    for member in members:
        try:
            async with as_owner(pool) as conn:
                if await conn.fetchval(CARRY_OUT, member):
                    log.info("member_left", member=str(member))
        except (asyncpg.PostgresError, TimeoutError):
            log.exception("member_could_not_leave", member=str(member))
            async with as_owner(pool) as conn:
                await conn.execute(PUT_OFF, member)
    return len(members) == BATCH
