"""Deletes expired rows: used codes, OAuth flows, tokens, old sessions, sent messages.

Each statement deletes a bounded number of rows, so no lock is held for long; the next run deletes the rest. Some
periods are settings of the site (docs/decisions/0304-erased-texts.md).
"""

import structlog

from balai.backend.idempotency import TTL
from balai.backend.realtime.authorization import CREATE_PARTITIONS
from balai.database.pool import Pool
from balai.database.transaction import as_owner

MAX_ROWS = 5000
# One worker of all nodes at a time; the others skip the table.
TRY_LOCK = "select pg_try_advisory_xact_lock(7236831202)"
# Table: (its key, the condition of an expired row).
EXPIRED_ROWS = {
    "balai.idempotency_keys": ("owner, key", f"created_at < now() - interval '{TTL}'"),
    "auth.one_time_tokens": ("id", "created_at < now() - interval '2 days'"),
    "auth.mfa_challenges": ("id", "created_at < now() - interval '1 day'"),
    "auth.passkey_challenges": ("id", "created_at < now() - interval '1 day'"),
    "auth.flow_state": ("id", "created_at < now() - interval '2 days'"),
    "auth.saml_relay_states": ("id", "created_at < now() - interval '1 day'"),
    "auth.saml_assertions": ("sso_provider_id, assertion_id", "expires_at < now() - interval '1 day'"),
    "auth.address_requests": ("address_hash", "sent_at < now() - interval '1 day'"),
    "auth.used_captcha_solutions": ("id", "expires_at < now()"),
    # Every bucket refills within an hour, and a missing row means a full bucket.
    "auth.request_counts": ("key", "seen_at < now() - interval '2 hours'"),
    # Reuse of a revoked token reveals a stolen session; after a month the row has no use.
    "auth.refresh_tokens": ("id", "revoked and updated_at < now() - interval '30 days'"),
    "auth.ended_sessions": ("session_id", "until < now()"),
    "auth.signing_keys": ("kid", "verifies_until < now() - interval '1 day'"),
    "auth.audit_log_entries": ("id", "created_at < now() - interval '400 days'"),
    "auth.hook_calls": ("id", "called_at < now() - interval '30 days'"),
    "mailbox.queue": ("id", "coalesce(sent_at, given_up_at) < now() - interval '30 days'"),
    # Every node reads them within seconds.
    "realtime.bus_messages": ("id", "sent_at < now() - interval '10 minutes'"),
    "mailbox.messages": ("id", "sent_at < now() - interval '30 days'"),
}


def _days(setting: str) -> str:
    """The period that administrators have chosen; null if it is 0, for good."""
    return f"make_interval(days => nullif((select {setting} from public.site_settings), 0))"  # noqa: S608 - a column


# Tables of the site; missing where the backend runs alone.
EXPIRED_SITE_ROWS = {
    "public.outbox": ("id", "sent_at < now() - interval '30 days'"),
    # As long as a deletion can be undone.
    "public.removals": ("kind, thing_id", "removed_at < now() - interval '30 days'"),
    "public.withheld_translations": ("id", "reason = 'removed' and withheld_at < now() - interval '30 days'"),
    "public.notifications": (
        "id",
        f"read_at < now() - {_days('notice_days')} or not on_site and created_at < now() - {_days('notice_days')}",
    ),
    "public.received_emails": ("message_id", "received_at < now() - interval '90 days'"),
    # Topics are unread for 60 days at most; a position only says where reading stopped.
    "public.thread_reads": ("member_id, post_id", "updated_at < now() - interval '400 days'"),
    # Confirmed or not: their links are valid for so long.
    "public.newsletter_requests": ("link", "created_at < now() - interval '2 days'"),
    # Without an address: the link of the last email shows what it did.
    "public.newsletter_guests": ("id", "ended_at < now() - interval '90 days'"),
    "public.guest_codes": ("id", "sent_at < now() - interval '1 day'"),
    "public.queue_numbers": ("id", "day < now() - interval '7 days'"),
    # Level 3 looks at 100 days.
    "public.reading_days": ("member_id, day", "day < now() - interval '101 days'"),
    # Authors have read why; the times of approved ones are what the usual wait is computed from.
    "public.held_texts": (
        "id",
        "status = 'rejected' and decided_at < now() - interval '30 days'"
        " or status = 'approved' and decided_at < now() - interval '365 days'",
    ),
    # Prepared for a booking that was never made; and after the period of the service.
    "public.booking_answers": (
        "id",
        "booking_id is null and created_at < now() - interval '1 day' or exists (select from public.bookings b"
        " join public.services s on s.id = b.service_id"
        " where b.id = booking_id and b.ends_at < now() - make_interval(days => s.answer_days)"
        # Of a course after its last date.
        " and not exists (select from public.bookings d"
        " where d.series_id = b.id and d.ends_at >= now() - make_interval(days => s.answer_days)))",
    ),
    "public.service_questions": (
        "id",
        "replaced_at < now() - interval '1 day'"
        " and not exists (select from public.booking_answers a where a.question_id = service_questions.id)",
    ),
    # A text that is deleted as a row leaves its previews. Not one that a writer is about to show.
    "public.link_previews": (
        "id",
        "fetched_at < now() - interval '1 day'"
        " and not exists (select from public.text_links l where l.link_id = link_previews.id)",
    ),
    "public.network_counts": ("kind, bucket", "seen_at < now() - interval '2 hours'"),
    # Rows with an address, which is personal data.
    "public.invitations": ("id", "address is not null and expires_at < now() - interval '30 days'"),
    "public.backups": ("id", "not is_stored and ended_at < now() - interval '90 days'"),
    "search.empty_searches": (
        "day, language, term",
        "day <= (now() at time zone 'utc')::date - (select search_days from public.site_settings)",
    ),
    # Unsent texts, and messages to the site. Where the setting is 0, the comparison with null deletes none.
    "public.drafts": ("user_id, place", f"updated_at < now() - {_days('draft_days')}"),
    "public.messages": ("id", f"handled_at < now() - {_days('message_days')}"),
    # Their bytes go with the row.
    "public.account_exports": (
        "id",
        "expires_at < now() or error is not null and ended_at < now() - interval '7 days'",
    ),
    # A score falls away after this time without a bounce.
    "public.email_bounces": ("id", "bounced_at < now() - interval '30 days'"),
    "public.slot_notices": ("id", "created_at < now() - interval '1 hour'"),
}

log = structlog.get_logger("balai.jobs.cleanup")


async def clean_up(pool: Pool, *, has_site: bool = False) -> bool:
    """Delete expired rows. True when a statement reached its maximum."""
    async with as_owner(pool) as conn:
        await conn.execute(CREATE_PARTITIONS)
    over = EXPIRED_ROWS | (EXPIRED_SITE_ROWS if has_site else {})
    removed = {table: await _remove(pool, table, *rows) for table, rows in over.items()}
    if any(removed.values()):
        log.info("expired_rows_deleted", removed={table: count for table, count in removed.items() if count})
    return MAX_ROWS in removed.values()


async def _remove(pool: Pool, table: str, key: str, is_over: str) -> int:
    statement = f"delete from {table} where ({key}) in (select {key} from {table} where {is_over} limit $1)"  # noqa: S608
    async with as_owner(pool) as conn:
        if not await conn.fetchval(TRY_LOCK):
            return 0
        status = await conn.execute(statement, MAX_ROWS)
    return int(status.rpartition(" ")[2])
