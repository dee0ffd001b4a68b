"""Queues the emails with the codes of public.request_bot_check_code, for devices that cannot do a proof of work.

Out of the table and into the queue are one transaction, so each code is one letter however often a worker dies.
"""

import msgspec

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.messaging.email_sender import Mailer
from balai.messaging.queue import OutgoingMessage

BATCH = 20
HAS_CODES = "select to_regclass('public.bot_check_codes') is not null"
TAKE = """
  update public.bot_check_codes as c set pending_email = null
  from (
    select address_hash, pending_email from public.bot_check_codes where pending_email is not null
    order by sent_at limit $1 for update skip locked
  ) as due
  where c.address_hash = due.address_hash
  returning due.pending_email
"""


class CodeFacts(msgspec.Struct, frozen=True):
    """What the database notes of a code."""

    address: str
    language: str
    code: str


async def queue_proof_mails(pool: Pool, mailer: Mailer) -> bool:
    """Move what is due into the mail queue. True when more may be waiting."""
    async with as_owner(pool) as conn:
        if not await conn.fetchval(HAS_CODES):
            return False
        rows = await conn.fetch(TAKE, BATCH)
        for row in rows:
            facts = msgspec.json.decode(row["pending_email"], type=CodeFacts)
            await mailer.queue(
                conn, OutgoingMessage("reauthentication", facts.address, facts.language, {"code": facts.code})
            )
    return len(rows) == BATCH
