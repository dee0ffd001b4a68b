"""Sends the letters and texts that wait in the queue.

A letter is claimed for two minutes in a transaction of its own, sent outside of any, then marked. If the worker dies in
between, another sends it when the claim has run out: at least once, and told as a repeat by its Message-ID. What the
mail server refuses for good is given up; everything else is tried again, later each time, for about three days. What
has expired, as the code in a text does, is not sent any more.

Mails and texts are two jobs: a provider that does not answer holds back its own alone.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Protocol
from uuid import UUID

import asyncpg
import msgspec
import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.messaging.hook_delivery import PermanentFailure
from balai.messaging.queue import Channel, Contents, OutgoingMessage
from balai.messaging.templates import LANGUAGES

BATCH = 10
CLAIM = timedelta(minutes=2)
FIRST_PAUSE_S = 15
LONGEST_PAUSE_S = 3 * 3600
MOST_ATTEMPTS = 36
TAKE = """
  update mailbox.queue set attempts = attempts + 1, next_attempt_at = clock_timestamp() + $2
  where id in (
    select id from mailbox.queue
    where sent_at is null and given_up_at is null and next_attempt_at <= clock_timestamp() and channel = any($3)
    order by next_attempt_at limit $1 for update skip locked)
  returning id, kind, recipient, facts, attempts, channel, expires_at <= clock_timestamp() as is_late, language,
    (select u.raw_user_meta_data ->> 'language' from auth.users u where u.id = mailbox.queue.user_id) as own_language
"""
# What the house calls itself in each language, where there is a site; a backend alone goes by its mail address's name.
HAS_SITE = "select to_regclass('public.site_texts') is not null"
LIST_NAMES = "select language::text, name from public.site_texts"
# What was sent is of no more use here, and holds codes that open accounts.
MARK_SENT = "update mailbox.queue set sent_at = clock_timestamp(), facts = '{}', last_error = null where id = $1"
PUT_OFF = """
  update mailbox.queue set next_attempt_at = clock_timestamp() + $2, last_error = $3
  where id = $1 and sent_at is null
"""
GIVE_UP = """
  update mailbox.queue set given_up_at = clock_timestamp(), facts = '{}', last_error = $2
  where id = $1 and sent_at is null
"""

MAIL: tuple[Channel, ...] = ("mail",)
TEXTS: tuple[Channel, ...] = ("sms", "whatsapp")

log = structlog.get_logger("balai.jobs.mail")


class Sends(Protocol):
    """What a letter is handed to: the mailer, or the one for texts."""

    async def send(self, id: UUID, letter: OutgoingMessage) -> None:
        """Send or raise: PermanentFailure for good, anything else for now."""


class Claimed(msgspec.Struct, frozen=True):
    """A letter that this worker is to send."""

    id: UUID
    letter: OutgoingMessage
    attempts: int
    is_late: bool


async def deliver_mail(pool: Pool, mailer: Sends) -> bool:
    """Send the mails that are due. True when more may be waiting."""
    return await _deliver_due(pool, mailer, MAIL)


async def deliver_texts(pool: Pool, texter: Sends) -> bool:
    """Send the texts that are due. True when more may be waiting."""
    return await _deliver_due(pool, texter, TEXTS)


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many failures."""
    return timedelta(seconds=min(FIRST_PAUSE_S * 2.0 ** (attempts - 1), LONGEST_PAUSE_S))


async def _deliver_due(pool: Pool, sends: Sends, channels: Sequence[Channel]) -> bool:
    claimed = await _claim(pool, channels)
    await asyncio.gather(*(_deliver(pool, sends, one) for one in claimed))
    return len(claimed) == BATCH


async def _claim(pool: Pool, channels: Sequence[Channel]) -> list[Claimed]:
    async with as_owner(pool) as conn:
        rows = await conn.fetch(TAKE, BATCH, CLAIM, channels)
        has_names = bool(rows) and await conn.fetchval(HAS_SITE)
        names = {row["language"]: row["name"] for row in await conn.fetch(LIST_NAMES)} if has_names else {}
    return [_open(row, names) for row in rows]


def _open(row: asyncpg.Record, names: Mapping[str, str]) -> Claimed:
    contents = msgspec.json.decode(row["facts"], type=Contents)
    language = row["own_language"] if row["own_language"] in LANGUAGES else row["language"]
    site = {"site": names[language]} if language in names else {}
    facts = {**site, **contents.facts}
    letter = OutgoingMessage(row["kind"], row["recipient"], language, facts, contents.attachments, row["channel"])
    return Claimed(row["id"], letter, row["attempts"], bool(row["is_late"]))


async def _deliver(pool: Pool, sends: Sends, one: Claimed) -> None:
    try:
        if one.is_late:
            raise PermanentFailure("it has expired")
        await sends.send(one.id, one.letter)
    except Exception as error:  # noqa: BLE001 - whatever keeps a letter back, it must not keep back the others
        # A letter without words stays so. A server whose certificate has run out is a ValueError too: it is mended.
        is_lasting = isinstance(error, PermanentFailure | KeyError | ValueError) and not isinstance(error, OSError)
        if is_lasting or one.attempts >= MOST_ATTEMPTS:
            await _give_up(pool, one, error)
        else:
            await _put_off(pool, one, error)
    else:
        async with as_owner(pool) as conn:
            await conn.execute(MARK_SENT, one.id)
        log.info("mail_sent", id=str(one.id), kind=one.letter.kind, channel=one.letter.channel)


async def _put_off(pool: Pool, one: Claimed, error: Exception) -> None:
    pause = pause_after(one.attempts)
    log.warning("mail_put_off", id=str(one.id), kind=one.letter.kind, attempts=one.attempts, error=repr(error))
    async with as_owner(pool) as conn:
        await conn.execute(PUT_OFF, one.id, pause, repr(error)[:500])


async def _give_up(pool: Pool, one: Claimed, error: Exception) -> None:
    log.error("mail_given_up", id=str(one.id), kind=one.letter.kind, attempts=one.attempts, error=repr(error))
    async with as_owner(pool) as conn:
        await conn.execute(GIVE_UP, one.id, repr(error)[:500])
