"""Queue of outgoing messages: emails, SMS and WhatsApp messages before they are rendered.

A message is queued in the transaction that causes it. A crash loses no message and a rollback sends none. An SMTP
server that is down delays the message instead of failing a sign-up. The response takes the same time whether or not a
message is sent.
"""

from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec

from balai.database.pool import Connection

Channel: TypeAlias = Literal["mail", "sms", "whatsapp", "zalo"]
# Name of the variable that holds the payload of the send_email or send_sms hook, as JSON.
HOOK_VARIABLE = "hook"
QUEUE = """
  insert into mailbox.queue (kind, recipient, language, content, channel, expires_at, user_id, next_channels)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  returning id
"""


class Attachment(msgspec.Struct, frozen=True):
    """A text file attached to an email."""

    name: str
    content_type: str
    content: str


class NextChannel(msgspec.Struct, frozen=True):
    """Another way to the same person."""

    channel: Channel
    recipient: str


class OutgoingMessage(msgspec.Struct, frozen=True):
    """One message before it is rendered. `variables` fill the template of its `kind`.

    `recipient`: an email address, or a phone number in E.164 without the plus. After `expires_at` delivery is not
    attempted any more.
    """

    kind: str
    recipient: str
    language: str
    variables: dict[str, str]
    attachments: tuple[Attachment, ...] = ()
    channel: Channel = "mail"
    expires_at: datetime | None = None
    # The account that the message concerns: its language at the time of sending overrides `language`.
    user_id: UUID | None = None
    # By which channels, and to whom there, delivery goes on when this one fails for good.
    next_channels: tuple[NextChannel, ...] = ()


class Contents(msgspec.Struct, frozen=True):
    """The JSON that the queue stores beside its columns."""

    variables: dict[str, str] = {}
    attachments: tuple[Attachment, ...] = ()


async def enqueue(conn: Connection, message: OutgoingMessage) -> UUID:
    """Queue a message; it is sent after the transaction commits. Returns its id."""
    # PostgreSQL's jsonb cannot store NUL, and readable text has none. Removing it from the encoded JSON would also
    # change texts that contain the escape sequence literally.
    variables = {name: value.replace("\0", "") for name, value in message.variables.items()}
    files = tuple(
        Attachment(attachment.name, attachment.content_type, attachment.content.replace("\0", ""))
        for attachment in message.attachments
    )
    encoded = msgspec.json.encode(Contents(variables, files)).decode()
    values = (
        message.kind,
        message.recipient,
        message.language,
        encoded,
        message.channel,
        message.expires_at,
        message.user_id,
        msgspec.json.encode(message.next_channels).decode(),
    )
    return UUID(str(await conn.fetchval(QUEUE, *values)))
