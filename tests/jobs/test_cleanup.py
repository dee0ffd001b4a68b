"""The cleanup job deletes expired rows and nothing else."""

from uuid import uuid4

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.jobs.cleanup import clean_up
from balai.messaging.queue import OutgoingMessage, enqueue
from tests.factories.members import make_member

ADD_USER = "insert into auth.users (id, email) values ($1, 'mei@example.org')"
ADD_CODES = """
  insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at) values
    ($1, 'recovery_token', 'old', 'x', now() - interval '3 days'),
    ($1, 'confirmation_token', 'new', 'x', now() - interval '23 hours')
"""
ADD_TOKENS = """
  insert into auth.refresh_tokens (token, user_id, session_id, revoked, updated_at) values
    ('old', $1, $2, true, now() - interval '31 days'),
    ('used', $1, $2, true, now() - interval '1 day'),
    ('live', $1, $2, false, now() - interval '300 days')
"""

ADD_NOTICES = """
  insert into public.outbox (recipient_id, kind, details, created_at, sent_at) values
    ($1, 'booking_confirmed', '{}', now() - interval '31 days', now() - interval '31 days'),
    ($1, 'booking_changed', '{}', now() - interval '31 days', now() - interval '29 days'),
    ($1, 'booking_cancelled', '{}', now() - interval '31 days', null)
"""


async def test_expired_rows_are_deleted(message_pool: Pool) -> None:
    user, session = uuid4(), uuid4()
    async with as_owner(message_pool) as conn:
        await conn.execute(ADD_USER, user)
        await conn.execute("insert into auth.sessions (id, user_id) values ($1, $2)", session, user)
        await conn.execute(ADD_CODES, user)
        await conn.execute(ADD_TOKENS, user, session)
        for recipient in ("sent@example.org", "waiting@example.org"):
            await enqueue(conn, OutgoingMessage("signup", recipient, "en", {}))
        old = "now() - interval '31 days'"
        await conn.execute(f"update mailbox.queue set created_at = {old}")
        await conn.execute(f"update mailbox.queue set sent_at = {old} where recipient like 'sent%'")
    assert await clean_up(message_pool) is False
    assert await clean_up(message_pool) is False
    async with as_owner(message_pool) as conn:
        assert await conn.fetchval("select array_agg(token_hash) from auth.one_time_tokens") == ["new"]
        tokens = await conn.fetchval("select array_agg(token order by token) from auth.refresh_tokens")
        assert tokens == ["live", "used"]
        # A queued message never expires before it is sent.
        assert await conn.fetchval("select array_agg(recipient) from mailbox.queue") == ["waiting@example.org"]


async def test_processed_outbox_rows_are_deleted(pool: Pool) -> None:
    mei = await make_member(pool)
    async with as_owner(pool) as conn:
        await conn.execute(ADD_NOTICES, mei.id)
    await clean_up(pool, has_site=True)
    async with as_owner(pool) as conn:
        assert await conn.fetchval("select array_agg(kind order by kind) from public.outbox") == [
            "booking_cancelled",
            "booking_changed",
        ]
