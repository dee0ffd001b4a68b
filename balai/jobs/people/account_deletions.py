"""Deletes accounts thirty days after their owners or an administrator asked for it.

Their posts stay without a name, or are erased, as they chose. Each batch of texts is a transaction of its own. So is
the deletion of the account, which comes last: the next run continues what a killed one began. An account that cannot be
deleted (the last administrator) is retried the next day and does not delay the others.
"""

from uuid import UUID

import asyncpg
import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner

BATCH = 20
# Of one account in a run, so that one with very many texts does not delay the others for long.
MAX_STEPS = 500
FIND_DUE = """
select user_id from public.account_deletions where due_at <= now() group by user_id order by min(due_at) limit $1
"""
DELETE_ACCOUNT = "select public.delete_due_account($1)"
RESCHEDULE = """
update public.account_deletions set due_at = now() + interval '1 day' where user_id = $1 and due_at <= now()
"""

log = structlog.get_logger("balai.jobs.account_deletions")


async def delete_due_accounts(pool: Pool) -> bool:
    """Delete the accounts that are due. True when more may be due."""
    async with as_owner(pool) as conn:
        members = [row["user_id"] for row in await conn.fetch(FIND_DUE, BATCH)]
    is_whole = True
    for member in members:
        try:
            is_whole &= await _delete(pool, member)
        except (asyncpg.PostgresError, TimeoutError):
            log.exception("account_deletion_failed", member=str(member))
            async with as_owner(pool) as conn:
                await conn.execute(RESCHEDULE, member)
    return len(members) == BATCH or not is_whole


async def _delete(pool: Pool, member: UUID) -> bool:
    """Delete one account, a batch at a time. False when batches are left for the next run."""
    for _ in range(MAX_STEPS):
        async with as_owner(pool) as conn:
            is_deleted = await conn.fetchval(DELETE_ACCOUNT, member)
        if is_deleted is not None:
            if is_deleted:
                log.info("account_deleted", member=str(member))
            return True
    return False
