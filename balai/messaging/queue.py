"""A letter: what is to be told, to whom, in which language; and the queue that it waits in. A text message is one too.

It is queued in the transaction that causes it. So a crash loses no mail, a rollback sends none, a mail server that is
down delays instead of failing a sign-up, and the answer takes the same time whether a mail goes out or not.
"""

from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec

from balai.database.pool import Connection

Channel: TypeAlias = Literal["mail", "sms", "whatsapp"]
# What a hook is to be told in the place of the letter, as JSON.
HOOK_FACT = "hook"
QUEUE = """
  insert into mailbox.queue (kind, recipient, language, facts, channel, expires_at, user_id)
  values ($1, $2, $3, $4, $5, $6, $7)
  returning id
"""


class Attachment(msgspec.Struct, frozen=True):
    """A text file that goes with a letter."""

    name: str
    content_type: str
    content: str


class OutgoingMessage(msgspec.Struct, frozen=True):
    """One mail or text before it is rendered. `facts` fill the template of its kind.

    The recipient of a text is a phone number, E.164 without the plus. What nobody needs after a time says so by
    `expires_at`: it is not tried any longer.
    """

    kind: str
    recipient: str
    language: str
    facts: dict[str, str]
    attachments: tuple[Attachment, ...] = ()
    channel: Channel = "mail"
    expires_at: datetime | None = None
    # Whose account it is about: it leaves in the language that she has then.
    user_id: UUID | None = None


class Contents(msgspec.Struct, frozen=True):
    """What the queue keeps of a letter beside its columns."""

    facts: dict[str, str] = {}
    attachments: tuple[Attachment, ...] = ()


async def enqueue(conn: Connection, letter: OutgoingMessage) -> UUID:
    """Put a letter into the queue; it leaves once the transaction commits. Returns its id."""
    # PostgreSQL's jsonb holds no NUL; nothing a person reads does. In JSON it could not be told from words about it.
    told = {name: value.replace("\0", "") for name, value in letter.facts.items()}
    files = tuple(Attachment(one.name, one.content_type, one.content.replace("\0", "")) for one in letter.attachments)
    facts = msgspec.json.encode(Contents(told, files)).decode()
    values = (letter.kind, letter.recipient, letter.language, facts, letter.channel, letter.expires_at, letter.user_id)
    return UUID(str(await conn.fetchval(QUEUE, *values)))
