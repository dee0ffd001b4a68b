"""Sends the emails, SMS and WhatsApp messages in the queue.

Emails other than those of sign-in and security are not sent to an address that they keep coming back from.

A message is claimed for two minutes in its own transaction, sent outside of any transaction, then marked as sent. If
the worker is killed in between, another worker sends it after the claim expires: delivery is at least once, and a
repeat has the same Message-ID. A permanent rejection ends delivery or continues it by the recipient's next channel. Any
other error is retried with exponential backoff for about three days. An expired message, such as a code, is not sent.

Emails and SMS are two jobs, so that an unresponsive provider delays only its own messages. The emails of editions are a
third: a code to sign in does not wait for a thousand of them. Of the daily limit they leave half to other emails.
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Protocol, TypeAlias
from uuid import UUID

import asyncpg
import msgspec
import structlog

from balai.database.pool import Connection, Pool
from balai.database.transaction import as_owner
from balai.jobs.notices.marked import leave_out_marked
from balai.messaging.bounces.refusals import refusal_of
from balai.messaging.hook_delivery import PermanentFailure
from balai.messaging.queue import Channel, Contents, OutgoingMessage
from balai.messaging.templates import LANGUAGES

BATCH = 10
CLAIM_TTL = timedelta(minutes=2)
MIN_BACKOFF_S = 15
MAX_BACKOFF_S = 3 * 3600
MAX_ATTEMPTS = 36
CLAIM_DUE = """
  update mailbox.queue set attempts = attempts + 1, next_attempt_at = clock_timestamp() + $2
  where id in (
    select id from mailbox.queue
    where sent_at is null and given_up_at is null and next_attempt_at <= clock_timestamp() and channel = any($3)
      and (kind = 'edition') = $4
    order by next_attempt_at limit $1 for update skip locked)
  returning id, next_channels <> '[]' as has_next, kind, recipient, content, attempts, channel,
    expires_at <= clock_timestamp() as is_expired, language,
    (select u.raw_user_meta_data ->> 'language' from auth.users u where u.id = mailbox.queue.user_id) as own_language,
    (select u.id from auth.users u where u.id = mailbox.queue.user_id and u.email = mailbox.queue.recipient
      and u.email_confirmed_at is not null) as known_recipient
"""
# The site's name in each language. A backend without a site uses the name in BALAI_EMAIL_FROM.
LIST_NAMES = """
select language::text, name, public.offered_language(language)::text as offered from public.site_names
"""
LIST_MEMBERS = "select id, display_name, language::text from public.profiles where id = any($1)"
READ_APPEARANCE = "select preset, accent from public.site_settings"
# The variables of a sent message are deleted: they may hold sign-in codes.
MARK_SENT = "update mailbox.queue set sent_at = clock_timestamp(), content = '{}', last_error = null where id = $1"
RESCHEDULE = """
  update mailbox.queue set next_attempt_at = clock_timestamp() + $2, last_error = $3
  where id = $1 and sent_at is null
