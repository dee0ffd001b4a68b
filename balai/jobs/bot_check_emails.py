"""Queues the emailed codes of the bot check, for devices that cannot compute a proof of work.

The code leaves its table and enters the queue in one transaction, so each code is one email however often a worker
is killed.
"""

import msgspec

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.messaging.email_sender import Mailer
from balai.messaging.queue import OutgoingMessage

BATCH = 20
TAKE = """
  update public.bot_check_codes as c set pending_email = null
  from (
    select address_hash, pending_email from public.bot_check_codes where pending_email is not null
    order by sent_at limit $1 for update skip locked
  ) as due
  where c.address_hash = due.address_hash
  returning due.pending_email
"""


class CodeRequest(msgspec.Struct, frozen=True):
    """A code to send, as the database stores it."""

    address: str
    language: str
    code: str


async def queue_bot_check_emails(pool: Pool, mailer: Mailer) -> bool:
    """Queue the codes that are due. True when more may be due."""
    async with as_owner(pool) as conn:
        rows = await conn.fetch(TAKE, BATCH)
        for row in rows:
            request = msgspec.json.decode(row["pending_email"], type=CodeRequest)
            await mailer.queue(
                conn, OutgoingMessage("reauthentication", request.address, request.language, {"code": request.code})
            )
    return len(rows) == BATCH
