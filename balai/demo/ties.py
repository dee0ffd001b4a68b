"""Who follows whom in the sample site, and private messages: a conversation, and a request that waits for an answer."""

from datetime import datetime, timedelta
from uuid import UUID

from balai.database.pool import Connection
from balai.demo.people import act_as, read

ADD_FOLLOW = "select public.set_following($1, true)"
ADD_MESSAGE = "select public.send_private_message(gen_random_uuid(), $1, $2)"
AGE_MESSAGES = """
update public.private_messages as m
set created_at = $1::timestamptz - interval '40 minutes' * (c.last_number - m.number)
from public.conversations as c where c.id = m.conversation_id
"""
AGE_CONVERSATIONS = (
    "update public.conversations set last_message_at = $1, created_at = $1::timestamptz - interval '1 day'"
)
END_ACTING = "select set_config('request.jwt.claims', '', true)"


async def add_ties(connection: Connection, people: dict[str, UUID], now: datetime) -> None:
    """Write the messages as their authors; only the times are set."""
    ties = read("ties.json")
    for follower, followed in ties["follows"]:
        await act_as(connection, people[follower])
        await connection.execute(ADD_FOLLOW, people[followed])
    for author, recipient, text in ties["messages"]:
        await act_as(connection, people[author])
        await connection.execute(ADD_MESSAGE, people[recipient], text)
    await connection.execute(END_ACTING)
    await connection.execute(AGE_MESSAGES, now - timedelta(hours=1))
    await connection.execute(AGE_CONVERSATIONS, now - timedelta(hours=1))