"""
ABANDON = "select mailbox.abandon($1, $2)"
IS_WITHHELD = "select public.is_withheld($1, $2)"
COUNT_BOUNCE = "select public.record_bounce($1, $2, $3, $4)"
WITHHOLD = "delete from mailbox.queue where id = $1 and sent_at is null"
COUNT = "select mailbox.count_message($1, $2)"

EMAIL_CHANNELS: tuple[Channel, ...] = ("mail",)
SMS_CHANNELS: tuple[Channel, ...] = ("sms", "whatsapp", "zalo")
# Where another channel is left, a provider that does not respond delays a message by eight minutes.
MAX_ATTEMPTS_WITH_NEXT = 6
# Codes and links to accounts have limits of their own: a full channel would lock everyone out.
LIMITED_KINDS = re.compile(r"(booking|staff|notice)_|(news|message|invitation|newsletter|edition)$")
EDITION = "edition"
FULL = "daily limit"
FULL_BACKOFF = timedelta(hours=1)

# Messages of each channel in 24 hours.
Limits: TypeAlias = Mapping[str, int]

log = structlog.get_logger("balai.jobs.message_delivery")


class MessageSender(Protocol):
    """Renders a message and sends it by email or SMS."""

    async def send(self, id: UUID, message: OutgoingMessage) -> None:
        """Send or raise: PermanentFailure for good, anything else for now."""


class Claimed(msgspec.Struct, frozen=True):
    """A message claimed by this worker."""

    id: UUID
    message: OutgoingMessage
    attempts: int
    is_expired: bool
    has_next: bool = False
    has_site: bool = False
    # Emails to this address keep coming back.
    is_withheld: bool = False


class Site(msgspec.Struct, frozen=True):
    """The site's data in emails: its name by language, the names of recipients, `preset` and `accent`.

    Only members who have confirmed the address are called by name: for others it would be a stranger's text, and a
    sign-up form would send it to any address.
    """

    names: Mapping[str, asyncpg.Record] = {}
    members: Mapping[UUID, asyncpg.Record] = {}
    appearance: Mapping[str, str] = {}


async def deliver_emails(
    pool: Pool, sender: MessageSender, *, has_site: bool = False, limits: Limits | None = None
) -> bool:
    """Send the emails that are due, other than those of editions. True when more may be due."""
    return await _deliver_due(pool, sender, EMAIL_CHANNELS, has_site=has_site, limits=limits or {})


async def deliver_editions(pool: Pool, sender: MessageSender, *, limits: Limits | None = None) -> bool:
    """Send the emails of editions that are due. True when more may be due."""
    return await _deliver_due(pool, sender, EMAIL_CHANNELS, has_site=True, limits=limits or {}, is_edition=True)


async def deliver_sms(
    pool: Pool, sender: MessageSender, *, has_site: bool = False, limits: Limits | None = None
) -> bool:
    """Send the SMS, WhatsApp and Zalo messages that are due. True when more may be due."""
    return await _deliver_due(pool, sender, SMS_CHANNELS, has_site=has_site, limits=limits or {})


def backoff_after(attempts: int) -> timedelta:
    """The backoff after this number of attempts."""
    return timedelta(seconds=min(MIN_BACKOFF_S * 2.0 ** (attempts - 1), MAX_BACKOFF_S))


async def _deliver_due(
    pool: Pool,
    sender: MessageSender,
    channels: Sequence[Channel],
    *,
    has_site: bool,
    limits: Limits,
    is_edition: bool = False,
) -> bool:
    claimed = await _claim(pool, channels, has_site=has_site, is_edition=is_edition)
    await asyncio.gather(*(_deliver(pool, sender, claim, limits) for claim in claimed))
    return len(claimed) == BATCH


async def _claim(pool: Pool, channels: Sequence[Channel], *, has_site: bool, is_edition: bool) -> list[Claimed]:
    async with as_owner(pool) as conn:
        rows = await conn.fetch(CLAIM_DUE, BATCH, CLAIM_TTL, channels, is_edition)
        site = await _read_site(conn, rows) if rows and has_site else Site()
    # Decoded after the commit: a message that cannot be decoded counts its attempt, and is not claimed again at once.
    claimed = [_from_row(row, site) for row in rows]
    if not claimed or not has_site:
        return claimed
    async with as_owner(pool) as conn:
        return [await _complete(conn, claim) for claim in claimed]


async def _complete(conn: Connection, claim: Claimed) -> Claimed:
    """The message without texts that were marked since, and whether its address is one that emails come back from."""
    message = claim.message
    variables = await leave_out_marked(conn, message.variables)
    is_withheld = message.channel == "mail" and await conn.fetchval(IS_WITHHELD, message.kind, message.recipient)
    message = msgspec.structs.replace(message, variables=variables)
    return msgspec.structs.replace(claim, message=message, has_site=True, is_withheld=is_withheld)


async def _read_site(conn: Connection, rows: Sequence[asyncpg.Record]) -> Site:
    names = {row["language"]: row for row in await conn.fetch(LIST_NAMES)}
    recipients = [row["known_recipient"] for row in rows if row["known_recipient"]]
    members = {row["id"]: row for row in await conn.fetch(LIST_MEMBERS, recipients)}
    appearance = await conn.fetchrow(READ_APPEARANCE)
    look = {name: value for name, value in dict(appearance or {}).items() if value}
    return Site(names, members, look)


def _from_row(row: asyncpg.Record, site: Site) -> Claimed:
    contents = msgspec.json.decode(row["content"], type=Contents)
    language = row["own_language"] if row["own_language"] in LANGUAGES else row["language"]
    member = site.members.get(row["known_recipient"])
    if member is not None and row["kind"] == "news":
        # The language of the profile; that in the account is a copy.
        language = member["language"]
    if language in site.names:
        # A language that the site no longer offers is still in accounts.
        language = site.names[language]["offered"]
    name = site.names[language]["name"] if language in site.names else None
    names = {"site": name, "name": member and member["display_name"]}
    known = {name: value for name, value in names.items() if value}
    variables = {**known, **contents.variables, **site.appearance}
    message = OutgoingMessage(row["kind"], row["recipient"], language, variables, contents.attachments, row["channel"])
    return Claimed(row["id"], message, row["attempts"], bool(row["is_expired"]), row["has_next"])


async def _deliver(pool: Pool, sender: MessageSender, claim: Claimed, limits: Limits) -> None:
    if claim.is_withheld:
        await _withhold(pool, claim)
        return
    try:
        if claim.is_expired:
            raise PermanentFailure("expired")
        if not await _is_within(pool, claim, limits):
            await _hold_back(pool, claim)
            return
        await sender.send(claim.id, claim.message)
    except Exception as error:  # noqa: BLE001 - one failed message must not stop the batch
        # A missing template is permanent (KeyError). An expired certificate is a ValueError and an OSError: retry.
        is_lasting = isinstance(error, PermanentFailure | KeyError | ValueError) and not isinstance(error, OSError)
        if is_lasting or claim.attempts >= (MAX_ATTEMPTS_WITH_NEXT if claim.has_next else MAX_ATTEMPTS):
            await _abandon(pool, claim, error)
        else:
            await _reschedule(pool, claim, error)
    else:
        async with as_owner(pool) as conn:
            await conn.execute(MARK_SENT, claim.id)
        log.info("message_sent", id=str(claim.id), kind=claim.message.kind, channel=claim.message.channel)


async def _is_within(pool: Pool, claim: Claimed, limits: Limits) -> bool:
    """Count the message for the daily limit of its channel; False if it is reached."""
    most = limits.get(claim.message.channel)
    if most is None or not LIMITED_KINDS.match(claim.message.kind):
        return True
    share = most // 2 if claim.message.kind == EDITION else most
    async with as_owner(pool) as conn:
        return bool(await conn.fetchval(COUNT, claim.id, share))


async def _hold_back(pool: Pool, claim: Claimed) -> None:
    """Over the limit: by the next channel, else an hour later, until it expires."""
    if claim.has_next or claim.attempts >= MAX_ATTEMPTS:
        await _abandon(pool, claim, PermanentFailure(FULL))
        return
    log.warning("message_over_limit", id=str(claim.id), channel=claim.message.channel)
    async with as_owner(pool) as conn:
        await conn.execute(RESCHEDULE, claim.id, FULL_BACKOFF, FULL)


async def _withhold(pool: Pool, claim: Claimed) -> None:
    """By the next channel, else not at all: no message failed that administrators could send again."""
    log.info("message_withheld", id=str(claim.id), kind=claim.message.kind)
    async with as_owner(pool) as conn:
        if claim.has_next:
            await conn.execute(ABANDON, claim.id, "emails to the address come back")
        else:
            await conn.execute(WITHHOLD, claim.id)


async def _reschedule(pool: Pool, claim: Claimed, error: Exception) -> None:
    backoff = backoff_after(claim.attempts)
    log.warning(
        "message_rescheduled", id=str(claim.id), kind=claim.message.kind, attempts=claim.attempts, error=repr(error)
    )
    async with as_owner(pool) as conn:
        await conn.execute(RESCHEDULE, claim.id, backoff, repr(error)[:500])


async def _abandon(pool: Pool, claim: Claimed, error: Exception) -> None:
    log.error(
        "message_abandoned", id=str(claim.id), kind=claim.message.kind, attempts=claim.attempts, error=repr(error)
    )
    async with as_owner(pool) as conn:
        await conn.execute(ABANDON, claim.id, str(error)[:500] or repr(error)[:500])
        refusal = refusal_of(error) if claim.has_site and claim.message.channel == "mail" else None
        if refusal is not None:
            await conn.execute(COUNT_BOUNCE, claim.id, refusal.points, refusal.reason, refusal.status)
