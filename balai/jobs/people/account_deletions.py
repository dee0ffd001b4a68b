"""Deletes accounts thirty days after their owners or an administrator asked for it. Their posts stay, without a name.

Each account is deleted in its own transaction. An account that cannot be deleted (the last administrator) is retried
the next day and does not delay the others.
"""

import asyncpg
import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner

BATCH = 20
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
    for member in members:
        try:
            async with as_owner(pool) as conn:
                if await conn.fetchval(DELETE_ACCOUNT, member):
                    log.info("account_deleted", member=str(member))
        except (asyncpg.PostgresError, TimeoutError):
            log.exception("account_deletion_failed", member=str(member))
            async with as_owner(pool) as conn:
                await conn.execute(RESCHEDULE, member)
    return len(members) == BATCH
