"""Queues an email for a new contact message to each member of staff who answers them, in their language.

Those who want no such emails get none.

The message is marked and the emails are queued in one transaction, so each of them gets exactly one email however
often a worker is killed.
"""

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.messaging.email_sender import Mailer
from balai.messaging.queue import OutgoingMessage
from balai.settings import Settings

BATCH = 20
TAKE = """
  update public.messages set mailed_at = clock_timestamp() where id in (
    select id from public.messages where mailed_at is null order by created_at limit $1 for update skip locked)
  returning id, name, email, body
"""
FIND_STAFF = """
  select u.email, public.offered_language(p.language)::text as language
  from unnest(public.list_staff('messages')) as staff (id)
  join public.profiles p on p.id = staff.id join auth.users u on u.id = p.id
  where u.email is not null and public.wants_notice(p.id, 'staff_message', 'email')
"""


async def queue_contact_emails(pool: Pool, mailer: Mailer, settings: Settings) -> bool:
    """Queue the emails that are due. True when more may be due."""
    async with as_owner(pool) as conn:
        messages = await conn.fetch(TAKE, BATCH)
        staff = await conn.fetch(FIND_STAFF) if messages else []
        for message in messages:
            for member in staff:
                variables = {
                    "sender": f"{message['name']} <{message['email']}>",
                    "message": message["body"],
                    "url": f"{settings.site_url}/{member['language']}/admin/messages",
                }
                email = OutgoingMessage("message", member["email"], member["language"], variables)
                await mailer.queue(conn, email)
    return len(messages) == BATCH
