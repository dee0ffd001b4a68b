"""Removes what has had its time: used codes, flows and tokens, old sessions, sent letters.

Each statement removes a bounded number of rows, so no lock is held for long; the next round takes the rest.
"""

import structlog

from balai.backend.idempotency import TIDY
from balai.backend.realtime.policies import KEEP_PARTITIONS
from balai.database.pool import Pool
from balai.database.transaction import as_owner

MOST_ROWS = 5000
# One worker of all nodes at a time; the others find the key taken and go on.
TRY_LOCK = "select pg_try_advisory_xact_lock(7236831202)"
STATEMENTS = {
    "idempotency_keys": TIDY,
    "one_time_tokens": """
      delete from auth.one_time_tokens where id in (
        select id from auth.one_time_tokens where created_at < now() - interval '2 days' limit $1)
    """,
    "mfa_challenges": """
      delete from auth.mfa_challenges where id in (
        select id from auth.mfa_challenges where created_at < now() - interval '1 day' limit $1)
    """,
    "passkey_challenges": """
      delete from auth.passkey_challenges where id in (
        select id from auth.passkey_challenges where created_at < now() - interval '1 day' limit $1)
    """,
    "flow_state": """
      delete from auth.flow_state where id in (
        select id from auth.flow_state where created_at < now() - interval '2 days' limit $1)
    """,
    "saml_relay_states": """
      delete from auth.saml_relay_states where id in (
        select id from auth.saml_relay_states where created_at < now() - interval '1 day' limit $1)
    """,
    "saml_assertions": """
      delete from auth.saml_assertions where (sso_provider_id, assertion_id) in (
        select sso_provider_id, assertion_id from auth.saml_assertions
        where expires_at < now() - interval '1 day' limit $1)
    """,
    "silent_requests": """
      delete from auth.silent_requests where address_hash in (
        select address_hash from auth.silent_requests where sent_at < now() - interval '1 day' limit $1)
    """,
    "spent_proofs": """
      delete from auth.spent_proofs where id in (
        select id from auth.spent_proofs where expires_at < now() limit $1)
    """,
    # Every bucket is full again after an hour at most, which is what no row means.
    "request_counts": """
      delete from auth.request_counts where key in (
        select key from auth.request_counts where seen_at < now() - interval '2 hours' limit $1)
    """,
    # A revoked token of a month ago still betrays a thief; an older one is only a row.
    "refresh_tokens": """
      delete from auth.refresh_tokens where id in (
        select id from auth.refresh_tokens where revoked and updated_at < now() - interval '30 days' limit $1)
    """,
    "ended_sessions": """
      delete from auth.ended_sessions where session_id in (
        select session_id from auth.ended_sessions where until < now() limit $1)
    """,
    "signing_keys": """
      delete from auth.signing_keys where kid in (
        select kid from auth.signing_keys where verifies_until < now() - interval '1 day' limit $1)
    """,
    "audit_log_entries": """
      delete from auth.audit_log_entries where id in (
        select id from auth.audit_log_entries where created_at < now() - interval '400 days' limit $1)
    """,
    "hook_calls": """
      delete from auth.hook_calls where id in (
        select id from auth.hook_calls where called_at < now() - interval '30 days' limit $1)
    """,
    "mail_queue": """
      delete from mailbox.queue where id in (
        select id from mailbox.queue where (sent_at is not null or given_up_at is not null)
          and coalesce(sent_at, given_up_at) < now() - interval '30 days' limit $1)
    """,
    # Every node has fetched them within moments.
    "bus_parcels": """
      delete from realtime.bus_parcels where id in (
        select id from realtime.bus_parcels where sent_at < now() - interval '10 minutes' limit $1)
    """,
    "mailbox": """
      delete from mailbox.messages where id in (
        select id from mailbox.messages where sent_at < now() - interval '30 days' limit $1)
    """,
}
# Of the site's tables: not there where the backend runs alone.
SITE_STATEMENTS = {
    "notifications": """
      delete from public.notifications where id in (
        select id from public.notifications where read_at < now() - interval '90 days' limit $1)
    """,
    "slot_notices": """
      delete from public.slot_notices where id in (
        select id from public.slot_notices where created_at < now() - interval '1 hour' limit $1)
    """,
}
HAS_SITE = "select to_regclass('public.slot_notices') is not null"

log = structlog.get_logger("balai.jobs.tidying")


async def tidy(pool: Pool) -> bool:
    """One round. True when some statement met its bound."""
    async with as_owner(pool) as conn:
        await conn.execute(KEEP_PARTITIONS)
    statements = STATEMENTS | (SITE_STATEMENTS if await pool.fetchval(HAS_SITE) else {})
    removed = {name: await _remove(pool, statement) for name, statement in statements.items()}
    if any(removed.values()):
        log.info("tidied", **{name: count for name, count in removed.items() if count})
    return MOST_ROWS in removed.values()


async def _remove(pool: Pool, statement: str) -> int:
    async with as_owner(pool) as conn:
        if not await conn.fetchval(TRY_LOCK):
            return 0
        status = await conn.execute(statement, MOST_ROWS)
    return int(status.rpartition(" ")[2])
