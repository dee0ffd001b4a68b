"""Tells each administrator of a new message to the house, in her language.

Queued in the transaction that notes it, so a message becomes one letter to each however often a worker dies.
"""

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.messaging.email_sender import Mailer
from balai.messaging.queue import OutgoingMessage
from balai.settings import Settings

BATCH = 20
HAS_TABLE = "select to_regclass('public.messages') is not null"
TAKE = """
  update public.messages set mailed_at = clock_timestamp() where id in (
    select id from public.messages where mailed_at is null order by created_at limit $1 for update skip locked)
  returning id, name, email, body
"""
FIND_ADMINISTRATORS = """
  select u.email, p.language::text as language
  from public.administrators a join public.profiles p on p.id = a.user_id join auth.users u on u.id = p.id
  where u.email is not null
"""


async def queue_message_mails(pool: Pool, mailer: Mailer, settings: Settings) -> bool:
    """Queue what is due. True when more may be waiting."""
    async with as_owner(pool) as conn:
        if not await conn.fetchval(HAS_TABLE):
            return False
        messages = await conn.fetch(TAKE, BATCH)
        administrators = await conn.fetch(FIND_ADMINISTRATORS) if messages else []
        for message in messages:
            for administrator in administrators:
                words = {
                    "sender": f"{message['name']} <{message['email']}>",
                    "message": message["body"],
                    "url": f"{settings.site_url}/{administrator['language']}/admin/messages",
                }
                letter = OutgoingMessage("message", administrator["email"], administrator["language"], words)
                await mailer.queue(conn, letter)
    return len(messages) == BATCH
