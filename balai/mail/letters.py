"""A letter: what is to be told, to whom, in which language; and the queue that it waits in.

It is queued in the transaction that causes it. So a crash loses no mail, a rollback sends none, a mail server that is
down delays instead of failing a sign-up, and the answer takes the same time whether a mail goes out or not.
"""

import msgspec

from balai.database.pool import Connection

QUEUE = "insert into mailbox.queue (kind, recipient, language, facts) values ($1, $2, $3, $4)"


class Attachment(msgspec.Struct, frozen=True):
    """A text file that goes with a letter."""

    name: str
    content_type: str
    content: str


class Letter(msgspec.Struct, frozen=True):
    """One mail before it is rendered. `facts` fill the template of its kind."""

    kind: str
    recipient: str
    language: str
    facts: dict[str, str]
    attachments: tuple[Attachment, ...] = ()


class Contents(msgspec.Struct, frozen=True):
    """What the queue keeps of a letter beside its columns."""

    facts: dict[str, str] = {}
    attachments: tuple[Attachment, ...] = ()


async def queue_letter(conn: Connection, letter: Letter) -> None:
    """Put a letter into the queue; it leaves once the transaction commits."""
    contents = msgspec.json.encode(Contents(letter.facts, letter.attachments)).decode()
    # PostgreSQL's jsonb holds no NUL; nothing a person reads does.
    await conn.execute(QUEUE, letter.kind, letter.recipient, letter.language, contents.replace("\\u0000", ""))
