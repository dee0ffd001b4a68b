"""Queues the email or SMS of each invitation to one person, in the invitation's language.

The invitation is marked and the message is queued in one transaction, so each is sent exactly once however often a
worker is killed. One that was revoked before is not sent.
"""

from urllib.parse import urlencode

import asyncpg

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.messaging.email_rendering import format_day
from balai.messaging.email_sender import Mailer
from balai.messaging.queue import OutgoingMessage
from balai.settings import Settings

BATCH = 20
TAKE = """
  update public.invitations as i set sent_at = clock_timestamp()
  where i.id in (
    select w.id from public.invitations as w
    where w.sent_at is null and w.address is not null and public.state_of_invitation(w) = 'open'
    order by w.created_at limit $1 for update skip locked)
  returning i.address, i.token, i.expires_at, public.offered_language(i.language)::text as language,
    (select p.display_name from public.profiles as p where p.id = i.created_by) as inviter,
    (select s.time_zone from public.site_settings as s) as time_zone
"""


async def queue_invitations(pool: Pool, mailer: Mailer, settings: Settings) -> bool:
    """Queue the invitations that are due. True when more may be due."""
    async with as_owner(pool) as conn:
        rows = await conn.fetch(TAKE, BATCH)
        for row in rows:
            await mailer.queue(conn, _compose(row, settings))
    return len(rows) == BATCH


def _compose(row: asyncpg.Record, settings: Settings) -> OutgoingMessage:
    address = row["address"]
    language = row["language"]
    variables = {
        "sender": row["inviter"] or "",
        "until": format_day(row["expires_at"], row["time_zone"], language),
        "url": f"{settings.site_url}/{language}/signup?{urlencode({'invite': row['token']})}",
    }
    return OutgoingMessage(
        "invitation",
        address,
        language,
        variables,
        channel="mail" if "@" in address else "sms",
        expires_at=row["expires_at"],
    )
